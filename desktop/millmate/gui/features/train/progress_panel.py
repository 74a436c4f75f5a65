"""Progress in training: a table of all materials, and the accuracy at the selected one by day."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QVBoxLayout, QWidget

from millmate.gui.features.train import drill_page
from millmate.gui.kit import theme
from millmate.gui.kit.lists import height_of, list_view
from millmate.gui.kit.plot import Plot, draw_level
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.translator import bind_text, translator
from millmate.language import count, mark, number, tr
from millmate.play.trainer.statistics import DrillTally, Progress
from millmate.tablebase.table_titles import table_title, title_and_code

_ROWS = 4  # visible
_MOST = 40  # days in the plot, the latest ones

Day = tuple[date, DrillTally]


def _tip(row: Progress) -> str:
    whole = row.whole
    moves = tr(
        "{moves} moves: {kept} kept, {slower} slower ({lost} plies), {thrown} thrown away",
        moves=number(whole.moves),
        kept=number(whole.kept),
        slower=number(whole.slower),
        lost=number(whole.lost),
        thrown=number(whole.thrown),
    )
    return f"{title_and_code(row.table)}: {moves}"


_COLUMNS: tuple[Column[Progress], ...] = (
    Column(
        mark("Table"),
        lambda row: table_title(row.table),
        tip=mark("The table of the drills, the most recent first"),
        hint=_tip,
    ),
    Column(
        mark("Drills"),
        lambda row: number(row.whole.drills),
        numeric=True,
        tip=mark("Drills with at least one graded move"),
        hint=_tip,
    ),
    Column(
        mark("Done"),
        lambda row: drill_page.percent(row.whole.done / row.whole.drills),
        numeric=True,
        tip=mark("Share of the drills that reached their goal without ever throwing it away"),
        hint=_tip,
    ),
    Column(
        mark("Accuracy"),
        lambda row: drill_page.percent(row.whole.accuracy),
        numeric=True,
        tip=mark("Share of your moves that kept the result and lost no time"),
        hint=_tip,
    ),
)


class ProgressPanel(QWidget):
    """The table and the plot; the last drilled table is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model: TableModel[Progress] = TableModel(_COLUMNS)
        self.view = bind_text(
            list_view(self.model, "", stretched=0), name=mark("Progress by table")
        )
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = self.view.horizontalHeader()
        for figures in (1, 2, 3):
            header.setSectionResizeMode(figures, QHeaderView.ResizeMode.ResizeToContents)
        self.plot = _Plot()
        self.readout = theme.muted()
        self.title = theme.muted()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        for widget in (self.view, self.title, self.plot, self.readout):
            column.addWidget(widget)
        self.view.selectionModel().currentChanged.connect(self._show_days)
        self.plot.pointed.connect(self._read_out)
        translator.changed.connect(self._show_days)

    def show_progress(self, rows: tuple[Progress, ...]) -> None:
        """Show the progress by table; select the last drilled one after a change."""
        if list(rows) == self.model.rows:
            return
        self.model.show(rows)
        self.view.setCurrentIndex(self.model.index(0, 0))
        self._fit_rows()
        self._show_days()

    @property
    def _chosen(self) -> Progress | None:
        row = self.view.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def _fit_rows(self) -> None:
        rows = min(_ROWS, max(1, len(self.model.rows)))
        self.view.setFixedHeight(height_of(self.view, rows))

    @Slot()
    def _show_days(self) -> None:
        chosen = self._chosen
        if chosen is None:
            return
        self.title.setText(tr("Accuracy at {table}, by day", table=table_title(chosen.table)))
        self.plot.show_days(chosen.days)
        self._read_out(None)

    @Slot(object)
    def _read_out(self, pointed: int | None) -> None:
        """Show the figures of the day that is pointed at, of the last one where none is."""
        days, text = self.plot.days, ""
        if self._chosen is not None and days:
            day, tally = days[-1 if pointed is None else pointed]
            text = f"{_day_text(day)}: {_of(tally)}"
        self.readout.setText(text)
        self.plot.setAccessibleDescription(text)


def _of(tally: DrillTally) -> str:
    drills = count(tally.drills, "{n} drill", "{n} drills")
    moves = count(tally.moves, "{n} move", "{n} moves")
    done = tr("{n} done", n=tally.done)
    accuracy = tr("accuracy {share}", share=drill_page.percent(tally.accuracy))
    return " · ".join((drills, done, moves, accuracy))


class _Plot(Plot):
    """Days on which something was drilled; `pointed` carries the number of one, or None."""

    keys = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})

    def __init__(self) -> None:
        super().__init__(mark("Accuracy by day"), 13 * theme.GRID)
        self.days: tuple[Day, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_days(self, days: tuple[Day, ...]) -> None:
        """Draw other days, the first one first."""
        self.days = tuple(day for day in days if day[1].moves)[-_MOST:]
        self.point_at(None)
        self.update()

    # --- where things are --------------------------------------------------------------------

    def _area(self) -> QRectF:
        left = self.metrics.horizontalAdvance(drill_page.percent(1.0)) + theme.GRID
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
                painter, area, area.bottom() - share * area.height(), drill_page.percent(share)
            )
        if self.days:
            self._draw_line(painter, colours)
            self._draw_dates(painter, colours)

    def _draw_line(self, painter: QPainter, colours: theme.Colours) -> None:
        places = [self.place(number) for number in range(len(self.days))]
        painter.setPen(QPen(QColor(colours.accent), 2))
        painter.drawPolyline(QPolygonF(places))
        for day, place in enumerate(places):
            pointed = day == self.pointed_at
            painter.setBrush(QColor(colours.text if pointed else colours.accent))
            painter.setPen(QPen(QColor(colours.window), 1))
            radius = 5.0 if pointed else 3.5
            painter.drawEllipse(place, radius, radius)

    def _draw_dates(self, painter: QPainter, colours: theme.Colours) -> None:
        area = self._area()
        line = QRectF(area.left(), area.bottom() + theme.GRID / 2, area.width(), self.line)
        painter.setPen(QColor(colours.muted))
        first, last = _day_text(self.days[0][0]), _day_text(self.days[-1][0])
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


def _day_text(day: date) -> str:
    """Return a day as the language writes it, short."""
    date_ = QDate(day.year, day.month, day.day)
    return QLocale().toString(date_, QLocale.FormatType.ShortFormat)
