"""The combined results of tables of solved positions for a position or move, and in words.

Such tables are for one side (see `reach`): their results are guaranteed for that side. So one table
often proves only a bound, and tables for either side prove more `together`.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from millmate.errors import MillMateError
from millmate.games.value import CHESS_TERMS, Form, MoveValue, Value, words
from millmate.language import tr
from millmate.tablebase.reach import PROMOTIONS


def together(values: Sequence[Value]) -> Value:
    """Return the combined result of several tables for the same position or move.

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
    """Return the value of a position by its table and by all its moves, one at least."""
    best = min(moves, key=lambda move: move.rank).value
    most = max(each.value.final.most for each in moves)
    if best.final.least == most and best.plies is not None:
        return together([own, Value(most, best.plies, exact=False)])
    return together([own, Value.between(best.final.least, most)])


def in_words(
    value: Value,
    turn: bool,
    promotions: Sequence[int] = PROMOTIONS,
    form: Form = Form.SENTENCE,
) -> str:
    """Return a value in words, with the promotions that it holds under if not all are allowed.

    `turn` is the side that the value is for.
    """
    return words(value, CHESS_TERMS, turn, form) + limits_text(promotions)


def limits_text(promotions: Sequence[int]) -> str:
    """Return the words about the allowed promotions that follow every verdict."""
    if tuple(promotions) == PROMOTIONS:
        return ""
    kinds = ", ".join(chess.piece_symbol(kind).upper() for kind in promotions)
    return tr(" (with promotion to {kinds} only)", kinds=kinds)
