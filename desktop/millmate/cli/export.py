"""`millmate export`: write tables as files that other programs read."""

import argparse
import json
import shlex
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

from millmate import paths
from millmate.cli.arguments import add_tables, add_threads, chess_table, whole_number
from millmate.cli.progress import ProgressBar, interrupts
from millmate.errors import InputError, MillMateError
from millmate.formatting import plural, size
from millmate.games.chess.material import all_materials
from millmate.tablebase import export, store
from millmate.tablebase.by_game import of
from millmate.tablebase.inventory import Table
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris.names import is_morris
from millmate.tablebase.names import parse
from millmate.tablebase.progress import BuildProgress, BuildStopped
from millmate.tablebase.verdict import MissingTableError


@dataclass(frozen=True, slots=True)
class _Written:
    """A file that was written."""

    material: str
    file: str
    bytes: int
    seconds: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Writes tables as files that other programs read: Gaviota files (kqk.gtb.cp4: distances "
        "to mate, compression scheme 4) or Syzygy files (KQvK.rtbw: who wins under the fifty-move "
        "rule; KQvK.rtbz: plies to zeroing, from a table built with --metric dtz), both for up to "
        "five men; or Zarr arrays, of morris too (KQvK.zarr: a byte for each position). Existing "
        "files are replaced."
    )
    parser.add_argument("format", choices=[*export.FORMATS], help="the files to write")
    parser.add_argument("names", nargs="*", metavar="TABLE", help="such as KQvKR")
    parser.add_argument("directory", type=Path, metavar="DIR", help="where the files go")
    parser.add_argument(
        "--all",
        type=whole_number(3, export.MOST_MEN, "number of men"),
        metavar="N",
        help="every material of three to N men",
    )
    add_tables(parser)
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="print the files as JSON")


def run(args: argparse.Namespace) -> int:
    """Write the requested files; return 1 if any cannot be written."""
    tables = args.tables or paths.tables_dir()
    wanted = _wanted(args)
    _refuse_missing(wanted, tables)
    args.directory.mkdir(parents=True, exist_ok=True)
    written, status = list[_Written](), 0
    try:
        with ProgressBar() as bar, interrupts() as stopped:
            for number, material in enumerate(wanted):
                show = _shown(bar, stopped, wanted, number)
                found = _exported(tables, material, args, show)
                bar.clear()
                status |= not found
                written += found
                for each in () if args.json else found:
                    print(f"{each.material}: {each.file}, {size(each.bytes)}", flush=True)
    except BuildStopped:
        _complain(f"stopped; {plural(len(written), 'finished file')} kept in {args.directory}")
        status = 1
    if args.json:
        print(json.dumps([asdict(each) for each in written], indent=2))
    elif len(written) > 1:
        print(f"{plural(len(written), 'file')}: {size(sum(each.bytes for each in written))}")
    if args.format == "syzygy":
        _tell_lacking(wanted, tables)
    return status


def _exported(
    tables: Path,
    material: Table,
    args: argparse.Namespace,
    show: Callable[[float], None],
) -> list[_Written]:
    """Write the files of a material; return none, and say why, if they cannot be written."""
    began = perf_counter()
    try:
        found = export.export(args.format, tables, material, args.directory, show, args.threads)
    except BuildStopped:
        raise
    except MillMateError as error:
        _complain(str(error))
        return []
    seconds = round((perf_counter() - began) / len(found), 2)
    return [_Written(str(material), str(path), store.size_of(path), seconds) for path in found]


def _tell_lacking(wanted: list[Table], tables: Path) -> None:
    """Say for which tables no file of distances was written."""
    zeroing = Metric.DTZ.directory(tables)
    lacking = [str(each) for each in wanted if of(each).place(zeroing, each) is None]
    if lacking:
        command = shlex.join(["millmate", "build", "--metric", Metric.DTZ.value, *lacking])
        _complain(f"no distances (.rtbz) without tables of distances to zeroing; build: {command}")


def _complain(about: str) -> None:
    print(f"millmate export: {about}", file=sys.stderr, flush=True)


def _wanted(args: argparse.Namespace) -> list[Table]:
    """Return the tables that are asked for, those of morris as arrays only."""
    if not args.names and not args.all:
        raise InputError("name a table such as KQvKR, or give --all 4 for all of up to four men")
    refusal = f"is a table of morris: write it as an array, with export {export.ARRAYS}"
    morris = [text for text in args.names if args.format == export.ARRAYS and is_morris(text)]
    named = {chess_table(text, refusal) for text in args.names if text not in morris}
    for material in named:
        export.refuse(args.format, material)
    chess = sorted(named.union(all_materials(args.all) if args.all else ()))
    return [*chess, *dict.fromkeys(table for text in morris for table in parse(text).tables)]


def _refuse_missing(wanted: list[Table], tables: Path) -> None:
    missing = [str(table) for table in wanted if of(table).place(tables, table) is None]
    if missing:
        raise MissingTableError(
            f"no table for {', '.join(missing)} in {tables}; build first: "
            f"{shlex.join(['millmate', 'build', *missing])}"
        )


def _shown(
    bar: ProgressBar, stopped: Callable[[], bool], wanted: list[Table], number: int
) -> Callable[[float], None]:
    """Return a function that shows how much of a file is written; it raises `BuildStopped`."""

    def show(done: float) -> None:
        if stopped():
            raise BuildStopped
        title = str(wanted[number])
        bar(BuildProgress(title, number + 1, len(wanted), "exporting", fraction=done))

    return show
