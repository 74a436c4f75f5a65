"""The values of all legal moves beside the board, from our own tables and from others."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from millmate.gui.languages.translator import bind_text, translator
from millmate.gui.style import theme
from millmate.gui.style.areas import hbox, vbox
from millmate.gui.style.buttons import push_button
from millmate.gui.style.label import Label
from millmate.gui.verdicts.answer import Answer
from millmate.gui.verdicts.worth_list import WorthModel, WorthView
from millmate.language import mark, tr


class TablePanel(QWidget):
    """The moves with their values, grouped under headings.

    `move_chosen` carries the move to be played, `pointed` the one under mouse or keyboard, or "".
    """

    move_chosen = Signal(str)
    pointed = Signal(str)
    worth_wanted = Signal()
    explore_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.model = WorthModel()
        self.view = bind_text(WorthView(self.model), name=mark("Legal moves, best first"))
        self.view.chosen.connect(self.move_chosen)
        self.view.pointed.connect(self.pointed)
        self.note = theme.muted()
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.reveal = push_button(mark("Show the value of moves"), self.worth_wanted)
        tip = mark("How many positions are decided in 0, 1, 2 … plies, and which")
        self.explore = bind_text(QPushButton(), tip=tip)
        self.explore.clicked.connect(self.explore_wanted)
        self.others = bind_text(Label(), name=mark("What the tables of other programs say"))
        self.others.setWordWrap(True)
        self.others.setTextFormat(Qt.TextFormat.PlainText)
        self.others.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.hint = bind_text(theme.muted(), text=mark("Click or Space plays a move."))
        self._lay_out()
        self._answer: Answer | None = None
        self._worth = True
        self._held = False  # whether the panel stays visible because an earlier position needed it
        self._update()
        translator.changed.connect(self._update)

    def _lay_out(self) -> None:
        below = hbox((self.hint, 1), self.explore)
        below.insertStretch(1, 0)  # while the hint is hidden
        middle = (self.reveal, Qt.AlignmentFlag.AlignHCenter)
        vbox((self.view, 1), (self.note, 1), middle, self.others, below, within=self)

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        """Show the moves of the position of `answer`."""
        self._answer = answer
        self._update()

    def release(self) -> None:
        """Hide the panel if the next position does not need it, because another game starts.

        Until then the panel stays visible, so that the widgets below it do not jump while the user
        steps through a game or changes a position.
        """
        self._held = False

    def show_worth(self, worth: bool) -> None:
        """Show or hide the values of the moves."""
        self._worth = worth
        self._update()

    @Slot()
    def _update(self) -> None:
        answer = self._answer
        known = answer is not None and (answer.covered or bool(answer.kinds))
        hidden = known and not self._worth
        self.model.show_answer(answer if known and not hidden else None)
        moves = self.model.moves
        self.view.setColumnHidden(1, answer is not None and not answer.covered)
        self.view.setVisible(bool(moves))
        self.hint.setVisible(bool(moves))
        others = answer.others if answer and self._worth else ()
        needed = bool(moves or others or hidden)
        self._held = self._held or needed
        self.note.setVisible(hidden or not needed)
        self.note.setText(_note(answer, hidden))
        self.reveal.setVisible(hidden)
        self.others.setText("\n".join(others))
        self.others.setVisible(bool(others))
        self.explore.setVisible(bool(answer and answer.covered))
        self.setVisible(self._held)
        if answer:
            self.explore.setText(tr("Explore {table}…", table=answer.material))


def _note(answer: Answer | None, hidden: bool) -> str:
    if answer is None:
        return tr("Looking the position up")
    if hidden:
        return tr("The worth of moves is hidden while you play.")
    if answer.over:
        return tr("No moves: the game has ended on the board.")
    if answer.plan is not None:
        return tr(
            "Once the table {table} is built, every legal move stands here with its "
            "worth: a win and in how many moves, a draw, or a loss.",
            table=answer.material,
        )
    return answer.remark or answer.headline
