"""The strong chess search: iterative deepening around the compiled engine."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

import chess
import numpy as np

from millmate.errors import InputError
from millmate.kernels.engine import layout
from millmate.kernels.engine.buffers import new_words
from millmate.kernels.engine.root import iterate, prepare
from millmate.search.chess_rows import is_orthodox, moves_of, to_move, write_game
from millmate.search.limits import (
    DEEPEST,
    MOST_LINES,
    Score,
    SearchInfo,
    SearchLimits,
    SearchOutcome,
)
from millmate.search.tables import Tables, decided_lines, drawing_moves

_POLL = 0.004  # seconds between two looks at the clock and at `stopped`
_NO_LIMIT = (1 << 63) - 1
_MEGABYTE = 1 << 20
_WORD_BYTES = 8
_FILLED_SAMPLE = 500  # buckets looked at to tell how full the table is


class StrongSearch:
    """Looks for the best move of a chess position, with a memory that serves the next search.

    One search at a time; `stop` and `relimit` may be called from any thread. Where `tables` cover
    the root, they decide which moves are looked at, and the score.
    """

    def __init__(self, hash_mb: int = 16, tables: Tables | None = None) -> None:
        self.tables = tables
        self._run: _Run | None = None
        self.resize(hash_mb)

    def resize(self, hash_mb: int) -> None:
        """Give the table of positions so many megabytes, rounded down to a power of two."""
        if hash_mb < 1:
            raise ValueError(f"a table of {hash_mb} MB holds nothing: give 1 or more")
        buckets = 1 << (hash_mb * _MEGABYTE // (layout.BUCKET * _WORD_BYTES)).bit_length() - 1
        self._words = new_words(buckets * layout.BUCKET)
        self._words[layout.BUCKETS] = buckets - 1
        self._ints = np.zeros(layout.INTS, np.int32)
        prepare(self._ints)

    def forget(self) -> None:
        """Forget all positions and what was learnt: another game begins."""
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
            raise InputError(f"the strong search plays orthodox chess only, not {board.fen()}")
        limits = limits or SearchLimits()
        return _Run(self, board, limits).follow(on_info, stopped)

    def stop(self) -> None:
        """Make the search that is running return soon."""
        self._words[layout.STOP] = 1

    def relimit(self, limits: SearchLimits) -> None:
        """Give the search that is running other times, counted from now; the rest stays."""
        run = self._run
        if run is not None:
            run.clock = _Clock(limits)


class _Clock:
    """The times of a search, counted from its making."""

    def __init__(self, limits: SearchLimits) -> None:
        self.began = time.perf_counter()
        self.most, self.wanted = limits.seconds, limits.seconds_wanted

    def spent(self) -> float:
        """Return the seconds since."""
        return time.perf_counter() - self.began

    def is_over(self) -> bool:
        """Tell whether the search has to stop now."""
        return self.most is not None and self.spent() >= self.most

    def forbids_iteration(self, steadiness: int) -> bool:
        """Tell whether no other iteration should begin.

        It takes about as long as all before; the longer the best move has been the same
        (`steadiness` iterations), the less there is to gain.
        """
        if self.wanted is None:
            return self.is_over()
        return self.spent() >= self.wanted * (0.8 if steadiness < 3 else 0.5)


class _Run:
    """One search: the iterations in a thread of their own, news and limits in the caller's."""

    def __init__(self, owner: StrongSearch, board: chess.Board, limits: SearchLimits) -> None:
        self.words, self.ints = owner._words, owner._ints
        self.board, self.limits, self.tables = board, limits, owner.tables
        self.clock = _Clock(limits)
        self.began = self.clock.began
        self.news: SimpleQueue[SearchInfo] = SimpleQueue()
        self.lines: tuple[SearchInfo, ...] = ()
        self.done = threading.Event()
        self.failure: BaseException | None = None
        self.decided = decided_lines(self.tables, board, limits) if self.tables else ()
        self._write_position()
        owner._run = self

    def _write_position(self) -> None:
        """Write the root, the game before it, and the moves to look at."""
        words, ints = self.words, self.ints
        write_game(words, self.board)
        codes = moves_of(words, ints)
        chosen = [move for move in codes if not self.limits.moves or move in self.limits.moves]
        held = drawing_moves(self.tables, self.board) if self.tables else None
        self.drawn = held is not None and any(move in held for move in chosen)
        if held is not None and self.drawn:
            chosen = [move for move in chosen if move in held]
        self.number = len(chosen)
        ints[layout.ROOT_MOVES : layout.ROOT_MOVES + len(chosen)] = [codes[m] for m in chosen]
        ints[layout.ROOT_SCORES : layout.ROOT_SCORES + layout.MOVES] = 0
        ints[layout.ROOT_DEPTHS : layout.ROOT_DEPTHS + layout.MOVES] = 0
        ints[layout.KILLERS : layout.KILLERS + 2 * layout.PLIES] = 0
        words[layout.NODES], words[layout.STOP] = 0, 0
        words[layout.NODE_LIMIT] = self.limits.nodes or _NO_LIMIT
        words[layout.AGE] = (int(words[layout.AGE]) + 1) & 63

    def follow(
        self, on_info: Callable[[SearchInfo], None], stopped: Callable[[], bool]
    ) -> SearchOutcome:
        """Let the iterations run, pass on what they find, and stop them when it is time."""
        if self.decided:
            for info in self.decided:
                on_info(info)
            return _outcome(self.decided)
        if not self.number:
            return SearchOutcome(None, None, ())
        thread = threading.Thread(target=self._think, name="chess search", daemon=True)
        thread.start()
        try:
            while not self.done.wait(_POLL):
                self._pass_on(on_info)
                if self.clock.is_over() or stopped():
                    self.words[layout.STOP] = 1
        finally:
            self.words[layout.STOP] = 1
            thread.join()
        self._pass_on(on_info)
        if self.failure is not None:
            raise self.failure
        return _outcome(self.lines, self._first_of_unfinished())

    def _pass_on(self, on_info: Callable[[SearchInfo], None]) -> None:
        while True:
            try:
                on_info(self.news.get_nowait())
            except Empty:
                return

    def _think(self) -> None:
        """Search deeper and deeper; the thread's whole work."""
        try:
            self._deepen()
        except BaseException as error:
            self.failure = error
        finally:
            self.done.set()

    def _deepen(self) -> None:
        lines = max(1, min(self.limits.lines, MOST_LINES, self.number))
        steadiness, best = 0, -1
        for depth in range(1, min(self.limits.depth or DEEPEST, DEEPEST) + 1):
            if iterate(self.words, self.ints, depth, lines, self.number) < lines:
                return
            self._sort(lines)
            self.lines = tuple(self._info(place, depth) for place in range(lines))
            for info in self.lines:
                self.news.put(info)
            first = int(self.ints[layout.ROOT_MOVES])
            steadiness = steadiness + 1 if first == best else 0
            best = first
            if self._is_enough(depth, steadiness):
                return

    def _sort(self, lines: int) -> None:
        """Put the best lines in the order of their scores: a later one may have come out ahead."""
        ints = self.ints
        order = np.argsort(-ints[layout.ROOT_SCORES :][:lines], kind="stable")
        for start, width in (
            (layout.ROOT_MOVES, 1),
            (layout.ROOT_SCORES, 1),
            (layout.ROOT_DEPTHS, 1),
            (layout.ROOT_SELECTIVE, 1),
            (layout.ROOT_LINES, layout.ROOT_LINE),
        ):
            part = ints[start:][: lines * width].reshape(lines, width)
            part[:] = part[order]

    def _is_enough(self, depth: int, steadiness: int) -> bool:
        score = self.lines[0].score
        if self.limits.mate and score.mate and 0 < score.mate <= self.limits.mate:
            return True
        if self.clock.wanted is not None:
            if self.number == 1 and depth >= 6:
                return True
            if score.mate and depth > 2 * abs(score.mate) + 6:
                return True
        return self.clock.forbids_iteration(steadiness)

    def _info(self, place: int, depth: int) -> SearchInfo:
        ints = self.ints
        at = layout.ROOT_LINES + layout.ROOT_LINE * place
        moves = tuple(to_move(int(code)) for code in ints[at + 1 : at + 1 + int(ints[at])])
        score = _score(int(ints[layout.ROOT_SCORES + place]))
        return SearchInfo(
            line=place + 1,
            depth=depth,
            selective_depth=max(depth, int(ints[layout.ROOT_SELECTIVE + place])),
            score=Score(centipawns=0) if self.drawn else score,
            nodes=int(self.words[layout.NODES]),
            seconds=time.perf_counter() - self.began,
            table_full=self._filled(),
            table_hits=self.number if self.drawn else 0,
            moves=moves,
        )

    def _filled(self) -> int:
        """Return how many thousandths of the table hold positions of this search."""
        sample = self.words[layout.TABLE :][: _FILLED_SAMPLE * layout.BUCKET]
        data = sample[1::2]
        age = self.words[layout.AGE]
        used = np.count_nonzero((data != 0) & (data >> np.uint64(58) == age))
        return int(1000 * used // max(1, data.size))

    def _first_of_unfinished(self) -> chess.Move:
        """Return the best move, which may be one that the unfinished iteration preferred."""
        return to_move(int(self.ints[layout.ROOT_MOVES]))


def _score(value: int) -> Score:
    """Return the engine's score as people read it."""
    if abs(value) < layout.MATES:
        return Score(centipawns=value)
    plies = layout.MATE - abs(value)
    return Score(mate=(plies + 1) // 2 if value > 0 else -(plies // 2))


def _outcome(lines: tuple[SearchInfo, ...], first: chess.Move | None = None) -> SearchOutcome:
    """Return the outcome with these lines, played by the move `first` if that is another."""
    if not lines:
        return SearchOutcome(first, None, ())
    moves = lines[0].moves
    if first is None or (moves and first == moves[0]):
        return SearchOutcome(moves[0], moves[1] if len(moves) > 1 else None, lines)
    return SearchOutcome(first, None, lines)
