"""The layout of a morris table on disk: `[side to move, row, column]`, see `index`.

For a pair a byte holds the code of one position (`probe.VALUES`); for the placing phase it
holds four of two bits each: 0 a draw, 1 a loss, 2 a win for the side to move, the first column in
the lowest bits. A compact pair holds such outcomes, too, without distances: five in a byte, as
digits of a number to base 3, the first column in the lowest one. A row starts on a byte boundary
and chunks are whole rows, so that reading a position needs one chunk.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from millmate.tablebase.codec import Grid
from millmate.tablebase.morris.index import Places, classes
from millmate.tablebase.morris.names import Pair, Subspace

CHUNK = 1 << 18  # bytes per chunk, or one row if that has more
COMPACT_CHUNK = 1 << 16  # of a compact pair; larger ones make zstd find less
SHARD = 1 << 26  # bytes per shard, likewise
PRIMARY, OTHER = "primary", "other"

Codes = NDArray[np.uint8]

# By the number of positions in a byte: the value of each digit, and the digits of each byte.
_DIGITS = {4: np.array([1, 4, 16, 64], np.uint8), 5: np.array([1, 3, 9, 27, 81], np.uint8)}
_PARTS = {
    number: (np.arange(256)[:, None] // digits % digits[1]).astype(np.uint8)
    for number, digits in _DIGITS.items()
}
# For each code of a pair the winner: 0 none, 1 the other side, 2 the side to move.
OUTCOMES = np.array([0] + [1, 2] * 127 + [1], np.uint8)


@dataclass(frozen=True)
class Layout(Grid):
    """The order of positions in the table of a subspace.

    `compact`: whether it is a pair without distances.
    """

    table: Subspace
    compact: bool = False

    @property
    def to_move(self) -> tuple[str, ...]:
        """The sides to move that have values, `primary` and `other`."""
        if isinstance(self.table, Pair):
            return (PRIMARY,) if self.table.even else (PRIMARY, OTHER)
        return (OTHER,) if self.table.placed % 2 else (PRIMARY,)

    @property
    def per_byte(self) -> int:
        if self.compact:
            return 5
        return 1 if self.distances else 4

    @property
    def distances(self) -> bool:
        """Whether codes hold the plies to the end, not only the winner."""
        return isinstance(self.table, Pair) and not self.compact

    @cached_property
    def values_shape(self) -> tuple[int, int, int]:
        (primary, other), board = self.table.stones, self.table.geometry
        rows, columns = len(classes(primary, board)), comb(board.points - primary, other)
        return len(self.to_move), rows, columns

    @property
    def side_size(self) -> int:
        """The number of codes with one side to move."""
        return self.values_shape[1] * self.values_shape[2]

    @property
    def size(self) -> int:
        return self.sides * self.side_size

    # On disk (see `Grid`) -------------------------------------------------------------------------

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array on disk, in bytes."""
        sides, rows, columns = self.values_shape
        return sides, rows, -(-columns // self.per_byte)

    @cached_property
    def chunk_rows(self) -> int:
        _, rows, width = self.shape
        return min(rows, max(1, (COMPACT_CHUNK if self.compact else CHUNK) // width))

    @cached_property
    def chunk_shape(self) -> tuple[int, ...]:
        """The shape of a chunk: whole rows, one side to move."""
        return 1, self.chunk_rows, self.shape[2]

    @cached_property
    def shard_shape(self) -> tuple[int, ...]:
        """The shape of a shard: whole chunks, one side to move."""
        chunks = min(self.side_chunks, max(1, SHARD // self.chunk_size))
        return 1, chunks * self.chunk_rows, self.shape[2]

    @property
    def axes(self) -> list[str]:
        """The name of each axis, as stored."""
        return ["side to move", "primary side's stones", "other side's stones"]

    @property
    def chunks(self) -> int:
        return self.sides * self.side_chunks

    def rows_of(self, chunk: int) -> tuple[int, slice]:
        """Return the side to move and the rows that a chunk holds."""
        side, at = divmod(chunk, self.side_chunks)
        first = at * self.chunk_rows
        return side, slice(first, min(first + self.chunk_rows, self.shape[1]))

    def chunk_of(self, side: int, row: int) -> tuple[int, int]:
        at, inside = divmod(row, self.chunk_rows)
        return side * self.side_chunks + at, inside

    def packed(self, codes: Codes) -> Codes:
        """Return rows of codes in their format on disk, before compression."""
        if self.per_byte == 1:
            return codes
        rows, columns = codes.shape
        padded = np.zeros((rows, self.per_byte * self.shape[2]), np.uint8)
        padded[:, :columns] = codes
        stored: Codes = padded.reshape(rows, -1, self.per_byte) @ _DIGITS[self.per_byte]
        return stored

    def unpacked(self, stored: Codes) -> Codes:
        """Return rows in their format on disk as rows of codes."""
        if self.per_byte == 1:
            return stored
        parts: Codes = _PARTS[self.per_byte][stored]
        return parts.reshape(len(stored), -1)[:, : self.values_shape[2]]

    def code(self, chunk: bytes, inside: int, column: int) -> int:
        """Return the code in a column of a chunk's row (see `chunk_of`)."""
        at, part = divmod(column, self.per_byte)
        byte = chunk[inside * self.shape[2] + at]
        return byte if self.per_byte == 1 else int(_PARTS[self.per_byte][byte, part])

    def codes(self, stored: Codes, rows: Places, columns: Places) -> Codes:
        """Return codes in packed rows, several of which are in a byte."""
        at, part = np.divmod(columns, self.per_byte)
        found: Codes = _PARTS[self.per_byte][stored[rows, at], part]
        return found
