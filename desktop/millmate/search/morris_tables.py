"""Tables of morris for the engine to look into while it searches, chunk by chunk in memory."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence
from math import inf
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from millmate.errors import MillMateError
from millmate.kernels.morris_engine import layout as at
from millmate.search.chunk_pool import ChunkPool

_PLACED = 18  # stones, when the moving phase begins

# The numbers of stones of a table: of either side, and before them of those placed, if not all are.
Stones = tuple[int, ...]


class Layout(Protocol):
    """Where positions are in a table, such as `tablebase.morris.layout.Layout`."""

    @property
    def chunks(self) -> int:
        """The number of chunks."""

    @property
    def side_chunks(self) -> int:
        """The number of chunks with one side to move."""

    @property
    def chunk_rows(self) -> int:
        """The number of rows in a chunk."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the table in bytes, rows last."""


class ChunkedTables(Protocol):
    """Tables of morris by chunks, such as `tablebase.morris.probe.MorrisTablebase`."""

    def available(self) -> Sequence[Stones]:
        """Return the stones there are tables of."""

    def layout(self, table: Any) -> Layout:
        """Return where positions are in a table."""

    def classes(self, stones: int) -> NDArray[np.uint32]:
        """Return the primary side's stones in every row of tables with so many: uint32[rows]."""

    def chunk(self, table: Any, number: int) -> bytes:
        """Return a chunk, as it is stored; raises `MillMateError` where it is damaged."""


class MorrisTreeTables:
    """What the engine may know of positions that come of the one it searches.

    It asks for tables and chunks as it meets positions; between two of its iterations they are
    fetched, those that it met most often first.
    """

    def __init__(self, tables: ChunkedTables, megabytes: int) -> None:
        """Read from `tables`, and keep at most so many megabytes of them in memory."""
        self._tables = tables
        self._pool = ChunkPool(megabytes)
        self._words: at.Words | None = None
        self._numbers: dict[int, Stones] = {}
        self._listed: list[Stones] = []
        self._begins: list[int] = []  # where the chunks of each begin
        self._end = 0
        self._classes: dict[int, NDArray[np.uint32]] = {}  # the engine holds their addresses

    def prepare(self, words: at.Words, looked_up: int) -> None:
        """Have the engine whose buffer `words` is look up `NOTHING`, `MOVING` or `EVERYTHING`.

        `words` is int64[...] as `kernels.morris_engine.layout` divides it, `looked_up` one of its
        three constants: no tables, those of the moving phase, or all.
        """
        words[at.HITS] = 0
        words[at.LOOKED_UP] = looked_up if self._pool.exists else at.NOTHING
        forgotten = self._words is not words or self._pool.is_nearly_full
        if words[at.LOOKED_UP] != at.NOTHING and forgotten:
            self._begin(words)

    def fetch(self, words: at.Words, seconds: float = inf) -> None:
        """Read the chunks that are asked for in `words`, and write their addresses there.

        That takes about so many seconds at most, or until the engine is halted.
        """
        if words[at.LOOKED_UP] == at.NOTHING:
            return
        began = time.perf_counter()
        entries = _entries(words)
        for number in np.flatnonzero(entries[:, at.CHUNKS_AT] == at.WANTED).tolist():
            self._list(words, number)
        section = words[at.CHUNKS : at.CHUNKS + self._end]
        for place in np.argsort(section, kind="stable")[: np.count_nonzero(section < 0)].tolist():
            late = time.perf_counter() - began > seconds
            if late or words[at.STOP] or self._pool.is_full:
                return
            section[place] = self._read(place)

    def _begin(self, words: at.Words) -> None:
        """Note which tables there are, and forget all chunks."""
        self._words, self._listed, self._begins, self._end = words, [], [], 0
        self._pool.clear()
        words[at.LISTED : at.CHUNKS + at.CHUNKS_MOST] = 0
        self._numbers = {_number(table): table for table in self._tables.available()}
        _entries(words)[list(self._numbers), at.CHUNKS_AT] = at.UNLISTED

    def _list(self, words: at.Words, number: int) -> None:
        """Tell the engine where a table's chunks are going to be."""
        table = self._numbers[number]
        layout = self._tables.layout(table)
        entry = _entries(words)[number]
        if self._end + layout.chunks > at.CHUNKS_MOST:
            entry[at.CHUNKS_AT] = at.NONE
            return
        entry[at.SIDE_CHUNKS] = layout.side_chunks
        entry[at.CHUNK_ROWS] = layout.chunk_rows
        entry[at.ROW_BYTES] = layout.shape[-1]
        entry[at.CHUNKS_AT] = at.CHUNKS + self._end
        self._listed.append(table)
        self._begins.append(self._end)
        self._end += layout.chunks
        self._write_classes(words, table[-2])

    def _write_classes(self, words: at.Words, stones: int) -> None:
        """Tell the engine which stones of the primary side are in which row."""
        if stones not in self._classes:
            self._classes[stones] = np.ascontiguousarray(self._tables.classes(stones), np.uint32)
        rows = self._classes[stones]
        words[at.CLASSES + 2 * stones] = rows.ctypes.data
        words[at.CLASSES + 2 * stones + 1] = len(rows)

    def _read(self, place: int) -> int:
        """Read a chunk; return its address, or that it is not to be had."""
        number = bisect_right(self._begins, place) - 1
        try:
            chunk = self._tables.chunk(self._listed[number], place - self._begins[number])
        except MillMateError:
            return at.BARRED
        return self._pool.put(chunk)


def _entries(words: at.Words) -> NDArray[np.int64]:
    """Return what the engine knows of tables, by their numbers."""
    return words[at.LISTED : at.CLASSES].reshape(-1, at.LISTED_WORDS)


def _number(table: Stones) -> int:
    """Return a table's number in the engine."""
    placed, primary, other = (_PLACED, *table)[-3:]
    return 100 * placed + 10 * primary + other
