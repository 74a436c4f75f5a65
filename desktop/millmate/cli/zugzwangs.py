"""`millmate zugzwangs`: the mutual zugzwangs of tables, deepest first."""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chess

from millmate import machine, paths
from millmate.cli.arguments import add_tables, add_threads, chess_table, whole_number
from millmate.errors import InputError, MillMateError
from millmate.games.chess.material import Material
from millmate.spreadsheets import csv_text
from millmate.tablebase import store
from millmate.tablebase.explore import Explorer
from millmate.tablebase.query import Zug
from millmate.tablebase.verdict import MissingTableError
from millmate.tablebase.zugzwangs import FoundZugzwang, counts, zugzwangs

_NAMES = {Zug.FULL: "full", Zug.WHITE: "white", Zug.BLACK: "black"}
_COLUMNS = ("material", "type", "fen", "moves_white_to_move_loses", "moves_black_to_move_loses")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Lists the mutual (reciprocal) zugzwangs of tables, table by table, deepest first: `full` "
        "where whoever is to move loses, `white` where White wins with Black to move but not with "
        "White to move, `black` the other way round. Symmetric positions count once, and so do "
        "positions with colours exchanged where both sides have the same men."
    )
    parser.add_argument("names", nargs="*", metavar="MATERIAL", help="such as KPvKP")
    parser.add_argument("--all", action="store_true", help="all tables of chess there")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--count", action="store_true", help="print only their numbers")
    chosen.add_argument(
        "--limit", type=whole_number(1), metavar="K", help="list only the deepest K of each table"
    )
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument("--json", action="store_true", help="print one JSON object per line")
    printed.add_argument("--csv", action="store_true", help="print a table with a header")
    add_tables(parser)
    add_threads(parser)


def run(args: argparse.Namespace) -> int:
    """Print the zugzwangs of each table as soon as they are found; return 1 if one failed."""
    directory = args.tables or paths.tables_dir()
    materials = _wanted(args, directory)
    if args.csv:
        columns = ("material", *_NAMES.values()) if args.count else _COLUMNS
        print(csv_text([columns]), end="", flush=True)
    status, numbers, left = 0, dict.fromkeys(Zug, 0), False

    def search(material: Material) -> list[FoundZugzwang] | MillMateError:
        try:
            if not store.exists(directory, material):
                raise MissingTableError(
                    f"no table for {material} in {directory}; build it with: millmate build "
                    f"{material}"
                )
            return zugzwangs(Explorer(store.opened(directory, material)), stopped=lambda: left)
        except MillMateError as error:
            return error

    with ThreadPoolExecutor(args.threads or machine.processors()) as pool:
        try:
            for material, found in zip(materials, pool.map(search, materials), strict=True):
                if isinstance(found, MillMateError):
                    print(f"millmate zugzwangs: {found}", file=sys.stderr)
                    status = 1
                    continue
                print("".join(_lines(str(material), found, args)), end="", flush=True)
                for kind, number in counts(found).items():
                    numbers[kind] += number
        finally:
            left = True  # also after Ctrl-C: no table is searched to its end
            pool.shutdown(cancel_futures=True)
    if len(materials) > 1 and not (args.json or args.csv):
        print(f"all {len(materials)} tables: {_summary(numbers)}")
    return status


def _wanted(args: argparse.Namespace, directory: Path) -> list[Material]:
    """Return the materials asked for, small ones first with --all."""
    if not args.names and not args.all:
        raise InputError("name a table such as KPvKP, or give --all for every table there")
    refusal = "is not a chess table; millmate explore --zugzwang lists those of morris"
    named = [chess_table(name, refusal) for name in args.names]
    there = store.materials(directory) if args.all else ()
    if args.all and not there:
        raise InputError(f"there are no tables in {directory}; build one with: millmate build KPvK")
    return list(dict.fromkeys([*named, *sorted(there)]))


def _lines(material: str, found: list[FoundZugzwang], args: argparse.Namespace) -> Iterator[str]:
    """Yield the output for a table, line by line."""
    if args.count:
        numbers = counts(found)
        named = {_NAMES[kind]: number for kind, number in numbers.items()}
        if args.json:
            yield json.dumps({"material": material, **named}) + "\n"
        elif args.csv:
            yield csv_text([(material, *named.values())])
        else:
            yield f"{material}: {_summary(numbers)}\n"
        return
    shown = found[: args.limit]
    if args.csv:
        yield csv_text(
            (material, _NAMES[each.kind], each.fen, each.white_lost, each.black_lost)
            for each in shown
        )
    elif args.json:
        yield from (json.dumps(_fields(material, each)) + "\n" for each in shown)
    else:
        yield f"{material}: {_summary(counts(found))}\n"
        yield from (f"  {each.fen}  {_words(each)}\n" for each in shown)


def _fields(material: str, each: FoundZugzwang) -> dict[str, object]:
    return {
        "material": material,
        "type": _NAMES[each.kind],
        "fen": each.fen,
        "moves_white_to_move_loses": each.white_lost,
        "moves_black_to_move_loses": each.black_lost,
    }


def _summary(numbers: dict[Zug, int]) -> str:
    """Return `121 (full 15, white 106)`, or `none`."""
    kinds = ", ".join(f"{_NAMES[kind]} {number:,}" for kind, number in numbers.items() if number)
    total = sum(numbers.values())
    return f"{total:,} mutual zugzwang{'s' * (total != 1)} ({kinds})" if total else "none"


def _words(each: FoundZugzwang) -> str:
    """Return `White to move: draw; Black to move: mated in 12`."""
    sides = ((chess.WHITE, each.white_lost), (chess.BLACK, each.black_lost))
    return "; ".join(
        f"{'White' if side else 'Black'} to move: {'draw' if lost is None else f'mated in {lost}'}"
        for side, lost in sides
    )
