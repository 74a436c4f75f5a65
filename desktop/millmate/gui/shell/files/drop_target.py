"""Accepts files and texts dragged onto the window, or pasted."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, QRect, Qt, Slot
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QFileOpenEvent
from PySide6.QtWidgets import QApplication, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.shell.files.files import GameFiles
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import tr

_SHARE = 0.5  # of the window's width, for the hint


class DropTarget(QObject):
    """Opens anything dropped or pasted; during the drag, a hint describes the effect."""

    def __init__(self, services: Services, files: GameFiles) -> None:
        super().__init__(services.window)
        self._window, self._files, self._notify = services.window, files, services.notifications
        self._navigation, self._links = services.navigation, services.links
        self._hint: _Hint | None = None
        self._window.setAcceptDrops(True)
        if sys.platform == "darwin":  # sends opened files to the application
            QCoreApplication.instance().installEventFilter(self)
        services.commands.bind("paste", self.paste)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the files that macOS asks for."""
        if event.type() != QEvent.Type.FileOpen:
            return False
        self._files.open(Path(cast(QFileOpenEvent, event).file()))
        return True

    def welcome(self, event: QDragMoveEvent) -> None:
        """Accept what can be opened, and say what dropping it does."""
        data = event.mimeData()
        if not (data.hasUrls() or data.hasText()):
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if self._hint is None:
            self._hint = _Hint(self._words(data), self._window)

    def _words(self, data: QMimeData) -> str:
        paths = _files(data)
        if len(paths) == 1 and paths[0].is_dir():
            return tr("Drop to list the games in {name}", name=paths[0].name)
        if paths and self._navigation.page is Page.STUDY:
            return tr("Drop to check the studies")
        if len(paths) == 1:
            return tr("Drop to open {name}", name=paths[0].name)
        return tr("Drop to open these files") if paths else tr("Drop to read this text")

    def end(self) -> None:
        """Hide the hint: the drag is over, or has left the window."""
        if self._hint is not None:
            self._hint.deleteLater()
            self._hint = None

    @Slot()
    def paste(self) -> None:
        """Open the files or the text on the clipboard."""
        data = QApplication.clipboard().mimeData()
        if data is None or not self._opened(data, tr("Position pasted.")):
            self._notify.warn(
                tr("There is no text to paste: copy a position, a game or a file first.")
            )

    def drop(self, event: QDropEvent) -> None:
        self.end()
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if not self._opened(event.mimeData(), tr("Position set up.")):
            self._notify.warn(tr("Only files of this computer and texts can be dropped here."))

    def _opened(self, data: QMimeData, message: str) -> bool:
        """Open files, or a text and show `message`; return False if there is neither."""
        paths = _files(data)
        if len(paths) == 1 and paths[0].is_dir():
            self._links.list_games.emit(paths[0])
        elif paths and self._navigation.page is Page.STUDY:
            self._links.check_studies.emit(tuple(paths))
        elif paths:
            self._files.open_all(paths)
        elif data.text().strip():
            self._files.open_text(data.text(), message)
        else:
            return False
        return True


class _Hint(Label):
    """A label in the middle of the window during a drag."""

    def __init__(self, text: str, window: QWidget) -> None:
        super().__init__(text, window)
        scheme = theme.colours()
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setStyleSheet(
            f"background: {scheme.raised}; color: {scheme.text}; padding: 16px;"
            f"border: 2px dashed {scheme.accent}; border-radius: 10px;"
        )
        theme.headline(self)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        width = round(window.width() * _SHARE)
        place = QRect(0, 0, width, max(96, self.heightForWidth(width)))
        place.moveCenter(window.rect().center())
        self.setGeometry(place)
        self.show()


def _files(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
