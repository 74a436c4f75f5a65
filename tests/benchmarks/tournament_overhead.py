"""Measure what a tournament costs besides its games, and what a second worker gains.

Usage: python tests/benchmarks/tournament_overhead.py [GAMES] [TABLES] [PLIES]

Plays GAMES games (24) of one second each by one worker and by two: PLIES plies (20) of as many
parts of a second, by alpha-beta against minimax with memo. Of all the time that workers are there,
the overhead is the share in which no player thinks: players built, moves pushed and told, results
brought home and put on the disk, games judged by the tables in TABLES (none); between games is what
of it the games themselves do not take. Each worker's first game is left out, for its process starts
in it. Prints the load too: the measure is of use on a quiet machine only.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from millmate.play.tournament import plan_file
from millmate.play.tournament.events import GameFinished, TournamentEvent
from millmate.play.tournament.tournament import Tournament

PLAN = """
format = "pairs"
games = {games}
[openings]
chance = 4
[adjudication]
max_moves = {moves}
[limits]
seconds = {seconds}
[[players]]
player = "alphabeta"
[[players]]
player = "memo"
"""


def measured(plan: str, workers: int, tables: Path) -> float:
    """Play a tournament and print what it took; return its games a second."""
    finished: list[tuple[float, float, float, float]] = []

    def tell(event: TournamentEvent) -> None:
        if isinstance(event, GameFinished):
            result, now = event.result, (time.perf_counter(), time.process_time())
            finished.append((*now, result.seconds, sum(result.thought)))

    with tempfile.TemporaryDirectory() as directory:
        tournament = Tournament(
            plan_file.parse(plan), Path(directory), tables=tables, workers=workers, on_event=tell
        )
        tournament.run()
    first, last = finished[workers - 1], finished[-1]
    games = len(finished) - workers
    wall, computing = last[0] - first[0], last[1] - first[1]
    played, thought = (sum(row[column] for row in finished[workers:]) for column in (2, 3))
    all_time = wall * workers
    print(
        f"{workers} workers: {games} games of {played / games:.2f} s in {wall:.2f} s, "
        f"{games / wall:.3f} a second; overhead {1 - thought / all_time:.1%}, between games "
        f"{1 - played / all_time:.1%}; computing of the process in charge "
        f"{computing / games * 1000:.1f} ms a game",
        flush=True,
    )
    return games / wall


def main(games: str = "24", tables: str = "none", plies: str = "20") -> None:
    """Measure; see above."""
    seconds = max(0.01, 1 / int(plies))
    plan = PLAN.format(games=games, moves=int(plies) // 2, seconds=seconds)
    print(f"load before: {os.getloadavg()[0]:.2f}", flush=True)
    one, two = (measured(plan, workers, Path(tables)) for workers in (1, 2))
    print(f"two workers play {two / one:.2f} times the games of one")
    print(f"load after: {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
