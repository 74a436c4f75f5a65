"""Items on squares: men, rendered for each size so that they are sharp, and values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPen,
    QPolygonF,
    QRadialGradient,
)
from PySide6.QtSvg import QSvgRenderer

from millmate.gui.boards.geometry import square_around
from millmate.gui.boards.scene import cross, transparent
from millmate.gui.boards.theme import board_style
from millmate.language import mark, tr
from millmate.pictures import PictureError, cached_piece_png, piece_svg
from millmate.pictures.value_marks import COLOURS, FIGURE, ON_SIGN, SIGNS, STROKE, PlaceValue

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


@lru_cache(maxsize=96)
def piece_image(symbol: str, pixels: int, ratio: float, pieces: str) -> QImage:
    """Return an image of the piece, `pixels` device pixels wide, for a screen of `ratio`.

    `pieces` names the set. Without libcairo, Qt's SVG renderer draws it.
    """
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

    With a fractional screen scale, widgets do not start at whole pixels.
    """
    to_device = painter.deviceTransform()
    there = to_device.map(point)
    return to_device.inverted()[0].map(QPointF(round(there.x()), round(there.y())))


@dataclass(slots=True)
class Piece:
    """A chess piece in a square, at the painter's pixel ratio.

    A `draft` stretches the last image instead, while the size is changing.
    """

    symbol: str
    rect: QRectF
    opacity: float = 1.0
    draft: bool = False

    def draw(self, painter: QPainter) -> None:
        painter.setOpacity(self.opacity)
        drawn = self.symbol, board_style().pieces
        if self.draft and drawn in _latest:
            painter.drawImage(self.rect, _latest[drawn])
        else:
            ratio = painter.device().devicePixelRatioF()
            pixels = max(round(self.rect.width() * ratio), 1)
            image = piece_image(self.symbol, pixels, ratio, drawn[1])
            painter.drawImage(_on_pixels(painter, self.rect.topLeft()), image)
            _latest[drawn] = image
        painter.setOpacity(1.0)


_SHADES = {
    "W": ("#fffdf6", "#f1ecdd", "#c9c1aa", "#857c65"),
    "B": ("#5b6363", "#363c3c", "#161a1a", "#060808"),
}
_FLAT = {"W": ("#fbf8f0", "#262c2b"), "B": ("#2c3332", "#f2efe6")}  # body, mark
_OUTLINES = {"W": "#101413", "B": "#8d9592"}  # of flat stones, visible on dark trays too
_STONES = {"W": mark("white stone"), "B": mark("black stone")}


def stone_name(symbol: str) -> str:
    """Return the name of a stone, such as `white stone`."""
    return tr(_STONES[symbol])


@dataclass(slots=True)
class Stone:
    """A stone (W or B) in a square, by default in the current style."""

    symbol: str
    rect: QRectF
    opacity: float = 1.0
    shadow: bool = True
    style: str = ""

    def draw(self, painter: QPainter) -> None:
        style = self.style or board_style().stones
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(painter.opacity() * self.opacity)
        if style == "lit":
            _lit(painter, self.symbol, self.rect, self.shadow)
        else:
            _flat(painter, self.symbol, self.rect, marked=style == "marked")
        painter.restore()


def _lit(painter: QPainter, symbol: str, rect: QRectF, shadow: bool) -> None:
    """Draw a turned stone, lit from the upper left."""
    light, body, rim, edge = map(QColor, _SHADES[symbol])
    radius = rect.width() / 2
    if shadow:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 46))
        painter.drawEllipse(rect.center() + QPointF(0, radius * 0.08), radius, radius)
    shade = QRadialGradient(rect.center() - QPointF(radius, radius) * 0.35, radius * 1.5)
    shade.setColorAt(0.0, light)
    shade.setColorAt(0.45, body)
    shade.setColorAt(1.0, rim)
    painter.setBrush(QBrush(shade))
    painter.setPen(QPen(edge, max(1.0, radius / 22)))
    inner = radius - max(1.0, radius / 22) / 2
    painter.drawEllipse(rect.center(), inner, inner)
    groove = QColor(edge)
    groove.setAlpha(70)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(groove, max(1.0, radius / 16)))
    painter.drawEllipse(rect.center(), radius * 0.62, radius * 0.62)


def _flat(painter: QPainter, symbol: str, rect: QRectF, *, marked: bool) -> None:
    """Draw a disc, `marked` with a ring for White or a cross for Black."""
    body, ink = map(QColor, _FLAT[symbol])
    radius = rect.width() / 2
    width = max(1.0, radius / 12)
    painter.setBrush(body)
    painter.setPen(QPen(QColor(_OUTLINES[symbol]), width))
    painter.drawEllipse(rect.center(), radius - width / 2, radius - width / 2)
    if not marked:
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, max(1.0, radius / 7), c=Qt.PenCapStyle.RoundCap))
    if symbol == "W":
        painter.drawEllipse(rect.center(), radius * 0.5, radius * 0.5)
    else:
        for way in cross(rect.center(), radius * 0.4):
            painter.drawLine(*way)


