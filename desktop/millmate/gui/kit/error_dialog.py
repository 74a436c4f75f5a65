"""The dialog for an unexpected error: what happened, what was saved, what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Slot, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from millmate import log
from millmate.gui.kit import theme
from millmate.gui.kit.areas import hbox, vbox
from millmate.gui.kit.buttons import push_button
from millmate.gui.kit.icons import icon
from millmate.gui.kit.label import Label
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.text_dialog import fixed_text
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.language import mark

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
    """Tells of one error at a time; the window behind it goes on.

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
