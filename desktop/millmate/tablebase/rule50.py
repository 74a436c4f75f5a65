"""The fifty-move rule, on top of tables that count to the end of the game and ignore the clock.

A table tells who wins and in how many plies. Whether the game gets that far depends on the clock,
the plies since the last zeroing move: a capture or pawn move in chess, a mill or a placement in
morris. At `LONGEST` plies a draw can be claimed; a game of morris may have another limit.

- A table's draw is a draw.
- A win that ends before the clock runs out is a win: whoever follows the table is in time, and a
  zeroing move on the way only gives more time.
- A win of unknown length, as in the placing phase of morris, counts as a win.
- A longer win is a win only if a zeroing move that keeps it can be forced in time. Tables do not
  know that. A `Resolver` may (see `zeroing`, `dtz_solver` and `morris.dtz`); where it does not, the
  result stays open: `Result.AT_LEAST_DRAW` or `Result.AT_MOST_DRAW`.

Repetitions are ignored: whoever follows a shrinking distance repeats nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

import chess

from millmate.formatting import side_name
from millmate.games.board import Board, Move
from millmate.games.morris.board import MorrisBoard
from millmate.games.value import Form, MoveValue, Result, Terms, Value, words, words_if_drawn
from millmate.language import tr

FIFTY = 50  # moves of each side
LONGEST = 2 * FIFTY  # plies without a zeroing move after which a draw can be claimed
PATIENCE = 15.0  # seconds that a review waits for the value of a position


class Distance(NamedTuple):
    """Plies until the winner of a position mates or makes a zeroing move that keeps the win.

    `proven` plies are enough, None if no such number is known; fewer than `possible` are not
    enough, None if no number up to `LONGEST` is.
    """

    proven: int | None
    possible: int | None


# Returns the distances of positions for a winner, None for those it does not know.
Resolver = Callable[[Sequence[Any], bool], Sequence[Distance | None]]


@dataclass(frozen=True, slots=True)
class Rule50Verdict:
    """The value of a position for the side to move, by its table and under the fifty-move rule.

    `in_time` is whether the value's distance to the end holds under the rule too; `limit` is how
    many moves of each side the rule allows.
    """

    value: Value
    category: Result
    in_time: bool
    limit: int = FIFTY

    def of_position(self, terms: Terms, turn: bool) -> str:
        """Describe the value; a distance that the rule may cut short is named only if it draws."""
        if self.in_time:
            return words(self.value, terms, turn)
        if self.limit != FIFTY:
            return self._by_limit(terms, turn)
        if self.category is Result.DRAW:
            return words_if_drawn(self.value, terms, turn)
        winner = side_name(turn == (self.value.wdl > 0))
        if self.category.wdl is None:
            return tr("{winner} wins, or the fifty-move rule draws", winner=winner)
        return tr("{winner} wins before the fifty-move rule draws", winner=winner)

    def _by_limit(self, terms: Terms, turn: bool) -> str:
        """Describe a value that another rule than that of fifty moves decides."""
        winner = side_name(turn == (self.value.wdl > 0))
        if self.category is Result.DRAW:
            timeless = words(self.value, terms, turn)
            return tr("{words}, but not under the {n}-move rule", words=timeless, n=self.limit)
        if self.category.wdl is None:
            return tr("{winner} wins, or the {n}-move rule draws", winner=winner, n=self.limit)
        return tr("{winner} wins before the {n}-move rule draws", winner=winner, n=self.limit)

    def in_short(self, terms: Terms, turn: bool) -> str:
        """Describe the value as a headline; what the rule does to it is for a remark."""
        if self.in_time:
            return words(self.value, terms, turn, Form.HEADLINE)
        if self.category is Result.DRAW:
            if self.limit == FIFTY:
                return tr("draw by the fifty-move rule")
            return tr("draw by the {n}-move rule", n=self.limit)
        winner = side_name(turn == (self.value.wdl > 0))
        if self.category.wdl is None:
            return tr("{winner} wins, or a draw", winner=winner)
        return tr("{winner} wins", winner=winner)


@dataclass(frozen=True, slots=True)
class Rule50Move:
    """A legal move and its value, under the fifty-move rule, for the side that plays it.

    `value` is the table's, which ignores the clock. `in_time` is whether its distance to the end,
    if any, holds under the rule too. `zeroing` counts plies, the move included, until the winner
    mates or zeroes, None where that is unknown or too far. `clock` is its reading after the move,
    `limit` as in `Rule50Verdict`.
    """

    move: Move
    value: Value
    category: Result
    in_time: bool
    zeroing: int | None = None
    clock: int = 0
    limit: int = FIFTY

    def of_move(self, terms: Terms) -> str:
        """Describe what the move does; for distances see `Rule50Verdict.of_position`."""
        if self.in_time:
            return words(self.value, terms, form=Form.MOVE)
        wins = self.value.wdl > 0
        if self.category is Result.DRAW:
            other = words(self.value, terms, form=Form.MOVE)
            return tr("draw ({n} moves; else {other})", n=self.limit, other=other)
        if self.category.wdl is None:
            n = self.limit
            return tr("wins, or {n} moves", n=n) if wins else tr("loses, or {n} moves", n=n)
        return tr("wins") if wins else tr("loses")

    @property
    def rank(self) -> tuple[float, ...]:
        """Sort key, best move first.

        A winner heads for the end if it is in time, otherwise for the next zeroing move; a loser
        delays either. Where the result is open, both go by how late the end comes on the clock.
        """
        zeroing, plies = _or_far(self.zeroing), _or_far(self.value.plies)
        side = self.value.wdl
        if side == 0:
            return *self.category.rank, 0
        if self.category.wdl is None:
            return *self.category.rank, -side, 0, side * (plies + self.clock), 0
        if side > 0:
            hurry = (plies, 0) if self.in_time else (zeroing, plies)
            return *self.category.rank, -side, not self.in_time, *hurry
        if self.category is Result.LOSS:
            return *self.category.rank, -side, 0, -plies, 0
        return *self.category.rank, -side, 0, -zeroing, -plies


def clock_of(board: Board) -> int:
    """Return the plies since the last zeroing move."""
    if isinstance(board, MorrisBoard):
        return board.quiet
    assert isinstance(board, chess.Board)
    return board.halfmove_clock


def plies_left(board: Board) -> int:
    """Return the plies until a draw can be claimed, 0 if it can be claimed now."""
    return max(0, longest(board) - clock_of(board))


def longest(board: Board) -> int:
    """Return the plies without a zeroing move after which a draw can be claimed."""
    return board.variant.claimed_after if isinstance(board, MorrisBoard) else LONGEST


def category(value: Value, clock: int, most: int = LONGEST) -> Result:
    """Return the value of a table's value with so many of `most` plies on the clock."""
    if value.wdl == 0:
        return Result.DRAW
    if not value.plies or value.plies + clock <= most:
        return Result.WIN if value.wdl > 0 else Result.LOSS
    if clock >= most:
        return Result.DRAW
    return Result.AT_LEAST_DRAW if value.wdl > 0 else Result.AT_MOST_DRAW


