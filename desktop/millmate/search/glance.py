"""Play morris like a beginner, who looks at his own stones only."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from millmate.games.morris.board import MorrisBoard, MorrisMove

_TWO = 30.0  # hundredths of a stone: the value of two stones whose mill lacks a free point


def glance(
    board: MorrisBoard,
    turns: Sequence[MorrisMove],
    mills: float,
    spread: float,
    source: random.Random,
) -> int:
    """Return the index of the turn played by a beginner who does not look ahead.

    If a mill can be closed, a random closing turn is played with probability `mills`,
    regardless of the stone captured. Otherwise turns are drawn with weights that grow by a factor
    of e for every `spread` of the value of the side's own open lines.
    """
    closing = [at for at, turn in enumerate(turns) if board.closes_mill(turn.origin, turn.target)]
    if closing and source.random() < mills:
        return source.choice(closing)
    worths = [_TWO * open_twos(board, turn) for turn in turns]
    best = max(worths)
    weights = [math.exp((worth - best) / spread) for worth in worths]
    return source.choices(range(len(turns)), weights)[0]


def open_twos(board: MorrisBoard, turn: MorrisMove) -> int:
    """Return in how many lines the mover has two stones and a free point after `turn`."""
    own, other = board.stones[board.turn], board.stones[not board.turn]
    own |= 1 << turn.target
    if turn.origin is not None:
        own &= ~(1 << turn.origin)
    for taken in turn.removed:
        other &= ~(1 << taken)
    lines = board.variant.lines.mills
    return sum((line & own).bit_count() == 2 and not line & other for line in lines)
