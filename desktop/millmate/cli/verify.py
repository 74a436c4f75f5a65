"""`millmate verify`: check tables, position by position."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from millmate import paths
from millmate.cli.build import add_threads
from millmate.cli.progress import ProgressBar
from millmate.errors import InputError, MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.build import BuildProgress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("materials", nargs="*", metavar="MATERIAL", help="such as KBNvK")
    parser.add_argument("--all", action="store_true", help="every table that is there")
    parser.add_argument(
        "--tables", type=Path, default=None, metavar="DIR", help="where tables are kept"
    )
    add_threads(parser)


def run(args: argparse.Namespace) -> int:
    """Check every table named; return 1 if any has a fault or is not there."""
    from millmate.tablebase.verify import verify

    directory = args.tables or paths.tables_dir()
    materials = _wanted(args, directory)
    status = 0
    for number, material in enumerate(materials):
        try:
            with ProgressBar() as bar:
                shown = _shown(bar, material, number, len(materials))
                checked = verify(directory, material, shown, args.threads)
        except MillMateError as error:
            print(f"millmate verify: {error}", file=sys.stderr)
            status = 1
        else:
            print(
                f"{material} is right: {checked.positions:,} positions against their successors, "
                f"{checked.samples:,} of them by python-chess too",
                flush=True,
            )
    return status


def _wanted(args: argparse.Namespace, directory: Path) -> list[Material]:
    if not args.materials and not args.all:
        raise InputError("name a material such as KBNvK, or --all for every table that is there")
    named = [Material.parse(text) for text in args.materials]
    there = store.materials(directory) if args.all else []
    if args.all and not there:
        raise InputError(f"there are no tables in {directory}; make one with: millmate build KBNvK")
    return list(dict.fromkeys([*named, *there]))


def _shown(
    bar: ProgressBar, material: Material, number: int, tables: int
) -> Callable[[float], None]:
    """Return what shows on `bar` how much of a table is checked."""
    return lambda done: bar(
        BuildProgress(
            str(material), number + 1, tables, "verifying", fraction=(number + done) / tables
        )
    )
