"""The grain of wood on boards: thin, slightly waved lines, drawn once for each size."""

from __future__ import annotations

import math
import random
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

_ROWS = 8  # of planks on a board
_LINES = 9  # along a plank
_INK = QColor(84, 44, 12)
_FAINT, _STRONG = 8, 30  # alpha of lines


def draw_grain(painter: QPainter, board: QRectF, columns: int) -> None:
    """Draw the grain over `board`, which is made of eight rows of `columns` planks each.

    There are few kinds of planks, since lines are slow to draw.
    """
    ratio, kinds = painter.device().devicePixelRatioF(), max(columns, 2)
    width, height = board.width() / columns, board.height() / _ROWS
    for place in range(_ROWS * columns):
        row, column = divmod(place, columns)
        plank = _plank(round(width * ratio), round(height * ratio), (column + 3 * row) % kinds)
        plank.setDevicePixelRatio(ratio)
        painter.drawImage(board.topLeft() + QPointF(column * width, row * height), plank)


@lru_cache(maxsize=48)
def _plank(width: int, height: int, kind: int) -> QImage:
    """Return lines that run along a plank, all waved alike."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    dice, gap = random.Random(kind), height / _LINES
    wave, at = dice.uniform(0.2, 1.3) * gap, dice.uniform(0, math.tau)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for number in range(_LINES):
            y, bend = (number + dice.random()) * gap, wave * math.sin(at + number / _LINES)
            ink = QColor(_INK)
            ink.setAlpha(dice.randint(_FAINT, _STRONG))
            painter.setPen(QPen(ink, gap * dice.uniform(0.07, 0.27)))
            path = QPainterPath(QPointF(0, y))
            path.cubicTo(width / 3, y + bend, width * 2 / 3, y - bend, width, y)
            painter.drawPath(path)
    return image
