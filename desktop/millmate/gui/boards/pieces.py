"""Images of pieces, rendered for each size so that they are sharp on every screen."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from millmate.gui.boards.theme import board_style
from millmate.language import mark, tr
from millmate.pictures import PictureError, cached_piece_png, piece_svg

# The letters of a FEN, in the usual order.
SYMBOLS = "KQRBNPkqrbnp"

_KINDS = {
    "k": mark("king"), "q": mark("queen"), "r": mark("rook"), "b": mark("bishop"),
    "n": mark("knight"), "p": mark("pawn"),
}  # fmt: skip
_NAMES = {
    "K": mark("white king"), "Q": mark("white queen"), "R": mark("white rook"),
    "B": mark("white bishop"), "N": mark("white knight"), "P": mark("white pawn"),
    "k": mark("black king"), "q": mark("black queen"), "r": mark("black rook"),
    "b": mark("black bishop"), "n": mark("black knight"), "p": mark("black pawn"),
}  # fmt: skip

_latest: dict[tuple[str, str], QImage] = {}  # the last image of each piece and set


def kind_name(symbol: str) -> str:
    """Return the name of a kind of piece, such as `knight`."""
    return tr(_KINDS[symbol.lower()])


def piece_name(symbol: str) -> str:
    """Return the name of a piece, such as `white knight`."""
    return tr(_NAMES[symbol])


def piece_image(symbol: str, pixels: int, ratio: float, pieces: str = "") -> QImage:
    """Return an image of the piece, `pixels` device pixels wide, for a screen of `ratio`.

    `pieces` names the set, "" the one of all boards. Without libcairo, Qt's SVG renderer draws it.
    """
    return _image(symbol, pixels, ratio, pieces or board_style().pieces)


@lru_cache(maxsize=96)
def _image(symbol: str, pixels: int, ratio: float, pieces: str) -> QImage:
    try:
        image = QImage.fromData(cached_piece_png(symbol, pixels, pieces))
        image = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    except PictureError:
        image = render_with_qt(symbol, pixels, pieces)
    image.setDevicePixelRatio(ratio)
    return image


def render_with_qt(symbol: str, pixels: int, pieces: str) -> QImage:
    """Return an image of the piece drawn by Qt: fast, but a little coarser."""
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    renderer = QSvgRenderer(QByteArray(piece_svg(symbol, pieces).encode()))
    renderer.render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    return image


def _on_pixels(painter: QPainter, point: QPointF) -> QPointF:
    """Return the place nearest to `point` where an image falls on whole pixels of the screen.

    Where a screen's scale is fractional, widgets do not begin on whole pixels.
    """
    to_device = painter.deviceTransform()
    there = to_device.map(point)
    return to_device.inverted()[0].map(QPointF(round(there.x()), round(there.y())))


def draw_piece(
    painter: QPainter, symbol: str, rect: QRectF, opacity: float = 1.0, *, draft: bool = False
) -> None:
    """Draw `symbol` into the square `rect` at the painter's pixel ratio.

    A `draft` stretches the last image instead, while the size is changing.
    """
    painter.setOpacity(opacity)
    drawn = symbol, board_style().pieces
    if draft and drawn in _latest:
        painter.drawImage(rect, _latest[drawn])
    else:
        ratio = painter.device().devicePixelRatioF()
        image = piece_image(symbol, max(round(rect.width() * ratio), 1), ratio)
        painter.drawImage(_on_pixels(painter, rect.topLeft()), image)
        _latest[drawn] = image
    painter.setOpacity(1.0)
