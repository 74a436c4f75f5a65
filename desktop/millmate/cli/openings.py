"""`millmate openings`: the first moves of morris and its variants, with their values."""

import argparse
import json
from collections import Counter
from collections.abc import Iterable

from millmate import paths
from millmate.cli.arguments import add_tables, game_argument, starting_board, whole_number
from millmate.errors import InputError
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.openings import opening_of
from millmate.games.morris.rules import MORRIS
from millmate.games.positions import PositionError
from millmate.games.value import MORRIS_TERMS, Form, words
from millmate.tablebase.morris.openings import OpeningMove, Openings, key_of
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.verdict import MissingTableError

_RESULTS = {1: "win", 0: "draw", -1: "loss"}
_MOST = 4  # plies: deeper trees have tens of thousands of lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Prints the possible morris moves after the moves given, while stones are in hand. "
        "Symmetric moves share one line, with their number. For a move that draws, it shows how "
        "many of the opponent's replies hold the draw; the hardest come first. Needs all tables "
        "of the game: morris:all, of a variant such as morris:six:all."
    )
    parser.add_argument("moves", nargs="*", metavar="MOVE", help="the moves so far: d6 f4 ...")
    parser.add_argument(
        "--fen", metavar="FEN", help="the position before them (default: the empty board)"
    )
    parser.add_argument(
        "--game",
        type=game_argument,
        metavar="NAME",
        help="the variant, such as morris:six (default: that of --fen, or nine men's morris)",
    )
    parser.add_argument(
        "--plies",
        type=whole_number(1, _MOST, "number of plies"),
        default=1,
        metavar="N",
        help="print the tree N plies deep, with the number of positions at each ply (default: 1)",
    )
    parser.add_argument(
        "--twice",
        action="store_true",
        help="for draws, also show how likely random replies are to hold twice in a row",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per move")
    add_tables(parser)


def run(args: argparse.Namespace) -> int:
    """Print the moves; raises `MillMateError` for an invalid move or a missing table."""
    board = starting_board(args, MORRIS)
    rules = args.game
    if not isinstance(board, MorrisBoard):
        raise InputError(f"no openings for {rules.name}, only for morris and its variants")
    if not any(board.hand):
        raise PositionError(f"all stones are placed in {board.fen()}: openings end before")
    for text in args.moves:
        board.push(rules.parse_move(board, text))
    with MorrisTablebase(args.tables or paths.tables_dir()) as tables:
        openings = Openings(tables)
        try:
            value = tables.probe(board)
        except MissingTableError as error:
            raise MissingTableError(f"{error}: {tables.mend(board)}") from None
        if not args.json:
            said = words(value, MORRIS_TERMS, board.turn, Form.HEADLINE)
            print(f"{_line(board) or args.fen or 'the empty board'}: {said}")
        positions: dict[int, dict[object, int]] = {}
        for depth, before, move in openings.walk(board, args.plies, twice=args.twice):
            after = before.copy()
            after.push(move.move)
            positions.setdefault(depth, {})[key_of(after)] = move.value.wdl
            print(json.dumps(_fields(after, move)) if args.json else _told(depth, after, move))
    if not args.json:
        _print_counts({depth: found.values() for depth, found in positions.items()})
    return 0


def _line(board: MorrisBoard) -> str:
    return " ".join(move.text(board.lines.names) for move in board.move_stack)


def _told(depth: int, after: MorrisBoard, move: OpeningMove) -> str:
    """Return a line of the tree, such as `d6 (cross point), 4 alike: draw, 18 of 23 replies hold`.

    It ends with the name of the opening.
    """
    alike = f", {move.alike} alike" if move.alike > 1 else ""
    hard = "" if move.holding is None else f", {move.holding.text}"
    named = f" [{name}]" if (name := opening_of(after)) and not after.turn else ""
    result = _RESULTS[move.value.wdl]
    return f"{'  ' * depth}{move.text} ({move.point}){alike}: {result}{hard}{named}"


def _fields(after: MorrisBoard, move: OpeningMove) -> dict[str, object]:
    """Return a move as data: the line to it, and its values for the mover."""
    return {
        "line": _line(after),
        "fen": after.fen(),
        "move": move.text,
        "point": move.point,
        "alike": move.alike,
        "wdl": move.value.wdl,
        "opening": opening_of(after),
        **({} if move.holding is None else move.holding._asdict()),
    }


def _print_counts(plies: dict[int, Iterable[int]]) -> None:
    """Print how many positions there are after each ply, and how they end."""
    for depth, values in plies.items():
        found = Counter(values)
        ends = ", ".join(f"{found[value]} {name}" for value, name in _RESULTS.items())
        print(f"after {depth}: {found.total()} positions, as the mover sees them {ends}")
