"""`millmate bench`: measure the speed of this program on this machine."""

import argparse
import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

from millmate.cli import bench_generations
from millmate.cli.arguments import add_threads, whole_number
from millmate.cli.progress import ProgressBar
from millmate.formatting import size
from millmate.games.chess.material import Material
from millmate.tablebase.measure import WORK, Generation, measure, memory_bandwidth
from millmate.tablebase.reference_times import REFERENCE_TIMES

# One small and one large of those that other generators were timed with, by kind.
_MATERIALS = ("KBNvK", "KQvKR", "KRPvK", "KPvKP", "KRBvKR")
_PAIRS = ("5-4", "6-5")
_HEADINGS = ("table", "solve", "median", "verify", "store", "touched", "of memory", "against")


_DESCRIPTION = (
    "tables: generates tables in a temporary directory, smaller ones first. It prints the CPU "
    "time in seconds (for solving the minimum and the median of all repetitions, for verifying "
    "and storing the minimum), the memory traffic of solving in bytes per second (a lower "
    "bound), and the share of one thread's memory bandwidth on this machine; sets that fit "
    "into a cache can exceed it. Then it prints what the time goes to, in percent: solving's "
    "keys of moves out of a slice, events and search for layers, verifying's gathering and "
    "checking and samples, frames unpacked and packed; and how near the search comes to the "
    "bandwidth. morris: counts the leaves of the move tree and solves pairs. "
    "generations: plays matches to find out whether each search beats the one before. perft: "
    "counts the leaves of chess positions and compares the speed with python-chess, and with "
    "Stockfish if it is installed. search: counts the positions per second that a game's "
    "strong search visits."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = _DESCRIPTION
    choices = ["tables", "morris", "generations", "perft", "search"]
    parser.add_argument("what", choices=choices, help="what to measure")
    parser.add_argument(
        "--materials",
        nargs="+",
        default=_MATERIALS,
        metavar="MATERIAL",
        help=f"tables: what to generate (default: {' '.join(_MATERIALS)})",
    )
    parser.add_argument(
        "--repeat",
        type=whole_number(1, 100, "number of repetitions"),
        default=3,
        metavar="N",
        help="repetitions for each table or pair (3)",
    )
    parser.add_argument(
        "--pairs",
        nargs="*",
        default=_PAIRS,
        metavar="PAIR",
        help=f"morris: pairs to solve (default: {' '.join(_PAIRS)})",
    )
    parser.add_argument(
        "--depth",
        type=whole_number(1, 12, "depth"),
        default=8,
        metavar="N",
        help="morris: depth to count leaves at (8)",
    )
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    add_threads(parser)
    parser.set_defaults(threads=1)
    bench_generations.add_arguments(parser)
    parser.add_argument(
        "--suite", type=Path, metavar="FILE", help="search: EPD file with bm, positions to solve"
    )
    parser.add_argument(
        "--suite-seconds",
        type=bench_generations.seconds,
        default="1",
        metavar="S",
        help="seconds per position of the suite (1)",
    )


def run(args: argparse.Namespace) -> int:
    """Measure what `args` ask for and print the figures."""
    if args.what in ("perft", "search"):
        from millmate.cli.bench_engines import bench_perft, bench_search

        if args.what == "perft":
            return bench_perft(args.json)
        return bench_search(args.game or "chess", args.suite, float(args.suite_seconds), args.json)
    if args.what == "generations":
        return bench_generations.bench_generations(args)
    if args.what == "morris":
        from millmate.cli.bench_morris import bench_morris

        return bench_morris(args.depth, args.pairs, args.repeat, args.threads, args.json)
    materials = list(dict.fromkeys(Material.parse(text) for text in args.materials))
    memory = memory_bandwidth()
    if not args.json:
        print(f"one thread moves {size(memory)}/s in memory; computing time in seconds:")
        print(_line(_HEADINGS))
    figures, shares = [], []
    with tempfile.TemporaryDirectory(prefix="millmate-bench-") as directory, ProgressBar() as bar:
        for material in materials:
            found = measure(material, Path(directory), args.repeat, args.threads, bar)
            bar.clear()
            if args.json:
                figures.append(_figures(material, found))
            else:
                print(_line(_row(material, found, memory)), flush=True)
                shares.append(_shares(material, found, memory))
    for row in [("", *WORK, "search of memory"), *shares] if shares else ():
        print(_line(row))
    if args.json:
        print(json.dumps({"memory_bytes_per_second": memory, "tables": figures}, indent=2))
    return 0


def _row(material: Material, found: "list[Generation]", memory: float) -> list[str]:
    best = min(found, key=lambda generation: generation.solving)
    touched = best.bytes / best.elapsed
    return [
        str(material),
        f"{best.solving:.3f}",
        f"{median(generation.solving for generation in found):.3f}",
        f"{min(generation.verifying for generation in found):.3f}",
        f"{min(generation.writing for generation in found):.3f}",
        f"{size(touched)}/s",
        f"{touched / memory:.0%}",
        ", ".join(f"{name} × {ratio:.1f}" for name, ratio in _ratios(material, best.solving)),
    ]


def _shares(material: Material, found: "list[Generation]", memory: float) -> list[str]:
    """Return how the fastest generation used its time, and the search's speed."""
    best = min(found, key=lambda generation: sum(generation.work.values()))
    whole, speed = sum(best.work.values()), best.bytes / best.work["search"]
    parts = [f"{seconds / whole:.0%}" for seconds in best.work.values()]
    return [str(material), *parts, f"{speed / memory:.0%}"]


def _ratios(material: Material, seconds: float) -> list[tuple[str, float]]:
    """Return how many times longer other generators take."""
    return [
        (anchor.generator, anchor.seconds[str(material)] / seconds)
        for anchor in REFERENCE_TIMES
        if str(material) in anchor.seconds
    ]


def _figures(material: Material, found: "list[Generation]") -> dict[str, Any]:
    best = min(generation.solving for generation in found)
    return {
        "material": str(material),
        "generations": [asdict(generation) for generation in found],
        "times_faster_than": dict(_ratios(material, best)),
    }


def _line(cells: "Sequence[str]") -> str:
    first, *middle, last = cells
    return f"{first:9}" + "".join(f"{cell:>10}" for cell in middle) + f"   {last}"
