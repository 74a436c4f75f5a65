"""Starts a process of its own that outlives it, and says its number; plays nothing."""

import subprocess
import sys

child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print(f"id name child {child.pid}", "uciok", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        sys.exit(3)
    elif word == "quit":
        break
