"""Drawing of stones: lit from above, flat, or flat with a mark of their colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QRadialGradient

from millmate.gui.boards.overlays import draw_cross
from millmate.gui.boards.theme import board_style
from millmate.language import mark, tr

_SHADES = {
    "W": ("#fffdf6", "#f1ecdd", "#c9c1aa", "#857c65"),
    "B": ("#5b6363", "#363c3c", "#161a1a", "#060808"),
}
_FLAT = {"W": ("#fbf8f0", "#262c2b"), "B": ("#2c3332", "#f2efe6")}  # body, mark
_OUTLINES = {"W": "#101413", "B": "#8d9592"}  # of flat stones, visible on dark trays too
_NAMES = {"W": mark("white stone"), "B": mark("black stone")}


def stone_name(symbol: str) -> str:
    """Return the name of a stone, such as `white stone`."""
    return tr(_NAMES[symbol])


def draw_stone(
    painter: QPainter,
    symbol: str,
    rect: QRectF,
    opacity: float = 1.0,
    *,
    shadow: bool = True,
    style: str = "",
) -> None:
    """Draw the stone `symbol` (W or B) into the square `rect`, in the current style."""
    style = style or board_style().stones
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(painter.opacity() * opacity)
    if style == "lit":
        _lit(painter, symbol, rect, shadow)
    else:
        _flat(painter, symbol, rect, marked=style == "marked")
    painter.restore()


def _lit(painter: QPainter, symbol: str, rect: QRectF, shadow: bool) -> None:
    """Draw a turned stone, lit from the upper left."""
    light, body, rim, edge = (QColor(shade) for shade in _SHADES[symbol])
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
    body, ink = (QColor(shade) for shade in _FLAT[symbol])
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
        draw_cross(painter, rect.center(), radius * 0.4)
