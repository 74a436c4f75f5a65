"""`millmate notebook`: compare and write the student notebooks' `.chessAI` files."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

import chess

from millmate import paths
from millmate.cli.arguments import add_tables
from millmate.formatting import plural
from millmate.games.chess.material import Material
from millmate.tablebase import notebook, notebook_file
from millmate.tablebase.notebook import Comparison, SetReport


def add_arguments(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", required=True, metavar="import|export")
    importing = deeds.add_parser(
        "import", help="show the contents of a file, and whether the program's tables agree"
    )
    importing.add_argument("file", type=Path, metavar="FILE", help="a .chessAI file")
    importing.add_argument("--json", action="store_true", help="print one JSON object")
    exporting = deeds.add_parser("export", help="write the sets S_n of a table")
    exporting.add_argument("material", metavar="MATERIAL", help="such as KQvK")
    exporting.add_argument("file", type=Path, metavar="FILE", help="the .chessAI file to write")
    exporting.add_argument(
        "--captured", action="store_true", help="also write positions with captured men"
    )
    for deed in (importing, exporting):
        add_tables(deed)


def run(args: argparse.Namespace) -> int:
    tables = args.tables or paths.tables_dir()
    if args.deed == "export":
        material = Material.parse(args.material)
        counts = notebook.export(material, args.file, tables, captured=args.captured)
        found = f"S_0 to S_{len(counts) - 1} of {material}, {plural(sum(counts), 'position')}"
        print(f"{args.file}: {found}; bit 0 is 1 for White")
        return 0
    return _import(args.file, tables, args.json)


def _import(path: Path, tables: Path, as_json: bool) -> int:
    file = notebook_file.read(path)
    if as_json:
        comparison = notebook.compare(file, tables)
        print(json.dumps(asdict(comparison) | {"men": _men(comparison.men)}))
        return 0
    print(f"men in their order: {_men(file.men)}")
    comparison = notebook.compare(file, tables, _print_report)
    print(_summary(comparison))
    return 0


def _print_report(report: SetReport) -> None:
    parts = [f"S_{report.plies}: {plural(report.positions, 'position')}"]
    if report.unknown < report.positions or not report.positions:
        parts.append(f"{report.agree:,} agree")
        parts.append(f"{report.differ:,} differ")
    if report.unknown:
        parts.append(f"{report.unknown:,} not compared")
    if report.ours is not None:
        parts.append(f"the table here has {report.ours:,}")
    if report.first_difference:
        parts.append(f"the first that differs: {report.first_difference} ({report.we_say})")
    print(", ".join(parts), flush=True)


def _summary(comparison: Comparison) -> str:
    agree, differ, unknown = (
        sum(getattr(report, part) for report in comparison.sets)
        for part in ("agree", "differ", "unknown")
    )
    text = (
        f"all sets: {agree:,} agree, {differ:,} differ; bit 0 is {comparison.white_bit} for White"
    )
    if unknown:
        text += (
            f"; {unknown:,} not compared: there is no table for them, or they have more than "
            f"{notebook.MOST_MEN} men"
        )
    return text


def _men(men: tuple[chess.Piece, ...]) -> str:
    return " ".join(man.symbol() for man in men)
