"""Event lists: rows of keys as words of positions, sorted by the moves at which they count.

See `kernels/chess_events` for the reduction and the package docstring for the word *event*.
"""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_events import MOST_MOVES, Events, Unsorted, collect, sort_by_moves
from millmate.tablebase.spaces import Values

_PART = 1 << 22  # events that are sorted together, at most
_LEAST = 4096  # and at least: 64 words have up to that many


class EventCollector:
    """Collects the events of one side's conversions, block by block of rows."""

    def __init__(self, legal: Bitboards, quiet: Bitboards) -> None:
        """Collect for the `legal` positions; set `quiet` to those without a conversion."""
        self._legal = legal
        self._quiet = quiet
        self._counts = np.zeros(2, np.int64)
        room = min(_PART, max(_LEAST, 2 * legal.size))
        self._wins, self._losses = _EventList(room, legal.size), _EventList(room, legal.size)

    def add(self, best: Values, start: int) -> None:
        """Add a block of rows, the first of which is that of placement `start`."""
        rows = best.view(np.uint64)
        done = 0
        while done < len(rows):
            done += collect(
                rows[done:],
                start + done,
                self._legal,
                self._quiet,
                *self._wins.unsorted,
                *self._losses.unsorted,
                self._counts,
            )
            if done < len(rows):
                self._sort()

    def events(self) -> tuple[Events, Events]:
        """Return the wins and the losses collected."""
        self._sort()
        return self._wins.events(), self._losses.events()

    def _sort(self) -> None:
        for events, count in zip((self._wins, self._losses), self._counts.tolist(), strict=True):
            events.sort(count)
        self._counts[:] = 0


class _EventList:
    """Events of one kind: those still unsorted, and the parts sorted before."""

    def __init__(self, room: int, words: int) -> None:
        self.unsorted = Unsorted(
            np.empty(room, np.int32), np.empty(room, np.uint64), np.empty(room, np.uint8)
        )
        # Probably more than is ever needed; memory is only committed when it is written to.
        self._indices, self._masks = _allocate(max(room, 4 * words))
        self._starts: list[NDArray[np.int64]] = []
        self._count = 0

    def sort(self, count: int) -> None:
        """Append the first `count` unsorted events as a sorted part."""
        if not count and self._starts:
            return
        if self._count + count > self._indices.size:
            indices, masks = _allocate(2 * (self._count + count))
            indices[: self._count] = self._indices[: self._count]
            masks[: self._count] = self._masks[: self._count]
            self._indices, self._masks = indices, masks
        starts = np.zeros(MOST_MOVES + 3, np.int64)
        sort_by_moves(*self.unsorted, count, self._count, starts, self._indices, self._masks)
        self._starts.append(starts)
        self._count += count

    def events(self) -> Events:
        return Events(
            np.array(self._starts), self._indices[: self._count], self._masks[: self._count]
        )


def _allocate(size: int) -> tuple[NDArray[np.int32], Bitboards]:
    return np.empty(size, np.int32), np.empty(size, np.uint64)
