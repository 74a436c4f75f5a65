"""Which tables the morris engine looks up in its tree, and how they are listed there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.morris_engine import layout as at
from millmate.search.tree_tables import ChunkSource, TreeTables

_PLACED = 18  # stones, when the moving phase starts

# The numbers of stones of a table, one for each side; before them those placed, if not all are.
Stones = tuple[int, ...]


class Layout(Protocol):
    """The numbering of positions in a table, such as `tablebase.morris.layout.Layout`."""

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


class ChunkedTables(ChunkSource, Protocol):
    """Tables of morris in chunks, such as `tablebase.morris.probe.MorrisTablebase`."""

    def in_trees(self) -> Sequence[Any]:
        """Return the tables that the engine can read: those that are not compact."""

    def layout(self, table: Any) -> Layout:
        """Return the numbering of positions in a table."""

    def classes(self, stones: int) -> NDArray[np.uint32]:
        """Return the primary side's `stones` stones in every row of a table: uint32[rows]."""


class MorrisTreeTables(TreeTables):
    """The positions that can be reached from the searched one; see `tree_tables`.

    The engine requests tables as well as chunks; those it needed most often are read first.
    """

    layout = at
    _tables: ChunkedTables

    def __init__(self, tables: ChunkedTables, megabytes: int) -> None:
        super().__init__(tables, megabytes)
        self._numbers: dict[int, Any] = {}
        self._classes: dict[int, NDArray[np.uint32]] = {}  # the engine holds their addresses

    def prepare(self, words: at.Words, lookups: int) -> None:
        """Prepare the engine with the buffer `words` to look up one of the kinds of tables.

        `words` is int64[...] with the layout of `kernels.morris_engine.layout`, `lookups` one of
        its three constants: no tables, those of the moving phase, or all.
        """
        words[at.TB_HITS] = 0
        words[at.LOOKED_UP] = lookups if len(self._slots) else at.NOTHING
        if words[at.LOOKED_UP] == at.NOTHING:
            return
        numbers = {_number(table): table for table in self._tables.in_trees()}
        if self._must_start_over(words) or numbers != self._numbers:
            self._clear(words)
            self._numbers = numbers
            _entries(words)[list(self._numbers), at.CHUNKS_AT] = at.UNLISTED

    def _asked(self, words: at.Words) -> list[int]:
        if words[at.LOOKED_UP] == at.NOTHING:
            return []
        entries = _entries(words)
        for number in np.flatnonzero(entries[:, at.CHUNKS_AT] == at.WANTED).tolist():
            self._list(words, number)
        addresses = self._addresses(words)
        asked = np.argsort(addresses, kind="stable")[: np.count_nonzero(addresses < 0)]
        return list(asked.tolist())

    def _list(self, words: at.Words, number: int) -> None:
        """Write the future location of a table's chunks to the buffer."""
        table = self._numbers[number]
        layout = self._tables.layout(table)
        entry = _entries(words)[number]
        chunks_at = self._append(table, layout.chunks)
        if chunks_at is None:
            entry[at.CHUNKS_AT] = at.NONE
            return
        entry[at.SIDE_CHUNKS] = layout.side_chunks
        entry[at.CHUNK_ROWS] = layout.chunk_rows
        entry[at.ROW_BYTES] = layout.shape[-1]
        entry[at.CHUNKS_AT] = chunks_at
        self._write_classes(words, _stones(table)[-2])

    def _write_classes(self, words: at.Words, stones: int) -> None:
        """Write to the buffer which stones of the primary side each row has."""
        if stones not in self._classes:
            self._classes[stones] = np.ascontiguousarray(self._tables.classes(stones), np.uint32)
        rows = self._classes[stones]
        words[at.CLASSES + 2 * stones] = rows.ctypes.data
        words[at.CLASSES + 2 * stones + 1] = len(rows)


def _entries(words: at.Words) -> NDArray[np.int64]:
    """Return the engine's entries of tables, by table number."""
    return words[at.LISTED : at.CLASSES].reshape(-1, at.LISTED_WORDS)


def _stones(table: Any) -> Stones:
    """Return the numbers of stones of a table of the standard rules."""
    if hasattr(table, "placed"):
        return table.placed, table.white, table.black
    return table.primary, table.other


def _number(table: Stones) -> int:
    placed, primary, other = (_PLACED, *_stones(table))[-3:]
    return 100 * placed + 10 * primary + other
