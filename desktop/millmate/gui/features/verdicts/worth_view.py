"""The legal moves with their values as cards in columns, the best first, grouped by result."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from millmate.gui.features.verdicts.worth_list import Heading, WorthModel
from millmate.gui.features.verdicts.worth_painting import GAP, WorthPainting, needed, tabular
from millmate.gui.kit import theme

_Index = QModelIndex | QPersistentModelIndex
_PLAYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MOST_COLUMNS = 4


class WorthView(QListView):
    """Hovering points at a move, a click or Space plays it; the arrow keys go from card to card.

    `pointed` carries the move under mouse or keyboard, or ""; `chosen` the move to play. A row of
    cards is shown as a whole or not at all.
    """

    pointed = Signal(str)
    chosen = Signal(str)

    def __init__(self, model: WorthModel) -> None:
        super().__init__()
        self._moves = model
        self._hovered = QModelIndex()
        self._emitted = ""
        self.columns = 1
        self.heights = _Heights(self, model)
        self.setProperty("cards", True)
        self.setModel(model)
        self.setItemDelegate(_Sizes(self, model))
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        model.modelReset.connect(self._renew)
        self.selectionModel().currentChanged.connect(self._emit_pointed)

    # --- room --------------------------------------------------------------------------------

    @property
    def content_height(self) -> int:
        """The height of all headings and cards at this width."""
        cards = self.heights
        lines = len(self._moves.lines(self.columns))
        return len(self._moves.headings) * cards.heading + lines * cards.card

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._arrange()
            self.scheduleDelayedItemsLayout()

    def minimumSizeHint(self) -> QSize:
        """Return the room for a heading and two rows of cards."""
        cards = self.heights
        return QSize(16 * theme.GRID, cards.heading + 2 * cards.card)

    def sizeHint(self) -> QSize:
        return QSize(40 * theme.GRID, max(self.content_height, self.minimumSizeHint().height()))

    @Slot()
    def _renew(self) -> None:
        """Arrange the cards of another position, and clear the pointed move."""
        self._hovered = QModelIndex()
        self._arrange()
        self._emit_pointed()

    def _arrange(self) -> None:
        """Choose the number of columns, and show the scroll bar only where it is needed."""
        self.heights = _Heights(self, self._moves)
        frame = self.width() - 2 * self.frameWidth()
        self.columns = self._columns_in(frame)
        needed = self.content_height > self.height() - 2 * self.frameWidth()
        if needed:
            self.columns = self._columns_in(frame - self.verticalScrollBar().sizeHint().width())
        always, never = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        policy = always if needed else never
        if policy is not self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)

    def _columns_in(self, width: int) -> int:
        letters = QFontMetrics(tabular(self.font()))
        least = max((needed(move, letters) for move in self._moves.moves), default=width)
        return min(max((width + GAP) // (least + GAP), 1), _MOST_COLUMNS)

    def is_whole(self, index: _Index) -> bool:
        """Return whether all of a card is to be seen, or all that there is room for."""
        return self.fits(self.visualRect(index))

    def fits(self, card: QRect) -> bool:
        room = self.viewport().height()
        return card.bottom() < room or card.height() > room

    # --- painting ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is in sight; asking a delegate for each card takes several times as long."""
        focus = self.currentIndex().row() if self.hasFocus() else -1
        hovered = self._hovered.row() if self._hovered.isValid() else -1
        with QPainter(self.viewport()) as painter:
            painting = WorthPainting(painter, self.font(), self.viewport().width(), self.columns)
            for number, row in enumerate(self._moves.rows):
                place = self.visualRect(self._moves.index(number, 0))
                if not (place.intersects(event.rect()) and self.fits(place)):
                    continue
                if isinstance(row, Heading):
                    painting.heading(place, row)
                else:
                    pointed, focused = number == hovered, number == focus
                    painting.card(place, row, pointed=pointed, focused=focused)

    # --- pointing ----------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the pointed move."""
        super().leaveEvent(event)
        self._hover(QModelIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Point at the current card, at first the best move."""
        self._begin_at_best()  # before Qt makes the first card current, but does not select it
        super().focusInEvent(event)
        self._emit_pointed()
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the pointed move."""
        super().focusOutEvent(event)
        self._emit_pointed()
        self.viewport().update()

    def _begin_at_best(self) -> None:
        """Make the best move current if no card is."""
        if self._moves.moves and self._moves.move_at(self.currentIndex()) is None:
            self.setCurrentIndex(self._moves.index_of(0))

    def _hover(self, index: QModelIndex) -> None:
        over = self._moves.move_at(index) is not None and self.is_whole(index)
        self._hovered = index if over else QModelIndex()
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        self._emit_pointed()
        self.viewport().update()

    @Slot()
    def _emit_pointed(self) -> None:
        """Emit the pointed move if it has changed."""
        current = self.currentIndex() if self.hasFocus() else QModelIndex()
        move = self._moves.move_at(self._hovered) or self._moves.move_at(current)
        text = move.text if move else ""
        if text != self._emitted:
            self._emitted = text
            self.pointed.emit(text)

    # --- choosing ----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Play the clicked move."""
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and self.is_whole(index):
            self._choose(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second click: the first has played the move."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play the current move with Space or Enter."""
        if event.key() in _PLAYS and not event.isAutoRepeat():
            self._begin_at_best()
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Return the card that an arrow key, Home, End or a page key leads to."""
        lines = self._moves.lines(self.columns)
        order = [row for line in lines for row in line]
        if not order:
            return QModelIndex()
        current = self.currentIndex().row()
        if current not in order:
            return self._moves.index(order[0], 0)
        line = next(number for number, rows in enumerate(lines) if current in rows)
        page = max(1, self.viewport().height() // self.heights.card - 1)
        kind = QAbstractItemView.CursorAction
        down = {
            kind.MoveUp: -1, kind.MoveDown: 1, kind.MovePageUp: -page, kind.MovePageDown: page,
        }  # fmt: skip
        if action in down:
            there = lines[min(max(line + down[action], 0), len(lines) - 1)]
            row = there[min(lines[line].index(current), len(there) - 1)]
        else:
            step = {kind.MoveLeft: -1, kind.MovePrevious: -1, kind.MoveHome: -len(order)}
            right = {kind.MoveEnd: len(order)}.get(action, 1)
            place = order.index(current) + step.get(action, right)
            row = order[min(max(place, 0), len(order) - 1)]
        return self._moves.index(row, 0)

    def _choose(self, index: QModelIndex) -> None:
        move = self._moves.move_at(index)
        if move is not None:
            self.chosen.emit(move.text)


class _Heights:
    """The heights of headings and cards, with the gap below them."""

    def __init__(self, view: QWidget, model: WorthModel) -> None:
        line = view.fontMetrics().height()
        lines = 2 if model.kinds else 1
        self.heading = line + theme.GRID
        self.card = lines * line + theme.GRID + GAP


class _Sizes(QStyledItemDelegate):
    """Tells the list how large headings and cards are; the view paints them itself."""

    def __init__(self, view: WorthView, model: WorthModel) -> None:
        super().__init__(view)
        self._view, self._moves = view, model

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        heights, width = self._view.heights, self._view.viewport().width()
        if self._moves.move_at(index) is None:
            return QSize(width, heights.heading)
        return QSize((width - 1) // self._view.columns, heights.card)  # Qt breaks full lines
