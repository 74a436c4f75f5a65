"""How calm lists look."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QTreeView, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.translator import bind_text, translator

_INDENT = 14  # pixels of each level of a tree
_MEASURED = 40  # rows; with 0, those in sight, Qt measures every row of a list that is hidden


def list_view(
    model: QAbstractTableModel,
    name: str,
    stretched: int,
    opens: Callable[[QModelIndex], object] | None = None,
) -> QTableView:
    """Return a calm list of `model`, called `name` (marked); the column `stretched` takes the room.

    A row that is clicked, or opened with Enter, is passed to `opens`.
    """
    view = QTableView()
    set_up_list(view, model, name)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    if opens is not None:
        for signal in (view.clicked, view.activated):
            signal.connect(opens)
        MiddleClicks(view, opens)
    view.verticalHeader().hide()
    header = view.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setResizeContentsPrecision(_MEASURED)
    header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
    return view


def set_up_list(view: QTableView, model: QAbstractTableModel, name: str) -> None:
    """Make `view` a calm list of `model`, called `name` (marked)."""
    view.setModel(model)
    view.setShowGrid(False)
    view.setTabKeyNavigation(False)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.horizontalHeader().setHighlightSections(False)
    RowHeights(view)
    Foot(view)
    bind_text(view, name=name)


def height_of(view: QTableView, rows: int) -> int:
    """Return the height of `view` with its header and `rows` rows, in pixels."""
    high = view.verticalHeader().defaultSectionSize() * rows
    return view.horizontalHeader().sizeHint().height() + high + 2 * view.frameWidth()


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)
_OWN = (*_ENTER, *_ENDS, Qt.Key.Key_Left, Qt.Key.Key_Right)
_COPY, _SELECT_ALL = QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.SelectAll


class RowsView(QTableView):
    """A calm list in which rows are selected, opened and copied.

    `opened` carries the cell that was opened with Enter or a middle click; `copy_wanted` asks to
    copy the selected rows. While it has the focus, the list handles its keys before the window's
    shortcuts.
    """

    opened = Signal(QModelIndex)
    copy_wanted = Signal()

    def __init__(self, model: QAbstractTableModel, name: str) -> None:
        """Show `model` under the accessible `name` (marked)."""
        super().__init__()
        set_up_list(self, model, name)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        MiddleClicks(self, self.opened.emit)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            own = _is_plain(event) and event.key() in _OWN
            if own or event.matches(_COPY) or event.matches(_SELECT_ALL):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, open the row, or go to the first or last row."""
        rows = self.model().rowCount()
        if event.matches(_COPY):
            self.copy_wanted.emit()
        elif event.key() in _ENTER and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex())
        elif event.key() in _ENDS and _is_plain(event) and rows:
            self.selectRow(0 if event.key() == Qt.Key.Key_Home else rows - 1)
        else:
            super().keyPressEvent(event)


def _is_plain(event: QKeyEvent) -> bool:
    plain = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier
    return event.modifiers() in plain


class FittedTree(QTreeView):
    """A calm tree, called `name` (marked), whose columns give way to one of them.

    Columns are as wide as their texts. Where the one that is `stretched` would have room for less
    than `letters` letters on the lowest of the `levels`, those `giving_way` are hidden, the first
    ones first; those in `left_out` are hidden anyway. `samples` returns the longest texts of a
    column.
    """

    def __init__(
        self,
        model: QAbstractItemModel,
        name: str,
        samples: Callable[[int], Sequence[str]],
        *,
        stretched: int,
        letters: int,
        giving_way: Sequence[int],
        levels: int = 2,
    ) -> None:
        super().__init__()
        self._levels = levels
        self._samples, self._stretched, self._letters = samples, stretched, letters
        self._giving_way = giving_way
        self.left_out: frozenset[int] = frozenset()
        self.setModel(model)
        self.setUniformRowHeights(True)
        self.setIndentation(_INDENT)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = self.header()
        head.setStretchLastSection(False)
        head.setSectionsMovable(False)
        head.setMinimumSectionSize(1)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
        bind_text(self, name=name)
        Foot(self)
        translator.changed.connect(self.fit)
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit()

    def fit(self) -> None:
        """Make columns as wide as their texts, and hide those for which there is no room."""
        head = self.header()
        widths = {
            column: self._width(column)
            for column in range(head.count())
            if column != self._stretched
        }
        least = self._letters * self.fontMetrics().averageCharWidth()
        room = self.viewport().width() - least - self._indent(self._stretched)
        hidden = [column for column in self._giving_way if column in self.left_out]
        for column in self._giving_way:
            if sum(width for each, width in widths.items() if each not in hidden) > room:
                hidden.append(column)
        for column, width in widths.items():
            head.resizeSection(column, width)
            self.setColumnHidden(column, column in hidden)

    def _width(self, column: int) -> int:
        widest = max(map(self.fontMetrics().horizontalAdvance, self._samples(column)))
        needed = widest + 3 * theme.GRID + self._indent(column)
        return max(needed, self.header().sectionSizeHint(column))

    def _indent(self, column: int) -> int:
        return 0 if column else self._levels * _INDENT


class MiddleClicks(QObject):
    """Calls `open_` with the row on which the middle button is pressed."""

    def __init__(self, view: QTableView, open_: Callable[[QModelIndex], object]) -> None:
        super().__init__(view)
        self._view, self._open = view, open_
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.MouseButtonPress or not isinstance(event, QMouseEvent):
            return False
        index = self._view.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.MiddleButton or not index.isValid():
            return False
        self._open(index)
        return True


class RowHeights(QObject):
    """Makes the rows of `view` as high as its letters need, now and whenever these change."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        view.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FontChange:
            self._fit()
        return False

    def _fit(self) -> None:
        height = self._view.fontMetrics().height() + theme.GRID
        self._view.verticalHeader().setDefaultSectionSize(height)


class Foot(QWidget):
    """Covers the row at the foot of `view` that has no room for all of it, with its number.

    Half a line of letters is no use, and looks like a fault.
    """

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.hide()
        view.viewport().installEventFilter(self)
        view.verticalScrollBar().valueChanged.connect(self._place)
        view.verticalScrollBar().rangeChanged.connect(self._place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    @Slot()
    def _place(self) -> None:
        view, room = self._view, self._view.viewport().rect()
        row = view.visualRect(view.indexAt(QPoint(view.viewport().width() // 2, room.bottom())))
        self.setVisible(row.isValid() and row.bottom() > room.bottom() and row.top() > room.top())
        port, left = view.viewport().geometry(), view.frameWidth()  # between them, a header
        top = port.top() + row.top()
        self.setGeometry(QRect(QPoint(left, top), port.bottomRight()))
        self.raise_()
