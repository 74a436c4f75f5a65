"""What every legal move is worth, as a list: wins, draws, losses, each kind under a heading."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from millmate.games.chess.piece_letters import localize
from millmate.gui.style import theme
from millmate.gui.style.tool_tips import wrapped
from millmate.gui.verdicts.answer import Answer, MoveWorth
from millmate.language import count, mark, tr

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_ROLE = Qt.ItemDataRole
_HEADINGS = {
    1: (mark("Wins: {n} move"), mark("Wins: {n} moves")),
    0: (mark("Draws: {n} move"), mark("Draws: {n} moves")),
    -1: (mark("Loses: {n} move"), mark("Loses: {n} moves")),
    None: (mark("{n} legal move"), mark("{n} legal moves")),
}


class WorthModel(QAbstractTableModel):
    """The legal moves of a position, best first, with what they are worth to who plays them.

    The columns are the move, its worth by our own table, and by the tables of other programs. A row
    is a move or the heading of a group, which takes the whole breadth.
    """

    def __init__(self) -> None:
        super().__init__()
        self.moves: tuple[MoveWorth, ...] = ()
        self._answer: Answer | None = None
        self._rows: list[MoveWorth | str] = []

    def show(self, answer: Answer | None) -> None:
        """Put the moves of `answer` in place of those before; None shows none."""
        self.beginResetModel()
        self._answer = answer
        self.moves = answer.moves if answer else ()
        self._rows = []
        for wdl, words in _HEADINGS.items():
            group = [move for move in self.moves if move.wdl == wdl]
            if group:
                self._rows += [count(len(group), *map(tr, words)), *group]
        self.endResetModel()

    def move_at(self, index: Index) -> MoveWorth | None:
        """Return the move in a row, None in that of a heading."""
        row = self._rows[index.row()] if index.isValid() else ""
        return None if isinstance(row, str) else row

    def index_of(self, number: int) -> QModelIndex:
        """Return the place of the move `number`, counted from the best one, 0."""
        return self.index(self._rows.index(self.moves[number]), 0)

    @property
    def headings(self) -> list[int]:
        """The rows of the headings."""
        return [number for number, row in enumerate(self._rows) if isinstance(row, str)]

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of moves and headings."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return 2, and one for each kind of tables of other programs."""
        others = self._answer.kinds if self._answer else ()
        return 0 if parent.isValid() else 2 + len(others)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        """Return the columns' names, which name the metric, and what it is as a hint."""
        if orientation is not Qt.Orientation.Horizontal or self._answer is None:
            return None
        answer = self._answer
        ours = [tr("Move"), self._ours(answer)]
        hints = [
            tr("Click a move, or press Space or Enter, to play it."),
            wrapped(answer.metric.meaning) if answer.metric else "",
        ]
        if role == _ROLE.DisplayRole:
            return [*ours, *(kind.name for kind in answer.kinds)][section]
        if role == _ROLE.ToolTipRole:
            return [*hints, *(wrapped(kind.meaning) for kind in answer.kinds)][section]
        return None

    @staticmethod
    def _ours(answer: Answer) -> str:
        if answer.metric is None:
            return tr("Worth")
        return (answer.kinds and answer.metric.short) or answer.metric.name

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings cannot be chosen."""
        return super().flags(index) if self.move_at(index) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> Any:
        """Return the cell's text, a colour that repeats it, and it at length as a hint."""
        row = self._rows[index.row()]
        if isinstance(row, str):
            return self._heading(index, row, role)
        if role == _ROLE.DisplayRole:
            return (localize(row.notation), row.words or "", *row.others)[index.column()]
        if role == _ROLE.ToolTipRole:
            return f"{localize(row.notation)}  {row.hint}" if row.hint else None
        if role == _ROLE.ForegroundRole and index.column() > 0:
            return _shade(row.wdl)
        return None

    def _heading(self, index: Index, words: str, role: int) -> Any:
        if role == _ROLE.DisplayRole:
            return words if index.column() == 0 else ""
        if role == _ROLE.FontRole:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        if role == _ROLE.ForegroundRole:
            following = self._rows[index.row() + 1]
            return _shade(following.wdl if isinstance(following, MoveWorth) else None)
        return None


def _shade(wdl: int | None) -> QColor:
    scheme = theme.colours()
    return QColor({1: scheme.good, -1: scheme.bad}.get(wdl or 0, scheme.muted))
