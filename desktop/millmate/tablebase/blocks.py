"""The blocks of compact tables, as they are read from a file (see `compact_table`)."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from millmate.language import tr
from millmate.tablebase.layout import LOST
from millmate.tablebase.sharded import TableError

PLACES = 1 << 16  # of a block
SIZE = PLACES // 4  # bytes with the results of a block
RESULTS, LOSSES = "results", "losses"  # streams
LOST_BITS = np.uint64(0xAAAAAAAAAAAAAAAA)  # the higher bit of the result of each of 32 places


class Block:
    """A block as it is read: the losses are read and unpacked when they are first asked for."""

    __slots__ = ("_before", "_losses", "_size", "_unpack", "results")

    def __init__(self, results: bytes, size: int, unpack: Callable[[], bytes]) -> None:
        """Hold the results, four places a byte; `unpack` returns the losses, one byte each.

        `size` is the memory of the losses and their frame, in bytes, about.
        """
        self.results = results
        self._size, self._unpack = len(results) + size, unpack
        self._losses: bytes | None = None
        self._before: NDArray[np.int32] | None = None

    def __len__(self) -> int:
        """Return its bytes in memory with its losses."""
        return self._size

    def losses(self) -> bytes:
        """Return the distances of the lost places; raises `TableError` if they are damaged."""
        if self._losses is None:
            self._losses = self._unpack()
        return self._losses

    def losses_before(self, word: int) -> int:
        """Return the number of losses before the places of a word of 64 bits of the results."""
        if self._before is None:
            words = np.frombuffer(self.results, "<u8") & LOST_BITS
            self._before = np.add.accumulate(np.bitwise_count(words).astype(np.int32))
        return int(self._before[word - 1]) if word else 0


def checked(losses: bytes, results: bytes, path: Path, number: int) -> bytes:
    """Return the losses of a block; raise `TableError` unless they are those of its results."""
    told = np.bitwise_count(np.frombuffer(results, "<u8") & LOST_BITS).sum()
    if len(losses) != told or (losses and np.frombuffer(losses, np.uint8).max() >= LOST):
        raise TableError(path, tr("block {number} has too many losses or too few", number=number))
    return losses
