"""`millmate solve`: tables of all positions reachable from one, of up to twelve men."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import chess

from millmate import machine, paths
from millmate.cli.arguments import (
    add_tables,
    add_threads,
    read_position,
    resume_command,
    size_argument,
    whole_number,
)
from millmate.cli.progress import ProgressBar, interrupts
from millmate.errors import InputError
from millmate.formatting import duration, plural, size
from millmate.games.chess.rules import CHESS
from millmate.games.value import Result, Value
from millmate.tablebase.position_answer import in_words, together
from millmate.tablebase.positions import MOST_MEN, PositionPlan, plan_sides, solve_position
from millmate.tablebase.progress import BuildStopped
from millmate.tablebase.reach import PROMOTIONS, Bounds
from millmate.tablebase.solve_request import MOST_PIECES, pieces_on, squares_named, stronger_first
from millmate.tablebase.solved_positions import PositionTables

_LONG = 3600.0  # seconds that a default choice takes at most
_LINE = 24  # plies of the line that is printed
_OPTIONS = ("side", "pieces", "captures", "losses", "own", "stays", "promote", "tables")
_SIDES = {"white": (True,), "black": (False,)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Solves the position on the board: finds every placement of pawns reachable from it, and "
        "builds exact tables of these alone. Results are guaranteed for one side; promotions to "
        "more pieces than --pieces allows count against that side, as do positions outside the "
        "other bounds. Positions with blocked pawns lead to few placements; try --plan first."
    )
    parser.add_argument("fen", nargs="+", metavar="FEN", help="a position of chess")
    parser.add_argument(
        "--for",
        dest="side",
        choices=("white", "black", "both"),
        help="guarantee results for this side (default: first the side with more, then the other)",
    )
    _add_bounds(parser)
    add_tables(parser)
    add_threads(parser)
    parser.add_argument(
        "--memory",
        type=size_argument,
        metavar="SIZE",
        help="limit the memory used, such as 2GB (default: most of the free memory)",
    )
    parser.add_argument(
        "--plan", action="store_true", help="only show what would be built and what it takes"
    )


def _add_bounds(parser: argparse.ArgumentParser) -> None:
    """Add the options that limit how far a position is followed."""
    parser.add_argument(
        "--pieces",
        type=whole_number(0, MOST_PIECES, "number of pieces"),
        metavar="N",
        help="most pieces besides kings after promotions (default: one more than there are, if "
        "that takes no more than an hour)",
    )
    parser.add_argument(
        "--captures",
        type=whole_number(0, MOST_MEN, "number of captures"),
        metavar="N",
        help="how many of the opponent's men may be captured (default: all; fewer make smaller "
        "tables, since captures let blocked pawns go)",
    )
    parser.add_argument(
        "--losses",
        type=whole_number(0, MOST_MEN, "number of losses"),
        metavar="N",
        help="how many of its men the opponent may capture (default: all)",
    )
    parser.add_argument(
        "--own",
        type=_kinds,
        metavar="QRBN",
        help="promote its own pawns only to these pieces, such as Q or QN (default: all)",
    )
    parser.add_argument(
        "--stays",
        type=_squares,
        metavar="SQUARES",
        help="pawns that neither move nor are captured, such as d4 or d4,e5 (default: none)",
    )
    parser.add_argument(
        "--promote",
        type=_kinds,
        metavar="QRBN",
        help="solve the game with promotion to these pieces only, such as Q or QN (default: all); "
        "verdicts mention it",
    )


def _kinds(text: str) -> str:
    """Return the letters of a choice of pieces, in the order of `PROMOTIONS`."""
    kinds = "".join(_letter(kind) for kind in PROMOTIONS if _letter(kind) in text.upper())
    if not kinds or len(kinds) != len(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a choice of Q, R, B and N, such as QN")
    return kinds


def _squares(text: str) -> str:
    """Return the names of different squares in order, `d4,e5`."""
    try:
        return ",".join(map(chess.square_name, squares_named(text)))
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _letter(kind: int) -> str:
    return chess.piece_symbol(kind).upper()


def run(args: argparse.Namespace) -> int:
    """Solve the position and print the verdict, the moves and a line."""
    directory = args.tables or paths.tables_dir()
    board = cast(chess.Board, read_position(" ".join(args.fen), CHESS).board())
    answers: list[Value] = []
    for for_white in _SIDES.get(args.side or "", stronger_first(board)):
        steps = _chosen(args, board, directory, for_white)
        if args.plan:
            if args.side == "both":
                continue
            return 0
        try:
            tables = _solved(args, steps)
        except BuildStopped as stopped:
            told = resume_command(["solve", *args.fen], args, _OPTIONS)
            print(
                f"millmate solve: paused; {stopped.kept_text()}; go on with: "
                f"{told.replace('--side', '--for')}",
                file=sys.stderr,
            )
            return 1
        with tables:
            found = tables.probe(board)
            answers.append(found)
            print(in_words(found, board.turn, tables.reach.promotions))
            if found.decided or args.side is not None:
                _print_line(tables, board)
        if found.decided and (tables.reach.exact or args.side != "both"):
            break
    if len(answers) > 1:
        print(f"Together: {in_words(together(answers), board.turn, tables.reach.promotions)}")
    return 0


def _chosen(
    args: argparse.Namespace, board: chess.Board, directory: Path, for_white: bool
) -> PositionPlan:
    """Return the plan to follow, and print those looked at."""
    threads = args.threads or machine.processors()
    chosen = None
    for steps in _plans(args, board, directory, for_white):
        pieces = steps.content.bounds.pieces
        elapsed = steps.steps.elapsed(threads)
        if args.plan:
            print(_told(steps, directory, threads))
        fits = elapsed <= _LONG and steps.steps.disk <= machine.free_disk(directory)
        if chosen is None or fits:
            chosen = steps
        if steps.content.reach.exact or pieces >= MOST_PIECES or not (fits or args.plan):
            break
    assert chosen is not None
    if not args.plan:
        print(_told(chosen, directory, threads), file=sys.stderr)
    return chosen


def _plans(
    args: argparse.Namespace, board: chess.Board, directory: Path, for_white: bool
) -> Iterator[PositionPlan]:
    """Yield the plan asked for, or else those with more and more pieces."""
    now = pieces_on(board)
    asked = [args.pieces] if args.pieces is not None else range(now, now + 2)
    for pieces in asked:
        own, promotions = (
            tuple(kind for kind in PROMOTIONS if letters is None or _letter(kind) in letters)
            for letters in (args.own, args.promote)
        )
        stays = squares_named(args.stays or "")
        bounds = Bounds(max(now, pieces), args.captures, args.losses, own, promotions, stays)
        yield plan_sides(board, directory, (for_white,), bounds)[0]


def _told(steps: PositionPlan, directory: Path, threads: int) -> str:
    reach = steps.content.reach
    outside = (
        "nothing lies outside: values are exact"
        if reach.exact
        else f"{reach.exits:,} placements lie outside"
    )
    return (
        f"for {'White' if reach.for_white else 'Black'}, {_bounds_text(steps.content.bounds)}: "
        f"{plural(steps.placements, 'placement')} of pawns in "
        f"{plural(len(steps.steps.tables), 'table')}, {len(steps.steps.missing)} to build; "
        f"about {size(steps.steps.disk)} of disk ({size(machine.free_disk(directory))} free), "
        f"{size(steps.steps.memory)} of memory, "
        f"{duration(steps.steps.elapsed(threads))} with {plural(threads, 'thread')}; {outside}"
    )


def _bounds_text(bounds: Bounds) -> str:
    found = [f"up to {plural(bounds.pieces, 'piece')}"]
    if bounds.captures is not None:
        found.append(plural(bounds.captures, "capture"))
    if bounds.losses is not None:
        found.append(f"{bounds.losses} of its own men lost")
    if bounds.own != PROMOTIONS:
        found.append(f"own pawns become {', '.join(map(_letter, bounds.own))}")
    if bounds.stays:
        squares = ", ".join(map(chess.square_name, bounds.stays))
        found.append(f"{'pawn' if len(bounds.stays) == 1 else 'pawns'} staying on {squares}")
    return ", ".join(found)


def _solved(args: argparse.Namespace, steps: PositionPlan) -> PositionTables:
    with ProgressBar() as bar, interrupts() as stopped:
        return solve_position(steps, bar, stopped=stopped, threads=args.threads, memory=args.memory)


def _print_line(tables: PositionTables, board: chess.Board) -> None:
    """Print the moves, best first, and, if anything is known, how the game continues."""
    for each in tables.moves(board):
        said = in_words(each.value, board.turn, tables.reach.promotions)
        print(f"  {board.san(each.move):7} {said}")
    if tables.probe(board).final is Result.UNKNOWN:
        return
    line = board.copy(stack=False)
    while len(line.move_stack) < _LINE and (found := tables.best(line)) is not None:
        line.push(found)
    print(board.variation_san(line.move_stack))
