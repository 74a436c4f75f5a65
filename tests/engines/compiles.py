"""Takes half a second to be ready, and says what it is busy with."""

import sys
import time

for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name compiles", "uciok", sep="\n", flush=True)
        print("info string compiling; this takes half a second, and only once", flush=True)
    elif word == "isready":
        time.sleep(0.5)
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove e2e4", flush=True)
    elif word == "quit":
        break
