"""Conversions between squares and device-independent pixels."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF


class BoardGeometry:
    """Where the squares of a board lie in its widget, in device-independent pixels."""

    @property
    def board(self) -> QRectF:
        """The rectangle of the board, without coordinates and trays."""
        raise NotImplementedError

    @property
    def frame(self) -> QRectF:
        """The rectangle of the board and of all squares beside it."""
        return self.board

    @property
    def piece_side(self) -> float:
        """The side of a square, or the diameter of a stone."""
        raise NotImplementedError

    def square_at(self, point: QPointF) -> int | None:
        """Return the square under `point`, or None."""
        raise NotImplementedError

    def rect_of(self, square: int) -> QRectF:
        """Return the rectangle in which `square` is drawn."""
        raise NotImplementedError

    def centre_of(self, square: int) -> QPointF:
        return self.rect_of(square).center()

    def step(self, square: int, right: int, down: int) -> int:
        """Return the next square in a direction on the screen, `square` itself at the edge."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class ChessGeometry(BoardGeometry):
    """The top left corner of the 64 squares, and the side of one.

    All lengths fall on whole device pixels; `margin` leaves room for coordinates.
    """

    left: float
    top: float
    side: float
    flipped: bool = False
    margin: float = 0.0

    @property
    def board(self) -> QRectF:
        return QRectF(self.left, self.top, 8 * self.side, 8 * self.side)

    @property
    def piece_side(self) -> float:
        return self.side

    def place_of(self, square: int) -> tuple[int, int]:
        """Return the column from the left and the row from the top where `square` is shown."""
        file, rank = square & 7, square >> 3
        return (7 - file, rank) if self.flipped else (file, 7 - rank)

    def square_in(self, column: int, row: int) -> int | None:
        """Return the square shown in `column` and `row`, or None off the board."""
        if not (0 <= column < 8 and 0 <= row < 8):
            return None
        return row * 8 + 7 - column if self.flipped else (7 - row) * 8 + column

    def rect_of(self, square: int) -> QRectF:
        column, row = self.place_of(square)
        side = self.side
        return QRectF(self.left + column * side, self.top + row * side, side, side)

    def square_at(self, point: QPointF) -> int | None:
        column = math.floor((point.x() - self.left) / self.side)
        return self.square_in(column, math.floor((point.y() - self.top) / self.side))

    def step(self, square: int, right: int, down: int) -> int:
        column, row = self.place_of(square)
        there = self.square_in(min(max(column + right, 0), 7), min(max(row + down, 0), 7))
        assert there is not None
        return there


def fit(
    width: float, height: float, ratio: float = 1.0, *, flipped: bool = False, margins: bool = True
) -> ChessGeometry:
    """Return the largest centred board in `width` times `height` pixels.

    `ratio` is device pixels per pixel; `margins` leaves room for coordinates.
    """
    room = min(width, height)
    margin = min(max(14.0, room / 32), 26.0) if margins else 0.0
    margin = _whole(margin, ratio)
    side = max(_whole((room - margin) / 8, ratio), 1.0 / ratio)
    left = _whole((width - 8 * side - margin) / 2, ratio) + margin
    top = _whole((height - 8 * side - margin) / 2, ratio)
    return ChessGeometry(left, top, side, flipped, margin)


def square_around(centre: QPointF, side: float) -> QRectF:
    return QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)


def distance(one: QPointF, other: QPointF) -> float:
    return math.hypot(one.x() - other.x(), one.y() - other.y())


def _whole(length: float, ratio: float) -> float:
    """Round `length` down to whole device pixels."""
    return math.floor(length * ratio + 1e-6) / ratio
