"""Threads that share the rows of a table, and turn tables round."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from millmate.kernels import morris_exchange
from millmate.kernels.morris_geometry import THREE_RINGS, Geometry
from millmate.tablebase.morris.index import classes
from millmate.tablebase.morris.spaces import board, columns, homes
from millmate.tablebase.progress import BuildStopped, Stopped

Codes = NDArray[np.uint8]

_SPANS = 48  # parts of a pass over all rows, with a check for a stop between them


class Workers:
    """Threads that share the rows of a pair."""

    def __init__(self, pool: ThreadPoolExecutor, rows: int, stopped: Stopped) -> None:
        self._pool, self._stopped = pool, stopped
        size = max(1, -(-rows // _SPANS))
        self._spans = [(at, min(at + size, rows)) for at in range(0, rows, size)]

    def of(self, rows: int) -> "Workers":
        """Return the same threads for a different number of rows."""
        return Workers(self._pool, rows, self._stopped)

    def share(self, kernel: Callable[..., int | None], *args: object) -> int:
        """Call `kernel(*args, start, end)` for all rows; return the sum of its results.

        Raises:
            BuildStopped: `stopped` returned true.
        """

        def work(span: tuple[int, int]) -> int:
            return 0 if self._stopped() else kernel(*args, *span) or 0

        total = sum(self._pool.map(work, self._spans))
        if self._stopped():
            raise BuildStopped
        return total


def exchange(
    w: int,
    b: int,
    theirs: Codes,
    ours: Codes,
    workers: Workers,
    geometry: Geometry = THREE_RINGS,
) -> None:
    """Fill `ours[what, row, column]` from tables that have the side with b stones in their rows.

    `ours` has the side with w stones in its rows.
    """
    points = geometry.points
    workers.share(
        morris_exchange.exchange, board(geometry), classes(w, geometry), columns(points - w, b),
        classes(b, geometry), columns(points - b, w), homes(b, geometry), theirs, ours,
    )  # fmt: skip
