"""Conversions between places (points and trays) and device-independent pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from millmate.games.morris.points import POINTS

# The places after the 24 points: the trays with stones in hand.
WHITE_TRAY, BLACK_TRAY = 24, 25
TRAYS = {True: WHITE_TRAY, False: BLACK_TRAY}

# In units, of which there are six from the a-file to the g-file.
_MARGIN = 0.78  # from the outermost lines to the board's edge
_TRAY = 0.72  # the width of a tray
_GAP = 0.13  # between a tray and the board
STONE = 0.8  # a stone's diameter
IN_TRAY = 0.64  # the same in a tray
ROOM = 0.96  # the side of the square around a point for marks and labels


@dataclass(frozen=True, slots=True)
class Geometry:
    """The board in its widget.

    `left` and `top` are the corner of the board, `unit` the distance between neighbouring files,
    in device-independent pixels. The board is mirrored first, then turned `turns` quarters
    clockwise, and two more if it is `flipped` to Black's side. A tray holds `wells` stones.
    """

    left: float
    top: float
    unit: float
    flipped: bool = False
    turns: int = 0
    mirrored: bool = False
    wells: int = 9

    @property
    def board(self) -> QRectF:
        """The rectangle of the board, without the trays."""
        side = (6 + 2 * _MARGIN) * self.unit
        return QRectF(self.left, self.top, side, side)

    @property
    def quarters(self) -> int:
        """The quarter turns by which the board is shown, 0 to 3."""
        return (self.turns + 2 * self.flipped) % 4


def fit(
    width: float,
    height: float,
    *,
    flipped: bool = False,
    turns: int = 0,
    mirrored: bool = False,
    wells: int = 9,
) -> Geometry:
    """Return the largest board with a tray on each side in `width` times `height` pixels."""
    side = 6 + 2 * _MARGIN
    unit = max(min(width / (side + 2 * (_TRAY + _GAP)), height / side), 1.0)
    left, top = (width - side * unit) / 2, (height - side * unit) / 2
    return Geometry(left, top, unit, flipped, turns % 4, mirrored, wells)


def spot(geometry: Geometry, column: float, row: float) -> QPointF:
    """Return the pixel of a file (a is 0) and a row (rank 7 is 0), fractions allowed."""
    x, y = column - 3, row - 3
    x = -x if geometry.mirrored else x
    for _ in range(geometry.quarters):
        x, y = -y, x
    middle = geometry.board.center()
    return middle + QPointF(x, y) * geometry.unit


def _file_and_row(point: int) -> tuple[int, int]:
    name = POINTS[point]
    return "abcdefg".index(name[0]), 7 - int(name[1])


_PLACES = tuple(_file_and_row(point) for point in range(24))


def centre_of(geometry: Geometry, place: int) -> QPointF:
    """Return the middle of a point or of a tray."""
    if place < 24:
        return spot(geometry, *_PLACES[place])
    return tray_of(geometry, place == WHITE_TRAY).center()


def room_of(geometry: Geometry, place: int) -> QRectF:
    """Return the square around a point for its marks, or a whole tray."""
    if place >= 24:
        return tray_of(geometry, place == WHITE_TRAY)
    return square(centre_of(geometry, place), ROOM * geometry.unit)


def stone_at(geometry: Geometry, centre: QPointF) -> QRectF:
    """Return the bounding square of a stone at `centre`."""
    return square(centre, STONE * geometry.unit)


def square(centre: QPointF, side: float) -> QRectF:
    return QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)


def tray_of(geometry: Geometry, white: bool) -> QRectF:
    """Return the tray of a side: right for the lower side, left for the upper side."""
    board, unit = geometry.board, geometry.unit
    lower = white != geometry.flipped
    left = board.right() + _GAP * unit if lower else board.left() - (_GAP + _TRAY) * unit
    return QRectF(left, board.top(), _TRAY * unit, board.height())


def well_of(geometry: Geometry, white: bool, index: int) -> QPointF:
    """Return the middle of a tray's well; well 0 is next to the player and filled first."""
    tray = tray_of(geometry, white)
    pitch = (tray.height() - 0.1 * geometry.unit) / geometry.wells
    down = 0.05 * geometry.unit + (index + 0.5) * pitch
    lower = white != geometry.flipped
    return QPointF(tray.center().x(), tray.bottom() - down if lower else tray.top() + down)


def place_at(geometry: Geometry, pixel: QPointF) -> int | None:
    """Return the point, or the tray, at `pixel`; None elsewhere."""
    for white, tray in TRAYS.items():
        if tray_of(geometry, white).contains(pixel):
            return tray
    nearest = min(range(24), key=lambda point: _distance(centre_of(geometry, point), pixel))
    offset = centre_of(geometry, nearest) - pixel
    return nearest if max(abs(offset.x()), abs(offset.y())) <= 0.5 * geometry.unit else None


def step(geometry: Geometry, place: int, right: int, down: int) -> int:
    """Return the next point from `place` in a direction on the screen, `place` at the edge."""
    here = centre_of(geometry, place)
    found = {}
    for point in range(24):
        way = centre_of(geometry, point) - here
        along = way.x() * right + way.y() * down
        aside = abs(way.x() * down) + abs(way.y() * right)
        if along > 0.5 * geometry.unit:
            found[point] = along + 3 * aside
    return min(found, key=found.__getitem__, default=place)


def coordinates(geometry: Geometry) -> list[tuple[QPointF, str]]:
    """Return the letters and digits at the bottom and left edges, with their pixels."""
    inverse = {
        (round(at.x() / geometry.unit), round(at.y() / geometry.unit)): (column, row)
        for column in range(7)
        for row in range(7)
        for at in [spot(geometry, column, row) - geometry.board.center()]
    }
    found = []
    for i in range(-3, 4):
        below, left = inverse[i, 3], inverse[-3, i]
        files_below = geometry.quarters % 2 == 0
        away = (3 + _MARGIN * 0.74) * geometry.unit
        middle = geometry.board.center()
        at_foot = middle + QPointF(i * geometry.unit, away)
        at_left = middle + QPointF(-away, i * geometry.unit)
        found.append((at_foot, _file(below) if files_below else _rank(below)))
        found.append((at_left, _rank(left) if files_below else _file(left)))
    return found


def _file(place: tuple[int, int]) -> str:
    return "abcdefg"[place[0]]


def _rank(place: tuple[int, int]) -> str:
    return str(7 - place[1])


def _distance(one: QPointF, other: QPointF) -> float:
    return math.hypot(one.x() - other.x(), one.y() - other.y())
