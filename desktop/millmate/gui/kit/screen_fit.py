"""Windows fit the screen: none is larger than what its panels and the window's frame leave free.

Sizes grow for many reasons: a size that was remembered from another screen, large letters, words
that are longer in German, details unfolded. So a window is not only opened at a size that fits; it
is watched as long as it lives. Windows that a person drags larger, perhaps across two screens, stay
so.
"""

from PySide6.QtCore import QEvent, QMargins, QObject, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QStyle, QWidget

# A frame drawn by the window manager, until the first window is shown and has one.
_FRAME_EDGE = 4
_UNLIMITED = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen
_WATCHED = {
    QEvent.Type.Show,
    QEvent.Type.Resize,
    QEvent.Type.LayoutRequest,
    QEvent.Type.WindowActivate,
    QEvent.Type.WindowStateChange,
}


def keep_on_screen(window: QWidget, size: QSize | None = None, least: QSize | None = None) -> None:
    """Keep `window` within the screen from now on.

    Args:
        window: A window or dialog; what it holds should be in its layout already.
        size: The size it is opened at where there is room; None for what its layout wishes.
        least: The size it cannot be made smaller than where there is room; None for what its
            layout needs.
    """
    keeper = _Keeper(window, least)
    window.resize((size or window.sizeHint()).boundedTo(keeper.most()))
    keeper.fit()


def nearest(window: QRect, room: QRect) -> QRect:
    """Return the place for `window` that is nearest to where it is, and within `room`.

    Where it is larger than `room`, its top left corner is that of the room.
    """
    left = max(room.left(), min(window.left(), room.left() + room.width() - window.width()))
    top = max(room.top(), min(window.top(), room.top() + room.height() - window.height()))
    return QRect(left, top, window.width(), window.height())


class _Keeper(QObject):
    """Makes a window smaller whenever it has become larger than the screen."""

    def __init__(self, window: QWidget, least: QSize | None) -> None:
        super().__init__(window)
        self._window, self._least = window, least
        self._limited = False  # whether its layout needs more than there is
        self._placed = False
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at the size again when it may have changed other than by a person's hand."""
        kind = event.type()
        if watched is self._window and kind in _WATCHED:
            by_hand = kind == QEvent.Type.Resize and event.spontaneous()
            if kind == QEvent.Type.Show:
                self._placed = False
            if not by_hand:
                self.fit()
            if kind == QEvent.Type.WindowActivate and not self._placed:
                self._placed = True
                self._bring_in()
        return False

    def fit(self) -> None:
        """Make the window as small as the screen demands."""
        window = self._window
        if window.windowState() & _UNLIMITED:
            return
        most = self.most()
        self._limit(most)
        if not _fits(window.size(), most):
            window.resize(window.size().boundedTo(most))
            if window.isVisible():
                self._bring_in()

    def most(self) -> QSize:
        """Return the largest size that the window may have, its frame not counted."""
        frame = _frame(self._window)
        return self._window.screen().availableGeometry().marginsRemoved(frame).size()

    def _limit(self, most: QSize) -> None:
        """Let the window be as small as `most`, despite its minimum size."""
        window, layout = self._window, self._window.layout()
        if self._least is not None:
            window.setMinimumSize(self._least.boundedTo(most))
        elif layout is not None:
            needed = layout.totalMinimumSize()
            limited = not _fits(needed, most)
            if limited or self._limited:
                window.setMinimumSize(needed.boundedTo(most) if limited else QSize(0, 0))
            self._limited = limited

    def _bring_in(self) -> None:
        """Move the window so that all of it is seen."""
        frame = self._window.frameGeometry()
        place = nearest(frame, self._window.screen().availableGeometry())
        if place != frame and not self._window.windowState() & _UNLIMITED:
            self._window.move(place.topLeft())


def _fits(size: QSize, most: QSize) -> bool:
    return size.width() <= most.width() and size.height() <= most.height()


def _frame(window: QWidget) -> QMargins:
    """Return how wide the frame around `window` is; that of another one while it has none yet."""
    for each in (window, *QApplication.topLevelWidgets()):
        handle = each.windowHandle()
        if handle is not None and each.isVisible() and not handle.frameMargins().isNull():
            return handle.frameMargins()
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    return QMargins(_FRAME_EDGE, title + _FRAME_EDGE, _FRAME_EDGE, _FRAME_EDGE)
