import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from tests.gui.boards.editor.stand import check_buttons, stand
from tests.gui.mouse import Mouse

from millmate.gui.boards.chess_board import CHESS
from millmate.gui.boards.editor.chess_editor import ChessEditor, ChessModel
from millmate.gui.boards.interaction import DragImage
from millmate.gui.boards.state import ERASER
from millmate.gui.boards.widget import BoardWidget

KBNVK = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"


@pytest.fixture
def editor(qtbot):
    editor = ChessEditor(ChessModel(), BoardWidget(CHESS))
    stand(qtbot, editor, KBNVK)
    return editor


@pytest.fixture
def mouse(editor):
    return Mouse(editor.board)


def pieces(editor: ChessEditor) -> str:
    """Return the pieces as the board shows them, which is how the model has them."""
    assert editor.board.state.pieces == {
        square: piece.symbol() for square, piece in editor.model.board.piece_map().items()
    }
    assert editor.fen_field.wrong or editor.model.fen.startswith(editor.fen_field.line.text())
    return editor.model.fen.split()[0]


def test_a_piece_drags_to_any_square_and_off_the_board(editor, mouse):
    mouse.drag("d4", "c5", "h8")
    assert pieces(editor) == "7k/8/8/8/8/8/8/KBN5"
    mouse.drag("b1", "h8")  # onto another: in its place
    assert pieces(editor) == "7B/8/8/8/8/8/8/K1N5"
    assert editor.material.text() == "KBNv"
    mouse.drag("h8", "b2", "off")
    assert pieces(editor) == "8/8/8/8/8/8/8/K1N5"


def test_a_piece_that_goes_while_it_is_pressed_on_is_not_taken_up(editor, mouse):
    mouse.press("d4")
    editor.model.arrange("clear")
    mouse.move("e6")
    mouse.release("e6")
    assert pieces(editor) == "8/8/8/8/8/8/8/8"
    assert editor.board.state.carried is None


def test_click_and_click_moves_to_an_empty_square(editor, mouse):
    mouse.click("c1")
    mouse.click("c1")
    mouse.click("c6")
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KBN5"
    mouse.click("c1")
    mouse.click("c6")
    assert pieces(editor) == "8/8/2N5/8/3k4/8/8/KB6"


def test_a_right_click_erases_and_a_right_drag_sweeps(editor, mouse):
    mouse.right_click("d4")
    assert pieces(editor) == "8/8/8/8/8/8/8/KBN5"
    mouse.press("a1", Qt.MouseButton.RightButton)
    mouse.move("b1")
    mouse.move("c1")
    mouse.release("c1", Qt.MouseButton.RightButton)
    assert pieces(editor) == "8/8/8/8/8/8/8/8"
    editor.model.undo()  # the sweep is one step
    assert pieces(editor) == "8/8/8/8/8/8/8/KBN5"
    mouse.move("a1")  # the button is up
    assert pieces(editor) == "8/8/8/8/8/8/8/KBN5"


def test_delete_erases_and_letters_place_under_the_mouse(editor, mouse):
    mouse.move("c1")
    QTest.keyClick(editor.board, Qt.Key.Key_Delete)
    mouse.move("e5")
    QTest.keyClicks(editor.board, "q")
    mouse.move("f5")
    QTest.keyClicks(editor.board, "R")
    assert pieces(editor) == "8/8/8/4qR2/3k4/8/8/KB6"


def test_a_position_can_be_set_up_by_the_keyboard_alone(editor):
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Left, Qt.Key.Key_Delete, Qt.Key.Key_Up):
        QTest.keyClick(editor.board, key)
    QTest.keyClicks(editor.board, "k")
    assert pieces(editor) == "8/8/8/3k4/8/8/8/KBN5"
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Up, Qt.Key.Key_Space):  # take it up, put it down
        QTest.keyClick(editor.board, key)
    assert pieces(editor) == "8/8/3k4/8/8/8/8/KBN5"


