"""`millmate explore`: the sets S_n of a table, and the positions in them."""

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path

import chess

from millmate import paths
from millmate.cli.tables import summary
from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.explore import (
    DistanceSet,
    Explorer,
    counts_orders,
    distance_set,
    distance_sets,
    longest,
)
from millmate.tablebase.shelf import MissingTableError
from millmate.tablebase.store import Table, TableInfo

_SIDES = {"white": chess.WHITE, "black": chess.BLACK}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.description = (
        "Without --plies or --longest: how many positions are decided in 0, 1, 2 ... plies. "
        "With: the positions themselves, as FEN, each once up to the board's symmetry."
    )
    parser.add_argument("material", metavar="MATERIAL", help="such as KBNvK")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--plies", type=_number, metavar="N", help="positions decided in exactly N plies"
    )
    chosen.add_argument("--longest", action="store_true", help="positions with the longest wins")
    parser.add_argument("--side", choices=list(_SIDES), help="only those with this side to move")
    parser.add_argument("--limit", type=_number, metavar="K", help="at most K positions")
    parser.add_argument(
        "--random", action="store_true", help="positions at random (one, or as many as --limit)"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="what --random starts from")
    parser.add_argument(
        "--tables", type=Path, default=None, metavar="DIR", help="where tables are kept"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for positions one a line")


def run(args: argparse.Namespace) -> int:
    """Print counts or positions; 1 if a set was asked for that is empty."""
    table = _table(args)
    if args.plies is None and not args.longest:
        _refuse_lonely(args)
        _print_counts(table.info, args)
        return 0
    sets = [found for found in _wanted(table.info, args) if found.count]
    if not sets:
        raise InputError(_none(table.info, args))
    for chosen, board in _boards(Explorer(table), sets, args):
        print(json.dumps(_fields(table.info, chosen, board)) if args.json else board.fen())
    return 0


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of 0 or more")
    return int(text)


def _table(args: argparse.Namespace) -> Table:
    material = Material.parse(args.material)
    directory = args.tables or paths.tables_dir()
    if not store.exists(directory, material):
        raise MissingTableError(
            f"no table for {material} in {directory}; make it with: millmate build {material}"
        )
    return Table(store.table_path(directory, material))


def _refuse_lonely(args: argparse.Namespace) -> None:
    """Refuse options that say something of positions where none were asked for."""
    for option in ("random", "limit", "seed"):
        if getattr(args, option) not in (None, False):
            raise InputError(f"--{option} needs --plies N or --longest, which choose positions")


def _wanted(info: TableInfo, args: argparse.Namespace) -> list[DistanceSet]:
    """Return the sets that `args` name, White's first; some may be empty."""
    turns = [_SIDES[args.side]] if args.side else list(_SIDES.values())
    if args.plies is not None:
        return [distance_set(info, args.plies, turn) for turn in turns]
    return [found for found in (longest(info, turn) for turn in turns) if found]


def _none(info: TableInfo, args: argparse.Namespace) -> str:
    """Say why nothing was found."""
    side = f" with {args.side.capitalize()} to move" if args.side else ""
    if args.plies is None:
        return f"{info.material} has no wins{side}"
    return f"no position of {info.material} is decided in {args.plies} plies{side}"


def _boards(
    explorer: Explorer, sets: list[DistanceSet], args: argparse.Namespace
) -> Iterator[tuple[DistanceSet, chess.Board]]:
    """Yield the positions asked for, each with the set that it is of."""
    if not args.random:
        every = ((chosen, board) for chosen in sets for board in explorer.positions(chosen))
        yield from islice(every, args.limit)
        return
    rng = random.Random(args.seed)
    for _ in range(1 if args.limit is None else args.limit):
        (chosen,) = rng.choices(sets, [found.count for found in sets])
        board = explorer.draw(chosen, rng)
        assert board is not None
        yield chosen, board


def _fields(info: TableInfo, chosen: DistanceSet, board: chess.Board) -> dict[str, object]:
    return {
        "fen": board.fen(),
        "material": info.material,
        "wdl": 1 if chosen.winner is chosen.turn else -1,
        "dtm": chosen.plies,
    }


def _print_counts(info: TableInfo, args: argparse.Namespace) -> None:
    """Print how many positions every set holds."""
    sides = [args.side] if args.side else list(_SIDES)
    if args.json:
        counts = {side: asdict(info.counts[side]) for side in sides}
        print(json.dumps({"material": info.material, "longest": info.longest, "counts": counts}))
        return
    orders = "; like pieces are counted in every order" if counts_orders(info) else ""
    print(f"{info.material}: {summary(info)}{orders}")
    for found in distance_sets(info):
        if found.turn in [_SIDES[side] for side in sides]:
            print(f"S{found.plies:<4}{found.count:>15,}  {found}")
    for side in sides:
        print(f"draws{info.counts[side].draws:>15,}  {side.capitalize()} to move")
