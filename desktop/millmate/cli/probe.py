"""`millmate probe`: the verdict of positions, one JSON object a line."""

import argparse
import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chess

from millmate import paths
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import playable_board
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.verdict import MoveVerdict, Verdict


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("fen", nargs="+", metavar="FEN", help="a position, or - to read one a line")
    parser.add_argument(
        "--tables", type=Path, default=None, metavar="DIR", help="where tables are kept"
    )


def run(args: argparse.Namespace) -> int:
    """Print a JSON object for each position; return 1 if any could not be probed."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no FEN either
    texts: Iterable[str] = sys.stdin if args.fen == ["-"] else [" ".join(args.fen)]
    status = 0
    with Tablebase(args.tables or paths.tables_dir()) as tables:
        for text in texts:
            fen = text.strip()
            if not fen and args.fen == ["-"]:
                continue
            try:
                answer = probed(fen, tables)
            except MillMateError as error:
                answer = {"fen": fen, "error": " ".join(str(error).split())}
                status = 1
            print(json.dumps(answer), flush=True)
    return status


def probed(fen: str, tables: Tablebase) -> dict[str, Any]:
    """Return what the tables say of a position and of each of its moves, best first."""
    board = playable_board(fen)
    verdict = tables.probe(board)
    moves = tables.moves(board)
    return {
        "fen": fen,
        "game": "chess",
        "material": str(Material.of(board).canonical()),
        **_fields(verdict),
        "moves": [
            {"uci": move.move.uci(), "san": san, **_fields(move.verdict)}
            for move, san in zip(moves, sans(board, moves), strict=True)
        ],
    }


def _fields(verdict: Verdict) -> dict[str, int | None]:
    return {"wdl": verdict.wdl, "dtm": verdict.plies}


def sans(board: chess.Board, moves: list[MoveVerdict]) -> list[str]:
    """Return all legal `moves` in SAN; there are no pawns and no castling.

    `chess.Board.san` would generate the legal moves anew for every one of them, and a thousand
    positions a second leave no time for that.
    """
    rivals: dict[tuple[int | None, int], list[int]] = {}
    for move in (judged.move for judged in moves):
        kind = board.piece_type_at(move.from_square)
        rivals.setdefault((kind, move.to_square), []).append(move.from_square)
    return [_san(board, judged, rivals) for judged in moves]


def _san(
    board: chess.Board, judged: MoveVerdict, rivals: dict[tuple[int | None, int], list[int]]
) -> str:
    start, end = judged.move.from_square, judged.move.to_square
    kind = board.piece_type_at(start)
    assert kind is not None
    others = [square for square in rivals[kind, end] if square != start]
    origin = ""
    if others:
        name = chess.square_name(start)
        if all(square & 7 != start & 7 for square in others):
            origin = name[0]
        elif all(square >> 3 != start >> 3 for square in others):
            origin = name[1]
        else:
            origin = name
    takes = "x" if board.occupied & chess.BB_SQUARES[end] else ""
    sign = "#" if judged.verdict == _MATES else "+" if board.gives_check(judged.move) else ""
    return f"{chess.piece_symbol(kind).upper()}{origin}{takes}{chess.square_name(end)}{sign}"


_MATES = Verdict(1, 1)
