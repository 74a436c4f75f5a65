"""How boards look: one theme for all, the colours of stones, the images of pieces."""

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QRegion
from PySide6.QtWidgets import QWidget
from tests.tiers import first

from millmate.gui.boards import theme
from millmate.gui.boards.chess_board import CHESS
from millmate.gui.boards.interaction import DragImage
from millmate.gui.boards.morris_board import MORRIS
from millmate.gui.boards.theme import (
    SYMBOLS,
    THEMES,
    BoardStyle,
    Stone,
    board_style,
    board_theme,
    piece_image,
    piece_name,
    set_board_style,
)
from millmate.gui.boards.widget import BoardWidget
from millmate.pictures import PictureError
from millmate.settings import about

BOARDS = tuple(about("board")["options"])
PIECES = tuple(about("pieces")["options"])
STONES = tuple(about("stones")["options"])


@pytest.fixture(autouse=True)
def same_look_afterwards():
    before = board_style()
    yield
    set_board_style(before)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    parts = [QColor(colour).redF(), QColor(colour).greenF(), QColor(colour).blueF()]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_every_board_has_its_colours_in_both_games():
    assert set(THEMES) == set(BOARDS)


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_drawn_on_a_board_is_seen_by_its_brightness_alone(name):
    theme = board_theme(name)
    assert contrast(theme.light, theme.dark) > 1.6
    for square in (theme.light, theme.dark):
        assert contrast(theme.accent, square) > 2.2
    for morris in THEMES[name]:
        assert contrast(morris.line, morris.board) > 3
        assert contrast(morris.text, morris.board) > 3


def test_the_board_is_drawn_in_the_colours_that_are_worn(qtbot):
    view = BoardWidget(CHESS)
    qtbot.addWidget(view)
    view.resize(320, 320)
    seen = set()
    for name in BOARDS:
        set_board_style(BoardStyle(board=name))
        view.lay_out()
        square = view.board_geometry.rect_of(0).toAlignedRect().adjusted(2, 2, -2, -2)
        image = view.grab(square).toImage()
        shades = [image.pixelColor(x, y).name() for x in range(30) for y in range(30)]
        seen.add(max(shades, key=shades.count))
    assert seen == {theme.dark for theme, _ in THEMES.values()}


def test_coordinates_are_drawn_in_the_squares_and_take_no_room(qtbot):
    view = BoardWidget(CHESS)
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.lay_out()
    with_them, side = view.grab().toImage(), view.board_geometry.side
    set_board_style(BoardStyle(coordinates=False))
    view.lay_out()
    assert view.board_geometry.side == side == 50
    assert view.grab().toImage() != with_them


@pytest.mark.parametrize("style", STONES)
def test_the_colours_of_stones_are_told_apart(qapp, style):
    drawn = []
    for symbol in "WB":
        image = QImage(64, 64, QImage.Format.Format_ARGB32)
        image.fill(0)
        with QPainter(image) as painter:
            Stone(symbol, QRectF(2, 2, 60, 60), style=style).draw(painter)
        drawn.append(image.pixelColor(32, 12).lightness())
    assert drawn[0] - drawn[1] > 120


@pytest.mark.parametrize("of_set", PIECES)
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_piece_has_exactly_the_pixels_asked_for(qapp, ratio, of_set):
    for symbol in SYMBOLS:
        image = piece_image(symbol, 75, ratio, of_set)
        assert (image.width(), image.height()) == (75, 75)
        assert image.devicePixelRatio() == ratio
        assert image.pixelColor(0, 0).alpha() == 0
        assert any(image.pixelColor(37, y).alpha() == 255 for y in range(75))


@pytest.mark.parametrize("of_set", PIECES)
def test_without_libcairo_qt_draws_the_pieces(qapp, monkeypatch, of_set):
    def missing(symbol: str, pixels: int, of_set: str) -> bytes:
        raise PictureError("no libcairo")

    by_cairo = piece_image("K", 64, 1.0, of_set)
    monkeypatch.setattr(theme, "cached_piece_png", missing)
    theme.piece_image.cache_clear()
    by_qt = piece_image("K", 64, 1.0, of_set)
    theme.piece_image.cache_clear()
    near = sum(
        abs(by_cairo.pixelColor(x, y).alpha() - by_qt.pixelColor(x, y).alpha()) < 96
        for x in range(64)
        for y in range(64)
    )
    assert near > 0.95 * 64 * 64


def test_pieces_have_names():
    assert [piece_name(symbol) for symbol in "Kn"] == ["white king", "black knight"]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("of_set", first(1, ["staunton", "modern"]))
def test_at_24_pixels_a_man_is_told_from_its_square_by_more_than_an_outline(qapp, board, of_set):
    for symbol in "PNp":
        for square in (THEMES[board][0].light, THEMES[board][0].dark):
            image = QImage(24, 24, QImage.Format.Format_RGB32)
            image.fill(QColor(square))
            with QPainter(image) as painter:
                painter.drawImage(0, 0, piece_image(symbol, 24, 1.0, of_set))
            inked = [image.pixelColor(x, y).name() for x in range(24) for y in range(24)]
            apart = sum(contrast(shade, square) > 1.25 for shade in inked)
            assert apart > 0.15 * 24 * 24, (symbol, square)


def test_a_wooden_board_shows_its_grain_in_both_games(qtbot):
    shades = []
    for view in (BoardWidget(CHESS), BoardWidget(MORRIS)):
        qtbot.addWidget(view)
        view.resize(400, 400)
        for name in ("slate", "wood"):
            set_board_style(BoardStyle(board=name, coordinates=False))
            view.lay_out()
            image, middle = view.grab().toImage(), view.board_geometry.board.center().toPoint()
            at = {image.pixelColor(middle.x() + 17, middle.y() + dy).name() for dy in range(3, 18)}
            shades.append(len(at))
    assert shades[0] == shades[2] == 1
    assert shades[1] > 3 < shades[3]


def test_a_lifted_man_casts_a_soft_shadow(qtbot):
    view = BoardWidget(CHESS)
    qtbot.addWidget(view)
    view.resize(640, 640)
    view.lay_out()
    lifted = DragImage(view, "N")
    image = QImage(lifted.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    lifted.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    column = [image.pixelColor(image.width() // 2, y).alpha() for y in range(image.height())]
    foot = max(y for y, alpha in enumerate(column) if alpha == 255)
    below = column[foot + 2 :]
    assert 20 < below[0] < 130
    assert below == sorted(below, reverse=True)
    assert below[-1] == 0
