"""Moves only when it is told to stop, as engines that misread their clock do."""

import sys

for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name overruns", "uciok", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "stop":
        print("bestmove e2e4 ponder e7e5", flush=True)
    elif word == "quit":
        break
