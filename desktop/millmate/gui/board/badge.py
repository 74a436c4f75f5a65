"""A sign on a disc: for a fault, on squares and beside words, for check, for what gets lost."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

FAULT, CROSS, PLUS = "!", "×", "+"


def draw_badge(
    painter: QPainter, centre: QPointF, radius: float, colour: QColor, *, sign: str = FAULT
) -> None:
    """Draw an exclamation mark, a cross or a plus on a disc."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(centre, radius, radius)
    painter.setPen(QPen(QColor("white"), radius * 0.3, c=Qt.PenCapStyle.RoundCap))
    if sign == CROSS:
        arm = radius * 0.4
        painter.drawLine(centre - QPointF(arm, arm), centre + QPointF(arm, arm))
        painter.drawLine(centre - QPointF(arm, -arm), centre + QPointF(arm, -arm))
    elif sign == PLUS:
        arm = radius * 0.52
        painter.drawLine(centre - QPointF(arm, 0), centre + QPointF(arm, 0))
        painter.drawLine(centre - QPointF(0, arm), centre + QPointF(0, arm))
    else:
        painter.drawLine(centre - QPointF(0, radius * 0.5), centre + QPointF(0, radius * 0.08))
        painter.drawPoint(centre + QPointF(0, radius * 0.54))
