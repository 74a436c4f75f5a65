"""`millmate build`: build tables and the smaller tables they need."""

import argparse
import json
import sys
from itertools import product
from pathlib import Path
from typing import Any, TypeGuard

from millmate import machine, paths
from millmate.cli.arguments import (
    add_metric,
    add_tables,
    add_threads,
    metrics,
    resume_command,
    size_argument,
)
from millmate.cli.progress import ProgressBar, StatusLine, bar, interrupts
from millmate.cli.tables import summary
from millmate.errors import InputError, MillMateError
from millmate.formatting import duration, plural, size
from millmate.games.chess.material import Material, all_materials, facing_materials
from millmate.tablebase import targets
from millmate.tablebase.by_game import of
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris.names import Pair, Placing, Subspace
from millmate.tablebase.morris.plan import positions
from millmate.tablebase.names import Target, parse
from millmate.tablebase.plan import MOST_MEN, Plan
from millmate.tablebase.progress import BuildProgress, BuildStopped
from millmate.tablebase.sharded import TableError
from millmate.tablebase.targets import Info, title

_PAIRS = "pairs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "tables_wanted",
        nargs="*",
        metavar="TABLE",
        help="such as KBNvK, or KRpvKRp for pawns that face each other; pairs for all 20 endings "
        "of six men with such a pair; for morris morris:5-4, morris:moving, morris:placing or "
        "morris:all",
    )
    parser.add_argument(
        "--all",
        type=int,
        choices=(3, 4, 5, 6),
        metavar="N",
        help="every chess material with 3 to N men",
    )
    add_metric(
        parser,
        dtm50="dtm50 builds both, and what they leave open of the shortest mates under that rule",
    )
    add_tables(parser)
    add_threads(parser)
    parser.add_argument(
        "--memory",
        type=size_argument,
        metavar="SIZE",
        help="limit the memory used, such as 2GB (default: most of the free memory); with "
        "--scheduler, that of each worker",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="build on the workers of this Dask scheduler, each with its own disk",
    )
    parser.add_argument(
        "--plan", action="store_true", help="only show what would be built and what it takes"
    )
    parser.add_argument(
        "--discard", action="store_true", help="only remove the unfinished tables given"
    )
    parser.add_argument(
        "--planes",
        action="store_true",
        help="keep the codes of all positions, which are read faster than tables of chess",
    )
    parser.add_argument("--json", action="store_true", help="print the requested tables as JSON")


def run(args: argparse.Namespace) -> int:
    """Build missing tables; print a line for each table built or requested."""
    wanted, directory = _wanted(args), args.tables or paths.tables_dir()
    if args.discard:
        _discard(args, wanted, directory)
        return 0
    steps = targets.plan(wanted, directory, metrics(args))
    if args.plan:
        _print_plan(steps, directory, args.threads or machine.processors())
        if args.metric == "dtm50":
            print(_dtm50_plan(_with_dtz(wanted), directory))
        return 0
    try:
        infos = _built(args, wanted, directory)
    except BuildStopped as stopped:
        print(
            f"millmate build: paused; {stopped.kept_text()}; go on with: {_again(args)}",
            file=sys.stderr,
        )
        return 1
    if args.metric == "dtm50":
        _build_dtm50(args, _with_dtz(wanted), directory)
    built = {table.title for table in steps.missing}
    for info in () if args.json else infos:
        if title(info) not in built:
            print(f"{title(info)} exists: {summary(info)}")
    if args.json:
        print(json.dumps([info.to_json() for info in infos], indent=2))
    elif Material("K", "K") in wanted:
        print("KvK needs no table: it is a draw")
    return 0


def _discard(args: argparse.Namespace, wanted: list[Target], directory: Path) -> None:
    """Remove unfinished tables of `wanted`; raise InputError without any."""
    removed = False
    for target, metric in product(wanted, metrics(args)):
        if targets.discard(directory, target, metric):
            print(f"removed the unfinished {metric.titled(target)}")
            removed = True
    if not removed:
        names = targets.names_of(wanted)
        raise InputError(f"there is no unfinished table of {names} in {directory}")


