"""The fifty-move rule on top of tables that count to the end of the game and know no clock.

A table tells who wins and in how many plies. Whether the game gets that far depends on the clock,
the plies since the last zeroing move: a capture or pawn move in chess, a mill or a placement in
morris. At `LONGEST` plies a draw can be claimed.

- A table's draw is a draw.
- A win that ends before the clock runs out is a win: a winner who follows the table is in time,
  and a zeroing move on the way only gives more time.
- A win of unknown length, as while morris stones are placed, is taken for one.
- A longer win is a win only if a zeroing move that keeps it can be forced in time. Tables do not
  tell that; a `Resolver` may (see `zeroing` for chess, `morris.zeroing` for morris), and where it
  does not the result stays open, a `Category.MAYBE_WIN` or `Category.MAYBE_LOSS`.

Repetitions are left aside: whoever follows a shrinking distance repeats nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import inf
from typing import Any, NamedTuple

import chess

from millmate.formatting import side_name
from millmate.games.board import Board, Move
from millmate.games.morris.board import MorrisBoard
from millmate.language import tr
from millmate.tablebase.verdict import MoveVerdict, Verdict

LONGEST = 100  # plies without a zeroing move after which a draw can be claimed


class Category(IntEnum):
    """What a position or move is worth under the fifty-move rule; greater is better."""

    LOSS = -2
    MAYBE_LOSS = -1
    DRAW = 0
    MAYBE_WIN = 1
    WIN = 2

    @property
    def wdl(self) -> int | None:
        """1, 0 or -1, None where it is open."""
        return None if self in (Category.MAYBE_WIN, Category.MAYBE_LOSS) else self // 2


class Distance(NamedTuple):
    """Plies until the winner of a position mates or makes a zeroing move that keeps the win.

    `proven`: so many are enough, None if nobody knows a number; `possible`: fewer are not, None if
    there is no such number up to `LONGEST`.
    """

    proven: int | None
    possible: int | None


# Returns the distances of positions for a winner, each None where it cannot tell.
Resolver = Callable[[Sequence[Any], bool], Sequence[Distance | None]]


@dataclass(frozen=True, slots=True)
class Rule50Verdict:
    """What a position is worth to the side to move, by its table and under the fifty-move rule.

    `in_time` tells that the verdict's distance to the end holds under the rule too.
    """

    verdict: Verdict
    category: Category
    in_time: bool

    def of_position(self, turn: bool) -> str:
        """Return it in words, without a distance that the rule may cut short."""
        if self.in_time:
            return self.verdict.of_position(turn)
        if self.category is Category.DRAW:
            return tr("draw by the fifty-move rule")
        winner = side_name(turn == (self.verdict.wdl > 0))
        if self.category.wdl is None:
            return tr("{winner} wins, or the fifty-move rule draws", winner=winner)
        return tr("{winner} wins before the fifty-move rule draws", winner=winner)


@dataclass(frozen=True, slots=True)
class Rule50Move:
    """A legal move and its value, under the fifty-move rule, for the side that plays it.

    `verdict` is the table's, without a clock. `in_time` tells that its distance to the end, if it
    has one, holds under the rule too. `zeroing` counts plies, the move included, until the winner
    mates or zeroes; None where that is not known or too far. `clock` is what the move leaves on it.
    """

    move: Move
    verdict: Verdict
    category: Category
    in_time: bool
    zeroing: int | None = None
    clock: int = 0

    def of_move(self) -> str:
        """Return in words what the move does, without a distance that the rule may cut short."""
        if self.in_time:
            return self.verdict.of_move()
        wins = self.verdict.wdl > 0
        if self.category is Category.DRAW:
            return tr("draw (50 moves)")
        if self.category.wdl is None:
            return tr("wins, or 50 moves") if wins else tr("loses, or 50 moves")
        return tr("wins") if wins else tr("loses")

    @property
    def rank(self) -> tuple[float, ...]:
        """Sort key, best move first.

        A winner hurries to the end if it is in time, else to the next zeroing move. A loser delays
        either. Where the result is open both look at how late the end comes by the clock.
        """
        zeroing, plies = _or_far(self.zeroing), _or_far(self.verdict.plies)
        side = self.verdict.wdl
        if side == 0:
            return -self.category, 0
        if self.category.wdl is None:
            return -self.category, -side, 0, side * (plies + self.clock), 0
        if side > 0:
            hurry = (plies, 0) if self.in_time else (zeroing, plies)
            return -self.category, -side, not self.in_time, *hurry
        if self.category is Category.LOSS:
            return -self.category, -side, 0, -plies, 0
        return -self.category, -side, 0, -zeroing, -plies


def clock_of(board: Board) -> int:
    """Return the plies since the last zeroing move."""
    if isinstance(board, MorrisBoard):
        return board.quiet
    assert isinstance(board, chess.Board)
    return board.halfmove_clock


def plies_left(board: Board) -> int:
    """Return the plies until a draw can be claimed, 0 if it can be now."""
    return max(0, LONGEST - clock_of(board))


def category(verdict: Verdict, clock: int) -> Category:
    """Return what a table's verdict comes to when so many plies are on the clock."""
    if verdict.wdl == 0:
        return Category.DRAW
    if not verdict.plies or verdict.plies + clock <= LONGEST:
        return Category.WIN if verdict.wdl > 0 else Category.LOSS
    if clock >= LONGEST:
        return Category.DRAW
    return Category.MAYBE_WIN if verdict.wdl > 0 else Category.MAYBE_LOSS


