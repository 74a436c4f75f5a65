"""The values of all legal moves beside the board, from our own tables and from others."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from millmate.games.catalogue import game_of
from millmate.gui.features.verdicts.worth_list import WorthModel, WorthView
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, wrapped
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.gui.shell.probe.answer import Answer
from millmate.language import mark, tr
from millmate.tablebase.chess_tables import MOST_MEN
from millmate.tablebase.table_titles import title_and_code


class TablePanel(QWidget):
    """The moves with their values, grouped under headings.

    `move_chosen` carries the move to be played, `pointed` the one under mouse or keyboard, or "".
    The panel takes its place before the answer arrives and keeps it until another game starts, so
    that nothing below it moves under the mouse.
    """

    move_chosen = Signal(str)
    pointed = Signal(str)
    worth_wanted = Signal()
    explore_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.model = WorthModel()
        names = mark("Legal moves, best first"), mark("Click or Space plays a move.")
        self.view = bind_text(WorthView(self.model), name=names[0], tip=names[1])
        self.view.chosen.connect(self.move_chosen)
        self.view.pointed.connect(self.pointed)
        self.note = theme.muted()
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.reveal = push_button(mark("Show the value of moves"), self.worth_wanted)
        self.explore = push_button(mark("Explore this ending…"), self.explore_wanted)
        self.others = Label()
        self.others.setWordWrap(True)
        self.others.setTextFormat(Qt.TextFormat.PlainText)
        self.others.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._lay_out()
        self._answer: Answer | None = None
        self._worth, self._gives_way = True, False
        self._wanted = self._held = False  # whether a position since the start needed the panel
        self._update()
        translator.changed.connect(self._update)

    def _lay_out(self) -> None:
        below = hbox(None, self.explore)
        middle = (self.reveal, Qt.AlignmentFlag.AlignHCenter)
        parts = (self.view, 1), (self.note, 1), middle, self.others, below
        vbox(*parts, within=self, spacing=theme.GRID // 2)

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        """Show the moves of the position of `answer`."""
        self._answer = answer
        self._update()

    @Slot(str)
    def release(self, fen: str) -> None:
        """Give the place up if `fen` does not need it, because another game starts there."""
        self._wanted = self._held = _has_place(fen)
        self._appear()

    @Slot(str)
    def follow(self, fen: str) -> None:
        """Take the place before the answer comes if a table may hold `fen`."""
        self._want(_has_place(fen))

    @Slot()
    def settle(self) -> None:
        """Take the place that was wanted while the mouse was over the parts below."""
        self._held = self._wanted
        self._appear()

    def _want(self, wanted: bool) -> None:
        self._wanted = self._wanted or wanted
        parts = self.parentWidget()
        if parts is None or not parts.underMouse():
            self.settle()

    def _appear(self) -> None:
        self.setVisible(self._held and not self._gives_way)

    def show_worth(self, worth: bool) -> None:
        """Show or hide the values of the moves."""
        self._worth = worth
        self._update()

    def give_way(self, gives_way: bool) -> None:
        """Hide the panel where what stands below it needs the room, or show it again."""
        self._gives_way = gives_way
        self._appear()

    @Slot()
    def _update(self) -> None:
        answer = self._answer
        known = answer is not None and (
            answer.covered or bool(answer.kinds) or answer.bound is not None
        )
        hidden = known and not self._worth
        self.model.show_answer(answer if known and not hidden else None)
        moves = self.model.moves
        self.view.setVisible(bool(moves))
        others = answer.others if answer and self._worth else ()
        needed = bool(moves or others or hidden)
        self.note.setVisible(hidden or not needed)
        self.note.setText(_note(answer, hidden))
        self.reveal.setVisible(hidden)
        self.others.setText("\n".join(others))
        self.others.setVisible(bool(others))
        self.explore.setVisible(bool(answer and answer.covered and not answer.solved))
        if answer:
            tip = tr("How many positions are decided in 0, 1, 2 … plies, and which")
            self.explore.setToolTip(wrapped(f"{title_and_code(answer.material)}\n{tip}"))
        self._want(needed)


def _has_place(fen: str) -> bool:
    """Return whether there may be a table of `fen`, by its number of men alone."""
    return game_of(fen) != "chess" or sum(map(str.isalpha, fen.split()[0])) <= MOST_MEN


def _note(answer: Answer | None, hidden: bool) -> str:
    if answer is None:
        return tr("Looking the position up")
    if hidden or answer.hidden:
        return tr("The values of moves are hidden.")
    if answer.over:
        return tr("No moves: the game has ended on the board.")
    if answer.plan is not None:
        return tr(
            "Once the table {table} is built, every legal move is listed here with its "
            "result: a win and in how many moves, a draw, or a loss.",
            table=title_and_code(answer.material),
        )
    return ""  # the verdict above has said it
