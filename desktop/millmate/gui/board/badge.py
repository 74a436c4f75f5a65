"""The sign for a fault, on squares and beside the words that explain them."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen


def draw_badge(painter: QPainter, centre: QPointF, radius: float, colour: QColor) -> None:
    """Draw an exclamation mark on a disc."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(centre, radius, radius)
    pen = QPen(QColor("white"), radius * 0.3, c=Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(centre - QPointF(0, radius * 0.5), centre + QPointF(0, radius * 0.08))
    painter.drawPoint(centre + QPointF(0, radius * 0.54))
