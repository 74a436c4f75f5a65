"""Thinks for ever, telling of it once, whatever it is told; does not even quit."""

import sys

for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name deaf_to_stop", "uciok", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("info depth 1 score cp 0 pv e2e4", flush=True)
    # everything else falls on deaf ears
