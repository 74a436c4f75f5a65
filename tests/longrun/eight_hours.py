"""Hours of play by the clock in one process, in minutes: python tests/longrun/eight_hours.py 8

The clock of games, players and searches is quicker than ours: a second of theirs passes while this
process computes for a few milliseconds, and everything is done as often as in as many hours. Prints
what the process holds, sixteen times, and last of all that as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib import import_module
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import psutil

SPEED = 240  # so many of their seconds in one of our computing
ROWS = 16
# Who meets whom in what; an engine in a process of its own, which our clock rules, plays by nodes.
GAMES = (
    ("chess", "board", "table", "alphabeta:depth=2", "8/8/8/3k4/8/8/8/KBN5 w - - 0 1"),
    ("chess", "20+0.2", "iterative", "memo:depth=1", ""),
    ("morris", "20+0.2", "iterative", "random", ""),
    ("chess", "20+0.2", "alphabeta:depth=2", "minimax:depth=1", "4k3/8/8/3P4/8/8/8/4K2R w - - 0 1"),
    ("morris", "20+0.2", "alphabeta:depth=2", "iterative", ""),
    ("chess", "board", "strong:nodes=200", "random", "8/8/8/3k4/8/8/8/KQR5 w - - 0 1"),
)


def quick_clock() -> Callable[[], float]:
    """Return a clock that runs `SPEED` times as fast as this process computes.

    It rests while others have the processor, so that as much is played on a busy machine.
    """
    computed, start = time.process_time, time.perf_counter()
    return lambda: start + computed() * SPEED


def hurry(clock: Callable[[], float]) -> None:
    """Have games, players of this process and searches look at `clock`."""
    assert not any(name.startswith("millmate.play") for name in sys.modules), "imported too soon"
    slow = time.monotonic, time.perf_counter
    time.monotonic = time.perf_counter = clock  # for what is bound when a module is imported
    for name in (
        "play.tournament.game_runner",
        "players.search_player",
        "players.table",
        "players.uci",
    ):
        import_module(f"millmate.{name}")
    time.monotonic, time.perf_counter = slow
    quick = SimpleNamespace(**vars(time) | {"monotonic": clock, "perf_counter": clock})
    for name, module in list(sys.modules.items()):
        if name.startswith(("millmate.play.", "millmate.search.")) and hasattr(module, "time"):
            module.time = quick


def specs(tables: Path) -> Iterator[object]:
    """Yield games for ever, of every kind in turn."""
    from millmate.games.catalogue import game
    from millmate.play.clocks import TimeControl
    from millmate.play.tournament.game import GameSpec, Seat
    from millmate.play.tournament.plan import Adjudication, MorrisLimits

    for number in count(1):
        kind, clock, white, black, fen = GAMES[number % len(GAMES)]
        yield GameSpec(
            number=number, round=1, pair=number, game=kind, opening=0,
            white=Seat(1, "White", white), black=Seat(2, "Black", black),
            start_fen=fen or game(kind).start_fen, moves=(), seed=number,
            adjudication=Adjudication(max_moves=80),
            morris=MorrisLimits() if kind == "morris" else None, tables=str(tables),
            clock=None if clock == "board" else TimeControl.parse(clock),
        )  # fmt: skip


def main(hours: float, tables: Path) -> None:
    """Play for so many hours of the games' clock."""
    clock = quick_clock()
    hurry(clock)
    from tests.longrun.measures import HEAD, Held, children

    from millmate.play.tournament.game_runner import play_game

    began, every, rows = clock(), hours * 3600 / ROWS, []
    ends: Counter[str] = Counter()
    plies = 0
    print(f"{'hours':>7}{'games':>7}{'plies':>9}{HEAD}")
    for games, spec in enumerate(specs(tables), 1):
        result = play_game(spec, lambda moves: None, 1.0)
        assert result is not None
        assert not result.trouble, result.trouble
        ends[result.termination] += 1
        plies += len(result.moves)
        passed = clock() - began
        if passed >= (len(rows) + 1) * every and games >= len(GAMES):
            psutil.wait_procs(children(), timeout=10)  # the last game's engine
            rows.append(Held.now())
            print(f"{passed / 3600:7.2f}{games:7,}{plies:9,}{rows[-1].as_row()}", flush=True)
        if passed >= hours * 3600 and len(rows) > 1:
            break
    print(dict(ends))
    print(json.dumps({"games": games, "plies": plies, "held": [asdict(row) for row in rows]}))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    main(float(sys.argv[1]), Path(sys.argv[2]))
