"""The welcome of a first start, the examples and the tour."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from millmate.gui.commands import Commands
from millmate.gui.game_view import GameViews
from millmate.gui.help.tour import Stop, Tour
from millmate.gui.help.welcome import Example, WelcomeStrip
from millmate.gui.navigation import Navigation, Page, Panel
from millmate.gui.settings_store import SettingsStore
from millmate.gui.workspace import Workspace
from millmate.language import mark

# The stops of the tour: the part of the window, title, text, and the panel to show.
_STOPS: tuple[tuple[str, str, str] | tuple[str, str, str, Panel], ...] = (
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
        "panels",
        mark("Train"),
        mark("Practise endings against the longest resistance; every move is graded."),
        Panel.TRAIN,
    ),
    (
        "pages",
        mark("Tournaments and games"),
        mark("Let players compete in tournaments, and search all games of a folder."),
    ),
    (
        "menu",
        mark("Keyboard shortcuts"),
        mark("Press ? to see them all. You find this tour in the Help menu."),
    ),
)


class Onboarding(QObject):
    """Shows the welcome once, and welcome and tour again on request.

    `part` returns the part of the window with a name in `_STOPS`.
    """

    strip_made = Signal(QWidget)  # to be shown beneath the board

    def __init__(
        self,
        workspace: Workspace,
        views: GameViews,
        navigation: Navigation,
        settings: SettingsStore,
        commands: Commands,
        part: Callable[[str], QWidget],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._workspace, self._views, self._navigation = workspace, views, navigation
        self._settings, self._part, self._window = settings, part, window
        self.strip: WelcomeStrip | None = None
        self.tour: Tour | None = None
        commands.bind("examples", self.welcome)
        commands.bind("tour", self.begin_tour)

    def start(self) -> None:
        """Show the welcome if it has not been seen."""
        if not self._settings.current.welcomed:
            self.welcome()

    @Slot()
    def welcome(self) -> None:
        """Show the examples and the tour beneath the board."""
        self._navigation.show(Page.BOARD)
        if self.strip is None:
            self.strip = WelcomeStrip()
            self.strip.chosen.connect(self._try)
            self.strip.tour_wanted.connect(self.begin_tour)
            self.strip.dismissed.connect(self._put_away)
            self.strip_made.emit(self.strip)
        self.strip.show()

    @Slot()
    def begin_tour(self) -> None:
        if self.tour is None:
            self._settings.set(welcomed=True)
            self._navigation.show(Page.BOARD)
            self.tour = Tour(self._window, [self._stop(*stop) for stop in _STOPS])
            self.tour.ended.connect(self._toured)

    def _stop(self, part: str, title: str, text: str, panel: Panel | None = None) -> Stop:
        show = partial(self._navigation.show, panel or Page.BOARD)
        return Stop(title, text, partial(self._part, part), show)

    @Slot()
    def _toured(self) -> None:
        self.tour = None
        self._navigation.show(Panel.SET_UP)

    @Slot()
    def _put_away(self) -> None:
        self._settings.set(welcomed=True)
        if self.strip is not None:
            self.strip.hide()

    @Slot(object)
    def _try(self, example: Example) -> None:
        """Set up an example to be played against the table."""
        self._settings.set(welcomed=True, white="human", black="table")
        self._workspace.set_up(example.fen)
        self._views.board.set_flipped(False)
        if self.strip is not None:
            self.strip.tell(example)
