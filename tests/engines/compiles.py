"""Takes two seconds to be ready for the first time, and says what it is busy with."""

import sys
import time

busy = 2.0
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name compiles", "uciok", sep="\n", flush=True)
        print("info string compiling; this takes two seconds, and only once", flush=True)
    elif word == "isready":
        time.sleep(busy)
        busy = 0.0
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove e2e4", flush=True)
    elif word == "quit":
        break
