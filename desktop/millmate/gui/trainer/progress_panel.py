"""Progress in training: a table of all materials, and the plot of the selected one."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QVBoxLayout, QWidget

from millmate.gui.languages.translator import bind_text, translator
from millmate.gui.style import theme
from millmate.gui.style.lists import list_view
from millmate.gui.style.table_model import TableModel
from millmate.gui.trainer import formatting
from millmate.gui.trainer.progress_model import COLUMNS
from millmate.gui.trainer.progress_plot import ProgressPlot, day_words
from millmate.language import count, mark, tr
from millmate.play.trainer.statistics import DrillTally, Progress

_ROWS = 4  # visible


class ProgressPanel(QWidget):
    """The table and the plot; the last drilled table is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model: TableModel[Progress] = TableModel(COLUMNS)
        self.view = bind_text(
            list_view(self.model, "", stretched=0), name=mark("Progress by table")
        )
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = self.view.horizontalHeader()
        for figures in (1, 2, 3):
            header.setSectionResizeMode(figures, QHeaderView.ResizeMode.ResizeToContents)
        self.plot = ProgressPlot()
        self.readout = theme.muted()
        self.title = theme.muted()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        for widget in (self.view, self.title, self.plot, self.readout):
            column.addWidget(widget)
        self.view.selectionModel().currentChanged.connect(self._show_course)
        self.plot.pointed.connect(self._read_out)
        translator.changed.connect(self._show_course)

    def show_progress(self, rows: tuple[Progress, ...]) -> None:
        """Show the progress by table; select the last drilled one after a change."""
        if list(rows) == self.model.rows:
            return
        self.model.show(rows)
        self.view.setCurrentIndex(self.model.index(0, 0))
        self._fit_rows()
        self._show_course()

    @property
    def _chosen(self) -> Progress | None:
        row = self.view.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def _fit_rows(self) -> None:
        rows = min(_ROWS, max(1, len(self.model.rows)))
        header = self.view.horizontalHeader().sizeHint().height()
        section = self.view.verticalHeader().defaultSectionSize()
        self.view.setFixedHeight(header + rows * section + 4)

    @Slot()
    def _show_course(self) -> None:
        chosen = self._chosen
        if chosen is None:
            return
        self.title.setText(
            tr("Accuracy at {table}, by day", table=formatting.topic_name(chosen.table))
        )
        self.plot.show_days(chosen.days)
        self._read_out(None)

    @Slot(object)
    def _read_out(self, pointed: int | None) -> None:
        """Show the figures of the day that is pointed at, of the last one where none is."""
        days, text = self.plot.days, ""
        if self._chosen is not None and days:
            day, tally = days[-1 if pointed is None else pointed]
            text = f"{day_words(day)}: {_of(tally)}"
        self.readout.setText(text)
        self.plot.setAccessibleDescription(text)


def _of(tally: DrillTally) -> str:
    drills = count(tally.drills, "{n} drill", "{n} drills")
    moves = count(tally.moves, "{n} move", "{n} moves")
    done = tr("{n} done", n=tally.done)
    accuracy = tr("accuracy {share}", share=formatting.percent(tally.accuracy))
    return " · ".join((drills, done, moves, accuracy))
