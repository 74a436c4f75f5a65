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


def judged(panel: OpeningsPanel) -> bool:
    """Whether the first replies to all draws are known: the second take seconds."""
    rows = panel.model.rows
    return rows != [] and all(row.holding is not None for row in rows if row.value.wdl == 0)


def put(panel: OpeningsPanel, fen: str) -> None:
    panel.show_board(MORRIS, fen)


@pytest.fixture
def panel(qtbot: QtBot, morris_tables: Path):
    """The panel alone, with a board that shows whatever position is chosen."""
    panel = OpeningsPanel(morris_tables)
    qtbot.addWidget(panel)
    panel.position_chosen.connect(lambda chosen: panel.show_board(chosen.game, chosen.text))
    panel.show()
    put(panel, LAST)
    qtbot.waitUntil(lambda: judged(panel))
    yield panel
    panel.close_tables()


def test_the_moves_of_the_position_are_listed_with_how_hard_they_are(panel):
    assert panel.line.text() == "The position on the board"
    assert sum(row.alike for row in panel.model.rows) == 18
    assert panel.headline.text() == "Draw"
    words = panel.note.text().removesuffix(" …")  # until the second replies are known too
    assert words == "18 moves, 18 of them essentially different"
    texts = [panel.model.index(0, column).data() for column in range(5)]
    assert texts[0] == str(panel.model.rows[0].move)
    assert texts[3] == "draw"
    assert texts[4].endswith(" of 17")


def test_the_line_follows_the_moves_and_goes_back(qtbot, panel):
    chosen = []
    panel.position_chosen.connect(lambda position: chosen.append(position.text))
    move = str(panel.model.rows[0].move)
    panel.view.activated.emit(panel.model.index(0, 0))
    assert panel.line.text() == f"… {move}"
    assert chosen[-1].split()[1:] == ["b", "0", "1", "0", "9"]
    panel.back.click()
    assert panel.line.text() == "The position on the board"
    assert chosen[-1] == LAST
    assert not panel.back.isEnabled()

    panel.empty.click()
    qtbot.waitUntil(panel.build.isVisible)
    assert panel.line.text() == "The empty board"
    assert panel.note.text() == "The openings need all tables of this game."
    assert not panel.model.rows
    assert not panel.drill.isEnabled()

    put(panel, "W.B..B../.W....../W....B.. w 0 0 0 10")
    assert panel.note.text() == "All stones have been placed: the opening is over."
    assert not panel.model.rows
    assert panel.line.text() == "The position on the board"
    panel.empty.setFocus()
    qtbot.waitUntil(panel.empty.hasFocus)
    panel.empty.click()
    assert panel.line.text() == "The empty board"
    assert panel.view.hasFocus()

    put(panel, "W.B..B../.W....../W....B.. w 8 0 0 10")
    assert "White has 11 stones" in panel.note.text()


def test_a_drill_begins_with_a_draw_that_not_every_move_holds(qtbot, morris_tables):
    with visit(qtbot, morris_tables, game="morris", morris_start=HARD, start="board") as v:
        panel, drilling = openings(v), v.window.training.drilling
        v.wait(panel.drill.isEnabled)
        for _ in range(60):  # it is drawn by chance: some draws have no trap
            panel.drill.click()
            v.wait(lambda: drilling.drill is not None or panel.drill.isEnabled())
            if drilling.drill is not None:
                break
            words = "No difficult draw was found after this position; try again."
            assert panel.note.text() == words
        assert drilling.drill is not None
        assert drilling.drill.spec.table == "morris:placing"
    with MorrisTablebase(morris_tables) as tables:
        values = [each.value.wdl for each in tables.moves(drilling.drill.start.board())]
    assert 0 < values.count(0) < len(values)


def test_the_openings_of_a_variant_go_with_the_board(qtbot, tmp_path):
    build([MorrisTarget.parse("morris:three:all")], tmp_path)
    with visit(qtbot, tmp_path, game="morris", start="board") as v:
        v.choose_rules(THREE.name)
        panel, workspace = openings(v), v.window.workspace
        v.wait(lambda: complete(panel))
        assert [row.point for row in panel.model.rows] == ["middle", "corner", "T point"]
        assert panel.headline.text() == "White wins"
        assert panel.note.text() == "9 moves, 3 of them essentially different"
        assert any(panel.model.index(row, 5).data().endswith(" %") for row in range(3))
        assert not panel.drill.isVisible()
        panel.view.activated.emit(panel.model.index(0, 0))
        v.wait(lambda: panel.line.text() == "b2")
        assert workspace.rules.name == "morris:three"
        assert workspace.editing
        workspace.play_move("a1")
        v.wait(lambda: panel.line.text() == "b2 a1")
        panel.back.click()
        v.wait(lambda: panel.line.text() == "b2")
        panel.back.click()
        v.wait(lambda: panel.line.text() == "The empty board")
        assert workspace.fen == workspace.rules.start_fen
        for move in ("b2", "a3", "c2", "a1", "a2"):
            workspace.play_move(move)
        v.wait(lambda: panel.headline.text() == "White has won")
        assert panel.note.text() == ""

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
