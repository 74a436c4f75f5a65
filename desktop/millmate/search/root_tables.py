"""Probe endgame tables at the root of a search."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

import chess

from millmate.errors import MillMateError
from millmate.games.board import Board, Move
from millmate.games.value import MoveValue
from millmate.search.limits import Score, SearchInfo, SearchLimits

KNOWN = 10_000  # the least score, in centipawns, of a proved win of unknown length
_FIFTY_MOVES = 100  # plies
_LONGEST = 24  # plies of a reported line
# Time for probing tables with the fifty-move rule: a share of the search's time limit; without
# one, in seconds.
_SHARE, _PATIENCE = 0.5, 15.0


class Tables(Protocol):
    """Exact tables of one game, such as `tablebase.probe.Tablebase`."""

    def refresh_if_changed(self) -> None:
        """List the tables again if some have been added or removed; otherwise cheap."""

    def covers(self, board: Any) -> bool:
        """Return whether `rule50_moves` has an answer."""

    def rule50_moves(
        self, board: Any, seconds: float = 0.0, stopped: Callable[[], bool] = ...
    ) -> Sequence[MoveValue]:
        """Return the legal moves by the fifty-move rule, best first; raises `MillMateError`.

        Values that are not in the tables are computed if that takes no more than `seconds`.
        """

    def bounded_moves(self, board: Any) -> Sequence[MoveValue]:
        """Return every legal move, best first, if only bounds are known, else none.

        Raises `MillMateError`.
        """


@dataclass(frozen=True, slots=True)
class RootKnowledge:
    """The result of probing tables at the root.

    Attributes:
        moves: The legal moves that should be searched, best first; empty if nothing is known.
        value: The result of the best of them under the fifty-move rule: 1, 0 or -1; None if
            unknown.
        timeless: Its result without the fifty-move rule.
        nearest: In a won position, the moves nearest to the end, one of which must be played:
            other moves could repeat positions until the game is drawn.
        lines: The best lines if tables contain them to the end; then no search is needed.
    """

    moves: tuple[Move, ...] = ()
    value: int | None = None
    timeless: int | None = None
    nearest: tuple[Move, ...] = ()
    lines: tuple[SearchInfo, ...] = ()


NOTHING_KNOWN = RootKnowledge()


def known_at_root(
    tables: Tables | None, board: Board, limits: SearchLimits, stopped: Callable[[], bool]
) -> RootKnowledge:
    """Return the result of probing `tables` for a position.

    A position that is won or lost in time needs no search. If the fifty-move rule could make the
    tables' line a draw, no mate is reported: the remaining moves are those that keep the best
    value, and of these the nearest to the end, unless several lines are wanted.
    """
    began = time.perf_counter()
    judged = _judged(tables, board, _seconds(limits), stopped) if tables else ()
    wanted = [found for found in judged if not limits.moves or found.move in limits.moves]
    if not judged and tables:
        return _proved_at_root(tables, board, limits, began)
    if not wanted:
        return NOTHING_KNOWN
    best = wanted[0]
    kept = [found for found in wanted if found.value.final == best.value.final]
    is_open = best.value.final.wdl is None
    # The search can find out whether an open loss can be held; an open win needs a plan.
    if limits.lines == 1 and best.value.wdl and not (is_open and best.value.wdl < 0):
        kept = [found for found in kept if found.rank == best.rank]
    lines: tuple[SearchInfo, ...] = ()
    if tables and _is_decided(judged[0]):
        reported = [found for found in wanted if found.value.final.wdl is not None][: limits.lines]
        lines = tuple(
            _line(tables, board, found.move, _score(found), number, len(judged), began)
            for number, found in enumerate(reported, 1)
        )
    nearest = [found for found in kept if found.value.final.wdl == 1 and found.rank == best.rank]
    return RootKnowledge(
        moves=tuple(found.move for found in kept),
        value=best.value.final.wdl,
        timeless=best.value.wdl,
        nearest=tuple(found.move for found in nearest),
        lines=lines,
    )


def _proved_at_root(
    tables: Tables, board: Board, limits: SearchLimits, began: float
) -> RootKnowledge:
    """Return the result of probing bounds: the moves that keep the proved value.

    A sure win with mate before the fifty-move rule applies needs no search.
    """
    bounded = _bounded(tables, board)
    wanted = [found for found in bounded if not limits.moves or found.move in limits.moves]
    if not wanted:
        return NOTHING_KNOWN
    least = max(found.value.final.least for found in wanted)
    most = max(found.value.final.most for found in wanted)
    kept = [
        found
        for found in wanted
        if found.value.final.least == least and found.value.final.most > -1
    ]
    if least == 1:
        return _surely_won(tables, board, kept, limits, began)
    moves = tuple(found.move for found in kept or wanted)
    return RootKnowledge(moves, value=0 if least == most == 0 else None)


def _surely_won(
    tables: Tables, board: Board, kept: Sequence[MoveValue], limits: SearchLimits, began: float
) -> RootKnowledge:
    """Return the moves that surely win, without those that are not nearest to the end.

    These are kept if several lines are wanted. The lines are those that win in time.
    """
    left = _FIFTY_MOVES - cast(chess.Board, board).halfmove_clock
    soonest = kept[0].value.plies or 0
    nearest = tuple(found.move for found in kept if found.value.plies == soonest)
    timely = [found for found in kept if (found.value.plies or 0) <= left][: limits.lines]
    return RootKnowledge(
        moves=nearest if limits.lines == 1 else tuple(found.move for found in kept),
        value=1 if timely else None,
        timeless=1,
        nearest=nearest,
        lines=tuple(
            _line(tables, board, found.move, _mate_within(found), number, len(kept), began)
            for number, found in enumerate(timely, 1)
        ),
    )


def at_least_known(centipawns: int, value: int | None) -> int:
    """Return `centipawns`, adjusted to a proved `value` of 1, 0 or -1 (None if unknown)."""
    if value == 0:
        return 0
    if value is None:
        return centipawns
    return max(centipawns, KNOWN) if value > 0 else min(centipawns, -KNOWN)


def _judged(
    tables: Tables, board: Board, seconds: float, stopped: Callable[[], bool]
) -> Sequence[MoveValue]:
    """Return the legal moves with their values, best first; empty if tables lack some of them."""
    try:
        return tables.rule50_moves(board, seconds, stopped) if tables.covers(board) else ()
    except MillMateError:  # a move leads to a missing or damaged table
        return ()


def _seconds(limits: SearchLimits) -> float:
    """Return how long probing with the fifty-move rule may take, in seconds."""
    given = [s for s in (limits.seconds, limits.seconds_wanted) if s is not None]
    return min([_PATIENCE, *(_SHARE * seconds for seconds in given)])


def _is_decided(best: MoveValue) -> bool:
    """Return whether the best line is known to its end and respects the fifty-move rule."""
    return bool(best.value.wdl) and best.value.in_time and best.value.plies is not None


def _line(
    tables: Tables, board: Board, first: Move, score: Score, number: int, hits: int, began: float
) -> SearchInfo:
    """Return the tables' score of a move, with the line of best play."""
    after, moves = board.copy(), [first]
    after.push(first)
    while len(moves) < _LONGEST and (known := _known_moves(tables, after)):
        hits += len(known)
        moves.append(known[0])
        after.push(known[0])
    return SearchInfo(
        line=number,
        depth=len(moves),
        selective_depth=len(moves),
        score=score,
        nodes=0,
        seconds=time.perf_counter() - began,
        table_full=0,
        table_hits=hits,
        moves=tuple(moves),
    )


def _known_moves(tables: Tables, board: Board) -> list[Move]:
    """Return the legal moves found in tables, best first."""
    judged = _judged(tables, board, 0.0, lambda: True)
    return [found.move for found in judged or _bounded(tables, board)]


def _bounded(tables: Tables, board: Board) -> Sequence[MoveValue]:
    """Return the legal moves with their bounds, best first; empty if tables have none."""
    try:
        return tables.bounded_moves(board)
    except MillMateError:  # damaged
        return ()


def _mate_within(found: MoveValue) -> Score:
    """Return the score of a move that surely wins: the maximum number of moves until mate."""
    return Score(mate=((found.value.plies or 0) + 1) // 2)


def _score(found: MoveValue) -> Score:
    """Return the score of a move whose value is known."""
    value = found.value
    if found.value.final.wdl and value.in_time and value.plies is not None:
        return Score(mate=value.wdl * ((value.plies + (value.wdl > 0)) // 2))
    return Score(centipawns=at_least_known(0, found.value.final.wdl))
