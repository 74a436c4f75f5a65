"""What the window remembers from one start to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Slot

from millmate.files import describe_error
from millmate.gui.errors.questions import may_leave
from millmate.gui.style import sizes
from millmate.language import tr
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow


_AFTER_MS = 400  # once nobody drags at an edge any more
_MOVED = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.WindowStateChange}


class Shape(QTimer):
    """Keeps where the window is and how its room is shared soon after either has changed.

    A window that is killed, or whose machine loses power, comes back as it was.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, singleShot=True, interval=_AFTER_MS)
        self._window, self._kept = window, _shape(window)
        self.timeout.connect(self._keep)
        for splitter in (window.splitter, window.parts):
            splitter.splitterMoved.connect(self._begin)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See that the window has moved."""
        if watched is self._window and event.type() in _MOVED and self._window.isVisible():
            self.start()
        return False

    @Slot()
    def _begin(self) -> None:
        self.start()

    @Slot()
    def _keep(self) -> None:
        shape = _shape(self._window)
        if shape != self._kept and not self._window.isMinimized():
            self._kept = shape
            self._window.store.save_or_report()


def _shape(window: MainWindow) -> tuple[str, str]:
    """Return where the window is, and how its room is shared, as they are kept."""
    return sizes.window_text(window), sizes.parts_text(window.splitter, window.parts)


def recall(window: MainWindow) -> None:
    """Bring `window` into the state that its settings remember."""
    remembered = window.store.current
    window.setup.set_engines(window.engines.recipes)
    window.setup.recall(remembered)
    for desk in window.desks.values():
        desk.board.set_flipped(remembered.flipped)
        desk.recall(remembered)
    sizes.restore_window(window, remembered.window)
    sizes.restore_parts(remembered.layout, window.splitter, window.parts)
    window.verdict.threads = remembered.build_threads or None
    window.appearance.show()


def remember(window: MainWindow, settings: Settings) -> Settings:
    """Return what the next window shall know."""
    for desk in window.desks.values():
        settings = desk.remember(settings)
    shape, layout = _shape(window)
    return window.setup.remember(settings).changed(
        flipped=window.board.flipped,
        window=shape,
        layout=layout,
    )


def may_close(window: MainWindow) -> bool:
    """Keep what the window knows for the next one; if that cannot be, ask whether to close it."""
    why = _saved(window)
    return not why or may_leave(
        window,
        tr(
            "The settings could not be saved: {why}.\n\nIf the window is closed now, the next "
            "start knows nothing of what was changed in this one.",
            why=why,
        ),
        tr("Close anyway"),
        tr("Keep the window open"),
    )


def games_saved(window: MainWindow) -> bool:
    """Save the games that are not saved yet; if that cannot be, ask whether to lose them."""
    why = window.autosave.close()
    return not why or may_leave(
        window,
        tr(
            "A game could not be saved: {why}.\n\nIf the window is closed now, the game may be "
            "lost.",
            why=why,
        ),
        tr("Close anyway"),
        tr("Keep the window open"),
    )


def _saved(window: MainWindow) -> str:
    """Keep what the window knows; return in words why that cannot be, "" if it was."""
    try:
        window.store.save()
    except OSError as error:
        return describe_error(error)
    return ""
