import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from millmate.gui.features.explore.plot import SetsPlot
from millmate.gui.kit import theme

# KQvK in small: White to move mates in odd plies, Black to move is mated in even ones.
WHITE, BLACK = (0, 200, 0, 40, 0, 1), (10, 0, 300, 0, 7)


@pytest.fixture
def plot(qtbot):
    plot = SetsPlot()
    qtbot.addWidget(plot)
    plot.resize(600, 300)
    plot.show_counts(WHITE, BLACK)
    plot.show()
    return plot


def shades(plot: SetsPlot, place: tuple[int, bool]) -> set[str]:
    """Return the colours along the middle of a set's slot, from the axis outwards."""
    image = plot.grab().toImage()
    ratio, middle = image.devicePixelRatio(), plot.middle(place)
    half = plot._area().height() / 2
    way = range(2, int(half) - 2)
    axis = plot._area().center().y()
    return {
        image.pixelColor(
            round(middle.x() * ratio), round((axis + (-y if place[1] else y)) * ratio)
        ).name()
        for y in way
    }


def test_every_slot_is_found_by_its_middle(plot):
    assert plot.plies == 6
    for plies in range(6):
        for turn in (True, False):
            assert plot.place_at(plot.middle((plies, turn))) == (plies, turn)
    assert plot.place_at(QPointF(1, 1)) is None


def test_sets_with_positions_have_bars_and_empty_ones_none(plot):
    accent = QColor(theme.colours().accent).name()
    assert accent in shades(plot, (1, True))
    assert accent in shades(plot, (5, True)), "one position must be seen"
    assert accent in shades(plot, (0, False))
    assert accent not in shades(plot, (2, True))
    assert accent not in shades(plot, (1, False))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("logarithmic", [False, True])
def test_the_plot_draws_in_both_palettes_and_scales(plot, dark, logarithmic):
    theme.apply(QApplication.instance(), dark)
    plot.set_logarithmic(logarithmic)
    plot.choose((1, True))
    assert QColor(theme.colours().text).name() in shades(plot, (1, True))
    theme.apply(QApplication.instance(), False)


def test_without_counts_there_is_nothing_to_point_at(plot):
    plot.show_counts((), ())
    plot.grab()
    assert plot.plies == 0
    assert plot.place_at(QPointF(300, 100)) is None


def test_won_and_lost_positions_of_a_ply_share_its_slot(plot):
    lost_and_won = (5, 0, 0, 7, 9, 3)  # rows of 0, 1 and 2 plies
    plot.show_counts(lost_and_won, (), "plies", rows_per_ply=2, limit=1)
    assert plot.plies == 3
    for row in (0, 3, 4, 5):
        assert plot.place_at(plot.middle((row, True))) == (row, True)
    assert plot.middle((0, True)).x() < plot.middle((3, True)).x()
    assert plot.place_at(plot.middle((2, True))) == (3, True), "an empty row gives its room away"
    plot.grab()


def test_the_mouse_points_and_chooses(plot, qtbot):
    QTest.mouseMove(plot, QPoint(1, 1))  # a mouse that is there already does not move
    with qtbot.waitSignal(plot.pointed) as pointed:
        QTest.mouseMove(plot, plot.middle((3, True)).toPoint())
    assert pointed.args == [(3, True)]
    with qtbot.waitSignal(plot.chosen) as chosen:
        QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=plot.middle((2, False)).toPoint())
    assert chosen.args == [2, False]
    with qtbot.assertNotEmitted(plot.chosen):
        QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
        QTest.mouseClick(plot, Qt.MouseButton.RightButton, pos=plot.middle((2, False)).toPoint())


def test_arrow_keys_go_from_set_to_set_over_empty_ones(plot, qtbot):
    key = Qt.Key
    plot.chosen.connect(lambda plies, turn: plot.choose((plies, turn)))
    plot.choose((1, True))
    for pressed, reached in (
        (key.Key_Right, (3, True)),
        (key.Key_Right, (5, True)),
        (key.Key_Right, (5, True)),
        (key.Key_Down, (4, False)),
        (key.Key_Left, (2, False)),
        (key.Key_Home, (0, False)),
        (key.Key_Up, (1, True)),
        (key.Key_End, (5, True)),
    ):
        QTest.keyClick(plot, pressed)
        assert plot._chosen == reached
