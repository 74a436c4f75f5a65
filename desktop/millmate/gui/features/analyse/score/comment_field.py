"""The comment field below the move list."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.translator import on_retranslate
from millmate.language import tr


class CommentField(QPlainTextEdit):
    """A text field of two lines.

    `edited` follows each change by the user, `done` Escape or Enter; Shift and Enter insert a new
    line.
    """

    edited = Signal(str)
    done = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before = False
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.textChanged.connect(lambda: self.edited.emit(self.toPlainText()))
        on_retranslate(self, self._name)

    def _name(self) -> None:
        here = tr("Text before the variation") if self._before else tr("Comment on the move shown")
        self.setPlaceholderText(here)
        self.setAccessibleName(here)

    def set_before(self, before: bool) -> None:
        """Label the field: text before a variation, or the comment on a move."""
        self._before = before
        self._name()

    @property
    def before(self) -> bool:
        """Whether the field holds the text before a variation."""
        return self._before

    def show_text(self, text: str) -> None:
        """Show `text` unless the field holds it already, apart from spaces."""
        if text != self.toPlainText().strip():
            blocked = self.blockSignals(True)
            self.setPlainText(text)
            self.blockSignals(blocked)

    def sizeHint(self) -> QSize:
        """Return room for two lines, whatever the text, so that nothing moves."""
        return QSize(200, 2 * self.fontMetrics().lineSpacing() + round(1.75 * theme.GRID))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Finish with Enter or Escape."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape or (
            enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self.done.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Escape from the window during editing."""
        asked = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if asked and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]
            event.accept()
            return True
        return super().event(event)
