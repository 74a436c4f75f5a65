"""The strong morris search: iterative deepening around the compiled engine."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import numpy as np

from millmate.errors import InputError
from millmate.games.board import Move
from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.kernels.morris_engine import layout
from millmate.kernels.morris_engine.entries import iterate, new_words, prepare
from millmate.search.limits import Score, SearchInfo, SearchLimits, SearchOutcome
from millmate.search.morris_tables import ChunkedTables, MorrisTreeTables
from millmate.search.morris_words import moves_of, refusal, to_move, write_game
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

_FILLED_SAMPLE = 500  # buckets looked at to tell how full the table is
# What is known of the best lines besides their scores, and how wide it is.
_OF_LINES = (
    (layout.ROOT_MOVES, 1),
    (layout.ROOT_DEPTHS, 1),
    (layout.ROOT_SELECTIVE, 1),
    (layout.ROOT_LINES, layout.ROOT_LINE),
)


class MorrisTables(Tables, ChunkedTables, Protocol):
    """Tables of morris, such as `tablebase.morris.probe.MorrisTablebase`."""


class StrongMorrisSearch(CompiledSearch):
    """Looks for the best turn of a position of morris; a memory serves the next search.

    One search at a time; `stop` and `relimit` may be called from any thread. Where `tables` cover
    the root, they decide which turns are looked at, and the score; in the tree, `tables_mb`
    megabytes of them give exact scores.
    """

    def __init__(
        self, hash_mb: int = 16, tables: MorrisTables | None = None, tables_mb: int = 256
    ) -> None:
        super().__init__()
        self.tables = tables
        self.in_tree = MorrisTreeTables(tables, tables_mb) if tables else None
        self.resize(hash_mb)

    def resize(self, hash_mb: int) -> None:
        """Give the table of positions so many megabytes, rounded down to a power of two."""
        buckets = buckets_in(hash_mb, layout.BUCKET)
        self._words = new_words(buckets * layout.BUCKET)
        self._words[layout.BUCKETS] = buckets - 1

    def forget(self) -> None:
        """Forget all positions and what was learnt: another game begins."""
        if self._thinking is None:  # there is nothing yet: to touch so much memory takes a while
            return
        self._thinking = None
        self._words[layout.TABLE :] = 0
        prepare(self._words)

    def search(
        self,
        board: MorrisBoard,
        limits: SearchLimits | None = None,
        on_info: Callable[[SearchInfo], None] = lambda info: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> SearchOutcome:
        """Search until a limit is reached or `stopped` is true; return the best lines.

        `board` stays as it is; its moves so far count for repetitions. `on_info` is told the best
        lines after every iteration, `stopped` is asked every few milliseconds, both in the
        caller's thread. A legal turn is returned however soon the search is stopped.

        Raises:
            InputError: `board` is of another variant than the standard game, or impossible.
        """
        fault = refusal(board)
        if fault:
            raise InputError(fault)
        limits = limits or SearchLimits()
        clock = Clock(limits)
        self._thinking = Thinking(_MorrisRoot(self, board, limits, stopped), limits, clock)
        return self._thinking.follow(on_info, stopped)


class _MorrisRoot:
    """A position of morris in the engine's buffer; see `thinking.Root`."""

    def __init__(
        self,
        owner: StrongMorrisSearch,
        board: MorrisBoard,
        limits: SearchLimits,
        stopped: Callable[[], bool],
    ) -> None:
        self.words = owner._words
        self.limits, self.in_tree, self.began = limits, owner.in_tree, time.perf_counter()
        self.quiet = board.quiet
        known = known_of(owner.tables, board, limits, stopped)
        self.decided = known.lines
        # What tables say, 1, 0 or -1: a win that may take too long is one, but no mate is told.
        self.value = known.timeless if known.value is None else known.value
        codes = moves_of(self.words, board)
        wanted = known.moves or limits.moves
        chosen: list[Move] = [move for move in codes if not wanted or move in wanted]
        self.number = len(chosen)
        write_game(self.words, board)
        self._write_root([codes[move] for move in chosen], limits)

    def _write_root(self, codes: list[int], limits: SearchLimits) -> None:
        """Write the moves to look at, and make everything else ready."""
        words = self.words
        words[layout.ROOT_MOVES : layout.ROOT_MOVES + len(codes)] = codes
        words[layout.ROOT_SCORES : layout.ROOT_LINES] = 0
        words[layout.KILLERS : layout.HISTORY] = 0
        words[layout.NODES], words[layout.STOP] = 0, 0
        words[layout.AGE] = (words[layout.AGE] + 1) & 63
        if self.in_tree:
            self.in_tree.prepare(words, self._looked_up())

    def _looked_up(self) -> int:
        """Return what tables are to tell that the root's has not told already.

        Of draws that are known all turns are equal to tables; the search tells which are the more
        difficult ones. So it does while stones are placed; after that tables know the quickest win.
        """
        if self.value is None:
            return layout.EVERYTHING
        return layout.MOVING if self.value else layout.NOTHING

    def iterate(self, depth: int, lines: int) -> bool:
        """Search `depth` plies for the best `lines`; tell whether that was finished."""
        if self.in_tree:
            self.in_tree.fetch(self.words, time_to_read(self.limits, self.began))
        self.words[layout.NODE_LIMIT] = node_limit(self.limits, depth)
        if iterate(self.words, self.quiet, depth, lines, self.number) < lines:
            return False
        sort_lines(self.words, layout.ROOT_SCORES, _OF_LINES, lines)
        return True

    def line(self, place: int, depth: int, seconds: float) -> SearchInfo:
        """Return what is known of the best line (`place` 0) or a later one."""
        words = self.words
        at = layout.ROOT_LINES + layout.ROOT_LINE * place
        moves = tuple(to_move(int(code)) for code in words[at + 1 : at + 1 + int(words[at])])
        return SearchInfo(
            line=place + 1,
            depth=depth,
            selective_depth=max(depth, int(words[layout.ROOT_SELECTIVE + place])),
            score=_score(int(words[layout.ROOT_SCORES + place]), self.value),
            nodes=int(words[layout.NODES]),
            seconds=seconds,
            table_full=self._filled(),
            table_hits=int(words[layout.HITS]) + (0 if self.value is None else self.number),
            moves=moves,
        )

    def best(self) -> MorrisMove:
        """Return the best turn, which may be one that the unfinished iteration preferred."""
        return to_move(int(self.words[layout.ROOT_MOVES]))

    def halt(self) -> None:
        """Make `iterate` return soon."""
        self.words[layout.STOP] = 1

    def _filled(self) -> int:
        """Return how many thousandths of the table hold positions of this search."""
        sample = self.words[layout.TABLE :][: _FILLED_SAMPLE * layout.BUCKET]
        used = np.count_nonzero((sample[1::2] != 0) & (sample[::2] >> 56 == self.words[layout.AGE]))
        return int(1000 * used // max(1, sample.size // 2))


def _score(value: int, known: int | None = None) -> Score:
    """Return the engine's score as people read it; `known` is what tables say, 1, 0 or -1."""
    if known == 0:
        return Score(centipawns=0)
    if abs(value) < layout.MATES:
        return Score(centipawns=floored(value, known))
    plies = layout.MATE - abs(value)
    return Score(mate=(plies + 1) // 2 if value > 0 else -(plies // 2))
