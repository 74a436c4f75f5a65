import shutil
from pathlib import Path

import pytest

from millmate.games.chess.material import Material
from millmate.tablebase.build import build

# Both sides winning, like pieces, stalemates, captures into tables with the colours swapped.
MORE = ("KBvK", "KNvK", "KQvKR", "KRvKB", "KBBvK", "KBvKN")


@pytest.fixture(scope="session")
def more_tables(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with what `tables` has, and MORE."""
    directory = tmp_path_factory.mktemp("more") / "tables"
    shutil.copytree(tables, directory)
    build(map(Material.parse, MORE), directory)
    return directory
