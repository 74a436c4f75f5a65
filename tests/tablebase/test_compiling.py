"""Compiling is told by counted kernels, from none to all, and its share of the whole moves on."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from millmate.games.chess.material import Material
from millmate.kernels import cache
from millmate.tablebase import table_build
from millmate.tablebase.plan import PlannedTable
from millmate.tablebase.progress import ProgressTracker, Step

_KERNELS = """
from numba import njit
@njit("int64(int64)", cache=True)
def one(n):
    return n + 1
@njit("int64(int64)", cache=True)
def two(n):
    return one(n) + 1
"""
_PROGRAM = """
from millmate.kernels import cache
from millmate.tablebase import table_build
table_build.count = lambda game: 2
cache.is_cold = lambda game="chess": True
cache.note_compiled = lambda game="chess": None
told = []
table_build.load("chess", ["own_kernels"], lambda: False, lambda *done: told.append(done))
print(told)
"""


def test_each_kernel_compiled_is_told(tmp_path: Path) -> None:
    (tmp_path / "own_kernels.py").write_text(_KERNELS, encoding="utf-8")
    paths = os.pathsep.join((str(tmp_path), *filter(None, sys.path)))
    environment = {**os.environ, "PYTHONPATH": paths, "MILLMATE_CACHE": str(tmp_path / "cache")}
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], env=environment, capture_output=True, text=True
    )
    assert done.stdout.strip() == "[(0, 2), (1, 2), (2, 2)]", done.stderr


def test_warm_kernels_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "is_cold", lambda game="chess": False)
    told: list[tuple[int, int]] = []
    assert table_build.load("chess", ["json"], lambda: False, lambda *done: told.append(done))
    assert told == []


@pytest.mark.parametrize("game", ["chess", "morris"])
def test_there_are_kernels_to_be_counted(game: str) -> None:
    assert table_build.count(game) > 50


def test_the_whole_advances_while_kernels_are_compiled() -> None:
    told = []
    material = Material.parse("KQvK")
    table = PlannedTable(material, False, 1, 1, 10.0)
    account = ProgressTracker((table,), told.append, 2, compiling=45.0)
    for done in range(10):
        account.compile(material, done, 9)
    account.start()
    account.report(material, "all", 1.0, Step("solving", 0.5))
    account.finish(material)
    assert [(each.compiled, each.kernels) for each in told[:3]] == [(0, 9), (1, 9), (2, 9)]
    fractions = [each.fraction for each in told]
    assert fractions == sorted(fractions)
    assert fractions[9] == pytest.approx(0.9)
    assert fractions[-1] == 1.0


@pytest.mark.parametrize(("compiling_takes", "left"), [(45.0, None), (450.0, 155.0)])
def test_kernels_compiled_before_the_build_tell_no_pace(
    monkeypatch: pytest.MonkeyPatch, compiling_takes: float, left: float | None
) -> None:
    clock = itertools.count(0.0, 1.0)
    monkeypatch.setattr("millmate.tablebase.progress.time.monotonic", lambda: next(clock))
    told = []
    material = Material.parse("KQvK")
    table = PlannedTable(material, False, 1, 1, 10.0)
    account = ProgressTracker((table,), told.append, 2, compiling=compiling_takes)
    account.compile(material, 6, 9)  # what the window has made ready meanwhile
    assert told[-1].seconds_left == (None if left is None else pytest.approx(left, abs=1.0))
