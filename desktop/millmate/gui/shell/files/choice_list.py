"""A list of the contents of a file or text; selecting a line shows it at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QSize,
    QSortFilterProxyModel,
    QStringListModel,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.lists import Foot
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.translator import bind_text
from millmate.language import mark

_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class ChoiceList(QDialog):
    """Lines with a filter; `chosen` carries the number of the selected line, from 0.

    The list is not modal: the window behind it stays usable and follows the selection.
    """

    chosen = Signal(int)

    def __init__(self, title: str, lines: Sequence[str], remark: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        keep_on_screen(self, QSize(460, 480))
        self.filter = bind_text(QLineEdit(), hint=mark("Filter"), name=mark("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._narrow)
        self.shown = QSortFilterProxyModel(self)
        self.shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.shown.setSourceModel(QStringListModel(list(lines), self))
        self.list = QListView()
        self.list.setModel(self.shown)
        self.list.setUniformItemSizes(True)
        Foot(self.list)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName(title)
        self.list.selectionModel().currentChanged.connect(self._pointed)
        self.list.activated.connect(self.accept)
        self._lay_out(remark)
        self.list.setFocus()

    def start(self) -> None:
        """Select the first line."""
        self.list.setCurrentIndex(self.shown.index(0, 0))

    def _lay_out(self, remark: str) -> None:
        buttons = theme.close_button()
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(2 * theme.GRID,) * 4)
        column.setSpacing(theme.GRID)
        column.addWidget(self.filter)
        column.addWidget(self.list, 1)
        if remark:
            label = Label(remark)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            theme.mark_fault(label, True)
            column.addWidget(label)
        column.addWidget(buttons)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move in the list, also from the filter field."""
        if event.key() in _KEYS:
            self.list.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    @Slot(str)
    def _narrow(self, text: str) -> None:
        self.shown.setFilterFixedString(text)
        if not self.list.currentIndex().isValid():
            self.start()

    @Slot(QModelIndex)
    def _pointed(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.shown.mapToSource(index).row())
