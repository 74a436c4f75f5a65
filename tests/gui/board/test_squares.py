"""Who listens to the board finds every square by its name, and is told what happens."""

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from millmate.gui.board import BoardView
from millmate.gui.board.speech import san_words
from millmate.gui.morris.speech import turn_words
from millmate.gui.morris.view import MorrisView


def names(view) -> list[str]:
    """Return what assistive technology calls the children of a board."""
    board = QAccessible.queryAccessibleInterface(view)
    children = (board.child(number) for number in range(board.childCount()))
    return [child.text(QAccessible.Text.Name) for child in children]


def rect_of(view, name: str):
    board = QAccessible.queryAccessibleInterface(view)
    child = board.child(names(view).index(name))
    return child.rect().translated(-view.mapToGlobal(view.rect().topLeft()))


@pytest.fixture
def chessboard(qtbot):
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(480, 480)
    view.set_position(chess.STARTING_FEN)
    view.set_destinations(["e2e4", "g1f3"])
    view.show()
    return view


@pytest.fixture
def morris_board(qtbot):
    view = MorrisView()
    qtbot.addWidget(view)
    view.resize(480, 420)
    view.set_position("W......./......../........ b 8 9 0 1")
    view.set_destinations(["d6", "g7"], mover=False)
    view.show()
    return view


def test_each_square_is_named_with_what_stands_there(chessboard):
    found = names(chessboard)
    assert len(found) == 64
    assert {"e1, white king", "d8, black queen", "e4, empty"} <= set(found)
    chessboard.set_position("8/8/8/8/4N3/8/8/8 w - - 0 1")
    assert "e4, white knight" in names(chessboard)
    assert "e1, empty" in names(chessboard)


def test_a_square_is_found_where_it_lies(chessboard):
    square = chessboard.square_rect(chess.E1).center().toPoint()
    assert rect_of(chessboard, "e1, white king").contains(square)
    chessboard.set_flipped(True)
    square = chessboard.square_rect(chess.E1).center().toPoint()
    assert rect_of(chessboard, "e1, white king").contains(square)


def test_points_and_trays_are_named(morris_board):
    found = names(morris_board)
    assert len(found) == 26
    assert {"a7, white stone", "d6, empty", "White's stones in hand: 8"} <= set(found)
    point = morris_board.square_rect(0).center().toPoint()
    assert rect_of(morris_board, "a7, white stone").contains(point)
    morris_board.turn()
    point = morris_board.square_rect(0).center().toPoint()
    assert rect_of(morris_board, "a7, white stone").contains(point)


def test_the_mouse_does_not_see_them(chessboard):
    assert chessboard.childAt(chessboard.square_rect(chess.E2).center().toPoint()) is None


def test_the_cursor_is_read_out_as_it_moves(chessboard):
    heard = []
    chessboard.announced.connect(heard.append)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Space):
        QTest.keyClick(chessboard, key)
    assert heard == [
        "e4, empty",
        "e3, empty",
        "e2, white pawn",
        "e2, white pawn, white pawn selected",
    ]


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
    ("san", "words"),
    [
        ("e4", "e4"), ("Nf3", "knight f3"), ("Nbxd2+", "knight b takes d2, check"),
        ("exd8=N#", "e takes d8, promotes to knight, checkmate"), ("O-O", "castles short"),
        ("O-O-O+", "castles long, check"),
    ],
)  # fmt: skip
def test_moves_are_read_out_in_words(san, words):
    assert san_words(san) == words


@pytest.mark.parametrize(
    ("turn", "words"),
    [("d6", "d6"), ("d6-d7", "d6 to d7"), ("d6-d7xa1", "d6 to d7, takes a1")],
)
def test_turns_are_read_out_in_words(turn, words):
    assert turn_words(turn) == words
