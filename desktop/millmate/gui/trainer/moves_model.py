"""The person's moves of a drill with their grades, as rows."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from millmate.games.chess.piece_letters import localize
from millmate.gui.style import theme
from millmate.gui.trainer import formatting
from millmate.language import mark, tr
from millmate.play.trainer.drill import GradedMove
from millmate.play.trainer.exam import Mark

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_COLUMNS = (mark("Move"), mark("Grade"))


class GradesModel(QAbstractTableModel):
    """Moves, those taken back among them, each with its grade unless grades are withheld."""

    def __init__(self) -> None:
        super().__init__()
        self.moves: tuple[GradedMove, ...] = ()
        self._gone = 0  # how many of them, from the first, have been taken back
        self._kind, self._holding, self._told = "chess", False, True

    def show(
        self,
        gone: tuple[GradedMove, ...],
        moves: tuple[GradedMove, ...],
        kind: str,
        *,
        holding: bool,
        told: bool,
    ) -> None:
        """Put moves in place of those before: those taken back, then those of the line.

        `told` tells whether grades are to be read.
        """
        every, before = (*gone, *moves), (self.moves, self._gone, self._told)
        self._kind, self._holding = kind, holding
        if (every, len(gone), told) != before:
            self.beginResetModel()
            self.moves, self._gone, self._told = every, len(gone), told
            self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of moves."""
        return 0 if parent.isValid() else len(self.moves)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return 2: the move and its grade."""
        return 0 if parent.isValid() else len(_COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the columns' names."""
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return tr(_COLUMNS[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the cell's text, more words in its tool tip, and a colour that repeats it."""
        move, grade = self.moves[index.row()], self.moves[index.row()].grade
        if role == Qt.ItemDataRole.DisplayRole:
            return self._number(index.row()) if index.column() == 0 else self._grade(move)
        if role == Qt.ItemDataRole.ToolTipRole and self._told:
            told = formatting.grade(grade, self._kind, self._holding)
            return "\n".join(filter(None, (told, formatting.better(grade, self._kind))))
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(grade.mark, index)
        return None

    def _number(self, row: int) -> str:
        move = self.moves[row]
        text = f"{move.ply // 2 + 1}. {localize(move.grade.played.notation)}"
        return tr("{move} (taken back)", move=text) if row < self._gone else text

    def _grade(self, move: GradedMove) -> str:
        if not self._told:
            return tr("at the end")
        return f"{formatting.SIGNS[move.grade.mark]} {formatting.short_grade(move.grade)}"

    def _colour(self, of: Mark, index: Index) -> QColor | None:
        scheme = theme.colours()
        if index.column() == 0:
            return QColor(scheme.muted) if index.row() < self._gone else None
        if not self._told:
            return QColor(scheme.muted)
        shades = {Mark.KEPT: scheme.good, Mark.SLOWER: scheme.text, Mark.THROWN: scheme.bad}
        return QColor(shades[of])