_BADGE = 0.25  # sides of a square: the side of the plate behind a sign
_LEAST, _MOST = 14.0, 30.0  # pixels: of the same
_FIGURE = 0.32  # sides: the height of the letters of a figure in the middle
_SMALLEST = 9  # pixels: the smallest legible font


@dataclass(slots=True)
class Value:
    """The sign of a value in a corner of `rect`; its figure in the middle, on a man beside it."""

    rect: QRectF
    value: PlaceValue
    occupied: bool

    def draw(self, painter: QPainter) -> None:
        rect, value = self.rect, self.value
        side = min(max(rect.width() * _BADGE, _LEAST), _MOST)
        gap = max(1.0, rect.width() * 0.03)
        badge = QRectF(rect.left() + gap, rect.top() + gap, side, side)
        if self.occupied and value.figure:
            _draw_pill(painter, badge, value)
            return
        ratio = painter.device().devicePixelRatioF()
        painter.drawImage(badge.topLeft(), _badge_image(value.wdl, side, ratio))
        if value.figure:
            _draw_figure(painter, rect, value.figure)


def _draw_pill(painter: QPainter, badge: QRectF, value: PlaceValue) -> None:
    """Draw a sign and the figure next to it on one plate, which starts with `badge`."""
    side, font = badge.width(), figure_font(painter.font(), badge.width() * 0.82)
    width = QFontMetricsF(font).horizontalAdvance(value.figure) + side * 0.2
    draw_plate(painter, badge, value.wdl, width)
    painter.setFont(font)
    painter.setPen(QColor(ON_SIGN))
    room = QRectF(badge.right() - side * 0.08, badge.top(), width, side)
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, value.figure)


@lru_cache(maxsize=24)
def _badge_image(wdl: int, side: float, ratio: float) -> QImage:
    """Return a badge as an image: a map draws up to 64 of them."""
    image = transparent(QSizeF(side + 1, side + 1), ratio)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_plate(painter, QRectF(0.5, 0.5, side - 0.5, side - 0.5), wdl)
    return image


def draw_plate(painter: QPainter, rect: QRectF, wdl: int, longer: float = 0.0) -> None:
    """Draw the sign of a result on a plate, which is by `longer` longer than the square `rect`."""
    side = rect.width()
    painter.setPen(QPen(QColor(ON_SIGN), max(1.0, side / 18)))
    painter.setBrush(QColor(COLOURS[wdl].sign))
    painter.drawRoundedRect(rect.adjusted(0, 0, longer, 0), side * 0.26, side * 0.26)
    draw_sign(painter, square_around(rect.center(), side * 0.62), wdl)


def draw_sign(painter: QPainter, rect: QRectF, wdl: int, colour: str = ON_SIGN) -> None:
    """Draw the sign of a result as large as `rect`."""
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(QColor(colour), rect.width() * STROKE, c=cap, j=join))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    corner = rect.topLeft()
    for line in SIGNS[wdl]:
        places = [corner + QPointF(x, y) * rect.width() for x, y in line]
        painter.drawPolyline(QPolygonF(places))


def draw_colour_sign(painter: QPainter, rect: QRectF, wdl: int, colour: str) -> None:
    """Draw the sign of a result without a plate: as `draw_sign`, but quick to draw again."""
    ratio = painter.device().devicePixelRatioF()
    left, top = math.floor(rect.left()), math.floor(rect.top())
    within = (rect.left() - left, rect.top() - top, rect.width())
    painter.drawImage(QPointF(left, top), _sign_image(*within, wdl, colour, ratio))


@lru_cache(maxsize=64)
def _sign_image(
    left: float, top: float, side: float, wdl: int, colour: str, ratio: float
) -> QImage:
    image = transparent(QSizeF(left + side + 1, top + side + 1), ratio)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_sign(painter, QRectF(left, top, side, side), wdl, colour)
    return image


def figure_font(font: QFont, pixels: float, *, bold: bool = True) -> QFont:
    """Return `font` with figures of equal width, `pixels` high."""
    return _sized(font.toString(), max(_SMALLEST, round(pixels)), bold)


@lru_cache(maxsize=24)
def _sized(description: str, pixels: int, bold: bool) -> QFont:
    sized = QFont()
    sized.fromString(description)
    sized.setPixelSize(pixels)
    if bold:
        sized.setWeight(QFont.Weight.DemiBold)
    sized.setFeature(QFont.Tag("tnum"), 1)
    return sized


def _draw_figure(painter: QPainter, rect: QRectF, figure: str) -> None:
    """Draw `figure` in the middle of `rect`."""
    scale = _FIGURE if len(figure) < 3 else _FIGURE * 0.85
    painter.setFont(figure_font(painter.font(), rect.width() * scale))
    painter.setPen(QColor(FIGURE))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, figure)
