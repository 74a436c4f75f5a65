"""What a machine thinks is shown while it does, and it can be told to move now."""

import sys

import chess
import pytest
from tests.engine_files import nothing_left, program
from tests.gui import windows
from tests.gui.sharing import visit
from tests.gui.windows import Visitor

# Long enough that only being told to ends them within a test.
DEEPENING, FIXED, STRONG = "iterative:seconds=600", "minimax:depth=6", "strong:seconds=600"


def thoughts(visitor: Visitor):
    return visitor.window.moves.thoughts


def sees_a_line(visitor: Visitor) -> bool:
    return bool(thoughts(visitor).line.text())


def hurry(visitor: Visitor) -> None:
    """Say Move now, and wait for the move."""
    plies = len(visitor.moves)
    visitor.do("move_now")
    visitor.wait(lambda: len(visitor.moves) > plies)


def test_a_generation_tells_what_it_thinks_and_moves_when_told_to(qtbot):
    with visit(qtbot, game="chess", start="initial", white=DEEPENING, black="human") as v:
        v.press_play()
        v.wait(lambda: sees_a_line(v))
        shown = thoughts(v)
        assert shown.isVisible()
        assert "(" in shown.score.text()
        assert shown.figures.text().startswith("Depth ")
        assert "nodes/s" in shown.figures.text()
        line, board = shown.line.text().split(), chess.Board()
        for san in line:
            board.push_san(san)
        assert v.window.moves.hurry.isEnabled()
        v.window.moves.hurry.click()
        v.wait(lambda: v.game.awaits_person)
        assert v.game.thought is None
        assert shown.score.text() == ""
        assert shown.line.text() == ""
        assert not v.window.commands["move_now"].isEnabled()
        assert not v.window.moves.hurry.isEnabled()


def test_both_machines_are_watched_and_hurried_in_turn_and_nothing_is_left_of_the_last(qtbot):
    with visit(qtbot, game="chess", start="initial", white=DEEPENING, black=DEEPENING) as v:
        v.press_play()
        for mover in (True, False, True):
            v.wait(lambda mover=mover: v.game.turn is mover and sees_a_line(v))
            assert v.game.thought.mover is mover
            assert v.game.thought.fen == v.game.line.fen
            hurry(v)


def test_a_search_that_has_found_nothing_says_so_and_still_moves(qtbot):
    with visit(qtbot, game="chess", start="initial", white=FIXED, black="human") as v:
        v.press_play()
        v.wait(lambda: thoughts(v).score.text() == "Nothing found yet")
        hurry(v)
        assert (
            v.window.status.currentMessage()
            == "White has not found a move yet and may play anything."
        )
        assert v.game.outcome is None


@pytest.mark.thorough
def test_a_search_of_morris_is_told_in_points_and_in_morris_notation(qtbot):
    with visit(qtbot, game="morris", start="initial", white=DEEPENING, black="human") as v:
        v.press_play()
        v.wait(lambda: sees_a_line(v))
        assert "pawn" not in thoughts(v).score.text()
        line = [text for text in thoughts(v).line.text().split() if text != "…"]
        board = v.game.rules.board(v.game.line.start_fen)
        for text in line:
            names = {v.game.rules.notation(board, move): move for move in board.legal_moves}
            board.push(names[text])
        hurry(v)


@pytest.mark.parametrize("black", ["human", "random"])
def test_nobody_who_searches_takes_no_room_and_cannot_be_hurried(qtbot, black):
    with visit(qtbot, game="chess", start="initial", black=black) as v:
        v.press_play()
        assert not thoughts(v).isVisible()
        assert not v.window.moves.hurry.isVisible()
        assert not v.window.commands["move_now"].isEnabled()


def test_leaving_the_game_while_a_machine_thinks_leaves_nothing_shown(qtbot):
    with visit(qtbot, game="chess", start="initial", white=DEEPENING, black="human") as v:
        v.press_play()
        v.wait(lambda: sees_a_line(v))
        v.do("edit")
        v.wait(lambda: thoughts(v).isHidden())
        assert not sees_a_line(v)
        assert not v.window.commands["move_now"].isEnabled()


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="programs begin with #! here")
def test_our_own_engine_tells_too_and_can_be_hurried(qtbot):
    with (
        nothing_left(),
        windows.visit(
            qtbot, game="chess", start="initial", white="strong:seconds=600", black="human"
        ) as v,
    ):
        v.press_play()
        v.wait(lambda: sees_a_line(v))  # its kernels are compiled or loaded first
        hurry(v)
        v.wait(lambda: v.game.awaits_person)
        assert not sees_a_line(v)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="programs begin with #! here")
def test_what_an_engine_is_busy_with_before_it_thinks_stands_in_the_thoughts(qtbot, tmp_path):
    done = tmp_path / "done"
    engine = f"uci:{program('compiles', tmp_path)},arguments={done}"
    with (
        nothing_left(),
        windows.visit(qtbot, game="chess", start="initial", white=engine, black="human") as v,
    ):
        v.press_play()
        v.wait(lambda: thoughts(v).score.text() == "Compiling …")
        assert thoughts(v).figures.text() == "this takes a while, and only once"
        done.touch()
        v.wait(lambda: v.game.awaits_person)
        assert v.moves == ["e4"]
        assert thoughts(v).score.text() == ""
        assert "only once" not in thoughts(v).figures.text()
