"""Words on squares: one line where they fit, two where squares are small."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from millmate.gui.board.theme import BoardTheme

_SMALLEST = 9  # pixels: the height of a font that can still be read


@dataclass(frozen=True, slots=True)
class Lettering:
    """How words are set on squares, the same for all that are shown at once."""

    font: QFont
    broken: bool  # the last word stands beneath the others

    def lines(self, words: str) -> list[str]:
        """Return the lines in which `words` are set."""
        return words.rsplit(" ", 1) if self.broken else [words]


def lettering(font: QFont, texts: Iterable[str], side: float) -> Lettering:
    """Return the largest lettering in which all of `texts` fit on squares of `side` pixels."""
    texts = list(texts)
    for broken in (False, True):
        for pixels in range(max(_SMALLEST, min(round(side * 0.17), 14)), _SMALLEST - 1, -1):
            found = Lettering(_sized(font, pixels), broken)
            metrics = QFontMetricsF(found.font)
            widths = [metrics.horizontalAdvance(line) for t in texts for line in found.lines(t)]
            if max(widths, default=0) <= side - 10:
                return found
    return Lettering(_sized(font, _SMALLEST - 1), True)


def draw_label(
    painter: QPainter, words: str, rect: QRectF, theme: BoardTheme, style: Lettering
) -> None:
    """Write `words` on a small plate at the foot of the square `rect`."""
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
