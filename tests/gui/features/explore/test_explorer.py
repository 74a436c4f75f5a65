"""The explorer as a person uses it, in the real window."""

import shutil
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.gui import windows
from tests.gui.features.explore.conftest import explore, fens
from tests.gui.sharing import visit
from tests.gui.windows import QUEEN_MATE

from millmate.gui.features.explore.page import ExplorerPage
from millmate.gui.features.explore.search import Search


def click(explorer: ExplorerPage, row: int) -> None:
    view = explorer.positions.view
    index = explorer.positions.model.index(row, 0)
    view.scrollTo(index)
    place = view.visualRect(index).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_table_of_the_board_opens_with_its_longest_win(queen):
    v, explorer = queen
    assert explorer.tables.code == "KQvK"
    assert explorer.summary.text().startswith("White wins in at most 10 moves · ")
    assert explorer.positions.title.text() == "White to move mates in 10 moves (19 plies)"
    assert explorer.positions.amount.text() == "1 position, mirror images left out"
    assert len(fens(explorer)) == 1
    assert explorer.sets.currentIndex().row() == 19
    assert not explorer.from_board.isEnabled()
    assert explorer.longest[False].isHidden()
    assert explorer.longest[True].text() == "Longest win of White: 10"

    # the mouse over the plot reads a set out
    explorer.plot.pointed.emit((19, True))
    assert "mates in 10 moves (19 plies): 1 position" in explorer.readout.text()
    explorer.plot.pointed.emit((19, False))
    assert explorer.readout.text().endswith(": none")
    explorer.plot.pointed.emit(None)
    assert explorer.readout.text().startswith("Point at a bar")

    # another table is chosen, and the board's is one click away
    explorer.tables.choose("KRvK")
    v.wait(lambda: "16 moves (31 plies)" in explorer.positions.title.text())
    v.wait(lambda: len(fens(explorer)) == 121)
    explorer.from_board.click()
    assert explorer.tables.code == "KQvK"
    v.wait(lambda: len(fens(explorer)) == 1)


def test_one_click_puts_a_position_on_the_board_and_undo_takes_it_back(qtbot, tables):
    with visit(qtbot, tables) as v:
        explorer = explore(v)
        before = v.window.workspace.fen
        click(explorer, 2)
        assert v.window.workspace.editing
        assert v.window.workspace.fen == fens(explorer)[2]
        v.wait(lambda: v.window.verdict.headline.text() == "White wins, mate in 33")
        click(explorer, 3)
        v.do("take_back")
        assert v.window.workspace.fen == fens(explorer)[2]
        v.do("take_back")
        assert v.window.workspace.fen == before


def test_a_game_goes_on_in_its_tab_when_a_position_is_chosen(qtbot, tables):
    with visit(qtbot, tables, start_fen=QUEEN_MATE, black="human") as v:
        v.press_play()
        v.move("Qb5")
        explorer = explore(v)
        click(explorer, 0)
        assert v.window.workspace.fen == fens(explorer)[0]
        v.do("previous_tab")
        assert v.moves == ["Qb5+"]
        assert v.game.live


def test_lists_and_plot_choose_the_same_set(knights):
    v, explorer = knights
    explorer.plot.chosen.emit(2, False)
    assert explorer.sets.currentIndex() == explorer.sets_model.index_of(2, False)
    assert explorer.positions.title.text() == "Black to move is mated in 1 move (2 plies)"
    v.wait(lambda: len(fens(explorer)) > 0)
    assert not shown_turn(explorer)
    explorer.sets.setCurrentIndex(explorer.sets_model.index(1, 1))
    assert explorer.plot._chosen == (1, True)
    v.wait(lambda: fens(explorer) != [] and shown_turn(explorer))

    # a long list loads as it is scrolled
    explorer.choose(61, True)
    v.wait(lambda: len(fens(explorer)) == 200)
    bar = explorer.positions.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    v.wait(lambda: len(fens(explorer)) == 400)
    assert len(set(fens(explorer))) == 400


def shown_turn(explorer: ExplorerPage) -> bool:
    return chess.Board(fens(explorer)[0]).turn


def test_a_random_position_is_one_of_the_set(knights, qtbot):
    v, explorer = knights
    with qtbot.waitSignal(explorer.position_chosen) as chosen:
        explorer.positions.random.click()
    assert chosen.args[0].text in fens(explorer)
    assert v.fen == chosen.args[0].text


def test_an_empty_set_says_so(knights):
    v, explorer = knights
    explorer.choose(65, False)
    assert explorer.positions.note.text().startswith("This set is empty: with Black to move")
    assert not explorer.positions.random.isEnabled()
    assert explorer.positions.view.isHidden()
    explorer.choose(66, False)
    v.wait(lambda: len(fens(explorer)) > 0)
    assert explorer.positions.note.isHidden()

    # a table that nobody wins says so
    explorer.tables.choose("KNvK")
    v.wait(lambda: "Neither side can force a win" in explorer.positions.note.text())
    assert explorer.positions.model.rowCount() == 0
    assert explorer.longest[True].isHidden()
    explorer.plot.grab()


