"""Shows, beside whatever names a position, that position on a small board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from millmate.gui.boards.small_board import ShownPosition
from millmate.gui.boards.thumbnail import Thumbnail
from millmate.gui.kit import theme
from millmate.gui.kit.widgets import vbox
from millmate.pictures.diagrams import Orientation

_PAUSE = 250  # milliseconds that something is pointed at until its position is shown
_SIDE = 26 * theme.GRID
_LEAVING = {QEvent.Type.Leave, QEvent.Type.Hide, QEvent.Type.MouseButtonPress}
_ELSEWHERE = {QEvent.Type.Wheel, QEvent.Type.MouseButtonPress, QEvent.Type.WindowDeactivate}


@dataclass(frozen=True, slots=True)
class Pointed:
    """What names a position, in the place `area` of the panel or list that is not to be covered.

    `key` tells it from others; the `position` is worked out when it is shown. It is None until
    `Hovering.renew` if that takes time.
    """

    key: object
    panel: QWidget
    area: QRect
    position: Callable[[], ShownPosition | None]


class HoverBoard(QFrame):
    """A board over the window, which takes neither the focus nor the mouse."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.picture = Thumbnail(_SIDE)
        vbox(self.picture, within=self, margins=theme.GRID // 2)
        self.resize(_SIDE + theme.GRID, _SIDE + theme.GRID)
        self.hide()

    def show_beside(self, widget: QWidget, area: QRect) -> None:
        """Appear below `widget`, or at its left or right, next to `area`: never over it."""
        window = self.parentWidget()
        assert window is not None
        room = window.rect().adjusted(theme.GRID, theme.GRID, -theme.GRID, -theme.GRID)
        listed = QRect(widget.mapTo(window, QPoint()), widget.size())
        place = QRect(QPoint(), self.size())
        place.moveTopRight(listed.bottomRight() + QPoint(0, theme.GRID))
        if not room.contains(place):
            place.moveCenter(area.translated(listed.topLeft()).center())
            place.moveRight(listed.left() - theme.GRID)
            if place.left() < room.left():
                place.moveLeft(listed.right() + theme.GRID)
            place.moveBottom(min(place.bottom(), room.bottom()))
            place.moveTop(max(place.top(), room.top()))
        self.move(place.topLeft())
        self.show()
        self.raise_()


class Hovering(QObject):
    """Shows the position that mouse or keyboard point at, after a moment; hides it at once.

    `orientation_of` returns how the board shows a position.
    """

    def __init__(self, window: QWidget, orientation_of: Callable[[str], Orientation]) -> None:
        super().__init__(window)
        self._window, self._orientation_of = window, orientation_of
        app = QApplication.instance()
        assert app is not None
        self._app = app
        self._pointed: Pointed | None = None
        self._widget: QWidget | None = None  # with what is pointed at
        self._by_key = False
        self._allowed = True
        self._wait = QTimer(self, singleShot=True, interval=_PAUSE)
        self._wait.timeout.connect(self._show)
        self.board: HoverBoard | None = None  # made when it is first needed

    @property
    def shown(self) -> str:
        """The position that is shown, "" if none is."""
        board = self.board
        return board.picture.fen if board is not None and board.isVisible() else ""

    def watch(self, widget: QWidget, find: Callable[[QPoint], Pointed | None]) -> None:
        """Show the position of what the mouse rests on in `widget`, where `find` finds one."""
        widget.setMouseTracking(True)
        _Watch(self, widget, find)

    def point(self, widget: QWidget, pointed: Pointed | None, by_key: bool = False) -> None:
        """Point at something in `widget`, None for nothing."""
        if pointed is None or not self._allowed:
            self.leave(widget)
            return
        if self._pointed is not None and self._pointed.key == pointed.key:
            return
        self._widget, self._pointed, self._by_key = widget, pointed, by_key
        if self.shown:
            self._show()
        else:
            self._app.installEventFilter(self)
            self._wait.start()

    def leave(self, widget: QWidget) -> None:
        """Point at nothing in `widget` any more."""
        if widget is self._widget:
            self.dismiss()

    def renew(self) -> None:
        """Show what is pointed at if its position is known by now."""
        if self._pointed is not None and not self._wait.isActive():
            self._show()

    def allow(self, allowed: bool) -> None:
        """Show positions from now on, or none."""
        self._allowed = allowed
        self.dismiss()

    @Slot()
    def dismiss(self) -> None:
        """Hide the board."""
        if self._widget is None:
            return
        self._wait.stop()
        self._widget = self._pointed = None
        self._app.removeEventFilter(self)
        if self.board is not None:
            self.board.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide the board, while something is pointed at, when anything else is done."""
        kind = event.type()
        other = QEvent.Type.FocusOut if self._by_key else QEvent.Type.KeyPress
        if kind in _ELSEWHERE or kind == other:
            self.dismiss()
        return False

    @Slot()
    def _show(self) -> None:
        widget, pointed = self._widget, self._pointed
        if widget is None or pointed is None or not widget.isVisible():
            self.dismiss()
            return
        found = pointed.position()
        if self.board is None:
            self.board = HoverBoard(self._window)
        if found is None:
            self.board.hide()
            return
        seen = self._orientation_of(found.fen)
        picture = self.board.picture
        picture.show_position(found.fen, found.game, seen, last=found.move, mover=found.mover)
        self.board.show_beside(pointed.panel, pointed.area)


class _Watch(QObject):
    """Tells what the mouse points at in a widget."""

    def __init__(
        self, hovering: Hovering, widget: QWidget, find: Callable[[QPoint], Pointed | None]
    ) -> None:
        super().__init__(widget)
        self._hovering, self._widget, self._find = hovering, widget, find
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _LEAVING:
            self._hovering.leave(self._widget)
        elif kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            still = event.buttons() == Qt.MouseButton.NoButton
            found = self._find(event.position().toPoint()) if still else None
            self._hovering.point(self._widget, found)
        return False
