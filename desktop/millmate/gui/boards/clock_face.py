"""The clock in a player's name plate."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF

from millmate.formatting import side_name
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.language import number, tr

LOW = 20.0  # seconds from which on time is short
_TENTHS = 10.0  # seconds from which on tenths are shown
_SIGN = 8  # pixels of the sign before the figures


@dataclass(frozen=True, slots=True)
class ClockState:
    """What a clock shows: the seconds left, and whether it runs or is paused."""

    left: float
    running: bool = False
    paused: bool = False

    @property
    def low(self) -> bool:
        return self.left <= LOW


def figures(seconds: float) -> str:
    """Return what a clock shows: `1:02:03`, `4:31`, and near the end `0:09.3`."""
    if seconds < _TENTHS:
        return f"0:{number(int(10 * seconds) / 10, 1):0>4}"
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


class ClockFace(Label):
    """The time of a side. A frame and an arrowhead mark the clock that runs, two bars a pause.

    An exclamation mark stands before a time that is short.
    """

    def __init__(self) -> None:
        super().__init__()
        self.state: ClockState | None = None
        self._long = False  # whether there is room for hours
        self.hide()

    def show_state(self, side: bool, state: ClockState | None) -> None:
        """Show the clock of `side`, or nothing in a game without clocks."""
        if state != self.state:
            self.state = state
            if state is not None:
                self._show(side, state)
            self.setVisible(state is not None)

    def sizeHint(self) -> QSize:
        """Return the room for the longest time, so that nothing moves while the clock runs."""
        letters = QFontMetrics(self._font(bold=True))
        wide = letters.horizontalAdvance("0:00:00" if self._long else "0:00.0")
        return QSize(wide + _SIGN + 3 * theme.GRID, letters.height() + theme.GRID // 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        state = self.state
        if state is None:
            return
        scheme = theme.colours()
        colour = QColor(scheme.bad if state.low else scheme.text if state.running else scheme.muted)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if state.running:
                painter.setPen(QPen(colour if state.low else QColor(scheme.accent), 2))
                painter.setBrush(QColor(scheme.raised))
                painter.drawRoundedRect(box, 4, 4)
            painter.setPen(colour)
            painter.setFont(self._font(bold=state.running))
            inner = box.adjusted(theme.GRID, 0, -theme.GRID, 0)
            side = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(inner, side | Qt.AlignmentFlag.AlignRight, self.text())
            if state.low and not state.paused:
                painter.drawText(inner, side | Qt.AlignmentFlag.AlignLeft, "!")
            elif state.running:
                _draw_sign(painter, inner, colour, paused=state.paused)

    def _show(self, side: bool, state: ClockState) -> None:
        long = state.left >= 3600
        if long != self._long:
            self._long = long
            self.updateGeometry()
        text = figures(state.left)
        self.setText(text)
        words = tr("{side}'s clock: {time}", side=side_name(side), time=text)
        if state.paused:
            words = tr("{words}, paused", words=words)
        elif state.running:
            words = tr("{words}, running", words=words)
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def _font(self, bold: bool) -> QFont:
        font = QFont(self.font())
        font.setFeature(QFont.Tag("tnum"), 1)
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font


def _draw_sign(painter: QPainter, box: QRectF, colour: QColor, *, paused: bool) -> None:
    """Draw an arrowhead at the left of `box`, or the two bars of a pause."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    top = box.center().y() - _SIGN / 2
    sign = QRectF(box.left(), top, _SIGN, _SIGN)
    if paused:
        painter.drawRect(sign.adjusted(0, 0, -_SIGN * 0.6, 0))
        painter.drawRect(sign.adjusted(_SIGN * 0.6, 0, 0, 0))
    else:
        tip = QPointF(sign.right() - 1, sign.center().y())
        painter.drawPolygon(QPolygonF([sign.topLeft(), tip, sign.bottomLeft()]))
