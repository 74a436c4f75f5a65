"""The field beneath the moves in which the comment on a move is written."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from millmate.gui.languages.translator import on_retranslate
from millmate.gui.style import theme
from millmate.language import tr


class CommentField(QPlainTextEdit):
    """A line of text, three while it is written or where that is long.

    `edited` follows each change that a person makes, `done` Escape or Enter; Shift and Enter begin
    a new line.
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
        self.document().documentLayout().documentSizeChanged.connect(self.updateGeometry)
        on_retranslate(self, self._name)

    def _name(self) -> None:
        here = tr("Text before the variation") if self._before else tr("Comment on the move shown")
        self.setPlaceholderText(here)
        self.setAccessibleName(here)

    def set_before(self, before: bool) -> None:
        """Say what is written here: what stands before a variation, or the comment on a move."""
        self._before = before
        self._name()

    @property
    def before(self) -> bool:
        """Whether what stands before a variation is written here."""
        return self._before

    def show_text(self, text: str) -> None:
        """Show `text`, unless that is what stands here but for spaces."""
        if text != self.toPlainText().strip():
            blocked = self.blockSignals(True)
            self.setPlainText(text)
            self.blockSignals(blocked)

    def sizeHint(self) -> QSize:
        """As many lines as are written, within bounds."""
        written = round(self.document().size().height())  # in lines, as plain texts count
        lines = max(2 if self.hasFocus() else 1, min(written, 3))
        return QSize(200, lines * self.fontMetrics().lineSpacing() + round(1.75 * theme.GRID))

    def minimumSizeHint(self) -> QSize:
        """As many lines as are written, within bounds."""
        return self.sizeHint()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take more room."""
        super().focusInEvent(event)
        self.updateGeometry()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take no more room than the text needs."""
        super().focusOutEvent(event)
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End with Enter or Escape."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape or (
            enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self.done.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Escape from the window while something is written here."""
        asked = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if asked and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]
            event.accept()
            return True
        return super().event(event)
