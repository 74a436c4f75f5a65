"""`millmate verify`: check tables, position by position."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from millmate import paths
from millmate.cli.arguments import add_metric, add_tables, add_threads, metrics
from millmate.cli.progress import ProgressBar
from millmate.errors import InputError, MillMateError
from millmate.formatting import plural
from millmate.games.chess.material import Material
from millmate.tablebase import targets
from millmate.tablebase.by_game import of
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris.names import Subspace
from millmate.tablebase.names import parse
from millmate.tablebase.progress import BuildProgress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="TABLE", help="such as KBNvK or morris:5-4")
    parser.add_argument("--all", action="store_true", help="check every table in the directory")
    add_metric(
        parser, dtm50="dtm50 checks both, and the shortest mates under that rule that were built"
    )
    add_tables(parser)
    add_threads(parser)


def run(args: argparse.Namespace) -> int:
    """Check the requested tables; return 1 if any is faulty or missing."""
    directory = args.tables or paths.tables_dir()
    status = max([_verify(args, metric.directory(directory), metric) for metric in metrics(args)])
    return max(status, _verify_dtm50(args, directory)) if args.metric == "dtm50" else status


def _verify(args: argparse.Namespace, directory: Path, metric: Metric) -> int:
    """Check tables of one metric; return 1 if any is faulty or missing."""
    tables, status = _wanted(args, directory), 0
    for number, table in enumerate(tables):
        try:
            with ProgressBar() as bar:
                shown = _shown(bar, str(table), number, len(tables))
                checked = targets.verify(directory, table, shown, args.threads, metric)
        except MillMateError as error:
            print(f"millmate verify: {error}", file=sys.stderr)
            status = 1
        else:
            print(
                f"{table} is correct: {checked.positions:,} positions against their successors, "
                f"{checked.samples:,} of them by {of(table).checker} too",
                flush=True,
            )
    return status


def _verify_dtm50(args: argparse.Namespace, directory: Path) -> int:
    """Check tables of DTM50; return 1 if any is faulty."""
    from millmate.tablebase import dtm50_build, late_mates  # loads kernels

    there, damaged = late_mates.survey(directory)
    faults = list(map(str, damaged))
    for material in [each for each in _wanted(args, directory) if each in there]:
        try:
            places = dtm50_build.verify(directory, material, threads=args.threads)
            print(f"{material} (DTM50) is correct: {plural(places, 'place')}", flush=True)
        except MillMateError as error:
            faults.append(str(error))
    for fault in faults:
        print(f"millmate verify: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _wanted(args: argparse.Namespace, directory: Path) -> list[Material | Subspace]:
    if not args.names and not args.all:
        raise InputError(
            "name a table such as KBNvK or morris:5-4, or give --all for every table there"
        )
    wanted = [parse(text) for text in args.names]
    named = [table for target in wanted for table in target.tables]
    there = targets.there(directory) if args.all else []
    if args.all and not there:
        raise InputError(
            f"there are no tables in {directory}; build one with: millmate build KBNvK"
        )
    return list(dict.fromkeys([*named, *there]))


def _shown(bar: ProgressBar, table: str, number: int, tables: int) -> Callable[[float], None]:
    """Return a function that shows on `bar` how much of a table is checked."""
    return lambda done: bar(
        BuildProgress(table, number + 1, tables, "verifying", fraction=(number + done) / tables)
    )
