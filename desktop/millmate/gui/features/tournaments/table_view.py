"""The base of a tournament's tables: appearance, widths, sorting, selection and copying."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QContextMenuEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QTableView

from millmate.gui.kit import theme
from millmate.gui.kit.lists import RowsView
from millmate.gui.kit.table_model import SortedTableModel
from millmate.language import mark, tr
from millmate.spreadsheets import csv_text, tabbed_text


@dataclass(frozen=True, slots=True)
class Extract:
    """A part of a table: titles, the displayed cells, and the cells for programs.

    `numeric` marks the columns with numbers.
    """

    titles: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    plain: tuple[tuple[object, ...], ...]
    numeric: tuple[bool, ...]


def as_text(extract: Extract) -> str:
    """Return the table as tab-separated text, which spreadsheets paste into cells."""
    return tabbed_text((extract.titles, *extract.cells))


def as_csv(extract: Extract) -> str:
    """Return the table as CSV, with full precision; None becomes an empty cell."""
    return csv_text((extract.titles, *extract.plain))


def as_markdown(extract: Extract) -> str:
    rows = [[_escaped(cell) for cell in row] for row in (extract.titles, *extract.cells)]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    sides = extract.numeric
    rules = [
        "-" * (width - 1) + ":" if right else "-" * width
        for width, right in zip(widths, sides, strict=True)
    ]
    lines = [_line(rows[0], widths, sides), _line(rules, widths, sides)]
    return "\n".join(lines + [_line(row, widths, sides) for row in rows[1:]]) + "\n"


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = (
        cell.rjust(width) if aside else cell.ljust(width)
        for cell, width, aside in zip(cells, widths, right, strict=True)
    )
    return f"| {' | '.join(padded)} |"


def _escaped(cell: str) -> str:
    """Return `cell` in one line, with Markdown and HTML syntax escaped."""
    return re.sub(r"([\\|<\[])", r"\\\1", " ".join(cell.split()))


_WIDEST_LEAD = 34  # letters beside the rows
ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_REST = 250  # milliseconds from a change to the check of the widths
_WIDEST, _NARROWEST = 40, 16  # letters of a long-text column the user has not resized
_SHARE = 0.26  # largest share of the table's width for such a column, unless too narrow
_ROWS = 60  # visible rows checked


class TableView(RowsView):
    """A table that sorts by its headers, and can be copied.

    `opened` carries the cell that was double-clicked or activated with Enter; `chosen` the number
    of the selected row.
    """

    chosen = Signal(int)

    def __init__(self, model: SortedTableModel[Any], name: str, *, by_click: bool = False) -> None:
        """Show `model` under the accessible `name`; `by_click` opens a row by a single click."""
        super().__init__(model, name)
        self._model = model
        self._menu_of: Callable[[QModelIndex], list[QAction]] = lambda index: []
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # many names differ at their ends
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._set_up_headers()
        if by_click:
            self.clicked.connect(self._clicked)
        else:
            self.doubleClicked.connect(self.opened)
        self.copy_wanted.connect(lambda: self.copy())
        self.selectionModel().currentRowChanged.connect(self._row_changed)
        model.modelReset.connect(self._point_again)
        model.modelAboutToBeReset.connect(self._note_pointed)
        self._pointed: int | None = None
        self._widths = ColumnSizer(self)

    def _set_up_headers(self) -> None:
        rows, header = self.verticalHeader(), self.horizontalHeader()
        rows.setVisible(self._model.lead is not None)
        rows.setMaximumWidth(_WIDEST_LEAD * self.fontMetrics().averageCharWidth())
        rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        rows.setHighlightSections(False)
        header.setSortIndicator(*self._model.sorting)
        self.setSortingEnabled(True)
        header.setSortIndicatorShown(False)  # the headers show it; Qt's arrow would cover them

    def offer(self, menu_of: Callable[[QModelIndex], list[QAction]]) -> None:
        """Start the context menu with the actions `menu_of` returns for the current cell."""
        self._menu_of = menu_of

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give long texts a share of the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._widths.fit_anew()

    def extract(self) -> Extract:
        """Return the selected rows, or all rows if none is selected."""
        rows: list[int] = sorted(index.row() for index in self.selectionModel().selectedRows())
        rows = rows or list(range(self._model.rowCount()))
        shown = [n for n in range(self._model.columnCount()) if not self.isColumnHidden(n)]
        columns = [self._model.columns[n] for n in shown]
        if self._model.lead is not None:
            columns.insert(0, self._model.lead)
        found = [self._model.row_at(self._model.index(row, 0)) for row in rows]
        return Extract(
            tuple(tr(column.title) for column in columns),
            tuple(tuple(column.text(row) for column in columns) for row in found),
            tuple(
                tuple(
                    column.value(row) if column.numeric and column.value else column.text(row)
                    for column in columns
                )
                for row in found
            ),
            tuple(column.numeric for column in columns),
        )

    def copy(self, form: Callable[[Extract], str] = as_text) -> None:
        QApplication.clipboard().setText(form(self.extract()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index, place = self.indexAt(event.pos()), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.currentIndex().isValid():
            index = self.currentIndex()
            place = self.viewport().mapToGlobal(self.visualRect(index).center())
        menu = self.menu(index)
        menu.exec(place)
        menu.deleteLater()

    def menu(self, index: QModelIndex) -> QMenu:
        menu = QMenu(self)
        actions = self._menu_of(index) if index.isValid() else []
        for action in actions:
            action.setParent(menu)
            menu.addAction(action)
        if actions:
            menu.addSeparator()
        copied = menu.addAction(tr("&Copy"))
        copied.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        copied.triggered.connect(lambda: self.copy(as_text))
        menu.addAction(tr("Copy as CS&V")).triggered.connect(lambda: self.copy(as_csv))
        menu.addAction(tr("Copy as &Markdown")).triggered.connect(lambda: self.copy(as_markdown))
        menu.addSeparator()
        self._offer_sorting(menu.addMenu(tr("&Sort by")))
        every = menu.addAction(tr("Select &all"))
        every.setShortcut(QKeySequence(QKeySequence.StandardKey.SelectAll))
        every.triggered.connect(self.selectAll)
        return menu

    def _offer_sorting(self, menu: QMenu) -> None:
        """Add sorting without the mouse; choosing the sorted column reverses the order."""
        by, order = self._model.sorting
        for number, column in enumerate(self._model.columns):
            if not self.isColumnHidden(number):
                action = menu.addAction(tr(column.title or mark("Place")))
                action.setCheckable(True)
                action.setChecked(number == by)
                first = DESCENDING if column.falling else ASCENDING
                other = ASCENDING if order == DESCENDING else DESCENDING
                wanted = other if number == by else first
                action.triggered.connect(partial(self.sortByColumn, number, wanted))

    @contextmanager
    def steady(self) -> Iterator[None]:
        """Keep the visible rows in place while rows are inserted above them."""
        top = self.indexAt(QPoint(0, 0))
        scrolled = self.verticalScrollBar().value() > 0 and top.isValid()
        number = self._model.row_at(top).number if scrolled else None
        yield
        index = QModelIndex() if number is None else self._model.index_of(number)
        if index.isValid() and index.row() != self.verticalScrollBar().value():
            self.verticalScrollBar().setValue(index.row())

    def point_at(self, number: int) -> None:
        """Select the row with this number, if it is shown."""
        index = self._model.index_of(number)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    def forget(self) -> None:
        """Clear the selection for another tournament."""
        self.selectionModel().clear()
        self._pointed = None
        self._widths.forget()

    def _clicked(self, index: QModelIndex) -> None:
        """Open the row, unless the click selected it."""
        if QApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier:
            self.opened.emit(index)

    def _row_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(self._model.row_at(current).number)

    def _note_pointed(self) -> None:
        index = self.currentIndex()
        self._pointed = self._model.row_at(index).number if index.isValid() else None

    def _point_again(self) -> None:
        """Restore the selection after the table was filled again."""
        if self._pointed is not None:
            self.selectionModel().blockSignals(True)
            self.point_at(self._pointed)
            self.selectionModel().blockSignals(False)


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
        title = model.headerData(column, Qt.Orientation.Horizontal) or ""
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
