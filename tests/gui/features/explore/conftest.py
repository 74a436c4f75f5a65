"""The explorer in the window, opened with a table of four men or of three."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.service_sets import serving
from tests.gui.windows import QUEEN_MATE, Visitor

from millmate.gui.features.explore.explorer_controller import ExplorerController
from millmate.gui.features.explore.page import ExplorerPage
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services


class Explorer:
    """Someone at the explorer without the window around it."""

    def __init__(self, qtbot: QtBot, services: Services) -> None:
        self.qtbot, self.services = qtbot, services

    def wait(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition)

    @property
    def fen(self) -> str:
        """The position on the board."""
        return self.services.workspace.fen


Explored = tuple[Explorer, ExplorerPage]


@contextmanager
def exploring(qtbot: QtBot, tables: Path, fen: str = "") -> Iterator[Explored]:
    """Show the explorer alone, once the positions of the first set are there."""
    with serving(qtbot, tables) as services:
        if fen:
            services.workspace.set_up(fen)
        controller = ExplorerController(services)
        vbox(controller.place, within=services.window)
        services.window.resize(800, 800)
        services.window.show()
        services.navigation.show(Page.EXPLORE)
        explorer = controller.explorer
        qtbot.waitUntil(lambda: explorer.positions.model.rowCount() > 0)
        yield Explorer(qtbot, services), explorer
        controller.close()


def show(v: Visitor | Explorer, explorer: ExplorerPage, name: str) -> None:
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
    with exploring(qtbot, tables) as found:
        yield found


@pytest.fixture
def queen(qtbot: QtBot, tables: Path) -> Iterator[Explored]:
    """The table KQvK, of which a single position takes longest."""
    with exploring(qtbot, tables, QUEEN_MATE) as found:
        yield found
