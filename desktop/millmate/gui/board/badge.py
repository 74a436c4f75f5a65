"""A sign on a disc: for a fault, on squares and beside words, and for what gets lost."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen


def draw_badge(
    painter: QPainter, centre: QPointF, radius: float, colour: QColor, *, cross: bool = False
) -> None:
    """Draw an exclamation mark, or a cross, on a disc."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(centre, radius, radius)
    painter.setPen(QPen(QColor("white"), radius * 0.3, c=Qt.PenCapStyle.RoundCap))
    if cross:
        arm = radius * 0.4
        painter.drawLine(centre - QPointF(arm, arm), centre + QPointF(arm, arm))
        painter.drawLine(centre - QPointF(arm, -arm), centre + QPointF(arm, -arm))
    else:
        painter.drawLine(centre - QPointF(0, radius * 0.5), centre + QPointF(0, radius * 0.08))
        painter.drawPoint(centre + QPointF(0, radius * 0.54))
