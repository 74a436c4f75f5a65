"""Conversions between squares and device-independent pixels."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF


@dataclass(frozen=True, slots=True)
class Geometry:
    """The board in its widget: the top left corner of the squares, and the side of one.

    All lengths are in device-independent pixels and fall on whole device pixels.
    """

    left: float
    top: float
    side: float
    flipped: bool = False
    margin: float = 0.0

    @property
    def board(self) -> QRectF:
        """The rectangle of the 64 squares, without the coordinates."""
        return QRectF(self.left, self.top, 8 * self.side, 8 * self.side)


def fit(
    width: float, height: float, ratio: float = 1.0, *, flipped: bool = False, margins: bool = True
) -> Geometry:
    """Return the largest centred board in `width` times `height` pixels.

    `ratio` is device pixels per pixel; `margins` leaves room for coordinates.
    """
    room = min(width, height)
    margin = min(max(14.0, room / 32), 26.0) if margins else 0.0
    margin = _whole(margin, ratio)
    side = max(_whole((room - margin) / 8, ratio), 1.0 / ratio)
    left = _whole((width - 8 * side - margin) / 2, ratio) + margin
    top = _whole((height - 8 * side - margin) / 2, ratio)
    return Geometry(left, top, side, flipped, margin)


def _whole(length: float, ratio: float) -> float:
    """Round `length` down to whole device pixels."""
    return math.floor(length * ratio + 1e-6) / ratio


def place_of(square: int, flipped: bool) -> tuple[int, int]:
    """Return the column from the left and the row from the top where `square` is shown."""
    file, rank = square & 7, square >> 3
    return (7 - file, rank) if flipped else (file, 7 - rank)


def square_of(column: int, row: int, flipped: bool) -> int | None:
    """Return the square shown in `column` and `row`, or None off the board."""
    if not (0 <= column < 8 and 0 <= row < 8):
        return None
    return row * 8 + 7 - column if flipped else (7 - row) * 8 + column


def rect_of(geometry: Geometry, square: int) -> QRectF:
    """Return the rectangle in which `square` is drawn."""
    column, row = place_of(square, geometry.flipped)
    return rect_at(geometry, column, row)


def rect_at(geometry: Geometry, column: float, row: float) -> QRectF:
    """Return the rectangle of a gliding piece, at a fractional place."""
    side = geometry.side
    return QRectF(geometry.left + column * side, geometry.top + row * side, side, side)


def square_at(geometry: Geometry, point: QPointF) -> int | None:
    """Return the square under `point`, or None off the board."""
    column = math.floor((point.x() - geometry.left) / geometry.side)
    row = math.floor((point.y() - geometry.top) / geometry.side)
    return square_of(column, row, geometry.flipped)


def step(square: int, right: int, down: int, flipped: bool) -> int:
    """Return the square so many places right and down on the screen, stopping at the edges."""
    column, row = place_of(square, flipped)
    column, row = min(max(column + right, 0), 7), min(max(row + down, 0), 7)
    there = square_of(column, row, flipped)
    assert there is not None
    return there


def square_name(square: int) -> str:
    """Return the name of `square`, such as `e4`."""
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def square_named(name: str) -> int:
    """Return the square called `name`; the reverse of `square_name`."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)
