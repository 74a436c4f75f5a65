"""Sizes columns to their contents in tables that change while visible."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QTableView

from millmate.gui.style import theme

_HORIZONTAL = Qt.Orientation.Horizontal
_REST = 250  # milliseconds from a change to the check
_WIDEST, _NARROWEST = 40, 16  # letters of a long-text column the user has not resized
_SHARE = 0.26  # largest share of the table's width for such a column, unless too narrow
_ROWS = 60  # visible rows checked


class ColumnSizer(QObject):
    """Widens table columns as longer texts become visible, and never narrows them.

    Qt's own mode measures all visible cells at every change. Columns the user has resized keep
    their width.
    """

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        self._dragged: set[int] = set()
        self._anew = True  # columns may be narrowed too
        self._busy = False
        self._timer = QTimer(self, singleShot=True, interval=_REST)
        self._timer.timeout.connect(self.fit)
        model = view.model()
        for change in (model.dataChanged, model.rowsInserted, model.layoutChanged):
            change.connect(self._look_soon)
        view.verticalScrollBar().valueChanged.connect(self._look_soon)
        model.modelReset.connect(self.fit)
        view.horizontalHeader().sectionResized.connect(self._resized)

    def forget(self) -> None:
        """Fit the columns to new rows."""
        self._anew = True
        self._dragged.clear()

    def fit_anew(self) -> None:
        """Fit the columns to a new table width, except those the user has resized."""
        self._anew = True
        self._look_soon()

    @Slot()
    def fit(self) -> None:
        """Widen the columns to fit the visible cells."""
        model, header = self._view.model(), self._view.horizontalHeader()
        first = max(0, self._view.rowAt(0))
        last = self._view.rowAt(self._view.viewport().height() - 1)
        rows = range(first, min(model.rowCount(), (last if last > 0 else first + _ROWS) + 1))
        self._busy = True
        for column in range(model.columnCount()):
            if column not in self._dragged and not header.isSectionHidden(column):
                width = self._wanted(column, rows)
                if self._anew or width > header.sectionSize(column):
                    header.resizeSection(column, width)
        self._busy = False
        self._anew = self._anew and not rows

    def _wanted(self, column: int, rows: range) -> int:
        model, metrics = self._view.model(), self._view.fontMetrics()
        title = model.headerData(column, _HORIZONTAL) or ""
        texts = [model.index(row, column).data() or "" for row in rows]
        longest = max((metrics.horizontalAdvance(text) for text in texts), default=0)
        letter, room = metrics.averageCharWidth(), self._view.viewport().width()
        most = min(max(_SHARE * room, _NARROWEST * letter), _WIDEST * letter)
        widest = max(min(longest, round(most)), metrics.horizontalAdvance(title))
        return widest + 5 * theme.GRID // 2

    @Slot()
    def _look_soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @Slot(int, int, int)
    def _resized(self, column: int, before: int, now: int) -> None:
        if not self._busy:
            self._dragged.add(column)
