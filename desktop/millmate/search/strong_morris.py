"""The strong morris search: iterative deepening around the compiled engine."""

from __future__ import annotations

from typing import Any, Protocol

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.variants import STANDARD
from millmate.kernels.morris_engine import layout
from millmate.kernels.morris_engine.entries import iterate, new_words, prepare
from millmate.search.engine_root import EngineRoot
from millmate.search.morris_encoding import moves_of, refusal, to_move, write_game
from millmate.search.morris_tree_tables import ChunkedTables, MorrisTreeTables
from millmate.search.root_tables import Tables
from millmate.search.search_run import CompiledSearch


class MorrisTables(Tables, ChunkedTables, Protocol):
    """Tables of morris, such as `tablebase.morris.probe.MorrisTablebase`."""


class MorrisRoot(EngineRoot):
    """A morris position in the engine's buffer."""

    layout = layout
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

    def search_depth(self, depth: int, lines: int) -> int:
        """Call the kernel; return the number of finished lines."""
        return iterate(self.words, self.quiet, depth, lines, self.number)

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
        words = new_words(table_words)
        return words, words

    def reset(self) -> None:
        """Forget everything learned about moves."""
        prepare(self.words)

    def refusal(self, board: MorrisBoard) -> str | None:
        """Return why a position cannot be searched, or None if it can."""
        return refusal(board)
