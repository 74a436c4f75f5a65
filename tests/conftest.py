"""Fixtures and settings for all tests."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from millmate.games.chess.material import Material

# No test asserts on time: the machine may be busy, and the first call of a kernel loads it.
hypothesis.settings.register_profile("unhurried", deadline=None)
# Hypothesis looks for new examples on developers' machines; CI tries the same ones each time, so
# that a failure comes from the change.
hypothesis.settings.register_profile("landing", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("landing" if os.environ.get("CI") else "unhurried")


@pytest.fixture(autouse=True)
def own_directories(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep the user's games, tables, settings and logs out of every test; kernels are shared."""
    home = tmp_path_factory.mktemp("home")
    for variable in ("DATA", "CONFIG", "STATE", "TABLES"):
        monkeypatch.setenv(f"MILLMATE_{variable}", str(home / variable.lower()))
    if consent := sys.modules.get("millmate.players.consent"):
        monkeypatch.setattr(consent, "_given_here", set())
    return home


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the tables KQvK, KRvK, KBNvK and what they need, built once."""
    from millmate.tablebase.build import build

    directory = tmp_path_factory.mktemp("tables")
    build([Material.parse(name) for name in ("KQvK", "KRvK", "KBNvK")], directory)
    return directory


@pytest.fixture(scope="session")
def rook_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the tables KRPvK, KRvKP and what they need, built once."""
    from millmate.tablebase.build import build

    directory = tmp_path_factory.mktemp("rooks")
    build([Material.parse(name) for name in ("KRPvK", "KRvKP")], directory)
    return directory


@pytest.fixture(scope="session")
def rule50_tables(rook_tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return `rook_tables` with tables of distances to zeroing beside them, built once."""
    from millmate.tablebase.build import build
    from millmate.tablebase.metric import Metric

    directory = tmp_path_factory.mktemp("rule50")
    for table in rook_tables.glob("*.zarr"):
        (directory / table.name).symlink_to(table)
    build(
        [Material.parse(name) for name in ("KRPvK", "KRvKP")],
        Metric.DTZ.directory(directory),
        metric=Metric.DTZ,
    )
    return directory


@pytest.fixture(scope="session")
def morris_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with some small morris tables and what they need, built once.

    They are the pairs up to 4-4 and 5-3, and the ends of the placing phase ply17-3-3, ply16-3-3
    and what comes between.
    """
    from millmate.tablebase.morris.build import build
    from millmate.tablebase.morris.names import MorrisTarget

    directory = tmp_path_factory.mktemp("morris")
    names = ("morris:4-4", "morris:5-3", "morris:ply17-3-3", "morris:ply16-3-3")
    build([MorrisTarget.parse(name) for name in names], directory)
    return directory


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Return a Dask cluster of two worker processes, which are restarted when they die."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        # Any port, so that two programs can run the tests at once.
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
    ) as local:
        yield local


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the measurements of the tests, from all worker processes."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "report":
                terminalreporter.section(report.nodeid.rpartition("::")[2])
                terminalreporter.write_line(str(value))
