"""The sets of a table as a list: a row a number of plies, both sides to move side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor

from millmate.gui.style import theme
from millmate.gui.style.table_model import ROOT, ColumnsModel, Index
from millmate.language import mark, number

if TYPE_CHECKING:
    from millmate.tablebase.sets import DecidedSet

_COLUMNS = (mark("Plies"), mark("The side to move"), mark("White to move"), mark("Black to move"))
_WHITE, _BLACK = 2, 3
_NONE = "\N{EN DASH}"


class SetsModel(ColumnsModel):
    """How many positions there are of each distance."""

    columns = _COLUMNS
    texts = frozenset({1})

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[bool, tuple[int, ...]] = {True: (), False: ()}
        self._kind: type[DecidedSet] | None = None

    def show(
        self,
        white: tuple[int, ...],
        black: tuple[int, ...],
        kind: type[DecidedSet] | None = None,
    ) -> None:
        """Show the counts of another table, by plies, with White and with Black to move.

        `kind` says what plies mean: that of the table's sets, None where there are none.
        """
        self.beginResetModel()
        self._kind = kind
        self._counts = {True: white, False: black}
        self.endResetModel()

    def count(self, plies: int, turn: bool) -> int:
        """Return the positions of a set."""
        counts = self._counts[turn]
        return counts[plies] if plies < len(counts) else 0

    def index_of(self, plies: int, turn: bool) -> QModelIndex:
        """Return the cell of a set."""
        return self.index(plies, _WHITE if turn else _BLACK)

    def turn_of(self, index: Index) -> bool:
        """Return the side to move that a cell is about; in the first columns one with positions."""
        if index.column() >= _WHITE:
            return index.column() == _WHITE
        return self.count(index.row(), True) > 0 or self.count(index.row(), False) == 0

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the greatest number of plies, and one."""
        return 0 if parent.isValid() else max(len(counts) for counts in self._counts.values())

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the cell's text."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.aligned(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index)
        if role == Qt.ItemDataRole.ForegroundRole and self._text(index) == _NONE:
            return QColor(theme.colours().muted)
        return None

    def _text(self, index: Index) -> str:
        if index.column() == 0:
            return _NONE if self._kind and self._kind.outcomes else str(index.row())
        if index.column() == 1:
            return self._kind.fate(index.row()) if self._kind else ""
        count = self.count(index.row(), index.column() == _WHITE)
        return number(count) if count else _NONE
