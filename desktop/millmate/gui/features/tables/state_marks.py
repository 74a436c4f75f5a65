"""Small marks of a table's state, told apart by their shapes as well as by their colours."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen

from millmate.gui.kit import theme
from millmate.gui.kit.icons import PaintedIcon
from millmate.tablebase.inventory import State

_OF_SIZE = 10.0  # the marks are drawn in a square of so many units


class Mark(Enum):
    """A square that is empty, dashed, half full or full; an arrow; a cross."""

    ABSENT = auto()
    STARTED = auto()
    FULL = auto()
    COMPACT = auto()
    DAMAGED = auto()
    BUSY = auto()

    @classmethod
    def of(cls, state: State) -> Mark:
        return cls[state.name]


def mark_icon(mark: Mark) -> QIcon:
    """Return the icon of `mark`, always in the colours of the palette."""
    return QIcon(_Drawing(mark))


def paint_mark(painter: QPainter, mark: Mark, rect: QRectF, selected: bool = False) -> None:
    """Draw `mark` in a square area, on the ground of what is `selected` or the usual one."""
    colours = theme.colours()
    if selected:
        ink = colours.on_accent
        colours = replace(colours, text=ink, muted=ink, good=ink, bad=ink, accent=ink)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _OF_SIZE, rect.height() / _OF_SIZE)
    _DRAWN[mark](painter, colours)
    painter.restore()


def _square(painter: QPainter, colour: str, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> None:
    pen = QPen(QColor(colour), 1.2, style)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(1, 1, 8, 8), 1.5, 1.5)


def _absent(painter: QPainter, colours: theme.Colours) -> None:
    _square(painter, colours.muted)


def _started(painter: QPainter, colours: theme.Colours) -> None:
    _square(painter, colours.text, Qt.PenStyle.DotLine)
    painter.fillRect(QRectF(2, 6.5, 6, 1.8), QColor(colours.text))


def _full(painter: QPainter, colours: theme.Colours) -> None:
    _square(painter, colours.good)
    painter.fillRect(QRectF(1.5, 1.5, 7, 7), QColor(colours.good))


def _compact(painter: QPainter, colours: theme.Colours) -> None:
    _square(painter, colours.good)
    painter.fillRect(QRectF(1.5, 5, 7, 3.5), QColor(colours.good))


def _damaged(painter: QPainter, colours: theme.Colours) -> None:
    painter.setPen(QPen(QColor(colours.bad), 2))
    painter.drawLine(QPointF(2, 2), QPointF(8, 8))
    painter.drawLine(QPointF(8, 2), QPointF(2, 8))


def _busy(painter: QPainter, colours: theme.Colours) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.accent))
    painter.drawPolygon([QPointF(2, 1), QPointF(9, 5), QPointF(2, 9)])


_DRAWN = {
    Mark.ABSENT: _absent,
    Mark.STARTED: _started,
    Mark.FULL: _full,
    Mark.COMPACT: _compact,
    Mark.DAMAGED: _damaged,
    Mark.BUSY: _busy,
}


class _Drawing(PaintedIcon):
    """Draws a mark of a state."""

    def __init__(self, mark: Mark) -> None:
        super().__init__()
        self._mark = mark

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        side = min(rect.width(), rect.height(), round(10 * theme.text_scale()))
        square = QRectF(0, 0, side, side)
        square.moveCenter(QRectF(rect).center())
        paint_mark(painter, self._mark, square, mode == QIcon.Mode.Selected)

    def clone(self) -> PaintedIcon:
        return _Drawing(self._mark)
