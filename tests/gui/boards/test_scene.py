"""What a board shows is a list of items; arrows and rings are drawn over the pieces."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from millmate.games.catalogue import parse
from millmate.gui.boards.chess_board import CHESS, chess_scene
from millmate.gui.boards.geometry import ChessGeometry
from millmate.gui.boards.scene import Look, Pointer, arrows_of, paint
from millmate.gui.boards.state import ADVICE, LOSS, Arrow
from millmate.gui.boards.theme import Piece, board_theme
from millmate.gui.boards.widget import BoardWidget

SIDE = 40
GROUND = QColor("#ffffff").rgb()


BOARD = ChessGeometry(0, 0, SIDE, flipped=True)


def middle(square: int) -> QPointF:
    return BOARD.centre_of(square)


def painted(*arrows: Arrow, ratio: float = 1.0) -> QImage:
    size = round(8 * SIDE * ratio)
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(GROUND)
    painter = QPainter(image)
    paint(painter, arrows_of(arrows, BOARD))
    painter.end()
    return image


def colour(image: QImage, point: QPointF) -> QColor:
    ratio = image.devicePixelRatio()
    return image.pixelColor(round(point.x() * ratio), round(point.y() * ratio))


def amount(image: QImage) -> int:
    """Return how many pixels are not as they were."""
    size = image.width()
    return sum(image.pixel(x, y) != GROUND for x in range(size) for y in range(size))


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_an_arrow_goes_from_square_to_square(ratio):
    image = painted(Arrow(0, 7), ratio=ratio)
    for square in range(1, 7):
        assert colour(image, middle(square)).blue() > colour(image, middle(square)).red() + 40
    assert colour(image, middle(8)).rgb() == GROUND
    assert colour(image, middle(0)).rgb() == GROUND  # it begins beside the piece that moves


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_without_an_origin_it_is_a_ring_round_the_piece(ratio):
    image = painted(Arrow(None, 9, colour=LOSS), ratio=ratio)
    assert colour(image, middle(9)).rgb() == GROUND
    edge = colour(image, middle(9) + QPointF(0, 0.43 * SIDE))
    assert edge.red() > edge.blue() + 40
    assert amount(painted(Arrow(9, 9))) == amount(painted(Arrow(None, 9)))


def test_a_weaker_arrow_is_thinner_and_fainter():
    strong, weak = painted(Arrow(0, 7, 1.0)), painted(Arrow(0, 7, 0.1))
    assert amount(strong) > amount(weak)
    assert colour(strong, middle(3)).red() < colour(weak, middle(3)).red()


def test_the_first_arrow_is_on_top():
    both = painted(Arrow(24, 31, colour=ADVICE), Arrow(3, 59, colour=LOSS))
    crossing = colour(both, middle(27))
    assert crossing.blue() > crossing.red()


@pytest.mark.parametrize("length", [0.8, 1.0, 1.4, 9.9])
def test_it_points_to_the_very_middle_of_the_target(length):
    start, end = QPointF(10, 10), QPointF(10 + length * SIDE, 10)
    shape = Pointer(start, end, SIDE, 6, ADVICE).outline
    assert end in shape
    assert all(start.x() < point.x() <= end.x() + 1e-6 for point in shape)
    assert all(abs(point.y() - 10) < SIDE / 2 for point in shape)


def test_the_board_draws_them_and_only_when_they_change(qtbot, monkeypatch):
    view = BoardWidget(CHESS)
    qtbot.addWidget(view)
    view.set_position(parse("8/8/8/8/3k4/8/8/KBN5 w - - 0 1"))
    bare = view.grab().toImage()
    view.set_arrows([Arrow(0, 63)])
    assert view.grab().toImage() != bare
    updates = []
    monkeypatch.setattr(view, "update", lambda: updates.append(view.state.arrows))
    view.set_arrows([Arrow(0, 63)])
    assert updates == []
    view.set_arrows([])
    assert updates == [()]


def test_a_scene_has_an_item_for_each_man_and_its_ground_is_made_once():
    state = CHESS.read(parse("8/8/8/8/3k4/8/8/KBN5 w - - 0 1"))
    bare = chess_scene(state, BOARD, board_theme(), Look())
    pointed = chess_scene(replace(state, cursor=9), BOARD, board_theme(), Look())
    for items in (bare, pointed):
        assert sorted(item.symbol for item in items if isinstance(item, Piece)) == list("BKNk")
    assert len(pointed) == len(bare) + 1  # the frame of the cursor
    assert all(one is other for one, other in zip(bare[:2], pointed, strict=False))
