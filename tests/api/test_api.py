"""The package `millmate` as a library: light to import, and its examples run."""

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import millmate
from millmate import api
from millmate.api import make, positions
from millmate.api import tables as tables_module

READS = """
import sys
import millmate
early = {"chess", "numpy", "PySide6", "numba"} & set(sys.modules)
assert not early, early
with millmate.open_tables(sys.argv[1]) as tables:
    board = millmate.board("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
    tables.probe(board), tables.line(board), tables.probe_many([board] * 3)
    tables.probe_array("KQvK", [True] * 3, [[0, 1, 18]] * 3)
    next(iter(tables.layers("KQvK")[-1]))
loaded = {name.split(".")[0] for name in sys.modules}
heavy = {"PySide6", "numba", "llvmlite", "dask", "asyncio"} & loaded
assert not heavy, heavy
"""


def test_reading_loads_neither_qt_nor_numba(tables: Path) -> None:
    subprocess.run([sys.executable, "-c", READS, str(tables)], check=True)


def test_the_stub_and_both_packages_have_the_same_names() -> None:
    stub = Path(millmate.__file__).with_suffix(".pyi")
    (assigned,) = [
        node for node in ast.parse(stub.read_text()).body if isinstance(node, ast.Assign)
    ]
    assert ast.literal_eval(assigned.value) == millmate.__all__ == api.__all__
    for name in api.__all__:
        assert getattr(millmate, name) is getattr(api, name)
    assert set(api.__all__) <= set(dir(millmate))
    with pytest.raises(AttributeError, match="nothing"):
        _ = millmate.nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", [tables_module, positions])
def test_examples_of_reading(module: object, tables: Path) -> None:
    with millmate.open_tables(tables) as opened:
        given = {"directory": tables, "tables": opened}
        tried = doctest.testmod(module, extraglobs=given)  # type: ignore[arg-type]
    assert tried.attempted
    assert not tried.failed


def test_the_example_of_building(tmp_path: Path) -> None:
    tried = doctest.testmod(make, extraglobs={"directory": tmp_path})
    assert (tried.attempted, tried.failed) == (2, 0)


@pytest.mark.thorough
def test_a_build_reports_its_progress(tmp_path: Path) -> None:
    fractions: list[float] = []
    names = millmate.build(
        ["KPvK", "morris:3-3"],
        tmp_path,
        progress=lambda now: fractions.append(now.fraction),
        metrics=("dtm", "dtz"),
        threads=1,
    )
    assert names == ["KPvK", "morris:3-3"]
    assert fractions[-1] == pytest.approx(1)
    with millmate.open_tables(tmp_path) as opened:
        assert {"KPvK", "morris:3-3"} <= {*opened.names()}
        assert "KPvK" in opened.names("dtz")
