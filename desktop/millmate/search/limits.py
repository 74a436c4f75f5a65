"""The limits and results that all searches share, and how nodes and time are spent."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from millmate.games.board import Move

MOST_LINES = 64  # that can be requested at once
DEEPEST = 100  # plies of an iteration


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """When to stop; None means no limit, and without any limit only `stopped` ends the search.

    `seconds` is respected to within a few milliseconds. `seconds_wanted` counts between
    iterations: none is started that could hardly be finished by then. `depth` is in plies. With
    `mate`, the search stops when it finds a mate in at most that many moves. Only `moves` are
    searched (all if empty); `lines` is the number of best moves to report, each with its score
    and line.
    """

    seconds: float | None = None
    seconds_wanted: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    moves: tuple[Move, ...] = ()
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a position for the side to move.

    Either `centipawns`, or the number of moves of a forced `mate`: negative if the side to move
    is mated, 0 if it already is. Mates are exact: no draw by fifty moves or repetition is
    overlooked on the way, but a shorter mate may exist.
    """

    centipawns: int | None = None
    mate: int | None = None


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """One of the best lines after an iteration.

    `line` counts from 1, the best; `selective_depth` is the length of the longest line searched,
    in plies; `table_full` is in thousandths of the transposition table, `table_hits` counts
    positions found in endgame tables (for the generations: in their transposition table);
    `moves` is the principal variation, as moves of the board.
    """

    line: int
    depth: int
    selective_depth: int
    score: Score
    nodes: int
    seconds: float
    table_full: int
    table_hits: int
    moves: tuple[Move, ...]

    @property
    def nodes_per_second(self) -> int:
        """The number of positions visited per second."""
        return round(self.nodes / max(self.seconds, 1e-6))


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The result of a search: the best lines, starting with that of the move to play.

    They are those of the last iteration, or of an interrupted one if it found a better move;
    the list is empty without legal moves or a finished iteration. `best` is the move to
    play, None without legal moves; `reply` the expected answer, if any.
    """

    best: Move | None
    reply: Move | None
    lines: tuple[SearchInfo, ...]

    @classmethod
    def of(cls, lines: Sequence[SearchInfo]) -> "SearchOutcome":
        """Return the outcome with these lines (at least one), renumbered from 1."""
        moves = lines[0].moves
        numbered = tuple(replace(info, line=number) for number, info in enumerate(lines, 1))
        return cls(moves[0], moves[1] if len(moves) > 1 else None, numbered)


OnInfo = Callable[[SearchInfo], None]


def ignore(info: SearchInfo) -> None:
    """Report nothing."""


_EVERY = 16  # positions between two checks: less than a millisecond of Python


class Interrupted(Exception):  # noqa: N818 - not an error: the caller asked for it
    """A search was stopped before it had a result."""


def never() -> bool:
    return False


class NodeBudget:
    """Counts nodes and table hits; raises `Interrupted` when a limit is reached.

    `stopped` is called at the first node and at least every 16 nodes; `deadline` is a time of
    `clock`, in seconds; `most` is the maximum number of nodes.
    """

    def __init__(
        self,
        stopped: Callable[[], bool] = never,
        deadline: float = math.inf,
        most: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.nodes = self.hits = 0
        self.stopped = stopped
        self.deadline, self.most, self.clock = deadline, most, clock
        self._ask_at: float = 0

    def limit(self, deadline: float, most: float) -> None:
        """Set new limits."""
        self.deadline, self.most = deadline, most
        self._ask_at = 0

    def visit(self) -> None:
        """Count a node, or raise `Interrupted` if a limit is reached."""
        if self.nodes >= self._ask_at:
            self._ask()
        self.nodes += 1

    def _ask(self) -> None:
        out_of_time = self.deadline < math.inf and self.clock() >= self.deadline
        if out_of_time or self.nodes >= self.most or self.stopped():
            raise Interrupted
        self._ask_at = min(self.nodes + _EVERY, self.most)


_MOVES_LEFT = 26  # assumed for the rest of the game without a time control
_MOST = 0.7  # of the time left, on one move
_STRETCH = 3.0  # by what factor finishing an iteration may exceed the wanted time


@dataclass(frozen=True, slots=True)
class Clocks:
    """The times on both clocks of a game when a move is due, in seconds.

    `increment` is added after each move; `moves_to_go` is the number of moves the side to move has
    left until time is added, None if the time is for the rest of the game.
    """

    white: float
    black: float
    increment: float = 0.0
    moves_to_go: int | None = None

    def left(self, turn: bool) -> float:
        """Return the time left for the side `turn` (True: White)."""
        return self.white if turn else self.black

    def limits(self, turn: bool) -> SearchLimits:
        """Return the time limits for a move of the side `turn`."""
        return limits_by_clock(self.left(turn), self.increment, self.moves_to_go)


def limits_by_clock(
    left: float, increment: float = 0.0, moves_to_go: int | None = None, overhead: float = 0.03
) -> SearchLimits:
    """Return limits for a move with `left` seconds on the clock.

    `increment` seconds are added after each move; `moves_to_go` is the number of moves left until
    time is added, None for the rest of the game. `overhead` seconds are lost on each move.
    """
    moves = min(moves_to_go or _MOVES_LEFT, _MOVES_LEFT)
    usable = max(left - overhead * min(moves, 4), 0.001)
    wanted = usable / moves + 0.75 * increment
    most = usable if moves == 1 else usable * _MOST
    return SearchLimits(seconds=min(wanted * _STRETCH, most), seconds_wanted=min(wanted, most))
