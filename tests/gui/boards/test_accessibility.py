"""Who listens to the board finds every square by its name, and is told what happens."""

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtTest import QTest
from tests.gui.listening import DESCRIPTION, NAME, found, squares

from millmate.games.catalogue import parse
from millmate.gui.boards.chess_board import CHESS, describe_san
from millmate.gui.boards.morris_board import MORRIS
from millmate.gui.boards.morris_words import describe_move
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.kit.accessible import Notice


def names(view) -> list[str]:
    """Return what assistive technology calls the squares of a board."""
    return list(squares(view))


def rect_of(view, name: str):
    child = squares(view)[name]
    return child.rect().translated(-view.mapToGlobal(view.rect().topLeft()))


@pytest.fixture
def chessboard(qtbot):
    view = BoardWidget(CHESS)
    qtbot.addWidget(view)
    view.resize(480, 480)
    view.set_position(parse(chess.STARTING_FEN))
    view.set_destinations(["e2e4", "g1f3"])
    view.show()
    return view


@pytest.fixture
def morris_board(qtbot):
    view = BoardWidget(MORRIS)
    qtbot.addWidget(view)
    view.resize(480, 420)
    view.set_position(parse("W......./......../........ b 8 9 0 1"))
    view.set_destinations(["d6", "g7"], mover=False)
    view.show()
    return view


def test_each_square_is_named_with_what_stands_there(chessboard):
    found = names(chessboard)
    assert len(found) == 64
    assert {"e1, white king", "d8, black queen", "e4, empty"} <= set(found)
    chessboard.set_position(parse("8/8/8/8/4N3/8/8/8 w - - 0 1"))
    assert "e4, white knight" in names(chessboard)
    assert "e1, empty" in names(chessboard)


def test_a_square_is_found_where_it_lies(chessboard):
    square = chessboard.board_geometry.rect_of(chess.E1).center().toPoint()
    assert rect_of(chessboard, "e1, white king").contains(square)
    chessboard.set_flipped(True)
    square = chessboard.board_geometry.rect_of(chess.E1).center().toPoint()
    assert rect_of(chessboard, "e1, white king").contains(square)


def test_points_and_trays_are_named(morris_board):
    found = names(morris_board)
    assert len(found) == 26
    assert {"a7, white stone", "d6, empty", "White's stones in hand: 8"} <= set(found)
    point = morris_board.board_geometry.rect_of(0).center().toPoint()
    assert rect_of(morris_board, "a7, white stone").contains(point)
    morris_board.turn()
    point = morris_board.board_geometry.rect_of(0).center().toPoint()
    assert rect_of(morris_board, "a7, white stone").contains(point)


def test_the_mouse_does_not_see_them(chessboard):
    assert (
        chessboard.childAt(chessboard.board_geometry.rect_of(chess.E2).center().toPoint()) is None
    )


@pytest.fixture
def listener(chessboard, qtbot):
    """Return the chessboard with the keyboard."""
    chessboard.activateWindow()
    chessboard.setFocus()
    qtbot.waitUntil(chessboard.hasFocus)
    return chessboard


def focused(view) -> list[str]:
    return [name for name, child in squares(view).items() if child.state().focused]


def test_a_board_is_a_list_of_squares_described_by_what_stands_there(chessboard):
    chessboard.set_position(parse("8/8/8/8/3k4/8/8/KBN5 w - - 0 1"))
    board = found(chessboard)
    assert board.role() == QAccessible.Role.List
    assert board.text(NAME) == "Board"
    assert board.text(DESCRIPTION).startswith("white king a1, white bishop b1")
    assert {child.role() for child in squares(chessboard).values()} == {QAccessible.Role.ListItem}


