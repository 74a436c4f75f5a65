"""Measure a strong search of either game on this machine."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from millmate.search.limits import SearchLimits


def searched(search: Any, start: object, positions: Iterable[object], depth: int) -> dict[str, Any]:
    """Search every position separately to `depth` plies; return the figures for JSON.

    `search` is one of the strong searches, `start` and `positions` are boards of its game. A
    search from `start` runs first, so that everything is compiled and loaded. Times are in
    seconds; CPU time is that of this process.
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
    rate = f"{figures['nodes_per_cpu_second'] / 1e6:.2f} million nodes per CPU second"
    print(
        f"{figures['positions']} positions to depth {figures['depth']}: "
        f"{figures['nodes']:,} nodes, {rate}"
    )
    print(f"time to that depth: {figures['cpu_seconds_to_depth']:.2f} CPU seconds on average")
