"""Measure how many boards a second the Python API probes, one by one and many at once.

    python -m tests.benchmarks.api_probes TABLES MATERIAL ... [--positions 20000]

The positions are random, of all materials mixed, with either side to move. Both ways answer the
same boards, each with tables freshly opened; files are in the system's memory.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import chess

import millmate
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position


def main() -> None:
    """Measure both ways and compare their answers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", type=Path)
    parser.add_argument("materials", nargs="+", type=Material.parse)
    parser.add_argument("--positions", type=int, default=20_000)
    wanted = parser.parse_args()
    rng = random.Random(1)
    boards = [
        random_position(rng.choice(wanted.materials), rng, rng.choice(chess.COLORS))
        for _ in range(wanted.positions)
    ]
    measured(wanted.tables, lambda tables: tables.probe_many(boards))  # the files are read once
    each, slow = measured(wanted.tables, lambda tables: [tables.probe(board) for board in boards])
    many, fast = measured(wanted.tables, lambda tables: tables.probe_many(boards))
    assert each == many
    rates = f"one by one {len(boards) / slow:,.0f} a second, at once {len(boards) / fast:,.0f}"
    sys.stdout.write(f"{len(boards):,} boards: {rates}, {slow / fast:.1f} times as many\n")


def measured(
    directory: Path, ask: Callable[[millmate.Tables], list[millmate.Probe]]
) -> tuple[list[millmate.Probe], float]:
    """Return what tables answer, and how many seconds of computing it takes."""
    with millmate.open_tables(directory) as tables:
        began = time.process_time()
        found = ask(tables)
        return found, time.process_time() - began


if __name__ == "__main__":
    main()
