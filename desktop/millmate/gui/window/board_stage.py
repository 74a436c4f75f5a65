"""A container for the boards, one of them shown, with an optional widget beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from millmate.gui.game_view import GameView
from millmate.gui.style import theme


class BoardStage(QWidget):
    """Gives the board all the room, except for `beside` at its right if that is visible.

    Where the board would shrink when `beside` appears, its room stays reserved.
    """

    def __init__(self, beside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages = QStackedWidget(self)
        self._beside = beside
        self._view: GameView | None = None
        beside.setParent(self)
        beside.installEventFilter(self)

    def add(self, view: GameView) -> None:
        self._pages.addWidget(view.page)
        view.board.laid_out.connect(self._place)

    def show_view(self, view: GameView) -> None:
        self._view = view
        self._pages.setCurrentWidget(view.page)
        self._place()

    def sizeHint(self) -> QSize:
        return self._pages.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._pages.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the board and `beside`."""
        self._share()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lay out again when the widget beside the board is shown or hidden."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._share()
        return False

    def _share(self) -> None:
        needed = self._beside.width() + theme.GRID
        self._pages.setGeometry(0, 0, max(self.width() - needed, 1), self.height())
        self._place()

    @Slot()
    def _place(self) -> None:
        """Place `beside` next to the board."""
        if self._view is None or self._beside.isHidden():
            return
        board = self._view.board
        frame = board.frame.toRect().translated(board.mapTo(self, QPoint()))
        left = frame.right() + 1 + theme.GRID
        self._beside.setGeometry(left, frame.top(), self._beside.width(), frame.height())
        self._beside.raise_()
