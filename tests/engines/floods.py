"""Writes without end, from the first word on, in lines and without."""

import sys

for line in sys.stdin:
    if line.split()[0] == "uci":
        print("id name floods", "uciok", sep="\n", flush=True)
    elif line.split()[0] == "isready":
        print("readyok", flush=True)
    elif line.split()[0] == "go":
        break
while True:
    sys.stdout.write("info depth 1 score cp 1 pv e2e4\n" * 10_000)
    sys.stdout.write("x" * 10_000_000)
