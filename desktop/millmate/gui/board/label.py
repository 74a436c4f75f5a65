"""Words on a square."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from millmate.gui.board.theme import BoardTheme


def draw_label(painter: QPainter, words: str, rect: QRectF, theme: BoardTheme) -> None:
    """Write `words` on a small plate at the foot of `rect`, as large as fits its width."""
    font = QFont(painter.font())
    room = rect.width() - 8
    font.setPixelSize(max(9, min(round(rect.width() * 0.18), 15)))
    while font.pixelSize() > 8 and QFontMetricsF(font).horizontalAdvance(words) > room:
        font.setPixelSize(font.pixelSize() - 1)
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room + 2)
    width, height = metrics.horizontalAdvance(shown) + 6, metrics.height() + 2
    plate = QRectF(rect.center().x() - width / 2, rect.bottom() - height - 2, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.label))
    painter.drawRoundedRect(plate, 4, 4)
    painter.setFont(font)
    painter.setPen(QColor(theme.on_label))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, shown)
