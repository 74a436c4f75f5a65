"""`millmate study`: check studies by tables."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from millmate import paths
from millmate.cli.arguments import add_tables
from millmate.files import describe_error, write_atomically
from millmate.language import visible
from millmate.play.study import report
from millmate.play.study.check import Checked, check
from millmate.play.study.reading import read
from millmate.play.study.values import Values
from millmate.spreadsheets import csv_text
from millmate.tablebase.probe import Tablebase


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Checks studies: whether the stipulation holds, whether each move of the solution is the "
        "only one, or which others win or hold (minor duals and cooks), and whether tries are "
        "refuted. The stipulation is the result or the Stipulation tag in PGN, dm or c0 in EPD; "
        "without one, it is taken from the tables. The fifty-move rule is ignored, as in "
        "composition."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="studies as PGN or EPD")
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument("--json", action="store_true", help="print a JSON object for each study")
    printed.add_argument("--csv", action="store_true", help="print a table, a row for each finding")
    printed.add_argument("--pgn", action="store_true", help="print PGN with comments and signs")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write the report in all formats to this directory: studies.txt, .csv, .json and .pgn",
    )
    parser.add_argument(
        "--rule50", action="store_true", help="obey the fifty-move rule (slow without DTZ tables)"
    )
    add_tables(parser)


def run(args: argparse.Namespace) -> int:
    """Check the studies of all files; return 1 if some could not be read."""
    status, every = 0, list[Checked]()
    form = next((name for name in ("json", "csv", "pgn") if getattr(args, name)), "txt")
    with Tablebase(args.tables or paths.tables_dir()) as tables:
        values = Values(tables, args.rule50)
        if form == "csv":
            print(csv_text([report.COLUMNS]), end="")
        for found in _checked(args.files, values):
            if isinstance(found, str):
                print(f"millmate study: {found}", file=sys.stderr)
                status = 1
                continue
            print(report.part(form, found), end="", flush=True)
            if args.out is not None:
                every.append(found)
    if values.missing:
        names = " ".join(map(str, sorted(values.missing)))
        print(f"tables are missing; build them with: millmate build {names}", file=sys.stderr)
    if args.out is not None:
        _write(args.out, every)
    return status


def _checked(files: list[Path], values: Values) -> Iterator[Checked | str]:
    """Yield the findings in each study, or why it could not be read."""
    for file in files:
        try:
            for study in read(file):
                yield study if isinstance(study, str) else check(study, values)
        except OSError as error:
            yield describe_error(error)


def _write(directory: Path, every: list[Checked]) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for form in ("txt", "csv", "json", "pgn"):
        text = visible(report.written(form, every))
        write_atomically(directory / f"studies.{form}", text.encode())
