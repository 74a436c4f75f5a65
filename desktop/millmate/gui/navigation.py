"""The page and the panel that are shown; knows no widget."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QObject, Signal


class Page(Enum):
    """The pages of the window, in the order of their tabs."""

    BOARD = 0
    TOURNAMENTS = 1
    GAMES = 2


class Panel(Enum):
    """The panels beside the board, in the order of their tabs."""

    SET_UP = 0
    MOVES = 1
    TRAIN = 2


class Navigation(QObject):
    """Holds the page and the panel shown; the window's tabs follow it."""

    page_changed = Signal(Page)
    panel_changed = Signal(Panel)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.page, self.panel = Page.BOARD, Panel.SET_UP

    def show(self, place: Page | Panel) -> None:
        """Show a page, or the board's page with a panel."""
        if isinstance(place, Panel):
            self.choose(place)
            place = Page.BOARD
        if place is not self.page:
            self.page = place
            self.page_changed.emit(place)

    def choose(self, panel: Panel) -> None:
        """Select a panel beside the board without changing the page."""
        if panel is not self.panel:
            self.panel = panel
            self.panel_changed.emit(panel)
