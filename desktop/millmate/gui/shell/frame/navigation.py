"""The page and the panel that are shown; knows no widget."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QObject, Signal


class Page(Enum):
    """The pages of the window, in the order of the rail; two of them belong to others there.

    Those that stand at the board show it at the left, with something of their own beside it.
    """

    HOME = "home"
    BOARD = "board"
    TRAIN = "train"
    EXPLORE = "explore"
    TABLES = "tables"
    GAMES = "games"
    TOURNAMENTS = "tournaments"
    REVIEW = "review"
    STUDY = "study"

    @property
    def on_rail(self) -> Page:
        """The page of the rail that this one is, or belongs to."""
        return {Page.REVIEW: Page.GAMES, Page.STUDY: Page.BOARD}.get(self, self)

    @property
    def at_board(self) -> bool:
        """Whether the board can be seen on this page."""
        return self in (Page.BOARD, Page.TRAIN, Page.EXPLORE, Page.STUDY)


class Panel(Enum):
    """The panels beside the board on its own page, in the order of their tabs."""

    SET_UP = 0
    MOVES = 1


class Navigation(QObject):
    """Holds the page and the panel shown; the window's rail and tabs follow it."""

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

    def show_board(self) -> None:
        """Show the board's page, unless the present page shows the board as well."""
        if not self.page.at_board:
            self.show(Page.BOARD)

    def choose(self, panel: Panel) -> None:
        """Select a panel beside the board without changing the page."""
        if panel is not self.panel:
            self.panel = panel
            self.panel_changed.emit(panel)
