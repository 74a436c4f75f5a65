"""A line as a button: its score above, its moves below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from millmate.gui.analysis.rows import Row
from millmate.gui.style import theme
from millmate.language import tr

_PAD = theme.GRID // 2


class LineRow(QAbstractButton):
    """Shows a row or nothing; `pointed` is emitted when mouse or keyboard enter or leave.

    A click or Space plays the first move. Shift+click, Insert and the menu emit `insert_wanted` to
    insert the line into the game.
    """

    pointed = Signal(bool)
    insert_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row: Row | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_row(None)

    def show_row(self, row: Row | None) -> None:
        self.row = row
        self.setEnabled(row is not None)
        self.setAccessibleName(row.text if row else tr("No line yet"))
        self.setToolTip(self._tip(row) if row else "")
        shape = Qt.CursorShape.PointingHandCursor if row else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        self.update()

    @staticmethod
    def _tip(row: Row) -> str:
        return tr(
            "{text}\nClick to play the first move; Shift+click to insert the line as a variation.",
            text=row.text,
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Insert the line with Shift, or else press the button."""
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if shift and event.button() == Qt.MouseButton.LeftButton:
            self.insert_wanted.emit()
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Insert:
            self.insert_wanted.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.row is not None:
            menu = QMenu(self)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.addAction(tr("Play the first move"), self.click)
            menu.addAction(tr("Insert this line as a variation"), self.insert_wanted.emit)
            menu.popup(event.globalPos())

    @property
    def points(self) -> bool:
        """Whether the mouse or the keyboard focus is here."""
        return self.underMouse() or self.hasFocus()

    def sizeHint(self) -> QSize:
        return QSize(200, 2 * self.fontMetrics().lineSpacing() + 2 * _PAD)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Emit that the mouse has entered."""
        super().enterEvent(event)
        self._tell(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Emit that the mouse has left."""
        super().leaveEvent(event)
        self._tell(self.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Emit that the keyboard focus has come."""
        super().focusInEvent(event)
        self._tell(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Emit that the keyboard focus has gone."""
        super().focusOutEvent(event)
        self._tell(self.underMouse())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the score, its description and the moves."""
        if self.row is None:
            return
        scheme, row = theme.colours(), self.row
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            if self.points:
                painter.setBrush(QColor(scheme.window))
                painter.setPen(QPen(QColor(scheme.accent if self.hasFocus() else scheme.line), 1))
                painter.drawRoundedRect(area, _PAD, _PAD)
            inner = area.adjusted(_PAD, _PAD, -_PAD, -_PAD)
            line = self.fontMetrics().lineSpacing()
            above = QRectF(inner.left(), inner.top(), inner.width(), line)
            used = _write(painter, above, row.figure, _bold(self.font()), scheme.text)
            rest = above.adjusted(used + theme.GRID, 0, 0, 0)
            _write(painter, rest, row.words, self.font(), scheme.muted)
            _write(painter, above.translated(0, line), row.line, self.font(), scheme.text)

    def _tell(self, here: bool) -> None:
        self.update()
        self.pointed.emit(here)


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def _write(painter: QPainter, room: QRectF, text: str, font: QFont, colour: str) -> float:
    """Write `text`, elided if need be, and return its width."""
    painter.setFont(font)
    painter.setPen(QColor(colour))
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(int(room.width()), 0))
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(room, flags, shown)
    return float(metrics.horizontalAdvance(shown))
