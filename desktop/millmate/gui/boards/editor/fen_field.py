"""The text of the position, which is edited in step with the board."""

from itertools import zip_longest
from typing import Any, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from millmate.errors import InputError
from millmate.games.lenient_parser import holds_position
from millmate.gui.boards.editor.position_model import PositionModel
from millmate.gui.boards.editor.widgets import IconButton
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import on_retranslate
from millmate.gui.kit.widgets import hbox, vbox
from millmate.language import tr


class FenField(QWidget):
    """The text, two buttons, and what is wrong with it."""

    def __init__(self, model: PositionModel[Any], noun: str, parent: QWidget | None = None):
        """Edit the position of `model`; its text is called `noun`."""
        super().__init__(parent)
        self._model = model
        self._setting = False  # a change from this field is in progress
        self.line = QLineEdit()
        self._noun = noun
        self._before = ""  # the text before the edit that is being read
        self.line.textEdited.connect(self._edited)
        self.line.textChanged.connect(self._remember)
        self.line.installEventFilter(self)
        self.line.editingFinished.connect(self._tidy)
        self.copy = IconButton("copy", "")
        self.paste = IconButton("paste", "")
        self.message = Label()
        self.message.setWordWrap(True)
        self._lay_out()
        model.on_change(self._follow)
        on_retranslate(self, self._name)
        self._follow()

    def _name(self) -> None:
        noun = tr(self._noun)
        self.label.setText(capital(noun))
        self.line.setAccessibleName(
            tr("FEN of the position") if self._noun == "FEN" else tr("The position as text")
        )
        self.line.setPlaceholderText(tr("Paste or type a {noun}", noun=noun))
        if self._noun == "FEN":
            self.line.setPlaceholderText(tr("FEN, or pieces: Kc2 Nd3 Bf1 / Ka1"))
            tip = tr(
                "A FEN, or White's pieces, a stroke, and Black's: Kc2 Nd3 Bf1 / Ka1.\n"
                "With b at the end, Black is to move."
            )
            self.line.setToolTip(tip)
            self.line.setAccessibleDescription(tip)
        for button, text in (
            (self.copy, tr("Copy the {noun}", noun=noun)),
            (self.paste, tr("Paste a {noun}", noun=noun)),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Restore the position's text on Escape if it was changed."""
        kinds = QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress
        if event.type() not in kinds or cast(QKeyEvent, event).key() != Qt.Key.Key_Escape:
            return False
        changed = self.line.text() != self._model.fen
        if changed and event.type() == QEvent.Type.KeyPress:
            self._follow()
            self.line.selectAll()
        elif changed:
            event.accept()  # else a command of the window gets the key
        return changed

    def paste_text(self, text: str) -> None:
        """Parse pasted `text` leniently, and show what was corrected."""
        self.line.setText(" ".join(text.split()))
        self._read(text, lenient=True)
        self._tidy()

    def _lay_out(self) -> None:
        self.label = label = Label()
        label.setBuddy(self.line)
        middle = Qt.AlignmentFlag.AlignVCenter  # else the buttons limit the height of the line
        parts = label, theme.GRID // 2, self.line, (self.copy, middle), (self.paste, middle)
        row = hbox(*parts, spacing=theme.GRID // 2)
        vbox(row, self.message, within=self, spacing=theme.GRID // 2)
        self._say("")

    def _remember(self, text: str) -> None:
        self._before = text

    def _edited(self, text: str) -> None:
        """Read the text after an edit; a whole position that was put into it replaces it."""
        end = self.line.cursorPosition()
        old = self._before[: len(self._before) - len(text[end:])]
        pairs = enumerate(zip_longest(old, text[:end]))
        start = next((index for index, (before, now) in pairs if before != now), end)
        inserted = text[start:end]
        if len(inserted) > 1 and inserted != text and holds_position(inserted):
            self.paste_text(inserted)
        else:
            self._read(text)

    def _read(self, text: str, lenient: bool = False) -> None:
        """Set up the position in `text`, or show what is wrong."""
        self._setting = True
        try:
            left_out = (
                self._model.set_leniently(text)
                if lenient or "://" in text
                else ("; ".join(self._model.set_fen(text)))
            )
        except InputError as error:
            self._say(self._model.fault_in(text) or str(error), fault=True)
        else:
            self._say(left_out)
        finally:
            self._setting = False

    def _tidy(self) -> None:
        """Normalize a valid text when the field loses focus."""
        if not self.wrong:
            self.line.setText(self._model.fen)
            self.line.setCursorPosition(0)

    @property
    def wrong(self) -> bool:
        """Whether the text is no position."""
        return bool(self.message.property("fault")) and not self.message.isHidden()

    def _follow(self) -> None:
        if self._setting:
            return
        self._say("")
        self._tidy()

    def _say(self, words: str, fault: bool = False) -> None:
        self.message.setText(capital(words))
        self.message.setVisible(bool(words))
        self.message.setProperty("muted", not fault)
        theme.mark_fault(self.message, fault)
