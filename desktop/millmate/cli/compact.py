"""`millmate compact`: store tables of chess, and who wins in pairs of morris, in fewer bytes."""

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
from millmate.tablebase.compact_process import ToCompact
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.names import MorrisTarget, Pair, Subspace, is_morris
from millmate.tablebase.progress import BuildProgress, BuildStopped
from millmate.tablebase.sharded import disk_bytes


@dataclass(frozen=True, slots=True)
class _Done:
    """A table that is compact: its bytes on disk, before and after."""

    material: str
    metric: str
    before: int
    after: int
    payloads: dict[str, int]


@dataclass(frozen=True, slots=True)
class _Pair:
    """A table of morris to make compact, and its size on disk."""

    table: Subspace
    bytes: int
    metric: Metric = Metric.DTM  # for the progress

    @property
    def title(self) -> str:
        return str(self.table)


_Work = ToCompact | _Pair


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names",
        nargs="*",
        metavar="TABLE",
        help="such as KRPvKR; morris:6-5 or morris:all keep results without distances",
    )
    parser.add_argument("--all", action="store_true", help="compact every table of chess there")
    add_metric(parser)
    add_tables(parser)
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="print the tables as JSON")


def run(args: argparse.Namespace) -> int:
    """Compact the requested tables; return 1 if any cannot be."""
    directory = args.tables or paths.tables_dir()
    work, done, status = _wanted(args, directory), list[_Done](), 0
    try:
        with ProgressBar() as bar, interrupts() as stopped:
            for number, each in enumerate(work):
                shown = _shown(bar, stopped, work, number)
                try:
                    done.append(_compacted(directory, each, shown, args.threads))
                except BuildStopped:
                    raise
                except MillMateError as error:
                    bar.clear()
                    print(f"millmate compact: {error}", file=sys.stderr, flush=True)
                    status = 1
                else:
                    bar.clear()
                    if not args.json:
                        print(f"{each.title}: {_sizes(done[-1:])}", flush=True)
    except BuildStopped:
        options = "metric", "tables", "threads"
        words = ["compact", *args.names, *(["--all"] if args.all else [])]
        print(
            f"millmate compact: paused; {plural(len(done), 'finished table')} and all others are "
            f"kept; go on with: {resume_command(words, args, options)}",
            file=sys.stderr,
        )
        status = 1
    if args.json:
        print(json.dumps([asdict(each) for each in done], indent=2))
    elif len(done) > 1:
        print(f"{plural(len(done), 'table')}: {_sizes(done)}")
    return status


def _compacted(
    directory: Path, work: _Work, between: Callable[[float], None], threads: int | None
) -> _Done:
    from millmate.tablebase.morris import compact as of_morris

    between(0.0)
    if isinstance(work, _Pair):
        told = of_morris.compact(directory, work.table, between, threads)
        return _Done(told.material, "", work.bytes, told.bytes, {"wdl": told.bytes})
    from millmate.tablebase import compact  # loads kernels

    own = work.metric.directory(directory)
    info = compact.compact(own, work.material, between, threads)
    after = store.disk_bytes(own, work.material)
    return _Done(info.material, info.metric, work.bytes, after, info.payloads)


def _wanted(args: argparse.Namespace, directory: Path) -> list[_Work]:
    if not args.names and not args.all:
        raise InputError("name a table such as KRPvKR, or give --all for every table of chess")
    of_morris = [MorrisTarget.parse(text) for text in args.names if is_morris(text)]
    named = [_material(Material.parse(text)) for text in args.names if not is_morris(text)]
    found: list[_Work] = [pair for target in of_morris for pair in _pairs(directory, target)]
    if found and not named and not args.all:
        return found
    for metric in metrics(args):
        own = metric.directory(directory)
        there = store.own_materials(own) if args.all else []
        for material in sorted({*named, *there}):
            before = store.full_bytes(own, material) or store.disk_bytes(own, material)
            found.append(ToCompact(material, metric, before))
    if not found:
        raise InputError(
            f"there are no tables of chess in {directory}; build one with: millmate build KBNvK"
        )
    return found


def _pairs(directory: Path, target: MorrisTarget) -> list[_Work]:
    """Return the existing pairs of a target; a single one need not exist."""
    pairs = [table for table in target.tables if isinstance(table, Pair)]
    if not pairs:
        raise InputError(f"{target} has no distances that could be left out")
    there = [each for each in pairs if len(pairs) == 1 or morris_store.exists(directory, each)]
    if not there:
        raise InputError(f"there are no such tables in {directory}; build them first")
    paths = [morris_store.table_path(directory, each) for each in there]
    return [_Pair(each, disk_bytes(path)) for each, path in zip(there, paths, strict=True)]


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
                str(table.table if isinstance(table, _Pair) else table.material),
                number + 1,
                len(work),
                "compacting",
                fraction=fraction,
                metric=table.metric,
            )
        )

    return show


def _sizes(done: list[_Done]) -> str:
    """Return the bytes of tables before and after: `31.1 MB -> 4.7 MB, 15 %`."""
    before, after = sum(each.before for each in done), sum(each.after for each in done)
    if before == after:
        return f"{size(after)}, compact already"
    return f"{size(before)} before, {size(after)} now ({after / before:.0%})"
