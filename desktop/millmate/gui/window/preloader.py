"""Imports modules of other screens in the background, before they are needed."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Callable

from PySide6.QtCore import QTimer, Slot

from millmate import language, pictures
from millmate.gui.languages import translations
from millmate.gui.tasks import Task

_AFTER_MS = 400  # the first screen is painted by then

# Modules not needed at the start, imported when their screen opens; each took the window's
# thread up to 0.3 s.
LATER = (
    "millmate.tablebase.targets",
    "millmate.gui.tournament.page",
    "millmate.gui.explorer",
    "millmate.gui.home.page",
    "millmate.gui.home.news",
    "millmate.gui.home.entries",
    "millmate.gui.preferences.dialog",
    "millmate.gui.database.games_page",
    "millmate.gui.tables.page",
    "millmate.gui.tables.table_work",
)


class Preloader(QTimer):
    """Imports `LATER` in a thread, a moment after `start`."""

    def __init__(self) -> None:
        super().__init__(singleShot=True, interval=_AFTER_MS)
        self.timeout.connect(self._begin)

    @Slot()
    def _begin(self) -> None:
        Task(_fetch).launch(done=self._loaded)

    @Slot(object)
    def _loaded(self, _: object) -> None:
        gc.freeze()  # modules are there for good: the collector need not look through them


def _fetch(progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
    for name in LATER:
        if stopped():
            return
        importlib.import_module(name)
    pictures.prepare()
    for code in translations.LANGUAGES:
        language.texts_of(translations.read(code))
