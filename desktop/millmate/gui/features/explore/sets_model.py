"""The sets of a table as a list model: one row per number of plies, with both sides to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex

from millmate.gui.kit import theme
from millmate.gui.kit.table_model import Column, Index, TableModel
from millmate.language import mark, number

if TYPE_CHECKING:
    from millmate.tablebase.sets import DecidedSet

_WHITE, _BLACK = 2, 3
_NONE = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class _SetRow:
    """The number of positions so far from the end, with Black and with White to move.

    `kind` is the type of the table's sets, which defines the meaning of `number`, a set's row.
    """

    number: int
    counts: tuple[int, int]
    kind: type[DecidedSet] | None


def _plies(row: _SetRow) -> str:
    if row.kind and row.kind.outcomes:
        return _NONE
    return str(row.number // row.kind.rows_per_ply if row.kind else row.number)


def _muted_none(text: str) -> str | None:
    return theme.colours().muted if text == _NONE else None


def _counts_column(title: str, turn: bool) -> Column[_SetRow]:
    def text(row: _SetRow) -> str:
        return number(row.counts[turn]) if row.counts[turn] else _NONE

    return Column(title, text, numeric=True, colour=lambda row: _muted_none(text(row)))


_COLUMNS: tuple[Column[_SetRow], ...] = (
    Column(mark("Plies"), _plies, numeric=True, colour=lambda row: _muted_none(_plies(row))),
    Column(mark("The side to move"), lambda row: row.kind.fate(row.number) if row.kind else ""),
    _counts_column(mark("White to move"), True),
    _counts_column(mark("Black to move"), False),
)


class SetsModel(TableModel[_SetRow]):
    """The number of positions at each distance."""

    def __init__(self) -> None:
        super().__init__(_COLUMNS)
        self._places: dict[int, int] = {}  # rows of the list by those of the sets

    def show_counts(
        self, white: Sequence[int], black: Sequence[int], kind: type[DecidedSet] | None = None
    ) -> None:
        """Show the counts of another table by row, with White and with Black to move.

        Where a ply has several rows, empty ones are left out.
        """
        sparse = kind is not None and kind.rows_per_ply > 1
        rows = [
            _SetRow(number, each, kind)
            for number, each in enumerate(zip_longest(black, white, fillvalue=0))
            if any(each) or not sparse
        ]
        self._places = {row.number: place for place, row in enumerate(rows)}
        self.show(rows)

    def index_of(self, number: int, turn: bool) -> QModelIndex:
        """Return the cell of a set, an invalid one if its row is left out."""
        return self.index(self._places.get(number, -1), _WHITE if turn else _BLACK)

    def number_of(self, index: Index) -> int:
        return self.row_at(index).number

    def turn_of(self, index: Index) -> bool:
        """Return the side to move of a cell; in the first columns, one with positions."""
        if index.column() >= _WHITE:
            return index.column() == _WHITE
        black, white = self.row_at(index).counts
        return white > 0 or black == 0
