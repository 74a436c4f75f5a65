"""The FEN as a line of text that follows the position, and that the position follows."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from millmate.games.chess.fen_faults import fen_fault
from millmate.games.chess.positions import PositionError
from millmate.gui import theme
from millmate.gui.editor.buttons import IconButton
from millmate.gui.editor.model import EditorModel

_LONGEST = 200  # characters of a text that is worth reading as a FEN


class FenField(QWidget):
    """The line, two buttons, and beneath them what keeps the text from being a position."""

    def __init__(self, model: EditorModel, parent: QWidget | None = None):
        super().__init__(parent)
        self._model = model
        self._taking = False  # the change that is going on comes from this field
        self.line = QLineEdit()
        self.line.setAccessibleName("FEN of the position")
        self.line.setPlaceholderText("Paste or type a FEN")
        self.line.textEdited.connect(self._read)
        self.line.editingFinished.connect(self._tidy)
        self.copy = IconButton("copy", "Copy the FEN")
        self.paste = IconButton("paste", "Paste a FEN")
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self._lay_out()
        model.on_change(self._follow)
        self._follow()

    def take(self, text: str) -> None:
        """Read `text` as if it had been typed."""
        self.line.setText(" ".join(text.split()))
        self._read(text)
        self._tidy()

    def _lay_out(self) -> None:
        label = QLabel("FEN")
        label.setBuddy(self.line)
        row = QHBoxLayout()
        row.setSpacing(theme.GRID // 2)
        for widget in (label, self.line, self.copy, self.paste):
            row.addWidget(widget)
        row.insertSpacing(1, theme.GRID // 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        column.addLayout(row)
        column.addWidget(self.message)
        self._say("")

    def _read(self, text: str) -> None:
        """Take the position over at once if `text` writes one; otherwise say what is wrong."""
        self._taking = True
        try:
            left_out = self._model.set_fen(text)
        except PositionError as error:
            self._say(_in_words(text, error), fault=True)
        else:
            self._say("; ".join(left_out))
        finally:
            self._taking = False

    def _tidy(self) -> None:
        """Once the text is left, write it as the program would, unless it is wrong."""
        if not self.wrong:
            self.line.setText(self._model.fen)
            self.line.setCursorPosition(0)

    @property
    def wrong(self) -> bool:
        """Whether the text in the field is no position."""
        return bool(self.message.property("fault")) and not self.message.isHidden()

    def _follow(self) -> None:
        if self._taking:
            return
        self._say("")
        self._tidy()

    def _say(self, words: str, fault: bool = False) -> None:
        self.message.setText(words[:1].upper() + words[1:])
        self.message.setVisible(bool(words))
        self.message.setProperty("muted", not fault)
        theme.mark_fault(self.message, fault)


def _in_words(text: str, error: PositionError) -> str:
    """Return what is wrong, without the text itself, which stands above."""
    fault = fen_fault(text) if len(text.split()) > 0 and len(text) <= _LONGEST else None
    return f"not a FEN yet: {fault}" if fault else str(error)
