"""`millmate perft`: count the leaves of the move tree."""

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import cast

import chess

from millmate.cli.arguments import GAMES_HELP, game_argument, read_position
from millmate.errors import InputError
from millmate.games.board import Rules, perft
from millmate.games.chess.positions import problems
from millmate.games.chess.rules import CHESS
from millmate.games.morris.board import MorrisBoard
from millmate.games.positions import PositionError

# Moves can be counted from positions that no game reaches (ten queens, checks that no last move
# gives), which are common in perft suites; but not from positions with these faults.
_UNCOUNTABLE = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_OPPOSITE_CHECK
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=game_argument, metavar="GAME", help=GAMES_HELP)
    parser.add_argument("depth", metavar="DEPTH", help="plies to look ahead, 0 or more")
    parser.add_argument("fen", metavar="FEN", nargs="*", help="a position (default: the start)")


def run(args: argparse.Namespace) -> int:
    """Print the number of leaves, the time it took, and nodes per second."""
    depth = _depth(args.depth)
    fen = " ".join(args.fen)
    count = _COUNTS[args.game.kind](args.game, fen)
    began = time.perf_counter()
    leaves = count(depth)
    seconds = time.perf_counter() - began
    print(f"{leaves} leaves, {seconds:.2f} s, {leaves / max(seconds, 1e-9):.0f} nodes/s")
    return 0


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise InputError(f"{text!r} is not a depth: give a whole number of plies, 0 or more")
    return int(text)


def _morris(rules: Rules, fen: str) -> Callable[[int], int]:
    """Return a function that counts from the position."""
    board = cast(MorrisBoard, read_position(fen, rules).board() if fen else rules.board())
    from millmate.search.morris_encoding import count_leaves

    return partial(count_leaves, board)


def _chess(rules: Rules, fen: str) -> Callable[[int], int]:
    """Return a function that counts from the position: the kernel, or Python for Chess960."""
    board = _board(fen or rules.start_fen)
    from millmate.search.chess_encoding import DEEPEST, count_leaves, is_orthodox

    def count(depth: int) -> int:
        kernel = is_orthodox(board) and depth <= DEEPEST
        return count_leaves(board, depth) if kernel else perft(board, depth)

    return count


_COUNTS = {"chess": _chess, "morris": _morris}


def _board(fen: str) -> chess.Board:
    board = cast(chess.Board, read_position(fen, CHESS).read())
    if board.status() & _UNCOUNTABLE:
        raise PositionError(f"impossible position {fen!r}: {problems(board)[0].message}")
    return board
