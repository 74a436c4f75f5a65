"""The position after a move that is pointed at, on a small board over the window."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QFrame, QWidget

from millmate.games.catalogue import game_of
from millmate.gui.board.small_board import SmallBoard, replay
from millmate.gui.style import theme
from millmate.gui.style.areas import vbox
from millmate.language import mark

_SIDE = 27 * theme.GRID


class MovePreview(QFrame):
    """Shows what a move of a list leads to, beside the list and never over it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.small = SmallBoard(mark("Position after the move"))
        for board in (self.small.chess, self.small.morris):
            board.set_animated(False)
            board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        vbox(self.small, within=self, margins=theme.GRID // 2)
        self.hide()

    def show_move(self, fen: str, move: str, flipped: bool, beside: QWidget) -> None:
        """Show the position after `move`, in engine notation, next to the widget `beside`."""
        self.small.show_position(replay(game_of(fen), fen, (move,)))
        self.small.board.set_flipped(flipped)
        self.setGeometry(self._place(beside))
        self.show()
        self.raise_()

    def _place(self, beside: QWidget) -> QRect:
        """Return a place below the list, or at its left where there is no room below."""
        window = self.parentWidget()
        assert window is not None
        listed = QRect(beside.mapTo(window, QPoint()), beside.size())
        place = QRect(QPoint(), QSize(_SIDE, _SIDE))
        place.moveTopRight(listed.bottomRight() + QPoint(0, theme.GRID))
        if place.bottom() + theme.GRID > window.height():
            place.moveTopRight(listed.topLeft() - QPoint(theme.GRID, 0))
        return place
