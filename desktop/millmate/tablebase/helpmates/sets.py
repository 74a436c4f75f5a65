"""Sets of dead positions, as they are found and as they are stored."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SIDES = (True, False)


@dataclass(frozen=True, slots=True)
class DeadCounts:
    """Positions with one side to move, like men in every order, and how many of them are dead."""

    positions: int
    dead: int


class DeadSet(NamedTuple):
    """The positions of a table that are dead for one side.

    `words`: uint64[2 (White to move first), slices, words]; places of illegal positions count as
    dead where most of the legal ones are. `counts` by the side to move; `rank`: the greatest.
    """

    words: NDArray[np.uint64]
    counts: dict[bool, DeadCounts]
    rank: int
