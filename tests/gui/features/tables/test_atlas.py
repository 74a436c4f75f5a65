"""The atlas of chess endings: a tile for each, which is chosen, explored and built like a row."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.gui.service_sets import serving

from millmate.games.chess.material import Material, all_materials
from millmate.gui.features.tables.atlas import places, shape_of
from millmate.gui.features.tables.page import TablesPage
from millmate.gui.features.tables.tables_controller import TablesController
from millmate.gui.kit import theme
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.frame.navigation import Page
from millmate.tablebase import store

NONE = Qt.KeyboardModifier.NoModifier


def test_every_ending_has_a_place_of_its_own() -> None:
    assert set(places()) == set(map(str, all_materials(5)))
    assert set(Counter(places().values()).values()) == {1}


@pytest.mark.parametrize("name", ["KQvK", "KBNvK", "KBvK"])
def test_a_shape_counts_what_each_side_wins_once(tables: Path, name: str) -> None:
    info = store.opened(tables, Material.parse(name)).info
    white, black = info.counts["white"], info.counts["black"]
    shape = shape_of(info)
    assert sum(shape.wins) == white.wins + black.losses
    assert sum(shape.losses) == black.wins + white.losses == 0
    assert shape.won == pytest.approx(
        sum(shape.wins) / (sum(shape.wins) + white.draws + black.draws)
    )


def test_a_shape_is_by_moves_to_mate(tables: Path) -> None:
    """With the queen alone, ten moves are needed at most; every one occurs."""
    info = store.opened(tables, Material.parse("KQvK")).info
    shape = shape_of(info)
    assert (len(shape.wins), shape.longest) == (11, 10)
    assert shape.wins[0] == info.counts["black"].plies[0]  # mated already
    assert shape.wins[1] == info.counts["white"].plies[1] + info.counts["black"].plies[2]
    assert all(shape.wins)


@pytest.fixture
def page(qtbot: QtBot, tables: Path) -> Iterator[TablesPage]:
    """Show the Tables page as it is the first time, without the window around it."""
    with serving(qtbot, tables) as services:
        controller = TablesController(services, busy=lambda: False)
        vbox(controller.place, within=services.window)
        services.window.resize(1280, 800)
        services.window.show()
        with qtbot.waitSignal(services.links.tables_listed):
            services.navigation.show(Page.TABLES)
        yield controller.page
        controller.close()


def click(page: TablesPage, name: str, keys: Qt.KeyboardModifier = NONE) -> None:
    place = page.atlas.visualRect(page.model.index_of_name(name)).center()
    QTest.mouseClick(page.atlas.viewport(), Qt.MouseButton.LeftButton, keys, place)


def press(page: TablesPage, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(page.atlas, key)


def chosen(page: TablesPage) -> list[str]:
    return [ending.name for ending in page.endings]


def ground(page: TablesPage, name: str) -> str:
    """Return the colour of a tile beside its men."""
    tile = page.atlas.visualRect(page.model.index_of_name(name))
    return (
        page.atlas.viewport().grab().toImage().pixelColor(tile.right() - 4, tile.top() + 5).name()
    )


def test_a_click_chooses_an_ending_and_with_ctrl_one_more(page: TablesPage) -> None:
    click(page, "KBNvK")
    assert chosen(page) == ["KBNvK"]
    assert page.actions_["explore"].isEnabled()
    click(page, "KQvK", Qt.KeyboardModifier.ControlModifier)
    assert sorted(chosen(page)) == ["KBNvK", "KQvK"]


def test_arrow_keys_go_to_the_next_tile(page: TablesPage) -> None:
    click(page, "KQRvKQ")
    press(page, Qt.Key.Key_Right)
    assert chosen(page) == ["KQBvKQ"]
    press(page, Qt.Key.Key_Down, Qt.Key.Key_Left)
    assert chosen(page) == ["KQRvKR"]
    press(page, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up)
    assert chosen(page) == ["KQRvK"]
    press(page, Qt.Key.Key_Home)
    assert chosen(page) == ["KQQvK"]
    press(page, Qt.Key.Key_End)
    assert chosen(page) == ["KPPPvK"]


def test_enter_explores_the_table_and_goes_to_the_build_of_a_missing_one(
    qtbot: QtBot, page: TablesPage
) -> None:
    asked: list[bool] = []
    page.actions_["explore"].triggered.connect(lambda: asked.append(True))
    click(page, "KBNvK")
    press(page, Qt.Key.Key_Return)
    assert asked == [True]
    click(page, "KQQvK")
    qtbot.waitUntil(page.buttons["build"].isEnabled)
    press(page, Qt.Key.Key_Return)
    assert page.buttons["build"].hasFocus()


def test_the_more_is_won_the_greener_a_tile(page: TablesPage) -> None:
    scheme = theme.colours()
    assert ground(page, "KBvK") == scheme.base  # never won
    assert ground(page, "KQQvK") == scheme.window  # not built
    greens = [QColor(ground(page, name)).green() for name in ("KBvK", "KBNvK", "KQvK")]
    assert greens == sorted(greens, reverse=True)


def test_what_a_search_does_not_find_cannot_be_chosen(page: TablesPage) -> None:
    page.show_found("KBNvK")
    assert chosen(page) == ["KBNvK"]
    place = page.atlas.visualRect(page.model.index_of_name("KBNvK")).center()
    beside = place + QPoint(page.atlas.visualRect(page.atlas.currentIndex()).width() + 4, 0)
    assert not page.atlas.indexAt(beside).isValid()
    assert page.atlas.indexAt(place).isValid()


def test_the_list_shows_what_has_no_tile(page: TablesPage) -> None:
    assert page.atlas.isVisible()
    page.show_found("morris:3-3")
    assert page.tree.isVisible()
    page.as_list.setChecked(False)
    assert page.atlas.isVisible()
    page.choose_name("morris:3-3")
    assert page.tree.isVisible()


def test_the_list_is_kept_for_the_next_time(qtbot: QtBot, tables: Path) -> None:
    with serving(qtbot, tables) as services:
        for listed in (True, False):
            controller = TablesController(services, busy=lambda: False)
            services.navigation.show(Page.TABLES)
            controller.page.as_list.click()
            assert services.settings.current.tables_list is listed
            controller.close()
