"""The evaluation graph: what tables and engines say of a game, seen, heard, clicked, and typed."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from tests.gui.sharing import visit

from millmate.games.value import CHESS_TERMS, Result, Value
from millmate.gui.features.analyse.engine_worker import Findings, FoundLine, Position
from millmate.gui.features.analyse.evaluation_graph import (
    EvaluationGraph,
    Point,
    effect_words,
    points,
    share_of,
)
from millmate.play.evaluation import expected_share
from millmate.play.game_review import ReviewedPosition
from millmate.play.trainer.exam import Mark
from millmate.records.pgn import from_pgn
from millmate.records.tree import GameTree
from millmate.search.limits import Score, SearchInfo
from millmate.tablebase.rule50 import category

FOUR_PAWNS = expected_share(Score(centipawns=400))
QUEEN = '[FEN "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"]\n\n1. Qb8 Kd4 2. Qe5+ (2. Qb4+) Kxe5 *'


def station(wdl: int, plies: int | None = None, *, turn: bool = True, **more) -> ReviewedPosition:
    value = Value(wdl, plies)
    return ReviewedPosition(
        "fen", turn, replace(value, ruled=category(value.wdl, value.plies, 0)), **more
    )


# --- points ---------------------------------------------------------------------------------------


def test_a_near_win_lies_higher_than_a_far_one_and_a_draw_in_the_middle():
    far, near = share_of(station(1, 61)), share_of(station(1, 3))
    assert 0.5 < far < near < 1
    assert share_of(station(0)) == 0.5
    assert share_of(station(1, 3, turn=False)) == pytest.approx(1 - near)
    placing = Value(1, ruled=Result.WIN)
    assert share_of(replace(station(1), ruled=placing)) == 1
    late = Value(1, 9, ruled=Result.AT_LEAST_DRAW, in_time=False)
    assert share_of(replace(station(1), ruled=late)) == 0.75


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (station(0, mark=Mark.THROWN, before=1, after=0), "threw the win away: draw"),
        (station(1, 9, mark=Mark.THROWN, before=1, after=-1), "threw the win away: loss"),
        (station(1, 9, mark=Mark.THROWN, before=0, after=-1), "threw the draw away: loss"),
        (station(-1, 9, mark=Mark.SLOWER, lost=2, before=1, after=1), "2 plies slower than best"),
        (station(-1, 9, mark=Mark.SLOWER, lost=1, before=1, after=1), "1 ply slower than best"),
        (
            station(1, 9, mark=Mark.SLOWER, lost=4, before=-1, after=-1),
            "loses 4 plies sooner than necessary",
        ),
        (station(1, 9, mark=Mark.KEPT), ""),
        (station(1, 9), ""),
    ],
)
def test_what_a_move_did_is_said(found, words):
    assert effect_words(found) == words


def test_an_evaluation_in_a_comment_is_shown_where_nothing_else_is_known():
    tree = GameTree.of(from_pgn("1. e4 {[%eval 4.0,20]} e5 {[%eval #-3]} 2. Nf3 {[%eval x]} *")[0])
    way = list(tree.root.line())
    start, e4, e5, nf3 = points(way, tree.root, 0, CHESS_TERMS, {}, {})
    assert start.share is None
    assert "No table" in start.words
    assert e4.share == pytest.approx(FOUR_PAWNS)
    assert not e4.exact
    assert e5.share == 0
    assert nf3.share is None
    known = points(way, tree.root, 0, CHESS_TERMS, {}, {way[0].fen: 0.25})
    assert known[1].share == 0.25
    assert "25 % of the point" in known[1].words


# --- the widget -----------------------------------------------------------------------------------


@pytest.fixture
def graph(qtbot):
    shown = EvaluationGraph()
    qtbot.addWidget(shown)
    shown.resize(320, 90)
    marks = [None, Mark.KEPT, Mark.THROWN, Mark.KEPT, Mark.SLOWER, None]
    shares = [0.9, 0.92, 0.5, 0.5, 0.1, None]
    shown.show_points(
        tuple(
            Point(share, True, mark, f"words {n}")
            for n, (share, mark) in enumerate(zip(shares, marks, strict=True))
        )
    )
    shown.show()
    return shown


def test_a_click_and_a_drag_go_to_the_ply(qtbot, graph):
    found = []
    graph.chosen.connect(found.append)
    for ply in range(6):
        QTest.mouseClick(graph, Qt.MouseButton.LeftButton, pos=graph.place_of(ply).toPoint())
    assert found == list(range(6))
    QTest.mousePress(graph, Qt.MouseButton.LeftButton, pos=QPoint(0, 40))
    assert found[-1] == 0
    QTest.mouseMove(graph, graph.place_of(3).toPoint())
    QTest.mouseRelease(graph, Qt.MouseButton.LeftButton, pos=QPoint(900, 40))


def test_up_and_down_go_from_mark_to_mark(qtbot, graph):
    graph.chosen.connect(graph.show_cursor)
    seen = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Up):
        qtbot.keyClick(graph, key)
        seen.append(graph.cursor_ply)
    assert seen == [2, 4, 4, 2, 2]
    assert graph.accessibleDescription() == "words 2"


def test_marks_differ_in_shape_and_are_drawn_in_either_palette(qtbot, graph):
    before = graph.grab().toImage()
    plain = tuple(replace(point, mark=None) for point in graph.points)
    graph.show_points(plain)
    assert graph.grab().toImage() != before
    graph.show_points(())
    graph.grab()
    QTest.mouseClick(graph, Qt.MouseButton.LeftButton, pos=QPoint(50, 40))


# --- in the window --------------------------------------------------------------------------------


def test_a_game_with_a_table_shows_where_the_win_was_thrown_away(qtbot, tables):
    with visit(qtbot, tables) as v:
        v.paste(QUEEN)
        graph = v.window.charting.graph
        v.wait(lambda: len(graph.points) == 5 and graph.points[3].mark is Mark.THROWN)
        assert graph.isVisible()
        assert graph.points[3].words.startswith("2. Qe5+: threw the win away: draw")
        graph.setFocus()
        graph.chosen.emit(3)
        assert v.game.line.cursor == 3
        assert graph.cursor_ply == 3
        v.do("previous")
        assert graph.cursor_ply == 2
        v.game.show(v.game.line.tree.find((0, 0, 1)))
        v.wait(lambda: len(graph.points) == 4 and graph.points[3].mark is not Mark.THROWN)
        v.wait(lambda: graph.points[3].exact)


def test_distances_are_shown_with_the_waste_and_the_title_switches_to_the_evaluation(qtbot, tables):
    with visit(qtbot, tables) as v:
        tree = v.game.line.tree
        v.paste(QUEEN)
        v.wait(lambda: v.game.line.tree is not tree)
        panel, graph = v.window.charting.panel, v.window.charting.graph
        v.wait(lambda: panel.waste.text() == "the win was thrown away")
        assert graph.far
        assert panel.title.text() == "Distance to mate"
        slow, black, thrown = (point.distance for point in graph.points[1:4])
        assert slow.lost > 0
        assert black.plies is not None
        assert thrown.thrown
        start, after = graph.place_of(0), graph.place_of(2)
        assert start.y() > graph.place_of(3).y()  # a draw is above every distance
        assert after != start
        height = graph.sizeHint().height()
        panel.title.click()
        assert not graph.far
        assert graph.sizeHint().height() == height, "the title stays under the mouse"
        assert panel.title.text() == "Evaluation"
        assert panel.waste.text() == ""
        panel.title.click()
        assert graph.far


def test_stepping_draws_the_curve_once(qtbot, graph):
    graph.grab()
    drawn = graph._picture
    graph.show_cursor(3)
    graph.grab()
    assert graph._picture is drawn
    graph.show_points(graph.points)
    graph.grab()
    assert graph._picture is not drawn


def test_a_longer_line_looks_up_only_what_is_new(qtbot, tables):
    with visit(qtbot, tables) as v:
        tree, charting = v.game.line.tree, v.window.charting
        v.paste(QUEEN)
        v.wait(lambda: v.game.line.tree is not tree)
        v.wait(lambda: len(charting.graph.points) == 5 and charting.graph.points[4].exact)
        known = charting.stations
        v.game.show(v.game.line.tree.find((0, 0)))
        v.game.play("b8b5")
        v.wait(lambda: len(charting.graph.points) == 4 and charting.graph.points[3].exact)
        for node in (v.game.line.tree.root, *v.game.line.way[:2]):
            assert charting.stations[node.fen] is known[node.fen]
        assert charting.graph.points[3].mark is not None


def test_in_a_game_the_graph_is_shown_unless_verdicts_are_hidden(qtbot, tables):
    with visit(qtbot, tables, start_fen="8/8/8/3k4/8/8/8/KQ6 w - - 0 1") as v:
        graph = v.window.charting.graph
        v.press_play()
        v.best_move()
        v.answer_comes()
        v.wait(graph.isVisible)
        v.do("verdicts")
        v.wait(lambda: not graph.isVisible())
        v.resign()
        v.wait(graph.isVisible)


@pytest.mark.thorough
def test_what_an_engine_has_found_is_kept(qtbot):
    with visit(qtbot) as v:
        v.paste("1. e4 e5 2. Nf3 *")
        v.wait(lambda: v.game.studied and not v.window.workspace.editing)
        graph = v.window.charting.graph
        assert not graph.isVisible()
        node = v.game.line.tree.find((0,))
        position = Position(v.game.rules, node.fen, v.game.line.start_fen, ("e2e4",))
        info = SearchInfo(1, 8, 8, Score(centipawns=-400), 1, 1.0, 0, 0, ())
        v.window.analysis.analyst.told.emit(
            Findings(position, False, 1, (FoundLine(info, (), ()),))
        )
        assert graph.points[1].share == pytest.approx(FOUR_PAWNS)
        v.wait(graph.isVisible)
