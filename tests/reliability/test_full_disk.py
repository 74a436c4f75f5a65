"""On a full disk nothing is lost, it is said where and what to do, and it goes on with room made.

A disk is full in two ways here: a small one is mounted and filled, and a limit is set on the size
of files. Refusals at each call that writes are in `test_killed_writers`.
"""

import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests import fault_injection, small_disks
from tests.reliability.finding import check
from tests.tournaments import TWO, plan_of

from millmate.play.tournament.game import GameResult
from millmate.play.tournament.journal import Journal, JournalError
from millmate.play.tournament.tournament import Tournament

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="as on Unix")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    with small_disks.disk(tmp_path / "small", "600k") as place:
        yield place


@pytest.fixture
def home(small: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put all files that the window writes on the small disk."""
    for name in ("DATA", "CONFIG", "CACHE", "STATE"):
        monkeypatch.setenv(f"MILLMATE_{name}", str(small / name.lower()))
    return small


# What the window writes ---------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        "save_game",
        "list_games",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("keep_settings", "sitting")),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("append_game", "train")),
    ],
)
def test_what_is_written_stays_and_goes_on_with_room_made(
    home: Path, tmp_path: Path, name: str
) -> None:
    command, log = fault_injection.program(10_000, name), tmp_path / "log"
    assert fault_injection.run(fault_injection.program(1, name), log).status == 0
    filler = small_disks.fill(home, but=12_000)
    ran = fault_injection.run(command, log)
    assert ran.status == 1
    assert "No space left on device" in ran.complaint or "disk is full" in ran.complaint, ran
    assert fault_injection.parts(home) == []
    filler.unlink()
    done = check(ran, [name], {name: 1})
    ran = fault_injection.run(fault_injection.program(1, name), log)
    assert check(ran, [name], done) == {name: done[name] + 1}


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="prlimit sets the limit")
def test_a_limit_on_the_size_of_files_is_as_a_full_disk(
    own_directories: Path, tmp_path: Path
) -> None:
    names, log = ("keep_settings", "sitting", "append_game", "train"), tmp_path / "log"
    fault_injection.run(fault_injection.program(1, *names), log)
    limited = ["prlimit", "--fsize=3000", *fault_injection.program(10_000, *names)]
    ran = fault_injection.run(limited, log)
    assert "File too large" in ran.complaint
    done = check(ran, names, dict.fromkeys(names, 1))
    assert fault_injection.parts(own_directories) == []
    ran = fault_injection.run(fault_injection.program(1, *names), log)
    assert check(ran, names, done) == {name: number + 1 for name, number in done.items()}


# Tables -------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_the_command_says_it_in_one_line(home: Path, tmp_path: Path) -> None:
    small_disks.fill(home)
    for words in (
        ("build", "KQvK", "--tables", home / "tables"),
        ("play", "--white", "random", "--black", "random", "--seed", "1"),
    ):
        ran = fault_injection.run(fault_injection.millmate(*words), tmp_path / "log")
        (line,) = [line for line in ran.complaint.splitlines() if line.startswith("millmate ")]
        assert "Traceback" not in ran.complaint
        assert str(home) in line
        assert "free" in line
        assert ran.status == 1


# Tournaments --------------------------------------------------------------------------------------


def append_all(journal: Journal, games: list[GameResult]) -> None:
    for game in games:
        journal.append(game)


def test_a_journal_takes_the_next_game_once_there_is_room(small: Path, tmp_path: Path) -> None:
    plan = plan_of(TWO)
    Tournament(plan, tmp_path / "right", workers=1).run()
    right = Journal.read(tmp_path / "right", plan)
    assert right is not None
    games = [replace(right.results[n % 4 + 1], number=n + 1) for n in range(40)]
    journal = Journal.create(small, plan, right.openings)
    journal.open_to_write()
    filler = small_disks.fill(small)
    with pytest.raises(JournalError, match="free some space and run the tournament again"):
        append_all(journal, games)
    journal.close()
    filler.unlink()
    kept = len(journal.results)
    again = Journal.read(small)
    assert again is not None
    assert len(again.results) == kept
    again.open_to_write()
    append_all(again, games[kept:])
    again.close()
    last = Journal.read(small, plan)
    assert last is not None
    assert list(last.results.values()) == games
    assert not last.cut_off
