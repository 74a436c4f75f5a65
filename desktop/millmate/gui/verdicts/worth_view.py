"""The list of moves: hovering points at a move, a click or Space plays it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from millmate.gui.style.lists import rows_by_letters
from millmate.gui.verdicts.worth_model import WorthModel

_PLAYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class WorthView(QTableView):
    """`pointed` carries the move under mouse or keyboard, or ""; `chosen` the move to play."""

    pointed = Signal(str)
    chosen = Signal(str)

    def __init__(self, model: WorthModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._moves = model
        self._hovered = QModelIndex()
        self._told = ""
        self.setModel(model)
        self.setMouseTracking(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setResizeContentsPrecision(-1)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        self.verticalHeader().hide()
        rows_by_letters(self)
        model.modelReset.connect(self._join_headings)
        self.selectionModel().currentChanged.connect(self._emit_pointed)

    @Slot()
    def _join_headings(self) -> None:
        """Span headings across all columns and clear the pointed move."""
        self.clearSpans()
        for row in self._moves.headings:
            self.setSpan(row, 0, 1, max(2, self._moves.columnCount()))
        if self._moves.columnCount():
            fitted = QHeaderView.ResizeMode.ResizeToContents
            self.horizontalHeader().setSectionResizeMode(0, fitted)
        self._hovered = QModelIndex()
        self._emit_pointed()

    # --- pointing ----------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the pointed move."""
        super().leaveEvent(event)
        self._hover(QModelIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Point at the current row, at first the best move."""
        super().focusInEvent(event)
        self._begin_at_best()
        self._emit_pointed()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the pointed move."""
        super().focusOutEvent(event)
        self._emit_pointed()

    def _begin_at_best(self) -> None:
        """Make the best move current if no row is."""
        if self._moves.moves and self._moves.move_at(self.currentIndex()) is None:
            self.setCurrentIndex(self._moves.index_of(0))

    def _hover(self, index: QModelIndex) -> None:
        self._hovered = index
        over = self._moves.move_at(index) is not None
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        self._emit_pointed()

    @Slot()
    def _emit_pointed(self) -> None:
        """Emit the pointed move if it has changed."""
        current = self.currentIndex() if self.hasFocus() else QModelIndex()
        move = self._moves.move_at(self._hovered) or self._moves.move_at(current)
        text = move.text if move else ""
        if text != self._told:
            self._told = text
            self.pointed.emit(text)

    # --- choosing ----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Play the clicked move."""
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton:
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

    def _choose(self, index: QModelIndex) -> None:
        move = self._moves.move_at(index)
        if move is not None:
            self.chosen.emit(move.text)
