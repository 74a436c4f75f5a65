"""What stands beneath the verdict does not jump, whatever the verdict says or is done."""

import chess
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QWidget,
)
from tests.gui.apart import built_here
from tests.gui.sharing import visit
from tests.gui.windows import Visitor
from tests.tiers import first

from millmate.gui.shell.window import status
from millmate.tablebase import names

MATE_IN_ONE = "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1"
KNOWN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
POSITIONS = (
    KNOWN,  # a table tells
    "8/8/8/3k4/8/8/8/KQ5r w - - 0 1",  # a table can be built
    "8/8/8/3k4/8/2p5/8/KRN3r1 w - - 0 1",  # tables that take long
    "8/8/8/3k4/8/8/8/4K2R w K - 0 1",  # tables know no castling
    chess.STARTING_FEN,
    "8/8/8/8/8/8/8/K6k w - - 0 1",  # a draw on the board
)


def shown(v: Visitor, fen: str) -> None:
    """Set up a position and wait until it is known what tables say."""
    v.window.views.current.editor.model.set_fen(fen)
    v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.fen == fen)
    v.qtbot.wait(20)


def place_of_tabs(v: Visitor) -> int:
    return place_of(v, v.window.panels)


def place_of(v: Visitor, widget: QWidget) -> int:
    v.qtbot.wait(50)
    return widget.mapTo(v.window, QPoint()).y()


@pytest.mark.parametrize("text_size", first(1, [100, 150]))
@pytest.mark.parametrize("language", first(1, ["en", "de"]))
def test_the_card_is_as_high_for_every_answer_and_the_tabs_stay(
    qtbot, tables, language, text_size
) -> None:
    with visit(qtbot, tables, language=language, text_size=text_size) as v:
        v.window.resize(1024, 700)
        v.window.workspace.set_up(KNOWN)
        places = {}
        for fen in POSITIONS:
            shown(v, fen)
            tabs = place_of_tabs(v)
            places[fen] = v.window.verdict.height(), tabs
        assert len(set(places.values())) == 1, places


def test_the_tabs_stay_where_they_are_at_the_end_of_a_game(qtbot, tables) -> None:
    with visit(qtbot, tables, start_fen=MATE_IN_ONE, black="human") as v:
        v.press_play()
        v.wait(lambda: v.window.table.model.moves != ())
        before = place_of_tabs(v)
        v.move("Qg8#")
        v.wait(
            lambda: v.window.probe.last is not None and v.window.probe.last.fen == v.game.line.fen
        )
        assert place_of_tabs(v) == before
        assert v.window.table.note.text() == "No moves: the game has ended on the board."


def test_another_game_gives_the_room_of_the_moves_up(qtbot, tables) -> None:
    with visit(qtbot, tables) as v:
        v.window.workspace.set_up(KNOWN)
        v.wait(lambda: v.window.table.isVisible())
        v.paste("1. e4 e5 2. Nf3 *")
        v.wait(lambda: bool(v.game.line.plies))
        v.wait(
            lambda: v.window.probe.last is not None and v.window.probe.last.fen == v.game.line.fen
        )
        assert not v.window.table.isVisible()


def test_a_game_that_hides_values_has_their_room_until_the_step_after_its_end(
    qtbot, tables
) -> None:
    hiding = {"start_fen": MATE_IN_ONE, "black": "human", "verdicts_in_play": False}
    with visit(qtbot, tables, **hiding) as v:
        v.wait(lambda: v.window.table.isVisible())
        below = place_of_tabs(v)
        v.press_play()
        v.wait(lambda: not v.window.table.isVisible())
        assert place_of_tabs(v) < below
        before = place_of_tabs(v)
        v.do("verdicts")
        v.wait(lambda: v.window.table.isVisible())
        v.do("verdicts")
        v.wait(lambda: not v.window.table.isVisible())
        v.move("Qg8#")
        v.wait(lambda: not v.game.live and v.window.probe.last is not None)
        assert place_of_tabs(v) == before
        v.do("previous")
        v.wait(lambda: v.window.table.isVisible())
        assert place_of_tabs(v) == below


