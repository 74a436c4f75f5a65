"""The board's geometry: 24 points on three rings, their lines and mills.

A point's number is 8 * ring + position: ring 0 is the outer one, positions go clockwise from the
top left corner, so odd positions are the middles of the sides, where the rings are joined. A set
of points is a mask of 24 bits.
"""

from __future__ import annotations

from dataclasses import dataclass

from millmate.errors import InputError
from millmate.language import tr

# The points' names in the order of their bits, as the board is drawn from White's side.
POINTS: tuple[str, ...] = (
    *("a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"),
    *("b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"),
    *("c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"),
)
ALL_POINTS = (1 << 24) - 1

_NUMBERS = {name: number for number, name in enumerate(POINTS)}
_SIDES = tuple(sum(1 << (corner + i) % 8 for i in range(3)) for corner in (0, 2, 4, 6))
_MIDDLES, _EVERY = 0b10101010, 0b11111111


class PointError(InputError):
    """A text names no point."""


def point(name: str) -> int:
    """Return the number of the point `name`, such as `a7`; raises `PointError`."""
    wanted = name.strip().lower()
    if wanted in _NUMBERS:
        return _NUMBERS[wanted]
    if wanted == "d4":
        raise PointError(tr("'d4' is no point: the middle of the board has none"))
    raise PointError(
        tr(
            "{name!r} is no point: the points are {names}",
            name=name.strip(),
            names=", ".join(sorted(POINTS)),
        )
    )


def points_in(mask: int) -> tuple[int, ...]:
    """Return the numbers of the points in `mask`, ascending."""
    return _POINTS_IN[0][mask & 255] + _POINTS_IN[1][mask >> 8 & 255] + _POINTS_IN[2][mask >> 16]


def mask_of(*names: str) -> int:
    """Return the mask of the points named; raises `PointError`."""
    return sum({1 << point(name) for name in names})


@dataclass(frozen=True, slots=True)
class Lines:
    """What is joined: neighbours and mills, with tables that answer quickly.

    `neighbours[p]` is the mask of the points one step from `p`; `mills` are masks of three;
    `mills_at[p]` holds for each mill through `p` the mask of its two other points.
    """

    neighbours: tuple[int, ...]
    mills: tuple[int, ...]
    mills_at: tuple[tuple[int, ...], ...]
    spokes: int  # the positions where the rings are joined, a mask of 8 bits

    def in_mills(self, stones: int) -> int:
        """Return those of `stones` that stand in a mill of their own."""
        outer, middle, inner = stones & 255, stones >> 8 & 255, stones >> 16
        spokes = outer & middle & inner & self.spokes
        return (
            (_RING_MILLS[outer] | spokes)
            | (_RING_MILLS[middle] | spokes) << 8
            | (_RING_MILLS[inner] | spokes) << 16
        )

    def reach(self, stones: int) -> int:
        """Return all points one step from any of `stones`."""
        outer, middle, inner = stones & 255, stones >> 8 & 255, stones >> 16
        return (
            (_RING_STEPS[outer] | middle & self.spokes)
            | (_RING_STEPS[middle] | (outer | inner) & self.spokes) << 8
            | (_RING_STEPS[inner] | middle & self.spokes) << 16
        )


def _lines(spokes: int) -> Lines:
    """Return the geometry whose rings are joined at the positions `spokes`."""
    joined = [position for position in range(8) if spokes >> position & 1]
    mills = tuple(side << 8 * ring for ring in range(3) for side in _SIDES) + tuple(
        sum(1 << 8 * ring + position for ring in range(3)) for position in joined
    )
    return Lines(
        neighbours=tuple(_neighbours(point, spokes) for point in range(24)),
        mills=mills,
        mills_at=tuple(
            tuple(mill ^ 1 << point for mill in mills if mill >> point & 1) for point in range(24)
        ),
        spokes=spokes,
    )


def _neighbours(point: int, spokes: int) -> int:
    ring, position = divmod(point, 8)
    found = 1 << 8 * ring + (position + 1) % 8 | 1 << 8 * ring + (position - 1) % 8
    if spokes >> position & 1:
        found |= sum(1 << 8 * r + position for r in (ring - 1, ring + 1) if 0 <= r < 3)
    return found


# By the eight stones of a ring: which stand in a mill of that ring, and where they can step in it.
_RING_MILLS = tuple(
    sum(1 << p for p in range(8) if any(s >> p & 1 and s & ring == s for s in _SIDES))
    for ring in range(256)
)
_RING_STEPS = tuple((ring << 1 | ring >> 7 | ring >> 1 | ring << 7) & 255 for ring in range(256))
_POINTS_IN = tuple(
    tuple(tuple(8 * ring + p for p in range(8) if byte >> p & 1) for byte in range(256))
    for ring in range(3)
)

PLAIN = _lines(_MIDDLES)
WITH_DIAGONALS = _lines(_EVERY)
