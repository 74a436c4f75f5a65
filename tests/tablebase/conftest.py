import os
import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from tests.conftest import build_chess
from tests.endings import ENDINGS

from millmate.tablebase import compact, store
from millmate.tablebase.metric import Metric

FEW = ("KRvK", "KBBvK", "KPvK")
FewTables = dict[tuple[Metric, bool], Path]
SMALL = [name for name in ENDINGS if len(name) <= 5]


@pytest.fixture(scope="session")
def more_tables(shared: Path) -> Path:
    """Return a directory with every table of three and four men."""
    return build_chess(SMALL, shared, "more-tables")


@pytest.fixture(scope="session")
def zeroing_tables(shared: Path) -> Path:
    """Return a directory with every table of distances to zeroing of three and four men."""
    return build_chess(SMALL, shared, "zeroing-tables", Metric.DTZ)


@pytest.fixture(scope="session")
def all5() -> Path:
    """Return the directory of all tables of three to five men that MILLMATE_ALL5 names."""
    directory = os.environ.get("MILLMATE_ALL5")
    if not directory:
        pytest.skip("MILLMATE_ALL5 names no directory made by: millmate build --all 5")
    return Path(directory)


@pytest.fixture(scope="session")
def six_men() -> Path:
    """Return the directory of tables of six men that MILLMATE_SIX names."""
    directory = os.environ.get("MILLMATE_SIX")
    if not directory:
        pytest.skip("MILLMATE_SIX names no directory with tables of six men")
    return Path(directory)


@pytest.fixture(scope="session")
def few_tables(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> FewTables:
    """Return directories of a few tables, by metric and whether they are compact."""
    found = {}
    for metric in Metric:
        full = build_chess(FEW, shared, f"few-{metric.name}", metric)
        fewer = shared / f"few-{metric.name}-compact"
        if not fewer.exists():
            own = shutil.copytree(full, tmp_path_factory.mktemp("compact") / "tables")
            for material in store.materials(own):
                compact.compact(own, material, threads=1)
            with suppress(OSError):  # another process was faster
                own.rename(fewer)
        found[metric, False], found[metric, True] = full, fewer
    return found
