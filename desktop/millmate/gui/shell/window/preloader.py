"""Imports modules of other screens before they are needed, while the first one is shown."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Callable, Iterator

from PySide6.QtCore import QTimer, Slot

from millmate import language, pictures
from millmate.gui.kit import translator
from millmate.gui.kit.tasks import IdleTask, Task

_AFTER_MS = 400  # the first screen is painted by then

# Modules without Qt that those below need; importing them takes the longest.
_WITHOUT_QT = ("millmate.play.tournament.tournament", "millmate.tablebase.explore")

# Modules not needed at the start, imported when their screen opens; each took the window's
# thread up to 0.3 s.
LATER = (
    "millmate.gui.features.tournaments.view",
    "millmate.gui.features.tournaments.plan_form",
    "millmate.gui.features.tournaments.page",
    "millmate.gui.features.explore.page",
    "millmate.gui.features.home.page",
    "millmate.gui.shell.preferences.dialog",
    "millmate.gui.features.games.games_page",
    "millmate.gui.features.tables.page",
)


class Preloader(QTimer):
    """Imports `LATER` a moment after `start`, one module between two passes of the event loop.

    Only the main thread may create a class derived from Qt's: another thread crashes if Qt needs
    the same lists at that moment. Modules without Qt are imported in a thread, first.
    """

    def __init__(self) -> None:
        super().__init__(singleShot=True, interval=_AFTER_MS)
        self._importing = IdleTask(self)
        self.timeout.connect(self._begin)

    @Slot()
    def stop(self) -> None:
        """Import nothing more."""
        super().stop()
        self._importing.stop()

    @Slot()
    def _begin(self) -> None:
        Task(_fetch).launch(done=self._fetched)

    @Slot(object)
    def _fetched(self, _: object) -> None:
        self._importing.start(_import_later())


def _fetch(progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
    for name in _WITHOUT_QT:
        if stopped():
            return
        importlib.import_module(name)
    pictures.prepare()
    for code in translator.LANGUAGES:
        language.texts_of(translator.read(code))


def _import_later() -> Iterator[None]:
    for name in LATER:
        importlib.import_module(name)
        yield
    gc.freeze()  # modules are there for good: the collector need not look through them
