"""The strong chess search: iterative deepening around the compiled engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

import chess
import numpy as np

from millmate.errors import InputError
from millmate.kernels.engine import layout
from millmate.kernels.engine.entries import iterate, new_words, prepare, set_network
from millmate.language import tr
from millmate.search.chess_rows import is_orthodox, moves_of, to_move, write_game
from millmate.search.limits import Score, SearchInfo, SearchLimits, SearchOutcome
from millmate.search.network import BY_HAND, CHESS, read_network
from millmate.search.tables import Tables, floored, known_of
from millmate.search.thinking import (
    Clock,
    CompiledSearch,
    Thinking,
    buckets_in,
    node_limit,
    sort_lines,
    time_to_read,
)
from millmate.search.tree_tables import ChunkedTables, TreeTables

_FILLED_SAMPLE = 500  # buckets looked at to tell how full the table is
# What is known of the best lines besides their scores, and how wide it is.
_OF_LINES = (
    (layout.ROOT_MOVES, 1),
    (layout.ROOT_DEPTHS, 1),
    (layout.ROOT_SELECTIVE, 1),
    (layout.ROOT_LINES, layout.ROOT_LINE),
)


class ChessTables(Tables, ChunkedTables, Protocol):
    """Tables of endings of chess, such as `tablebase.probe.Tablebase`."""


class StrongSearch(CompiledSearch):
    """Looks for the best move of a chess position, with a memory that serves the next search.

    One search at a time; `stop` and `relimit` may be called from any thread. Where `tables` cover
    the root, they decide which moves are looked at, and the score; in the tree, `tables_mb`
    megabytes of them give exact scores. Positions are judged by the `network` of that name (see
    `read_network`), or by terms chosen by hand if it is `BY_HAND`.
    """

    def __init__(
        self,
        hash_mb: int = 16,
        tables: ChessTables | None = None,
        network: str = CHESS,
        tables_mb: int = 256,
    ) -> None:
        """Make it; raises `NetworkError` if its network cannot be read."""
        super().__init__()
        self.tables = tables
        self.in_tree = TreeTables(tables, tables_mb) if tables else None
        self._weights = read_network(network) if network != BY_HAND else None
        self.resize(hash_mb)

    def resize(self, hash_mb: int) -> None:
        """Give the table of positions so many megabytes, rounded down to a power of two."""
        buckets = buckets_in(hash_mb, layout.BUCKET)
        self._words = new_words(buckets * layout.BUCKET)
        self._words[layout.BUCKETS] = buckets - 1
        if self._weights is not None:
            set_network(self._words, self._weights)
        self._ints = np.zeros(layout.INTS, np.int32)
        prepare(self._ints)

    def forget(self) -> None:
        """Forget all positions and what was learnt: another game begins."""
        if self._thinking is None:  # there is nothing yet: to touch so much memory takes a while
            return
        self._thinking = None
        self._words[layout.TABLE :] = 0
        self._ints[:] = 0
        prepare(self._ints)

    def search(
        self,
        board: chess.Board,
        limits: SearchLimits | None = None,
        on_info: Callable[[SearchInfo], None] = lambda info: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> SearchOutcome:
        """Search until a limit is reached or `stopped` is true; return the best lines.

        `board` is orthodox and stays as it is; its moves so far count for repetitions. `on_info`
        is told the best lines after every iteration, `stopped` is asked every few milliseconds,
        both in the caller's thread. A legal move is returned however soon the search is stopped.

        Raises:
            InputError: `board` has castling as in Chess960, or kings that can be taken.
        """
        if not is_orthodox(board):
            raise InputError(
                tr("the strong search plays orthodox chess only, not {fen}", fen=board.fen())
            )
        limits = limits or SearchLimits()
        clock = Clock(limits)
        self._thinking = Thinking(_ChessRoot(self, board, limits, stopped), limits, clock)
        return self._thinking.follow(on_info, stopped)


class _ChessRoot:
    """A position of chess in the engine's buffers; see `thinking.Root`."""

    def __init__(
        self,
        owner: StrongSearch,
        board: chess.Board,
        limits: SearchLimits,
        stopped: Callable[[], bool],
    ) -> None:
        self.words, self.ints = owner._words, owner._ints
        self.board, self.limits = board, limits
        self.in_tree, self.began = owner.in_tree, time.perf_counter()
        known = known_of(owner.tables, board, limits, stopped)
        self.decided, self.value = known.lines, known.value
        self._write_position(known.moves)

    def _write_position(self, kept: Sequence[chess.Move]) -> None:
        """Write the root, the game before it, and the moves to look at: `kept`, if there are any.

        Tables have left these; what is not wanted is not among them.
        """
        words, ints = self.words, self.ints
        write_game(words, self.board)
        codes = moves_of(words, ints)
        wanted = kept or self.limits.moves
        chosen = [move for move in codes if not wanted or move in wanted]
        self.number = len(chosen)
        self.told = len(kept)  # moves that tables have told of
        ints[layout.ROOT_MOVES : layout.ROOT_MOVES + len(chosen)] = [codes[m] for m in chosen]
        ints[layout.ROOT_SCORES : layout.ROOT_SCORES + layout.MOVES] = 0
        ints[layout.ROOT_DEPTHS : layout.ROOT_DEPTHS + layout.MOVES] = 0
        ints[layout.KILLERS : layout.KILLERS + 2 * layout.PLIES] = 0
        words[layout.NODES], words[layout.STOP] = 0, 0
        words[layout.AGE] = (int(words[layout.AGE]) + 1) & 63
        if self.in_tree:
            self.in_tree.prepare(words, self.board)

    def iterate(self, depth: int, lines: int) -> bool:
        """Search `depth` plies for the best `lines`; tell whether that was finished."""
        if self.in_tree:
            self.in_tree.fetch(self.words, time_to_read(self.limits, self.began))
        self.words[layout.NODE_LIMIT] = node_limit(self.limits, depth)
        if iterate(self.words, self.ints, depth, lines, self.number) < lines:
            return False
        sort_lines(self.ints, layout.ROOT_SCORES, _OF_LINES, lines)
        return True

    def line(self, place: int, depth: int, seconds: float) -> SearchInfo:
        """Return what is known of the best line (`place` 0) or a later one."""
        ints = self.ints
        at = layout.ROOT_LINES + layout.ROOT_LINE * place
        moves = tuple(to_move(int(code)) for code in ints[at + 1 : at + 1 + int(ints[at])])
        score = _score(int(ints[layout.ROOT_SCORES + place]), self.value)
        return SearchInfo(
            line=place + 1,
            depth=depth,
            selective_depth=max(depth, int(ints[layout.ROOT_SELECTIVE + place])),
            score=score,
            nodes=int(self.words[layout.NODES]),
            seconds=seconds,
            table_full=self._filled(),
            table_hits=int(self.words[layout.HITS]) + self.told,
            moves=moves,
        )

    def best(self) -> chess.Move:
        """Return the best move, which may be one that the unfinished iteration preferred."""
        return to_move(int(self.ints[layout.ROOT_MOVES]))

    def halt(self) -> None:
        """Make `iterate` return soon."""
        self.words[layout.STOP] = 1

    def _filled(self) -> int:
        """Return how many thousandths of the table hold positions of this search."""
        sample = self.words[layout.TABLE :][: _FILLED_SAMPLE * layout.BUCKET]
        data = sample[1::2]
        age = self.words[layout.AGE]
        used = np.count_nonzero((data != 0) & (data >> np.uint64(58) == age))
        return int(1000 * used // max(1, data.size))


def _score(value: int, known: int | None = None) -> Score:
    """Return the engine's score as people read it; `known` is what tables say, 1, 0, -1 or None."""
    if known == 0 or abs(value) < layout.MATES:
        return Score(centipawns=floored(value, known))
    plies = layout.MATE - abs(value)
    return Score(mate=(plies + 1) // 2 if value > 0 else -(plies // 2))
