"""Answers with a word that is no move."""

import sys

for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name no_move", "uciok", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove banana", flush=True)
    elif word == "quit":
        break