def best_of(board: Board, verdict: Verdict, moves: Sequence[Rule50Move]) -> Rule50Verdict:
    """Return what a position is worth by its moves, best first, and its own verdict without any."""
    if not moves:
        return rule50_verdict(board, verdict)
    return Rule50Verdict(moves[0].verdict, moves[0].category, moves[0].in_time)


def rule50_verdict(
    board: Board, verdict: Verdict, resolver: Resolver | None = None
) -> Rule50Verdict:
    """Return what a position is worth under the rule, by the table's verdict of it.

    `resolver` is asked only where verdict and clock leave that open.
    """
    found = category(verdict, clock_of(board))
    if resolver is not None and found.wdl is None:
        (distance,) = resolver([board], board.turn == (verdict.wdl > 0))
        if distance is not None:
            found = _decided(found, distance, plies_left(board))
    in_time = found.wdl == verdict.wdl and (verdict.plies or 0) + clock_of(board) <= LONGEST
    return Rule50Verdict(verdict, found, in_time)


def rule50_moves(
    board: Board,
    judged: Sequence[MoveVerdict],
    resolver: Resolver | None = None,
    every: bool = False,
) -> list[Rule50Move]:
    """Return the moves of a position with their values under the rule, best first.

    Args:
        board: The position, its clock included.
        judged: Its legal moves with the tables' verdicts.
        resolver: Asked of the best moves where they are open.
        every: Whether it is asked of every move that is open.
    """
    moves = [_ruled(board, move) for move in judged]
    best = max((move.category for move in moves), default=Category.DRAW)
    if resolver is not None:
        for kind in (Category.MAYBE_WIN, Category.MAYBE_LOSS):
            if every or kind is best:
                moves = _resolve(board, moves, kind, resolver)
    return sorted(moves, key=lambda move: move.rank)


def _resolve(
    board: Board, moves: Sequence[Rule50Move], kind: Category, resolver: Resolver
) -> list[Rule50Move]:
    """Return the moves, those of an open kind with what the resolver knows of them."""
    known = [move for move in moves if move.category is not kind]
    doubtful = [move for move in moves if move.category is kind]
    after = [_after(board, move.move) for move in doubtful]
    winner = board.turn if kind is Category.MAYBE_WIN else not board.turn
    distances = resolver(after, winner) if after else ()
    for move, position, distance in zip(doubtful, after, distances, strict=True):
        known.append(_resolved(move, distance, plies_left(position)) if distance else move)
    return known


def _ruled(board: Board, move: MoveVerdict) -> Rule50Move:
    """Return what the table and the clock alone tell of a move."""
    clock = 0 if _zeroes(board, move.move) else clock_of(board) + 1
    verdict, plies = move.verdict, move.verdict.plies
    left = type(verdict)(verdict.wdl, None if plies is None else plies - 1)
    found = category(left, clock)
    zeroing = 1 if clock == 0 else None
    return Rule50Move(move.move, verdict, found, found.wdl == verdict.wdl, zeroing, clock)


def _resolved(move: Rule50Move, distance: Distance, left: int) -> Rule50Move:
    """Return a move of which more is known: `distance` of the position it leads to."""
    zeroing = move.zeroing
    if zeroing is None:
        plies = distance.possible if distance.proven is None else distance.proven
        zeroing = None if not plies else plies + 1
    found = _decided(move.category, distance, left)
    return Rule50Move(move.move, move.verdict, found, False, zeroing, move.clock)


def _decided(open_category: Category, distance: Distance, left: int) -> Category:
    """Return what an open win or loss comes to with so many plies left on the clock."""
    if distance.proven is not None and distance.proven <= left:
        return Category.WIN if open_category > 0 else Category.LOSS
    if distance.possible is None or distance.possible > left:
        return Category.DRAW
    return open_category


def _zeroes(board: Board, move: Move) -> bool:
    """Tell whether a legal move sets the clock back."""
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
