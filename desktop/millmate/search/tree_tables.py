"""Endgame tables for an engine to look up while it searches, loaded chunk by chunk.

An engine reads a table's bytes at their addresses, and marks missing chunks. Between two
iterations the marked chunks are read and their addresses written to its buffer.
"""

import time
from abc import ABC, abstractmethod
from bisect import bisect_right
from concurrent.futures import Future, ThreadPoolExecutor, wait
from math import inf
from typing import Any, Protocol

import numpy as np

from millmate.errors import MillMateError

CHUNK = 1 << 18  # bytes; a table with smaller chunks has only one
_MEGABYTE = 1 << 20
_NEARLY_FULL = 0.9
_POLL = 0.005  # seconds between two checks whether the engine is halted


class ChunkSource(Protocol):
    """Tables in chunks, such as `tablebase.probe.Tablebase`."""

    def chunk(self, table: Any, number: int) -> bytes:
        """Return the values of a chunk, which may take a second.

        Raises `MillMateError` if it is damaged.
        """


class TreeTables(ABC):
    """Chunks of tables in memory, in slots with fixed addresses."""

    layout: Any  # the module with the layout of the engine's buffer

    def __init__(self, tables: ChunkSource, megabytes: int) -> None:
        """Read from `tables`, and keep at most `megabytes` of them in memory."""
        self._tables = tables
        self._slots = np.empty((megabytes * _MEGABYTE // CHUNK, CHUNK), np.uint8)
        self._used = 0
        self._words: Any = None  # the buffer of the engine with the addresses
        self._listed: list[Any] = []
        self._begins: list[int] = []  # the first chunk of each listed table
        self._end = 0
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="chunks")
        self._reading: tuple[tuple[Any, int], Future[bytes]] | None = None

    def _must_start_over(self, words: Any) -> bool:
        """Return whether the engine has changed, or too little room is left for its search."""
        return self._words is not words or self._used > _NEARLY_FULL * len(self._slots)

    def _clear(self, words: Any) -> None:
        """Forget all chunks and tables, also in the engine's buffer `words`."""
        at = self.layout
        self._words, self._listed, self._begins, self._end = words, [], [], 0
        self._used = 0
        words[at.LISTED : at.CHUNKS + at.CHUNKS_MOST] = 0

    def _append(self, table: Any, chunks: int) -> int | None:
        """List a table; return where its chunks' addresses start, None if there is no room."""
        if self._end + chunks > self.layout.CHUNKS_MOST:
            return None
        self._listed.append(table)
        self._begins.append(self._end)
        self._end += chunks
        return int(self.layout.CHUNKS) + self._begins[-1]

    def _addresses(self, words: Any) -> Any:
        """Return the part of the buffer with the addresses of the listed tables' chunks."""
        return words[self.layout.CHUNKS : self.layout.CHUNKS + self._end]

    @abstractmethod
    def _asked(self, words: Any) -> list[int]:
        """Return the places of the chunks requested in `words`, in the order to read them."""

    def fetch(self, words: Any, seconds: float = inf) -> None:
        """Read the chunks requested in `words`, and write their addresses there.

        Stop after about `seconds`, or when the engine is halted. The next call continues with a
        chunk that is being read then.
        """
        ends = time.perf_counter() + seconds
        addresses = self._addresses(words)
        for place in self._asked(words):
            if self._used == len(self._slots):
                return
            chunk = self._chunk_at(place)
            while not chunk.done():
                left = ends - time.perf_counter()
                if left <= 0 or words[self.layout.STOP]:
                    return
                wait([chunk], min(left, _POLL))
            addresses[place] = self._written(chunk)

    def _chunk_at(self, place: int) -> Future[bytes]:
        """Return a requested chunk; one at a time is read, in a thread."""
        number = bisect_right(self._begins, place) - 1
        wanted = self._listed[number], place - self._begins[number]
        if self._reading is None or self._reading[0] != wanted:
            self._reading = wanted, self._pool.submit(self._tables.chunk, *wanted)
        return self._reading[1]

    def _written(self, found: Future[bytes]) -> int:
        """Write a chunk to the next slot; return its address, or `BARRED` if it is damaged."""
        self._reading = None
        try:
            chunk = found.result()
        except MillMateError:
            return int(self.layout.BARRED)
        slot = self._slots[self._used]
        slot[: len(chunk)] = np.frombuffer(chunk, np.uint8)
        self._used += 1
        return int(slot.ctypes.data)
