"""What these engines have in common: they introduce themselves, are ready, and quit."""

import sys
from collections.abc import Callable
from pathlib import Path

import chess


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def introduction(*lines: str, name: str = Path(sys.argv[0]).stem) -> str:
    return "\n".join([f"id name {name}", *lines, "uciok"])


def serve(**answers: str | Callable[[list[str]], object]) -> None:
    """Answer commands until `quit`: with a text, or by a call with the words after the command."""
    known = {"uci": introduction(), "isready": "readyok", "quit": lambda words: sys.exit()}
    known |= answers
    for line in sys.stdin:
        word, *words = line.split()
        answer = known.get(word, "")
        if callable(answer):
            answer(words)
        elif answer:
            say(answer)


def board_of(words: list[str]) -> chess.Board:
    """Return the position that the words after `position` describe."""
    board = chess.Board(chess.STARTING_FEN if words[0] == "startpos" else " ".join(words[1:7]))
    for move in words[words.index("moves") + 1 :] if "moves" in words else []:
        board.push_uci(move)
    return board
