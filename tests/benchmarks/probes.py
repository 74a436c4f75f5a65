"""Measure how many positions a second tables answer, all at once and one by one.

    python -m tests.benchmarks.probes TABLES MATERIAL ... [--positions 1000000] [--single 300]

The positions are random: men on different squares, kings apart, pawns on no last rank; where the
side not to move is in check tables hold 0. "Cold" is what the program reads first, from files that
the system has in memory; "warm" the same positions again. Single probes are cold each, of a table
that is open: block, unpacking and code. Seconds are those of computing, unless it says otherwise.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels.chess_geometry import KING_ATTACKS
from millmate.tablebase.layout import LOST
from millmate.tablebase.locate import fault_of, locate
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.probe_many import places_of
from millmate.tablebase.table import WON


def main() -> None:
    """Measure each material."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", type=Path)
    parser.add_argument("materials", nargs="+", type=Material.parse)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--single", type=int, default=300)
    wanted = parser.parse_args()
    for material in wanted.materials:
        turns, squares = positions(material, wanted.positions)
        with Tablebase(wanted.tables) as tables:
            tables.probe_many(material, turns[:1], squares[:1])
            for name in ("cold", "warm"):
                seconds, computing = time.perf_counter(), time.process_time()
                codes = tables.probe_many(material, turns, squares)
                seconds = time.perf_counter() - seconds
                computing = time.process_time() - computing
                rate = f"{len(codes) / computing:,.0f} a second of computing"
                say(f"{material} {name}: {rate}, {computing:.2f} s, by the clock {seconds:.2f}")
            say_singles(tables, material, turns, squares, codes, wanted.single)


def say_singles(
    tables: Tablebase,
    material: Material,
    turns: NDArray[np.bool_],
    squares: NDArray[np.int64],
    codes: NDArray[np.uint8],
    number: int,
) -> None:
    """Print how long single probes take, of draws, wins and losses."""
    layout, places = places_of(material, turns, squares)
    table = tables._table(material)
    times: dict[str, list[float]] = defaultdict(list)
    for kind, of_kind in (
        ("drawn", codes == 0),
        ("won", (codes > 0) & (codes < LOST)),
        ("lost", codes >= LOST),
    ):
        for place in places[of_kind & (places >= 0)][:number].tolist():
            if fault_of(board := layout.board(place)):
                continue
            place = locate(board)[2]
            began = time.thread_time()
            block, offset = table.block_of(place)
            code = table.code(table.block(block), offset)
            times[f"{kind}, stored"].append(time.thread_time() - began)
            if code == WON:
                tables._chunks.clear()
                began = time.thread_time()
                tables._code_at(layout, place)
                times[f"{kind}, by its moves"].append(time.thread_time() - began)
    for kind, taken in times.items():
        say(f"{material} {kind}: {1e6 * statistics.median(taken):.0f} us")


def positions(material: Material, number: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return so many random positions: whether White is to move, and the squares of the men."""
    rng = np.random.default_rng(number)
    letters = material.white + material.black
    found: list[NDArray[np.int64]] = []
    while sum(map(len, found)) < number:
        squares = rng.integers(0, 64, (number, len(letters)))
        for man, letter in enumerate(letters):
            if letter == "P":
                squares[:, man] = rng.integers(8, 56, number)
        ordered = np.sort(squares, axis=1)
        apart = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
        black = squares[:, len(material.white)].astype(np.uint64)
        apart &= KING_ATTACKS[squares[:, 0]] >> black & np.uint64(1) == 0
        found.append(squares[apart])
    return rng.random(number) < 0.5, np.concatenate(found)[:number]


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
