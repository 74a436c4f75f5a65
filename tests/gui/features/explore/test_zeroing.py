"""The explorer with tables of distances to zeroing."""

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.gui.features.explore.conftest import exploring, fens, show
from tests.gui.windows import visit

CURSED_WINS, BLESSED_LOSSES = 2, 4
ROOK_AND_PAWN = "8/8/8/8/1p6/1k6/8/R2K4 w - - 0 1"


@pytest.fixture
def rook(qtbot, rule50_tables):
    """The table KRvKP of distances to zeroing."""
    with exploring(qtbot, rule50_tables, ROOK_AND_PAWN) as (v, explorer):
        assert explorer.tables.code == "KRvKP"
        show(v, explorer, "KRvKP (DTZ50)")
        yield v, explorer


def test_the_histogram_is_in_plies(rook):
    explorer = rook[1]
    assert explorer.plot.plies == 26
    assert explorer.summary.text().startswith("White wins in at most 25 plies, Black wins in")
    title = "White to move wins: mate, capture or pawn move in 25 plies"
    assert explorer.positions.title.text() == title
    assert explorer.longest[True].text() == "Longest win of White: 25"
    assert explorer.longest_cursed[True].isHidden()
    assert not explorer.from_board.isEnabled(), "the table of the board is shown"


def test_won_and_lost_positions_of_as_many_plies_have_rows_and_bars(rook, qtbot):
    v, explorer = rook
    won, lost = (each.row for each in explorer._contents.decided_in(16, chess.WHITE))
    for row, number, words in ((won, "398", "wins"), (lost, "21", "loses")):
        index = explorer.sets_model.index_of(row, chess.WHITE)
        texts = [index.siblingAtColumn(column).data() for column in range(3)]
        assert texts == ["16", words, number]
        place = explorer.plot.middle((row, chess.WHITE))
        with qtbot.waitSignal(explorer.plot.chosen) as chosen:
            QTest.mouseClick(explorer.plot, Qt.MouseButton.LeftButton, pos=place.toPoint())
        assert chosen.args == [row, chess.WHITE]
        assert explorer.sets.currentIndex() == index
        v.wait(lambda number=number: explorer.positions.amount.text().startswith(number))


def test_cursed_wins_are_offered_only_where_the_table_has_some(rook):
    what = rook[1].positions.filter.form["what"]
    assert not what.model().item(CURSED_WINS).isEnabled()
    assert what.view().isRowHidden(BLESSED_LOSSES)


def test_positions_are_copied_with_plies_to_zeroing(rook):
    from PySide6.QtWidgets import QApplication

    v, explorer = rook
    explorer.exports.copy("csv")
    v.wait(lambda: explorer.positions.state.text() == "2 positions on the clipboard.")
    _, first, *_ = QApplication.clipboard().text().splitlines()
    assert first.split(",")[1:5] == ["KRvKP (DTZ50)", "white", "win", "25"]


@pytest.mark.slow
def test_the_longest_cursed_win_is_one_click_away_and_opens_on_the_board(qtbot, cursed_tables):
    with visit(qtbot, cursed_tables) as v:
        v.do("explore")
        explorer = v.window.exploring.explorer
        show(v, explorer, "KBBvKN (DTZ50)")
        QTest.mouseClick(explorer.longest_cursed[True], Qt.MouseButton.LeftButton)
        v.wait(lambda: explorer.positions.model.complete and len(fens(explorer)) == 32)
        assert "cursed win: mate, capture or pawn move in 131" in explorer.positions.title.text()
        explorer.positions.after.click()
        assert v.window.workspace.fen == fens(explorer)[0]
        bar = explorer.positions.filter
        bar.form["what"].setCurrentIndex(BLESSED_LOSSES)
        bar.form["side"].setCurrentIndex(1)
        v.wait(lambda: len(fens(explorer)) == 200)
        assert explorer.positions.title.text() == "Black to move has a blessed loss"
