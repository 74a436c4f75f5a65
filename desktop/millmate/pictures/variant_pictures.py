"""Draws what is peculiar to each variant of morris: an example with its turns."""

from __future__ import annotations

from millmate.games.morris.board import MorrisMove
from millmate.games.morris.rule_words import example_of
from millmate.games.morris.variants import Variant
from millmate.pictures.diagrams import PLAIN, Colours, Drawing, diagram

_MOVES, _TAKES = "#1b8a3c", "#c3362b"


def picture(variant: Variant, colours: Colours = PLAIN) -> str:
    """Return the example of a variant as SVG text.

    Arrows show stones that move, green circles where one is placed, and red ones what is taken.
    """
    board, turns = example_of(variant)
    drawings: list[Drawing] = []
    for turn in turns:
        drawings += _drawings(turn, board.lines.names)
    return diagram(board, colours, drawings=drawings)


def _drawings(turn: MorrisMove, names: tuple[str, ...]) -> list[Drawing]:
    target = names[turn.target]
    made = Drawing(_MOVES, target)
    if turn.origin is not None:
        made = Drawing(_MOVES, names[turn.origin], target)
    return [made, *(Drawing(_TAKES, names[taken]) for taken in turn.removed)]
