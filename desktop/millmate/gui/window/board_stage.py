"""The place of the boards, one of them shown, with something beside it that is as high as it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from millmate.gui.game_view import GameView
from millmate.gui.style import theme


class BoardStage(QWidget):
    """Gives the board all the room, but for what `beside` needs at its right when that is seen.

    That room is kept free where the board would otherwise shrink as soon as `beside` comes.
    """

    def __init__(self, beside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages = QStackedWidget(self)
        self._beside = beside
        self._view: GameView | None = None
        beside.setParent(self)
        beside.installEventFilter(self)

    def add(self, view: GameView) -> None:
        """Make room for a game's board."""
        self._pages.addWidget(view.page)
        view.board.laid_out.connect(self._place)

    def show_view(self, view: GameView) -> None:
        """Show the board of this game."""
        self._view = view
        self._pages.setCurrentWidget(view.page)
        self._place()

    def sizeHint(self) -> QSize:
        """That of the board."""
        return self._pages.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """That of the board."""
        return self._pages.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room."""
        self._share()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share the room anew when what stands beside the board comes or goes."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._share()
        return False

    def _share(self) -> None:
        needed = self._beside.width() + theme.GRID
        self._pages.setGeometry(0, 0, max(self.width() - needed, 1), self.height())
        self._place()

    @Slot()
    def _place(self) -> None:
        """Put what stands beside the board next to it."""
        if self._view is None or self._beside.isHidden():
            return
        board = self._view.board
        frame = board.frame.toRect().translated(board.mapTo(self, QPoint()))
        left = frame.right() + 1 + theme.GRID
        self._beside.setGeometry(left, frame.top(), self._beside.width(), frame.height())
        self._beside.raise_()
