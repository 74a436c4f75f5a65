"""Measure what one move costs the window's thread, with all that shows the position in sight.

    python -m tests.benchmarks.refresh TABLES [--moves 40]

Two people play with tables of all moves. Beside the board are what every move is worth, the list of
moves and the graph; then the square map as well. Prints
the milliseconds that the window's thread computes from a move until nothing is left to do: the
median and the most, and the longest part of it during which no event is handled.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.gui.pauses import PauseWatch
from tests.gui.screens import Guide, rest
from tests.longrun.measures import own_home

STARTS = {
    "KRPvKR": "8/8/3k4/8/1r6/4P3/4K3/R7 w - - 0 1",
    "KRPvKP": "8/6p1/3k4/8/8/4P3/4K3/R7 w - - 0 1",
}
_AFTER = 250  # milliseconds during which timers may have something left to do
_LONG = 60.0  # seconds


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", type=Path)
    parser.add_argument("--moves", type=int, default=40)
    wanted = parser.parse_args()
    from millmate.gui.app import make_application

    make_application()
    people = {"white": "human", "black": "human", "verdicts_in_play": True}
    guide = Guide(language="en", appearance="light", **people, tables=str(wanted.tables))
    print(f"{'position':10}{'shown':34}{'median':>8}{'most':>8}{'longest part':>14}   (ms)")
    for name, fen in STARTS.items():
        for mapped in (False, True):
            costs, parts = played(guide, fen, mapped, wanted.moves)
            shown = "worth, moves, graph" + ", square map" * mapped
            print(
                f"{name:10}{shown:34}{statistics.median(costs):8.1f}{max(costs):8.1f}"
                f"{max(parts):14.1f}",
                flush=True,
            )
    guide.window.close()


def played(guide: Guide, fen: str, mapped: bool, number: int) -> tuple[list[float], list[float]]:
    """Return what each of so many moves cost, and the longest parts of as many others, in ms."""
    window, chance = guide.window, random.Random(1)
    window.workspace.set_up(fen)
    window.starting.play()
    guide.do("show_moves")
    if window.square_map.on is not mapped:
        guide.do("square_map")
    costs, parts = [], []
    settle(guide)
    for _ in range(number):
        before = time.thread_time()
        move(guide, chance)
        costs.append(1000 * (time.thread_time() - before))
        watch = PauseWatch()
        move(guide, chance)
        parts.append(1000 * watch.take()[0][1])
        watch.stop()
    return costs, parts


def move(guide: Guide, chance: random.Random) -> None:
    """Play a quiet move, and wait until everything that follows from it is shown."""
    moves = guide.window.table.model.moves
    quiet = [each.text for each in moves if not set("x=#") & set(each.notation)]
    guide.window.workspace.play_move(chance.choice(quiet))
    settle(guide)


def settle(guide: Guide) -> None:
    """Wait until all is shown that is to be known of the position."""
    window, end = guide.window, time.monotonic() + _LONG
    while not (
        window.game.awaits_person
        and window.probe.last is not None
        and window.probe.last.fen == window.workspace.fen
        and (not window.square_map.on or window.square_map.settled)
    ):
        assert time.monotonic() < end, "it takes too long"
        rest(20)
    rest(_AFTER)


if __name__ == "__main__":
    with own_home():
        main()
