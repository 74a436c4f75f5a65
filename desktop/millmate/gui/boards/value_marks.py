"""Draws the values of places: a sign in the corner, and the distance as a figure.

The sign shows the result without its colour; on a man it is in the corner with the figure next to
it, so that the man stays visible.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from millmate.gui.boards.geometry import square_around
from millmate.pictures.value_marks import (
    COLOURS,
    FIGURE,
    ON_SIGN,
    SIGNS,
    STROKE,
    PlaceValue,
)

_BADGE = 0.25  # sides of a square: the side of the plate behind a sign
_LEAST, _MOST = 14.0, 30.0  # pixels: of the same
_FIGURE = 0.32  # sides: the height of the letters of a figure in the middle
_SMALLEST = 9  # pixels: the smallest legible font


def transparent(size: QSizeF, ratio: float) -> QImage:
    """Return a transparent image that is at least of `size` on a screen of `ratio`."""
    width, height = math.ceil(size.width() * ratio), math.ceil(size.height() * ratio)
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(0)
    return image


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
