"""The limits and results that all searches share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from millmate.games.board import Move

MOST_LINES = 64  # that can be asked for at once
DEEPEST = 100  # plies of an iteration


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """When to stop; None is no limit, and without any limit only `stopped` ends the search.

    `seconds` is kept to within some milliseconds. `seconds_wanted` counts between iterations: no
    new one begins that could hardly be finished by then. `depth` is in plies, `mate` in moves:
    stop when a mate in so many is found. `moves` are the only ones searched (all, if empty);
    `lines` is how many of the best moves are wanted, each with its score and line.
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
    """What a position is worth to the side to move.

    Either `centipawns`, or a forced `mate` in so many moves: negative if the side to move is
    mated, 0 if it is mated already. Mates are exact: no draw by fifty moves or repetition is
    overlooked on the way, but a shorter one may exist.
    """

    centipawns: int | None = None
    mate: int | None = None


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """One of the best lines after an iteration.

    `line` counts from 1, the best; `selective_depth` is the longest line searched, in plies;
    `table_full` is in thousandths of the transposition table, `table_hits` counts positions found
    in endgame tables (the generations have none: in their transposition table); `moves` is the
    principal variation, as moves of the board.
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
        """How many positions a second were visited."""
        return round(self.nodes / max(self.seconds, 1e-6))


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """How a search ended: the best lines, that of the move to play first.

    They are those of the last iteration, or of one that was broken off if it found a better move;
    none without legal moves, or if no iteration was finished. `best` is the move to play, None
    without legal moves; `reply` the one expected, if any.
    """

    best: Move | None
    reply: Move | None
    lines: tuple[SearchInfo, ...]

    @classmethod
    def of(cls, lines: Sequence[SearchInfo]) -> SearchOutcome:
        """Return the outcome with these lines, of which there are some, numbered anew."""
        moves = lines[0].moves
        numbered = tuple(replace(info, line=number) for number, info in enumerate(lines, 1))
        return cls(moves[0], moves[1] if len(moves) > 1 else None, numbered)


OnInfo = Callable[[SearchInfo], None]


def ignore(info: SearchInfo) -> None:
    """Report nothing."""
