"""A box to choose a table from, by its name or its code."""

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QApplication, QListView, QStyle, QStyleOptionComboBox, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import ComboBox
from millmate.tablebase.table_search import find_tables
from millmate.tablebase.table_titles import table_title, title_and_code

_SHOWN = 24  # rows of the open list
_LETTERS = 18  # minimum width


class TableBox(ComboBox):
    """A list of tables by their names and codes; typing either selects the table.

    `chosen` carries the code of the table that the box shows from now on, "" for none.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.codes: list[str] = []
        self._list = _TypedList()
        self.setView(self._list)
        self.setMaxVisibleItems(_SHOWN)
        self.narrow(_LETTERS)
        self.currentIndexChanged.connect(self._report)
        translator.changed.connect(self._retranslate)

    @property
    def code(self) -> str:
        """The code of the chosen table, or ""."""
        return str(self.currentData() or "")

    def show_codes(self, codes: Iterable[str], chosen: str = "") -> None:
        """Offer the tables; choose `chosen`, or the first, without a signal."""
        with QSignalBlocker(self):
            self.clear()
            self.codes = list(codes)
            for code in self.codes:
                self.addItem(title_and_code(code), code)
            self._list.codes = self.codes
            self.setCurrentIndex(self.codes.index(chosen) if chosen in self.codes else 0)
        self.setToolTip(self.currentText())

    def choose(self, code: str) -> None:
        """Choose a table if it is offered."""
        if code in self.codes:
            self.setCurrentIndex(self.codes.index(code))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let a space be typed within a name; otherwise it opens the list."""
        if event.key() == Qt.Key.Key_Space and self._list.typing:
            self._list.keyboardSearch(event.text())
            self.setCurrentIndex(self._list.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def showPopup(self) -> None:
        """Open the list, as wide as its longest name."""
        self._list.setMinimumWidth(self._list.sizeHintForColumn(0) + self._list.frameWidth() * 2)
        super().showPopup()

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Have the name drawn with its code, or as much of it as there is room for."""
        super().initStyleOption(option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = fitted(self.code, self.fontMetrics(), room.width() - theme.GRID // 2)

    @Slot()
    def _report(self) -> None:
        self.setToolTip(self.currentText())
        self.chosen.emit(self.code)

    @Slot()
    def _retranslate(self) -> None:
        for row, code in enumerate(self.codes):
            self.setItemText(row, title_and_code(code))
        self.setToolTip(self.currentText())


def fitted(code: str, metrics: QFontMetrics, width: int) -> str:
    """Return the name of a table that fits `width`: with its code, without, or elided."""
    for text in (title_and_code(code), table_title(code)):
        if metrics.horizontalAdvance(text) <= width:
            return text
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)


class _TypedList(QListView):
    """The list of a box, in which typing selects the likeliest table; the closed box asks it too.

    Qt's own list would take the next one with that prefix: KPvKP for KPvK.
    """

    def __init__(self) -> None:
        super().__init__()
        self.codes: list[str] = []
        self._typed = ""
        self._pause = QTimer(self, singleShot=True)
        self._pause.setInterval(QApplication.keyboardInputInterval() * 3)

    @property
    def typing(self) -> bool:
        """Whether a name is being typed."""
        return self._pause.isActive()

    def keyboardSearch(self, search: str) -> None:
        """Select the first table that matches the text typed so far."""
        self._typed = (self._typed if self.typing else "") + search
        self._pause.start()
        found = find_tables(self._typed, self.codes) if self._typed.strip() else []
        if found:
            row = self.codes.index(found[0])
            self.setCurrentIndex(self.model().index(row, self.modelColumn()))