def _wanted(args: argparse.Namespace) -> list[Target]:
    if not args.tables_wanted and args.all is None:
        raise InputError(
            "name a table such as KBNvK or morris:5-4, or give --all 4 for all of up to four men"
        )
    named = [
        each
        for text in args.tables_wanted
        for each in (facing_materials(MOST_MEN) if text == _PAIRS else [parse(text)])
    ]
    for target in named:
        if args.metric == Metric.DTZ.value and Metric.DTZ not in of(target).metrics:
            raise InputError(f"{target} has no table of metric dtz: leave out --metric")
    return list(dict.fromkeys([*named, *all_materials(args.all or 2)]))


def _built(args: argparse.Namespace, wanted: list[Target], directory: Path) -> list[Info]:
    with ProgressBar() as bar, interrupts() as stopped:
        return targets.build(
            wanted,
            directory,
            _Reporter(bar, directory, quiet=args.json),
            metrics(args),
            stopped=stopped,
            threads=args.threads,
            memory=args.memory,
            scheduler=args.scheduler,
            planes=args.planes,
        )


def _with_dtz(wanted: list[Target]) -> list[Any]:
    return [each for each in wanted if Metric.DTZ in of(each).metrics]


def _build_dtm50(args: argparse.Namespace, wanted: list[Any], directory: Path) -> None:
    """Build the missing tables of DTM50, and print a line for each."""
    from millmate.tablebase import dtm50_build

    missing = dtm50_build.missing(wanted, directory)
    with StatusLine() as line, interrupts() as stopped:
        for number, material in enumerate(missing, 1):
            title = f"{material} (DTM50) ({number}/{len(missing)})"

            def between(done: float, title: str = title) -> None:
                line.show(lambda: f"{title}  {bar(done)}")
                if stopped():
                    raise MillMateError("paused; the same command resumes the build")

            places = dtm50_build.build(directory, material, between, args.threads)
            line.clear()
            if not args.json:
                print(f"{material} (DTM50) built: {plural(places, 'place')}", flush=True)


def _dtm50_plan(wanted: list[Any], directory: Path) -> str:
    """Return a line about the tables of DTM50 that come after those of both metrics."""
    from millmate.tablebase import dtm50_build

    try:
        number = len(dtm50_build.missing(wanted, directory))
    except TableError:  # which tables need DTM50 is known once their tables of DTM are there
        return (
            "then DTM50 of each ending with a mate in over fifty moves, "
            "one or two minutes of CPU time each"
        )
    each = ", one or two minutes of CPU time each" if number else ""
    return f"{plural(number, 'table')} of DTM50 to build{each}"


def _print_plan(steps: Plan[object], directory: Path, threads: int) -> None:
    """Print the missing tables and the resources they take."""
    for table in steps.missing:
        begun = ", started" if table.begun else ""
        print(
            f"{table.title}: about {size(table.bytes)} on disk, {size(table.memory)} of memory, "
            f"{duration(table.seconds)} of CPU time{begun}"
        )
    places = sum(positions(table.material) for table in steps.missing if _is_morris(table.material))
    if places:
        print(f"{places:,} positions of morris, images under symmetry not counted")
    print(
        f"{plural(len(steps.missing), 'table')} to build in {directory}: {size(steps.bytes)} on "
        f"disk, {size(steps.disk)} while building ({size(machine.free_disk(directory))} free), "
        f"at least {size(steps.memory)} of memory ({size(machine.free_memory())} free), about "
        f"{duration(steps.elapsed(threads))} with {plural(threads, 'thread')}"
    )


def _is_morris(table: object) -> TypeGuard[Subspace]:
    return isinstance(table, Pair | Placing)


def _again(args: argparse.Namespace) -> str:
    """Return the command that resumes a build."""
    options = ("all", "metric", "tables", "threads", "memory", "scheduler")
    planes = ["--planes"] if args.planes else []
    return resume_command(["build", *args.tables_wanted, *planes], args, options)


class _Reporter:
    """Shows progress, and prints a line for every finished table."""

    def __init__(self, bar: ProgressBar, directory: Path, quiet: bool) -> None:
        self._bar = bar
        self._directory = directory
        self._quiet = quiet

    def __call__(self, progress: BuildProgress) -> None:
        self._bar(progress)
        if progress.word:
            self._bar.clear()
            print(f"millmate build: {progress.word}", file=sys.stderr, flush=True)
        if progress.stage == "done" and not self._quiet:
            info = targets.info(progress.metric.directory(self._directory), progress.material)
            self._bar.clear()
            print(f"{title(info)} built: {summary(info)}", flush=True)