def best_of(board: Board, value: Value, moves: Sequence[Rule50Move]) -> Rule50Verdict:
    """Return the value of a position by its moves, best first, or by `value` if it has none.

    Where the rule draws, no move goes for the distance of the table, which `value` has.
    """
    if not moves:
        return rule50_verdict(board, value)
    if moves[0].category is Result.DRAW and value.plies is not None:
        return Rule50Verdict(value, Result.DRAW, False, moves[0].limit)
    best = moves[0]
    return Rule50Verdict(best.value, best.category, best.in_time, best.limit)


def compare(best: Rule50Verdict, after: Rule50Verdict) -> tuple[int, int, int | None] | None:
    """Return the values before and after a move for the side that moved, and the plies it lost.

    `best` is the value before the move and `after` the one after it; where the fifty-move rule
    leaves either open, the result is None. A win that takes longer and a loss that comes sooner
    lose plies. These are None if the value changed, a distance is not known exactly, or the clock
    decides.
    """
    before, kept = best.category.wdl, after.category.wdl
    if before is None or kept is None:
        return None
    played = after.value.before().plies
    timed = best.in_time and after.in_time and before == -kept
    timed = timed and best.value.exact and after.value.exact
    if not timed or played is None or best.value.plies is None:
        return before, -kept, None
    return before, -kept, abs(played - best.value.plies)


