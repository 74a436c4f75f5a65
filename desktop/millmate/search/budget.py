"""The nodes and time that a search may use, and its interruption."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

_EVERY = 16  # positions between two checks: less than a millisecond of Python


class Interrupted(Exception):  # noqa: N818 - not an error: the caller asked for it
    """A search was stopped before it had a result."""


def never() -> bool:
    return False


class NodeBudget:
    """Counts nodes and table hits; raises `Interrupted` when a limit is reached.

    `stopped` is called at the first node and at least every 16 nodes; `deadline` is a time of
    `clock`, in seconds; `most` is the maximum number of nodes.
    """

    def __init__(
        self,
        stopped: Callable[[], bool] = never,
        deadline: float = math.inf,
        most: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.nodes = self.hits = 0
        self.stopped = stopped
        self.deadline, self.most, self.clock = deadline, most, clock
        self._ask_at: float = 0

    def limit(self, deadline: float, most: float) -> None:
        """Set new limits."""
        self.deadline, self.most = deadline, most
        self._ask_at = 0

    def visit(self) -> None:
        """Count a node, or raise `Interrupted` if a limit is reached."""
        if self.nodes >= self._ask_at:
            self._ask()
        self.nodes += 1

    def _ask(self) -> None:
        out_of_time = self.deadline < math.inf and self.clock() >= self.deadline
        if out_of_time or self.nodes >= self.most or self.stopped():
            raise Interrupted
        self._ask_at = min(self.nodes + _EVERY, self.most)
