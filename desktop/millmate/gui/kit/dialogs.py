"""Dialogs that ask or that show a text, and the system's own for files and folders."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QUrl, Slot, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication, QTextCursor
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from millmate import log, paths
from millmate.gui.kit import theme
from millmate.gui.kit.errors import reason
from millmate.gui.kit.label import Label
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.theme import icon
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.language import mark, tr

_UNASKED = "unasked"


def close_unasked(window: QWidget) -> None:
    """Close a window without questions, since there may be no user to answer.

    This obeys a polite kill at once. An open question is withdrawn.
    """
    window.setProperty(_UNASKED, True)
    while (box := QApplication.activeModalWidget()) is not None and box.close():
        pass
    window.close()


def may_leave(parent: QWidget, text: str, leave: str, stay: str) -> bool:
    """Ask a question with two buttons; Enter and Escape choose `stay`.

    Returns True at once for a window that is closed unasked.
    """
    if parent.window().property(_UNASKED):
        return True
    box, leaving = question(parent, text, leave, stay)
    box.exec()
    return box.clickedButton() is leaving


def question(
    parent: QWidget, text: str, leave: str, stay: str
) -> tuple[QMessageBox, QAbstractButton]:
    box = _asking(parent, text)
    leaving = box.addButton(leave, QMessageBox.ButtonRole.AcceptRole)
    staying = box.addButton(stay, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(staying)
    box.setEscapeButton(staying)
    return box, leaving


def choose(parent: QWidget, text: str, choices: dict[str, str], stay: str) -> str:
    """Ask a question and return the key of the chosen button, or "" for `stay`.

    Enter and Escape choose `stay`.
    """
    box = _asking(parent, text)
    buttons = {
        key: box.addButton(words, QMessageBox.ButtonRole.AcceptRole)
        for key, words in choices.items()
    }
    staying = box.addButton(stay, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(staying)
    box.setEscapeButton(staying)
    box.exec()
    return next((key for key, button in buttons.items() if box.clickedButton() is button), "")


def ask(parent: QWidget, text: str, choices: dict[str, str]) -> str:
    """Ask a question and return the key of the chosen button, or "" for Cancel.

    Enter presses the first button, Escape cancels.
    """
    box = _asking(parent, text)
    buttons = {
        key: box.addButton(words, QMessageBox.ButtonRole.AcceptRole)
        for key, words in choices.items()
    }
    box.setEscapeButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.setDefaultButton(next(iter(buttons.values())))
    box.exec()
    return next((key for key, button in buttons.items() if box.clickedButton() is button), "")


def _asking(parent: QWidget, text: str) -> QMessageBox:
    """Return a box without buttons that shows `text` as plain text."""
    box = QMessageBox(QMessageBox.Icon.Question, "Mill & Mate", "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    return box


def ask_file(parent: QWidget | None, title: str, proposed: str, filters: str) -> Path | None:
    """Ask for a file, `proposed` at home; without a suffix it gets that of the proposed one."""
    name, _ = QFileDialog.getSaveFileName(parent, title, str(Path.home() / proposed), filters)
    path = Path(name)
    if not name:
        return None
    return path if path.suffix else path.with_suffix(Path(proposed).suffix)


def ask_format(
    parent: QWidget, title: str, proposed: str, formats: Mapping[str, str]
) -> Path | None:
    """Ask for a file in one of `formats`, filters by their suffixes.

    A name with another suffix, or none, gets the suffix of the filter that is chosen.
    """
    filters = ";;".join(formats.values())
    name, chosen = QFileDialog.getSaveFileName(parent, title, str(Path.home() / proposed), filters)
    path = Path(name)
    if not name or path.suffix.lower() in formats:
        return path if name else None
    suffixes = {text: suffix for suffix, text in formats.items()}
    return path.with_name(path.name + suffixes.get(chosen, Path(proposed).suffix))


def open_folder(folder: Path, say: Callable[[str], object]) -> None:
    """Show `folder`; where the desktop has no program for folders, `say` where it is."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        say(tr("This desktop has no program that shows folders. The folder is {folder}",
               folder=folder))  # fmt: skip


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
    """Return the end of the log, or why it is missing."""
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


