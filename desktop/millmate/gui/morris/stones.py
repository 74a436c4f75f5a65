"""How a stone is drawn."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QRadialGradient

_SHADES = {
    "W": ("#fffdf6", "#f1ecdd", "#c9c1aa", "#857c65"),
    "B": ("#5b6363", "#363c3c", "#161a1a", "#060808"),
}
_NAMES = {"W": "white stone", "B": "black stone"}


def stone_name(symbol: str) -> str:
    """Return a stone in words, such as `white stone`."""
    return _NAMES[symbol]


def draw_stone(
    painter: QPainter, symbol: str, rect: QRectF, opacity: float = 1.0, *, shadow: bool = True
) -> None:
    """Draw the stone `symbol` (W or B), round and lit from above left, into the square `rect`."""
    light, body, rim, edge = (QColor(shade) for shade in _SHADES[symbol])
    radius = rect.width() / 2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(painter.opacity() * opacity)
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
    painter.restore()
