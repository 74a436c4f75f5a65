"""What every legal move is worth, best first."""

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from millmate.gui import theme
from millmate.gui.answer import Answer, MoveWorth

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_OUTCOMES = {1: "win", 0: "draw", -1: "loss", None: ""}


class WorthModel(QAbstractTableModel):
    """The legal moves of a position with what they are worth to the side that plays them."""

    def __init__(self) -> None:
        super().__init__()
        self.moves: tuple[MoveWorth, ...] = ()

    def show(self, moves: tuple[MoveWorth, ...]) -> None:
        """Put `moves` in place of those before."""
        self.beginResetModel()
        self.moves = moves
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of moves."""
        return 0 if parent.isValid() else len(self.moves)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return 2: the move and its worth."""
        return 0 if parent.isValid() else 2

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the columns' names."""
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return ("Move", "Worth")[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the cell's text, and a colour that repeats it."""
        move = self.moves[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (move.notation, move.words or "unknown")[index.column()]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == 1:
            scheme = theme.colours()
            shades = {1: scheme.good, -1: scheme.bad}
            return QColor(shades.get(move.wdl or 0, scheme.muted))
        return None


class TablePanel(QWidget):
    """The moves with their worth; `move_chosen` carries the UCI text of one double-clicked."""

    move_chosen = Signal(str)
    worth_wanted = Signal()
    explore_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = WorthModel()
        self.view = self._list()
        self.note = theme.muted()
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.reveal = QPushButton("Show what moves are worth")
        self.reveal.clicked.connect(self.worth_wanted)
        self.explore = QPushButton("Explore the table…")
        self.explore.setToolTip("How many positions are decided in 0, 1, 2 … plies, and which")
        self.explore.clicked.connect(self.explore_wanted)
        self.others = QLabel()
        self.others.setWordWrap(True)
        self.others.setTextFormat(Qt.TextFormat.PlainText)
        self.others.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.others.setAccessibleName("What the tables of other programs say")
        self.hint = theme.muted("Double-click or Enter plays a move on your turn.")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, theme.GRID, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.note, 1)
        layout.addWidget(self.reveal, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self.hint)
        layout.addWidget(self.others)
        layout.addWidget(self.explore, 0, Qt.AlignmentFlag.AlignLeft)
        self._answer: Answer | None = None
        self._worth = True
        self._update()

    def _list(self) -> QTableView:
        view = QTableView()
        view.setModel(self.model)
        view.setShowGrid(False)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        view.horizontalHeader().setHighlightSections(False)
        view.verticalHeader().hide()
        view.verticalHeader().setDefaultSectionSize(view.fontMetrics().height() + theme.GRID)
        view.setAccessibleName("Legal moves, best first")
        view.activated.connect(self._activated)
        return view

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        """Show the moves of the position that `answer` is about."""
        self._answer = answer
        self._update()

    def show_worth(self, worth: bool) -> None:
        """Tell or hide what moves are worth."""
        self._worth = worth
        self._update()

    def _update(self) -> None:
        answer = self._answer
        hidden = bool(answer and answer.covered and not self._worth)
        moves = answer.moves if answer and answer.covered and not hidden else ()
        self.model.show(moves)
        self.view.setVisible(bool(moves))
        self.hint.setVisible(bool(moves))
        self.note.setVisible(not moves)
        self.note.setText(_note(answer, hidden))
        self.reveal.setVisible(hidden)
        others = answer.others if answer and self._worth else ()
        self.others.setText("\n".join(others))
        self.others.setVisible(bool(others))
        self.explore.setVisible(bool(answer and answer.covered))
        self.explore.setText(f"Explore {answer.material}…" if answer else "Explore…")

    @Slot(QModelIndex)
    def _activated(self, index: QModelIndex) -> None:
        self.move_chosen.emit(self.model.moves[index.row()].text)


def _note(answer: Answer | None, hidden: bool) -> str:
    if answer is None:
        return "Looking the position up"
    if hidden:
        return "The worth of moves is hidden while you play."
    if answer.over:
        return "No moves: the game has ended on the board."
    if answer.plan is not None:
        return (
            f"Once the table {answer.material} is built, every legal move stands here with its "
            "worth: a win and in how many moves, a draw, or a loss."
        )
    return answer.remark
