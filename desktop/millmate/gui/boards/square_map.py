"""The square map as its man's side sees it: the value of every place, and a sentence about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from millmate.formatting import side_name
from millmate.gui.kit.errors import capital
from millmate.language import count, mark_count, tr
from millmate.pictures.value_marks import PlaceValue

if TYPE_CHECKING:  # numpy comes with it
    from millmate.tablebase.verdict import Verdict

RESULTS = (1, 0, -1)
_COUNTS = {
    ("chess", 1): mark_count("wins from {n} square", "wins from {n} squares"),
    ("chess", 0): mark_count("draws from {n} square", "draws from {n} squares"),
    ("chess", -1): mark_count("loses from {n} square", "loses from {n} squares"),
    ("morris", 1): mark_count("wins from {n} point", "wins from {n} points"),
    ("morris", 0): mark_count("draws from {n} point", "draws from {n} points"),
    ("morris", -1): mark_count("loses from {n} point", "loses from {n} points"),
}


def values_for(verdicts: Mapping[int, Verdict], same_side: bool) -> dict[int, PlaceValue]:
    """Return the values of places for a man's side; `same_side` tells whether it is to move."""
    return {place: _value(found, 1 if same_side else -1) for place, found in verdicts.items()}


def _value(found: Verdict, sign: int) -> PlaceValue:
    wdl, moves = sign * found.wdl, found.moves
    if wdl == 0:
        return PlaceValue(0, None, tr("draw"))
    if moves and found.exact:
        words = tr("wins in {n}", n=moves) if wdl > 0 else tr("loses in {n}", n=moves)
    else:  # at an end, or not known exactly
        words = tr("wins") if wdl > 0 else tr("loses")
    return PlaceValue(wdl, moves if found.exact else None, words)


def totals(values: Collection[PlaceValue]) -> dict[int, int]:
    """Return the numbers of won, drawn and lost places."""
    return {wdl: sum(value.wdl == wdl for value in values) for wdl in RESULTS}


def summary(kind: str, name: str, side: bool, turn: bool, values: Collection[PlaceValue]) -> str:
    """Return a sentence: `White king, Black to move: White wins from 37 squares, ...`.

    Args:
        kind: The game.
        name: The name of the man.
        side: The colour of the man.
        turn: The side to move.
        values: The values of all places where the man can stand.
    """
    mover = side_name(turn)
    if not values:
        return tr(
            "{man}, {mover} to move: no such position is possible.", man=capital(name), mover=mover
        )
    numbers = totals(values)
    parts = [count(n, *_COUNTS[kind, wdl]) for wdl, n in numbers.items() if n]
    return tr(
        "{man}, {mover} to move: {side} {results}.",
        man=capital(name),
        mover=mover,
        side=side_name(side),
        results=", ".join(parts),
    )
