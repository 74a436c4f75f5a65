"""Measure morris on this machine: perft and solving tables."""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from millmate.errors import InputError
from millmate.formatting import plural
from millmate.games.morris.rules import MORRIS
from millmate.search.morris_encoding import count_by_symmetry, count_leaves
from millmate.tablebase.morris.counts import count_positions
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.names import MorrisTarget, Pair, closure
from millmate.tablebase.morris.solve import solve_pair
from millmate.tablebase.morris.verify import verify_pair
from millmate.tablebase.reference_times import MORRIS_REFERENCE_TIMES

_HEADINGS = ("pair", "solve", "verify", "positions", "a second", "against")


def bench_morris(depth: int, pairs: Sequence[str], repeat: int, threads: int, as_json: bool) -> int:
    """Count the leaves `depth` plies from the empty board and solve `pairs`; print the rates.

    Raises:
        InputError: One of `pairs` is not a pair of numbers of stones.
    """
    wanted = [_pair(text) for text in pairs]
    perft = _perft(depth, threads)
    if not as_json:
        _print_perft(perft)
    solved = _solve(wanted, repeat, threads, as_json)
    if as_json:
        print(json.dumps({"perft": perft, "pairs": solved}, indent=2))
    return 0 if perft["agrees_with_count_by_symmetry"] else 1


def _pair(text: str) -> Pair:
    (table, *more) = MorrisTarget.parse(text).tables
    if more or not isinstance(table, Pair):
        raise InputError(f"{text!r} is not a pair of numbers of stones: write for example 6-5")
    return table


def _perft(depth: int, threads: int) -> dict[str, Any]:
    count_leaves(MORRIS.board(), 3, threads)  # start the threads and load the kernel
    began, used = time.perf_counter(), time.process_time()
    leaves = count_leaves(MORRIS.board(), depth, threads)
    elapsed, computing = time.perf_counter() - began, time.process_time() - used
    return {
        "depth": depth,
        "threads": threads,
        "leaves": leaves,
        "seconds": round(elapsed, 3),
        "cpu_seconds": round(computing, 3),
        "leaves_per_second": round(leaves / elapsed),
        "leaves_per_cpu_second": round(leaves / max(computing, 1e-9)),
        "agrees_with_count_by_symmetry": count_by_symmetry(MORRIS.board(), depth) == leaves,
    }


def _print_perft(perft: dict[str, Any]) -> None:
    rate = f"{perft['leaves_per_second'] / 1e6:,.0f} million a second"
    threads = plural(perft["threads"], "thread")
    print(
        f"perft {perft['depth']}: {perft['leaves']:,} leaves in {perft['seconds']:.2f} s, "
        f"{threads}: {rate}"
    )
    agrees = perft["agrees_with_count_by_symmetry"]
    print(f"counted by symmetry: {'the same' if agrees else 'A DIFFERENT NUMBER'}", flush=True)


def _solve(wanted: list[Pair], repeat: int, threads: int, as_json: bool) -> list[dict[str, Any]]:
    if wanted and not as_json:
        print("pairs solved in memory, smaller ones first; CPU time in seconds:")
        print(_line(_HEADINGS))
    found = []
    for pair, took in measure(wanted, repeat, threads):
        found.append(_figures(pair, took))
        if not as_json:
            print(_line(_row(pair, took)), flush=True)
    return found


@dataclass(frozen=True, slots=True)
class Solving:
    """The CPU seconds of a pair in each repetition, to solve and to verify it.

    `positions` counts those of both sides to move, distinct up to symmetry.
    """

    solving: tuple[float, ...]
    verifying: tuple[float, ...]
    positions: int

    @property
    def positions_per_second(self) -> float:
        return self.positions / max(min(self.solving), 1e-9)


def measure(
    wanted: Iterable[Pair], repeat: int, threads: int = 1
) -> Iterator[tuple[Pair, Solving]]:
    """Solve each pair several times and yield its times, smaller pairs first.

    The pairs that they lead to are solved beforehand. All stay in memory.

    Raises:
        VerificationError: The solver has made a mistake.
    """
    wanted = list(wanted)
    solved: dict[Pair, Codes] = {}
    for table in closure(wanted):
        assert isinstance(table, Pair)
        if table in wanted:
            yield table, _solving(table, solved, repeat, threads)
        else:
            solved[table] = solve_pair(table, solved.__getitem__, threads=threads)


def _solving(pair: Pair, solved: dict[Pair, Codes], repeat: int, threads: int) -> Solving:
    solving, verifying = [], []
    read = solved.__getitem__
    for _ in range(repeat):
        began = time.process_time()
        solved[pair] = solve_pair(pair, read, threads=threads)
        solving.append(time.process_time() - began)
        began = time.process_time()
        verify_pair(pair, solved[pair], read, threads=threads)
        verifying.append(time.process_time() - began)
    counts = count_positions(Layout(pair), solved[pair], threads).values()
    return Solving(tuple(solving), tuple(verifying), sum(side.positions for side in counts))


def _row(pair: Pair, took: Solving) -> list[str]:
    ratio = _ratio(pair, took)
    return [
        str(pair),
        f"{min(took.solving):.2f}",
        f"{min(took.verifying):.2f}",
        f"{took.positions:,}",
        f"{took.positions_per_second / 1e6:.1f} million",
        f"{MORRIS_REFERENCE_TIMES.generator} × {ratio:.1f}",
    ]


def _ratio(pair: Pair, took: Solving) -> float:
    """Return how many times longer the C++ solver takes."""
    return MORRIS_REFERENCE_TIMES.seconds[str(pair)] / max(min(took.solving), 1e-9)


def _figures(pair: Pair, took: Solving) -> dict[str, Any]:
    return {
        "pair": str(pair),
        "positions": took.positions,
        "solving": [round(seconds, 3) for seconds in took.solving],
        "verifying": [round(seconds, 3) for seconds in took.verifying],
        "positions_per_cpu_second": round(took.positions_per_second),
        "times_faster_than": {MORRIS_REFERENCE_TIMES.generator: _ratio(pair, took)},
    }


def _line(cells: Sequence[str]) -> str:
    first, *middle, last = cells
    return f"{first:11}" + "".join(f"{cell:>14}" for cell in middle) + f"   {last}"
