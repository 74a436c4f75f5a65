"""Castles if it can, in the way of the option UCI_Chess960, and writes what it is sent to a file.

With the argument `plain` it does not offer the option, and castles as king takes rook anyway.
"""

import sys
from pathlib import Path

import chess
from uci_loop import introduction, say, serve

notes, plain = Path(sys.argv[1]), "plain" in sys.argv
board, anywhere = chess.Board(), False
OPTION = () if plain else ("option name UCI_Chess960 type check default false",)


def note(*words: str) -> None:
    with notes.open("a") as file:
        file.write(" ".join(words) + "\n")


def set_option(words: list[str]) -> None:
    global anywhere
    note("setoption", *words)
    anywhere = words[-1] == "true"


def set_up(words: list[str]) -> None:
    global board
    note("position", *words)
    at = words.index("moves") if "moves" in words else len(words)
    fen = chess.STARTING_FEN if words[0] == "startpos" else " ".join(words[1:at])
    board = chess.Board(fen, chess960=anywhere)
    for word in words[at + 1 :]:
        board.push_uci(word)


def go(words: list[str]) -> None:
    moves = sorted(board.legal_moves, key=lambda move: not board.is_castling(move))
    say(f"bestmove {board.uci(moves[0], chess960=anywhere or plain)}")


serve(uci=introduction(*OPTION), setoption=set_option, position=set_up, go=go)
