"""The clock on the wall may jump, by hours or years and either way: nothing depends on it.

Thinking times and waits are taken from the clock that only goes forward. libfaketime has the other
one jump in programs that run; where it is missing (apt-get install libfaketime), those are skipped.
"""

import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests import fault_injection
from tests.reliability import programs
from tests.reliability.finding import check

import millmate
from millmate.play.trainer.drill import DrillResult, End
from millmate.play.trainer.journal import TrainingJournal
from millmate.play.trainer.repetition import Deck
from millmate.records.database.index import GameIndex

LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
needs_faketime = pytest.mark.skipif(LIBRARY is None, reason="apt-get install libfaketime")
NOW = datetime.now(UTC).replace(microsecond=0)


@contextmanager
def jumping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the clock of all programs that are started jump ten times a second."""
    file, over = tmp_path / "clock", threading.Event()
    rng = random.Random(3)

    def jump() -> None:
        while not over.wait(0.1):
            seconds = rng.choice((1, -1)) * 10 ** rng.uniform(0, 8)
            (tmp_path / "next").write_text(f"{seconds:+.0f}\n")
            (tmp_path / "next").replace(file)

    file.write_text("+0\n")
    for name, value in {
        "LD_PRELOAD": str(LIBRARY),
        "DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_TIMESTAMP_FILE": str(file),
    }.items():
        monkeypatch.setenv(name, value)
    thread = threading.Thread(target=jump)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        monkeypatch.delenv("LD_PRELOAD")


@needs_faketime
def test_the_clock_of_these_tests_does_jump(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = "select.select([], [], [], 0.1)"
    code = f"import select, time\nfor _ in range(10): print(time.time()); {wait}"
    with jumping(tmp_path, monkeypatch):
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    seen = [float(line) for line in told.split()]
    assert max(seen) - min(seen) > 100
    assert seen != sorted(seen)


@needs_faketime
def test_what_the_window_writes_does_not_mind(
    own_directories: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILLMATE_CACHE", str(own_directories / "cache"))
    with jumping(tmp_path, monkeypatch):
        ran = fault_injection.run(fault_injection.program(8, *programs.NAMES), tmp_path / "log")
    assert ran.status == 0, ran
    done = check(ran, programs.NAMES, dict.fromkeys(programs.NAMES, 0))
    assert done == dict.fromkeys(programs.NAMES, 8)
    assert fault_injection.parts(own_directories) == []


def test_durations_are_never_taken_from_the_clock_that_jumps() -> None:
    """Who wants a date to show or keep asks for a date."""
    package = Path(millmate.__file__).parent
    asking = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"\btime\.time\(|\btime_ns\(", path.read_text(encoding="utf-8"))
    }
    assert asking == set()


# Training -----------------------------------------------------------------------------------------


def failed(ended: datetime) -> DrillResult:
    result = programs.drilled(0)
    return replace(result, ended=ended, end=End.THROWN, failed=(result.start,))


@pytest.mark.parametrize("years", [1, 50])
@pytest.mark.parametrize("before", [0, 3])
def test_what_failed_while_the_clock_was_years_ahead_comes_soon(
    tmp_path: Path, years: int, before: int
) -> None:
    journal = TrainingJournal(tmp_path)
    for days in range(before, 0, -1):
        journal.append(failed(NOW - timedelta(days=days)))
    journal.append(failed(NOW + timedelta(days=365 * years)))
    (soon,) = Deck(journal.read().results).all
    assert soon.due <= NOW + timedelta(days=1)
    journal.append(failed(NOW))  # the clock is right again
    (soon,) = Deck(journal.read().results).all
    assert soon.due <= NOW + timedelta(hours=1)
    assert soon.times == before + 2


def test_what_failed_while_the_clock_was_years_behind_comes_too(tmp_path: Path) -> None:
    journal = TrainingJournal(tmp_path)
    journal.append(failed(NOW - timedelta(days=2)))
    journal.append(failed(datetime(1970, 1, 1, tzinfo=UTC)))
    journal.append(failed(NOW - timedelta(hours=1)))
    (soon,) = Deck(journal.read().results).due(NOW)
    assert soon.times == soon.failures == 3


# The list of games --------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [-10_000, -1, 1, 10_000])
def test_a_file_written_at_another_time_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "games" / "all.pgn"
    path.parent.mkdir()
    path.write_text('[White "Anna"]\n\n1. e4 *\n')
    index = GameIndex(path.parent)
    index.update()
    path.write_text('[White "Hans"]\n\n1. e4 *\n')
    os.utime(path, (time.time() + days * 86_400,) * 2)
    assert index.update()
    assert len(index.find("hans")) == 1
    assert len(index.find("anna")) == 0
    index.close()
