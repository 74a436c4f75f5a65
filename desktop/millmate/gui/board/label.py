"""Words on a square."""

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from millmate.gui.board.theme import BoardTheme


def label_size(painter: QPainter, texts: Iterable[str], side: float) -> int:
    """Return the height in pixels at which all of `texts` fit on squares of `side`."""
    font = QFont(painter.font())
    for pixels in range(max(9, min(round(side * 0.17), 14)), 8, -1):
        font.setPixelSize(pixels)
        metrics = QFontMetricsF(font)
        if all(metrics.horizontalAdvance(text) <= side - 10 for text in texts):
            return pixels
    return 8


def draw_label(painter: QPainter, words: str, rect: QRectF, theme: BoardTheme, size: int) -> None:
    """Write `words` on a small plate at the foot of `rect`, cut short where they do not fit."""
    font = QFont(painter.font())
    font.setPixelSize(size)
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, rect.width() - 6)
    width, height = metrics.horizontalAdvance(shown) + 8, metrics.height() + 2
    plate = QRectF(rect.center().x() - width / 2, rect.bottom() - height - 2, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.label))
    painter.drawRoundedRect(plate, 4, 4)
    painter.setFont(font)
    painter.setPen(QColor(theme.on_label))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, shown)
