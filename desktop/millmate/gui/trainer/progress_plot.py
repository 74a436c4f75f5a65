"""The accuracy at one table day by day, as a line with a dot for every day."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QEvent, QLocale, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.gui.languages.translator import bind_text
from millmate.gui.style import theme
from millmate.gui.trainer import formatting
from millmate.language import mark
from millmate.play.trainer.statistics import DrillTally

MOST = 40  # days that are drawn, the latest ones

Day = tuple[date, DrillTally]


class ProgressPlot(QWidget):
    """Days on which something was drilled; `pointed` carries one, or None."""

    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.days: tuple[Day, ...] = ()
        self._pointed: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(13 * theme.GRID)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        bind_text(self, name=mark("Accuracy by day"))

    def show_days(self, days: tuple[Day, ...]) -> None:
        """Draw other days, the first one first."""
        self.days = tuple(day for day in days if day[1].moves)[-MOST:]
        self._point(None)
        self.update()

    # --- where things are --------------------------------------------------------------------

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.font())

    def _area(self) -> QRectF:
        line = self._metrics().height()
        left = self._metrics().horizontalAdvance(formatting.percent(1.0)) + theme.GRID
        return QRectF(self.rect()).adjusted(left, line / 2 + 2, -theme.GRID, -line - theme.GRID)

    def place(self, number: int) -> QPointF:
        """Return where the dot of a day is."""
        area, days = self._area(), len(self.days)
        share = 0.5 if days == 1 else number / (days - 1)
        accuracy = self.days[number][1].accuracy or 0.0
        return QPointF(area.left() + share * area.width(), area.bottom() - accuracy * area.height())

    def _nearest(self, x: float) -> int | None:
        numbers = range(len(self.days))
        return min(numbers, key=lambda n: abs(self.place(n).x() - x), default=None)

    # --- drawing -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw all of it."""
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.colours()
        self._draw_grid(painter, colours)
        if self.days:
            self._draw_line(painter, colours)
            self._draw_dates(painter, colours)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def _draw_grid(self, painter: QPainter, colours: theme.Colours) -> None:
        area, line = self._area(), self._metrics().height()
        for share in (0.0, 0.5, 1.0):
            y = area.bottom() - share * area.height()
            painter.setPen(QPen(QColor(colours.line), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(colours.muted))
            label = QRectF(0, y - line / 2, area.left() - theme.GRID / 2, line)
            painter.drawText(label, Qt.AlignmentFlag.AlignRight, formatting.percent(share))

    def _draw_line(self, painter: QPainter, colours: theme.Colours) -> None:
        places = [self.place(number) for number in range(len(self.days))]
        painter.setPen(QPen(QColor(colours.accent), 2))
        painter.drawPolyline(QPolygonF(places))
        for number, place in enumerate(places):
            pointed = number == self._pointed
            painter.setBrush(QColor(colours.text if pointed else colours.accent))
            painter.setPen(QPen(QColor(colours.window), 1))
            radius = 5.0 if pointed else 3.5
            painter.drawEllipse(place, radius, radius)

    def _draw_dates(self, painter: QPainter, colours: theme.Colours) -> None:
        area = self._area()
        line = QRectF(
            area.left(), area.bottom() + theme.GRID / 2, area.width(), self._metrics().height()
        )
        painter.setPen(QColor(colours.muted))
        first, last = day_words(self.days[0][0]), day_words(self.days[-1][0])
        if first == last:
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter, first)
        else:
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, first)
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, last)

    # --- mouse and keys ----------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the nearest day."""
        self._point(self._nearest(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the mouse any more."""
        self._point(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from day to day with Left and Right."""
        steps = {Qt.Key.Key_Left.value: -1, Qt.Key.Key_Right.value: 1}
        step = steps.get(event.key())
        if step is None or not self.days:
            super().keyPressEvent(event)
            return
        last = len(self.days) - 1
        start = last + 1 if self._pointed is None else self._pointed
        self._point(max(0, min(start + step, last)))

    def _point(self, number: int | None) -> None:
        if number != self._pointed:
            self._pointed = number
            self.pointed.emit(None if number is None else self.days[number])
            self.update()


def day_words(day: date) -> str:
    """Return a day as the language writes it, short."""
    date_ = QDate(day.year, day.month, day.day)
    return QLocale().toString(date_, QLocale.FormatType.ShortFormat)
