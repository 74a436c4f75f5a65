"""The sets of positions decided in n plies, as a build finds them."""

from collections.abc import Sequence
from typing import Any

from millmate.gui.builder.build_run import Layer
from millmate.gui.style.table_model import ALIGNMENT, DISPLAY, ROOT, ColumnsModel, Index
from millmate.language import mark, number, tr

_COLUMNS = (mark("Plies"), mark("Meaning"), mark("White wins"), mark("Black wins"))
_WHITE, _BLACK = 2, 3


class LayersModel(ColumnsModel):
    """One row a number of plies, the positions that White and Black win in it beside each other."""

    columns = _COLUMNS
    texts = frozenset({1})

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[dict[bool, int]] = []

    def clear(self) -> None:
        """Begin with another table."""
        self.beginResetModel()
        self._rows = []
        self.endResetModel()

    def add(self, layers: Sequence[Layer]) -> None:
        """Take sets in, at least one; rows up to their plies come into being."""
        plies = [layer.ply for layer in layers]
        first, last = min(plies), max(plies)
        if last >= len(self._rows):
            self.beginInsertRows(ROOT, len(self._rows), last)
            self._rows += [{} for _ in range(last + 1 - len(self._rows))]
            self.endInsertRows()
        for layer in layers:
            self._rows[layer.ply][layer.winner] = layer.positions
        # Told once for all of them: each time, columns are measured.
        self.dataChanged.emit(self.index(first, _WHITE), self.index(last, _BLACK))

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the greatest number of plies found, and one."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        """Return the cell's text."""
        if role == ALIGNMENT:
            return self.aligned(index.column())
        if role != DISPLAY:
            return None
        if index.column() == 0:
            return str(index.row())
        if index.column() == 1:
            return meaning(index.row())
        count = self._rows[index.row()].get(index.column() == _WHITE)
        return "" if count is None else number(count)


def meaning(ply: int) -> str:
    """Return in words what is decided in `ply` plies."""
    if ply == 0:
        return tr("checkmate")
    if ply % 2:
        return tr("to move and mate in {n}", n=(ply + 1) // 2)
    return tr("to be mated in {n}", n=ply // 2)
