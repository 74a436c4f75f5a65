import pytest
from tests.solved_morris import Solved


@pytest.fixture(scope="session")
def solved() -> Solved:
    return Solved()
