"""Windows for the tests of records."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.windows import Visitor, visit

GAME = (
    '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0'
)


@pytest.fixture
def v(qtbot: QtBot) -> Iterator[Visitor]:
    with visit(qtbot) as found:
        yield found


@pytest.fixture
def pasted(v: Visitor) -> Visitor:
    """A window into which `GAME` was pasted."""
    v.paste(GAME)
    v.wait(lambda: len(v.moves) == 7)
    return v
