"""Progress in training: a table of all materials, and the accuracy at the selected one by day."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale, Slot
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QVBoxLayout, QWidget

from millmate.gui.features.train import drill_page
from millmate.gui.kit import theme
from millmate.gui.kit.lists import height_of, list_view
from millmate.gui.kit.plot import DotPlot
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.translator import bind_text, translator
from millmate.language import count, mark, number, tr
from millmate.play.trainer.statistics import DrillTally, Progress
from millmate.tablebase.table_titles import table_title, title_and_code

_ROWS = 4  # visible


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
        self.plot = DotPlot(
            mark("Accuracy by day"),
            lambda day: 100 * day[1].accuracy,
            lambda day: f"{_day_text(day[0])}: {_of(day[1])}",
            level=lambda tick: drill_page.percent(tick / 100),
            foot=lambda day: _day_text(day[0]),
            high=100,
        )
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
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
        self.plot.show_rows(day for day in chosen.days if day[1].moves)
        self._read_out()

    @Slot()
    def _read_out(self) -> None:
        """Show the figures of the day that is pointed at, of the last one where none is."""
        self.readout.setText(self.plot.words())


def _of(tally: DrillTally) -> str:
    drills = count(tally.drills, "{n} drill", "{n} drills")
    moves = count(tally.moves, "{n} move", "{n} moves")
    done = tr("{n} done", n=tally.done)
    accuracy = tr("accuracy {share}", share=drill_page.percent(tally.accuracy))
    return " · ".join((drills, done, moves, accuracy))


def _day_text(day: date) -> str:
    """Return a day as the language writes it, short."""
    date_ = QDate(day.year, day.month, day.day)
    return QLocale().toString(date_, QLocale.FormatType.ShortFormat)
