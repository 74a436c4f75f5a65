import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.gui.boards.geometry import fit_chess

squares = st.integers(0, 63)
ratios = st.sampled_from([1.0, 1.25, 1.5, 2.0, 3.0])
lengths = st.integers(100, 3000)


@given(lengths, lengths, ratios, st.booleans(), squares)
def test_the_middle_of_a_square_lies_on_that_square(width, height, ratio, flipped, square):
    geometry = fit_chess(width, height, ratio, flipped=flipped)
    assert geometry.square_at(geometry.centre_of(square)) == square


@given(lengths, lengths, ratios)
def test_squares_begin_on_whole_device_pixels_inside_the_widget(width, height, ratio):
    geometry = fit_chess(width, height, ratio)
    for length in (geometry.left, geometry.top, geometry.side):
        assert length * ratio == pytest.approx(round(length * ratio), abs=1e-6)
    board = geometry.board
    assert board.left() >= 0
    assert board.top() >= 0
    assert board.right() <= width + 1e-6
    assert board.bottom() <= height + 1e-6


def test_a1_is_at_the_lower_left_for_white_and_at_the_upper_right_for_black():
    for flipped, (x, y) in ((False, (0, 7)), (True, (7, 0))):
        geometry = fit_chess(832, 832, flipped=flipped)
        rect = geometry.rect_of(chess.A1)
        assert (rect.left() - geometry.left) / geometry.side == x
        assert (rect.top() - geometry.top) / geometry.side == y


def test_points_beside_the_board_lie_on_no_square():
    geometry = fit_chess(400, 600)
    board = geometry.board
    for dx, dy in ((-1, 0), (0, -1), (1, 0), (0, 1)):
        beside = board.center()
        beside.setX(beside.x() + dx * (board.width() / 2 + 1))
        beside.setY(beside.y() + dy * (board.height() / 2 + 1))
        assert geometry.square_at(beside) is None


def test_steps_follow_the_screen_and_stop_at_the_edge():
    upright, flipped = fit_chess(400, 400), fit_chess(400, 400, flipped=True)
    assert upright.step(chess.E4, 1, 0) == chess.F4
    assert upright.step(chess.E4, 0, -1) == chess.E5
    assert flipped.step(chess.E4, 1, 0) == chess.D4
    assert upright.step(chess.H8, 1, -1) == chess.H8