def test_the_focus_goes_with_the_square_cursor(listener):
    said = []
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Space):
        QTest.keyClick(listener, key)
        said.append(found(listener).focusChild().text(NAME))
        assert focused(listener) == [said[-1]]
    assert said == [
        "e4, empty",
        "e3, empty",
        "e2, white pawn",
        "e2, white pawn, white pawn selected",
    ]
    QTest.keyClick(listener, Qt.Key.Key_Up)
    assert focused(listener) == ["e3, empty, white pawn selected"]
    assert "e2, white pawn" in names(listener)  # what is selected is said of one square alone
    for _ in range(2):
        QTest.keyClick(listener, Qt.Key.Key_Escape)
    assert focused(listener) == []
    assert found(listener).focusChild().text(NAME) == "Board"


def test_squares_are_pressed_by_their_actions(listener):
    chosen = []
    listener.move_chosen.connect(chosen.append)
    for name in ("e2, white pawn", "e4, empty"):
        actions = squares(listener)[name].actionInterface()
        assert QAccessibleActionInterface.pressAction() in actions.actionNames()
        actions.doAction(QAccessibleActionInterface.pressAction())
        if not chosen:
            assert squares(listener)["e2, white pawn, white pawn selected"].state().selected
    assert chosen == ["e2e4"]


def test_a_press_takes_a_stone_that_is_due(morris_board):
    morris_board.set_position(parse("WW...B../.....B../........ w 7 7 0 1"))
    turns = ["g7xd1", "g7xd2"]
    morris_board.set_destinations(turns)
    chosen = []
    morris_board.move_chosen.connect(chosen.append)
    press = QAccessibleActionInterface.pressAction()
    squares(morris_board)["g7, empty"].actionInterface().doAction(press)
    assert morris_board.choosing
    squares(morris_board)["d2, black stone"].actionInterface().doAction(press)
    assert chosen == ["g7xd2"]


def test_an_action_brings_the_focus_to_a_square(listener):
    actions = squares(listener)["g1, white knight"].actionInterface()
    actions.doAction(QAccessibleActionInterface.setFocusAction())
    assert listener.state.cursor == chess.G1
    assert focused(listener) == ["g1, white knight"]


def test_each_announcement_is_a_notification_of_its_own_whatever_has_the_focus(listener):
    QAccessible.setActive(True)
    try:
        for words in ("Black: knight f6", "Black: e5"):
            listener.announce(words)
        notices = [found(notice) for notice in listener.window().findChildren(Notice)]
        assert [notice.text(NAME) for notice in notices] == ["Black: knight f6", "Black: e5"]
        assert {notice.role() for notice in notices} == {QAccessible.Role.Notification}
        assert not any(notice.state().invisible for notice in notices)
    finally:
        QAccessible.setActive(False)


def test_keys_of_the_window_read_nothing_out(chessboard):
    heard = []
    chessboard.announced.connect(heard.append)
    QTest.keyClick(chessboard, Qt.Key.Key_Left)
    assert heard == []


def test_a_move_by_its_text_is_chosen_as_if_by_hand(chessboard, morris_board):
    for view, move in ((chessboard, "g1f3"), (morris_board, "d6")):
        chosen = []
        view.move_chosen.connect(chosen.append)
        assert move in view.offered
        view.play_text(move)
        assert chosen == [move]
        assert view.offered == ()  # until the next position


@pytest.mark.parametrize(
    ("describe", "move", "words"),
    [
        (describe_san, "e4", "e4"),
        (describe_san, "Nf3", "knight f3"),
        (describe_san, "Nbxd2+", "knight b takes d2, check"),
        (describe_san, "exd8=N#", "e takes d8, promotes to knight, checkmate"),
        (describe_san, "O-O", "castles short"),
        (describe_san, "O-O-O+", "castles long, check"),
        (describe_san, "--", "null move"),
        (describe_move, "d6", "d6"),
        (describe_move, "d6-d7xa1", "d6 to d7, takes a1"),
    ],
)
def test_moves_are_read_out_in_words(describe, move, words):
    assert describe(move) == words
