"""The search over the window: a field, and under it the entries that fit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QSignalBlocker,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QMainWindow, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.accessible import announce
from millmate.gui.kit.lists import Foot
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.search.entry import Entry
from millmate.gui.shell.search.list_model import EntryModel, RowPainter, row_height, spoken
from millmate.language import count, mark

_WIDTH = 680  # at the usual text size
_MOST_ROWS = 12
_FRAME = 2  # of the list
_LONGEST = 300  # letters typed; a FEN or a link has fewer
_STEPS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -8,
    Qt.Key.Key_PageDown: 8,
    Qt.Key.Key_Tab: 1,
    Qt.Key.Key_Backtab: -1,
}
_STAY_OPEN = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


class SearchPopup(QFrame):
    """Shows what `find` returns for the text typed; `chosen` carries the entry chosen.

    It takes the focus, and gives it back to whatever had it when it closes.
    """

    chosen = Signal(object)

    def __init__(self, find: Callable[[str], list[Entry]], window: QMainWindow) -> None:
        super().__init__(window)
        self._find, self._window = find, window
        self._before: QWidget | None = None  # had the focus
        self.setProperty("card", True)
        self.setAutoFillBackground(True)
        self.field = bind_text(
            QLineEdit(),
            hint=mark("Search commands, endings, positions, settings and games"),
            name=mark("Search or command"),
        )
        self.field.setMaxLength(_LONGEST)
        self.field.setClearButtonEnabled(True)
        self.field.setTextMargins(theme.GRID, 0, 0, 0)
        self.model = EntryModel()
        self.list = bind_text(QListView(), name=mark("Results"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(RowPainter(self.list))
        self.list.setUniformItemSizes(True)
        Foot(self.list)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFocusProxy(self.field)  # whose keys go through the list
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.nothing = bind_text(
            theme.muted(),
            text=mark("Nothing found. Try a command, an ending by name or code, or a FEN."),
        )
        self.nothing.setContentsMargins(theme.GRID, theme.GRID, theme.GRID, theme.GRID)
        vbox(self.field, self.nothing, self.list, within=self, margins=theme.GRID)
        self.hide()
        self.field.textChanged.connect(self.refresh)
        self.field.installEventFilter(self)
        self.list.clicked.connect(self._choose)
        self.list.entered.connect(self._point)
        self.list.selectionModel().currentChanged.connect(self._announce)
        window.installEventFilter(self)

    # --- opening and closing -----------------------------------------------------------------

    def open(self, text: str = "") -> None:
        """Show the search, with `text` typed."""
        if not self.isVisible():
            self._before = self._window.focusWidget()
        with QSignalBlocker(self.field):
            self.field.setText(text)
        self.refresh()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    @Slot()
    def close_search(self) -> None:
        """Hide the search; the focus goes back to where it was."""
        if not self.isVisible():
            return
        had = self.field.hasFocus()
        before, self._before = self._before, None
        self.hide()
        if had and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- what is found -----------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """Show what fits the text, the first entry that can be chosen selected."""
        entries = self._find(self.field.text())
        self.model.show(entries)
        self.list.setVisible(bool(entries))
        self.nothing.setVisible(not entries)
        self._place()
        if entries:
            self._select(0)
        elif self.isVisible():
            announce(self.field, self.nothing.text())

    def renew(self) -> None:
        """Show what fits the text now; what was selected stays so if it is still there."""
        before = self.current
        self.refresh()
        names = [entry.id for entry in self.model.entries]
        if before is not None and before.id in names:
            self._select(names.index(before.id))

    @property
    def current(self) -> Entry | None:
        """The entry that is selected."""
        row = self.list.currentIndex().row()
        return self.model.entries[row] if 0 <= row < len(self.model.entries) else None

    def _select(self, row: int) -> None:
        index = self.model.index(row, 0)
        chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.selectionModel().setCurrentIndex(index, chosen)
        self.list.scrollTo(index)

    def _step(self, by: int) -> None:
        """Select another row; one step beyond an end leads to the other."""
        rows, row = len(self.model.entries), self.list.currentIndex().row()
        if rows:
            self._select((row + by) % rows if abs(by) == 1 else min(max(row + by, 0), rows - 1))

    @Slot(QModelIndex)
    def _point(self, index: QModelIndex) -> None:
        self._select(index.row())

    @Slot(QModelIndex)
    def _announce(self, index: QModelIndex) -> None:
        if index.isValid() and self.isVisible():
            number = count(len(self.model.entries), "{n} found", "{n} found")
            words = spoken(self.model.entries[index.row()])
            announce(self.field, f"{words}. {number}" if index.row() == 0 else words)

    @Slot()
    def _choose(self) -> None:
        """Close, and have the selected entry done; one with a fault stays where it says so."""
        entry = self.current
        if entry is None:
            return
        if entry.fault:
            announce(self.field, entry.fault)
            return
        self.close_search()
        self.chosen.emit(entry)

    # --- events ------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window:
            if event.type() == QEvent.Type.Resize and self.isVisible():
                self._place()
            return False
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() == Qt.Key.Key_Escape or event.key() in _STEPS:
                event.accept()  # or the window's own shortcut would take it
            return False
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._pressed(event)
        if (
            isinstance(event, QFocusEvent)
            and event.lostFocus()
            and event.reason() not in _STAY_OPEN
        ):
            self.close_search()
        return False

    def _pressed(self, event: QKeyEvent) -> bool:
        """Handle the keys that act on the list; return whether this was one."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        elif key == Qt.Key.Key_Escape:
            self.close_search()
        elif key in _STEPS:
            self._step(_STEPS[key])
        else:
            return False
        return True

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.isVisible():
            self._place()

    def _place(self) -> None:
        """Stand at the top of the window, as high as what is found, with whole rows."""
        window, grid = self._window, theme.GRID
        width = min(round(_WIDTH * theme.text_scale()), window.width() - 4 * grid)
        top = window.menuBar().height() + grid
        row = row_height(self.list.fontMetrics())
        room = window.height() - top - self.field.sizeHint().height() - 8 * grid
        rows = max(1, min(len(self.model.entries), _MOST_ROWS, room // row))
        below = (
            rows * row + _FRAME
            if self.model.entries
            else self.nothing.heightForWidth(width - 2 * grid)
        )
        self.list.setFixedHeight(rows * row + _FRAME)
        self.list.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded
            if rows < len(self.model.entries)
            else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        self.field.setFixedHeight(row)
        self.setGeometry((window.width() - width) // 2, top, width, row + below + 3 * grid)
