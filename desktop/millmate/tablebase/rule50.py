"""The fifty-move rule, on top of tables that count to the end of the game and ignore the clock.

A table holds the winner and the plies. Whether the game gets that far depends on the clock,
the plies since the last zeroing move: a capture or pawn move in chess, a mill or a placement in
morris. At `LONGEST` plies a draw can be claimed; a game of morris may have another limit.

- A table's draw is a draw.
- A win that ends before the clock runs out is a win: a winner who follows the table is in time, and
  a zeroing move on the way only gives more time.
- A win of unknown length, as in the placing phase of morris, counts as a win.
- A longer win is a win only if a zeroing move that keeps it can be forced in time. Tables do not
  answer that. A `Resolver` can (see `probe`, `dtm50` and `morris.dtz`); otherwise the result
  stays open: `Result.AT_LEAST_DRAW` or `Result.AT_MOST_DRAW`.

Repetitions are ignored: a player who follows a shrinking distance repeats nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from millmate.games.board import Board
from millmate.games.catalogue import rules_of
from millmate.games.morris.variants import NEVER
from millmate.games.value import FIFTY, MoveValue, Result, Value

LONGEST = 2 * FIFTY  # plies without a zeroing move after which a draw can be claimed
PATIENCE = 15.0  # seconds that a review waits for the value of a position


class Distance(NamedTuple):
    """Plies until the winner of a position mates or makes a zeroing move that keeps the win.

    `proven` plies are enough, None if no such number is known; fewer than `possible` are not
    enough, None if no number up to `LONGEST` is. `mate` is the plies to mate that the clock of the
    position allows, None where that is unknown, as always in morris.
    """

    proven: int | None
    possible: int | None
    mate: int | None = None


# Returns the distances of positions for a winner, None for unknown ones.
Resolver = Callable[[Sequence[Any], bool], Sequence[Distance | None]]


def plies_left(board: Board) -> int:
    """Return the plies until a draw can be claimed, 0 if it can be claimed now."""
    return max(0, longest(board) - board.halfmove_clock)


def longest(board: Board) -> int:
    """Return the plies without a zeroing move after which a draw can be claimed."""
    limit = rules_of(board).limit
    return NEVER if limit is None else 2 * limit


def category(wdl: int, plies: int | None, clock: int, most: int = LONGEST) -> Result:
    """Return the result of a table's value with `clock` of `most` plies on the clock."""
    if wdl == 0:
        return Result.DRAW
    if not plies or plies + clock <= most:
        return Result.WIN if wdl > 0 else Result.LOSS
    if clock >= most:
        return Result.DRAW
    return Result.AT_LEAST_DRAW if wdl > 0 else Result.AT_MOST_DRAW


def best_of(board: Board, value: Value, moves: Sequence[MoveValue]) -> Value:
    """Return the value of a position by its moves, best first, or by `value` if it has none.

    Where the rule draws, no move aims for the table's distance, which `value` has.
    """
    if not moves:
        return ruled(board, value)
    best = moves[0].value
    if best.final is Result.DRAW and value.plies is not None:
        best = replace(value, ruled=Result.DRAW, in_time=False, limit=best.limit)
    elif best.in_time and best.plies != value.plies:
        best = replace(best, timeless_plies=value.plies)
    elif best.final.wdl:  # another move may be that far from mate
        best = replace(best, plies=value.plies)
    return replace(best, clock=board.halfmove_clock)


def compare(best: Value, after: Value) -> tuple[int, int, int | None] | None:
    """Return the values before and after a move for the side that moved, and the plies it lost.

    `best` is the value before the move and `after` the one after it; where the fifty-move rule
    leaves either open, the result is None. A win that takes longer and a loss that is sooner
    lose plies. These are None if the value changed, a distance is not known exactly, or the clock
    decides.
    """
    before, kept = best.final.wdl, after.final.wdl
    if before is None or kept is None:
        return None
    played = after.before().plies
    timed = best.in_time and after.in_time and before == -kept and best.exact and after.exact
    if not timed or played is None or best.plies is None:
        return before, -kept, None
    return before, -kept, abs(played - best.plies)


