"""The blocks of compact tables, as they are read from a file (see `compact_table`)."""

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_probe import read_codes
from millmate.language import tr
from millmate.tablebase.layout import LOST
from millmate.tablebase.sharded import TableError

PLACES = 1 << 16  # of a block
SIZE = PLACES // 4  # bytes with the results of a block
RESULTS, LOSSES = "results", "losses"  # streams
Ints = NDArray[np.int64]
Values = NDArray[np.uint8]
_LOST_BITS = np.uint64(0xAAAAAAAAAAAAAAAA)  # the higher bit of the result of each of 32 places
_NO_LOSSES = np.empty(0, np.uint8)
# By a byte of results: those of its four places.
_FOUR = (np.arange(256)[:, None] >> np.arange(0, 8, 2) & 3).astype(np.uint8).view(np.uint32).ravel()
_EXPANSION = 8  # bytes of losses from a byte of their frame, at most, about


class Block:
    """A block as it is read: the losses are unpacked when they are first asked for."""

    __slots__ = ("_at", "_losses", "_size", "_unpack", "results")

    def __init__(
        self, path: Path, number: int, results: bytes, packed: int, unpack: Callable[[], bytes]
    ) -> None:
        """Hold the results of block `number` of a file, four places a byte.

        `unpack` returns the losses, one byte each, from a frame of `packed` bytes.
        """
        self._at, self.results = (path, number), results
        self._size, self._unpack = len(results) + min(PLACES, _EXPANSION * packed), unpack
        self._losses: bytes | None = None

    def __len__(self) -> int:
        """Return its bytes in memory with its losses, about."""
        return self._size

    def losses(self) -> bytes:
        """Return the distances of the lost places; raises `TableError` if they are damaged."""
        if self._losses is None:
            self._losses = self._unpack()
        return self._losses

    def fault(self) -> TableError:
        """Return the error for losses that do not match the results."""
        path, number = self._at
        told = tr("block {number} has too many losses or too few", number=number)
        return TableError(path, told)

    def losses_before(self, place: int) -> int:
        """Return the number of losses before a place, whose result is a loss."""
        words = np.frombuffer(self.results, "<u8", (place >> 5) + 1) & _LOST_BITS
        words[-1] &= np.uint64((1 << 2 * (place & 31)) - 1)
        return int(np.bitwise_count(words).sum())


def write_codes(results: Values, losses: Values, codes: Values) -> bool:
    """Write the codes of a block's places in the order of its stream, 1 for every win.

    `results` has four places a byte, `losses` the distances of the lost ones. Returns whether their
    numbers are equal.
    """
    codes.view(np.uint32)[:] = _FOUR.take(results[: codes.size // 4])
    lost = np.flatnonzero(codes > 1)
    if lost.size == losses.size:
        codes[lost] = losses | LOST
    return lost.size == losses.size


def codes_in(
    blocks: Sequence[Block | bytes], ends: Sequence[int], places: NDArray[np.int64]
) -> NDArray[np.uint16]:
    """Return codes in blocks, 256 for wins that a table leaves out.

    Args:
        blocks: The blocks, of a full table the codes.
        ends: For each of them, one past the last of its places.
        places: The places, the numbers of the blocks in the bits from the 16th on.

    Raises:
        TableError: A block is damaged.
    """
    codes, start = np.empty(len(places), np.uint16), 0
    for is_packed, run in groupby(
        zip(blocks, ends, strict=True), lambda row: isinstance(row[0], Block)
    ):
        own, own_ends = zip(*run, strict=True)
        here = slice(start, own_ends[-1])
        if is_packed:
            _read(own, np.array(own_ends) - start, places[here], codes[here])
        else:
            for block, end in zip(own, own_ends, strict=True):
                found = np.frombuffer(block, np.uint8)
                codes[start:end] = found[places[start:end] % PLACES]
                start = end
        start = own_ends[-1]
    return codes


def _read(blocks: Sequence[Block], ends: Ints, places: Ints, codes: NDArray[np.uint16]) -> None:
    """Write codes in blocks of compact tables."""
    rows, before = np.zeros((len(blocks), 3), np.int64), np.empty(SIZE // 8, np.int64)
    rows[:, 0] = ends
    words = np.frombuffer(b"".join([block.results for block in blocks]), "<u8")
    wrong = read_codes(words, _NO_LOSSES, rows, places, codes, before)
    lost = rows[:, 2].tolist()
    if any(lost):
        each = [block.losses() if n else b"" for block, n in zip(blocks, lost, strict=True)]
        rows[:, 1] = np.cumsum([len(losses) for losses in each])
        losses = np.frombuffer(b"".join(each), np.uint8)
        wrong = read_codes(words, losses, rows, places, codes, before)
    if wrong >= 0:
        raise blocks[wrong].fault()
