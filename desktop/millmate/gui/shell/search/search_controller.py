"""The search: opened by its key or its button, and the actions of its entries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QPushButton

from millmate.games.catalogue import Position
from millmate.gui.kit.icons import icon
from millmate.gui.kit.tasks import IdleTask, Latest
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.shell.search.finder import Finder, Usage
from millmate.gui.shell.search.popup import SearchPopup
from millmate.gui.shell.search.sources import Entry, Found, look_around
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.records.recent_games import RecentGame


@dataclass(frozen=True, slots=True)
class WindowOpeners:
    """The actions of the parts of the window for an entry (see `sources.Openers`)."""

    explore: Callable[[str], object]
    build: Callable[[str], object]
    set_up: Callable[[Position | str], object]
    show_setting: Callable[[str], object]
    open_game: Callable[[RecentGame], object]
    show_tournament: Callable[[Path], object]


class SearchController(QObject):
    """Opens the search, reads the disk in a thread, and counts the uses of entries."""

    def __init__(self, services: Services, openers: WindowOpeners, window: QMainWindow) -> None:
        super().__init__(window)
        self._services, self._window = services, window
        usage = Usage.read(services.settings.current.searched)
        self.finder = Finder(services.commands, services.keys.current, openers, usage)
        self.popup: SearchPopup | None = None
        self._looking = Latest()
        self._warming = IdleTask(self)
        self._warmed = False
        self.button = self._make_button()
        services.commands.bind("search", self.toggle)
        self._name_button()
        services.keys.changed.connect(self._name_button)
        translator.changed.connect(self._retranslate)

    @Slot()
    def toggle(self) -> None:
        """Open the search, or close it if it is open."""
        if self.popup is not None and self.popup.isVisible():
            self.popup.close_search()
        else:
            self.open()

    def open(self, text: str = "") -> None:
        """Open the search with `text` typed."""
        if self.popup is None:
            self.popup = SearchPopup(self.finder.find, self._window)
            self.popup.chosen.connect(self._run)
        self.finder.refresh()
        self.popup.open(text)
        self._look()
        if not self._warmed:
            self._warmed = True
            self._warming.start(self.finder.warm())

    def _look(self) -> None:
        """Look at the disk in a thread; the list is renewed when the thread is done."""
        if self._looking.running:
            return
        from millmate.play.tournament.saved_tournament import survey

        tables = self._services.tables_dir
        elsewhere = tuple(map(Path, self._services.settings.current.tournaments))
        saved = partial(survey, elsewhere, lambda _: None)
        self._looking.start(
            lambda progress, stopped: look_around(tables, saved, stopped), done=self._looked
        )

    @Slot(object)
    def _looked(self, found: Found) -> None:
        if found != self.finder.found:
            self.finder.refresh(found)
            if self.popup is not None and self.popup.isVisible():
                self.popup.renew()

    @Slot(object)
    def _run(self, entry: Entry) -> None:
        self.finder.note(entry)
        self._services.settings.set(searched=self.finder.saved_usage())
        entry.run()

    # --- the button --------------------------------------------------------------------------

    def _make_button(self) -> QPushButton:
        button = bind_text(
            QPushButton(),
            name=mark("Search or command"),
            tip=mark("Find commands, endings by name or code, positions, settings and games"),
        )
        button.setProperty("search", True)
        button.setIcon(icon("search"))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(partial(self.open, ""))
        return button

    @Slot()
    def _retranslate(self) -> None:
        self._warmed = False
        self._name_button()

    @Slot()
    def _name_button(self) -> None:
        keys = QKeySequence(self._services.keys.current("search"))
        shown = keys.toString(QKeySequence.SequenceFormat.NativeText)
        self.button.setText("    ".join(filter(None, (tr("Search or command"), shown))))
