"""Writes without end instead of introducing itself; reads nothing."""

import sys

while True:
    sys.stdout.write("y\n" * 100_000)
    sys.stderr.write("n\n" * 100_000)
