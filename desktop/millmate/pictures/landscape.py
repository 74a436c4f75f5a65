"""A landscape: the results of a position with one of its men on any other place.

Colours show distances, and lines separate won, drawn and lost regions, so that the results can be
seen without colours. Boards and diagrams draw the same.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from millmate.pictures.value_marks import FIGURE, ON_SIGN, PlaceValue

Spot = tuple[float, float]
Colours = dict[int, tuple[str, str]]  # by place: of the ground, and of a figure on it
Pairs = Iterable[tuple[int, int]]

# The colours of a win and of a loss, the nearest first.
RAMPS = {
    1: ("#0b5d4a", "#1e7f66", "#4fa58b", "#86c3ae", "#bfe0d4"),
    -1: ("#7a2418", "#a8402f", "#c96f5d", "#dd988a", "#efc9c0"),
}
CONTOUR, CASING = "#1c2421", "#70ffffff"  # the lines between regions, and their bright edges
LINE, EDGE = 2.0, 1.0  # pixels: the width of a contour, and of its casing on each side
BARRED = 0.45  # the opacity of white over places where the man cannot be
HATCH = "#26000000"  # lines over it: on dark squares it looks like a light one
FIGURE_SIZE = 0.27  # sides of a square
SIGN_SIZE = 0.17
DISC, OUTER_RING = 0.34, 0.41  # units of morris: the radius of a point's disc, and round a loss
TRAIL, ASIDE = "#0e3166", 0.31  # the way of the man: next to figures, by this part of a square
TRAIL_DOT = 0.06
MATTERS = "#ffc93c"  # rings where the side to move matters, between dark edges
MATTERS_RING = 0.44  # sides or units: their radius
CUT = 0.14  # units: half a line between regions of points
_STEPS = len(RAMPS[1])
_UNKNOWN = 2  # the step of a result without a distance
_BRIGHT, _DIM = (3, 4), 0.12  # steps, and the share of black in them in the dark
_DRAWN = PlaceValue(0)
_GROUND = 0.04  # the share of the ground in a colour over it, so that squares stay visible

# The neighbours on a chessboard.
CHESS_PAIRS = tuple(
    (at, at + step)
    for at in range(64)
    for step in (1, 8)
    if at + step < 64 and (step == 8 or ~at & 7)
)


@dataclass(frozen=True, slots=True)
class Landscape:
    """The values of the position with the man of `place` elsewhere.

    Empty places without a value are those where it cannot be. Places in `rings` have another result
    if the other side is to move. `trail` are the places that the man passes in best play. With a
    `limit`, results that take more plies are not shown.
    """

    place: int
    values: Mapping[int, PlaceValue]
    rings: frozenset[int] = frozenset()
    trail: tuple[int, ...] = ()
    limit: int | None = None

    @property
    def most(self) -> int:
        """The plies to the farthest end, 0 if no distance is known."""
        return max((value.plies or 0 for value in self.values.values()), default=0)

    @property
    def shown(self) -> Mapping[int, PlaceValue]:
        """The values within the limit; the others are draws so far, as for retrograde analysis."""
        limit = self.limit
        if limit is None:
            return self.values
        return {
            at: value if value.plies is not None and value.plies <= limit else _DRAWN
            for at, value in self.values.items()
        }

    @property
    def wave(self) -> "list[Landscape]":
        """The maps of all limits at which something is added, from an empty one to the whole."""
        plies = {value.plies for value in self.values.values() if value.wdl and value.plies}
        limits = (0, *sorted(plies)[:-1], None)
        return [replace(self, limit=limit) for limit in limits]

    def colours(self, ground: Callable[[int], str], *, dim: bool = False) -> Colours:
        """Return the colours of won and lost places over `ground`, and of the figures there.

        With `dim`, bright ones do not glare in a dark window.
        """
        moves = [value.moves for value in self.values.values() if value.wdl and value.moves]
        least = min(moves, default=0)
        span = max(max(moves, default=0) - least + 1, _STEPS)
        found = {}
        for at, value in self.shown.items():
            if value.wdl:
                far = max((value.moves or 0) - least, 0)
                step = _UNKNOWN if value.moves is None else far * _STEPS // span
                colour = RAMPS[value.wdl][step]
                shade = mixed(colour, "#000000", _DIM if dim and step in _BRIGHT else 0.0)
                found[at] = mixed(shade, ground(at), _GROUND), ink(colour)
        return found

    def borders(self, pairs: Pairs) -> list[tuple[int, int]]:
        """Return the neighbours, of all `pairs` of them, whose results differ."""
        shown = self.shown
        return [
            (one, other)
            for one, other in pairs
            if one in shown and other in shown and shown[one].wdl != shown[other].wdl
        ]

    def signs(self, taken: Iterable[int]) -> dict[int, int]:
        """Return a square of each won and each lost region with its result, none that is `taken`.

        It is the rightmost of the uppermost ones, where White is below.
        """
        results = {at: value.wdl for at, value in self.shown.items() if value.wdl}
        region = {at: at for at in results}  # leads to the greatest number of its region
        for one, other in CHESS_PAIRS:
            if results.get(one) == results.get(other, 0):
                low, high = sorted((_last(region, one), _last(region, other)))
                region[low] = high
        found = dict[int, int]()
        for at in sorted(results.keys() - set(taken), key=lambda at: (at not in self.rings, at)):
            found[_last(region, at)] = at
        return {at: results[at] for at in found.values()}


def _last(ways: dict[int, int], at: int) -> int:
    """Return where the ways from `at` end."""
    while ways[at] != at:
        at = ways[at]
    return at


def across(one: Spot, other: Spot, half: float) -> tuple[Spot, Spot]:
    """Return the ends of a line across the middle between two neighbours."""
    (a, b), (c, d) = one, other
    x, y, part = (a + c) / 2, (b + d) / 2, half / math.hypot(c - a, d - b)
    right, down = (b - d) * part, (c - a) * part
    return (x - right, y - down), (x + right, y + down)


@lru_cache(maxsize=1024)  # a few colours, asked for each square of every picture
def mixed(colour: str, other: str, share: float) -> str:
    """Return `colour` with a `share` of `other`; all are `#rrggbb`."""
    parts = (int(each[at : at + 2], 16) for at in (1, 3, 5) for each in (colour, other))
    pairs = zip(parts, parts, strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


@lru_cache(maxsize=64)
def ink(colour: str) -> str:
    """Return the colour of figures on `colour`: dark or white, whichever has more contrast."""
    dark, bright, ground = map(_luminance, (FIGURE, ON_SIGN, colour))
    return FIGURE if (ground + 0.05) ** 2 > (dark + 0.05) * (bright + 0.05) else ON_SIGN


def _luminance(colour: str) -> float:
    """Return the relative luminance, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
