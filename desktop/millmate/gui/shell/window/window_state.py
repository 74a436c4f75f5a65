"""Saves and restores the window's geometry; saves settings and games on close."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtWidgets import QMainWindow, QWidget

from millmate.files import describe_error
from millmate.gui.kit import widgets
from millmate.gui.kit.questions import may_leave
from millmate.gui.shell.files.autosave import Autosave
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.window.window_layout import BoardArea, Parts
from millmate.language import tr
from millmate.settings import Settings

_AFTER_MS = 400  # once the user stops dragging an edge
_MOVED = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.WindowStateChange}


class WindowGeometry(QTimer):
    """Restores the window's geometry and splitters, and saves them soon after a change.

    So they survive a crash or a power failure.
    """

    def __init__(
        self, window: QMainWindow, area: BoardArea, parts: Parts, settings: SettingsStore
    ) -> None:
        super().__init__(window, singleShot=True, interval=_AFTER_MS)
        self._window, self._settings = window, settings
        self._area, self._parts = area, parts
        widgets.restore_window(window, settings.current.window)
        widths, _, rest = settings.current.layout.partition(" ")
        area.restore_layout(widths)
        parts.restore_layout(rest)
        settings.provide(self._provide)
        self._saved = self._shape
        self.timeout.connect(self._save)
        for splitter in (area, parts):
            splitter.splitterMoved.connect(self._start_later)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVED and watched is self._window and self._window.isVisible():
            self.start()
        return False

    @property
    def _shape(self) -> tuple[str, str]:
        layout = f"{self._area.layout_text()} {self._parts.layout_text()}"
        return widgets.window_text(self._window), layout

    def _provide(self, settings: Settings) -> Settings:
        window, layout = self._shape
        return settings.changed(window=window, layout=layout)

    @Slot()
    def _start_later(self) -> None:
        self.start()

    @Slot()
    def _save(self) -> None:
        shape = self._shape
        if shape != self._saved and not self._window.isMinimized():
            self._saved = shape
            self._settings.save_or_report()


def save_settings(settings: SettingsStore, window: QWidget) -> bool:
    """Save the settings; if that fails, ask whether to close the window."""
    try:
        settings.save()
    except OSError as error:
        return may_leave(
            window,
            tr(
                "The settings could not be saved: {why}.\n\nIf the window is closed now, the next "
                "start knows nothing of what was changed in this one.",
                why=describe_error(error),
            ),
            tr("Close anyway"),
            tr("Keep the window open"),
        )
    return True


def save_games(autosave: Autosave, window: QWidget) -> bool:
    """Save unsaved games; if that fails, ask whether to lose them."""
    why = autosave.close()
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
