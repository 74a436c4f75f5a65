"""Asking for positions in the explorer, going through them, and taking them elsewhere."""

import chess
import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from tests.gui.features.explore.conftest import fens
from tests.gui.windows import visit
from tests.tiers import first

from millmate.gui.kit.table_model import ROOT
from millmate.records.pgn import from_pgn
from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.names import MorrisTarget

ALL_WON, CURSED_WINS, ALL_DRAWN, ZUGZWANGS = 1, 2, 3, 6
ONE_WINS = 1
IN_CHECK = 1


def test_men_on_squares_are_asked_for(knights):
    v, explorer = knights
    explorer.choose(9, True)
    bar = explorer.positions.filter
    assert list(bar.fields) == ["K", "B", "N", "k"]
    bar.fields["k"][0].setText("8")
    v.wait(lambda: "1 piece placed" in explorer.positions.title.text())
    v.wait(lambda: len(fens(explorer)) > 0)
    assert all(chess.Board(fen).king(chess.BLACK) >= chess.A8 for fen in fens(explorer))
    v.wait(lambda: " positions of 4,974, mirror" in explorer.positions.amount.text())
    bar.clear.click()
    v.wait(lambda: explorer.positions.amount.text().startswith("4,974 positions, mirror"))
    assert not bar.clear.isEnabled()

    # positions with one winning move
    bar.form["what"].setCurrentIndex(ALL_WON)
    bar.form["moves"].setCurrentIndex(ONE_WINS)
    v.wait(lambda: len(fens(explorer)) > 0)
    assert explorer.positions.title.text() == "White to move wins, one winning move"


def test_a_field_that_cannot_be_read_is_marked_and_changes_nothing(queen, qtbot):
    explorer = queen[1]
    bar = explorer.positions.filter
    title = explorer.positions.title.text()
    bar.fields["Q"][0].setText("z9")
    assert bar.fields["Q"][0].property("fault")
    qtbot.wait(600)
    assert explorer.positions.title.text() == title
    bar.fields["Q"][0].setText("a-h")
    assert not bar.fields["Q"][0].property("fault")


def test_all_draws_are_listed_with_either_side_to_move(queen):
    v, explorer = queen
    bar = explorer.positions.filter
    assert not bar.form["side"].isEnabled()
    bar.form["what"].setCurrentIndex(ALL_DRAWN)
    bar.form["side"].setCurrentIndex(1)
    assert explorer.positions.title.text() == "Black to move draws"
    v.wait(lambda: len(fens(explorer)) > 5)
    board = chess.Board(fens(explorer)[0])
    assert not board.turn
    bar.form["check"].setCurrentIndex(IN_CHECK)
    v.wait(lambda: "in check" in explorer.positions.title.text() and fens(explorer) != [])
    assert all(chess.Board(fen).is_check() for fen in fens(explorer))


def test_where_no_position_matches_that_is_said_in_the_same_room(queen):
    v, explorer = queen
    before = explorer.positions.minimumSizeHint()
    explorer.positions.filter.form["what"].setCurrentIndex(ZUGZWANGS)
    v.wait(lambda: explorer.positions.note.text() == "No position of this table matches.")
    assert not explorer.positions.random.isEnabled()
    assert explorer.positions.note.isVisible()
    assert explorer.positions.minimumSizeHint().height() == before.height()


def test_zugzwangs_of_morris_and_stones_on_points(qtbot, morris_tables):
    with visit(qtbot, morris_tables, game="morris") as v:
        v.do("explore")
        explorer = v.window.exploring.explorer
        explorer.tables.choose("morris:4-3")
        v.wait(lambda: explorer.positions.table == "morris:4-3")
        bar = explorer.positions.filter
        assert bar.form["check"].isHidden()
        bar.form["what"].setCurrentIndex(ZUGZWANGS)
        v.wait(lambda: len(fens(explorer)) == 4)
        bar.fields["S"][0].setText("a7")
        v.wait(lambda: "1 piece placed" in explorer.positions.title.text() and fens(explorer) != [])
        assert all(fen.split("/")[0][0] == "W" for fen in fens(explorer))


def test_positions_of_a_small_board_are_shown_copied_and_saved(qtbot, tmp_path, monkeypatch):
    build([MorrisTarget.parse("morris:three:3-3")], tmp_path)
    saved = tmp_path / "positions.pgn"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(saved), ""))
    with visit(qtbot, tmp_path, game="morris", morris_rules="three", start="board") as v:
        v.do("explore")
        explorer = v.window.exploring.explorer
        v.wait(lambda: explorer.positions.table == "morris:three:3-3" and fens(explorer) != [])
        explorer.exports.copy("csv")
        v.wait(lambda: "on the clipboard" in explorer.positions.state.text())
        assert fens(explorer)[0] in QApplication.clipboard().text()
        explorer.exports.ask_save()
        v.wait(lambda: "saved in" in explorer.positions.state.text())
        assert {each.game for each in from_pgn(saved.read_text())} == {"morris:three"}
        view = explorer.positions.view
        view.setFocus()
        view.selectionModel().currentChanged.emit(view.model().index(0, 0), ROOT)
        v.wait(lambda: v.window.services.hovering.shown != "")
        explorer.positions.after.click()
        assert v.window.workspace.fen in fens(explorer)
        v.do("train_here")
        assert v.window.status.currentMessage() == "There are no drills of this variant."


def test_next_and_previous_go_through_the_list_on_the_board(knights):
    v, explorer = knights
    for button, row in ((explorer.positions.after, 0), (explorer.positions.after, 1)):
        button.click()
        assert v.fen == fens(explorer)[row]
    explorer.positions.before.click()
    assert v.fen == fens(explorer)[0]


def test_positions_found_are_copied(queen):
    v, explorer = queen
    explorer.exports.copy("epd")
    v.wait(lambda: explorer.positions.state.text() == "1 position on the clipboard.")
    board, codes = chess.Board.from_epd(QApplication.clipboard().text().strip())
    assert codes["dm"] == 10
    assert board.epd() == chess.Board(fens(explorer)[0]).epd()

    # and the diagram of the chosen one
    explorer.exports.actions["copy_diagram"].trigger()
    svg = bytes(QApplication.clipboard().mimeData().data("image/svg+xml").data()).decode()
    assert fens(explorer)[0] in svg


@pytest.mark.parametrize("kind", first(1, ["epd", "pgn", "csv"]))
def test_all_positions_are_saved_not_only_those_seen(queen, tmp_path, monkeypatch, kind):
    path = tmp_path / f"positions.{kind}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    v, explorer = queen
    explorer.choose(1, True)
    v.wait(lambda: len(fens(explorer)) == 200)
    explorer.exports.ask_save()
    v.wait(lambda: explorer.positions.state.text() == f"306 positions saved in {path.name}.")
    text = path.read_text()
    assert text.count("[FEN " if kind == "pgn" else "\n") == 306 + (kind == "csv")
    if kind == "pgn":
        assert len(from_pgn(text)) == 306


def test_saving_can_be_stopped_and_then_leaves_nothing(knights, tmp_path):
    v, explorer = knights
    explorer.choose(53, True)
    v.wait(lambda: len(fens(explorer)) == 200)
    explorer.exports.save(tmp_path / "a.pgn")
    explorer.exports._offer()
    assert explorer.exports.actions["stop"].isEnabled()
    assert not explorer.exports.actions["save"].isEnabled()
    explorer.exports.stop()
    v.wait(lambda: explorer.positions.state.text() == "Nothing was saved.")
    assert list(tmp_path.glob("a.pgn")) == []
