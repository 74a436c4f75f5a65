"""`millmate tables`: list the tables."""

import argparse
import json
import sys
from dataclasses import asdict

from millmate import paths
from millmate.cli.arguments import add_tables
from millmate.formatting import plural, size
from millmate.tablebase.draft import drafts
from millmate.tablebase.store import TableInfo
from millmate.tablebase.targets import Info, side_names, survey


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_tables(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    """List the sound tables, and the damaged ones on standard error; return 1 if there are any."""
    directory = args.tables or paths.tables_dir()
    sound, damaged = survey(directory)
    if args.json:
        print(json.dumps([asdict(info) for info in sound], indent=2))
    elif not sound and not damaged:
        print(f"no tables in {directory}; build one with: millmate build KBNvK")
    else:
        for info in sound:
            print(f"{info.material}: {summary(info)}; {_counts(info)}")
    if not args.json:
        for material in drafts(directory):
            print(
                f"{material}: not finished; resume it with: millmate build {material}, "
                f"or remove it with: millmate build --discard {material}"
            )
    for error in damaged:
        print(f"millmate tables: {error}", file=sys.stderr)
    return 1 if damaged else 0


def summary(info: Info) -> str:
    """Return a short summary of a table: longest wins, size and state."""
    unit = "move" if isinstance(info, TableInfo) else "ply"
    wins = [
        f"{name} wins in at most {plural(info.longest[side], unit)}"
        for side, name in side_names(info).items()
        if info.longest[side]
    ]
    longest = ", ".join(wins) or _without_plies(info)
    state = "verified" if info.verified else "not verified"
    return f"{longest}; {size(info.bytes)}, {state}, {info.cpu_seconds:.2f} CPU seconds"


def _without_plies(info: Info) -> str:
    """Return a description of a table without a known longest win."""
    if any(counts.wins or counts.losses for counts in info.counts.values()):
        return "results without distances"
    return "neither side can force a win"


def _counts(info: Info) -> str:
    """Return the numbers of positions won, drawn and lost for the side to move."""
    return ", ".join(
        f"{name} to move {info.counts[side].wins:,} won / "
        f"{info.counts[side].draws:,} drawn / {info.counts[side].losses:,} lost"
        for side, name in side_names(info).items()
    )
