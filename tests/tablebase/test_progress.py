"""The progress of a build: the finished share and the time left, by the plan and by the clock."""

from itertools import pairwise

import pytest

from millmate.tablebase import progress
from millmate.tablebase.plan import PlannedTable
from millmate.tablebase.progress import BuildProgress, ProgressTracker, Step


class Build:
    """Tables of some planned seconds, built by two tasks at once while the clock shows `now`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *seconds: float) -> None:
        self.now, self.told = 0.0, list[BuildProgress]()
        monkeypatch.setattr(progress.time, "monotonic", lambda: self.now)
        tables = [PlannedTable(f"T{n}", False, 0, 0, each) for n, each in enumerate(seconds)]
        self.tracker = ProgressTracker(tuple(tables), self.told.append, at_once=2)

    def report(self, done: float, table: str = "T0", weight: float = 1) -> BuildProgress:
        self.tracker.report(table, "task", weight, Step("solve", done))
        return self.told[-1]


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Build:
    return Build(monkeypatch, 300, 100)


def test_a_table_counts_by_its_planned_time(build: Build) -> None:
    assert build.report(0.5).fraction == 150 / 400
    assert build.report(0.5, "T1").fraction == 200 / 400
    build.tracker.finish("T0")
    assert build.told[-1].fraction == 350 / 400
    build.tracker.finish("T1")
    assert build.told[-1].fraction == 1


def test_the_fraction_never_falls(build: Build) -> None:
    told = [build.report(done).fraction for done in (0.2, 0.1, 0.3)]
    assert all(a <= b for a, b in pairwise(told))
    assert told[0] == told[1] < told[2]


def test_tasks_share_a_table(build: Build) -> None:
    build.tracker.report("T0", "other", 0.25, Step("solve", 1.0))
    report = build.report(0.5, weight=0.5)
    assert (report.fraction, report.share) == (0.5 * 300 / 400, 0.5)


def test_at_first_the_plan_says_what_is_left(build: Build) -> None:
    assert build.report(0.0).seconds_left == 200
    assert build.report(0.5).seconds_left == 125


def test_a_plan_of_up_to_a_minute_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Build(monkeypatch, 120).report(0.0).seconds_left is None
    assert Build(monkeypatch, 120.5).report(0.0).seconds_left == 60.25


def test_the_pace_of_a_moment_says_nothing(build: Build) -> None:
    build.tracker.start()
    build.now = 0.25
    assert build.report(0.5).seconds_left == 125


def test_then_the_pace_says_it_without_pauses_and_earlier_builds(build: Build) -> None:
    build.tracker.resume("T1", 0.5)
    build.now = 5.0
    build.tracker.start()
    build.now += 17
    build.tracker.skip(7)
    assert build.report(0.5).seconds_left == pytest.approx(10 * 200 / 150)
