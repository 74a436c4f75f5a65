"""What places are worth: told by signs as well as colours, and never drawn over a man's middle."""

import chess
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from tests.gui.mouse import Mouse

from millmate.games.catalogue import parse
from millmate.gui.boards.chess_board import CHESS
from millmate.gui.boards.theme import Value, draw_sign
from millmate.gui.boards.widget import BoardWidget
from millmate.pictures.value_marks import PlaceValue

ROOM = QRectF(0, 0, 80, 80)
CAPTURES = "8/8/8/3q4/8/1k6/8/K2R4 w - - 0 1"


def sign(wdl: int) -> QImage:
    """Return the sign of a result, all of them in one colour."""
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        draw_sign(painter, QRectF(2, 2, 16, 16), wdl, "#ffffff")
    return image


def marked(value: PlaceValue, *, occupied: bool) -> QImage:
    image = QImage(80, 80, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        Value(ROOM, value, occupied).draw(painter)
    return image


def dark(image: QImage, xs: range, ys: range) -> bool:
    return all(image.pixel(x, y) & 0xFFFFFF == 0 for x in xs for y in ys)


def test_each_result_has_a_sign_of_its_own_whatever_the_colour(qapp):
    images = [sign(wdl) for wdl in (1, 0, -1)]
    assert all(a != b for i, a in enumerate(images) for b in images[i + 1 :])


@pytest.mark.parametrize("value", [PlaceValue(1, 115), PlaceValue(0), PlaceValue(-1, 8)])
def test_a_man_stays_in_sight(qapp, value):
    image = marked(value, occupied=True)
    assert dark(image, range(80), range(26, 80))
    assert dark(image, range(62, 80), range(80))


def test_the_figure_of_an_empty_square_stands_in_its_middle(qapp):
    assert dark(marked(PlaceValue(0), occupied=False), range(30, 50), range(30, 50))
    assert not dark(marked(PlaceValue(1, 12), occupied=False), range(30, 50), range(30, 50))
    assert PlaceValue(0, None).figure == "" == PlaceValue(1, None).figure
    assert PlaceValue(-1, 7).figure == "7"


@pytest.fixture
def view(qtbot):
    board = BoardWidget(CHESS)
    qtbot.addWidget(board)
    board.set_animated(False)
    board.resize(640, 640)
    board.show()
    return board


def colour_at(view: BoardWidget, square: int) -> int:
    """Return the colour near the lower edge of a square, where there is nothing but its ground."""
    rect = view.board_geometry.rect_of(square)
    return view.grab().toImage().pixel(int(rect.center().x()), int(rect.bottom()) - 6)


def test_targets_are_tinted_while_their_piece_is_selected(view):
    view.set_position(parse(CAPTURES))
    view.set_destinations(["d1d2", "d1d3", "d1d4", "d1d5"])
    view.set_move_values(
        {"d1d5": PlaceValue(1, 14), "d1d2": PlaceValue(0), "d1d3": PlaceValue(-1, 6)}
    )
    squares = (chess.D2, chess.D3, chess.D5)
    plain = [colour_at(view, square) for square in squares]
    Mouse(view).click("d1")
    tinted = [colour_at(view, square) for square in squares]
    assert all(a != b for a, b in zip(plain, tinted, strict=True))
    Mouse(view).click("d1")
    assert [colour_at(view, square) for square in squares] == plain


def test_of_promotions_the_best_one_stands_on_the_square(view):
    view.set_position(parse("8/3P4/8/8/8/1k6/8/K7 w - - 0 1"))
    moves = [f"d7d8{letter}" for letter in "qrbn"]
    view.set_destinations(moves)
    best = PlaceValue(1, 9, "mate in 9")
    view.set_move_values({"d7d8r": best, "d7d8q": PlaceValue(0, None, "draw")})
    view.press_square(chess.D7)
    assert view.game.describe_cursor(view.state, chess.D8).endswith("can go here, mate in 9")
