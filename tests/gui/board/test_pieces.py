import pytest

from millmate.gui.board import pieces
from millmate.gui.board.pieces import SYMBOLS, piece_image, piece_name
from millmate.pictures import PictureError
from millmate.settings import PIECES


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
    monkeypatch.setattr(pieces, "cached_piece_png", missing)
    pieces._image.cache_clear()
    by_qt = piece_image("K", 64, 1.0, of_set)
    pieces._image.cache_clear()
    near = sum(
        abs(by_cairo.pixelColor(x, y).alpha() - by_qt.pixelColor(x, y).alpha()) < 96
        for x in range(64)
        for y in range(64)
    )
    assert near > 0.95 * 64 * 64


def test_pieces_have_names():
    assert [piece_name(symbol) for symbol in "Kn"] == ["white king", "black knight"]
