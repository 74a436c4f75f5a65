"""The atlas of chess endings: a tile for each, which is chosen, explored and built like a row."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.service_sets import serving

from millmate.games.chess.material import Material, all_materials
from millmate.gui.features.tables import charts
from millmate.gui.features.tables.figures import Colouring, Records, shape_of
from millmate.gui.features.tables.page import TablesPage
from millmate.gui.features.tables.tables_controller import TablesController
from millmate.gui.features.tables.zugzwang_counts import ZugzwangCounts
from millmate.gui.kit import accessible, theme
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.tablebase import store
from millmate.tablebase.inventory import ending_of
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.names import SOLVED, Pair

NONE = Qt.KeyboardModifier.NoModifier


def test_every_ending_has_a_place_of_its_own() -> None:
    places = charts.chess().places
    assert set(places) == set(map(str, all_materials(5)))
    assert set(Counter(places.values()).values()) == {1}


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


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def services(qtbot: QtBot, tables: Path) -> Iterator[Services]:
    with serving(qtbot, tables) as made:
        yield made


@pytest.fixture
def page(qtbot: QtBot, services: Services) -> Iterator[TablesPage]:
    """Show the Tables page as it is the first time, without the window around it."""
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
    assert chosen(page) == ["KQvK"]
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
    page.show_found("morris:ply17-9-8")
    assert page.tree.isVisible()
    page.as_list.setChecked(False)
    assert page.atlas.isVisible()
    page.choose_name("morris:ply17-9-8")
    assert page.tree.isVisible()


def test_a_table_of_morris_is_shown_in_the_triangle_of_its_game(page: TablesPage) -> None:
    page.show_found("morris:5-4")
    assert page.atlas.isVisible()
    assert (page.game.value, chosen(page)) == ("morris", ["morris:5-4"])
    page.show_found("")
    click(page, "morris:3-3")
    assert page.foot.title.text() == "Morris, 3 against 3 stones"
    page.show_found("KQvK")
    assert (page.game.value, chosen(page)) == ("chess", ["KQvK"])


def test_the_list_has_no_switches_of_the_atlas(page: TablesPage) -> None:
    page.as_list.click()
    page.show_found("morris:5-4")
    assert page.tree.isVisible()
    for switch in (page.game, page.rules, page.colourings):
        assert not switch.isVisible()
    page.as_list.click()
    assert page.rules.isVisible()


def test_tables_to_build_are_shown_where_they_have_a_tile(page: TablesPage) -> None:
    page.choose_names(["morris:4-3", "morris:5-3"])
    assert (page.game.value, chosen(page)) == ("morris", ["morris:4-3", "morris:5-3"])
    page.choose_names(["KQvK"])
    assert page.game.value == "chess"
    page.choose_names(["morris:ply17-9-8"])
    assert page.tree.isVisible()


@pytest.mark.parametrize("rules", list(SOLVED))
def test_pairs_of_stones_are_a_triangle_of_their_own(rules: str) -> None:
    chart = charts.morris(rules)
    stones = SOLVED[rules].stones
    assert len(chart.places) == (stones - 2) * (stones - 1) // 2
    assert set(Counter(chart.places.values()).values()) == {1}


def test_other_rules_of_morris_are_listed_once_they_are_chosen(page: TablesPage) -> None:
    assert not page.rules.isVisible()
    page.show_game("morris")
    assert page.rules.isVisible()
    page.rules.setCurrentIndex(page.rules.findData("six"))
    page.rules.activated.emit(page.rules.currentIndex())
    click(page, "morris:six:4-3")
    assert chosen(page) == ["morris:six:4-3"]


def test_both_sides_of_equal_stones_win_as_often(morris_tables: Path) -> None:
    shapes = {
        name: shape_of(morris_store.opened(morris_tables, Pair(*map(int, name.split("-")))).info)
        for name in ("3-3", "4-3")
    }
    assert shapes["3-3"].won == shapes["3-3"].lost > 0
    assert shapes["3-3"].wins == shapes["3-3"].losses
    assert shapes["4-3"].wins != shapes["4-3"].losses


# --- listening ----------------------------------------------------------------------------------


def test_the_current_ending_is_read_when_the_focus_comes_and_at_each_step(
    page: TablesPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda widget, words: heard.append(words))
    page.choose_name("KQvK")
    assert heard == []
    page.atlas.setFocus()
    QTest.keyClick(page.atlas, Qt.Key.Key_Right)
    assert [words.split(":")[0] for words in heard] == [
        "Queen against king (KQvK)",
        "Rook against king (KRvK)",
    ]


# --- colourings ----------------------------------------------------------------------------------


def test_tiles_show_mutual_zugzwangs_once_they_are_counted(qtbot: QtBot, page: TablesPage) -> None:
    def corner(name: str) -> str:
        return page.atlas.records.corner(page.every[name], Colouring.ZUGZWANGS)

    page.choose_name("KBNvK")
    assert corner("KBNvK") == ""
    assert "zugzwang" not in page.foot.figures.text()
    page.colourings.buttons[Colouring.ZUGZWANGS].click()
    qtbot.waitUntil(lambda: corner("KBNvK") == "0")
    assert corner("KQQvK") == ""  # not built
    assert "0 mutual zugzwangs" in page.foot.figures.text()
    assert "0 mutual zugzwangs" in page.atlas.words(page.every["KBNvK"])


def test_mutual_zugzwangs_are_counted_once(qtbot: QtBot, rook_tables: Path) -> None:
    parent = QObject()
    endings = [ending_of(rook_tables, Material.parse(name)) for name in ("KRPvK", "KRvKP")]
    counts = ZugzwangCounts(rook_tables, parent)
    counts.start(endings)
    qtbot.waitUntil(lambda: len(counts.known) == 2)
    named = {each.name: counts.known[each.main.info.checksum] for each in endings}
    assert named == {"KRPvK": 0, "KRvKP": 12}
    again = ZugzwangCounts(rook_tables, parent)
    again.start([])
    assert again.known == counts.known  # from the cache


def test_an_unknown_figure_is_grey_and_named(page: TablesPage) -> None:
    page.colourings.buttons[Colouring.SCORE].click()
    assert ground(page, "KBNvK") == theme.colours().raised
    assert page.atlas.words(page.every["KBNvK"]).endswith("; not drilled yet")
    page.show_records(Records(scores={"KBNvK": (3, 4), "KQvK": (0, 2)}))
    assert page.atlas.words(page.every["KBNvK"]).endswith("; 3 of 4 drilled positions known")
    assert ground(page, "KQvK") == theme.colours().base
    assert QColor(ground(page, "KBNvK")).green() < QColor(theme.colours().base).green()


def test_the_longer_a_win_the_greener_its_tile(page: TablesPage) -> None:
    page.colourings.buttons[Colouring.LONGEST].click()
    names = ("KBvK", "KQvK", "KBNvK")  # none, 10 and 33 moves
    greens = [QColor(ground(page, name)).green() for name in names]
    assert greens == sorted(greens, reverse=True)
    assert len(set(greens)) == 3


def test_a_tile_fills_from_below_while_its_table_is_built(page: TablesPage) -> None:
    def filled(share: float) -> list[bool]:
        page.model.set_busy({"KQRvKR": "solving"}, {"KQRvKR": share})
        tile = page.atlas.visualRect(page.model.index_of_name("KQRvKR"))
        image = page.atlas.viewport().grab().toImage()
        rows = (tile.top() + tile.height() * n // 10 for n in (8, 6, 4))
        return [
            image.pixelColor(tile.right() - 6, row).name() != theme.colours().window for row in rows
        ]

    assert filled(0.0) == [False, False, False]
    assert filled(0.5) == [True, True, False]
    assert filled(1.0) == [True, True, True]
    page.model.set_busy({})
    assert page.model.share(page.every["KQRvKR"]) == 0.0


# --- the foot ------------------------------------------------------------------------------------


def test_the_foot_has_the_figures_and_the_spectrum_of_the_chosen_ending(page: TablesPage) -> None:
    page.choose_name("KQvK")
    words = page.foot.figures.text()
    assert words.startswith("KQvK · White wins ")
    assert "longest mate 10 moves" in words
    assert words.endswith("verified")
    plot = page.foot.plot
    plot.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(plot, key)
    shape = shape_of(page.every["KQvK"].main.info)
    assert plot.accessibleDescription().startswith(f"in 1 move: {shape.wins[1]:,} positions won")
    page.choose_name("KQQvK")  # not built
    assert not plot.isVisible()
    assert page.buttons["build"].property("primary")
    assert not page.buttons["explore"].property("primary")


def test_work_in_the_foot_moves_no_tile(page: TablesPage) -> None:
    page.choose_name("KBNvK")
    before = page.atlas.visualRect(page.model.index_of_name("KQvK")), page.atlas.geometry()
    page.show_build("KQRvKR: White wins in 23 plies, 1,200 positions", "3 min left", 0.3)
    QApplication.processEvents()
    after = page.atlas.visualRect(page.model.index_of_name("KQvK")), page.atlas.geometry()
    assert page.building.isVisible()
    assert after == before


def test_an_ending_is_trained_and_played_from_its_tile(
    qtbot: QtBot, page: TablesPage, services: Services
) -> None:
    links = services.links
    page.choose_name("KBNvK")
    with qtbot.waitSignal(links.train_table, check_params_cb=lambda name: name == "KBNvK"):
        page.buttons["train"].click()
    with qtbot.waitSignal(links.play_table) as drawn:
        page.buttons["play"].click()
    board = drawn.args[0].board()
    assert sorted(map(str, board.piece_map().values())) in (list("BKNk"), list("Kbkn"))
    page.choose_name("KBvK")  # never won
    assert not page.buttons["train"].isEnabled()
    assert not page.buttons["play"].isEnabled()


def test_the_list_is_kept_for_the_next_time(qtbot: QtBot, tables: Path) -> None:
    with serving(qtbot, tables) as services:
        for listed in (True, False):
            controller = TablesController(services, busy=lambda: False)
            services.navigation.show(Page.TABLES)
            controller.page.as_list.click()
            assert services.settings.current.tables_list is listed
            controller.close()
