"""The sets of some small materials, built once."""

from pathlib import Path

import pytest

from millmate.games.chess.material import Material
from millmate.tablebase.helpmates.build import build

NAMES = ("KBvKN", "KBvKB", "KNvKQ", "KPvK")


@pytest.fixture(scope="session")
def helpmates(shared: Path) -> Path:
    directory = shared / "helpmate-sets"
    directory.mkdir(exist_ok=True)
    build(directory, [Material.parse(name).canonical() for name in NAMES])
    return directory
