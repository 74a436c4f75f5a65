"""Estimates of the same work agree, and compiling is counted in where it has yet to be done."""

from pathlib import Path

import pytest

from millmate.games.chess.material import Material
from millmate.kernels import cache
from millmate.tablebase import build_time
from millmate.tablebase.names import parse
from millmate.tablebase.targets import plan


@pytest.fixture
def warm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "is_cold", lambda game="chess": False)


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "is_cold", lambda game="chess": True)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("name", ["KQvK", "morris:3-3"])
def test_the_first_build_is_not_said_to_take_less_than_a_second(tmp_path: Path, name: str) -> None:
    steps = plan([parse(name)], tmp_path)
    assert build_time.of_plan(steps, 2) > 20


@pytest.mark.usefixtures("warm")
def test_a_table_without_pawns_is_made_by_one_thread(tmp_path: Path) -> None:
    steps = plan([parse("KRNvKR")], tmp_path)
    longest = max(table.seconds for table in steps.missing)
    assert build_time.of_plan(steps, 64) == longest
    assert build_time.of_plan(steps, 1) == pytest.approx(steps.seconds)


@pytest.mark.usefixtures("warm")
def test_pawns_and_morris_are_shared_by_all_threads(tmp_path: Path) -> None:
    for name in ("KPPvKP", "morris:5-4"):
        steps = plan([parse(name)], tmp_path)
        last = steps.missing[-1]
        assert build_time.of_table(last, 4) == pytest.approx(last.seconds / 4)


@pytest.mark.usefixtures("cold")
def test_what_is_built_takes_no_time(tables: Path) -> None:
    assert build_time.of_plan(plan([parse("KQvK")], tables)) == 0
    assert isinstance(parse("KQvK"), Material)
