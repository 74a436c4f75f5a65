"""The palette next to the names of the players: drag a piece onto it, or click to stamp with it."""

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from millmate.gui.boards.interaction import DragImage
from millmate.gui.boards.state import ERASER
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.kit import theme
from millmate.gui.kit.accessible import ChoiceInterface, as_role
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import hbox
from millmate.language import mark, tr

_CELL = 36  # pixels: the side of a cell

_CLICKS = mark("The right button places the other colour; a second click takes it off.")
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class PieceButton(QAbstractButton):
    """A piece of the palette, or the eraser, to be clicked or dragged."""

    stepped = Signal(int)  # by how many cells the focus moves right

    def __init__(self, stamp: str, board: BoardWidget, parent: QWidget):
        super().__init__(parent)
        self.stamp = stamp
        self._board = board
        self._pressed_at: QPoint | None = None
        self._drag_image: DragImage | None = None
        self._eraser = theme.icon("eraser")
        self.setFixedSize(_CELL, _CELL)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        erasing = stamp == ERASER
        if erasing:
            bind_text(
                self,
                name=mark("eraser"),
                tip=mark("Erase with every click on the board (Esc to stop)"),
            )
        else:
            on_retranslate(self, self._name)

    def accessible(self) -> ChoiceInterface:
        return ChoiceInterface(self, QAccessible.Role.RadioButton)

    def _name(self) -> None:
        name = self._board.game.man_name(self.stamp)
        self.setAccessibleName(name)
        drag = tr("Drag the {piece} onto the board, or click it and then the board.", piece=name)
        self.setToolTip("\n".join((drag, tr(_CLICKS))))
        self.setAccessibleDescription(self.toolTip())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the place, to distinguish a drag from a click."""
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
        elif self._drag_image is not None:
            self._put_back()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._pressed_at is None or self.stamp == ERASER:
            super().mouseMoveEvent(event)
            return
        if self._drag_image is None and (point - self._pressed_at).manhattanLength() >= 4:
            self.setDown(False)
            self._board.set_stamp(None)
            self._drag_image = DragImage(self._board, self.stamp)
        if self._drag_image is not None:
            there = self.mapToGlobal(point)
            over_board = self._board.carry(self.stamp, there)
            self._drag_image.move_to(there, faded=not over_board)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the piece on the board; elsewhere it returns."""
        self._pressed_at = None
        if self._drag_image is None:
            super().mouseReleaseEvent(event)
            return
        self._put_back()
        self._board.drop(self.stamp, self.mapToGlobal(event.position().toPoint()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel the drag or the stamp with Escape; click with Enter."""
        if event.key() == Qt.Key.Key_Escape and self._drag_image is not None:
            self._pressed_at = None
            self._put_back()
        elif event.key() == Qt.Key.Key_Escape and self._board.state.stamp is not None:
            self._board.set_stamp(None)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in _STEPS:
            self.stepped.emit(_STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _put_back(self) -> None:
        assert self._drag_image is not None
        self._drag_image.remove()
        self._drag_image = None
        self._board.forget_carried()

    def event(self, event: QEvent) -> bool:
        """Take the palette's keys before the window's shortcuts do."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        escape = event.key() == Qt.Key.Key_Escape and self._busy
        event.setAccepted(escape or event.key() in _STEPS)
        return True

    @property
    def _busy(self) -> bool:
        return self._drag_image is not None or self._board.state.stamp is not None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the piece on a square, framed while it is the stamp."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            cell = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
            lively = self.isChecked() or self.underMouse() or self.hasFocus()
            accent = self.palette().highlight().color()
            width = 3 if self.isChecked() else 1.5
            painter.setPen(QPen(accent, width) if lively else Qt.PenStyle.NoPen)
            if self.stamp == ERASER:
                painter.setBrush(self.palette().button())
            else:
                ground = self._board.game.man_ground(self.stamp, chosen=self.isChecked())
                painter.setBrush(QColor(ground))
            painter.drawRoundedRect(cell, theme.ROUND, theme.ROUND)
            inset = self.width() * (0.24 if self.stamp == ERASER else 0.08)
            self._draw(painter, QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))

    def _draw(self, painter: QPainter, rect: QRectF) -> None:
        if self.stamp == ERASER:
            self._eraser.paint(painter, rect.toRect())
        else:
            self._board.game.man(self.stamp, rect).draw(painter)


class PiecePalette(QWidget):
    """Some of the game's pieces, or the eraser, in a row."""

    accessible = as_role(QAccessible.Role.ToolBar)

    def __init__(self, board: BoardWidget, stamps: str) -> None:
        super().__init__()
        self.buttons = {stamp: PieceButton(stamp, board, self) for stamp in stamps}
        for stamp, button in self.buttons.items():
            button.clicked.connect(lambda on, stamp=stamp: board.set_stamp(stamp if on else None))
            button.stepped.connect(lambda by, stamp=stamp: self._step(stamp, by))
            button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.buttons[stamps[0]].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        board.stamp_changed.connect(self._show_stamp)
        hbox(*self.buttons.values(), within=self, spacing=theme.GRID // 2)
        bind_text(self, name=mark("Pieces"))

    def _step(self, stamp: str, by: int) -> None:
        """Move the focus to another cell; Tab enters and leaves the palette."""
        order = list(self.buttons)
        there = self.buttons[order[(order.index(stamp) + by) % len(order)]]
        there.setFocus(Qt.FocusReason.TabFocusReason)

    def _show_stamp(self, stamp: str | None) -> None:
        for symbol, button in self.buttons.items():
            button.setChecked(symbol == stamp)
