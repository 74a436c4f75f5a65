"""Working at a game in the window: variations, comments, signs, drawings, and all of it undone."""

import chess
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.gui.mouse import Mouse
from tests.gui.sharing import v, visit
from tests.gui.windows import QUEEN_MATE, Visitor

from millmate.gui.features.analyse.panel import Row, Shown
from millmate.records.notes import Shape
from millmate.records.tree import steps_to

__all__ = ["v"]  # a fixture

GAME = (
    '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0'
)
NOTED = "1. e4 {best} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 (1... c5) 2. Nf3 *"
RIGHT, SHIFT, CONTROL = (
    Qt.MouseButton.RightButton,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
ALT = Qt.KeyboardModifier.AltModifier


def opened(v: Visitor, text: str = GAME) -> None:
    v.paste(text)
    v.wait(lambda: v.game.studied and not v.window.workspace.editing)


@pytest.fixture
def studied(v):
    """A window with the moves of `GAME`."""
    opened(v)
    return v


@pytest.fixture
def noted(v):
    """A window with the moves and variations of `NOTED`."""
    opened(v, NOTED)
    return v


def copied(v: Visitor) -> str:
    """The moves of the game as it is copied."""
    v.do("copy_pgn")
    return " ".join(QApplication.clipboard().text().partition("\n\n")[2].split())


def at(v: Visitor) -> tuple[int, ...]:
    return steps_to(v.game.line.node)


def score(v: Visitor):
    return v.window.moves.view


def notes(v: Visitor):
    return v.game.line.node.notes


# --- variations -----------------------------------------------------------------------------------


def test_a_move_made_in_a_game_that_is_over_makes_a_variation_and_is_undone(studied, qtbot):
    for move in ("e2e4", "c7c5", "g1f3"):  # the first of them was played in the game
        Mouse(studied.board).play(move)
    assert at(studied) == (0, 1, 0)
    assert score(studied).current_text == "2. Nf3"
    assert copied(studied).startswith("1. e4 e5 (1... c5 2. Nf3) 2. Qh5")
    qtbot.keyClick(studied.window, Qt.Key.Key_Z, CONTROL)
    assert at(studied) == (0, 1)
    qtbot.keyClick(studied.window, Qt.Key.Key_Z, CONTROL)
    assert at(studied) == (0,)
    assert "(" not in copied(studied)
    assert not studied.window.commands["take_back"].isEnabled()  # it was not played here
    qtbot.keyClick(studied.window, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert at(studied) == (0, 1)


def test_where_the_game_has_ended_on_the_board_nothing_can_be_tried(studied):
    studied.do("last")
    assert studied.board.state.destinations == {}
    studied.game.play("e8f7")
    assert studied.window.status.currentMessage() == "The game has ended here."


def test_a_game_of_ones_own_can_be_tried_in_once_it_is_over_and_then_taken_back(qtbot):
    with visit(qtbot, game="chess", start="initial", black="human") as v:
        v.press_play()
        v.move("e4")
        v.move("e5")
        v.resign()
        v.wait(lambda: v.game.studied)
        v.do("previous")
        Mouse(v.board).play("c7c5")
        assert v.game.line.played[-1].notation == "e5"
        v.do("take_back")
        assert at(v) == (0,)
        v.do("take_back")  # nothing is left to undo but the resignation: the game goes on
        assert v.game.live
        assert [ply.notation for ply in v.game.line.played] == ["e4", "e5"]


def test_a_position_is_tried_out_without_players(qtbot):
    with visit(qtbot, start_fen=QUEEN_MATE) as v:
        v.do("study")
        assert not v.window.workspace.editing
        assert not v.game.live
        Mouse(v.board).play("b1b3")
        Mouse(v.board).play("d5e4")
        assert v.moves == ["Qb3+", "Ke4"]
        v.do("first")
        Mouse(v.board).play("b1b7")
        assert copied(v) == "1. Qb3+ (1. Qb7+) 1... Ke4 *"


def test_variations_are_gone_through_with_the_arrow_keys(noted, qtbot):
    noted.board.setFocus()
    qtbot.keyClick(noted.board, Qt.Key.Key_Down)  # along the line to where there is a choice
    assert at(noted) == (0,)
    for step in (1, 2, 0):
        qtbot.keyClick(noted.board, Qt.Key.Key_Down)
        assert at(noted) == (step,)
    qtbot.keyClick(noted.board, Qt.Key.Key_Up)
    assert at(noted) == (2,)
    qtbot.keyClick(noted.board, Qt.Key.Key_Up)
    score(noted).setFocus()
    qtbot.keyClick(score(noted), Qt.Key.Key_Right)
    qtbot.keyClick(score(noted), Qt.Key.Key_Down)
    assert at(noted) == (1, 1)
    qtbot.keyClick(score(noted), Qt.Key.Key_End)
    assert score(noted).current_text == "2. c4"
    qtbot.keyClick(score(noted), Qt.Key.Key_Home)
    assert at(noted) == ()
    # a click goes to any move
    for node in list(noted.game.line.tree.nodes())[1:]:
        QTest.mouseClick(
            score(noted).viewport(), Qt.MouseButton.LeftButton, pos=score(noted).place_of(node)
        )
        assert noted.game.line.node is node
        assert noted.window.workspace.fen == node.fen


def test_lines_are_put_up_and_down_and_deleted(noted):
    assert not noted.window.commands["promote"].isEnabled()
    noted.game.show(noted.game.line.tree.find((1, 1)))
    noted.do("promote")
    assert copied(noted).startswith("1. e4 {best} (1. d4 Nf6 (1... d5) 2. c4) (1. c4)")
    noted.do("make_main")
    assert (
        copied(noted)
        == "1. d4 (1. e4 {best} 1... e5 (1... c5) 2. Nf3) (1. c4) 1... Nf6 (1... d5) 2. c4 *"
    )
    noted.do("demote")
    noted.do("delete_line")
    assert at(noted) == (0,)
    for _ in range(4):
        noted.do("take_back")
    assert copied(noted) == NOTED
    noted.do("strip")
    assert copied(noted) == "1. e4 e5 2. Nf3 *"
    assert at(noted) == ()


def test_the_menu_of_a_move_opens_with_the_keyboard_and_does_what_it_says(qtbot, monkeypatch):
    shown = []  # where there is no screen, nothing can pop up
    monkeypatch.setattr(QMenu, "popup", lambda menu, at: shown.append(menu))
    with visit(qtbot) as v:
        opened(v, NOTED)
        v.game.show(v.game.line.tree.find((2,)))
        event = QContextMenuEvent(
            QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), score(v).mapToGlobal(QPoint(1, 1))
        )
        QApplication.sendEvent(score(v).viewport(), event)
        (menu,) = shown
        texts = {action.text(): action for action in menu.actions()}
        assert {"Comment…", "Text before the variation…", "Delete from here"} <= set(texts)
        assert not texts["Put this variation down"].isEnabled()
        texts["Make this the main line"].trigger()
        assert copied(v).startswith("1. c4 (1. e4 {best}")


# --- comments and signs ---------------------------------------------------------------------------


def test_a_comment_is_written_beneath_the_moves_and_undone_as_one(studied, qtbot):
    studied.do("next")
    qtbot.keyClick(studied.window, Qt.Key.Key_C)
    field = studied.window.score.field
    studied.wait(field.hasFocus)
    qtbot.keyClicks(field, "by far the best")
    assert "best" in [cell.text for cell in score(studied).scene.cells]
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert score(studied).hasFocus()
    assert copied(studied).startswith("1. e4 {by far the best} 1... e5")
    studied.do("next")
    assert field.toPlainText() == ""
    studied.do("take_back")
    assert notes(studied).comment == ""
    assert at(studied) == (0,)
    studied.do("redo")
    assert field.toPlainText() == "by far the best"


def test_the_start_of_a_game_and_of_a_variation_have_their_text(noted, qtbot):
    field = noted.window.score.field
    noted.do("comment")
    qtbot.keyClicks(field, "A lesson")
    noted.game.show(noted.game.line.tree.find((1,)))
    noted.window.score.comment(before=True)
    qtbot.keyClicks(field, "Or:")
    assert copied(noted).startswith("{A lesson} 1. e4 {best} ({Or:} 1. d4 d5")
    noted.do("first")
    assert field.toPlainText() == "A lesson"


def test_signs_are_typed_and_a_question_mark_opens_no_help(studied, qtbot):
    studied.do("next")
    score(studied).setFocus()
    qtbot.keyClicks(score(studied), "!?")
    assert score(studied).current_text == "e4!?"
    qtbot.keyClicks(score(studied), "=")
    assert score(studied).current_text == "e4!? ="
    assert "interesting move, equal position" in score(studied).accessibleDescription()
    studied.window.score.sign(5)
    assert notes(studied).nags == (10,)
    assert QApplication.activeModalWidget() is None


def test_nothing_is_said_about_a_game_while_it_is_played(qtbot):
    with visit(qtbot, game="chess", start="initial", black="human") as v:
        v.press_play()
        v.move("e4")
        assert not v.window.score.field.isVisible()
        assert not v.window.commands["comment"].isEnabled()
        v.window.score.sign(1)
        v.window.score.delete()
        assert score(v).current_text == "e4"


# --- drawings -------------------------------------------------------------------------------------


def drag(v: Visitor, origin: str, target: str, keys=Qt.KeyboardModifier.NoModifier) -> None:
    mouse = Mouse(v.board)
    QTest.mousePress(v.board, RIGHT, keys, mouse.point(origin))
    QTest.mouseMove(v.board, mouse.point(target))
    QTest.mouseRelease(v.board, RIGHT, keys, mouse.point(target))


def test_the_right_button_draws_in_four_colours_and_takes_away(qtbot):
    plain = Qt.KeyboardModifier.NoModifier
    with visit(qtbot) as v:
        opened(v)
        for keys, colour in ((plain, "G"), (SHIFT, "R"), (ALT, "B"), (SHIFT | ALT, "Y")):
            drag(v, "e2", "e4", keys)
            drag(v, "d5", "d5", keys)
            assert notes(v).shapes == (Shape(colour, "d5"), Shape(colour, "e2", "e4"))
            assert len(v.board.state.all_arrows) == 2
            assert f"[%cal {colour}e2e4]" in copied(v)
            drag(v, "e2", "e4", keys)
            assert notes(v).shapes == (Shape(colour, "d5"),)
        assert "yellow circle round d5" in score(v).accessibleDescription()
        v.do("next")
        assert v.board.state.all_arrows == ()
        v.do("previous")
        v.do("clear_drawings")
        assert notes(v).shapes == ()
        v.do("take_back")
        assert notes(v).shapes == (Shape("Y", "d5"),)


def test_an_arrow_grows_while_it_is_drawn(studied):
    mouse = Mouse(studied.board)
    QTest.mousePress(studied.board, RIGHT, pos=mouse.point("a1"))
    QTest.mouseMove(studied.board, mouse.point("a8"))
    (arrow,) = studied.board.state.all_arrows
    assert (arrow.origin, arrow.target) == (chess.A1, chess.A8)
    QTest.mouseRelease(studied.board, RIGHT, pos=QPoint(-30, -30))
    assert studied.board.state.all_arrows == ()
    assert notes(studied).shapes == ()
    # the right button lets go of a piece before it draws
    Mouse(studied.board).click("e2")
    Mouse(studied.board).right_click("e4")
    assert studied.board.state.selected is None
    assert notes(studied).shapes == ()


def test_with_the_square_cursor_d_draws(studied, qtbot):
    studied.board.setFocus()
    qtbot.keyClick(studied.board, Qt.Key.Key_Return)
    origin = studied.board.state.cursor
    qtbot.keyClick(studied.board, Qt.Key.Key_D)
    qtbot.keyClick(studied.board, Qt.Key.Key_Up)
    qtbot.keyClick(studied.board, Qt.Key.Key_D, SHIFT)
    (shape,) = notes(studied).shapes
    assert (shape.colour, shape.origin) == ("R", chess.SQUARE_NAMES[origin])
    assert shape.target == chess.SQUARE_NAMES[origin + 8]


def test_while_setting_up_the_right_button_edits_and_draws_nothing(qtbot):
    with visit(qtbot, start_fen=QUEEN_MATE) as v:
        Mouse(v.board).right_click("b1")
        assert "Q" not in v.window.workspace.fen.split()[0]
        v.board.set_stamp("R")
        Mouse(v.board).right_click("b1")
        assert "r" in v.window.workspace.fen.split()[0]
        assert v.board.state.all_arrows == ()


def test_drawings_on_the_morris_board_and_in_a_game_being_played(qtbot):
    people = {"white": "human", "black": "human", "start": "initial"}
    with visit(qtbot, game="morris", **people) as v:
        v.press_play()
        v.wait(lambda: v.game.awaits_person)
        point = Mouse(v.board).point("d6")
        QTest.mouseClick(v.board, RIGHT, pos=point)
        assert notes(v).shapes == (Shape("G", "d6"),)
        assert len(v.board.state.all_arrows) == 1


# --- what comes from elsewhere --------------------------------------------------------------------


def test_a_line_of_the_analysis_is_inserted_as_a_variation(studied, qtbot):
    studied.do("next")
    row = Row("+0.3", "a little better", "1… c5 2. Nf3", "c7c5", ("c7c5", "g1f3", "d7d6"))
    studied.window.analysis.panel.show_all(Shown(rows=(row,)))
    studied.window.analysis.panel.insert.click()
    assert at(studied) == (0,)
    assert copied(studied).startswith("1. e4 e5 (1... c5 2. Nf3 d6) 2. Qh5")
    studied.do("take_back")
    button = studied.window.analysis.panel.rows[0]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, SHIFT)
    assert "(1... c5 2. Nf3 d6)" in copied(studied)
    studied.do("take_back")
    qtbot.keyClick(button, Qt.Key.Key_Insert)
    assert "(1... c5 2. Nf3 d6)" in copied(studied)


