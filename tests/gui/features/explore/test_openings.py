"""The openings of morris beside the board, as a person walks through them."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.windows import Visitor, visit

from millmate.games.morris.rules import MORRIS
from millmate.games.morris.variants import EACH_MILL, SIX, THREE
from millmate.gui.features.explore.openings_panel import OpeningsPanel
from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.names import MorrisTarget
from millmate.tablebase.morris.probe import MorrisTablebase

# Three stones each on the board, one in hand: tables of the end of the placing phase know it.
LAST = "W.B..B../.W....../W....B.. w 1 1 0 9"
HARD = "W.....B./......../B.B.W.W. w 1 1 0 9"  # some of its replies lose


def openings(v: Visitor) -> OpeningsPanel:
    """Open the explorer with the openings, and wait for all that is found."""
    v.do("explore")
    v.window.exploring.show_openings()
    return v.window.exploring.page.openings


def complete(panel: OpeningsPanel) -> bool:
    held = [row.holding for row in panel.model.rows if row.holding is not None]
    return held != [] and all(each.twice is not None for each in held)


@pytest.fixture
def walk(qtbot: QtBot, morris_tables: Path):
    with visit(qtbot, morris_tables, game="morris", morris_start=LAST, start="board") as v:
        panel = openings(v)
        v.wait(lambda: complete(panel))
        yield v, panel


def test_the_moves_of_the_position_are_listed_with_how_hard_they_are(walk):
    _, panel = walk
    assert panel.line.text() == "The position on the board"
    assert sum(row.alike for row in panel.model.rows) == 18
    assert panel.headline.text() == "Draw"
    assert panel.note.text() == "18 moves, 18 of them essentially different"
    texts = [panel.model.index(0, column).data() for column in range(6)]
    assert texts[0] == str(panel.model.rows[0].move)
    assert texts[3] == "draw"
    assert texts[4].endswith(" of 17")
    assert texts[5].endswith(" %")


def test_a_move_is_played_on_the_board_and_taken_back(walk):
    v, panel = walk
    move = str(panel.model.rows[0].move)
    panel.view.activated.emit(panel.model.index(0, 0))
    v.wait(lambda: complete(panel) and panel.line.text() == f"… {move}")
    assert v.window.workspace.editing
    assert v.window.workspace.fen.split()[1:] == ["b", "0", "1", "0", "9"]
    panel.back.click()
    v.wait(lambda: panel.line.text() == "The position on the board" and complete(panel))
    assert v.window.workspace.fen == LAST
    assert not panel.back.isEnabled()


def test_a_move_made_on_the_board_goes_on_with_the_line(walk):
    v, panel = walk
    v.window.workspace.play_move("d5")
    v.wait(lambda: panel.line.text() == "… d5")


def test_the_empty_board_needs_tables_that_are_not_there(walk):
    v, panel = walk
    panel.empty.click()
    v.wait(lambda: panel.build.isVisible())
    assert panel.line.text() == "The empty board"
    assert panel.note.text() == "The openings need all tables of this game."
    assert not panel.model.rows
    assert not panel.drill.isEnabled()


def test_a_drill_begins_with_a_draw_that_not_every_move_holds(walk):
    v, panel = walk
    v.window.workspace.set_up(HARD)
    v.wait(lambda: panel.note.text() == "20 moves, 20 of them essentially different")
    drilling = v.window.training.drilling
    for _ in range(60):  # it is drawn by chance: some draws have no trap
        panel.drill.click()
        v.wait(lambda: drilling.drill is not None or panel.drill.isEnabled())
        if drilling.drill is not None:
            break
        assert panel.note.text() == "No difficult draw was found after this position; try again."
    assert drilling.drill is not None
    assert drilling.drill.spec.table == "morris:placing"
    with MorrisTablebase(v.window.services.tables_dir) as tables:
        values = [each.value.wdl for each in tables.moves(MORRIS.board(drilling.drill.start))]
    assert 0 < values.count(0) < len(values)


def test_the_openings_of_a_variant(qtbot, tmp_path):
    build([MorrisTarget.parse("morris:three:all")], tmp_path)
    with visit(qtbot, tmp_path, game="morris", start="board") as v:
        v.choose_rules(THREE.name)
        panel = openings(v)
        v.wait(lambda: complete(panel))
        assert [row.point for row in panel.model.rows] == ["middle", "corner", "T point"]
        assert panel.headline.text() == "White wins"
        assert not panel.drill.isVisible()
        panel.view.activated.emit(panel.model.index(0, 0))
        v.wait(lambda: panel.line.text() == "b2")
        assert v.window.workspace.rules.name == "morris:three"

        v.choose_rules(SIX.name)
        v.wait(lambda: panel.build.isVisible())
        assert panel.line.text() == "The empty board"
        v.choose_rules(EACH_MILL.name)
        v.wait(lambda: not panel.isVisible())


def test_chess_has_no_openings(qtbot, tables):
    with visit(qtbot, tables) as v:
        v.do("explore")
        v.wait(lambda: v.window.exploring.made)
        assert not v.window.exploring.place.findChildren(OpeningsPanel)[0].isVisible()


def test_once_all_stones_are_placed_there_are_none(walk):
    v, panel = walk
    v.window.workspace.set_up("W.B..B../.W....../W....B.. w 0 0 0 10")
    v.wait(lambda: panel.note.text() == "All stones have been placed: the opening is over.")
    assert not panel.model.rows
