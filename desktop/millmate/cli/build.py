"""`millmate build`: build tables and what they need."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from millmate import paths
from millmate.cli.progress import ProgressBar
from millmate.cli.tables import summary
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.build import BuildProgress, build
from millmate.tablebase.store import Table, TableInfo


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("materials", nargs="+", metavar="MATERIAL", help="such as KBNvK")
    parser.add_argument(
        "--tables", type=Path, default=None, metavar="DIR", help="where tables are kept"
    )
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="print the asked-for tables as JSON")


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Describe `--threads`, shared by the commands that compute."""
    parser.add_argument(
        "--threads", type=_number, metavar="N", help="share the work (default: every processor)"
    )


def _number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of threads from 1 to 1024")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Build what is missing, and print a line for each table built or asked for."""
    directory = args.tables or paths.tables_dir()
    wanted = list(dict.fromkeys(Material.parse(text) for text in args.materials))
    there = {m for m in wanted if store.exists(directory, m)}
    with ProgressBar() as bar:
        infos = build(
            wanted, directory, _Reporter(bar, directory, quiet=args.json), threads=args.threads
        )
    if args.json:
        print(json.dumps([asdict(info) for info in infos], indent=2))
        return 0
    for info in infos:
        if Material.parse(info.material) in there:
            print(f"{info.material} exists: {summary(info)}")
    if any(material.men == 2 for material in wanted):
        print("KvK needs no table: it is a draw")
    return 0


class _Reporter:
    """Shows progress, and prints a line for every table that is finished."""

    def __init__(self, bar: ProgressBar, directory: Path, quiet: bool) -> None:
        self._bar = bar
        self._directory = directory
        self._quiet = quiet

    def __call__(self, progress: BuildProgress) -> None:
        self._bar(progress)
        if progress.stage == "done" and not self._quiet:
            info: TableInfo = Table(store.table_path(self._directory, progress.material)).info
            self._bar.clear()
            print(f"{info.material} built: {summary(info)}", flush=True)
