"""What tables of solved positions say together about a position or move, and in words.

Such tables are for one side (see `reach`): what they promise that side, it has. So one table often
proves a bound only, and tables for either side prove more `together`.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from millmate.errors import MillMateError
from millmate.formatting import side_name
from millmate.games.value import MoveValue, Result, Value
from millmate.language import tr
from millmate.tablebase.layout import MOST_OF_CODE
from millmate.tablebase.reach import PROMOTIONS


def together(values: Sequence[Value]) -> Value:
    """Return what several tables prove of the same position or move.

    Raises:
        MillMateError: They contradict each other.
    """
    least = max(each.final.least for each in values)
    most = min(each.final.most for each in values)
    if least > most:
        raise MillMateError(
            tr("tables of solved positions contradict each other: verify or remove them")
        )
    known = [each for each in values if each.plies is not None]
    shortest = min(known, key=lambda each: (not each.exact, each.plies), default=None)
    return Value.between(least, most) if shortest is None else shortest


def best_together(own: Value, moves: Sequence[MoveValue]) -> Value:
    """Return what is known of a position by its table and by all its moves, one at least."""
    best = min(moves, key=lambda move: move.rank).value
    most = max(each.value.final.most for each in moves)
    if best.final.least == most and best.plies is not None:
        return together([own, Value(most, best.plies, exact=False)])
    return together([own, Value.between(best.final.least, most)])


def in_words(value: Value, turn: bool, promotions: Sequence[int] = PROMOTIONS) -> str:
    """Return a sentence, such as `White wins: mate in at most 31`, and the limits it holds under.

    `turn` is the side that the value is for.
    """
    return _found(value, turn) + limits_text(promotions)


def _found(value: Value, turn: bool) -> str:
    if value.final.wdl is None:
        if value.final is Result.UNKNOWN:
            return tr("Unknown")
        side = side_name(turn == (value.final.least == 0))
        return tr("{side} at least draws", side=side)
    if value.wdl == 0:
        return tr("Draw")
    side = side_name(turn == (value.wdl > 0))
    if value.plies == 0:
        return tr("{winner} has won", winner=side)
    if value.far:
        return tr("{side} wins, in {n} moves or more", side=side, n=MOST_OF_CODE)
    if value.exact:
        return tr("{side} wins: mate in {n}", side=side, n=value.moves)
    return tr("{side} wins: mate in at most {n}", side=side, n=value.moves)


def limits_text(promotions: Sequence[int]) -> str:
    """Return what is told after every verdict about the promotions that are allowed."""
    if tuple(promotions) == PROMOTIONS:
        return ""
    kinds = ", ".join(chess.piece_symbol(kind).upper() for kind in promotions)
    return tr(" (with promotion to {kinds} only)", kinds=kinds)
