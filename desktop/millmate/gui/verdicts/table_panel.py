"""The values of all legal moves beside the board, from our own tables and from others."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from millmate.gui.languages.translator import bind_text, translator
from millmate.gui.style import theme
from millmate.gui.style.areas import hbox, vbox
from millmate.gui.style.buttons import push_button
from millmate.gui.style.label import Label
from millmate.gui.verdicts.answer import Answer
from millmate.gui.verdicts.move_preview import MovePreview
from millmate.gui.verdicts.worth_list import WorthModel
from millmate.gui.verdicts.worth_view import WorthView
from millmate.language import mark, tr

_PAUSE = 250  # milliseconds that a move is pointed at until its position is shown


class TablePanel(QWidget):
    """The moves with their values, grouped under headings.

    `move_chosen` carries the move to be played, `pointed` the one under mouse or keyboard, or "";
    `height_wanted` the height in pixels that all moves need. While the user steps through a game it
    never shrinks, so that the widgets below do not jump.
    """

    move_chosen = Signal(str)
    pointed = Signal(str)
    worth_wanted = Signal()
    explore_wanted = Signal()
    height_wanted = Signal(int)

    def __init__(self) -> None:
        self._ready = False  # while the parts are being made
        super().__init__()
        self.model = WorthModel()
        names = mark("Legal moves, best first"), mark("Click or Space plays a move.")
        self.view = bind_text(WorthView(self.model), name=names[0], tip=names[1])
        self.view.chosen.connect(self.move_chosen)
        self.view.pointed.connect(self.pointed)
        self.view.pointed.connect(self._point)
        self._flipped = False  # whether the board shows Black below
        self._pointed = ""
        self.preview: MovePreview | None = None  # made when it is first needed
        self._waiting = QTimer(self, singleShot=True, interval=_PAUSE)
        self._waiting.timeout.connect(self._show_preview)
        self.note = theme.muted()
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.reveal = push_button(mark("Show the value of moves"), self.worth_wanted)
        tip = mark("How many positions are decided in 0, 1, 2 … plies, and which")
        self.explore = bind_text(QPushButton(), tip=tip)
        self.explore.clicked.connect(self.explore_wanted)
        self.others = Label()
        self.others.setWordWrap(True)
        self.others.setTextFormat(Qt.TextFormat.PlainText)
        self.others.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._lay_out()
        self._answer: Answer | None = None
        self._worth = True
        self._most = 0  # pixels: the greatest height needed since another game started
        self._ready = True
        self._held = False  # whether the panel stays visible because an earlier position needed it
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

    def release(self) -> None:
        """Hide the panel if the next position does not need it, because another game starts.

        Until then the panel stays visible, so that the widgets below it do not jump while the user
        steps through a game or changes a position.
        """
        self._held, self._most = False, 0

    @Slot(bool)
    def set_flipped(self, flipped: bool) -> None:
        """Show positions as the board does, from Black's side or from White's."""
        self._flipped = flipped

    @Slot(str)
    def _point(self, move: str) -> None:
        """Show where the move leads after a moment, so that nothing flickers on the way."""
        self._pointed = move
        if not move:
            self.dismiss()
        elif self.preview is not None and self.preview.isVisible():
            self._show_preview()
        else:
            self._waiting.start()

    @Slot()
    def _show_preview(self) -> None:
        if self._answer is None or not self._pointed:
            return
        if self.preview is None:
            self.preview = MovePreview(self.window())
        self.preview.show_move(self._answer.fen, self._pointed, self._flipped, self)

    def dismiss(self) -> None:
        """Hide the position after a move."""
        self._waiting.stop()
        if self.preview is not None:
            self.preview.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height, as another width has another number of columns."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._most = 0
            self._ask_for_height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._most = 0
            self._ask_for_height()

    def _ask_for_height(self) -> None:
        if self._ready:
            self._most = max(self._most, self.sizeHint().height())
            self.setMaximumHeight(self._most)
            self.height_wanted.emit(self._most)

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
        self.view.setVisible(bool(moves))
        others = answer.others if answer and self._worth else ()
        needed = bool(moves or others or hidden)
        self._held = self._held or needed
        self.note.setVisible(hidden or not needed)
        self.note.setText(_note(answer, hidden))
        self.reveal.setVisible(hidden)
        self.others.setText("\n".join(others))
        self.others.setVisible(bool(others))
        self.explore.setVisible(bool(answer and answer.covered))
        if answer:
            self.explore.setText(tr("Explore {table}…", table=answer.material))
        self.setVisible(self._held)
        self.view.updateGeometry()
        self._ask_for_height()


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
    return ""  # the verdict above has said it