@pytest.mark.thorough
def test_without_tables_it_offers_to_build_one_and_then_shows_it(qtbot, tables, tmp_path):
    with windows.visit(qtbot, tmp_path, start_fen=QUEEN_MATE) as v:
        v.do("explore")
        explorer = v.window.exploring.explorer
        assert explorer.pages.currentIndex() == 1
        v.wait(explorer.build.isVisible)
        explorer.build.click()
        assert v.window.building.tables.isVisible()
        v.window.building.leave()
        shutil.copy(tables / "KQvK.table", tmp_path)
        v.window.building.run.ended.emit("KQvK built")
        v.wait(lambda: len(fens(explorer)) == 1)
        assert explorer.pages.currentIndex() == 0


@pytest.mark.thorough
def test_a_damaged_table_is_told_in_words(qtbot, tables, tmp_path):
    directory = tmp_path / "tables"
    directory.mkdir()
    (directory / "KQvK.table").write_text("{}")
    with windows.visit(qtbot, directory, start_fen=QUEEN_MATE) as v:
        v.do("explore")
        explorer = v.window.exploring.explorer
        v.wait(lambda: "damaged" in explorer.summary.text())
        assert explorer.positions.note.text() == "The table cannot be read."
        shutil.copy(tables / "KQvK.table", directory)
        v.window.building.run.ended.emit("KQvK built")  # anew
        v.wait(lambda: len(fens(explorer)) == 1)


def test_the_table_panel_leads_to_the_explorer(qtbot, tables):
    with visit(qtbot, tables, start_fen=QUEEN_MATE) as v:
        v.wait(lambda: "(KQvK)" in v.window.table.explore.toolTip())
        assert not v.window.table.explore.isHidden()
        v.window.table.explore.click()
        v.wait(lambda: v.window.exploring.made)
        v.wait(lambda: v.window.exploring.explorer.positions.model.rowCount() == 1)
        v.paste("8/8/8/3k4/8/8/8/KQQ5 w - - 0 1")
        v.wait(lambda: v.window.table.explore.isHidden())
        assert not v.window.exploring.explorer.from_board.isEnabled()


@pytest.mark.thorough
def test_layout_and_axis_are_remembered(qtbot, tables):
    with windows.visit(qtbot, tables) as v:
        explorer = explore(v)
        explorer.logarithmic.click()
        explorer.down.setSizes([300, 340])
        sizes = explorer.down.sizes()
        kept = v.window.store.current
    layout, log = kept.explorer_layout, kept.explorer_log
    with windows.visit(qtbot, tables, explorer_layout=layout, explorer_log=log) as v:
        explorer = explore(v)
        assert not explorer.logarithmic.isChecked()
        assert not explorer.plot._logarithmic
        assert explorer.down.sizes() == sizes


def test_a_search_that_was_given_up_tells_nothing_more(qtbot, tables):
    search = Search()
    try:
        with qtbot.waitSignal(search.opened) as opened:
            search.open(Path(tables), "KQvK")
        contents = opened.args[0]
        told = []
        search.paged.connect(told.append)
        search.start(contents.set_of(19, True))
        search.stop()
        with qtbot.waitSignal(search.paged):
            search.start(contents.set_of(0, False))
        assert len(told) == 1
        assert chess.Board(told[0].fens[0]).is_checkmate()
    finally:
        search.close()
        qtbot.waitUntil(lambda: search._task.isFinished())


def test_a_long_search_shows_how_far_it_is_and_can_be_stopped_and_gone_on_with(queen):
    v, explorer = queen
    panel = explorer.positions
    panel.model.clear()
    panel.model.expect(0)
    panel._search_began()
    explorer.search.progressed.emit(0.43)
    v.wait(lambda: panel.state.text() == "Searching the table, 43 %")
    assert panel.stop.isVisible()
    panel.stop.click()
    assert panel.stop.text() == "Continue"
    assert panel.state.text() == "The search was stopped."
    panel.stop.click()
    v.wait(lambda: len(fens(explorer)) == 1)
    assert panel.stop.isHidden()


@pytest.mark.thorough
def test_nothing_overlaps_where_letters_are_large(qtbot, tables):
    with visit(qtbot, tables, text_size=150, language="de") as v:
        explorer = explore(v)
        needed = explorer.layout().totalMinimumSize()
        assert needed.expandedTo(explorer.size()) == explorer.size()
        assert needed.width() < 800  # of the smallest screen's 1024, with rail and board
