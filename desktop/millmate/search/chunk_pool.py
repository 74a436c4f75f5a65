"""Chunks of tables in memory, where an engine reads them at their addresses."""

from __future__ import annotations

import numpy as np

CHUNK = 1 << 18  # bytes; of a table with smaller ones there is but one
_MEGABYTE = 1 << 20
_MUCH = 0.9  # of the room


class ChunkPool:
    """Room for chunks of at most `CHUNK` bytes, which stay where they are until it is cleared."""

    def __init__(self, megabytes: int) -> None:
        """Have room for so many megabytes, 0 for none."""
        self._slots = np.empty((megabytes * _MEGABYTE // CHUNK, CHUNK), np.uint8)
        self._used = 0

    @property
    def exists(self) -> bool:
        """Whether there is room for any."""
        return len(self._slots) > 0

    @property
    def is_full(self) -> bool:
        """Whether there is no more room."""
        return self._used == len(self._slots)

    @property
    def is_nearly_full(self) -> bool:
        """Whether there is so little room that another search had better begin with all of it."""
        return self._used > _MUCH * len(self._slots)

    def clear(self) -> None:
        """Forget all chunks."""
        self._used = 0

    def put(self, chunk: bytes) -> int:
        """Keep a chunk; return its address."""
        slot = self._slots[self._used]
        slot[: len(chunk)] = np.frombuffer(chunk, np.uint8)
        self._used += 1
        return int(slot.ctypes.data)
