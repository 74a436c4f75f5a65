import os
from pathlib import Path

import pytest
from tests.conftest import build_chess
from tests.endings import ENDINGS

from millmate.games.chess.material import Material
from millmate.tablebase.metric import Metric

FEW = ("KRvK", "KBBvK", "KPvK")
FewTables = dict[tuple[Metric, bool], Path]
SMALL = tuple(name for name in ENDINGS if len(name) <= 5)
USUAL = tuple(name for name in SMALL if name != "KPPvK")  # which alone takes a tenth of the time
_BEFORE = [Material.parse(name).closure() for name in ("KRvKP", "KRvKN", "KBBvK")]
ZEROING = tuple(n for n in SMALL if any(Material.parse(n) in each for each in _BEFORE))


@pytest.fixture
def more_tables(shared: Path, request: pytest.FixtureRequest) -> Path:
    """Return a directory with the tables of three and four men, in thorough tests all of them."""
    return _small(shared, request, Metric.DTM)


@pytest.fixture
def zeroing_tables(shared: Path, request: pytest.FixtureRequest) -> Path:
    """Return a directory with some tables of distances to zeroing, in thorough tests all."""
    return _small(shared, request, Metric.DTZ)


@pytest.fixture(scope="session")
def usual_tables(shared: Path) -> Path:
    """Return a directory with the tables of three and four men that default tests ask."""
    return build_chess(USUAL, shared, "usual-DTM")


def _small(shared: Path, request: pytest.FixtureRequest, metric: Metric) -> Path:
    marked = any(request.node.get_closest_marker(name) for name in ("thorough", "slow"))
    usual = USUAL if metric is Metric.DTM else ZEROING
    names, folder = (SMALL, "small") if marked else (usual, "usual")
    return build_chess(names, shared, f"{folder}-{metric.name}", metric)


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
def few_tables(shared: Path) -> FewTables:
    """Return directories of a few tables, by metric and whether only as they are packed."""
    return {
        (metric, packed): build_chess(
            FEW, shared, f"few-{metric.name}{'-packed' * packed}", metric, planes=not packed
        )
        for metric in Metric
        for packed in (False, True)
    }