def test_moves_take_their_place_only_once_the_mouse_is_elsewhere(qtbot, tables) -> None:
    fen = "8/8/8/3k4/8/8/8/KQ5r w - - 0 1"
    with visit(qtbot, tables, start_fen="8/1p6/P7/3k4/8/6pp/7P/KQ5r w - - 0 1") as v:
        v.wait(lambda: v.window.probe.last is not None)
        before = place_of_tabs(v)
        QTest.mouseMove(v.window.panels, v.window.panels.rect().center())
        shown(v, fen)
        assert place_of_tabs(v) == before
        QTest.mouseMove(v.board, v.board.rect().center())
        v.wait(lambda: v.window.table.isVisible())


def test_the_field_for_comments_stays_where_it_is_at_the_first_move_and_while_used(
    qtbot, tables
) -> None:
    with visit(qtbot, tables, start_fen=KNOWN) as v:
        v.do("study")
        field, graph = v.window.score.field, v.window.charting.graph
        before = place_of(v, field)
        v.wait(lambda: v.window.table.model.moves != ())
        v.window.workspace.play_move(v.window.table.model.moves[0].text)
        v.wait(lambda: graph.isVisible())
        field.setFocus()
        field.setPlainText("one\ntwo\nthree")
        assert place_of(v, field) == before


def test_letters_are_commands_only_where_the_board_has_the_focus(qtbot, tables) -> None:
    with visit(qtbot, tables, start_fen=KNOWN) as v:
        v.window.activateWindow()
        v.wait(lambda: v.window.table.view.isVisible())
        for widget, flipped in ((v.window.table.view, False), (v.board, True)):
            widget.setFocus()
            v.wait(widget.hasFocus)
            QTest.keyClick(widget, Qt.Key.Key_F)
            assert v.board.flipped is flipped, widget


def controls(v: Visitor) -> dict[QWidget, tuple[int, int, int, int]]:
    """Return the places of all controls in sight, in the window's pixels."""
    kinds = QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit, QAbstractItemView
    found = [each for kind in kinds for each in v.window.findChildren(kind)]
    shown = [each for each in found if each.isVisible() and not each.visibleRegion().isEmpty()]
    return {
        each: (*each.mapTo(v.window, QPoint()).toTuple(), *each.size().toTuple()) for each in shown
    }


def moved(before: dict, after: dict) -> list[str]:
    return [
        f"{type(each).__name__} {each.accessibleName()}: {before[each]} {after[each]}"
        for each in before
        if after.get(each, before[each]) != before[each]
    ]


@pytest.mark.parametrize("fen", [KNOWN, ".B.W..../W..B.W../.B...... w 0 0 0 1"])
def test_no_control_moves_at_a_message_a_move_a_verdict_or_the_end(
    qtbot, tables, morris_tables, fen
) -> None:
    with visit(qtbot, tables, black="human") as v:
        v.window.setMinimumSize(1280, 800)
        v.window.workspace.set_up(fen)
        v.do("show_setup")

        def at_rest() -> dict[QWidget, tuple[int, int, int, int]]:
            v.wait(
                lambda: (
                    v.window.probe.last is not None
                    and v.window.probe.last.fen == v.window.workspace.fen
                )
            )
            v.qtbot.wait(50)
            return controls(v)

        before = at_rest()
        v.window.notifications.warn("Something is wrong here.", "Mend it", lambda: None)
        assert moved(before, at_rest()) == []
        v.window.notifications.dismiss()
        v.window.notifications.status("Position pasted.")
        assert moved(before, at_rest()) == []
        v.press_play()
        before = at_rest()
        v.game.play(sorted(v.game.destinations())[0])
        v.wait(lambda: bool(v.game.line.plies))
        assert moved(before, at_rest()) == []
        v.resign()
        assert moved(before, at_rest()) == []


@pytest.mark.parametrize("mode", ["edit", "study", "show_setup"])
def test_no_control_moves_at_the_end_of_a_build(qtbot, tmp_path, monkeypatch, mode) -> None:
    built_here(monkeypatch)
    monkeypatch.setattr(status, "free_disk", lambda directory: 80_000_000_000)
    with visit(qtbot, tmp_path, black="human", small_builds=False) as v:
        v.window.setMinimumSize(1280, 800)
        v.window.workspace.set_up(KNOWN)
        v.do(mode)
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.fen == KNOWN)
        v.qtbot.wait(50)
        before, build = controls(v), v.window.services.build
        assert not v.window.probe.last.covered
        build.start([names.parse("KQvK")], unasked=True)
        assert moved(before, controls(v)) == []
        v.wait(lambda: not build.running and v.window.probe.last.covered)
        v.qtbot.wait(50)
        assert moved(before, controls(v)) == []
