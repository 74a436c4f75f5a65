"""`millmate tables`: list the tables."""

import argparse
import json
import sys
from dataclasses import asdict

from millmate import paths
from millmate.cli.arguments import add_tables
from millmate.formatting import plural, size
from millmate.tablebase.draft import drafts
from millmate.tablebase.metric import Metric
from millmate.tablebase.store import SideCounts, TableInfo
from millmate.tablebase.targets import Info, side_names, survey, title


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_tables(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    """List the sound tables, and the damaged ones on standard error; return 1 if there are any."""
    directory = args.tables or paths.tables_dir()
    sound, damaged = survey(directory)
    for metric in Metric:
        if metric is not Metric.DTM:
            more_sound, more_damaged = survey(metric.directory(directory))
            sound, damaged = [*sound, *more_sound], [*damaged, *more_damaged]
    if args.json:
        print(json.dumps([asdict(info) for info in sound], indent=2))
    elif not sound and not damaged:
        print(f"no tables in {directory}; build one with: millmate build KBNvK")
    else:
        for info in sound:
            print(f"{title(info)}: {summary(info)}; {_counts(info)}")
    for metric in () if args.json else Metric:
        option = "" if metric is Metric.DTM else f"--metric {metric.value} "
        for material in drafts(metric.directory(directory)):
            print(
                f"{material}: not finished; resume it with: millmate build {option}{material}, "
                f"or remove it with: millmate build --discard {option}{material}"
            )
    for error in damaged:
        print(f"millmate tables: {error}", file=sys.stderr)
    return 1 if damaged else 0


def summary(info: Info) -> str:
    """Return a short summary of a table: longest wins, size and state."""
    to_mate = isinstance(info, TableInfo) and info.metric == Metric.DTM.title
    unit = "move" if to_mate else "ply"
    wins = [
        f"{name} wins in at most {plural(info.longest[side], unit)}{_cursed(info, side)}"
        for side, name in side_names(info).items()
        if info.longest[side]
    ]
    longest = ", ".join(wins) or _without_plies(info)
    state = "verified" if info.verified else "not verified"
    return f"{longest}; {size(info.bytes)}, {state}, {info.cpu_seconds:.2f} CPU seconds"


def _cursed(info: Info, side: str) -> str:
    """Return the longest win of a side that the fifty-move rule draws, "" without one."""
    longest = info.longest_cursed.get(side) if isinstance(info, TableInfo) else None
    return f" (without the fifty-move rule in {longest})" if longest else ""


def _without_plies(info: Info) -> str:
    """Return a description of a table without a known longest win."""
    if any(counts.wins or counts.losses for counts in info.counts.values()):
        return "results without distances"
    return "neither side can force a win"


def _counts(info: Info) -> str:
    """Return the numbers of positions won, drawn and lost for the side to move."""
    return ", ".join(
        f"{name} to move {info.counts[side].wins:,} won / {_drawn(info, side)} / "
        f"{info.counts[side].losses:,} lost"
        for side, name in side_names(info).items()
    )


def _drawn(info: Info, side: str) -> str:
    counts = info.counts[side]
    if not isinstance(counts, SideCounts) or not (counts.cursed_wins or counts.blessed_losses):
        return f"{counts.draws:,} drawn"
    return (
        f"{counts.cursed_wins:,} cursed wins / {counts.draws:,} drawn / "
        f"{counts.blessed_losses:,} blessed losses"
    )
