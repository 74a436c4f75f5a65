"""The rules of a variant as the engine's buffer holds them."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine import weights
from millmate.kernels.morris_engine.layout import Words


class Rules(NamedTuple):
    """A variant in numbers; points are bits of a mask, of which there are 24.

    Attributes:
        stones: How many either side has.
        points: The mask of the board's points.
        neighbours: By point, the mask of the points one step from it; 0 beyond the board.
        mills: The masks of the mills, of three points each.
        spokes: On three rings, the mask of the points at which they are joined, and which are mills
            across the rings; 0 for another board.
        symmetric: Whether the 16 symmetries of `morris_geometry` preserve neighbours and mills.
        flying: Whether three stones fly.
        each_mill: Whether a turn that closes two mills or more takes two stones.
        moves_while_placing: Whether a side with stones in hand may move one instead.
        mill_wins: Whether a mill wins instead of taking a stone.
    """

    stones: int
    points: int
    neighbours: tuple[int, ...]
    mills: tuple[int, ...]
    spokes: int
    symmetric: bool
    flying: bool
    each_mill: bool = False
    moves_while_placing: bool = False
    mill_wins: bool = False

    @property
    def flags(self) -> int:
        """The bits of `FLAGS`."""
        return (
            L.FLYING * self.flying
            | L.EACH_MILL * self.each_mill
            | L.MOVES_WHILE_PLACING * self.moves_while_placing
            | L.MILL_WINS * self.mill_wins
        )


def write_rules(words: Words, rules: Rules) -> bool:
    """Write the rules and the weights that go with them; return whether they are others.

    What the buffer has learnt under others is of no use, and is not forgotten here.
    """
    block = _block(rules)
    if np.array_equal(words[L.FLAGS : L.RULES_END], block):
        return False
    words[L.FLAGS : L.RULES_END] = block
    found = weights.for_rules(rules.flying)
    words[L.WEIGHTS : L.WEIGHTS + len(found)] = found
    return True


@lru_cache(maxsize=64)
def _block(rules: Rules) -> NDArray[np.int64]:
    """Return the words from `FLAGS` to `RULES_END`."""
    words = np.zeros(L.RULES_END, np.int64)
    words[L.FLAGS], words[L.POINTS], words[L.SPOKES] = rules.flags, rules.points, rules.spokes
    words[L.SYMMETRIC], words[L.MILLS_NUMBER] = rules.symmetric, len(rules.mills)
    # The placing phase has three thirds.
    words[L.EARLY], words[L.MIDDLE] = 2 * rules.stones // 3, rules.stones // 3
    words[L.NEIGHBOURS : L.NEIGHBOURS + len(rules.neighbours)] = rules.neighbours
    words[L.MILLS : L.MILLS + len(rules.mills)] = rules.mills
    return words[L.FLAGS :]
