"""Plays the first legal move by name, and writes the orders to search to the file it is given.

Its starts are counted by the lines of another file, whose name ends with `.starts`.
"""

import sys
from pathlib import Path

from uci_loop import board_of, introduction, say, serve

notes = sys.argv[1]
moves: list[str] = []


def note(text: str, file: str) -> None:
    with Path(file).open("a") as noted:
        noted.write(f"{text}\n")


def start(words: list[str]) -> None:
    note("uci", f"{notes}.starts")
    say(introduction(name="notes"))


def set_up(words: list[str]) -> None:
    moves[:] = sorted(move.uci() for move in board_of(words).legal_moves)


def go(words: list[str]) -> None:
    note(" ".join(["go", *words]), notes)
    say(f"bestmove {moves[0]}")


serve(uci=start, position=set_up, go=go)
