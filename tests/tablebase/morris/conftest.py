import os
from pathlib import Path

import pytest
from tests.solved_morris import Solved


@pytest.fixture(scope="session")
def solved() -> Solved:
    return Solved()


@pytest.fixture(scope="session")
def all_morris() -> Path:
    """Return the directory of morris tables that MILLMATE_MORRIS names."""
    directory = os.environ.get("MILLMATE_MORRIS")
    if not directory:
        pytest.skip("MILLMATE_MORRIS names no directory made by: millmate build morris:all")
    return Path(directory)
