"""Six and three men's morris at the window: their boards, their names, their rules explained."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.gui.listening import cursor_name
from tests.gui.mouse import Mouse
from tests.gui.sharing import visit
from tests.gui.windows import Visitor, session_of
from tests.saved_games import saved_games

from millmate.games.catalogue import parse
from millmate.games.morris.rule_words import Explanation
from millmate.games.morris.variants import NO_FLYING, SIX, THREE, VARIANTS, Variant
from millmate.games.outcome import WHITE, Outcome, Termination
from millmate.gui.boards.geometry import TRAYS
from millmate.gui.boards.morris_board import MORRIS
from millmate.gui.boards.morris_words import ExamplePicture, VariantButton
from millmate.gui.boards.widget import BoardWidget
from millmate.pictures.diagrams import Orientation
from millmate.records import archive

SIX_PLACED = "WW.W..../.B.B..B. w 0 0 0 9"


@contextmanager
def morris(qtbot: QtBot, **remembered: object) -> Iterator[Visitor]:
    """Open the window on morris between two people."""
    people = {"white": "human", "black": "human", "start": "initial"}
    with visit(qtbot, game="morris", **{**people, **remembered}) as v:
        yield v


@pytest.fixture
def view(qtbot: QtBot) -> BoardWidget:
    board = BoardWidget(MORRIS)
    qtbot.addWidget(board)
    board.set_animated(False)
    board.resize(640, 520)
    board.show()
    return board


# --- the board ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [SIX, THREE], ids=lambda each: each.name)
@pytest.mark.parametrize("turns", [0, 1])
def test_every_point_is_found_where_it_is_drawn(
    view: BoardWidget, variant: Variant, turns: int
) -> None:
    view.set_variant(variant.lines, variant.stones)
    view.set_orientation(Orientation(turns=turns, mirrored=bool(turns)))
    geometry = view.board_geometry
    names = {name for _, name in geometry.coordinates()}
    assert names == {character for name in variant.lines.names for character in name}
    for number in range(variant.lines.points):
        assert geometry.board.contains(geometry.room_of(number))
        assert geometry.square_at(geometry.centre_of(number)) == number
    assert view.game.places(view.state) == (*range(variant.lines.points), *TRAYS.values())


def test_the_cursor_walks_over_the_points_of_the_board_shown(view: BoardWidget) -> None:
    view.set_variant(THREE.lines, THREE.stones)
    view.set_position(parse("W......./B b 2 2 0 2"))
    view.setFocus()
    said = []
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyClick(view, key)
        said.append(cursor_name(view))
    assert said == ["a3, white stone", "b3, empty", "b2, black stone", "b1, empty"]


def test_another_board_forgets_what_named_points(view: BoardWidget) -> None:
    view.set_position(parse("W......./B......./........ w 8 8 0 2"))
    view.set_destinations(["d7", "g7"])
    view.move_cursor(20)
    view.set_variant(SIX.lines, SIX.stones)
    assert view.state.destinations == {}
    assert view.state.cursor is None
    assert view.state.pieces == {}
    assert not view.squares[20].isVisible()
    view.set_variant(SIX.lines, SIX.stones)
    view.set_position(parse(SIX_PLACED))
    view.set_destinations(["e3-e5xc4", "e3-e1"])
    Mouse(view).play("e3-e1")


# --- at the window --------------------------------------------------------------------------------


def test_a_game_of_three_men_s_morris_is_played_to_its_end_and_kept(qtbot: QtBot) -> None:
    with morris(qtbot) as v:
        v.choose_rules(THREE.name)
        assert v.window.workspace.fen == "......../. w 3 3 0 1"
        v.press_play()
        for move in ("b2", "a3", "c3", "a1", "a2", "c2"):
            v.play(move)
        Mouse(v.board).click("b2")
        Mouse(v.board).click("c2")
        assert "c2 is occupied" in v.window.views.current.line.text()
        v.play("b2-b3")
        v.play("a1-b2")
        assert v.moves[-2:] == ["b2-b3", "a1-b2"]
        v.resign()
        v.wait(lambda: v.game.outcome is not None)
    (saved,) = saved_games()
    (record,) = archive.load(saved)
    assert record.game == "morris:three"
    assert record.moves[:2] == ("b2", "a3")


def test_a_closed_mill_wins_on_the_board(qtbot: QtBot) -> None:
    with morris(qtbot, start="board") as v:
        v.choose_rules(THREE.name)
        v.window.workspace.set_up("WB.W.BB./W w 0 0 0 4")
        v.press_play()
        v.play("c2-c1")
        v.answer_comes()
        assert v.game.outcome == Outcome(Termination.MILL, WHITE)
        lines = v.board.state.lines
        assert lines.point("c1") in {v.board.state.last.target}


def test_a_mill_on_two_rings_takes_a_stone_with_a_click(qtbot: QtBot) -> None:
    with morris(qtbot, start="board") as v:
        v.choose_rules(SIX.name)
        v.window.workspace.set_up(SIX_PLACED)
        v.press_play()
        v.play("e3-e5xc4")
        assert v.moves == ["e3-e5xc4"]


def test_a_position_of_another_board_brings_its_rules_along(qtbot: QtBot) -> None:
    with morris(qtbot) as v:
        v.window.workspace.set_up(SIX_PLACED)
        assert v.window.workspace.rules.name == "morris:six"
        v.wait(lambda: v.window.setup.variant.currentData() == "six")
        v.window.workspace.set_up("......../......../........ w 9 9 0 1")
        assert v.window.workspace.rules.name == "morris"
        v.wait(lambda: v.window.setup.variant.currentData() == "standard")


def test_a_position_typed_ring_by_ring_keeps_the_rules_chosen(qtbot: QtBot) -> None:
    with morris(qtbot) as v:
        v.choose_rules(NO_FLYING.name)
        line = v.window.views.current.editor.fen_field.line
        line.selectAll()
        QTest.keyClicks(line, "WW....../W.W...B.")  # a position of six men's morris so far
        assert v.window.workspace.rules.name == "morris:six"
        QTest.keyClicks(line, "/B.B.B..B w 0 0 0 1")
        assert v.window.workspace.rules.name == "morris:no-flying"
        assert v.window.setup.variant.currentData() == NO_FLYING.name


def test_a_random_position_has_no_more_stones_than_the_rules_give(qtbot: QtBot) -> None:
    with morris(qtbot, start="random") as v:
        v.choose_rules(THREE.name)
        assert {box.value() for box in v.window.setup.counts.values()} == {3}
        v.press_play()
        assert v.game.line.start_fen.split()[2:4] == ["0", "0"]
        assert v.window.workspace.rules.name == "morris:three"


def test_the_positions_of_the_editor_are_mirrored_as_they_are_seen(qtbot: QtBot) -> None:
    with morris(qtbot) as v:
        v.choose_rules(THREE.name)
        model = v.window.views["morris"].editor.model
        model.set_fen("WB....../W w 1 2 0 3")
        model.arrange("flip")
        assert model.fen.startswith(".....BW./W")
        model.arrange("mirror")
        assert model.fen.startswith("....WB../W")
        model.arrange("clear")
        assert model.fen == "......../. w 0 0 0 1"


@pytest.mark.thorough
def test_each_tab_keeps_its_rules_over_a_restart(qtbot: QtBot) -> None:
    with morris(qtbot) as v:
        keeping = session_of(v.window)
        keeping.start()
        v.choose_rules("lasker")
        v.do("new_tab")
        v.choose_rules(THREE.name)
        v.do("new_tab")
        v.choose_rules("standard")
        keeping.end()
    with morris(qtbot) as v:
        keeping = session_of(v.window)
        keeping.start()
        found = []
        for _ in range(3):
            found.append((v.window.workspace.rules.name, v.window.setup.variant.currentData()))
            v.do("next_tab")
        assert found == [
            ("morris", "standard"),
            ("morris:lasker", "lasker"),
            ("morris:three", "three"),
        ]
        keeping.end()


# --- the rules explained --------------------------------------------------------------------------


def test_the_question_mark_explains_the_rules_that_are_chosen(qtbot: QtBot) -> None:
    with morris(qtbot) as v:
        explain = v.window.setup.explain
        assert "Nine men's morris" in explain.accessibleName()
        for variant in (THREE, VARIANTS["each-mill"]):
            v.choose_rules(variant.name)
            explain.click()
            said = explain.popover.accessibleName()
            assert variant.title in said
            assert Explanation(variant).text in said
            assert explain.popover.findChild(ExamplePicture) is not None
            assert v.window.rect().contains(explain.popover.geometry())
            explain.click()
            v.wait(lambda: explain.popover is None)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_every_example_is_drawn(qtbot: QtBot, variant: Variant) -> None:
    button = VariantButton()
    qtbot.addWidget(button)
    button.show_variant(variant)
    picture, caption = button.pictures(button.terms[0])
    for widget in (picture, caption):
        qtbot.addWidget(widget)
    picture.resize(300, 210)
    assert not picture.grab().toImage().isNull()
    assert caption.text() == Explanation(variant).caption
