"""Arrows and rings over the pieces of any board: best moves, and whatever else is pointed at."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

ADVICE = "#1f6fae"  # what a search thinks best: unlike anything that the hand does
LOSS = "#b5352a"  # what is taken

_START = 0.26  # sides from the middle of a square to where an arrow begins
_HEAD = 0.40  # sides: the length of an arrow's head
_RING = 0.43  # sides: the radius of a ring


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from `origin` to `target`; with no origin, a ring round `target`.

    `strength`, 0 to 1, is how broad and how opaque it is; `colour` is `#rrggbb`. A `crossed` ring
    says that what stands there is lost, to those, too, who do not see its colour.
    """

    origin: int | None
    target: int
    strength: float = 1.0
    colour: str = ADVICE
    crossed: bool = False


def draw_arrows(
    painter: QPainter,
    arrows: Iterable[Arrow],
    centre: Callable[[int], QPointF],
    side: float,
) -> None:
    """Draw `arrows`, the first one on top; `centre` tells the middle of a square of `side`."""
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
    """Return the outline of an arrow from `start` to `end`, its shaft `width` broad.

    It begins a little off the middle of the piece that would move, and points to the middle of
    the square of `side` where that would go.
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
