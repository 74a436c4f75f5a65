"""How calm lists look."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPoint, Qt, Slot
from PySide6.QtGui import QMouseEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from millmate.gui.languages.translator import bind_text
from millmate.gui.style import theme

_MEASURED = 40  # rows; with 0, those in sight, Qt measures every row of a list that is hidden


def list_view(model: QAbstractTableModel, name: str, stretched: int) -> QTableView:
    """Return a calm list of `model`, called `name` (marked); `stretched` takes the room."""
    view = QTableView()
    set_up_list(view, model, name)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
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
    """Return how high `view` is with its header and so many rows, in pixels."""
    high = view.verticalHeader().defaultSectionSize() * rows
    return view.horizontalHeader().sizeHint().height() + high + 2 * view.frameWidth()


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
    """Covers the row at the foot of `view` that has no room for all of it.

    Half a line of letters is no use, and looks like a fault.
    """

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view.viewport())
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
        self.setGeometry(room.left(), row.top(), room.width(), room.bottom() + 1 - row.top())
