from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fuzz.keeping import forget


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Take away what targets write; the directories they set are the test's alone."""
    for variable in ("DATA", "CONFIG", "CACHE", "TABLES"):
        monkeypatch.setenv(f"MILLMATE_{variable}", str(tmp_path / variable))
    yield
    forget()