def test_a_piece_drags_from_the_palette_onto_the_board(editor, mouse):
    mouse.carry(editor.palettes[False].buttons["q"], "off")
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KBN5"
    mouse.carry(editor.palettes[False].buttons["q"], "d5")
    assert pieces(editor) == "8/8/8/3q4/3k4/8/8/KBN5"
    assert editor.board.state.carried is None
    assert editor.board.state.stamp is None
    assert not editor.palettes[False].buttons["q"].isDown()
    assert not [ghost for ghost in editor.window_kept.findChildren(DragImage) if ghost.isVisible()]


def test_escape_calls_a_drag_from_the_palette_off(editor, mouse):
    button = editor.palettes[False].buttons["q"]
    there = button.mapFromGlobal(editor.board.mapToGlobal(mouse.point("d5")))
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    QTest.mouseMove(button, there)
    assert editor.board.state.carried.over == chess.D5
    QTest.keyClick(button, Qt.Key.Key_Escape)
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton, pos=there)
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KBN5"
    assert editor.board.state.stamp is None


def test_a_stamp_puts_a_piece_down_with_every_press_until_it_is_put_away(editor, mouse):
    button = editor.palettes[True].buttons["P"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.isChecked()
    mouse.click("e4")
    mouse.drag("g4", "g5", "g6")  # a stroke
    assert pieces(editor) == "8/8/6P1/6P1/3kP1P1/8/8/KBN5"
    editor.model.undo()
    assert pieces(editor) == "8/8/8/8/3kP3/8/8/KBN5"
    QTest.keyClick(editor.board, Qt.Key.Key_Escape)
    assert not button.isChecked()
    mouse.click("e5")
    assert pieces(editor) == "8/8/8/8/3kP3/8/8/KBN5"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert editor.board.state.stamp is None


def test_the_right_button_stamps_with_the_other_colour(editor, mouse):
    editor.board.set_stamp("R")
    mouse.click("e5")
    mouse.right_click("f5")
    mouse.right_click("c1")  # onto another piece: in its place
    assert pieces(editor) == "8/8/8/4Rr2/3k4/8/8/KBr5"
    assert editor.board.state.stamp == "R"
    assert editor.board.state.all_arrows == ()
    editor.board.set_stamp("n")
    mouse.right_click("a8")
    assert pieces(editor) == "N7/8/8/4Rr2/3k4/8/8/KBr5"


def test_a_piece_of_the_other_colour_is_seen_without_the_stamp_over_it(editor, mouse):
    editor.board.set_stamp("R")
    mouse.right_click("f5")
    mouse.move("f5")
    seen = editor.board.grab().toImage()
    editor.board.set_stamp("r")  # no preview where the very piece stands
    assert seen == editor.board.grab().toImage()


def test_a_stroke_of_the_right_button_is_one_step(editor, mouse):
    editor.board.set_stamp("P")
    mouse.press("e6", Qt.MouseButton.RightButton)
    mouse.move("f6")
    mouse.move("g6")
    mouse.release("g6", Qt.MouseButton.RightButton)
    mouse.move("h6")
    assert pieces(editor) == "8/8/4ppp1/8/3k4/8/8/KBN5"
    editor.model.undo()
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KBN5"


def test_a_piece_stamped_where_it_stands_is_taken_off(editor, mouse):
    editor.board.set_stamp("N")
    mouse.click("c1")
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KB6"
    editor.board.set_stamp("K")
    mouse.right_click("d4")
    assert pieces(editor) == "8/8/8/8/8/8/8/KB6"
    mouse.click("b1")  # a piece of another kind: replaced
    assert pieces(editor) == "8/8/8/8/8/8/8/KK6"


def test_a_stroke_that_takes_off_leaves_other_pieces_and_empty_squares(editor, mouse):
    editor.model.set_fen("8/8/8/8/3k4/8/8/KPP1PB2 w - - 0 1")
    editor.board.set_stamp("P")
    mouse.drag("b1", "c1", "d1", "e1", "f1")
    assert pieces(editor) == "8/8/8/8/3k4/8/8/K4B2"
    editor.model.undo()
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KPP1PB2"


def test_a_stroke_that_begins_where_nothing_changes_joins_no_earlier_step(editor, mouse):
    mouse.drag("d4", "c5")
    editor.board.set_stamp(ERASER)
    mouse.drag("d1", "c1")
    editor.model.undo()
    assert pieces(editor) == "8/8/8/2k5/8/8/8/KBN5"


def test_by_the_keyboard_too_a_second_press_takes_the_piece_off(editor):
    editor.board.set_stamp("Q")
    editor.board.press_square(chess.E5)
    assert pieces(editor) == "8/8/8/4Q3/3k4/8/8/KBN5"
    editor.board.press_square(chess.E5)
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KBN5"


def test_one_stamp_at_a_time_and_the_eraser_is_one(editor, mouse):
    rows = (*editor.palettes.values(), editor.eraser)
    buttons = {stamp: button for row in rows for stamp, button in row.buttons.items()}
    QTest.mouseClick(buttons["P"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(buttons[ERASER], Qt.MouseButton.LeftButton)
    assert [stamp for stamp, button in buttons.items() if button.isChecked()] == [ERASER]
    mouse.drag("a1", "b1", "c1")
    assert pieces(editor) == "8/8/8/8/3k4/8/8/8"


def test_the_buttons_change_the_whole_position_and_undo_takes_it_back(editor):
    expected = {
        "flip": "KBN5/8/8/3k4/8/8/8/8 w - - 0 1",
        "mirror": "8/8/8/8/4k3/8/8/5NBK w - - 0 1",
        "swap": "kbn5/8/8/3K4/8/8/8/8 b - - 0 1",
        "clear": "8/8/8/8/8/8/8/8 w - - 0 1",
        "start": chess.STARTING_FEN,
    }
    check_buttons(editor, expected)


def test_the_side_to_move_follows_both_ways(editor):
    changes = []
    editor.changed.connect(changes.append)
    editor.black_turn.click()
    assert changes == [editor.model.fen]
    assert editor.model.fen.split()[1] == "b"
    editor.model.undo()
    assert editor.white_turn.isChecked()


def test_castling_boxes_open_only_where_king_and_rook_stand_right(editor, mouse):
    assert not any(box.isEnabled() for box in editor.castling.values())
    editor.model.set_fen("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert {right for right, box in editor.castling.items() if box.isEnabled()} == {"Q", "k"}
    editor.castling["Q"].click()
    assert editor.model.fen.split()[2] == "Q"
    mouse.drag("a1", "a2")
    assert not editor.castling["Q"].isEnabled()
    assert not editor.castling["Q"].isChecked()


def test_en_passant_offers_the_possible_squares_if_there_are_any(editor):
    assert editor.ep_choice.isHidden()
    editor.model.set_fen("4k3/8/8/3pPp2/8/8/8/4K3 w - - 0 1")
    texts = [editor.ep_choice.itemText(i) for i in range(editor.ep_choice.count())]
    assert texts == ["not now", "on d6", "on f6"]
    editor.ep_choice.setCurrentIndex(2)
    editor.ep_choice.activated.emit(2)
    assert editor.model.fen.split()[3] == "f6"
    assert editor.ep_choice.currentText() == "on f6"
    assert not editor.ep_choice.isHidden()


def test_the_board_follows_the_fen_while_it_is_typed(editor):
    line = editor.fen_field.line
    line.selectAll()
    QTest.keyClicks(line, "4k3/8/8/8/8/8/8/4K2")
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KBN5"
    assert editor.fen_field.message.text() == ("Not a FEN yet: rank 1 has 7 squares instead of 8")
    QTest.keyClicks(line, "R b")
    assert pieces(editor) == "4k3/8/8/8/8/8/8/4K2R"
    assert editor.model.turn == chess.BLACK
    assert line.text() == "4k3/8/8/8/8/8/8/4K2R b"  # not rewritten under the fingers
    assert editor.fen_field.message.isHidden()
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert line.text() == "4k3/8/8/8/8/8/8/4K2R b - - 0 1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Not a position"),
        ("8/8/8 w", "not 3"),
        ("8/" * 3000, "at most about 90 characters"),
    ],
)
def test_a_malformed_fen_is_answered_in_words_and_leaves_the_board_alone(editor, text, words):
    editor.fen_field.line.setText(text)
    editor.fen_field.line.textEdited.emit(text)  # as if it had been typed
    assert words in editor.fen_field.message.text()
    assert editor.fen_field.message.isVisible()
    assert editor.model.fen == KBNVK
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KBN5"
    editor.black_turn.click()  # any change brings the true FEN back
    assert editor.fen_field.line.text() == editor.model.fen
    assert editor.fen_field.message.isHidden()


def test_the_board_follows_a_typed_list_of_pieces(editor):
    line = editor.fen_field.line
    editor.black_turn.click()
    line.selectAll()
    QTest.keyClicks(line, "Kc2 Nd3 Bf1")
    assert editor.fen_field.message.text().startswith("Write White's pieces, a stroke, and Black's")
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KBN5"
    QTest.keyClicks(line, " / ka1")
    assert editor.model.fen == "8/8/8/8/8/3N4/2K5/k4B2 b - - 0 1"  # the side to move is kept
    assert line.text() == "Kc2 Nd3 Bf1 / ka1"
    assert not editor.fen_field.wrong
    QTest.keyClicks(line, " w")
    assert editor.model.turn == chess.WHITE
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert line.text() == "8/8/8/8/8/3N4/2K5/k4B2 w - - 0 1"


def test_a_fen_that_begins_like_a_list_is_a_fen(editor):
    editor.fen_field.line.clear()
    QTest.keyClicks(editor.fen_field.line, "Kb6/8/8/8/8/8/8/7k w")
    assert editor.model.fen == "Kb6/8/8/8/8/8/8/7k w - - 0 1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Kc2 Ni9 / ka1", "“Ni9” is not a piece and square"),
        ("Kc2 Nd3 / kd3", "There are two pieces on d3"),
        ("Kc2 / ka1 / qb1", "Write White's pieces, a stroke, and Black's"),
    ],
)
def test_a_fault_in_a_list_is_one_sentence_under_the_field(editor, text, words):
    QGuiApplication.clipboard().setText(text)
    editor.fen_field.paste.click()
    assert editor.fen_field.wrong
    assert editor.fen_field.message.text().startswith(words)
    assert editor.model.fen == KBNVK


