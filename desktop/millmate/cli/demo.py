"""`millmate demo`: build a table, play a game with it, and save a picture, without a window."""

import argparse
import random
import sys
from pathlib import Path

import chess

from millmate import paths, resources
from millmate.cli.arguments import add_tables
from millmate.cli.play import Narrator
from millmate.cli.progress import ProgressBar
from millmate.files import write_atomically
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import BLACK, WHITE
from millmate.games.value import words
from millmate.pictures import PictureError, board_png, board_svg
from millmate.play.match import Match
from millmate.players.build import build_player
from millmate.players.spec import PlayerSpec
from millmate.records import archive
from millmate.records.pgn import to_pgn
from millmate.records.record import GameRecord
from millmate.tablebase.build import build
from millmate.tablebase.probe import Tablebase

_MATERIAL = Material("KBN", "K")
_NAME = "millmate-demo"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_tables(parser)
    parser.add_argument(
        "--out", metavar="DIR", type=Path, help="directory for the game and the picture"
    )
    parser.add_argument("--seed", metavar="N", type=int, help="seed of the random position")


def run(args: argparse.Namespace) -> int:
    """Build KBNvK, play a won position to mate, and write the game and a picture of its end."""
    tables = args.tables or paths.tables_dir()
    out = args.out or Path()
    out.mkdir(parents=True, exist_ok=True)
    _build(tables)
    record = _play(tables, args.seed)
    pgn = out / f"{_NAME}.pgn"
    write_atomically(pgn, to_pgn(record).encode())
    print(f"game: {pgn.resolve()}")
    print(f"picture: {_draw(_final(record), out).resolve()}")
    archive.add(record)
    return 0


def _build(tables: Path) -> None:
    """Build the table unless it exists, and print its longest win."""
    print(f"table of {_MATERIAL}, in {tables}", flush=True)
    with resources.without_tables(), ProgressBar() as progress:
        (info,) = build([_MATERIAL], tables, progress=progress)
    print(f"{info.material}: longest win {info.longest['white']} moves", flush=True)


def _play(tables: Path, seed: int | None) -> GameRecord:
    """Let the table player play itself from a random position that is won for White."""
    rng = random.Random(seed)
    tablebase = Tablebase(tables)
    board = random_position(_MATERIAL, rng)
    while tablebase.probe(board).wdl <= 0:
        board = random_position(_MATERIAL, rng)
    print(f"position: {board.fen()}")
    print(f"verdict: {words(tablebase.probe(board), CHESS.terms, board.turn)}")
    tablebase.close()
    spec = PlayerSpec.parse("table")
    players = {
        side: build_player(spec, tables=tables, seed=rng.getrandbits(32)) for side in (WHITE, BLACK)
    }
    try:
        return Match(CHESS, board, players, Narrator(board.ply())).run()
    finally:
        for player in players.values():
            player.close()


def _final(record: GameRecord) -> chess.Board:
    """Return the final position of a game, with its history."""
    board = CHESS.board(record.start_fen)
    for move in record.moves:
        board.push_uci(move)
    return board


def _draw(board: chess.Board, out: Path) -> Path:
    """Write a picture of `board` and return its path; SVG if PNG is unavailable."""
    try:
        path, picture = out / f"{_NAME}.png", board_png(board)
    except PictureError as error:
        print(f"millmate demo: {error}", file=sys.stderr)
        path, picture = out / f"{_NAME}.svg", board_svg(board).encode()
    write_atomically(path, picture)
    return path
