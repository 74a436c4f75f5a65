"""Where squares, points and trays lie, in device-independent pixels."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF

from millmate.games.morris.points import PLAIN, Lines
from millmate.pictures.diagrams import UPRIGHT, Orientation


class BoardGeometry(ABC):
    """Positions of a board's squares in its widget, in device-independent pixels."""

    @property
    @abstractmethod
    def board(self) -> QRectF:
        """The rectangle of the board, without coordinates and trays."""

    @property
    def frame(self) -> QRectF:
        """The rectangle of the board and of all squares beside it."""
        return self.board

    @property
    def tray_width(self) -> float:
        """The width of a tray above or below the board, 0 in a game without trays."""
        return 0.0

    @property
    @abstractmethod
    def piece_side(self) -> float:
        """The side of a square, or the diameter of a stone."""

    @property
    @abstractmethod
    def men(self) -> Mapping[int, QRectF]:
        """The places of men by their squares; those in trays have none."""

    def man_at(self, centre: QPointF) -> QRectF:
        """Return the place of a man around `centre`."""
        return square_around(centre, self.piece_side)

    @abstractmethod
    def square_at(self, point: QPointF) -> int | None:
        """Return the square, or the tray, at a pixel, or None."""

    def rect_of(self, square: int) -> QRectF:
        return self.men[square]

    def centre_of(self, square: int) -> QPointF:
        return self.men[square].center()

    @abstractmethod
    def step(self, square: int, right: int, down: int) -> int:
        """Return the next square in a direction on the screen, `square` itself at the edge."""


@dataclass(frozen=True)
class ChessGeometry(BoardGeometry):
    """The top left corner of the 64 squares, and the side of one.

    All lengths fall on whole device pixels; `named` is whether coordinates are shown.
    """

    left: float
    top: float
    side: float
    flipped: bool = False
    named: bool = False

    @cached_property
    def board(self) -> QRectF:
        return QRectF(self.left, self.top, 8 * self.side, 8 * self.side)

    @property
    def piece_side(self) -> float:
        return self.side

    @cached_property
    def men(self) -> Mapping[int, QRectF]:
        left, top, side = self.left, self.top, self.side
        places = ((square, self.place_of(square)) for square in range(64))
        return {
            square: QRectF(left + column * side, top + row * side, side, side)
            for square, (column, row) in places
        }

    def place_of(self, square: int) -> tuple[int, int]:
        """Return the column from the left and the row from the top where `square` is shown."""
        file, rank = square & 7, square >> 3
        return (7 - file, rank) if self.flipped else (file, 7 - rank)

    def square_in(self, column: int, row: int) -> int | None:
        """Return the square shown in `column` and `row`, or None off the board."""
        if not (0 <= column < 8 and 0 <= row < 8):
            return None
        return row * 8 + 7 - column if self.flipped else (7 - row) * 8 + column

    def square_at(self, point: QPointF) -> int | None:
        column = math.floor((point.x() - self.left) / self.side)
        return self.square_in(column, math.floor((point.y() - self.top) / self.side))

    def step(self, square: int, right: int, down: int) -> int:
        column, row = self.place_of(square)
        there = self.square_in(min(max(column + right, 0), 7), min(max(row + down, 0), 7))
        assert there is not None
        return there


@lru_cache(maxsize=16)
def fit_chess(
    width: float, height: float, ratio: float = 1.0, *, flipped: bool = False, named: bool = True
) -> ChessGeometry:
    """Return the largest centred board in `width` times `height` pixels.

    `ratio` is device pixels per pixel; `named` is whether coordinates are shown.
    """
    side = max(_whole(min(width, height) / 8, ratio), 1.0 / ratio)
    left, top = (_whole((length - 8 * side) / 2, ratio) for length in (width, height))
    return ChessGeometry(left, top, side, flipped, named)


def square_around(centre: QPointF, side: float) -> QRectF:
    return QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)


def distance(one: QPointF, other: QPointF) -> float:
    return math.hypot(one.x() - other.x(), one.y() - other.y())


def _whole(length: float, ratio: float) -> float:
    """Round `length` down to whole device pixels."""
    return math.floor(length * ratio + 1e-6) / ratio


# The places after the most points that a board has, 24: the trays with stones in hand.
WHITE_TRAY, BLACK_TRAY = 24, 25
TRAYS = {True: WHITE_TRAY, False: BLACK_TRAY}

# In units, of which there are six from the a-file to the g-file of three rings. Small boards have
# fewer lines, further apart.
_PITCH = {7: 1.0, 5: 1.3, 3: 1.9}  # from a file to the next, by the number of files
_MARGIN = 0.78  # from the outermost lines to the board's edge
_TRAY = 0.42  # the height of a tray
LEAST_TRAY = 0.18  # the same beside a large board
_GAP = 0.03  # between a tray and the board
_WELL = 0.7  # of a tray's height: from a well to the next
STONE = 0.8  # a stone's diameter
IN_TRAY = 0.8  # the same in a tray, of its height
ROOM = 0.96  # the side of the square around a point for marks and labels
_SLACK = 0.12  # around the same square for anything else drawn there


