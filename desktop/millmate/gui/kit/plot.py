"""Base of all plots: axes with round ticks, grid lines, the pointer, keys and words."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_role
from millmate.gui.kit.translator import bind_text

_HALF = math.log10(0.5)  # where a logarithmic axis starts, so that one position can be seen
_MOST_DOTS = 40


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of values from `low` to `high`, drawn from `start` to `end`, in pixels.

    On a logarithmic one `low` is 0, at which everything up to a half lies.
    """

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Return where a value lies, beyond the axis too."""
        return self.start + self._share(value) * (self.end - self.start)

    def clamped(self, value: float) -> float:
        """Return where a value lies, at the axis' end if it is beyond."""
        return self.place(min(max(value, self.low), self.high))

    def ticks(self, room: float) -> list[int]:
        """Return round values along the axis, about `room` pixels or more from each other."""
        pixels, span = max(abs(self.end - self.start), 1.0), self.high - self.low
        if span <= 0:
            return []
        if self.logarithmic:
            decades = int(math.log10(self.high)) + 1 if self.high >= 1 else 0
            step = max(1, math.ceil(decades * room / pixels))
            return [10**power for power in range(0, decades, step)]
        step = round_step(span * room / pixels)
        return [
            step * n for n in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)
        ]

    def _share(self, value: float) -> float:
        if self.high <= self.low:
            return 0.0
        if not self.logarithmic:
            return (value - self.low) / (self.high - self.low)
        if value <= 0:
            return 0.0
        return (math.log10(value) - _HALF) / (math.log10(self.high) - _HALF)


