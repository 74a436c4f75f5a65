"""Arrows, rings, badges and labels drawn over the pieces of a board."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from millmate.gui.board.geometry import BoardGeometry
from millmate.gui.board.theme import BoardTheme

ADVICE = "#1f6fae"  # a move that a search recommends; no other mark has this colour
LOSS = "#b5352a"  # a piece or stone that is taken

_START = 0.26  # sides from the middle of a square to where an arrow begins
_HEAD = 0.40  # sides: the length of an arrow's head
_RING = 0.43  # sides: the radius of a ring
_SMALLEST = 9  # pixels: the smallest legible font

FAULT, CROSS, PLUS = "!", "×", "+"


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from `origin` to `target`; with no origin, a ring round `target`.

    `strength`, from 0 to 1, sets its width and opacity; `colour` is `#rrggbb`. A `crossed` ring
    marks a loss for those who cannot see its colour.
    """

    origin: int | None
    target: int
    strength: float = 1.0
    colour: str = ADVICE
    crossed: bool = False


def draw_arrows(painter: QPainter, arrows: Iterable[Arrow], geometry: BoardGeometry) -> None:
    """Draw `arrows`, the first one on top."""
    centre, side = geometry.centre_of, geometry.piece_side
    painter.save()
    for arrow in reversed(list(arrows)):
        colour = QColor(arrow.colour)
        colour.setAlphaF(0.38 + 0.47 * arrow.strength)
        if arrow.origin is None or arrow.origin == arrow.target:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour, side * (0.05 + 0.05 * arrow.strength)))
            painter.drawEllipse(centre(arrow.target), side * _RING, side * _RING)
            if arrow.crossed:
                arm = QPointF(1, 1) * (side * _RING * 0.7)
                painter.drawLine(centre(arrow.target) - arm, centre(arrow.target) + arm)
        else:
            painter.setPen(QPen(QColor(255, 255, 255, 110), max(1.0, side / 60)))
            painter.setBrush(colour)
            width = side * (0.07 + 0.11 * arrow.strength)
            painter.drawPolygon(outline(centre(arrow.origin), centre(arrow.target), side, width))
    painter.restore()


def outline(start: QPointF, end: QPointF, side: float, width: float) -> QPolygonF:
    """Return the outline of an arrow from `start` to `end` with a shaft of `width`.

    It starts a little away from the middle of its first square, whose length is `side`.
    """
    way = end - start
    length = math.hypot(way.x(), way.y())
    along = way / length
    across = QPointF(-along.y(), along.x())
    head = min(_HEAD * side, 0.6 * length)
    tail, neck = start + along * min(_START * side, 0.3 * length), end - along * head
    half, wing = width / 2, width / 2 + 0.13 * side
    return QPolygonF(
        [
            tail + across * half,
            neck + across * half,
            neck + across * wing,
            end,
            neck - across * wing,
            neck - across * half,
            tail - across * half,
        ]
    )


def draw_cross(painter: QPainter, centre: QPointF, arm: float) -> None:
    """Draw two diagonal lines through `centre` with the current pen."""
    for corner in (QPointF(arm, arm), QPointF(arm, -arm)):
        painter.drawLine(centre - corner, centre + corner)


def draw_badge(
    painter: QPainter, centre: QPointF, radius: float, colour: QColor, *, sign: str = FAULT
) -> None:
    """Draw a disc with an exclamation mark, a cross or a plus."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(centre, radius, radius)
    painter.setPen(QPen(QColor("white"), radius * 0.3, c=Qt.PenCapStyle.RoundCap))
    if sign == CROSS:
        draw_cross(painter, centre, radius * 0.4)
    elif sign == PLUS:
        arm = radius * 0.52
        painter.drawLine(centre - QPointF(arm, 0), centre + QPointF(arm, 0))
        painter.drawLine(centre - QPointF(0, arm), centre + QPointF(0, arm))
    else:
        painter.drawLine(centre - QPointF(0, radius * 0.5), centre + QPointF(0, radius * 0.08))
        painter.drawPoint(centre + QPointF(0, radius * 0.54))


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """The font and line break shared by all labels that are shown at once."""

    font: QFont
    broken: bool  # whether the last word goes on a second line

    def lines(self, words: str) -> list[str]:
        return words.rsplit(" ", 1) if self.broken else [words]


def label_style(font: QFont, texts: Iterable[str], side: float) -> LabelStyle:
    """Return the largest style in which all `texts` fit on squares of `side` pixels."""
    texts = list(texts)
    for broken in (False, True):
        for pixels in range(max(_SMALLEST, min(round(side * 0.17), 14)), _SMALLEST - 1, -1):
            found = LabelStyle(_sized(font, pixels), broken)
            metrics = QFontMetricsF(found.font)
            widths = [metrics.horizontalAdvance(line) for t in texts for line in found.lines(t)]
            if max(widths, default=0) <= side - 10:
                return found
    return LabelStyle(_sized(font, _SMALLEST - 1), True)


def draw_label(
    painter: QPainter, words: str, rect: QRectF, theme: BoardTheme, style: LabelStyle
) -> None:
    """Draw `words` on a small plate at the bottom of the square `rect`."""
    metrics = QFontMetricsF(style.font)
    shown = [
        metrics.elidedText(line, Qt.TextElideMode.ElideRight, rect.width() - 9)
        for line in style.lines(words)
    ]
    width = max(metrics.horizontalAdvance(line) for line in shown) + 8
    height = metrics.height() * len(shown) + 2
    plate = QRectF(rect.center().x() - width / 2, rect.bottom() - height - 2, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.label))
    painter.drawRoundedRect(plate, 4, 4)
    painter.setFont(style.font)
    painter.setPen(QColor(theme.on_label))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, "\n".join(shown))


def _sized(font: QFont, pixels: int) -> QFont:
    sized = QFont(font)
    sized.setPixelSize(pixels)
    return sized
