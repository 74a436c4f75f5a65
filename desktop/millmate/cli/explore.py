"""`millmate explore`: the sets S_n of a table, and the positions in them."""

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice

from millmate import paths
from millmate.cli.arguments import add_notation, add_tables, whole_number
from millmate.cli.tables import summary
from millmate.errors import InputError
from millmate.games.board import Board
from millmate.play import position_export
from millmate.tablebase import targets
from millmate.tablebase.by_game import of
from millmate.tablebase.chess_sets import ZeroingSet
from millmate.tablebase.explore import Explorer
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.store import MorrisInfo
from millmate.tablebase.names import parse
from millmate.tablebase.query import Outcomes, Query, Subject, Zug, Zugzwangs, conditions
from millmate.tablebase.sets import Contents, DecidedSet
from millmate.tablebase.verdict import MissingTableError

Opened = Explorer | MorrisExplorer

_SIDES = {"white": True, "black": False}
_RESULTS = {
    "win": (1, False),
    "cursed": (1, True),
    "draw": (0, False),
    "blessed": (-1, True),
    "loss": (-1, False),
}
_NAMES = {"cursed": "cursed win", "blessed": "blessed loss"}
_ZUGZWANGS = {"any": None, "full": Zug.FULL, "white": Zug.WHITE, "black": Zug.BLACK}
# The names of the sides in a morris table.
_MORRIS_SIDES = {"white": "primary", "black": "other"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Counts the positions of a table that are decided in 0, 1, 2 ... plies. With --plies, "
        "--longest, --result or --zugzwang it prints the positions themselves as FEN, without "
        "mirror images. In morris:5-4 White has five stones. Tables of the placing phase of "
        "morris store no distances: --plies 1 finds all won positions, --plies 0 all lost ones. "
        "With --metric dtz, plies are counted to mate or to the next capture or pawn move that "
        "keeps the result; above 100, the game is drawn by the fifty-move rule."
    )
    parser.add_argument("material", metavar="MATERIAL", help="such as KBNvK or morris:5-4")
    parser.add_argument(
        "--metric",
        choices=[metric.value for metric in Metric],
        default=Metric.DTM.value,
        help="what the table counts: moves to mate (dtm), plies to zeroing (dtz)",
    )
    _add_choice(parser)
    _add_conditions(parser)
    parser.add_argument("--count", action="store_true", help="print only their number")
    parser.add_argument("--limit", type=whole_number(0), metavar="K", help="print at most K")
    parser.add_argument(
        "--random", action="store_true", help="choose positions at random (one, or --limit of them)"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="seed of --random")
    add_tables(parser)
    add_notation(parser)
    _add_formats(parser)


