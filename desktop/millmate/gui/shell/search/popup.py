"""The search over the window: a field, and under it the entries that fit."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QMainWindow,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from millmate.gui.kit import theme
from millmate.gui.kit.accessible import announce
from millmate.gui.kit.lists import Foot
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.search.sources import Entry
from millmate.language import count, mark, tr

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_TITLE_SHARE = 0.62  # of a row at most, if it has a remark


class EntryModel(QAbstractListModel):
    """One row an entry; a screen reader reads all that a row shows."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []

    def show(self, entries: Sequence[Entry]) -> None:
        self.beginResetModel()
        self.entries = list(entries)
        self.endResetModel()

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(entry)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(filter(None, (entry.title, entry.fault or entry.detail)))
        return None


def spoken(entry: Entry) -> str:
    """Return an entry as it is read out: its name, its kind, and its remark."""
    parts = (entry.title, tr(entry.kind.value), entry.keys, entry.fault or entry.detail)
    return ", ".join(filter(None, parts))


class RowPainter(QStyledItemDelegate):
    """Draws a name with a remark at the left, what it is and its key at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(8 * theme.GRID, row_height(option.fontMetrics))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        assert isinstance(model, EntryModel)
        entry = model.entries[index.row()]
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        palette: QPalette = option.palette
        if chosen:
            painter.fillRect(option.rect, palette.color(QPalette.ColorRole.Highlight))
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        quiet = palette.color(role if chosen else QPalette.ColorRole.PlaceholderText)
        room = option.rect.adjusted(2 * theme.GRID, 0, -2 * theme.GRID, 0)
        if entry.keys:
            room = _draw_keys(painter, room, entry.keys, option.font, quiet)
        room = _draw_right(painter, room, tr(entry.kind.value), option.font, quiet)
        colour = quiet if entry.fault else palette.color(role)
        _draw_name(painter, room, entry, option.font, colour, quiet)
        painter.restore()


def row_height(metrics: QFontMetrics) -> int:
    return metrics.height() + 2 * theme.GRID


def _draw_keys(painter: QPainter, room: QRect, keys: str, font: QFont, colour: QColor) -> QRect:
    """Draw the key of a command in a frame at the right; return the room that is left."""
    metrics = QFontMetrics(font)
    width, high = metrics.horizontalAdvance(keys) + theme.GRID, metrics.height() + 4
    cap = QRect(room.right() - width, room.center().y() - high // 2, width, high)
    painter.setPen(QPen(colour, 1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawRoundedRect(cap.adjusted(0, 0, -1, -1), theme.ROUND_MARK, theme.ROUND_MARK)
    painter.setFont(font)
    painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, keys)
    return room.adjusted(0, 0, -width - theme.GRID, 0)


def _draw_right(painter: QPainter, room: QRect, text: str, font: QFont, colour: QColor) -> QRect:
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
    width = QFontMetrics(font).horizontalAdvance(text)
    return room.adjusted(0, 0, -width - 2 * theme.GRID, 0)


def _draw_name(
    painter: QPainter, room: QRect, entry: Entry, font: QFont, colour: QColor, quiet: QColor
) -> None:
    """Draw the name, and beside it the remark or why it cannot be chosen."""
    remark, metrics = entry.fault or entry.detail, QFontMetrics(font)
    wanted = metrics.horizontalAdvance(entry.title) + 2  # elision rounds
    most = room.width()
    if remark and wanted + 2 * theme.GRID + metrics.horizontalAdvance(remark) > most:
        most = round(most * _TITLE_SHARE)
    painter.setFont(font)
    _draw_left(painter, room, metrics, entry.title, min(wanted, most), colour)
    rest = room.adjusted(min(wanted, most) + 2 * theme.GRID, 0, 0, 0)
    if remark and rest.width() > 4 * theme.GRID:
        _draw_left(painter, rest, metrics, remark, rest.width(), quiet)


def _draw_left(
    painter: QPainter, room: QRect, metrics: QFontMetrics, text: str, width: int, colour: QColor
) -> None:
    painter.setPen(colour)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


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

    It takes the focus, and returns it on closing.
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

    @Slot()
    def refresh(self) -> None:
        """Show the entries that fit the text, with the first enabled one selected."""
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
        """Show the entries that fit the text now; the selection is kept if possible."""
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
        """Move to the top of the window, as high as the results, with whole rows."""
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
