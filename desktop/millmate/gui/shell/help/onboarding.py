"""A tour of the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.shell.help.tour import Stop, Tour
from millmate.gui.shell.services import Services
from millmate.language import mark

# The stops of the tour: the part of the window, title, text, and the page or panel to show.
_STOPS: tuple[tuple[str, str, str] | tuple[str, str, str, Page | Panel], ...] = (
    (
        "home",
        mark("Home"),
        mark(
            "Go on where you were, play an ending of the day, or repeat what is due. Ctrl+1 "
            "brings you back here."
        ),
        Page.HOME,
    ),
    (
        "board",
        mark("The board"),
        mark(
            "Drag pieces anywhere to set up a position; drop them off the board to "
            "remove them. Ctrl+V pastes a position, a game or a link, and you can drop "
            "files here."
        ),
    ),
    (
        "verdict",
        mark("The verdict"),
        mark(
            "The value of the position, as soon as a table covers it. If none does, "
            "one button builds the missing tables."
        ),
    ),
    (
        "table",
        mark("What each move is worth"),
        mark(
            "Winning, drawing and losing moves, the quickest first. Point at one to see it on "
            "the board; Space plays the best one."
        ),
    ),
    (
        "panels",
        mark("Play"),
        mark(
            "Choose the players: you, the table, our engines or others, at any "
            "strength. The game starts from the position on the board; Ctrl+Z takes "
            "anything back."
        ),
        Panel.SET_UP,
    ),
    (
        "panels",
        mark("Moves"),
        mark(
            "The game with its variations and comments. Ctrl+S saves it; finished "
            "games are saved automatically."
        ),
        Panel.MOVES,
    ),
    (
        "train",
        mark("Train"),
        mark("Practise endings against the longest resistance; every move is graded."),
        Page.TRAIN,
    ),
    (
        "pages",
        mark("The pages"),
        mark(
            "Explore the positions of a table, search all games of a folder, and let players "
            "compete in tournaments."
        ),
    ),
    (
        "menu",
        mark("Keyboard shortcuts"),
        mark("Press ? to see them all. You find this tour in the Help menu."),
    ),
)


class Onboarding(QObject):
    """Leads through the window on request.

    `part` returns the part of the window with a name in `_STOPS`.
    """

    def __init__(self, services: Services, part: Callable[[str], QWidget]) -> None:
        super().__init__(services.window)
        self._services, self._part = services, part
        self.tour: Tour | None = None
        services.commands.bind("tour", self.begin_tour)

    @Slot()
    def begin_tour(self) -> None:
        if self.tour is None:
            self.tour = Tour(self._services.window, [self._stop(*stop) for stop in _STOPS])
            self.tour.ended.connect(self._toured)

    def _stop(self, part: str, title: str, text: str, place: Page | Panel = Page.BOARD) -> Stop:
        show = partial(self._services.navigation.show, place)
        return Stop(title, text, partial(self._part, part), show)

    @Slot()
    def _toured(self) -> None:
        """Show the board's first panel, or Home if the tour was left there."""
        self.tour = None
        if self._services.navigation.page is not Page.HOME:
            self._services.navigation.show(Panel.SET_UP)
