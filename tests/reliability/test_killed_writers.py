"""Whatever the window writes is there whole, old or new, whenever the program is killed.

The laws, after each kill: what was told as finished is there, and right; at most the one thing that
was being written is there besides; all that is found is whole; the next run goes on; and what
killed programs left half-written is gone after a while.
"""

import json
import random
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests import killing
from tests.reliability import programs

from millmate import paths, settings
from millmate.play.trainer.journal import TrainingJournal
from millmate.records import archive
from millmate.records.database.index import GameIndex
from millmate.records.sitting import Place

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")

few_or_all = pytest.mark.parametrize(
    ("names", "kills"),
    [
        pytest.param(programs.NAMES, 5, id="all-5"),
        *(pytest.param((n,), 100, marks=pytest.mark.slow, id=f"{n}-100") for n in programs.NAMES),
    ],
)


@pytest.fixture(autouse=True)
def own_lists(own_directories: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLMATE_CACHE", str(own_directories / "cache"))


# What is found, by whoever opens the window next --------------------------------------------------


def keep_settings() -> int:
    path = settings.settings_file()
    if not path.exists():
        return 0
    kept = json.loads(path.read_bytes())
    assert kept["white"] == f"level={len(kept['recent'])}"
    assert kept["recent"] == [str(n) for n in range(1, len(kept["recent"]) + 1)]
    return len(kept["recent"])


def sitting() -> int:
    place = Place()
    try:
        assert place.path.name == "0.json", "the killed window's place is free"
        last = place.read()
    finally:
        place.leave()
    if last is None:
        return 0
    assert last.pgn == "1. e4 " * len(last.place)
    return len(last.place)


def save_game() -> int:
    assert all(path.stat().st_size for path in paths.games_dir().glob("*.pgn"))
    return counted(record for path in archive.listing() for record in archive.load(path))


def append_game() -> int:
    path = paths.data_dir() / "all.pgn"
    return counted(archive.load(path)) if path.exists() else 0


def train() -> int:
    kept = TrainingJournal(paths.training_dir()).read()
    assert kept.damaged == kept.newer == 0
    assert list(kept.results) == [programs.drilled(n + 1) for n in range(len(kept.results))]
    return len(kept.results)


def list_games() -> int:
    folder = paths.data_dir() / "listed"
    if not folder.is_dir():
        return 0
    index = GameIndex(folder)
    index.update()
    found = index.games(index.find("Player"))
    texts = [index.text(each) for each in found.values()]
    index.close()
    assert len(texts) == len(list(folder.glob("*.pgn"))) == len(set(texts))
    return len(texts)


def counted(records: Iterable[object]) -> int:
    found = programs.numbers(list(records))
    assert found == list(range(1, len(found) + 1))
    return len(found)


def check(ran: killing.Ran, names: Iterable[str], before: dict[str, int]) -> dict[str, int]:
    """See that the laws hold after a run; return how much of everything is finished now."""
    told = before | {name: int(number) for name, number in map(str.split, ran.lines)}
    found = {name: globals()[name]() for name in names}
    for name in names:
        assert told[name] <= found[name] <= told[name] + 1, (name, ran)
    assert not list(paths.data_dir().rglob("*.damaged")), ran
    assert not list(paths.config_dir().rglob("*.damaged")), ran
    return found


# Kills --------------------------------------------------------------------------------------------


@few_or_all
def test_killed_at_a_moment_by_chance(
    tmp_path: Path, own_directories: Path, names: tuple[str, ...], kills: int
) -> None:
    rng = random.Random(8)
    done = dict.fromkeys(names, 0)
    killed = 0
    while killed < kills:
        command = killing.program(10_000, *names)
        ran = killing.run_from_its_first_line(command, tmp_path / "log", rng.uniform(0, 0.2))
        assert ran.killed, ran
        killed += 1
        done = check(ran, names, done)
    assert min(done.values()) > kills / 2, "the kills came before anything was done"
    killing.age(own_directories)
    ran = killing.run(killing.program(1, *names), tmp_path / "log")
    assert check(ran, names, done) == {name: number + 1 for name, number in done.items()}
    assert killing.parts(own_directories) == []


@few_or_all
@killing.needs_strace
def test_killed_at_each_call_that_changes_a_file(
    tmp_path: Path, own_directories: Path, names: tuple[str, ...], kills: int
) -> None:
    """Kill before each such call of a round, begun where another round is done already."""
    command, log = killing.program(1, *names), tmp_path / "log"
    killing.run(command, log)
    shutil.copytree(own_directories, tmp_path / "before")
    calls = killing.calls_on(own_directories, command, log)
    assert len(calls) >= 4
    for call in killing.spread(calls, kills):
        shutil.rmtree(own_directories)
        shutil.copytree(tmp_path / "before", own_directories)
        ran = killing.struck(call, "signal=KILL", command, log)
        assert ran.killed, (call, ran)
        done = check(ran, names, dict.fromkeys(names, 1))
        killing.age(own_directories)
        ran = killing.run(command, log)
        assert check(ran, names, done) == {name: done[name] + 1 for name in names}, call
        assert killing.parts(own_directories) == [], call
