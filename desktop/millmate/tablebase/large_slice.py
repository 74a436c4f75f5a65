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
from millmate.tablebase.slices import CODES, MORE, Slices
from millmate.tablebase.table import Values

_Ints = NDArray[np.int64]
# Returns the codes that some others stand for, given the excess of distances over 127, if any.
_Through = Callable[[Values, Values | None], Values]


@dataclass(frozen=True, slots=True)
class LargeSlice:
    """The only slice of a table without pawns, with one side to move; read as far as it is needed.

    `through`: maps the table's codes to those to return; None returns them unchanged.
    """

    table: Slices
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
            where = self.turn, king, piece, squares[own]
            found = table.standing_values(CODES, *where, self.threads)
            if self.through is not None:
                rest = table.standing_values(MORE, *where, self.threads) if table.has_more else None
                found = self.through(found, rest)
            out[own] = found
        return out.reshape(-1, 64)


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
