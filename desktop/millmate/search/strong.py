"""The strong chess search: iterative deepening around the compiled engine."""

from __future__ import annotations

from typing import Any, Protocol

import chess
import numpy as np

from millmate.kernels.engine import layout
from millmate.kernels.engine.entries import iterate, new_words, prepare, set_network
from millmate.language import tr
from millmate.search.chess_encoding import is_orthodox, moves_of, to_move, write_game
from millmate.search.chess_tree_tables import ChessTreeTables, ChunkedTables
from millmate.search.engine_root import EngineRoot
from millmate.search.network import BY_HAND, CHESS, read_network
from millmate.search.root_tables import Tables
from millmate.search.search_run import CompiledSearch


class ChessTables(Tables, ChunkedTables, Protocol):
    """Endgame tables of chess, such as `tablebase.probe.Tablebase`."""


class ChessRoot(EngineRoot):
    """A chess position in the engine's buffers."""

    layout = layout
    age_word, age_shift = 1, 58

    def write(self, board: chess.Board) -> None:
        """See `EngineRoot.write`."""
        write_game(self.words, board)
        self.write_moves(moves_of(self.words, self.ints))
        if self.in_tree:
            self.in_tree.prepare(self.words, board)

    def search_depth(self, depth: int, lines: int) -> int:
        """Call the kernel; return the number of finished lines."""
        return iterate(self.words, self.ints, depth, lines, self.number)

    def to_move(self, code: int) -> chess.Move:
        """Return the move with the engine's number `code`."""
        return to_move(code)


class StrongSearch(CompiledSearch):
    """Searches for the best move of an orthodox chess position; see `CompiledSearch`.

    At most `tables_mb` megabytes of tables are kept in memory for the tree. Positions are evaluated
    by the `network` with this name (see `read_network`), or by hand-made terms if it is `BY_HAND`.
    """

    layout, root = layout, ChessRoot

    def __init__(
        self,
        hash_mb: int = 16,
        tables: ChessTables | None = None,
        network: str = CHESS,
        tables_mb: int = 256,
    ) -> None:
        """Create the search; raises `NetworkError` if the network cannot be read."""
        self._weights = read_network(network) if network != BY_HAND else None
        super().__init__(hash_mb, tables, ChessTreeTables(tables, tables_mb) if tables else None)

    def allocate(self, table_words: int) -> tuple[Any, Any]:
        """See `CompiledSearch.allocate`."""
        words = new_words(table_words)
        if self._weights is not None:
            set_network(words, self._weights)
        return words, np.zeros(layout.INTS, np.int32)

    def reset(self) -> None:
        """Forget everything learned about moves."""
        self.ints[:] = 0
        prepare(self.ints)

    def refusal(self, board: chess.Board) -> str | None:
        """Return why a position cannot be searched, or None if it can."""
        if is_orthodox(board):
            return None
        if board.chess960:
            return tr("the strong search cannot castle as in Chess960: {fen}", fen=board.fen())
        return tr("the strong search plays orthodox chess only, not {fen}", fen=board.fen())
