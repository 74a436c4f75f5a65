"""Breaks down when it has to think."""

import sys

for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name crashes_at_go", "uciok", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        sys.exit("assertion failed: thinking is hard")
