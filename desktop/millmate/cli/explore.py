"""`millmate explore`: the sets S_n of a table, and the positions in them."""

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path

from millmate import paths
from millmate.cli.tables import summary
from millmate.errors import InputError
from millmate.games.board import Board
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.explore import Explorer
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.names import MorrisTarget, Subspace, is_morris
from millmate.tablebase.morris.store import MorrisInfo, MorrisTable
from millmate.tablebase.sets import DecidedSet
from millmate.tablebase.shelf import MissingTableError
from millmate.tablebase.store import Table

Opened = Explorer | MorrisExplorer

_SIDES = {"white": True, "black": False}
# What a morris table calls them.
_MORRIS_SIDES = {"white": "primary", "black": "other"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.description = (
        "Without --plies or --longest: how many positions are decided in 0, 1, 2 ... plies. "
        "With: the positions themselves, as FEN, each once up to the board's symmetry. "
        "Of morris:5-4 White has the five stones; while morris stones are placed nobody knows "
        "in how many plies, and --plies 1 are all positions won, --plies 0 all lost."
    )
    parser.add_argument("material", metavar="MATERIAL", help="such as KBNvK or morris:5-4")
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
    table = _opened(args)
    if args.plies is None and not args.longest:
        _refuse_lonely(args)
        _print_counts(table, args)
        return 0
    sets = [found for found in _wanted(table, args) if found.count]
    if not sets:
        raise InputError(_none(table, args))
    for chosen, board in _boards(table, sets, args):
        print(json.dumps(_fields(table, chosen, board)) if args.json else board.fen())
    return 0


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of 0 or more")
    return int(text)


def _opened(args: argparse.Namespace) -> Opened:
    """Return the table that is asked for, of either game."""
    directory = args.tables or paths.tables_dir()
    if is_morris(args.material):
        name = _morris_table(args.material)
        if morris_store.exists(directory, name):
            return MorrisExplorer(MorrisTable(morris_store.table_path(directory, name)))
        raise _missing(directory, str(name))
    material = Material.parse(args.material)
    if store.exists(directory, material):
        return Explorer(Table(store.table_path(directory, material)))
    raise _missing(directory, str(material))


def _morris_table(text: str) -> Subspace:
    target = MorrisTarget.parse(text)
    if len(target.tables) > 1:
        raise InputError(f"{target} stands for many tables: name one, such as {target.tables[0]}")
    return target.tables[0]


def _missing(directory: Path, name: str) -> MissingTableError:
    return MissingTableError(
        f"no table for {name} in {directory}; make it with: millmate build {name}"
    )


def _refuse_lonely(args: argparse.Namespace) -> None:
    """Refuse options that say something of positions where none were asked for."""
    for option in ("random", "limit", "seed"):
        if getattr(args, option) not in (None, False):
            raise InputError(f"--{option} needs --plies N or --longest, which choose positions")


def _wanted(table: Opened, args: argparse.Namespace) -> list[DecidedSet]:
    """Return the sets that `args` name, White's first; some may be empty."""
    turns = [_SIDES[args.side]] if args.side else list(_SIDES.values())
    known = table.contents
    if args.plies is not None:
        return [known.set_of(args.plies, turn) for turn in turns]
    return [known.longest[turn] for turn in turns if turn in known.longest]


def _none(table: Opened, args: argparse.Namespace) -> str:
    """Say why nothing was found."""
    name = table.contents.name
    side = f" with {args.side.capitalize()} to move" if args.side else ""
    if args.plies is None:
        return f"{name} has no wins{side}"
    return f"no position of {name} is decided in {args.plies} plies{side}"


def _boards(
    explorer: Opened, sets: list[DecidedSet], args: argparse.Namespace
) -> Iterator[tuple[DecidedSet, Board]]:
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


def _fields(table: Opened, chosen: DecidedSet, board: Board) -> dict[str, object]:
    return {
        "fen": board.fen(),
        "material": table.contents.name,
        "wdl": 1 if chosen.winner is chosen.turn else -1,
        "dtm": chosen.distance,
    }


def _print_counts(table: Opened, args: argparse.Namespace) -> None:
    """Print how many positions every set holds."""
    info, known = table.table.info, table.contents
    names = _MORRIS_SIDES if isinstance(info, MorrisInfo) else {side: side for side in _SIDES}
    counts = {
        side: info.counts[names[side]]
        for side in ([args.side] if args.side else _SIDES)
        if names[side] in info.counts
    }
    if args.json:
        said = {names[side]: asdict(counted) for side, counted in counts.items()}
        print(json.dumps({"material": known.name, "longest": info.longest, "counts": said}))
        return
    orders = "; like pieces are counted in every order" if known.orders else ""
    print(f"{known.name}: {summary(info)}{orders}")
    for found in known.sets:
        if found.turn in [_SIDES[side] for side in counts]:
            print(f"{found.symbol:<5}{found.count:>15,}  {found}")
    for side, counted in counts.items():
        print(f"draws{counted.draws:>15,}  {side.capitalize()} to move")
