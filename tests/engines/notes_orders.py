"""Plays the first legal move by name, and writes the orders to search to the file it is given.

Its starts are counted by the lines of another file, whose name ends with `.starts`.
"""

import sys
from pathlib import Path

import chess

notes = Path(sys.argv[1])
board = chess.Board()

for line in sys.stdin:
    words = line.split()
    match words[:1]:
        case ["uci"]:
            with Path(f"{notes}.starts").open("a") as file:
                file.write(line)
            print("id name notes", "uciok", sep="\n", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["position"]:
            fen = chess.STARTING_FEN if words[1] == "startpos" else " ".join(words[2:8])
            board = chess.Board(fen)
            for move in words[words.index("moves") + 1 :] if "moves" in words else []:
                board.push_uci(move)
        case ["go"]:
            with notes.open("a") as file:
                file.write(line)
            print("bestmove", min(move.uci() for move in board.legal_moves), flush=True)
        case ["quit"]:
            break
