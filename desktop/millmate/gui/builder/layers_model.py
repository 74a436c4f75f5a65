"""The sets of positions decided in n plies, as a build finds them."""

from __future__ import annotations

from collections.abc import Sequence

from millmate.gui.builder.build_run import Layer
from millmate.gui.style.table_model import Column, TableModel
from millmate.language import mark, number, tr

_Row = tuple[int, int | None, int | None]  # plies, and the positions that Black and White win


def _won(title: str, winner: bool) -> Column[_Row]:
    def text(row: _Row) -> str:
        count = row[1 + winner]
        return "" if count is None else number(count)

    return Column(title, text, numeric=True)


_COLUMNS: tuple[Column[_Row], ...] = (
    Column(mark("Plies"), lambda row: str(row[0]), numeric=True),
    Column(mark("Meaning"), lambda row: meaning(row[0])),
    _won(mark("White wins"), True),
    _won(mark("Black wins"), False),
)


class LayersModel(TableModel[_Row]):
    """One row a number of plies, the positions that White and Black win in it beside each other."""

    def __init__(self) -> None:
        super().__init__(_COLUMNS)

    def add(self, layers: Sequence[Layer]) -> None:
        """Add sets, at least one; rows up to their plies come into being."""
        last = max(layer.ply for layer in layers)
        self.append([(ply, None, None) for ply in range(len(self.rows), last + 1)])
        changed: dict[int, _Row] = {}
        for layer in layers:
            ply, black, white = changed.get(layer.ply, self.rows[layer.ply])
            if layer.winner:
                white = layer.positions
            else:
                black = layer.positions
            changed[layer.ply] = ply, black, white
        self.set_rows(changed)


def meaning(ply: int) -> str:
    """Return in words what is decided in `ply` plies."""
    if ply == 0:
        return tr("checkmate")
    if ply % 2:
        return tr("to move and mate in {n}", n=(ply + 1) // 2)
    return tr("to be mated in {n}", n=ply // 2)