def _add_choice(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose positions."""
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--plies", type=whole_number(0), metavar="N", help="positions decided in exactly N plies"
    )
    chosen.add_argument("--longest", action="store_true", help="positions with the longest wins")
    chosen.add_argument(
        "--longest-cursed",
        action="store_true",
        help="positions with the longest wins drawn by the fifty-move rule (with --metric dtz)",
    )
    chosen.add_argument(
        "--result",
        choices=list(_RESULTS),
        help="positions with this result for the side to move; cursed wins and blessed losses are "
        "those drawn by the fifty-move rule (with --metric dtz)",
    )
    chosen.add_argument(
        "--zugzwang",
        choices=list(_ZUGZWANGS),
        help="mutual zugzwangs: any; full (the side to move loses); white (White wins only with "
        "Black to move, otherwise a draw); black",
    )


def _add_conditions(parser: argparse.ArgumentParser) -> None:
    """Add the options that filter positions."""
    parser.add_argument("--side", choices=list(_SIDES), help="only with this side to move")
    parser.add_argument(
        "--where",
        metavar="MEN",
        default="",
        help='only with men on these squares, ranks or files: "Ke1 R7 ka-c", in morris '
        '"Wd6 Ba7,g7"; mirror images count too',
    )
    parser.add_argument(
        "--check", choices=["yes", "no"], help="only with the side to move in check, or not"
    )
    parser.add_argument(
        "--only",
        choices=["win", "draw"],
        help="only where exactly one move wins, or none wins and exactly one draws",
    )


def _add_formats(parser: argparse.ArgumentParser) -> None:
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument(
        "--json", action="store_true", help="print JSON; for positions one object per line"
    )
    for kind, what in (
        ("epd", "EPD with dm, ce, bm, c0 and id"),
        ("pgn", "games with the best line from each position"),
        (
            "csv",
            "a table with a header: position, table, to_move, result, plies, moves, best, verdict",
        ),
    ):
        printed.add_argument(f"--{kind}", action="store_true", help=f"print positions as {what}")


def run(args: argparse.Namespace) -> int:
    """Print counts or positions; return 1 if a requested set is empty."""
    table = _opened(args)
    if not _chooses(args):
        _refuse_lonely(args)
        _print_counts(table, args)
        return 0
    queries = [query for query in _wanted(table, args) if query.subject.count]
    if not queries:
        raise InputError(_none(table, args))
    if args.count:
        print(sum(table.count(query) or 0 for query in queries))
        return 0
    _print_positions(table, queries, args)
    return 0


def _chooses(args: argparse.Namespace) -> bool:
    """Return whether `args` ask for positions."""
    return args.plies is not None or bool(
        args.longest or args.longest_cursed or args.result or args.zugzwang
    )


def _print_positions(table: Opened, queries: list[Query], args: argparse.Namespace) -> None:
    kind = next((kind for kind in position_export.KINDS if getattr(args, kind)), "")
    found = _boards(table, queries, args)
    if kind:
        boards, name = (board for _, board in found), table.contents.name
        with targets.exact_tables(args.tables or paths.tables_dir(), name) as probed:
            texts = position_export.export_positions(kind, boards, probed, name, args.notation)
            for text in texts:
                print(text, end="")
        return
    for query, board in found:
        fen = position_export.written_position(board, args.notation)
        print(json.dumps({"fen": fen} | _fields(table, query)) if args.json else fen)


def _opened(args: argparse.Namespace) -> Opened:
    """Return the requested table, of either game."""
    directory = args.tables or paths.tables_dir()
    target = parse(args.material)
    table, *more = target.tables
    if more:
        raise InputError(f"{target} stands for many tables: name one, such as {table}")
    metric = Metric(args.metric)
    name = str(table)
    if metric is not Metric.DTM:
        if metric not in of(table).metrics:
            raise InputError(f"{table} has no table of metric dtz: leave out --metric")
        name = metric.titled(name)
    elif args.longest_cursed or (args.result and _RESULTS[args.result][1]):
        raise InputError("--longest-cursed, --result cursed and --result blessed need --metric dtz")
    if name not in targets.explorable(directory):
        raise MissingTableError(
            f"no table for {name} in {directory}; build it with: millmate build "
            f"{metric.option}{table}"
        )
    return targets.explorer(directory, name)


def _refuse_lonely(args: argparse.Namespace) -> None:
    """Refuse options about positions when no positions are requested."""
    lonely = ("random", "limit", "seed", "where", "check", "only", "count", *position_export.KINDS)
    for option in lonely:
        if getattr(args, option) not in (None, False, ""):
            raise InputError(
                f"--{option} needs --plies N, --longest, --result or --zugzwang, which choose "
                "positions"
            )


def _wanted(table: Opened, args: argparse.Namespace) -> list[Query]:
    """Return the queries in `args`, White's first; some may be empty."""
    known = table.contents
    where = conditions(args.where, known.men)
    check = None if args.check is None else args.check == "yes"
    only = None if args.only is None else _RESULTS[args.only][0]
    return [Query(subject, where, check, only) for subject in _subjects(known, args)]


def _subjects(known: Contents, args: argparse.Namespace) -> list[Subject]:
    turns = [_SIDES[args.side]] if args.side else list(_SIDES.values())
    if args.plies is not None:
        return [each for turn in turns for each in known.decided_in(args.plies, turn)]
    if args.result:
        wdl, cursed = _RESULTS[args.result]
        return [known.all_of(wdl, turn, cursed) for turn in turns]
    if args.zugzwang:  # the same positions with either side to move
        return [Zugzwangs(_ZUGZWANGS[args.zugzwang], turns[0])]
    longest = known.longest_cursed if args.longest_cursed else known.longest
    return [longest[turn] for turn in turns if turn in longest]


def _none(table: Opened, args: argparse.Namespace) -> str:
    """Return why nothing was found."""
    name = table.contents.name
    side = f" with {args.side.capitalize()} to move" if args.side else ""
    if args.result:
        return f"no position of {name} is such a {_NAMES.get(args.result, args.result)}{side}"
    if args.plies is None:
        return f"{name} has no {'cursed ' if args.longest_cursed else ''}wins{side}"
    return f"no position of {name} is decided in {args.plies} plies{side}"


def _boards(
    explorer: Opened, queries: list[Query], args: argparse.Namespace
) -> Iterator[tuple[Query, Board]]:
    """Yield the requested positions, each with the query that found it."""
    if not args.random:
        every = ((query, board) for query in queries for board in explorer.positions(query))
        yield from islice(every, args.limit)
        return
    rng = random.Random(args.seed)
    weights = [_weight(explorer, query) for query in queries]
    for _ in range(1 if args.limit is None else args.limit):
        (query,) = rng.choices(queries, weights) if any(weights) else (queries[0],)
        board = explorer.sample(query, rng)
        if board is None:
            raise InputError(f"no position of {explorer.contents.name} matches")
        yield query, board


def _weight(explorer: Opened, query: Query) -> int:
    """Return how many positions a query has, counting them only if its set has no count."""
    if query.plain and query.subject.count > 0:
        return query.subject.count
    return explorer.count(query) or 0


def _fields(table: Opened, query: Query) -> dict[str, object]:
    chosen = query.subject
    fields: dict[str, object] = {"material": table.table.info.material}
    if isinstance(chosen, DecidedSet):
        wdl = 1 if chosen.won else -1
        if isinstance(chosen, ZeroingSet):
            category = position_export.result_name(wdl, chosen.cursed)
            return {**fields, "wdl": wdl, "dtz": wdl * chosen.plies, "category": category}
        return {**fields, "wdl": wdl, "dtm": chosen.distance}
    if not isinstance(chosen, Outcomes):
        return fields
    fields["wdl"] = chosen.wdl
    if table.contents.kind is ZeroingSet:
        fields["category"] = position_export.result_name(chosen.wdl, chosen.cursed)
    return fields


def _print_counts(table: Opened, args: argparse.Namespace) -> None:
    """Print the number of positions in every set."""
    info, known = table.table.info, table.contents
    names = _MORRIS_SIDES if isinstance(info, MorrisInfo) else {side: side for side in _SIDES}
    counts = {
        side: info.counts[names[side]]
        for side in ([args.side] if args.side else _SIDES)
        if names[side] in info.counts
    }
    if args.json:
        said = {names[side]: asdict(counted) for side, counted in counts.items()}
        told, wanted = info.to_json(), ["material", "longest_plies"]
        if known.kind is ZeroingSet:
            wanted += ["metric", "longest_cursed_plies"]
        fields = {name: told[name] for name in wanted}
        print(json.dumps({**fields, "counts": said}))
        return
    orders = "; like pieces are counted in every order" if known.orders else ""
    print(f"{known.name}: {summary(info)}{orders}")
    for found in known.sets:
        if found.turn in [_SIDES[side] for side in counts]:
            print(f"{found.symbol:<5}{found.count:>15,}  {found}")
    for side, counted in counts.items():
        print(f"draws{counted.draws:>15,}  {side.capitalize()} to move")
        for wdl in (1, -1):
            cursed = known.all_of(wdl, _SIDES[side], cursed=True)
            if cursed.count:
                print(f"{cursed.count:>20,}  {cursed}")
