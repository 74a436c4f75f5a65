"""Tables without pawns that do not fit in memory: a promotion needs but a part of them.

The square of a promotion is fixed, so of a table of six men a slice with five and a pawn needs the
positions with one piece on one square: a 64th, up to the board's symmetry.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from millmate.tablebase.slice_files import SliceFiles
from millmate.tablebase.table import Table, Values


@dataclass(frozen=True, slots=True)
class LargeSlice:
    """The only slice of a table without pawns, with one side to move; read as far as it is needed.

    `codes`: those to take for the 256 that the table holds, the same if None.
    """

    table: Table | SliceFiles
    turn: bool
    threads: int = 1
    codes: Values | None = None

    @property
    def nbytes(self) -> int:
        """The bytes of values in memory: none before they are asked for."""
        return 0

    def through(self, codes: Values) -> "LargeSlice":
        """Return the slice with `codes` taken for the 256 that this one returns."""
        return replace(self, codes=codes if self.codes is None else codes[self.codes])

    def standing(self, piece: int, kings: NDArray[np.int64], squares: NDArray[np.int64]) -> Values:
        """Return placements in which one piece stands on a given square for each pivot king.

        A tenth of the slice is in memory at a time.

        Args:
            piece: The number of the piece in the table's layout.
            kings: int64[n], indices of the pivot king.
            squares: int64[n], where the piece stands then.

        Returns:
            uint8[n * 64 ** (pieces - 1), 64]: for each of `kings` the other pieces' placements.

        Raises:
            TableError: A chunk is missing, truncated or altered.
        """
        pieces = self.table.layout.pieces
        out = np.empty((kings.size, *[64] * pieces), np.uint8)
        for king in np.unique(kings).tolist():
            block = self.table.king_values(self.turn, king, self.threads)
            block = np.moveaxis(block.reshape([64] * (pieces + 1)), piece, 0)
            for at in np.flatnonzero(kings == king).tolist():
                out[at] = block[squares[at]]
        rows = out.reshape(-1, 64)
        return rows if self.codes is None else self.codes[rows]
