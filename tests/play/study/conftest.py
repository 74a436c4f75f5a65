"""Tables for studies, and studies from text."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.conftest import build_chess

from millmate.play.study.check import Checked, check
from millmate.play.study.reading import Study, read
from millmate.play.study.values import Values
from millmate.tablebase.probe import Tablebase

Checks = Callable[..., list[Checked]]


@pytest.fixture(scope="session")
def study_tables(shared: Path) -> Path:
    """Return a directory with KPvKP, KRvKP and what they need, built once."""
    return build_chess(("KPvKP", "KRvKP"), shared, "study-tables")


@pytest.fixture
def values(study_tables: Path) -> Iterator[Values]:
    with Tablebase(study_tables) as tables:
        yield Values(tables)


@pytest.fixture
def checked(values: Values, tmp_path: Path) -> Checks:
    """Return a function that checks the studies in a text or a file."""

    def run(source: str | Path) -> list[Checked]:
        path = source if isinstance(source, Path) else tmp_path / "studies"
        if isinstance(source, str):
            path.write_text(source)
        return [check(each, values) for each in read(path) if isinstance(each, Study)]

    return run