def test_a_list_is_pasted_into_the_field(editor):
    QGuiApplication.clipboard().setText("Kc2, Nd3, Bf1\nka1 b\n")
    editor.fen_field.paste.click()
    assert editor.model.fen == "8/8/8/8/8/3N4/2K5/k4B2 b - - 0 1"


def test_copy_and_paste_of_a_fen(editor):
    editor.fen_field.copy.click()
    assert QGuiApplication.clipboard().text() == KBNVK
    QGuiApplication.clipboard().setText("\n  8/8/8/8/8/8/8/KQ4k1   w  \n")
    editor.fen_field.paste.click()
    assert editor.model.fen == "8/8/8/8/8/8/8/KQ4k1 w - - 0 1"
    assert editor.fen_field.line.text() == "8/8/8/8/8/8/8/KQ4k1 w - - 0 1"
    editor.undo_button.click()
    assert editor.model.fen == KBNVK


@pytest.mark.parametrize("put", ["at the start", "inside", "at the end", "over a word"])
def test_a_whole_fen_pasted_into_the_text_replaces_it(editor, put):
    line = editor.fen_field.line
    QGuiApplication.clipboard().setText("  8/8/8/8/8/8/8/KQ4k1 b - - 0 1\n")
    line.setCursorPosition({"at the start": 0, "at the end": len(KBNVK)}.get(put, 7))
    if put == "over a word":
        line.setSelection(4, 9)
    QTest.keySequence(line, QKeySequence.StandardKey.Paste)
    assert line.text() == editor.model.fen == "8/8/8/8/8/8/8/KQ4k1 b - - 0 1"
    assert not editor.fen_field.wrong


