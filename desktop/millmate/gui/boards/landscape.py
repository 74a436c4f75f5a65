"""The picture of a square map on the boards of both games."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor

from millmate.gui.boards import scene
from millmate.gui.boards.geometry import ChessGeometry, MorrisGeometry
from millmate.gui.boards.scene import Item
from millmate.gui.boards.theme import BoardTheme, Sign, Value
from millmate.gui.kit.theme import colours as window_colours
from millmate.pictures.landscape import (
    ASIDE,
    CASING,
    CHESS_PAIRS,
    CONTOUR,
    CUT,
    DISC,
    EDGE,
    FIGURE_SIZE,
    LINE,
    MATTERS,
    MATTERS_RING,
    OUTER_RING,
    SIGN_SIZE,
    TRAIL,
    TRAIL_DOT,
    Colours,
    Landscape,
    Pairs,
    across,
)
from millmate.pictures.value_marks import FIGURE, ON_SIGN

_LEAST = 8  # pixels: figures of smaller boards could not be read
_LEAST_SIGN = 6
_LEAST_MAN = 56  # of a square: on smaller ones, a value would cover its man


def chess_landscape(
    shown: Landscape, geometry: ChessGeometry, theme: BoardTheme, taken: Collection[int]
) -> list[Item]:
    """Return the coloured squares, the contours and the figures; `taken` squares have men."""
    rects = geometry.men
    grounds = theme.dark, theme.light
    colours = shown.colours(lambda at: grounds[(at ^ (at >> 3)) & 1], dim=window_colours().dark)
    barred = [rects[at] for at in range(64) if at not in shown.values and at not in taken]
    items: list[Item] = [scene.Fill(barred, theme.barred), scene.Hatch(barred)]
    fills = defaultdict[str, list[QRectF]](list)
    for at, (colour, _) in colours.items():
        fills[colour].append(rects[at])
    items += [scene.Fill(places, colour) for colour, places in fills.items()]
    items += _contours(shown.borders(CHESS_PAIRS), rects, geometry.side / 2)
    for at, wdl in shown.signs(taken).items():
        side = rects[at].width() * SIGN_SIZE
        corner = rects[at].topRight() + QPointF(-1.4, 0.4) * side  # coordinates are on the left
        if side >= _LEAST_SIGN:
            items.append(Sign(QRectF(corner.x(), corner.y(), side, side), wdl, colours[at][1]))
    items += _rings(shown, rects, geometry.side) + _trail(shown, rects, geometry.side)
    return items + _figures(shown, colours, rects, taken)


def deep_places(shown: Landscape | None) -> frozenset[int]:
    """Return the places whose colours need light letters."""
    colours = {} if shown is None else shown.colours(lambda _: ON_SIGN)
    return frozenset(at for at, (_, ink) in colours.items() if ink == ON_SIGN)


def morris_landscape(
    shown: Landscape, geometry: MorrisGeometry, theme: BoardTheme, taken: Collection[int]
) -> list[Item]:
    """Return discs on the points, and lines across the board's lines where results differ.

    A win has one ring, a loss two.
    """
    unit, centre, segments = geometry.unit, geometry.centre_of, geometry.lines.segments
    colours = shown.colours(lambda _: theme.board, dim=window_colours().dark)
    barred = {*range(geometry.lines.points)} - shown.values.keys() - {*taken}
    items: list[Item] = [scene.Disc(centre(at), unit * DISC, theme.barred) for at in barred]
    items += _contours(shown.borders(segments), geometry.men, CUT * unit)
    for at, (colour, _) in colours.items():
        if at not in taken:
            items.append(scene.Disc(centre(at), unit * DISC, colour, CONTOUR, LINE))
            if shown.values[at].wdl < 0:
                items.append(scene.Disc(centre(at), unit * OUTER_RING, line=CONTOUR, width=LINE))
    items += _rings(shown, geometry.men, unit) + _trail(shown, geometry.men, unit)
    return items + _figures(shown, colours, geometry.men, taken)


def _contours(pairs: Pairs, rects: Mapping[int, QRectF], half: float) -> list[Item]:
    """Return the lines between regions, with bright edges where both regions are dark."""
    spots = {at: rect.center().toTuple() for at, rect in rects.items()}
    ways = [
        [QPointF(*end) for end in across(spots[one], spots[other], half)] for one, other in pairs
    ]
    cap = Qt.PenCapStyle.SquareCap
    return [
        scene.Strokes(ways, QColor(CASING), LINE + 2 * EDGE, cap),
        scene.Strokes(ways, CONTOUR, LINE, cap),
    ]


def _trail(shown: Landscape, rects: Mapping[int, QRectF], side: float) -> list[Item]:
    """Return the way of the man, which passes the figures on their lower right."""
    if not shown.trail:
        return []
    way = [rects[at].center() + QPointF(side, side) * ASIDE for at in shown.trail]
    dot, flat = TRAIL_DOT * side, Qt.PenCapStyle.FlatCap  # the dots cover the ends
    return [
        scene.Strokes([way], QColor(CASING), LINE + 2 * EDGE, flat),
        scene.Dots(way, dot + EDGE, QColor(CASING)),
        scene.Strokes([way], TRAIL, LINE, flat),
        scene.Dots(way, dot, TRAIL),
    ]


def _rings(shown: Landscape, rects: Mapping[int, QRectF], side: float) -> list[Item]:
    """Return rings with dark edges where the side to move matters."""
    return [
        scene.Disc(rects[at].center(), MATTERS_RING * side, line=colour, width=width)
        for at in shown.rings
        for colour, width in ((CONTOUR, LINE + 4 * EDGE), (MATTERS, LINE + EDGE))
    ]


def _figures(
    shown: Landscape, colours: Colours, rects: Mapping[int, QRectF], taken: Collection[int]
) -> list[Item]:
    """Return the figures of won and lost places, none where they could not be read."""
    size = round(rects[shown.place].width() * FIGURE_SIZE)
    if size < _LEAST:
        return []
    figures: dict[str, list[tuple[QRectF, str]]] = {FIGURE: [], ON_SIGN: []}
    for at, (_, ink) in colours.items():
        if at not in taken:
            figures[ink].append((rects[at], shown.values[at].figure))
    return [scene.Text(places, ink, size, bold=True) for ink, places in figures.items()]


def mapped_man(
    shown: Landscape | None, rects: Mapping[int, QRectF], accent: str, stone: bool = False
) -> list[Item]:
    """Return a frame around the man of the square map, round for a stone, and the value there."""
    if shown is None:
        return []
    rect = rects[shown.place]
    inset = max(2.0, rect.width() / 24)
    inner = rect.adjusted(inset, inset, -inset, -inset)
    width = max(2.0, rect.width() / 28)
    lines = (CASING, width + 2 * EDGE), (accent, width)
    radius = inner.width() / 2 if stone else 2 * inset
    items: list[Item] = [scene.Frame(inner, *line, radius=radius) for line in lines]
    value = shown.shown.get(shown.place)
    if value is not None and rect.width() >= _LEAST_MAN:
        items.append(Value(rect, value, True))
    return items
