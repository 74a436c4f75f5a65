"""The strong morris search: iterative deepening around the compiled engine, and its tables."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.variants import STANDARD
from millmate.kernels.morris_engine import layout, search_params
from millmate.kernels.morris_engine import layout as at
from millmate.kernels.morris_engine.entries import new_words, prepare, search_root
from millmate.search.engine_root import EngineRoot
from millmate.search.morris_encoding import moves_of, refusal, rules_of, to_move, write_game
from millmate.search.root_tables import Tables
from millmate.search.search_run import CompiledSearch
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


class MorrisTables(Tables, ChunkedTables, Protocol):
    """Tables of morris, such as `tablebase.morris.probe.MorrisTablebase`."""


class MorrisRoot(EngineRoot):
    """A morris position in the engine's buffer."""

    layout, params = layout, search_params
    age_word, age_shift = 0, 56

    def write(self, board: MorrisBoard) -> None:
        """See `EngineRoot.write`."""
        self.quiet = board.quiet
        if self.value is None:  # a win that may take too long counts as one, but reports no mate
            self.value = self.known.timeless
        codes = moves_of(self.words, board)
        write_game(self.words, board)
        self.write_moves(codes)
        if self.in_tree:
            self.in_tree.prepare(self.words, self._lookups(board))

    def search_root(self, depth: int, alpha: int, beta: int, place: int) -> int:
        """See `EngineRoot.search_root`."""
        return search_root(self.words, self.quiet, depth, alpha, beta, place, self.number)

    def to_move(self, code: int) -> MorrisMove:
        """Return the turn with the engine's number `code`."""
        return to_move(code)

    def _lookups(self, board: MorrisBoard) -> int:
        """Return which tables the tree still needs, given the result at the root.

        For tables, all turns that keep a draw are equal; the search finds those that are hardest
        to answer. It does so during the placing phase; later, tables contain the quickest win.
        """
        if board.variant != STANDARD:  # other variants have no tables
            return layout.NOTHING
        if self.value is None:
            return layout.EVERYTHING
        return layout.MOVING if self.value else layout.NOTHING


class StrongMorrisSearch(CompiledSearch):
    """Searches for the best turn of a position of any variant; see `CompiledSearch`.

    At most `tables_mb` megabytes of tables are kept in memory for the tree.
    """

    layout, root = layout, MorrisRoot

    def __init__(
        self, hash_mb: int = 16, tables: MorrisTables | None = None, tables_mb: int = 256
    ) -> None:
        super().__init__(hash_mb, tables, MorrisTreeTables(tables, tables_mb) if tables else None)

    def allocate(self, table_words: int) -> tuple[Any, Any]:
        """See `CompiledSearch.allocate`; one buffer serves as both."""
        words = new_words(rules_of(STANDARD), table_words)
        return words, words

    def reset(self) -> None:
        """Forget everything learned about moves."""
        prepare(self.words)

    def refusal(self, board: MorrisBoard) -> str | None:
        """Return why a position cannot be searched, or None if it can."""
        return refusal(board)
