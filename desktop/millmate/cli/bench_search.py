"""How fast a strong search is on this machine, whichever its game."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from millmate.search.limits import SearchLimits


def searched(search: Any, start: object, positions: Iterable[object], depth: int) -> dict[str, Any]:
    """Search every position to `depth` plies by itself; return the figures as JSON has them.

    `search` is one of the strong searches, `start` and `positions` are boards of its game; from
    `start` it is searched beforehand, so that everything is compiled and loaded. Times are
    seconds, computing time those of this process.
    """
    search.search(start, SearchLimits(depth=4))
    number, nodes, used, elapsed = 0, 0, 0.0, 0.0
    for board in positions:
        search.forget()
        began, wall = time.process_time(), time.perf_counter()
        nodes += search.search(board, SearchLimits(depth=depth)).lines[0].nodes
        used += time.process_time() - began
        elapsed += time.perf_counter() - wall
        number += 1
    return {
        "positions": number,
        "depth": depth,
        "nodes": nodes,
        "nodes_per_cpu_second": round(nodes / used),
        "seconds_to_depth": round(elapsed / number, 3),
        "cpu_seconds_to_depth": round(used / number, 3),
    }


def print_searched(figures: dict[str, Any]) -> None:
    """Print what `searched` returned."""
    rate = f"{figures['nodes_per_cpu_second'] / 1e6:.2f} million nodes a second of computing"
    print(
        f"{figures['positions']} positions to depth {figures['depth']}: "
        f"{figures['nodes']:,} nodes, {rate}"
    )
    print(f"to that depth: {figures['cpu_seconds_to_depth']:.2f} s of computing on average")
