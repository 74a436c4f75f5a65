"""The root of a compiled search in an engine's buffers: position, limits and best lines."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from typing import Any, Protocol

import numpy as np

from millmate.games.board import Move
from millmate.search.limits import Score, SearchInfo, SearchLimits
from millmate.search.root_tables import Tables, at_least_known, known_at_root

_SAMPLED_BUCKETS = 500  # of the transposition table, for `hashfull`
_NO_LIMIT = (1 << 63) - 1  # of nodes
# Between two iterations, chunks of tables are read for this share of the time spent so far, and
# for at least this number of seconds.
_READING_SHARE, _LEAST_READING = 0.2, 0.005


class Owner(Protocol):
    """The search that a root belongs to: its buffers and its tables."""

    words: Any
    ints: Any
    tables: Tables | None
    in_tree: Any


class EngineRoot(ABC):
    """A position in an engine's buffers, with the limits and the best lines of its search.

    The two engines use the same names for the parts of their buffers, defined in the module
    `layout`. Root moves and lines are in `ints`, everything else in `words`; in morris both are
    one buffer. All methods but `halt` are called from one thread at a time.

    Attributes:
        number: The number of moves that are searched.
        known: The result of probing the endgame tables at the root. If it contains complete
            lines, nothing is searched.
        value: The value by the tables: 1, 0 or -1 for the side to move, None if unknown.
        in_tree: The `tree_tables.TreeTables` that the engine looks up, if any.
    """

    layout: Any
    params: Any  # the numbers of the search: `search_params`
    age_word: int  # of the two words of a transposition table entry; and the shift of the age in it
    age_shift: int

    def __init__(
        self, owner: Owner, board: Any, limits: SearchLimits, stopped: Callable[[], bool]
    ) -> None:
        self.words, self.ints, self.limits = owner.words, owner.ints, limits
        self.began = time.perf_counter()
        if owner.tables:
            owner.tables.refresh_if_changed()
        self.known = known_at_root(owner.tables, board, limits, stopped)
        self.value = self.known.value
        self.in_tree = owner.in_tree
        self.number = 0
        self.write(board)

    @abstractmethod
    def write(self, board: Any) -> None:
        """Write the position and its moves, and prepare the tables in the tree."""

    @abstractmethod
    def search_root(self, depth: int, alpha: int, beta: int, place: int) -> int:
        """Call the kernel that searches the moves from `place` on; return the best score."""

    @abstractmethod
    def to_move(self, code: int) -> Move:
        """Return the move with the engine's number `code`."""

    def write_moves(self, codes: dict[Any, int]) -> None:
        """Write the moves to search, chosen from all legal ones, and reset the state of one search.

        Moves selected by the tables take precedence over the requested ones, which contain them.
        """
        words, ints, at = self.words, self.ints, self.layout
        wanted = self.known.moves or self.limits.moves
        chosen = [code for move, code in codes.items() if not wanted or move in wanted]
        self.number = len(chosen)
        ints[at.ROOT_MOVES : at.ROOT_MOVES + len(chosen)] = chosen
        ints[at.ROOT_SCORES : at.ROOT_LINES] = 0
        ints[at.KILLERS : at.BUTTERFLY] = 0
        words[at.NODES], words[at.STOP] = 0, 0
        words[at.AGE] = (int(words[at.AGE]) + 1) & 63

    def iterate(self, depth: int, lines: int) -> bool:
        """Search `depth` plies for the best `lines`; return whether the iteration was finished.

        The first depth ignores the node limit, because some move must be found.
        """
        if self.in_tree:
            self.in_tree.fetch(self.words, self._reading_seconds())
        nodes = self.limits.nodes if depth > 1 else None
        self.words[self.layout.NODE_LIMIT] = _NO_LIMIT if nodes is None else nodes
        if lines > self.number or not all(self._search_line(depth, p) for p in range(lines)):
            return False
        self._sort_lines(lines)
        return True

    def _search_line(self, depth: int, place: int) -> bool:
        """Search the moves from `place` on for the best one; return whether that was finished.

        This is done with a window around the score of the last iteration (Gillogly, 1972).
        """
        words, at, params = self.words, self.layout, self.params
        words[at.SELDEPTH] = 0
        alpha, beta, delta = -at.INFINITE, at.INFINITE, params.ASPIRATION_WINDOW
        last = int(self.ints[at.ROOT_SCORES + place])
        if depth >= params.ASPIRATION_MIN_DEPTH and abs(last) < at.MATE_IN_MAX_PLY:
            alpha, beta = last - delta, last + delta
        while True:
            score = self.search_root(depth, alpha, beta, place)
            if words[at.STOP]:
                return False
            if score <= alpha:
                alpha, beta = max(score - delta, -at.INFINITE), (alpha + beta) // 2
            elif score >= beta:
                beta = min(score + delta, at.INFINITE)
            else:
                return True
            delta *= 2
            if delta > params.ASPIRATION_MAX_WINDOW:
                alpha, beta = -at.INFINITE, at.INFINITE

    def line(self, place: int, depth: int, seconds: float) -> SearchInfo:
        """Return the best line so far (`place` 0) or a later one."""
        ints, at = self.ints, self.layout
        begin = at.ROOT_LINES + at.ROOT_LINE * place
        codes = ints[begin + 1 : begin + 1 + int(ints[begin])]
        return SearchInfo(
            line=place + 1,
            depth=depth,
            selective_depth=max(depth, int(ints[at.ROOT_SELDEPTHS + place])),
            score=self.score(int(ints[at.ROOT_SCORES + place])),
            nodes=int(self.words[at.NODES]),
            seconds=seconds,
            table_full=self.hashfull(),
            table_hits=int(self.words[at.TB_HITS]) + len(self.known.moves),
            moves=tuple(self.to_move(int(code)) for code in codes),
        )

    def best(self) -> Move:
        """Return the best move, possibly one found in the unfinished iteration."""
        return self.to_move(int(self.ints[self.layout.ROOT_MOVES]))

    def halt(self) -> None:
        """Make `iterate` return soon; callable from any thread."""
        self.words[self.layout.STOP] = 1

    def score(self, value: int) -> Score:
        """Return the engine's score for display, at least the score proved by tables."""
        if self.value == 0 or abs(value) < self.layout.MATE_IN_MAX_PLY:
            return Score(centipawns=at_least_known(value, self.value))
        plies = self.layout.MATE - abs(value)
        return Score(mate=(plies + 1) // 2 if value > 0 else -(plies // 2))

    def hashfull(self) -> int:
        """Return the share of table entries used by this search, in thousandths."""
        words, at = self.words, self.layout
        entries = words[at.TABLE :][: _SAMPLED_BUCKETS * at.BUCKET].reshape(-1, 2)
        ages = entries[:, self.age_word] >> words.dtype.type(self.age_shift)
        used = np.count_nonzero((entries[:, 1] != 0) & (ages == words[at.AGE]))
        return int(1000 * used // len(entries))

    def _sort_lines(self, lines: int) -> None:
        """Sort the best lines by score, since a later one may have overtaken an earlier one."""
        ints, at = self.ints, self.layout
        order = np.argsort(-ints[at.ROOT_SCORES :][:lines], kind="stable")
        for begin in (at.ROOT_SCORES, at.ROOT_MOVES, at.ROOT_DEPTHS, at.ROOT_SELDEPTHS):
            part = ints[begin:][:lines]
            part[:] = part[order]
        variations = ints[at.ROOT_LINES :][: lines * at.ROOT_LINE].reshape(lines, at.ROOT_LINE)
        variations[:] = variations[order]

    def _reading_seconds(self) -> float:
        """Return the seconds that reading tables may take now.

        They are infinite where only nodes or depth end the search: its results are repeatable.
        """
        limits = self.limits
        if limits.seconds is None and (limits.nodes or limits.depth):
            return inf
        return _READING_SHARE * (time.perf_counter() - self.began) + _LEAST_READING
