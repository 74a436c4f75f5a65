"""Arrows, rings and badges drawn over the pieces of a board."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from millmate.gui.boards.geometry import BoardGeometry

ADVICE = "#1f6fae"  # a move that a search recommends; no other mark has this colour
LOSS = "#b5352a"  # a piece or stone that is taken

_START = 0.26  # sides from the middle of a square to where an arrow begins
_HEAD = 0.40  # sides: the length of an arrow's head
_RING = 0.43  # sides: the radius of a ring

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
