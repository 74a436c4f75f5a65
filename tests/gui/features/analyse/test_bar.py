"""The evaluation bar is white from White's side as far as White may hope, and says so."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from millmate.gui.features.analyse.panel import WIDTH, EvaluationBar
from millmate.gui.kit import theme


@pytest.fixture
def bar(qtbot):
    bar = EvaluationBar()
    qtbot.addWidget(bar)
    bar.animated = False
    bar.resize(WIDTH, 400)
    bar.show()
    yield bar
    theme.apply(QApplication.instance(), dark=False)


def white_part(bar: EvaluationBar, ratio: float) -> tuple[float, bool]:
    """Return how much of the bar is white, and whether its top is."""
    image = QImage(round(WIDTH * ratio), round(400 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    bar.render(image, QPoint())
    x = round(3 * ratio)
    column = [image.pixelColor(x, y).lightness() > 200 for y in range(8, image.height() - 8)]
    return sum(column) / len(column), column[0]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.9, 1.0])
def test_it_is_filled_from_whites_side(bar, share, ratio, dark):
    theme.apply(QApplication.instance(), dark)
    bar.show_worth(share, "", "")
    part, top = white_part(bar, ratio)
    assert part == pytest.approx(share, abs=0.03)
    bar.set_flipped(True)
    flipped_part, flipped_top = white_part(bar, ratio)
    assert flipped_part == pytest.approx(part, abs=0.03)
    if 0 < share < 1:
        assert (top, flipped_top) == (False, True)


def test_it_says_in_words_what_it_shows(bar):
    bar.show_worth(0.6, "+0.6", "White is better by 0.6 pawns")
    assert bar.accessibleName() == "Evaluation: White is better by 0.6 pawns"
    assert bar.toolTip() == "White is better by 0.6 pawns"


def test_the_figure_is_drawn(bar):
    bar.show_worth(0.6, "", "")
    bare = bar.grab().toImage()
    bar.show_worth(0.6, "+0.6", "")
    assert bar.grab().toImage() != bare


def test_it_moves_within_150_milliseconds_and_not_at_all_where_that_is_unwanted(bar, qtbot):
    bar.show_worth(1.0, "", "")
    assert bar.shown_share == 1.0
    bar.animated = True
    assert bar._motion.duration() <= 150
    bar.show_worth(0.0, "", "")
    assert bar.shown_share > 0.0
    qtbot.waitUntil(lambda: bar.shown_share == 0.0)
