"""Plays a move that no rule allows."""

import sys

for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name illegal_move", "uciok", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove e2e5", flush=True)
    elif word == "quit":
        break
