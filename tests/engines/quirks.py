"""Plays the first legal move by name, and says so in the way that its argument names.

The ways are those of engines in public bug reports: BotLi 148, lichess-bot 768, python-chess 427,
726, 970, 983 and 1049, xiphos 18, HIARCS.
"""

import sys

import chess
from uci_loop import board_of

quirk = sys.argv[1]
board = chess.Board()


def say(*lines: str | bytes) -> None:
    for line in lines:
        sys.stdout.buffer.write((line.encode() if isinstance(line, str) else line) + b"\n")
    sys.stdout.buffer.flush()


def search() -> None:
    move = min(move.uci() for move in board.legal_moves)
    if quirk == "castling":
        castling = next(filter(board.is_castling, board.legal_moves))
        move = board.uci(castling, chess960=True)
    info = f"info depth 40 score cp -53 nodes 5 pv {move}"
    if quirk == "leading":
        info = " " + info.replace("depth", " depth")
    if quirk == "tabs":
        info = info.replace(" ", "\t")
    if quirk == "foreign":
        say(b"info string caf\xe9 \x1b[31m \xc2\x9b")
    ends = {"nul": "\0", "end of file": " \x1a", "blanks": "  ponder  e7e5 "}
    say(info, f"bestmove {'  ' if quirk == 'blanks' else ''}{move}{ends.get(quirk, '')}")


for line in sys.stdin:
    match line.split()[:1]:
        case ["uci"]:
            if quirk == "banner":
                say("Quirks 1.0 Copyright", "hash=16MB", "")
            say(
                b"id name Qu\xb7irks \xff"
                if quirk == "foreign"
                else "id name Quirks\u202e 1\x1b[0m"
            )
            say({"blank": "uciok ", "tab": "\tuciok\t", "return": "uciok\r"}.get(quirk, "uciok"))
            if quirk == "banner":
                say("info string Loading network ...")
        case ["isready"]:
            say(" readyok  " if quirk == "blank" else "readyok")
        case ["position"]:
            board = board_of(line.split()[1:])
        case ["go"]:
            search()
        case ["quit"]:
            break
