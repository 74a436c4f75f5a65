"""An input field for moves, with the possible completions beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from millmate.games.chess.piece_letters import localize
from millmate.gui.languages.translator import bind_text
from millmate.gui.style import theme
from millmate.gui.style.label import Label
from millmate.language import mark

_LETTERS = 9  # the field has room for these
_SHOWN = 12  # moves listed at most


class MoveField(QWidget):
    """Emits `typed` for each change, `entered` on confirmation and `left` on leaving."""

    typed = Signal(str)
    entered = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QLineEdit()
        bind_text(
            self.line,
            hint=mark("move"),
            name=mark("Type a move"),
            tip=mark("A move, such as Nf3 or g1f3; Enter plays it, Esc goes back to the board"),
        )
        self.line.setFixedWidth(self.line.fontMetrics().averageCharWidth() * (_LETTERS + 4))
        self.hint = Label()
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GRID)
        row.addWidget(self.line)
        row.addWidget(self.hint, 1)
        self.line.installEventFilter(self)
        self.line.textEdited.connect(self.typed)
        self.line.returnPressed.connect(self._enter)
        self.setFocusProxy(self.line)
        self.hide()

    def list_moves(self, moves: Sequence[str], worth: str = "") -> None:
        """Show the possible completions; `worth` describes the only one."""
        listed = localize("  ".join(moves[:_SHOWN])) + (" …" if len(moves) > _SHOWN else "")
        self._show_note(f"{listed}: {worth}" if worth and len(moves) == 1 else listed, fault=False)

    def refuse(self, reason: str) -> None:
        self._show_note(reason, fault=True)

    def clear(self) -> None:
        self.line.clear()
        self._show_note("", fault=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return to the board on Esc, before the window handles the key."""
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            self.left.emit()
        return True

    def _enter(self) -> None:
        self.entered.emit(self.line.text())

    def _show_note(self, text: str, *, fault: bool) -> None:
        self.hint.setText(text)
        self.hint.setToolTip(text)
        # Screen readers read every new description: a list of all moves would hide the last move.
        description = text if self.line.text() else ""
        if description != self.line.accessibleDescription():
            self.line.setAccessibleDescription(description)
        theme.mark_fault(self.hint, fault)
        theme.mark_fault(self.line, fault)
