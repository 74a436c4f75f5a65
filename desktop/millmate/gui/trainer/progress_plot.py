"""The accuracy at one table day by day, as a line with a dot for every day."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from millmate.gui.style import theme
from millmate.gui.style.plot import Plot, draw_level
from millmate.gui.trainer import formatting
from millmate.language import mark
from millmate.play.trainer.statistics import DrillTally

MOST = 40  # days that are drawn, the latest ones

Day = tuple[date, DrillTally]


class ProgressPlot(Plot):
    """Days on which something was drilled; `pointed` carries the number of one, or None."""

    keys = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})

    def __init__(self) -> None:
        super().__init__(mark("Accuracy by day"), 13 * theme.GRID)
        self.days: tuple[Day, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_days(self, days: tuple[Day, ...]) -> None:
        """Draw other days, the first one first."""
        self.days = tuple(day for day in days if day[1].moves)[-MOST:]
        self.point_at(None)
        self.update()

    # --- where things are --------------------------------------------------------------------

    def _area(self) -> QRectF:
        left = self.metrics.horizontalAdvance(formatting.percent(1.0)) + theme.GRID
        top, bottom = self.line / 2 + 2, self.line + theme.GRID
        return QRectF(self.rect()).adjusted(left, top, -theme.GRID, -bottom)

    def place(self, number: int) -> QPointF:
        """Return where the dot of a day is."""
        area, days = self._area(), len(self.days)
        share = 0.5 if days == 1 else number / (days - 1)
        accuracy = self.days[number][1].accuracy or 0.0
        return QPointF(area.left() + share * area.width(), area.bottom() - accuracy * area.height())

    def place_at(self, point: QPointF) -> int | None:
        """Return the day that is nearest to `point` along the axis."""
        numbers = range(len(self.days))
        return min(numbers, key=lambda n: abs(self.place(n).x() - point.x()), default=None)

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        area = self._area()
        for share in (0.0, 0.5, 1.0):
            draw_level(
                painter, area, area.bottom() - share * area.height(), formatting.percent(share)
            )
        if self.days:
            self._draw_line(painter, colours)
            self._draw_dates(painter, colours)

    def _draw_line(self, painter: QPainter, colours: theme.Colours) -> None:
        places = [self.place(number) for number in range(len(self.days))]
        painter.setPen(QPen(QColor(colours.accent), 2))
        painter.drawPolyline(QPolygonF(places))
        for number, place in enumerate(places):
            pointed = number == self.pointed_at
            painter.setBrush(QColor(colours.text if pointed else colours.accent))
            painter.setPen(QPen(QColor(colours.window), 1))
            radius = 5.0 if pointed else 3.5
            painter.drawEllipse(place, radius, radius)

    def _draw_dates(self, painter: QPainter, colours: theme.Colours) -> None:
        area = self._area()
        line = QRectF(area.left(), area.bottom() + theme.GRID / 2, area.width(), self.line)
        painter.setPen(QColor(colours.muted))
        first, last = day_words(self.days[0][0]), day_words(self.days[-1][0])
        if first == last:
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter, first)
        else:
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, first)
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, last)

    def press(self, key: Qt.Key) -> None:
        """Go from day to day with Left and Right."""
        last = len(self.days) - 1
        start = last + 1 if self.pointed_at is None else self.pointed_at
        step = -1 if key == Qt.Key.Key_Left else 1
        self.point_at(max(0, min(start + step, last)) if self.days else None)


def day_words(day: date) -> str:
    """Return a day as the language writes it, short."""
    date_ = QDate(day.year, day.month, day.day)
    return QLocale().toString(date_, QLocale.FormatType.ShortFormat)
