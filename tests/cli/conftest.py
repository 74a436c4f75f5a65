"""What tests of commands ask for."""

import io

import pytest
from tests.commands import Types


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Types:
    """Return a function that lets a person type lines."""
    return lambda lines: monkeypatch.setattr("sys.stdin", io.StringIO(lines))
