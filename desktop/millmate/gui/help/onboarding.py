"""The welcome of a first start, the examples and the tour."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.gui.help.tour import Stop, Tour
from millmate.gui.help.welcome import Example, WelcomeStrip
from millmate.language import mark
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow


class Onboarding(QObject):
    """Shows the welcome once, and welcome and tour again on request."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.strip: WelcomeStrip | None = None
        self.tour: Tour | None = None
        self._seen = window.settings.welcomed

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Return what the menu's entries do."""
        return {"examples": self.welcome, "tour": self.begin_tour}

    def begin(self) -> None:
        """Show the welcome if it has not been seen."""
        if not self._seen:
            self.welcome()

    def remember(self, settings: Settings) -> Settings:
        """Return `settings` with whether the welcome was taken notice of."""
        return settings.changed(welcomed=self._seen)

    @Slot()
    def welcome(self) -> None:
        """Show the examples and the tour beneath the board."""
        self._window.pages.turn_to(self._window.splitter)
        if self.strip is None:
            self.strip = WelcomeStrip()
            self.strip.chosen.connect(self._try)
            self.strip.tour_wanted.connect(self.begin_tour)
            self.strip.dismissed.connect(self._put_away)
            self._window.column.add_strip(self.strip)
        self.strip.show()

    @Slot()
    def begin_tour(self) -> None:
        """Start the tour."""
        if self.tour is None:
            self._seen = True
            self._window.pages.turn_to(self._window.splitter)
            self.tour = Tour(self._window, _stops(self._window))
            self.tour.ended.connect(self._toured)

    @Slot()
    def _toured(self) -> None:
        self.tour = None
        self._window.tabs.setCurrentIndex(0)
        self._window.pages.turn_to(self._window.splitter)

    @Slot()
    def _put_away(self) -> None:
        self._seen = True
        if self.strip is not None:
            self.strip.hide()

    @Slot(object)
    def _try(self, example: Example) -> None:
        """Set up an example to be played against the table."""
        self._seen = True
        window = self._window
        window.set_up(example.fen)
        window.setup.players[True].choose("human")
        window.setup.players[False].choose("table")
        window.board.set_flipped(False)
        if self.strip is not None:
            self.strip.tell(example)


def _stops(window: MainWindow) -> tuple[Stop, ...]:
    """Return the stops of the tour, a minute of reading in all."""

    def panel(number: int) -> Callable[[], object]:
        return lambda: window.tabs.setCurrentIndex(number)

    return (
        Stop(
            mark("The board"),
            mark(
                "Drag pieces anywhere to set up a position; drop them off the board to "
                "remove them. Ctrl+V pastes a position, a game or a link, and you can drop "
                "files here."
            ),
            lambda: window.board,
        ),
        Stop(
            mark("The verdict"),
            mark(
                "The value of the position, as soon as a table covers it. If none does, "
                "one button builds the missing tables."
            ),
            lambda: window.verdict,
        ),
        Stop(
            mark("What each move is worth"),
            mark(
                "Winning, drawing and losing moves, the quickest first. Point at one to see it on "
                "the board; Space plays the best one."
            ),
            lambda: window.table if window.table.isVisible() else window.verdict,
        ),
        Stop(
            mark("Play"),
            mark(
                "Choose the players: you, the table, our engines or others, at any "
                "strength. The game starts from the position on the board; Ctrl+Z takes "
                "anything back."
            ),
            lambda: window.tabs,
            panel(0),
        ),
        Stop(
            mark("Moves"),
            mark(
                "The game with its variations and comments. Ctrl+S saves it; finished "
                "games are saved automatically."
            ),
            lambda: window.tabs,
            panel(1),
        ),
        Stop(
            mark("Train"),
            mark("Practise endings against the longest resistance; every move is graded."),
            lambda: window.tabs,
            panel(2),
        ),
        Stop(
            mark("Tournaments and games"),
            mark("Let players compete in tournaments, and search all games of a folder."),
            lambda: window.pages.bar,
        ),
        Stop(
            mark("Keyboard shortcuts"),
            mark("Press ? to see them all. You find this tour in the Help menu."),
            window.menuBar,
        ),
    )
