import pytest
from PySide6.QtGui import QGuiApplication
from tests.gui.boards.editor.stand import check_buttons, stand
from tests.gui.mouse import Mouse

from millmate.games.morris.points import point
from millmate.gui.boards.editor.morris_editor import START, MorrisEditor, MorrisModel
from millmate.gui.boards.morris_board import MORRIS
from millmate.gui.boards.widget import BoardWidget

SANMILL_START = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 0"
FIVE = "W.W..B../.W....B./..WB.B.B w 0 0 0 1"


@pytest.fixture
def editor(qtbot):
    editor = MorrisEditor(MorrisModel(), BoardWidget(MORRIS))
    stand(qtbot, editor, FIVE)
    return editor


@pytest.fixture
def mouse(editor):
    return Mouse(editor.board)


def text(editor: MorrisEditor) -> str:
    """Return the position as the board shows it, which is how the model has it."""
    stones = {place: s for place, s in editor.board.state.pieces.items() if place < 24}
    rings = "".join(stones.get(place, ".") for place in range(24))
    shown = "/".join(rings[i : i + 8] for i in (0, 8, 16))
    assert editor.model.fen.split()[0] == shown
    assert editor.fen_field.line.text() == editor.model.fen
    return editor.model.fen


def test_stones_move_between_hand_and_board(editor, mouse):
    editor.start_button.click()
    assert text(editor) == START
    mouse.drag("white", "d6")
    assert text(editor) == "......../.W....../........ b 8 9 0 1"  # and it is Black's turn
    mouse.drag("black", "f4")
    assert text(editor) == "......../.W.B..../........ w 8 8 0 1"
    mouse.drag("f4", "black")
    assert text(editor) == "......../.W....../........ b 8 9 0 1"
    mouse.drag("d6", "off")
    assert text(editor) == "......../......../........ b 8 9 0 1"
    assert editor.material.text() == "Empty board, 8 and 9 in hand"


def test_a_palette_stone_comes_out_of_the_hand_while_the_side_has_all_nine(editor, mouse):
    editor.start_button.click()
    mouse.carry(editor.palettes[True].buttons["W"], "d6")
    assert text(editor) == "......../.W....../........ b 8 9 0 1"
    editor.model.set_fen("......../......../........ w 3 3 0 1")
    mouse.carry(editor.palettes[True].buttons["W"], "d6")
    assert text(editor) == "......../.W....../........ w 3 3 0 1"


def test_the_right_button_puts_the_other_colour_and_takes_out_of_a_tray(editor, mouse):
    editor.start_button.click()
    editor.board.set_stamp("W")
    mouse.click("d6")
    mouse.right_click("f4")
    assert text(editor) == "......../.W.B..../........ w 8 8 0 1"
    mouse.right_click("f4")  # again: off, and not back into the hand
    assert text(editor) == "......../.W....../........ w 8 8 0 1"
    mouse.click("d6")
    assert text(editor) == "......../......../........ w 8 8 0 1"
    mouse.right_click("black")
    assert text(editor).split()[2:4] == ["8", "7"]


def test_the_numbers_in_hand_follow_both_ways(editor, mouse):
    editor.start_button.click()
    editor.hands[True].setValue(7)
    assert text(editor) == "......../......../........ w 7 9 0 1"
    editor.undo_button.click()
    assert editor.hands[True].value() == 9
    mouse.right_click("black")
    assert editor.hands[False].value() == 8


def test_the_buttons_change_the_whole_position_and_undo_takes_it_back(editor):
    expected = {
        "flip": ".B..W.W./B....W../.B.BW..B w 0 0 0 1",
        "mirror": "W.W..B../.W..B.../W..B.B.B w 0 0 0 1",
        "clear": "......../......../........ w 0 0 0 1",
        "start": START,
        "swap": "B.B..W../.B....W./..BW.W.W b 0 0 0 1",
    }
    check_buttons(editor, expected)


def test_an_impossible_position_says_why_and_marks_the_stones(editor):
    editor.model.set_fen("WW....../......../B.B.B... w 0 0 0 1")
    assert not editor.model.problems  # White has just lost its third stone
    editor.model.set_turn(False)
    assert editor.problem_list.messages[0].startswith("White needs 3 stones")
    assert editor.board.state.faults == {point("a7"), point("d7")}
    editor.model.set_fen("......../......../........ w 5 9 0 1")
    assert "the same number in hand" in editor.problem_list.messages[0]


def test_a_position_of_sanmill_is_read(editor):
    QGuiApplication.clipboard().setText(SANMILL_START)
    editor.fen_field.paste.click()
    assert not editor.fen_field.wrong
    assert text(editor) == START
