"""`millmate pack`: store tables as builds do now, or in fewer bytes; of morris only who wins."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from millmate import paths
from millmate.cli.arguments import add_metric, add_tables, add_threads, metrics, resume_command
from millmate.cli.progress import ProgressBar, interrupts
from millmate.errors import InputError, MillMateError
from millmate.formatting import plural, size
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.names import MorrisTarget, Pair, is_morris
from millmate.tablebase.progress import BuildProgress, BuildStopped


@dataclass(frozen=True, slots=True)
class _Done:
    """A table that is packed: its bytes on disk, before and after."""

    material: str
    metric: str
    before: int
    after: int
    payloads: dict[str, int]


@dataclass(frozen=True, slots=True)
class _Work:
    """A table to pack, its size on disk, and what packs it."""

    name: str
    title: str
    bytes: int
    metric: Metric
    pack: "_Pack"


_Pack = Callable[[_Work, Callable[[float], None]], _Done]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names",
        nargs="*",
        metavar="TABLE",
        help="such as KRPvKR; morris:6-5 or morris:all keep results without distances",
    )
    parser.add_argument("--all", action="store_true", help="pack every table of chess there")
    parser.add_argument(
        "--small", action="store_true", help="take far longer for 7 to 30 %% fewer bytes"
    )
    add_metric(parser)
    add_tables(parser)
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="print the tables as JSON")


def run(args: argparse.Namespace) -> int:
    """Pack the requested tables; return 1 if any cannot be."""
    directory = args.tables or paths.tables_dir()
    work, done, status = _wanted(args, directory), list[_Done](), 0
    try:
        with ProgressBar() as bar, interrupts() as stopped:
            for number, each in enumerate(work):
                shown = _shown(bar, stopped, work, number)
                try:
                    shown(0.0)
                    done.append(each.pack(each, shown))
                except BuildStopped:
                    raise
                except MillMateError as error:
                    bar.clear()
                    print(f"millmate pack: {error}", file=sys.stderr, flush=True)
                    status = 1
                else:
                    bar.clear()
                    if not args.json:
                        print(f"{each.title}: {_sizes(done[-1:])}", flush=True)
    except BuildStopped:
        options = "metric", "tables", "threads"
        options_given = [f"--{name}" for name in ("all", "small") if getattr(args, name)]
        words = ["pack", *args.names, *options_given]
        print(
            f"millmate pack: paused; {plural(len(done), 'finished table')} and all others are "
            f"kept; go on with: {resume_command(words, args, options)}",
            file=sys.stderr,
        )
        status = 1
    if args.json:
        print(json.dumps([asdict(each) for each in done], indent=2))
    elif len(done) > 1:
        print(f"{plural(len(done), 'table')}: {_sizes(done)}")
    return status


def _chess(args: argparse.Namespace, own: Path, material: Material, metric: Metric) -> _Work:
    def pack(work: _Work, between: Callable[[float], None]) -> _Done:
        from millmate.tablebase.pack import pack  # loads kernels

        info = pack(own, material, between, args.threads, args.small)
        after = store.disk_bytes(own, material)
        return _Done(info.material, info.metric, work.bytes, after, info.payloads)

    before = store.disk_bytes(own, material)
    return _Work(str(material), metric.titled(material), before, metric, pack)


def _pair(args: argparse.Namespace, directory: Path, pair: Pair) -> _Work:
    def pack(work: _Work, between: Callable[[float], None]) -> _Done:
        from millmate.tablebase.morris import compact as of_morris

        told = of_morris.compact(directory, pair, between, args.threads)
        return _Done(told.material, "", work.bytes, told.bytes, {"wdl": told.bytes})

    before = store.size_of(morris_store.table_path(directory, pair))
    return _Work(str(pair), str(pair), before, Metric.DTM, pack)


def _wanted(args: argparse.Namespace, directory: Path) -> list[_Work]:
    if not args.names and not args.all:
        raise InputError("name a table such as KRPvKR, or give --all for every table of chess")
    of_morris = [MorrisTarget.parse(text) for text in args.names if is_morris(text)]
    named = [_material(Material.parse(text)) for text in args.names if not is_morris(text)]
    found: list[_Work] = [pair for target in of_morris for pair in _pairs(args, directory, target)]
    if found and not named and not args.all:
        return found
    for metric in metrics(args):
        own = metric.directory(directory)
        there = store.own_materials(own) if args.all else []
        for material in sorted({*named, *there}):
            found.append(_chess(args, own, material, metric))
    if not found:
        raise InputError(
            f"there are no tables of chess in {directory}; build one with: millmate build KBNvK"
        )
    return found


def _pairs(args: argparse.Namespace, directory: Path, target: MorrisTarget) -> list[_Work]:
    """Return the existing pairs of a target; a single one need not exist."""
    pairs = [table for table in target.tables if isinstance(table, Pair)]
    if not pairs:
        raise InputError(f"{target} has no distances that could be left out")
    there = [each for each in pairs if len(pairs) == 1 or morris_store.exists(directory, each)]
    if not there:
        raise InputError(f"there are no such tables in {directory}; build them first")
    return [_pair(args, directory, each) for each in there]


def _material(target: Material) -> Material:
    if target.men == 2:
        raise InputError(f"{target} has no table: it is a draw")
    return target.canonical()


def _shown(
    bar: ProgressBar, stopped: Callable[[], bool], work: list[_Work], number: int
) -> Callable[[float], None]:
    """Return a function that shows how much of a table is done; it raises `BuildStopped`."""
    total = sum(each.bytes for each in work) or 1
    before = sum(each.bytes for each in work[:number])
    table = work[number]

    def show(done: float) -> None:
        if stopped():
            raise BuildStopped
        fraction = (before + done * table.bytes) / total
        bar(
            BuildProgress(
                table.name,
                number + 1,
                len(work),
                "packing",
                fraction=fraction,
                metric=table.metric,
            )
        )

    return show


def _sizes(done: list[_Done]) -> str:
    """Return the bytes of tables before and after: `31.1 MB -> 4.7 MB, 15 %`."""
    before, after = sum(each.before for each in done), sum(each.after for each in done)
    if before == after:
        return f"{size(after)}, packed already"
    return f"{size(before)} before, {size(after)} now ({after / before:.0%})"
