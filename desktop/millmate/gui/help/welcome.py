"""The strip of a first start: three endings to try, and a tour."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)

from millmate.gui.languages.translator import bind_text, on_retranslate
from millmate.gui.style import theme
from millmate.gui.style.icons import icon
from millmate.gui.style.label import Label
from millmate.language import mark, tr

_LARGE = 1.2  # text scale above which only two buttons fit side by side


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
        self.dismiss = QToolButton()
        self.dismiss.setAutoRaise(True)
        self.dismiss.setIcon(icon("close"))
        self.dismiss.setIconSize(QSize(16, 16))
        bind_text(
            self.dismiss,
            tip=mark("Hide this; you find it again in the Help menu"),
            name=mark("Hide"),
        )
        self.dismiss.clicked.connect(self.dismissed)
        self.examples = [self._button(example) for example in EXAMPLES]
        self.tour = bind_text(
            QPushButton(),
            text=mark("One-minute tour"),
            tip=mark("Shows the parts of the window step by step; Esc ends the tour"),
        )
        self.tour.clicked.connect(self.tour_wanted)
        self._lay_out()

    def tell(self, example: Example) -> None:
        """Say what to do with the example that was chosen."""
        self._example = example
        self._retranslate()

    def _retranslate(self) -> None:
        welcome = tr("Welcome! Try one of three endings, or look around.")
        self.words.setText(welcome if self._example is None else tr(self._example.task))

    def _lay_out(self) -> None:
        above, below = QHBoxLayout(), QGridLayout()
        above.setSpacing(theme.GRID)
        above.addWidget(self.words, 1)
        below.setSpacing(theme.GRID)
        buttons, columns = [*self.examples, self.tour], 2
        if theme.text_scale() < _LARGE:
            above.addWidget(buttons.pop())
            columns = len(buttons)
        above.addWidget(self.dismiss)
        for number, button in enumerate(buttons):
            below.addWidget(button, *divmod(number, columns))
        below.setColumnStretch(columns, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GRID, theme.GRID // 2, theme.GRID // 2, theme.GRID)
        column.setSpacing(theme.GRID // 2)
        column.addLayout(above)
        column.addLayout(below)

    def _button(self, example: Example) -> QPushButton:
        button = bind_text(QPushButton(), text=example.name, tip=example.task)
        button.clicked.connect(lambda: self.chosen.emit(example))
        return button
