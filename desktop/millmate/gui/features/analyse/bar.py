"""The evaluation bar beside the board: the more of it is white, the better for White."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QAccessible, QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_role
from millmate.language import tr

WIDTH = 24  # pixels
_DURATION_MS = 140
_WHITE, _BLACK = "#f7f6f1", "#33393a"


class EvaluationBar(QWidget):
    """Shows White's share and the score; White is at the bottom unless flipped."""

    accessible = as_role(QAccessible.Role.Graphic)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share, self.figure = 0.5, ""
        self._flipped = False
        self.animated = True
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._motion = QVariantAnimation(self)
        self._motion.setDuration(_DURATION_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self.update)
        self.show_worth(0.5, "", tr("Nothing found yet"))
        self.hide()

    def show_worth(self, share: float, figure: str, words: str) -> None:
        """Show White's share from 0 to 1, the score from White's side, and its description."""
        before = self.shown_share
        self.share, self.figure = share, figure
        self._motion.stop()
        if self.animated and self.isVisible() and before != share:
            self._motion.setStartValue(before)
            self._motion.setEndValue(share)
            self._motion.start()
        self.setAccessibleName(tr("Evaluation: {words}", words=words))
        self.setToolTip(words)
        self.update()

    def set_flipped(self, flipped: bool) -> None:
        """Show White's share at the top or at the bottom."""
        self._flipped = flipped
        self.update()

    @property
    def shown_share(self) -> float:
        """White's share as it is drawn now, on its animated way to `share`."""
        running = self._motion.state() is QVariantAnimation.State.Running
        return float(self._motion.currentValue()) if running else self.share

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 300)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both shares, the middle, and the score on the leading side."""
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        white = area.height() * self.shown_share
        top = area.top() if self._flipped else area.bottom() - white
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            outline = QPainterPath()
            outline.addRoundedRect(area, 4, 4)
            painter.fillPath(outline, QColor(_BLACK))
            painter.setClipPath(outline)
            painter.fillRect(QRectF(area.left(), top, area.width(), white), QColor(_WHITE))
            painter.setPen(QPen(QColor(theme.colours().accent), 2))
            painter.drawLine(
                round(area.left()),
                round(area.center().y()),
                round(area.right()),
                round(area.center().y()),
            )
            painter.setClipping(False)
            painter.setPen(QPen(QColor(theme.colours().line), 1))
            painter.drawPath(outline)
            self._write_figure(painter, area)

    def _write_figure(self, painter: QPainter, area: QRectF) -> None:
        """Write the score at the end of the leading side, as large as it fits."""
        ahead_white = self.share >= 0.5
        below = ahead_white != self._flipped
        font = painter.font()
        for pixels in (11, 10, 9, 8):
            font.setPixelSize(pixels)
            painter.setFont(font)
            if painter.fontMetrics().horizontalAdvance(self.figure) <= area.width() - 1:
                break
        painter.setPen(QColor(_BLACK if ahead_white else _WHITE))
        end = Qt.AlignmentFlag.AlignBottom if below else Qt.AlignmentFlag.AlignTop
        painter.drawText(
            area.adjusted(0, 3, 0, -3), Qt.AlignmentFlag.AlignHCenter | end, self.figure
        )
