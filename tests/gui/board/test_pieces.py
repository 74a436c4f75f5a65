import pytest

from millmate.gui.board import pieces
from millmate.gui.board.pieces import SYMBOLS, piece_image, piece_name
from millmate.pictures import PictureError


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_piece_has_exactly_the_pixels_asked_for(qapp, ratio):
    for symbol in SYMBOLS:
        image = piece_image(symbol, 75, ratio)
        assert (image.width(), image.height()) == (75, 75)
        assert image.devicePixelRatio() == ratio
        assert image.pixelColor(0, 0).alpha() == 0
        assert any(image.pixelColor(37, y).alpha() == 255 for y in range(75))


def test_without_libcairo_qt_draws_the_pieces(qapp, monkeypatch):
    def missing(symbol: str, pixels: int) -> bytes:
        raise PictureError("no libcairo")

    by_cairo = piece_image("K", 64, 1.0)
    monkeypatch.setattr(pieces, "piece_png", missing)
    by_qt = piece_image.__wrapped__("K", 64, 1.0)
    near = sum(
        abs(by_cairo.pixelColor(x, y).alpha() - by_qt.pixelColor(x, y).alpha()) < 96
        for x in range(64)
        for y in range(64)
    )
    assert near > 0.95 * 64 * 64


def test_pieces_have_names():
    assert [piece_name(symbol) for symbol in "Kn"] == ["white king", "black knight"]
