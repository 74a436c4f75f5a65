"""Fixtures and settings for all tests."""

import gc
import importlib
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from filelock import FileLock

from millmate import paths
from millmate.games.chess.material import Material
from millmate.jobs import pool
from millmate.jobs.job import Ask, Control, Job, Report, ignore, never
from millmate.jobs.run import run
from millmate.tablebase import store, verify
from millmate.tablebase.helpmates import verify as verify_helpmates
from millmate.tablebase.metric import Metric

# No test asserts on time: the machine may be busy, and the first call of a kernel loads it.
hypothesis.settings.register_profile("unhurried", deadline=None)
# Hypothesis looks for new examples on developers' machines; CI tries the same ones each time, so
# that a failure comes from the change.
hypothesis.settings.register_profile("landing", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("landing" if os.environ.get("CI") else "unhurried")


_homes = itertools.count()


def pytest_configure(config: pytest.Config) -> None:
    """Give all processes of a run one cache directory of their own, and make the kernels once."""
    if "not thorough" in config.option.markexpr:
        hypothesis.settings.register_profile("default tier", max_examples=30)
        hypothesis.settings.load_profile("default tier")
        # Most of the time that a small table takes; other processes take all of them.
        verify.SAMPLES = verify_helpmates.SAMPLES = 20
    os.environ["MILLMATE_SHIPPED"] = ""  # what a checkout has of them changes no test
    if hasattr(config, "workerinput"):
        return
    from millmate.kernels import library

    library.loaded()
    own = tempfile.TemporaryDirectory(prefix="millmate-cache-")
    config.add_cleanup(own.cleanup)
    for shared in paths.cache_dir().glob("*"):
        if shared.name != "pieces":  # pictures are drawn again: once in a run
            (Path(own.name) / shared.name).symlink_to(shared)
    os.environ["MILLMATE_CACHE"] = own.name


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Turn the garbage collector off while tests are collected, and freeze what they created.

    Nearly all of that stays alive, and scanning it repeatedly took a third of the time.
    """
    gc.disable()
    try:
        if os.environ.get("PYTEST_XDIST_WORKER", "gw0")[-1] in "13579":
            _import_last_first(session.config)
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def _import_last_first(config: pytest.Config) -> None:
    """Import the modules of tests, the last one first, as every second process does.

    In a new checkout their asserts are rewritten, for a minute. A process finds in the cache what
    another has rewritten: two that start at both ends have half of the work each.
    """
    for path in sorted((config.rootpath / "tests").rglob("test_*.py"), reverse=True):
        if not any(path.is_relative_to(config.rootpath / each) for each in config.args):
            continue
        folders = path.relative_to(config.rootpath).parent.parts
        names = [".".join([*folders[:n], "conftest"]) for n in range(1, len(folders) + 1)]
        for name in [*names, ".".join([*folders, path.stem])]:
            with suppress(Exception, pytest.skip.Exception):  # collection will report it
                importlib.import_module(name)


@pytest.fixture(autouse=True)
def own_directories(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep the user's games, tables, settings and logs out of every test; kernels are shared."""
    with home(tmp_path_factory) as place:
        yield place


@contextmanager
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Make a home for games, tables, settings and logs, and return it."""
    # `mktemp` would look through all directories of the tests before.
    place = tmp_path_factory.getbasetemp() / "homes" / str(next(_homes))
    place.mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("DATA", "CONFIG", "STATE", "TABLES"):
            patch.setenv(f"MILLMATE_{variable}", str(place / variable.lower()))
        if consent := sys.modules.get("millmate.players.consent"):
            patch.setattr(consent, "_given_here", set())
        yield place


def pytest_runtest_setup() -> None:
    """Skip what is left once the time that `.ci/run` gives has passed."""
    if time.time() > float(os.environ.get("MILLMATE_TESTS_UNTIL", "inf")):
        pytest.skip("time is over")


def pytest_runtest_teardown() -> None:
    """Collect garbage once a test of the window has left that to the window's event loop."""
    if not gc.isenabled():
        gc.collect(1)


_BUILT_ONCE = {
    *("tables", "rook_tables", "rule50_tables", "cursed_tables", "morris_tables"),
    *("exact_positions", "bounded_positions"),
}


@pytest.fixture(autouse=True)
def shared_tables_are_left_as_they_are(
    request: pytest.FixtureRequest, shared: Path
) -> Iterator[None]:
    """Fail a test that puts tables into a directory of all tests, or takes some away.

    Sets of dead positions may come: they are found where the flag of a game falls.
    """
    used = [request.getfixturevalue(name) for name in _BUILT_ONCE & {*request.fixturenames}]
    places = [each for each in used if isinstance(each, Path) and each.parent == shared]
    before = {place: _tables_below(place) for place in places}
    yield
    for place, tables in before.items():
        assert _tables_below(place) == tables


def _tables_below(directory: Path) -> list[Path]:
    found = []
    for place, names, files in os.walk(directory):  # which minds nothing that goes meanwhile
        found += [Path(place, name) for name in names if name.endswith(".zarr")]
        found += [Path(place, name) for name in files if name.endswith(".table")]
        names[:] = [name for name in names if name != "helpmates" and not name.endswith(".zarr")]
    return sorted(found)


@pytest.fixture
def jobs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process do the work of jobs, for tests that are not about processes."""

    def work(job: Job[Any], report: Report = ignore, stopped: Ask = never, *_: Ask) -> Any:
        return job.work(Control(report, stopped))

    for name, module in list(sys.modules.items()):
        if name.startswith("millmate.") and getattr(module, "run", None) is run:
            monkeypatch.setattr(module, "run", work)


class _Here:
    """Answers the questions of a pool in its thread, instead of a child process."""

    alive = True

    def __init__(self, job: Job[Any], mark: object) -> None:
        """Start nothing."""

    def answer(
        self, work: Callable[[Control], Any], report: Report, check: Callable[[], object]
    ) -> Any:
        def send(news: object) -> None:
            check()
            report(news)

        return work(Control(send))

    def end(self) -> None:
        """End nothing."""


@pytest.fixture
def games_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads play the games of tournaments, for tests that are not about processes."""
    monkeypatch.setattr(pool, "Child", _Here)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory of all processes of this run, for tables: builds wait for each other."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def exact_positions(shared: Path) -> Path:
    """Return a directory in which what can come of blocked pawns on a4 and a5 is solved.

    Nothing lies outside: the values are exact.
    """
    return build_position("8/8/4k3/p7/P7/4K3/8/8 w - - 0 1", shared / "exact-positions")


@pytest.fixture(scope="session")
def bounded_positions(shared: Path) -> Path:
    """Return a directory in which pawns on b6 and c5 that both run are solved for White.

    A second queen lies outside: the values are bounds.
    """
    return build_position("8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1", shared / "bounded-positions")


def build_position(fen: str, directory: Path) -> Path:
    """Solve a position for White with one piece besides kings, and return the directory."""
    import chess

    from millmate.tablebase.positions import plan_sides, solve_position
    from millmate.tablebase.reach import Bounds

    plan = plan_sides(chess.Board(fen), directory, (True,), Bounds(1))[0]
    solve_position(plan, threads=1).close()
    return directory


@pytest.fixture(scope="session")
def tables(shared: Path) -> Path:
    """Return a directory with the tables KQvK, KRvK, KBNvK and what they need, built once."""
    return build_chess(("KQvK", "KRvK", "KBNvK"), shared, "tables")


@pytest.fixture(scope="session")
def rook_tables(shared: Path) -> Path:
    """Return a directory with the tables KRPvK, KRvKP and what they need, built once."""
    return build_chess(("KRPvK", "KRvKP"), shared, "rook-tables")


@cache
def build_chess(
    names: tuple[str, ...],
    shared: Path,
    folder: str,
    metric: Metric = Metric.DTM,
    planes: bool = True,
) -> Path:
    """Return `folder` of `shared` with tables of chess and what they need, each built once.

    With `planes` the codes of all positions are there, which are read faster than tables.
    """
    from millmate.tablebase.build import build

    materials = [Material.parse(name) for name in names]
    built, directory = shared / "built" / metric.name, shared / folder
    with FileLock(shared / "built.lock"):
        build(materials, built, metric=metric, planes=True)
        for material in {each for wanted in materials for each in wanted.closure()}:
            for path in (store.plane_path, store.table_path)[not planes :]:
                from_here, to = path(built, material), path(directory, material)
                if from_here.exists() and not to.exists():
                    to.parent.mkdir(parents=True, exist_ok=True)
                    os.link(from_here, to)
    return directory


@pytest.fixture(scope="session")
def rule50_tables(rook_tables: Path, shared: Path) -> Path:
    """Return `rook_tables` with tables of distances to zeroing beside them, built once."""
    directory = shared / "rule50-tables"
    build_chess(("KRPvK", "KRvKP"), shared, "rule50-tables/dtz", Metric.DTZ)
    for table in rook_tables.glob("*.table"):
        with suppress(FileExistsError):  # another process was faster
            (directory / table.name).symlink_to(table)
    return directory


@pytest.fixture(scope="session")
def cursed_tables(shared: Path) -> Path:
    """Return a directory with the distances to zeroing of KBBvKN, for slow tests."""
    build_chess(("KBBvKN",), shared, "cursed-tables/dtz", Metric.DTZ)
    return shared / "cursed-tables"


@pytest.fixture(scope="session")
def variant_tables(shared: Path) -> Path:
    """Return a directory with the tables of three stones against three, of every variant."""
    from tests.variant_positions import TABLES

    from millmate.tablebase.morris.build import build
    from millmate.tablebase.morris.names import MorrisTarget

    build([MorrisTarget.parse(name) for name in set(TABLES.values())], shared / "variants")
    return shared / "variants"


@pytest.fixture(scope="session")
def morris_tables(shared: Path) -> Path:
    """Return a directory with some small morris tables and what they need, built once.

    They are the pairs up to 4-4 and 5-3, and the ends of the placing phase ply17-3-3, ply16-3-3
    and what comes between.
    """
    from millmate.tablebase.morris.build import build
    from millmate.tablebase.morris.names import MorrisTarget

    names = ("morris:4-4", "morris:5-3", "morris:ply17-3-3", "morris:ply16-3-3")
    build([MorrisTarget.parse(name) for name in names], shared / "morris-tables")
    return shared / "morris-tables"


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
