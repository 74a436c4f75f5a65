"""Takes down the program that asked it to think."""

import os
import signal
import sys

for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name kills_its_parent", "uciok", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        os.kill(os.getppid(), signal.SIGKILL)
