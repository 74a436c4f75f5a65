"""The table of games: sorted by the index, not by itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from millmate.gui.database.games_model import COLUMNS, GamesModel
from millmate.gui.style import theme
from millmate.gui.style.lists import rows_by_letters
from millmate.records.database.index import Found

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WIDTHS = (130, 130, 72, 88, 100, 64, 82, 62, 110)  # pixels of the columns at first


class GamesTable(QTableView):
    """Rows of games; `opened` and `pointed` carry a `Found`, `sorted_by` a column and a way."""

    opened = Signal(object)
    pointed = Signal(object)
    sorted_by = Signal(str, bool)

    def __init__(self, model: GamesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model_ = model
        self.empty = ""  # what is said where there are no rows
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._set_up_headers()
        self.doubleClicked.connect(self._open)
        self.selectionModel().currentRowChanged.connect(self._point)

    def add_actions(self, *actions: QAction) -> None:
        """Offer `actions` in the menu of the table."""
        self.addActions(actions)

    def chosen(self) -> list[Found]:
        """Return the games that are selected, from above."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [found for row in rows if (found := self.model_.found(row)) is not None]

    def point_at(self, row: int) -> None:
        """Select a row, if it is there."""
        if 0 <= row < self.model_.rowCount():
            self.selectRow(row)
            self.scrollTo(self.model_.index(row, 0))

    def _set_up_headers(self) -> None:
        self.verticalHeader().hide()
        rows_by_letters(self)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicatorShown(True)
        header.setSectionsClickable(True)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSortIndicator(list(COLUMNS).index("date"), Qt.SortOrder.DescendingOrder)
        header.sortIndicatorChanged.connect(self._sort)
        for column, width in enumerate(_WIDTHS):
            self.setColumnWidth(column, round(width * theme.text_scale()))

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        falling = order == Qt.SortOrder.DescendingOrder
        self.sorted_by.emit(list(COLUMNS)[column], falling)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid() and (found := self.model_.found(index.row())) is not None:
            self.opened.emit(found)

    def _point(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid() and (found := self.model_.found(current.row())) is not None:
            self.pointed.emit(found)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or what is said where there are none."""
        super().paintEvent(event)
        if self.model_.rowCount() == 0 and self.empty:
            with QPainter(self.viewport()) as painter:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                margin = 2 * theme.GRID
                place = self.viewport().rect().adjusted(margin, margin, -margin, -margin)
                painter.drawText(place, Qt.TextFlag.TextWordWrap, self.empty)

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl+C and Ctrl+A from the window while the table has the keyboard."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            if event.matches(keys.Copy) or event.matches(keys.SelectAll):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the row, copy what is selected, or go to the first row or the last."""
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if event.key() in _ENTER:
            self._open(self.currentIndex())
        elif event.matches(QKeySequence.StandardKey.Copy):
            for action in self.actions():
                if action.data() == "copy":
                    action.trigger()
        elif plain and event.key() == Qt.Key.Key_Home:
            self.point_at(0)
        elif plain and event.key() == Qt.Key.Key_End:
            self.point_at(self.model_.rowCount() - 1)
        else:
            super().keyPressEvent(event)
