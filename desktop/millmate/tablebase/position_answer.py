"""What tables of solved positions know of a position or of a move: bounds, from the mover's side.

Such tables are for one side (see `reach`): what they promise that side, it has. So one table often
tells a bound only, and tables for either side tell more `together`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import chess

from millmate.errors import MillMateError
from millmate.formatting import side_name
from millmate.games.value import Value
from millmate.language import tr
from millmate.tablebase.layout import MOST_OF_CODE
from millmate.tablebase.reach import PROMOTIONS


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a position with `turn` to move, the fifty-move rule left out.

    Attributes:
        turn: The side to move.
        least: What that side has at least: 1 a win, 0 a draw, -1 nothing.
        most: What it can have at most, likewise: 1 means nothing.
        plies: Where it wins or loses, mate comes in so many plies at most, at the earliest in so
            many where `in_exactly`; see `saturated`. None otherwise.
        in_exactly: Whether `plies` are those of best play by both.
        promotions: The python-chess types that pawns may become.
    """

    turn: bool
    least: int = -1
    most: int = 1
    plies: int | None = None
    in_exactly: bool = False
    promotions: tuple[int, ...] = PROMOTIONS

    @property
    def decided(self) -> bool:
        """Whether the result is known."""
        return self.least == self.most

    @property
    def value(self) -> Value | None:
        """The value for the side to move, None where only bounds are known."""
        if not self.decided:
            return None
        exact = self.least == 0 or (self.in_exactly and not self.saturated)
        return Value(self.least, self.plies, exact)

    @property
    def moves(self) -> int | None:
        """`plies` in moves of the winner."""
        return None if self.plies is None else (self.plies + 1) // 2

    @property
    def saturated(self) -> bool:
        """Whether `plies` stand for 127 moves or more."""
        return self.moves is not None and self.moves >= MOST_OF_CODE

    @property
    def rank(self) -> tuple[int, int, int]:
        """Sort key for what a side may choose, best first.

        Quick wins come before other wins, these before sure draws, and those before what is
        unknown; sure losses come last, the slowest of them first.
        """
        plies = self.plies or 0
        return -self.least, -self.most, plies if self.least > 0 else -plies

    @property
    def text(self) -> str:
        """One sentence, such as `White wins: mate in at most 31`, and the limits it holds under."""
        return self._found() + limits_text(self.promotions)

    def before(self) -> Answer:
        """Return this for the side whose move led here, that move included."""
        plies = None if self.plies is None else self.plies + 1
        return replace(self, turn=not self.turn, least=-self.most, most=-self.least, plies=plies)

    def _found(self) -> str:
        own, other = side_name(self.turn), side_name(not self.turn)
        if self.decided:
            return tr("Draw") if self.least == 0 else self._won(own if self.least > 0 else other)
        if self.least == 0:
            return tr("{side} at least draws", side=own)
        if self.most == 0:
            return tr("{side} at least draws", side=other)
        return tr("Unknown")

    def _won(self, winner: str) -> str:
        if self.plies == 0:
            return tr("{winner} has won", winner=winner)
        if self.saturated:
            return tr("{side} wins, in {n} moves or more", side=winner, n=MOST_OF_CODE)
        if self.in_exactly:
            return tr("{side} wins: mate in {n}", side=winner, n=self.moves)
        return tr("{side} wins: mate in at most {n}", side=winner, n=self.moves)


NOTHING = Answer(turn=True).rank  # of a move of which nothing is known


class MoveAnswer(NamedTuple):
    """A legal move, and what is known of it for the side that plays it, the move included."""

    move: chess.Move
    answer: Answer


def together(answers: Sequence[Answer]) -> Answer:
    """Return what answers to one question say together; they have the same limits.

    Raises:
        MillMateError: They contradict each other.
    """
    least = max(each.least for each in answers)
    most = min(each.most for each in answers)
    if least > most:
        raise MillMateError(
            tr("tables of solved positions contradict each other: verify or remove them")
        )
    known = [each for each in answers if each.plies is not None]
    shortest = min(known, key=lambda each: (not each.in_exactly, each.plies), default=None)
    return replace(
        answers[0],
        least=least,
        most=most,
        plies=None if shortest is None else shortest.plies,
        in_exactly=shortest is not None and shortest.in_exactly,
    )


def best_together(own: Answer, moves: Sequence[MoveAnswer]) -> Answer:
    """Return what is known of a position by its table and by all its moves, one at least."""
    best = min((each.answer for each in moves), key=lambda answer: answer.rank)
    most = max(each.answer.most for each in moves)
    plies = best.plies if best.least == most else None
    return together([own, replace(best, most=most, plies=plies, in_exactly=False)])


def limits_text(promotions: Sequence[int]) -> str:
    """Return what is told after every verdict about the promotions that are allowed."""
    if tuple(promotions) == PROMOTIONS:
        return ""
    kinds = ", ".join(chess.piece_symbol(kind).upper() for kind in promotions)
    return tr(" (with promotion to {kinds} only)", kinds=kinds)
