import os
import shutil
from pathlib import Path

import pytest
from tests.endings import ENDINGS

from millmate.games.chess.material import Material
from millmate.tablebase.build import build


@pytest.fixture(scope="session")
def more_tables(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with every table of three and four men."""
    directory = tmp_path_factory.mktemp("more") / "tables"
    shutil.copytree(tables, directory)
    build([Material.parse(name) for name in ENDINGS if len(name) <= 5], directory)
    return directory


@pytest.fixture(scope="session")
def all5() -> Path:
    """Return the directory of all tables of three to five men that MILLMATE_ALL5 names."""
    directory = os.environ.get("MILLMATE_ALL5")
    if not directory:
        pytest.skip("MILLMATE_ALL5 names no directory made by: millmate build --all 5")
    return Path(directory)
