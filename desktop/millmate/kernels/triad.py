"""How fast this machine moves memory: the triad of McCalpin's STREAM."""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.declare import exported, kernel

Floats = NDArray[np.float64]


@exported
@kernel
def triad(first: Floats, second: Floats, factor: float, out: Floats) -> None:
    """Set `out` to `first + factor * second`: three elements moved for two operations."""
    for index in range(out.size):
        out[index] = first[index] + factor * second[index]
