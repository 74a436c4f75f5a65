"""Small tournaments for tests."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil
from tests.consent import allow

from millmate.play.tournament import plan_file
from millmate.play.tournament.events import TournamentEvent
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.journal import NAME, Journal
from millmate.play.tournament.plan import TournamentPlan
from millmate.play.tournament.tournament import Tournament

ENGINES = Path(__file__).parent / "engines"

THREE = """
name = "Three"
games = 2
seed = 5
[openings]
chance = 4
[adjudication]
max_moves = 12
[limits]
nodes = 40
[[players]]
player = "minimax:depth=1"
[[players]]
player = "iterative"
[[players]]
player = "random"
"""

TWO = """
format = "pairs"
games = 4
[adjudication]
max_moves = 10
[[players]]
player = "random"
[[players]]
name = "Other"
player = "random"
"""

MORRIS = THREE.replace("[openings]", "[morris]\nmax_turns = 30\n[openings]").replace(
    'name = "Three"', 'name = "Three"\ngame = "morris"'
)


def plan_of(text: str) -> TournamentPlan:
    return plan_file.parse(text)


def with_players(text: str, **players: str) -> TournamentPlan:
    """Return the plan in `text`, with its players replaced by these."""
    head = text.partition("[[players]]")[0]
    said = (
        f"[[players]]\nname = {json.dumps(name)}\nplayer = {json.dumps(spec)}"
        for name, spec in players.items()
    )
    return plan_of(head + "\n".join(said))


def engine(name: str) -> str:
    """Return the spec of a scripted engine of `tests/engines`."""
    return f'uci:{sys.executable},"arguments={ENGINES / name}.py",nodes=1'


def played(
    plan: TournamentPlan, directory: Path, **how: Any
) -> tuple[list[TournamentEvent], Tournament]:
    """Play a tournament to its end, with its engines allowed; return its events and itself."""
    allow(plan)
    told: list[TournamentEvent] = []
    tournament = Tournament(plan, directory, on_event=told.append, **{"workers": 1} | how)
    assert tournament.run()
    return told, tournament


def games(directory: Path) -> list[dict[str, Any]]:
    """Return the reproducible parts of the journal, in the order of the games."""
    journal = Journal.read(directory)
    assert journal is not None
    return [_reproducible(result) for _, result in sorted(journal.results.items())]


def _reproducible(result: GameResult) -> dict[str, Any]:
    """Return the parts of a game that are reproducible under limits of nodes and depth."""
    changing = ("started", "seconds", "thought")
    return {name: value for name, value in asdict(result).items() if name not in changing}


def lines(directory: Path) -> list[bytes]:
    return (directory / NAME).read_bytes().splitlines(keepends=True)


def worker_processes() -> list[psutil.Process]:
    """Return the processes of Python that this one has started."""
    return [
        child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())
    ]
