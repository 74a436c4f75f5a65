"""The bar is white from White's side as far as White may hope, and says so."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from tests.tiers import first

from millmate.gui.boards.truth_bar import TruthBar, share_of
from millmate.gui.kit import theme

_WIDTH = 10


@pytest.fixture
def bar(qtbot):
    bar = TruthBar()
    qtbot.addWidget(bar)
    bar.animated = False
    bar.resize(_WIDTH, 400)
    bar.show()
    yield bar
    theme.apply(QApplication.instance(), dark=False)


def white_part(bar: TruthBar, ratio: float) -> tuple[float, bool]:
    """Return how much of the bar is white, and whether its top is."""
    image = QImage(round(_WIDTH * ratio), round(400 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    bar.render(image, QPoint())
    x = round(3 * ratio)
    column = [image.pixelColor(x, y).lightness() > 200 for y in range(8, image.height() - 8)]
    return sum(column) / len(column), column[0]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ratio", first(1, [1.0, 2.0]))
@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.9, 1.0])
def test_it_is_filled_from_whites_side(bar, share, ratio, dark):
    theme.apply(QApplication.instance(), dark)
    bar.show_worth(share)
    part, top = white_part(bar, ratio)
    assert part == pytest.approx(share, abs=0.03)
    bar.set_flipped(True)
    flipped_part, flipped_top = white_part(bar, ratio)
    assert flipped_part == pytest.approx(part, abs=0.03)
    if 0 < share < 1:
        assert (top, flipped_top) == (False, True)


def test_it_says_in_words_what_it_shows(bar):
    assert bar.accessibleName() == "Evaluation: unknown"
    bar.show_worth(0.6, "White is better by 0.6 pawns")
    assert bar.accessibleName() == "Evaluation: White is better by 0.6 pawns"
    assert bar.toolTip() == "White is better by 0.6 pawns"


def test_what_tables_say_has_precedence(bar):
    bar.show_worth(0.6, "White is better by 0.6 pawns")
    bar.show_truth(0.5, "Draw")
    assert (bar.share, bar.toolTip()) == (0.5, "Draw")
    bar.show_truth(None)
    assert (bar.share, bar.toolTip()) == (0.6, "White is better by 0.6 pawns")
    bar.show_worth(None)
    assert bar.share is None
    assert white_part(bar, 1.0)[0] != pytest.approx(0.5, abs=0.2)


def test_a_near_win_fills_more_of_it_than_a_far_one():
    shares = [share_of(1, moves) for moves in (0, 1, 10, 30, 100, 500)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 1.0
    assert all(share > 0.5 for share in shares)
    assert share_of(0, None) == 0.5
    assert share_of(-1, 10) == pytest.approx(1 - share_of(1, 10))


def test_it_moves_within_150_milliseconds_and_not_at_all_where_that_is_unwanted(bar, qtbot):
    bar.show_worth(1.0)
    assert bar.shown_share == 1.0
    bar.animated = True
    assert bar._motion.duration() <= 150
    bar.show_worth(0.0)
    assert bar.shown_share > 0.0
    qtbot.waitUntil(lambda: bar.shown_share == 0.0)
