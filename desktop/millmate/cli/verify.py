"""`millmate verify`: check tables, position by position."""

import argparse
import sys
from pathlib import Path

from millmate import paths
from millmate.errors import MillMateError
from millmate.games.chess.material import Material


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("materials", nargs="+", metavar="MATERIAL", help="such as KBNvK")
    parser.add_argument(
        "--tables", type=Path, default=None, metavar="DIR", help="where tables are kept"
    )


def run(args: argparse.Namespace) -> int:
    """Check every table named; return 1 if any has a fault or is not there."""
    from millmate.tablebase.verify import verify

    directory = args.tables or paths.tables_dir()
    status = 0
    for material in dict.fromkeys(Material.parse(text) for text in args.materials):
        try:
            checked = verify(directory, material)
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