def test_a_part_of_a_fen_is_put_in_where_it_is_pasted(editor):
    line = editor.fen_field.line
    QGuiApplication.clipboard().setText("b")
    line.setSelection(KBNVK.index(" w ") + 1, 1)
    QTest.keySequence(line, QKeySequence.StandardKey.Paste)
    assert editor.model.fen == KBNVK.replace(" w ", " b ")


def test_escape_restores_the_text_of_the_position(editor):
    line = editor.fen_field.line
    QTest.keyClicks(line, "xyz")
    assert editor.fen_field.wrong
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == editor.model.fen == KBNVK
    assert not editor.fen_field.wrong


@pytest.mark.parametrize(
    "text",
    [
        "https://lichess.org/analysis/standard/8/8/8/8/8/8/8/KQ4k1_w_-_-_0_1",
        "8/8/8/8/8/8/8/KQ4k1 w - - 0 1 (Anna)",
    ],
)
def test_what_is_pasted_is_mended_with_a_word_on_it(editor, text):
    QGuiApplication.clipboard().setText(text)
    editor.fen_field.paste.click()
    assert editor.model.fen == "8/8/8/8/8/8/8/KQ4k1 w - - 0 1"
    assert editor.fen_field.message.text().endswith((".", "(Anna)"))
    assert not editor.fen_field.wrong


