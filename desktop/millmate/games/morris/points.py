"""The geometry of boards: points on rings, their lines, mills and names, and how they are drawn.

A point's number is 8 * ring + position: ring 0 is the outer one, positions go clockwise from the
top left corner, so odd positions are the middles of the sides, where rings are joined. A board with
a point in its middle has it as the last number. A set of points is a mask of up to 24 bits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from millmate.errors import InputError
from millmate.language import mark, tr

Spot = tuple[int, int]

_SIDES = tuple(sum(1 << (corner + i) % 8 for i in range(3)) for corner in (0, 2, 4, 6))
_NONE, _MIDDLES, _EVERY = 0, 0b10101010, 0b11111111
# Clockwise from the top left corner: how far right and down of the middle, in steps of a ring.
_AROUND: tuple[Spot, ...] = (
    *((-1, -1), (0, -1), (1, -1), (1, 0)),
    *((1, 1), (0, 1), (-1, 1), (-1, 0)),
)


class PointError(InputError):
    """A text names no point."""


class Part(NamedTuple):
    """A part of a board as positions write it: its name in the middle of a sentence, its points."""

    name: str
    points: int


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """The geometry of a board, with tables that answer quickly.

    `names` are the points' in the order of their bits, as the board is drawn from White's side, and
    `spots` their columns and rows on a grid of `size` by `size`, from the top left corner.
    `neighbours[p]` is the mask of the points one step from `p`; `mills` are masks of three;
    `mills_at[p]` holds for each mill through `p` the mask of its two other points.
    """

    parts: tuple[Part, ...]
    names: tuple[str, ...]
    spots: tuple[Spot, ...]
    size: int
    neighbours: tuple[int, ...]
    mills: tuple[int, ...]
    mills_at: tuple[tuple[int, ...], ...]
    rings: int
    spokes: int  # the positions where three rings are joined, which are mills: a mask of 8 bits
    numbers: dict[str, int]
    crossing: tuple[int, ...]  # mills that are not a side of a ring
    reached: tuple[tuple[int, ...], ...]  # by eight points and their byte: all their neighbours

    @property
    def points(self) -> int:
        """The number of points."""
        return len(self.names)

    @property
    def every(self) -> int:
        """The mask of all points."""
        return (1 << len(self.names)) - 1

    @property
    def segments(self) -> Iterator[tuple[int, int]]:
        """The pairs of neighbours, the smaller number first: the lines to draw."""
        for start, ends in enumerate(self.neighbours):
            for end in points_in(ends >> start << start):
                yield start, end

    def point(self, name: str) -> int:
        """Return the number of the point `name`, such as `a7`; raises `PointError`."""
        wanted = name.strip().lower()
        if wanted in self.numbers:
            return self.numbers[wanted]
        middle = self.size // 2
        if wanted == _named((middle, middle), self.size):
            raise PointError(
                tr("{name!r} is not a point: the middle of the board has none", name=wanted)
            )
        raise PointError(
            tr(
                "{name!r} is not a point: the points are {names}",
                name=name.strip(),
                names=", ".join(sorted(self.names)),
            )
        )

    def mask_of(self, *names: str) -> int:
        """Return the mask of the points named; raises `PointError`."""
        return sum({1 << self.point(name) for name in names})

    def in_mills(self, stones: int) -> int:
        """Return those of `stones` that are part of a mill."""
        found = (
            _RING_MILLS[stones & 255]
            | _RING_MILLS[stones >> 8 & 255] << 8
            | _RING_MILLS[stones >> 16] << 16
        )
        for mill in self.crossing:
            if stones & mill == mill:
                found |= mill
        return found

    def reach(self, stones: int) -> int:
        """Return all points one step from any of `stones`."""
        outer, middle, inner = self.reached
        return outer[stones & 255] | middle[stones >> 8 & 255] | inner[stones >> 16]


def points_in(mask: int) -> tuple[int, ...]:
    """Return the numbers of the points in `mask`, ascending."""
    return _POINTS_IN[0][mask & 255] + _POINTS_IN[1][mask >> 8 & 255] + _POINTS_IN[2][mask >> 16]


def point(name: str) -> int:
    """Return the number of the point `name` of three rings, such as `a7`; raises `PointError`."""
    return PLAIN.point(name)


def mask_of(*names: str) -> int:
    """Return the mask of the points named, of three rings; raises `PointError`."""
    return PLAIN.mask_of(*names)


def _lines(parts: tuple[Part, ...], joined: int, centre: bool = False) -> Lines:
    """Return the geometry of rings that are joined at the positions `joined`.

    Where three are joined, that is a mill. With a `centre`, all points of the one ring are joined
    to it, and the lines through it are mills.
    """
    rings = len(parts) - centre
    size = 2 * rings + 1
    middle = size // 2
    spots = [
        (middle + (rings - ring) * right, middle + (rings - ring) * down)
        for ring in range(rings)
        for right, down in _AROUND
    ]
    spots += [(middle, middle)] * centre
    names = tuple(_named(spot, size) for spot in spots)
    crossing = tuple(_crossing(rings, joined, centre))
    mills = tuple(side << 8 * ring for ring in range(rings) for side in _SIDES) + crossing
    neighbours = tuple(_neighbours(number, rings, joined, centre) for number in range(len(names)))
    return Lines(
        parts=parts,
        names=names,
        spots=tuple(spots),
        size=size,
        neighbours=neighbours,
        mills=mills,
        mills_at=tuple(
            tuple(mill ^ 1 << number for mill in mills if mill >> number & 1)
            for number in range(len(names))
        ),
        rings=rings,
        spokes=joined if rings == 3 else _NONE,
        numbers={name: number for number, name in enumerate(names)},
        crossing=crossing,
        reached=tuple(
            tuple(_union(neighbours[8 * ring : 8 * ring + 8], byte) for byte in range(256))
            for ring in range(3)
        ),
    )


def _named(spot: Spot, size: int) -> str:
    """Return the name of a spot: its column's letter, and its row's number from the bottom."""
    return f"{'abcdefg'[spot[0]]}{size - spot[1]}"


def _crossing(rings: int, joined: int, centre: bool) -> Iterator[int]:
    """Yield the mills across rings, and through the centre."""
    if rings == 3:
        for position in points_in(joined):
            yield sum(1 << 8 * ring + position for ring in range(3))
    if centre:
        for position in range(4):
            yield 1 << position | 1 << position + 4 | 1 << 8 * rings


def _neighbours(number: int, rings: int, joined: int, centre: bool) -> int:
    ring, position = divmod(number, 8)
    if ring == rings:
        return 255 << 8 * (rings - 1)
    found = 1 << 8 * ring + (position + 1) % 8 | 1 << 8 * ring + (position - 1) % 8
    if joined >> position & 1:
        found |= sum(1 << 8 * r + position for r in (ring - 1, ring + 1) if 0 <= r < rings)
    if centre and ring == rings - 1:
        found |= 1 << 8 * rings
    return found


def _union(masks: tuple[int, ...], chosen: int) -> int:
    found = 0
    for number, mask in enumerate(masks):
        found |= mask if chosen >> number & 1 else 0
    return found


# By the eight stones of a ring: which are part of a mill of that ring.
_RING_MILLS = tuple(
    sum(1 << p for p in range(8) if any(s >> p & 1 and s & ring == s for s in _SIDES))
    for ring in range(256)
)
_POINTS_IN = tuple(
    tuple(tuple(8 * ring + p for p in range(8) if byte >> p & 1) for byte in range(256))
    for ring in range(3)
)

_OUTER, _INNER = Part(mark("outer ring"), 8), Part(mark("inner ring"), 8)
_THREE_RINGS = (_OUTER, Part(mark("middle ring"), 8), _INNER)

PLAIN = _lines(_THREE_RINGS, _MIDDLES)
WITH_DIAGONALS = _lines(_THREE_RINGS, _EVERY)
TWO_RINGS = _lines((_OUTER, _INNER), _MIDDLES)
NINE_POINTS = _lines((Part(mark("ring"), 8), Part(mark("centre"), 1)), _NONE, centre=True)

# By the names that variants call them.
BOARDS: dict[str, Lines] = {
    "three rings": PLAIN,
    "three rings with diagonals": WITH_DIAGONALS,
    "two rings": TWO_RINGS,
    "nine points": NINE_POINTS,
}

# Of three rings, the board of nine men's morris.
POINTS = PLAIN.names
ALL_POINTS = PLAIN.every
