"""The sets of some small materials, built once."""

from pathlib import Path

import pytest

from millmate.games.chess.material import Material
from millmate.tablebase.helpmates.build import build

NAMES = ("KBvKN", "KBvKB", "KNvKQ", "KPvKP")


@pytest.fixture(scope="session")
def helpmates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("helpmates")
    build(directory, [Material.parse(name).canonical() for name in NAMES])
    return directory
