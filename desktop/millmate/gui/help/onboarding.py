"""The first start: a strip with three endings to try, and a tour of the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QSize, Signal, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from millmate.gui.help.tour import Stop, Tour
from millmate.gui.languages.translator import on_retranslate
from millmate.gui.navigation import Page, Panel
from millmate.gui.services import Services
from millmate.gui.style import theme
from millmate.gui.style.areas import hbox, vbox
from millmate.gui.style.buttons import push_button, tool_button
from millmate.gui.style.label import Label
from millmate.language import mark, tr

_LARGE = 1.2  # text scale above which only two buttons fit side by side
# The stops of the tour: the part of the window, title, text, and the page or panel to show.
_STOPS: tuple[tuple[str, str, str] | tuple[str, str, str, Page | Panel], ...] = (
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


@dataclass(frozen=True, slots=True)
class Example:
    """An ending to try: marked texts for its name and task, and its position."""

    name: str
    fen: str
    task: str


EXAMPLES = (
    Example(
        mark("Bishop and knight"),
        "8/8/8/8/3k4/8/8/KBN5 w - - 0 1",
        mark(
            "White mates, but only in a corner of the bishop's colour. Press Play and try "
            "it against the longest resistance. If the table is missing, press Build first."
        ),
    ),
    Example(
        mark("Lucena's bridge"),
        "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
        mark(
            "White's king blocks its own pawn. A check drives the black king away, then "
            "the rook builds a bridge on the fourth rank. Press Play, or look at the moves "
            "in the table."
        ),
    ),
    Example(
        mark("Morris: all fly"),
        ".B.W..../W..B.W../.B...... w 0 0 0 1",
        mark(
            "With three stones each, both sides may fly. White wins in 12 moves (23 "
            "plies), but only one of 54 moves does it. Find it, then press Play to prove "
            "it."
        ),
    ),
)


class WelcomeStrip(QFrame):
    """Offers the examples and the tour beneath the board until it is hidden."""

    chosen = Signal(object)  # an `Example`
    tour_wanted = Signal()
    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._example: Example | None = None
        self.words = Label()
        self.words.setWordWrap(True)
        on_retranslate(self, self._retranslate)
        self.dismiss = tool_button(
            "close",
            self.dismissed,
            tip=mark("Hide this; you find it again in the Help menu"),
            name=mark("Hide"),
        )
        self.dismiss.setIconSize(QSize(16, 16))
        self.examples = [self._button(example) for example in EXAMPLES]
        self.tour = push_button(
            mark("One-minute tour"),
            self.tour_wanted,
            tip=mark("Shows the parts of the window step by step; Esc ends the tour"),
        )
        self._lay_out()

    def show_example(self, example: Example) -> None:
        """Say what to do with the example that was chosen."""
        self._example = example
        self._retranslate()

    def _retranslate(self) -> None:
        welcome = tr("Welcome! Try one of three endings, or look around.")
        self.words.setText(welcome if self._example is None else tr(self._example.task))

    def _lay_out(self) -> None:
        above, below = hbox((self.words, 1)), QGridLayout()
        below.setSpacing(theme.GRID)
        buttons, columns = [*self.examples, self.tour], 2
        if theme.text_scale() < _LARGE:
            above.addWidget(buttons.pop())
            columns = len(buttons)
        above.addWidget(self.dismiss)
        for number, button in enumerate(buttons):
            below.addWidget(button, *divmod(number, columns))
        below.setColumnStretch(columns, 1)
        grid, half = theme.GRID, theme.GRID // 2
        vbox(above, below, within=self, spacing=half, margins=(grid, half, half, grid))

    def _button(self, example: Example) -> QPushButton:
        return push_button(example.name, lambda: self.chosen.emit(example), tip=example.task)


class Onboarding(QObject):
    """Shows the welcome once, and welcome and tour again on request.

    `part` returns the part of the window with a name in `_STOPS`.
    """

    strip_made = Signal(QWidget)  # to be shown beneath the board

    def __init__(self, services: Services, part: Callable[[str], QWidget]) -> None:
        super().__init__(services.window)
        self._services, self._part = services, part
        self.strip: WelcomeStrip | None = None
        self.tour: Tour | None = None
        services.commands.bind("examples", self.welcome)
        services.commands.bind("tour", self.begin_tour)

    def start(self) -> None:
        """Show the welcome if it has not been seen."""
        if not self._services.settings.current.welcomed:
            self.welcome()

    @Slot()
    def welcome(self) -> None:
        """Show the examples and the tour beneath the board."""
        self._services.navigation.show(Page.BOARD)
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
            self._services.settings.set(welcomed=True)
            self._services.navigation.show(Page.BOARD)
            self.tour = Tour(self._services.window, [self._stop(*stop) for stop in _STOPS])
            self.tour.ended.connect(self._toured)

    def _stop(self, part: str, title: str, text: str, place: Page | Panel = Page.BOARD) -> Stop:
        show = partial(self._services.navigation.show, place)
        return Stop(title, text, partial(self._part, part), show)

    @Slot()
    def _toured(self) -> None:
        self.tour = None
        self._services.navigation.show(Panel.SET_UP)

    @Slot()
    def _put_away(self) -> None:
        self._services.settings.set(welcomed=True)
        if self.strip is not None:
            self.strip.hide()

    @Slot(object)
    def _try(self, example: Example) -> None:
        """Set up an example to be played against the table."""
        self._services.settings.set(welcomed=True, white="human", black="table")
        self._services.workspace.set_up(example.fen)
        self._services.views.board.set_flipped(False)
        if self.strip is not None:
            self.strip.show_example(example)
