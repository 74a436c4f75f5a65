"""The limits and results that all searches share."""

from __future__ import annotations

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
    def of(cls, lines: Sequence[SearchInfo]) -> SearchOutcome:
        """Return the outcome with these lines (at least one), renumbered from 1."""
        moves = lines[0].moves
        numbered = tuple(replace(info, line=number) for number, info in enumerate(lines, 1))
        return cls(moves[0], moves[1] if len(moves) > 1 else None, numbered)


OnInfo = Callable[[SearchInfo], None]


def ignore(info: SearchInfo) -> None:
    """Report nothing."""
