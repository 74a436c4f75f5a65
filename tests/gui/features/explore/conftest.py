"""The explorer in the window, opened with a table of four men or of three."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.windows import QUEEN_MATE, Visitor, visit

from millmate.gui.features.explore.page import ExplorerPage

Explored = tuple[Visitor, ExplorerPage]


def show(v: Visitor, explorer: ExplorerPage, name: str) -> None:
    """Choose a table and wait for the positions of its first set."""
    explorer.tables.choose(name)
    v.wait(lambda: explorer.positions.table == name and fens(explorer) != [])


def explore(v: Visitor) -> ExplorerPage:
    """Open the explorer and wait until the positions of the first set are there."""
    v.do("explore")
    explorer = v.window.exploring.explorer
    v.wait(lambda: explorer.positions.model.rowCount() > 0)
    return explorer


def fens(explorer: ExplorerPage) -> list[str]:
    return explorer.positions.model.rows


@pytest.fixture
def knights(qtbot: QtBot, tables: Path) -> Iterator[Explored]:
    """The table KBNvK, which the first start shows."""
    with visit(qtbot, tables) as v:
        yield v, explore(v)


@pytest.fixture
def queen(qtbot: QtBot, tables: Path) -> Iterator[Explored]:
    """The table KQvK, of which a single position takes longest."""
    with visit(qtbot, tables, start_fen=QUEEN_MATE) as v:
        yield v, explore(v)