def test_a_long_game_is_opened_in_a_thread_and_the_newest_wins(qtbot):
    long = " ".join(f"{n}. Nf3 Nf6 {n + 1}. Ng1 Ng8" for n in range(1, 100, 2))
    with visit(qtbot) as v:
        v.paste(long)
        v.wait(lambda: len(v.moves) == 200)
        assert not v.window.workspace.editing
        v.do("last")
        assert score(v).current_text == "Ng8"
        assert score(v).verticalScrollBar().value() > 0
        # what cannot be played is said
        opened(v, "1. e4 (1. Ke3) e5 *")
        v.wait(lambda: "kept as a comment" in v.window.status.currentMessage())


def test_a_game_that_is_gone_on_with_keeps_what_was_tried_in_it(qtbot):
    with visit(qtbot) as v:
        opened(v, "1. e4 {mine} e5 (1... c5) *")
        v.do("next")
        Mouse(v.board).play("d7d5")
        v.window.moves.resume.click()
        v.wait(lambda: v.game.awaits_person)
        v.move("Nf3")
        assert copied(v) == "1. e4 {mine} 1... e5 (1... c5) (1... d5) 2. Nf3 *"
        v.do("previous")
        v.game.play("g8f6")
        assert "earlier position" in v.window.status.currentMessage()
