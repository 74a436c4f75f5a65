"""Measure what one move costs the window's thread, and its longest rests in a tour of the screens.

    python -m tests.benchmarks.refresh TABLES [--moves 40] [--tours 3]

Two people play with tables of all moves. Beside the board are what every move is worth, the list of
moves and the graph; then the square map as well. Prints the milliseconds that the window's thread
computes from a move until nothing is left to do: the least, the median and the most; and the
longest part of it during which no event is handled. The aim is 16 ms.

With `--tours` all pages and dialogs are then opened, so many times, while a table is built and a
tournament is played (`tests.gui.tour`). Prints for each screen the longest rest between two
events, the least of all tours: by the clock, and what the window's thread itself computed. The aim
is 50 ms.

How to read them: the thread's own time leaves out what other programs took of the clock, but on a
busy machine caches are shared, and the same work computes for up to twice as long. So look at the
least of several runs, and compare only runs made in turn. The clock is what a person feels.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.gui import tour
from tests.gui.guide import Guide, rest
from tests.gui.pauses import PauseWatch
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
    parser.add_argument("--tours", type=int, default=0)
    wanted = parser.parse_args()
    measure_moves(wanted.tables, wanted.moves)
    if wanted.tours:
        print(tour.report(least_gaps(wanted.tours)))


def measure_moves(tables: Path, number: int) -> None:
    """Play so many moves of each position, and print what they cost."""
    from millmate.gui.app import make_application

    make_application()
    people = {"white": "human", "black": "human", "verdicts_in_play": True}
    guide = Guide(language="en", appearance="light", **people, tables=str(tables))
    titles = "".join(f"{each:>8}" for each in ("least", "median", "most"))
    print(f"{'position':10}{'shown':34}{titles}{'longest part':>14}   (ms)")
    for name, fen in STARTS.items():
        for mapped in (False, True):
            costs, parts = played(guide, fen, mapped, number)
            shown = "worth, moves, graph" + ", square map" * mapped
            print(
                f"{name:10}{shown:34}{min(costs):8.1f}{statistics.median(costs):8.1f}"
                f"{max(costs):8.1f}{max(parts):14.1f}",
                flush=True,
            )
    guide.window.close()


def least_gaps(tours: int) -> dict[str, list[float]]:
    """Return the longest rests on each screen, the least of so many tours."""
    least: dict[str, list[float]] = {}
    for _ in range(tours):
        with tempfile.TemporaryDirectory() as home:
            places = {f"MILLMATE_{name}": home for name in ("DATA", "CONFIG", "STATE")}
            command = [sys.executable, "-m", "tests.gui.tour", home, "60"]
            done = subprocess.run(
                command, env=os.environ | places, check=True, capture_output=True, text=True
            )
        for screen, gap in json.loads(done.stdout)["gaps"].items():
            least[screen] = list(map(min, gap, least.get(screen, gap)))
    return least


def played(guide: Guide, fen: str, mapped: bool, number: int) -> tuple[list[float], list[float]]:
    """Return what each of so many moves cost, and the longest parts of as many others, in ms."""
    window, chance = guide.window, random.Random(1)
    window.workspace.set_up(fen)
    window.new_game.play()
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