@dataclass(frozen=True)
class MorrisGeometry(BoardGeometry):
    """The corner of the board, and a unit, the distance between files of three rings, in pixels.

    `lines` are the board's; a tray is `tray` pixels high, and holds `wells` stones.
    """

    left: float
    top: float
    unit: float
    tray: float
    orientation: Orientation = UPRIGHT
    wells: int = 9
    lines: Lines = PLAIN

    @cached_property
    def board(self) -> QRectF:
        side = _side(self.lines) * self.unit
        return QRectF(self.left, self.top, side, side)

    @property
    def tray_width(self) -> float:
        return (self.wells - 1) * _WELL * self.tray + self.tray

    @property
    def frame(self) -> QRectF:
        return self.trays[True].united(self.trays[False])

    @property
    def piece_side(self) -> float:
        return STONE * self.unit

    def spot(self, column: float, row: float) -> QPointF:
        """Return the pixel of a file (a is 0) and a row (the top one is 0), fractions allowed."""
        middle, pitch = (self.lines.size - 1) / 2, _PITCH[self.lines.size]
        x, y = (column - middle) * pitch, (row - middle) * pitch
        x = -x if self.orientation.mirrored else x
        for _ in range(self.orientation.quarters):
            x, y = -y, x
        return self.board.center() + QPointF(x, y) * self.unit

    @cached_property
    def _centres(self) -> list[QPointF]:
        return [self.spot(*spot) for spot in self.lines.spots]

    @cached_property
    def men(self) -> Mapping[int, QRectF]:
        return {point: self.man_at(centre) for point, centre in enumerate(self._centres)}

    def centre_of(self, square: int) -> QPointF:
        return self._centres[square] if square < 24 else self.room_of(square).center()

    def room_of(self, place: int) -> QRectF:
        """Return the square around a point for its marks, or a whole tray."""
        if place >= 24:
            return self.trays[place == WHITE_TRAY]
        return square_around(self.centre_of(place), ROOM * self.unit)

    def rect_of(self, square: int) -> QRectF:
        slack = _SLACK * self.unit
        return self.room_of(square).adjusted(-slack, -slack, slack, slack)

    @cached_property
    def trays(self) -> Mapping[bool, QRectF]:
        """The tray of each side, at the right above or below the board."""
        board, gap, lower = self.board, _GAP * self.unit, not self.orientation.flipped
        size = QSizeF(self.tray_width, self.tray)
        left = board.right() - size.width()
        return {
            lower: QRectF(QPointF(left, board.bottom() + gap), size),
            not lower: QRectF(QPointF(left, board.top() - gap - self.tray), size),
        }

    def wells_of(self, white: bool, number: int) -> list[QPointF]:
        """Return the middles of a tray's wells; the first is at the right."""
        tray, pitch = self.trays[white], _WELL * self.tray
        last, middle = tray.right() - self.tray / 2, tray.center().y()
        return [QPointF(last - index * pitch, middle) for index in range(number)]

    def square_at(self, point: QPointF) -> int | None:
        for white, tray in TRAYS.items():
            if self.trays[white].contains(point):
                return tray
        x, y, half = point.x(), point.y(), 0.5 * self.unit
        for place, centre in enumerate(self._centres):
            if abs(centre.x() - x) <= half and abs(centre.y() - y) <= half:
                return place
        return None

    def step(self, square: int, right: int, down: int) -> int:
        here = self.centre_of(square)
        found = {}
        for point in range(self.lines.points):
            way = self.centre_of(point) - here
            along = way.x() * right + way.y() * down
            aside = abs(way.x() * down) + abs(way.y() * right)
            if along > 0.5 * self.unit:
                found[point] = along + 3 * aside
        return min(found, key=found.__getitem__, default=square)

    def coordinates(self) -> list[tuple[QPointF, str]]:
        """Return the letters and digits at the bottom and left edges, with their pixels."""
        size = self.lines.size
        margin = _MARGIN * 0.74 / _PITCH[size]
        names = [
            (self.spot(*place), name)
            for beyond in (-margin, size - 1 + margin)
            for i in range(size)
            for place, name in (((i, beyond), "abcdefg"[i]), ((beyond, i), str(size - i)))
        ]
        half = (_side(self.lines) / 2 - _MARGIN) + 0.01
        edge = QPointF(-half, half) * self.unit + self.board.center()
        return [(at, name) for at, name in names if at.x() < edge.x() or at.y() > edge.y()]


@lru_cache(maxsize=16)
def fit_morris(
    width: float,
    height: float,
    orientation: Orientation = UPRIGHT,
    wells: int = 9,
    lines: Lines = PLAIN,
    least: float = _TRAY,
) -> MorrisGeometry:
    """Return the largest board with trays above and below it in `width` times `height` pixels.

    A tray may be as low as `least` units where the board would have to be smaller otherwise.
    """
    side = _side(lines)
    unit = max(min(width / side, height / (side + 2 * (least + _GAP))), 1.0)
    left, top = (width - side * unit) / 2, (height - side * unit) / 2
    tray = min(top - _GAP * unit, _TRAY * unit)
    return MorrisGeometry(left, top, unit, tray, orientation, wells, lines)


def _side(lines: Lines) -> float:
    return (lines.size - 1) * _PITCH[lines.size] + 2 * _MARGIN
