import os
from pathlib import Path

import pytest
from tests.conftest import build_chess
from tests.endings import ENDINGS

from millmate.tablebase.metric import Metric

SMALL = [name for name in ENDINGS if len(name) <= 5]


@pytest.fixture(scope="session")
def more_tables(shared: Path) -> Path:
    """Return a directory with every table of three and four men."""
    return build_chess(SMALL, shared / "more-tables")


@pytest.fixture(scope="session")
def zeroing_tables(shared: Path) -> Path:
    """Return a directory with every table of distances to zeroing of three and four men."""
    return build_chess(SMALL, shared / "zeroing-tables", metric=Metric.DTZ)


@pytest.fixture(scope="session")
def all5() -> Path:
    """Return the directory of all tables of three to five men that MILLMATE_ALL5 names."""
    directory = os.environ.get("MILLMATE_ALL5")
    if not directory:
        pytest.skip("MILLMATE_ALL5 names no directory made by: millmate build --all 5")
    return Path(directory)
