"""What a beginner of morris sees who looks at his own stones only."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from millmate.games.morris.board import MorrisBoard, MorrisMove

_TWO = 30.0  # hundredths of a stone that two stones are worth whose mill lacks a free point


def glance(
    board: MorrisBoard,
    turns: Sequence[MorrisMove],
    mills: float,
    spread: float,
    source: random.Random,
) -> int:
    """Return the index of the turn played by somebody who does not ask what comes next.

    A mill is closed in a share `mills` of the turns in which that can be done, whichever it is and
    whatever it takes. Else the turns are drawn with weights that rise by e for every `spread` of
    what the side's own open lines are worth.
    """
    closing = [at for at, turn in enumerate(turns) if board.closes_mill(turn.origin, turn.target)]
    if closing and source.random() < mills:
        return source.choice(closing)
    worths = [_TWO * open_twos(board, turn) for turn in turns]
    best = max(worths)
    weights = [math.exp((worth - best) / spread) for worth in worths]
    return source.choices(range(len(turns)), weights)[0]


def open_twos(board: MorrisBoard, turn: MorrisMove) -> int:
    """Return how many lines the mover holds two points of, the third being free, after `turn`."""
    own, other = board.stones[board.turn], board.stones[not board.turn]
    own |= 1 << turn.target
    if turn.origin is not None:
        own &= ~(1 << turn.origin)
    for taken in turn.removed:
        other &= ~(1 << taken)
    lines = board.variant.lines.mills
    return sum((line & own).bit_count() == 2 and not line & other for line in lines)
