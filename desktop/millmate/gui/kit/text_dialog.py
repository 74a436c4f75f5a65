"""Dialogs with a text to read and copy: the log and the installation report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Slot
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from millmate import log, paths
from millmate.gui.kit import theme
from millmate.gui.kit.areas import hbox, vbox
from millmate.gui.kit.buttons import push_button
from millmate.gui.kit.folders import open_folder
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.sentences import reason
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import bind_text
from millmate.language import mark, tr

_SIZE = QSize(760, 480)


def fixed_text(name: str) -> QPlainTextEdit:
    """Return a field called `name` (marked) for text in a fixed-width font, to read and copy."""
    field = bind_text(QPlainTextEdit(), name=name)
    field.setReadOnly(True)
    field.setFont(theme.fixed_font())
    field.setTabChangesFocus(True)
    return field


class TextDialog(QDialog):
    """Shows a text in a fixed-width font; `folder` is its origin, if any."""

    def __init__(self, title: str, folder: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bind_text(self, title=title)
        self.field = fixed_text(title)
        self.field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.copy = push_button(mark("&Copy all"), self._copy)
        self.open_folder = push_button(mark("Open &folder"), self._open)
        self.open_folder.setVisible(folder is not None)
        self._folder = folder
        self.trouble = theme.muted()
        self.trouble.hide()
        self.end = push_button(mark("Close"), self.close)
        self.end.setDefault(True)
        row = hbox(self.copy, self.open_folder, None, self.end)
        grid = 2 * theme.GRID
        vbox((self.field, 1), self.trouble, row, within=self, spacing=grid, margins=grid)
        keep_on_screen(self, _SIZE)

    def show_text(self, text: str, at_end: bool = False) -> None:
        """Show `text` from its start or at its end."""
        self.field.setPlainText(text)
        where = QTextCursor.MoveOperation.End if at_end else QTextCursor.MoveOperation.Start
        self.field.moveCursor(where)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.field.toPlainText())

    @Slot()
    def _open(self) -> None:
        if self._folder is not None:
            open_folder(self._folder, self._tell)

    def _tell(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.show()


def show_text(title: str, text: str, parent: QWidget) -> None:
    """Show `text` in a dialog with a marked `title`."""
    dialog = TextDialog(title, None, parent)
    dialog.show_text(text)
    dialog.show()


class Texts(QObject):
    """The dialogs of the log and the report, created when they are first opened."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.log: TextDialog | None = None
        self.report: TextDialog | None = None

    @Slot()
    def show_log(self) -> None:
        """Show the end of this window's log, or else of the latest one."""
        if self.log is None:
            self.log = TextDialog(mark("Log"), paths.log_dir(), self._window)
        _raise(self.log)
        self.log.show_text(log_text(), at_end=True)  # the end is known once shown

    @Slot()
    def show_report(self) -> None:
        """Show the output of `millmate doctor`, which takes a moment."""
        if self.report is None:
            self.report = TextDialog(mark("Report on this installation"), None, self._window)
        self.report.show_text(tr("Examining…"))
        _raise(self.report)
        Task(_diagnose, self.report).launch(done=self.report.show_text)


def log_text() -> str:
    """Return the end of the log, or why there is none."""
    current = log.current()
    path = current.path if current is not None and current.path.exists() else log.newest()
    if current is not None and current.trouble is not None:
        return tr("The log cannot be written: {why}", why=current.trouble)
    if path is None:
        return tr("There is no log yet.")
    try:
        return f"{path}\n\n{log.tail(path)}"
    except OSError as error:
        return tr("The log cannot be read: {why}", why=reason(error))


def _diagnose(progress: Callable[[object], None], stopped: Callable[[], bool]) -> str:
    from millmate.doctor.report import examine, text

    return text(examine(stopped))


def _raise(dialog: QDialog) -> None:
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
