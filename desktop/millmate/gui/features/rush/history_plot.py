"""The scores of earlier runs, as a line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDate, QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from millmate.gui.kit import theme
from millmate.gui.kit.plot import Axis, Plot, draw_level
from millmate.language import count, mark
from millmate.play.rush.history import RushResult

_MOST = 40  # runs, the latest ones


class HistoryPlot(Plot):
    """A dot for each run in a mode, oldest first."""

    keys = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})

    def __init__(self) -> None:
        super().__init__(mark("Scores of your runs"), 13 * theme.GRID)
        self._results: tuple[RushResult, ...] = ()

    def show_results(self, results: Sequence[RushResult]) -> None:
        """Draw other results."""
        self._results = tuple(results)[-_MOST:]
        self.point_at(None)
        self.update()

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        axis, area = self._axis(), self._area()
        for tick in axis.ticks(2 * self.line):
            draw_level(painter, area, axis.place(tick), str(tick))
        places = [self._place(at) for at in range(len(self._results))]
        painter.setPen(QPen(QColor(colours.accent), 2))
        painter.drawPolyline(QPolygonF(places))
        painter.setPen(QPen(QColor(colours.window), 1))
        for at, place in enumerate(places):
            pointed = at == self.pointed_at
            painter.setBrush(QColor(colours.text if pointed else colours.accent))
            radius = 5.0 if pointed else 3.5
            painter.drawEllipse(place, radius, radius)

    def place_at(self, point: QPointF) -> int | None:
        numbers = range(len(self._results))
        return min(numbers, key=lambda at: abs(self._place(at).x() - point.x()), default=None)

    def press(self, key: Qt.Key) -> None:
        """Go from run to run with Left and Right."""
        last = len(self._results) - 1
        start = last + 1 if self.pointed_at is None else self.pointed_at
        step = -1 if key == Qt.Key.Key_Left else 1
        self.point_at(max(0, min(start + step, last)) if self._results else None)
        self.describe()

    def words_of(self, place: int) -> str:
        result = self._results[place]
        date = result.ended.astimezone().date()
        day = QLocale().toString(
            QDate(date.year, date.month, date.day), QLocale.FormatType.ShortFormat
        )
        return f"{day}: {right_words(result.score)}"

    def words(self) -> str:
        if not self._results:
            return ""
        return self.words_of(len(self._results) - 1 if self.pointed_at is None else self.pointed_at)

    def _area(self) -> QRectF:
        left = self.metrics.horizontalAdvance("100") + theme.GRID
        return QRectF(self.rect()).adjusted(left, theme.GRID, -theme.GRID, -theme.GRID)

    def _axis(self) -> Axis:
        area, most = self._area(), max((result.score for result in self._results), default=0)
        return Axis(0, max(5, most), area.bottom(), area.top())

    def _place(self, at: int) -> QPointF:
        area, number = self._area(), len(self._results)
        share = 0.5 if number == 1 else at / (number - 1)
        x = area.left() + share * area.width()
        return QPointF(x, self._axis().place(self._results[at].score))


def right_words(score: int) -> str:
    """Return a score in words."""
    return count(score, "{n} right decision", "{n} right decisions")
