"""What every test can ask for."""

from pathlib import Path

import pytest

from millmate.games.chess.material import Material


@pytest.fixture(autouse=True)
def own_directories(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep the user's games, tables and settings out of every test; kernels are shared."""
    home = tmp_path_factory.mktemp("home")
    for variable in ("DATA", "CONFIG", "TABLES"):
        monkeypatch.setenv(f"MILLMATE_{variable}", str(home / variable.lower()))
    return home


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the tables KQvK, KRvK, KBNvK and what they need, built once."""
    from millmate.tablebase.build import build

    directory = tmp_path_factory.mktemp("tables")
    build([Material.parse(name) for name in ("KQvK", "KRvK", "KBNvK")], directory)
    return directory