def round_step(least: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 ... that is not below `least`."""
    if least <= 1:
        return 1
    power = int(10 ** math.floor(math.log10(least)))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= least)


def short(count: int) -> str:
    """Return a round count in few characters: `200`, `50k`, `2M`."""
    for unit, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if count >= unit:
            return f"{count / unit:g}{letter}"
    return str(count)


class Plot(QWidget):
    """A drawing that is pointed at, clicked and gone through with the keys in `keys`.

    A subclass has its data, `draw`s them, finds the `place_at` a point, and describes it in
    `words_of`. `pointed` carries the place under the mouse, None for none.
    """

    accessible = as_role(QAccessible.Role.Chart)

    pointed = Signal(object)
    keys: frozenset[Qt.Key] = frozenset()
    framed = True  # whether the frame of the focus is drawn around it

    def __init__(self, name: str, height: int) -> None:
        """Make a plot of at least `height` pixels that screen readers call `name` (marked)."""
        super().__init__()
        self.pointed_at: Any = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        bind_text(self, name=name)

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        raise NotImplementedError

    def place_at(self, point: QPointF) -> Any:
        """Return the place at `point`, or None."""
        raise NotImplementedError

    def choose_place(self, place: Any) -> None:
        """Choose the clicked place."""

    def press(self, key: Qt.Key) -> None:
        """Do what one of `keys` does."""

    def words_of(self, place: Any) -> str:
        return ""

    def words(self) -> str:
        """Describe the current place, for screen readers."""
        return ""

    @property
    def metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.font())

    @property
    def line(self) -> float:
        return self.metrics.height()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the data, and a frame while the plot has the keyboard."""
        colours = theme.colours()
        with QPainter(self) as painter:
            painter.setFont(self.font())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter, colours)
            if self.framed and self.hasFocus():
                painter.setPen(QPen(QColor(colours.accent), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def point_at(self, place: Any) -> None:
        """Point at `place`, None for nothing."""
        if place != self.pointed_at:
            self.pointed_at = place
            self.pointed.emit(place)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point_at(self.place_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.point_at(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if place is not None and event.button() is Qt.MouseButton.LeftButton:
            self.choose_place(place)

    def event(self, event: QEvent) -> bool:
        """Keep the plot's keys from the window's shortcuts, and show tool tips."""
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in self.keys:
                event.accept()
                return True
        elif kind == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.words_of(place) if place is not None else "")
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the data with the plot's keys."""
        if event.key() in self.keys:
            self.press(Qt.Key(event.key()))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the frame, and describe the current place."""
        super().focusInEvent(event)
        self.describe()

    def describe(self) -> None:
        """Describe the current place, for screen readers, which follow the focus."""
        if self.hasFocus():
            self.setAccessibleDescription(self.words())


class DotPlot(Plot):
    """Results in the order of time, one dot each, joined by a line; only the latest are shown.

    `value` is the height of a row, `words` describe it, `level` names a height, and `foot`, if
    given, is what stands below the first and the last row.
    """

    keys = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})

    def __init__(
        self,
        name: str,
        value: Callable[[Any], float],
        words: Callable[[Any], str],
        level: Callable[[int], str] = str,
        foot: Callable[[Any], str] | None = None,
        high: int = 0,
    ) -> None:
        """Make a plot called `name`, whose axis reaches from 0 to `high` or the highest row."""
        super().__init__(name, 13 * theme.GRID)
        self.rows: tuple[Any, ...] = ()
        self._value, self._words, self._level, self._foot = value, words, level, foot
        self._high = high

    def show_rows(self, rows: Iterable[Any]) -> None:
        """Show other rows, oldest first."""
        self.rows = tuple(rows)[-_MOST_DOTS:]
        self.point_at(None)
        self.update()

    def words_of(self, place: int) -> str:
        return self._words(self.rows[place])

    def words(self) -> str:
        """Describe the row that is pointed at, or else the last one."""
        if not self.rows:
            return ""
        return self.words_of(len(self.rows) - 1 if self.pointed_at is None else self.pointed_at)

    def place_at(self, point: QPointF) -> int | None:
        """Return the row that is nearest to `point` along the axis."""
        numbers = range(len(self.rows))
        return min(numbers, key=lambda n: abs(self.place(n).x() - point.x()), default=None)

    def place(self, number: int) -> QPointF:
        """Return where the dot of a row is."""
        area, rows = self._area(), len(self.rows)
        share = 0.5 if rows == 1 else number / (rows - 1)
        height = self._axis(area).place(self._value(self.rows[number]))
        return QPointF(area.left() + share * area.width(), height)

    def press(self, key: Qt.Key) -> None:
        """Go from row to row with Left and Right."""
        last = len(self.rows) - 1
        start = last + 1 if self.pointed_at is None else self.pointed_at
        step = -1 if key == Qt.Key.Key_Left else 1
        self.point_at(max(0, min(start + step, last)) if self.rows else None)
        self.describe()

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        area = self._area()
        axis = self._axis(area)
        for tick in axis.ticks(2 * self.line):
            draw_level(painter, area, axis.place(tick), self._level(tick))
        places = [self.place(number) for number in range(len(self.rows))]
        painter.setPen(QPen(QColor(colours.accent), 2))
        painter.drawPolyline(QPolygonF(places))
        painter.setPen(QPen(QColor(colours.window), 1))
        for number, place in enumerate(places):
            pointed = number == self.pointed_at
            painter.setBrush(QColor(colours.text if pointed else colours.accent))
            radius = 5.0 if pointed else 3.5
            painter.drawEllipse(place, radius, radius)
        if self._foot is not None and self.rows:
            self._draw_feet(painter, area, self._foot(self.rows[0]), self._foot(self.rows[-1]))

    def _draw_feet(self, painter: QPainter, area: QRectF, first: str, last: str) -> None:
        line = QRectF(area.left(), area.bottom() + theme.GRID / 2, area.width(), self.line)
        painter.setPen(QColor(theme.colours().muted))
        if first == last:
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter, first)
        else:
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, first)
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, last)

    def _area(self) -> QRectF:
        left = self.metrics.horizontalAdvance(self._level(100)) + theme.GRID
        bottom = theme.GRID + (0.0 if self._foot is None else self.line)
        return QRectF(self.rect()).adjusted(left, self.line / 2 + 2, -theme.GRID, -bottom)

    def _axis(self, area: QRectF) -> Axis:
        high = self._high or max(5, *map(self._value, self.rows), 0)
        return Axis(0, high, area.bottom(), area.top())


def draw_level(
    painter: QPainter, area: QRectF, y: float, text: str, colour: str = "", end: float = 0.0
) -> None:
    """Draw a grid line through `area` at the height `y`, with its value at the left.

    It ends at `end`, if this is given, and has the `colour` of lines in general.
    """
    colours, line = theme.colours(), painter.fontMetrics().height()
    painter.setPen(QPen(QColor(colour or colours.line), 1))
    painter.drawLine(QPointF(area.left(), y), QPointF(end or area.right(), y))
    painter.setPen(QColor(colours.muted))
    label = QRectF(0, y - line / 2, area.left() - theme.GRID / 2, line)
    painter.drawText(label, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)


def draw_tick(painter: QPainter, x: float, top: float, text: str) -> None:
    """Write the value of a tick beneath an axis, in the middle of `x`."""
    metrics = painter.fontMetrics()
    width = metrics.horizontalAdvance(text) + 2
    painter.setPen(QColor(theme.colours().muted))
    label = QRectF(x - width / 2, top, width, metrics.height())
    painter.drawText(label, Qt.AlignmentFlag.AlignHCenter, text)
