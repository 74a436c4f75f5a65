"""`millmate doctor`: report the parts of this installation, and the missing ones."""

import argparse
import json
from pathlib import Path

from millmate.doctor.report import data, examine, is_well, text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tables", type=Path, default=None, metavar="DIR", help="the directory of the tables"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the findings; return 1 if something is missing."""
    findings = examine(directory=args.tables)
    print(json.dumps(data(findings), indent=1) if args.json else text(findings))
    return 0 if is_well(findings) else 1
