"""A player's name plate: the side, the name, what the player does, the material, the clock."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from millmate.formatting import side_name, titled
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, wrapped
from millmate.gui.kit.widgets import hbox
from millmate.language import number, tr

LOW = 20.0  # seconds from which on time is short
_TENTHS = 10.0  # seconds from which on tenths are shown
_SIGN = 8  # pixels of the sign before the figures


@dataclass(frozen=True, slots=True)
class ClockState:
    """The state of a clock: the seconds left, and whether it runs or is paused."""

    left: float
    running: bool = False
    paused: bool = False

    @property
    def low(self) -> bool:
        return self.left <= LOW


def figures(seconds: float) -> str:
    """Return a clock's time as text: `1:02:03`, `4:31`, and near the end `0:09.3`."""
    if seconds < _TENTHS:
        return f"0:{number(int(10 * seconds) / 10, 1):0>4}"
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


class ClockFace(Label):
    """The time of a side. A frame and an arrowhead mark the clock that runs, two bars a pause.

    A short time has an exclamation mark before it.
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
                painter.drawRoundedRect(box, theme.ROUND_MARK, theme.ROUND_MARK)
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


@dataclass(frozen=True, slots=True)
class Balance:
    """A side's lead in material, as shown next to its name and as spoken."""

    text: str = ""
    spoken: str = ""


NO_BALANCE = Balance()


class _Disc(QWidget):
    """A disc in a side's colour, with an accent ring while that side is to move."""

    def __init__(self) -> None:
        super().__init__()
        self._white, self._ringed = True, False
        self.setFixedSize(QSize(20, 20))

    def show_side(self, white: bool, ringed: bool) -> None:
        self._white, self._ringed = white, ringed
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = theme.colours()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(QColor("#fdfdfb" if self._white else "#0c0f0f"))
            painter.setPen(QPen(QColor(scheme.muted), 1))
            painter.drawEllipse(QRectF(4, 4, 12, 12))
            if self._ringed:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(scheme.accent), 2))
                painter.drawEllipse(QRectF(1.5, 1.5, 17, 17))


class PlayerStrip(QWidget):
    """The player of a side, whether that side is to move, the material, and the clock if any.

    It can be as narrow as a board: a name that is too long is shortened.
    """

    def __init__(self) -> None:
        super().__init__()
        self._disc = _Disc()
        self._full, self._shown = "", ("", "", "", NO_BALANCE)
        self._does = ""
        self.name = Label()
        self.doing, self.material = theme.muted(), theme.muted()
        for label in (self.doing, self.material):
            label.setWordWrap(False)
        self.clock = ClockFace()
        self._middle = hbox(None)
        parts = self._disc, self.name, self.doing, (self._middle, 1), self.material, self.clock
        hbox(*parts, within=self)
        self._field: QWidget | None = None

    def sizeHint(self) -> QSize:
        """Return the room for all but the name; in height, also for the field while it is hidden.

        So that showing the field moves nothing.
        """
        hint = super().sizeHint() - QSize(self.name.sizeHint().width(), 0)
        if self._field is None:
            return hint
        self._field.ensurePolished()
        return hint.expandedTo(QSize(0, self._field.sizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() - QSize(self.name.minimumSizeHint().width(), 0)

    def hold(self, field: QWidget) -> None:
        """Reserve room for an input field beside the name."""
        self._field = field
        self._middle.insertWidget(0, field, 100)
        self._middle.setStretch(1, 0)

    def make_room(self, needed: bool) -> None:
        """Give the reserved room to the field if `needed`."""
        self.doing.setVisible(not needed)
        self.material.setVisible(not needed)
        self._shorten()

    def show_side(
        self, side: bool, name: str, doing: str, turn: bool, balance: Balance = NO_BALANCE
    ) -> None:
        """Show that `name` plays `side`, is `doing` something, and has this much material."""
        self._disc.show_side(side, turn)
        shown, self._shown = self._shown, (side_name(side), name, doing, balance)
        if shown == self._shown:
            return
        self._full = side_name(side) if name == "?" else titled(side_name(side), name)
        self._does = doing
        self.material.setText(balance.text)
        self.material.setAccessibleName(balance.spoken)
        self.material.setToolTip(wrapped(balance.spoken))
        self._shorten()

    def show_clock(self, side: bool, state: ClockState | None) -> None:
        """Show the clock of `side`, or none."""
        if state == self.clock.state:
            return
        shown, room = not self.clock.isHidden(), self.clock.sizeHint()
        self.clock.show_state(side, state)
        if (not self.clock.isHidden(), self.clock.sizeHint()) != (shown, room):
            self._shorten()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the name as fits."""
        super().resizeEvent(event)
        self._shorten()

    def _room(self, *labels: Label) -> int:
        """Return the pixels that `labels` leave for the name."""
        shown = [each.sizeHint().width() for each in labels if not each.isHidden()]
        return self.width() - self._disc.width() - (2 + len(shown)) * theme.GRID - sum(shown)

    def _shorten(self) -> None:
        metrics = self.name.fontMetrics()
        needed = metrics.horizontalAdvance(self._full)
        self.doing.setText(self._does)
        self.material.setVisible(bool(self.material.text()) and not self.doing.isHidden())
        room = self._room(self.doing, self.material, self.clock)
        if room < needed:  # the name matters more
            self.material.hide()
            room = self._room(self.doing, self.clock)
        _elide(self.doing, self._does, self.doing.sizeHint().width() + min(room, 0))
        _elide(self.name, self._full, room)


def _elide(label: Label, text: str, room: int) -> None:
    """Show as much of `text` as `room` has pixels for."""
    shown = label.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, max(room, 0))
    label.setText(shown)
    label.setToolTip(text if shown != text else "")
    label.setAccessibleName(text)