def rule50_verdict(board: Board, value: Value, resolver: Resolver | None = None) -> Rule50Verdict:
    """Return the value of a position under the rule, from the table's value.

    `resolver`, which knows the limit of fifty moves alone, is asked only where value and clock
    leave the result open.
    """
    most = longest(board)
    found = category(value, clock_of(board), most)
    if resolver is not None and found.wdl is None and most == LONGEST:
        (distance,) = resolver([board], board.turn == (value.wdl > 0))
        if distance is not None:
            found = _decided(found, distance, plies_left(board))
    in_time = found.wdl == value.wdl and (value.plies or 0) + clock_of(board) <= most
    return Rule50Verdict(value, found, in_time, most // 2)


def rule50_moves(
    board: Board,
    judged: Sequence[MoveValue],
    resolver: Resolver | None = None,
    every: bool = False,
) -> list[Rule50Move]:
    """Return the moves of a position with their values under the rule, best first.

    Args:
        board: The position, its clock included.
        judged: Its legal moves with the tables' verdicts.
        resolver: Asked about the best moves if they are open.
        every: Whether it is asked about every open move.
    """
    moves = [_ruled(board, move) for move in judged]
    best = min((move.category for move in moves), key=lambda each: each.rank, default=Result.DRAW)
    if resolver is not None and longest(board) == LONGEST:
        for kind in (Result.AT_LEAST_DRAW, Result.AT_MOST_DRAW):
            if every or kind is best:
                moves = _resolve(board, moves, kind, resolver)
    return sorted(moves, key=lambda move: move.rank)


def _resolve(
    board: Board, moves: Sequence[Rule50Move], kind: Result, resolver: Resolver
) -> list[Rule50Move]:
    """Return the moves, those of an open category with what the resolver knows about them."""
    known = [move for move in moves if move.category is not kind]
    doubtful = [move for move in moves if move.category is kind]
    after = [_after(board, move.move) for move in doubtful]
    winner = board.turn if kind is Result.AT_LEAST_DRAW else not board.turn
    distances = resolver(after, winner) if after else ()
    for move, position, distance in zip(doubtful, after, distances, strict=True):
        known.append(_resolved(move, distance, plies_left(position)) if distance else move)
    return known


def _ruled(board: Board, move: MoveValue) -> Rule50Move:
    """Return the value of a move by the table and the clock alone."""
    clock = 0 if _zeroes(board, move.move) else clock_of(board) + 1
    value, plies = move.value, move.value.plies
    left = Value(value.wdl, None if plies is None else plies - 1)
    most = longest(board)
    found = category(left, clock, most)
    zeroing, in_time = 1 if clock == 0 else None, found.wdl == value.wdl
    return Rule50Move(move.move, value, found, in_time, zeroing, clock, most // 2)


def _resolved(move: Rule50Move, distance: Distance, left: int) -> Rule50Move:
    """Return a move with the `distance` of the position it leads to taken into account."""
    zeroing = move.zeroing
    if zeroing is None:
        plies = distance.possible if distance.proven is None else distance.proven
        zeroing = None if not plies else plies + 1
    found = _decided(move.category, distance, left)
    return Rule50Move(move.move, move.value, found, False, zeroing, move.clock)


def _decided(open_category: Result, distance: Distance, left: int) -> Result:
    """Return the category of an open win or loss with so many plies left on the clock."""
    if distance.proven is not None and distance.proven <= left:
        return Result.WIN if open_category.most > 0 else Result.LOSS
    if distance.possible is None or distance.possible > left:
        return Result.DRAW
    return open_category


def _zeroes(board: Board, move: Move) -> bool:
    """Return whether a legal move resets the clock."""
    if isinstance(board, MorrisBoard):
        return move.origin is None or bool(move.removed)
    assert isinstance(board, chess.Board)
    return board.is_zeroing(move)


def _after(board: Board, move: Move) -> Board:
    after = board.copy()
    after.push(move)
    return after


def _or_far(plies: int | None) -> float:
    return inf if plies is None else plies
