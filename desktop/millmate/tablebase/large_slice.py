"""Tables without pawns that do not fit in memory: a promotion needs only a part of them.

The square of a promotion is fixed, so of a table of six men a slice with five and a pawn needs the
positions with one piece on one square: a 64th, up to the board's symmetry.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.tablebase.layout import Layout
from millmate.tablebase.slices import Slices
from millmate.tablebase.table import Table, Values

_Ints = NDArray[np.int64]
# Returns the codes that some others stand for, given the excess of distances over 127, if any.
_Through = Callable[[Values, Values | None], Values]


@dataclass(frozen=True, slots=True)
class LargeSlice:
    """The only slice of a table without pawns, with one side to move; read as far as it is needed.

    `through`: maps the table's codes to those to return; None returns them unchanged.
    """

    table: Table | Slices
    turn: bool
    threads: int = 1
    through: _Through | None = None

    @property
    def nbytes(self) -> int:
        """The bytes of values in memory: none before they are read."""
        return 0

    def standing(self, piece: int, kings: _Ints, squares: _Ints) -> Values:
        """Return placements in which one piece is on a given square for each pivot king.

        No more than a tenth of the slice is in memory at a time.

        Args:
            piece: The number of the piece in the table's layout.
            kings: int64[n], indices of the pivot king.
            squares: int64[n], the square of the piece for each of them.

        Returns:
            uint8[n * 64 ** (pieces - 1), 64]: for each of `kings` the other pieces' placements.

        Raises:
            TableError: A chunk is missing, truncated or altered.
        """
        table = self.table
        out = np.empty((kings.size, *[64] * table.layout.pieces), np.uint8)
        for king in np.unique(kings).tolist():
            own = kings == king
            found = self._read_alone(king, piece, squares[own])
            if found is None:
                found = self._with(self._rows(king), piece, squares[own])
            if self.through is not None:
                rest = None
                if table.has_more:
                    rest = self._with(self._rows(king, more=True), piece, squares[own])
                found = self.through(found, rest)
            out[own] = found
        return out.reshape(-1, 64)

    def _read_alone(self, king: int, piece: int, squares: _Ints) -> Values | None:
        """Return the rows with a piece on each of some squares, None if others must be read."""
        parts = []
        if not isinstance(self.table, Slices):
            return None
        for square in squares.tolist():
            part = self.table.standing_values(self.turn, king, piece, square, self.threads)
            if part is None:
                return None
            parts.append(part.reshape([64] * self.table.layout.pieces))
        return np.stack(parts)

    def _rows(self, king: int, more: bool = False) -> Values:
        """Return the rows of a pivot king, or the excess of their distances over 127."""
        table, turn, rows = self.table, self.turn, 64**self.table.layout.pieces
        if isinstance(table, Slices):
            return (
                table.king_more(turn, king) if more else table.king_values(turn, king, self.threads)
            )
        whole = table.more_values(turn) if more else table.slice_values(turn, 0, None, self.threads)
        return whole[king * rows : (king + 1) * rows]

    def _with(self, block: Values, piece: int, squares: _Ints) -> Values:
        """Return, of the rows of a pivot king, those with a piece on each of some squares."""
        axes = np.moveaxis(block.reshape([64] * (self.table.layout.pieces + 1)), piece, 0)
        return axes[squares]


def standing(
    rows: Values | LargeSlice, layout: Layout, piece: int, kings: _Ints, squares: _Ints
) -> Values:
    """Return the same as `LargeSlice.standing`, also of values in memory."""
    if isinstance(rows, LargeSlice):
        return rows.standing(piece, kings, squares)
    axes = rows.reshape(-1, *[64] * (layout.pieces + 1))
    found = np.moveaxis(axes, piece + 1, 1)[kings, squares]
    return np.ascontiguousarray(found.reshape(-1, 64))


# Returns the values of a slice of a canonical material's table for one side to move,
# uint8[words, 64], with all orders of like pieces filled in; a `LargeSlice` if it is too large.
Read = Callable[[Material, int, bool], Values | LargeSlice]