_WIDTH = 520
_DETAILS_HEIGHT = 180
_LONGEST = 600  # characters of a part; the details hold the rest
_BREAK = "\u200b"  # where a long path may be broken


@dataclass(frozen=True, slots=True)
class ErrorText:
    """An error in words, with details for developers."""

    happened: str
    kept: str
    todo: str
    details: str = ""


class ErrorDialog(QDialog):
    """Tells of one error at a time; the window behind it keeps running.

    `texts` is called for the words, again at every change of the language.
    """

    def __init__(self, texts: Callable[[], ErrorText], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        bind_text(self, title=mark("Something went wrong"))
        self._texts = texts
        self.happened, self.kept, self.todo = _words(), _words(), _words()
        self.details = fixed_text(mark("Details of the error"))
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setMinimumHeight(_DETAILS_HEIGHT)
        self.details.hide()
        self.copy = push_button(mark("&Copy report"), self._copy)
        self.show_log = push_button(mark("Show &log"))
        self.more = push_button(mark("&Details"))
        self.more.setCheckable(True)
        self.more.toggled.connect(self._show_details)
        close = push_button(mark("Close"), self.close)
        close.setDefault(True)
        self._lay_out(close)
        if parent is None:
            theme.dress(self)  # otherwise it inherits the window's style
        on_retranslate(self, self.show_again)
        self._make_room()
        keep_on_screen(self, self.size())
        close.setFocus()

    def _lay_out(self, close: QPushButton) -> None:
        gap = theme.GRID // 2
        self._layout = vbox(
            _headed(mark("What happened"), "warning"), self.happened, gap,
            _headed(mark("What was saved"), ""), self.kept, gap,
            _headed(mark("What to do"), ""), self.todo, gap,
            (self.details, 1), hbox(self.more, self.copy, self.show_log, None, close),
            within=self, margins=3 * theme.GRID,
        )  # fmt: skip
        self.setMinimumWidth(round(_WIDTH * theme.text_scale()))

    @Slot()
    def show_again(self) -> None:
        told = self._texts()
        for label, text in (
            (self.happened, told.happened),
            (self.kept, told.kept),
            (self.todo, told.todo),
        ):
            label.setText(_breakable(text))
        if self.details.toPlainText() != told.details:
            self.details.setPlainText(told.details)
        self.more.setVisible(bool(told.details))
        self.setAccessibleDescription(f"{told.happened} {told.kept} {told.todo}")

    @property
    def report(self) -> str:
        told, versions = self._texts(), log.versions(f"window with Qt {qVersion()}")
        return "\n\n".join(filter(None, (told.happened, told.kept, versions, told.details)))

    @Slot(bool)
    def _show_details(self, shown: bool) -> None:
        self.details.setVisible(shown)
        self._make_room()

    def _make_room(self) -> None:
        """Fit the height to the text; Qt would limit it to two thirds of the screen."""
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()
        self.adjustSize()
        high = self._layout.totalHeightForWidth(self.width())
        self.resize(self.width(), max(self.height(), high))

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report)


def _words() -> Label:
    label = Label()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _headed(title: str, picture: str) -> QHBoxLayout:
    """Return the heading of a part, with an icon if given."""
    heading = bind_text(Label(), text=title)
    theme.headline(heading)
    if not picture:
        return hbox((heading, 1))
    shown = Label()
    shown.setPixmap(icon(picture).pixmap(QSize(20, 20)))
    return hbox(shown, (heading, 1))


def _breakable(text: str) -> str:
    """Return `text`, shortened, with places where paths may be broken."""
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    for mark_ in "/\\":
        shown = shown.replace(mark_, mark_ + _BREAK)
    return shown