def ruled(board: Board, value: Value, resolver: Resolver | None = None) -> Value:
    """Return the value of a position under the rule, from that of the table.

    `resolver`, which assumes a limit of fifty moves, is called only where value and clock
    leave the result open.
    """
    most, clock = longest(board), board.halfmove_clock
    found = category(value.wdl, value.plies, clock, most)
    in_time = found.wdl == value.wdl and (not value.plies or value.plies + clock <= most)
    known = replace(value, ruled=found, in_time=in_time, clock=clock, limit=most // 2)
    if resolver is not None and found.wdl is None and most == LONGEST:
        (distance,) = resolver([board], board.turn == (value.wdl > 0))
        if distance is not None:
            known = _timed(known, distance, plies_left(board), 0)
    return known


def rule50_moves(
    board: Board,
    judged: Sequence[MoveValue],
    resolver: Resolver | None = None,
    every: bool = False,
) -> list[MoveValue]:
    """Return the moves of a position with their values under the rule, best first.

    Args:
        board: The position, its clock included.
        judged: Its legal moves with the tables' verdicts.
        resolver: Asked about the best moves if they are open.
        every: Whether it is called for every open move.
    """
    moves = [_ruled(board, move) for move in judged]
    best = min(
        (move.value.final for move in moves), key=lambda each: each.rank, default=Result.DRAW
    )
    if resolver is not None and longest(board) == LONGEST:
        for kind in (Result.AT_LEAST_DRAW, Result.AT_MOST_DRAW):
            if every or kind is best:
                moves = _resolve(board, moves, kind, resolver)
    return sorted(moves, key=lambda move: move.rank)


def _resolve(
    board: Board, moves: Sequence[MoveValue], kind: Result, resolver: Resolver
) -> list[MoveValue]:
    """Return the moves, those of an open category with the resolver's results."""
    known = [move for move in moves if move.value.final is not kind]
    doubtful = [move for move in moves if move.value.final is kind]
    after = [board.copy() for _ in doubtful]
    for position, move in zip(after, doubtful, strict=True):
        position.push(move.move)
    winner = board.turn if kind is Result.AT_LEAST_DRAW else not board.turn
    distances = resolver(after, winner) if after else ()
    for move, position, distance in zip(doubtful, after, distances, strict=True):
        known.append(_resolved(move, distance, plies_left(position)) if distance else move)
    return known


def _ruled(board: Board, move: MoveValue) -> MoveValue:
    """Return the value of a move by the table and the clock alone."""
    if move.value.ruled is not None:  # only bounds are known
        return move
    clock = 0 if board.is_zeroing(move.move) else board.halfmove_clock + 1
    value, most = move.value, longest(board)
    wdl, plies = value.wdl, value.plies
    found = category(wdl, None if plies is None else plies - 1, clock, most)
    zeroing, in_time = 1 if clock == 0 else None, found.wdl == wdl
    known = Value(wdl, plies, value.exact, found, in_time, zeroing, clock, most // 2)
    return MoveValue(move.move, known)  # `replace` would take longer


def _resolved(move: MoveValue, distance: Distance, left: int) -> MoveValue:
    """Return a move with the `distance` of the position it leads to taken into account."""
    zeroing = move.value.zeroing
    if zeroing is None:
        plies = distance.possible if distance.proven is None else distance.proven
        zeroing = None if not plies else plies + 1
    value = replace(move.value, in_time=False, zeroing=zeroing)
    return MoveValue(move.move, _timed(value, distance, left, 1))


def _timed(value: Value, distance: Distance, left: int, before: int) -> Value:
    """Return an open value, decided by the `distance` of a position `before` plies after it."""
    found = _decided(value.final, distance, left)
    if distance.mate is None or found.wdl != value.wdl:
        return replace(value, ruled=found)
    plies = distance.mate + before
    return replace(value, ruled=found, in_time=True, plies=plies, timeless_plies=value.plies)


def _decided(open_category: Result, distance: Distance, left: int) -> Result:
    """Return the category of an open win or loss with `left` plies left on the clock."""
    if distance.proven is not None and distance.proven <= left:
        return Result.WIN if open_category.most > 0 else Result.LOSS
    if distance.possible is None or distance.possible > left:
        return Result.DRAW
    return open_category