def test_what_is_pasted_and_cannot_be_mended_leaves_the_board_alone(editor):
    QGuiApplication.clipboard().setText("8/8/8/8/8/8/8/KQ5k1 w - - 0 1")
    editor.fen_field.paste.click()
    assert editor.fen_field.wrong
    assert editor.model.fen == KBNVK


@pytest.mark.parametrize(
    ("fen", "words", "squares"),
    [
        ("8/8/8/8/8/8/8/KBN5 w - - 0 1", "Black has no king", ""),
        ("8/8/8/8/8/8/8/KQ5k w - - 0 1", "The side not to move is in check", "b1 h1"),
        ("7k/8/8/8/8/8/8/K6P w - - 0 1", "Pawn on rank 1", "h1"),
    ],
)
def test_an_illegal_position_says_why_and_marks_the_squares(editor, fen, words, squares):
    with_changes = []
    editor.playable_changed.connect(with_changes.append)
    editor.model.set_fen(fen)
    assert editor.problem_list.messages[0].startswith(words)
    assert editor.board.state.faults == {chess.parse_square(s) for s in squares.split()}
    assert editor.model.problems
    editor.undo_button.click()
    assert editor.problem_list.messages == []
    assert editor.board.state.faults == frozenset()
    assert with_changes == [False, True]


def test_a_king_in_check_glows(editor):
    editor.model.set_fen("8/8/8/8/8/8/8/KQ5k b - - 0 1")
    assert editor.board.state.check == chess.H1


def test_a_long_material_makes_the_panel_no_broader(editor):
    least = editor.minimumSizeHint().width()
    editor.model.arrange("start")
    assert editor.material.text() == "32 pieces"
    assert editor.minimumSizeHint().width() == least


def test_after_the_end_the_board_is_for_play_again(editor, mouse):
    editor.board.set_stamp("Q")
    editor.end()
    assert editor.board.state.stamp is None
    mouse.drag("d4", "e5")
    mouse.right_click("a1")
    assert editor.model.fen == KBNVK
    editor.model.load("8/8/8/8/3k4/8/8/KQ6 w - - 0 1")
    editor.start()
    assert pieces(editor) == "8/8/8/8/3k4/8/8/KQ6"
    assert not editor.undo_button.isEnabled()


def test_the_row_of_a_side_is_one_stop_of_the_keyboard_and_arrows_go_along_it(editor):
    strip = editor.palettes[True]
    stops = [b for b in strip.buttons.values() if b.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == [strip.buttons["K"]]
    editor.window_kept.activateWindow()
    strip.buttons["K"].setFocus()
    QTest.keyClick(strip.buttons["K"], Qt.Key.Key_Right)
    assert strip.buttons["Q"].hasFocus()
    QTest.keyClick(strip.buttons["Q"], Qt.Key.Key_Return)
    assert editor.board.state.stamp == "Q"
    QTest.keyClick(strip.buttons["Q"], Qt.Key.Key_Escape)
    assert editor.board.state.stamp is None
