"""Writes without end, from the first order to think on, in lines and without."""

import sys

from uci_loop import serve


def flood(words: list[str]) -> None:
    while True:
        sys.stdout.write("info depth 1 score cp 1 pv e2e4\n" * 10_000)
        sys.stdout.write("x" * 10_000_000)


serve(go=flood)
