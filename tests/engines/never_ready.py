"""Introduces itself, and is never ready."""

import sys

for line in sys.stdin:
    if line.split()[0] == "uci":
        print("id name never_ready", "uciok", sep="\n", flush=True)
