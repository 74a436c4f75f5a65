"""Diagrams of positions of either game as SVG, for pages and messages.

They scale to any size and need no special font.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import chess

from millmate.games.board import Board
from millmate.games.catalogue import rules_of
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import Lines, points_in
from millmate.games.morris.rule_words import example_of
from millmate.games.morris.variants import Variant
from millmate.pictures import CLASSIC, piece_svg
from millmate.pictures.landscape import (
    ASIDE,
    BARRED,
    CASING,
    CHESS_PAIRS,
    CONTOUR,
    CUT,
    DISC,
    FIGURE_SIZE,
    MATTERS,
    MATTERS_RING,
    OUTER_RING,
    SIGN_SIZE,
    TRAIL,
    TRAIL_DOT,
    Landscape,
    Pairs,
    across,
)
from millmate.pictures.value_marks import COLOURS, ON_SIGN, SIGNS, STROKE

_SIDE = 45  # of a square, in units: pieces are drawn on as many
_EDGE = 20  # room for letters and digits
_UNIT = 60  # for a stone of morris
_PITCH = {7: 60, 5: 80, 3: 110}  # from one file of the morris board to the next, by their number
_MARGIN = 45
_LETTERS = 'font-family="sans-serif" font-size="13"'
_CENTRED = 'text-anchor="middle"'
_MOVES, _TAKES = "#1b8a3c", "#c3362b"  # in the examples of variants

_Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of diagrams, as `#rrggbb`; `board` and `line` are those of the morris board."""

    light: str = "#eae7dc"
    dark: str = "#94a79b"
    text: str = "#3c4743"
    board: str = "#c4cabb"
    line: str = "#47544e"


PLAIN = Colours()


@dataclass(frozen=True, slots=True)
class Drawing:
    """An arrow from one square (or point) to another, or a circle where `target` is "".

    `colour` is written as `#rrggbb`.
    """

    colour: str
    origin: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Orientation:
    """The orientation of a board: a morris board is mirrored first, then turned.

    Attributes:
        flipped: Whether Black's side is at the bottom.
        turns: By how many quarters clockwise a morris board is turned, before it is flipped.
        mirrored: Whether left and right of a morris board are exchanged.
    """

    flipped: bool = False
    turns: int = 0
    mirrored: bool = False

    @property
    def quarters(self) -> int:
        """The quarters clockwise by which a morris board is turned in all, 0 to 3."""
        return (self.turns + 2 * self.flipped) % 4


UPRIGHT = Orientation()


def diagram(
    board: Board,
    colours: Colours = PLAIN,
    seen: Orientation = UPRIGHT,
    pieces: str = CLASSIC,
    drawings: Sequence[Drawing] = (),
    landscape: Landscape | None = None,
) -> str:
    """Return the drawing of a position of chess or morris as SVG text.

    Args:
        board: A `chess.Board` or a `MorrisBoard`.
        colours: The colours.
        seen: The orientation of the board.
        pieces: The set of chess pieces; see `piece_svg`.
        drawings: Arrows and circles over the position, the last on top.
        landscape: The results with one man on any other place: a square map.
    """
    sheet = _Sheet(board, colours, seen, pieces, drawings, landscape)
    return svg(*sheet.drawn(), f"{_LETTERS} {_CENTRED}", board.fen())


def variant_diagram(variant: Variant, colours: Colours = PLAIN) -> str:
    """Return the example of a variant of morris as SVG text.

    Arrows show moves of stones, green circles placements, and red circles captured stones.
    """
    board, turns = example_of(variant)
    names, drawings = board.lines.names, list[Drawing]()
    for turn in turns:
        ends = [names[point] for point in (turn.origin, turn.target) if point is not None]
        drawings.append(Drawing(_MOVES, *ends))
        drawings += [Drawing(_TAKES, names[taken]) for taken in turn.removed]
    return diagram(board, colours, drawings=drawings)


def inset(
    board: Board, width: float, flipped: bool = False, pieces: str = CLASSIC
) -> tuple[float, str]:
    """Return the drawing of a position, `width` units wide, as a group for another drawing.

    The height is returned before it. The group starts at (0, 0).
    """
    own, high, parts = _Sheet(board, PLAIN, Orientation(flipped), pieces).drawn()
    scale, inner = width / own, "\n".join(parts)
    return scale * high, f'<g transform="scale({scale:.4f})" {_LETTERS} {_CENTRED}>{inner}</g>'


def svg(width: float, height: float, parts: Iterable[str], attributes: str, title: str) -> str:
    """Return SVG text of a drawing on white; `attributes` are those of its outer element."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
        f"{attributes}><title>{title}</title>\n"
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>\n'  # Qt ignores per cents
        + "\n".join(parts)
        + "\n</svg>\n"
    )


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The contents of a diagram; see `diagram`."""

    board: Board
    colours: Colours
    seen: Orientation
    pieces: str
    drawings: Sequence[Drawing] = ()
    landscape: Landscape | None = None

    def drawn(self) -> tuple[int, int, Iterator[str]]:
        """Return the width and height of the drawing, and its parts."""
        return _DRAWN[rules_of(self.board).kind](self, self.board)


def _drawn(drawings: Sequence[Drawing], place: Callable[[str], _Place], size: int) -> Iterator[str]:
    """Yield arrows and circles between places, for squares of `size` units."""
    for drawing in drawings:
        x, y = place(drawing.origin)
        pen = f'stroke="{drawing.colour}" stroke-width="{size / 9:g}" opacity="0.75"'
        if drawing.target not in ("", drawing.origin):
            yield _arrow((x, y), place(drawing.target), drawing.colour, size / 9)
        else:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.45:g}" fill="none" {pen}/>'


def _arrow(start: _Place, end: _Place, colour: str, width: float) -> str:
    """Return an arrow whose point is at `end`."""
    (x, y), (to_x, to_y) = start, end
    length = math.hypot(to_x - x, to_y - y)
    along, up = (to_x - x) / length, (to_y - y) / length
    neck_x, neck_y = to_x - 3.5 * width * along, to_y - 3.5 * width * up
    left = f"{neck_x - 1.8 * width * up:.1f},{neck_y + 1.8 * width * along:.1f}"
    right = f"{neck_x + 1.8 * width * up:.1f},{neck_y - 1.8 * width * along:.1f}"
    return (
        f'<g opacity="0.75"><line x1="{x:g}" y1="{y:g}" x2="{neck_x:.1f}" y2="{neck_y:.1f}" '
        f'stroke="{colour}" stroke-width="{width:g}"/>'
        f'<polygon points="{to_x:g},{to_y:g} {left} {right}" fill="{colour}"/></g>'
    )


# Landscapes ---------------------------------------------------------------------------------------


def _own_value(landscape: Landscape, x: float, y: float, side: float) -> Iterator[str]:
    """Yield the sign and the figure of the man's own place, in the corner of its square."""
    value = landscape.shown.get(landscape.place)
    if value is None:
        return
    plate, gap, figure = side * 0.27, side * 0.03, value.figure
    width = plate * (1 + 0.62 * len(figure) + 0.1 * bool(figure))
    yield (
        f'<rect x="{x + gap:g}" y="{y + gap:g}" width="{width:g}" height="{plate:g}" '
        f'rx="{plate * 0.26:g}" fill="{COLOURS[value.wdl].sign}" stroke="{ON_SIGN}" '
        f'stroke-width="0.6"/>'
    )
    yield _sign(x + gap + plate * 0.2, y + gap + plate * 0.2, plate * 0.6, value.wdl)
    if figure:
        middle = x + gap + plate * 0.9 + (width - plate) / 2
        yield _figure(middle, y + gap + plate / 2, figure, plate * 0.82, ON_SIGN)


def _sign(x: float, y: float, side: float, wdl: int, colour: str = ON_SIGN) -> str:
    lines = (
        f"M{' L'.join(f'{x + side * right:.2f} {y + side * down:.2f}' for right, down in line)}"
        for line in SIGNS[wdl]
    )
    return (
        f'<path d="{" ".join(lines)}" fill="none" stroke="{colour}" '
        f'stroke-width="{side * STROKE:.2f}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _figure(x: float, y: float, figure: str, size: float, colour: str) -> str:
    """Return a figure centred at a place."""
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:g}" fill="{colour}" font-size="{size:.1f}" '
        f'font-weight="600">{figure}</text>'
    )


def _contour(pairs: Pairs, places: Sequence[_Place], half: float) -> Iterator[str]:
    """Yield the lines between regions, with bright edges where both regions are dark."""
    ways = (across(places[one], places[other], half) for one, other in pairs)
    path = " ".join(f"M{a:.1f} {b:.1f} L{c:.1f} {d:.1f}" for (a, b), (c, d) in ways)
    lines = (ON_SIGN, 2.4, int(CASING[1:3], 16) / 255), (CONTOUR, 1.4, 1.0)
    for colour, width, alpha in lines if path else ():
        yield (
            f'<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linecap="square" '
            f'stroke-opacity="{alpha:.2f}" fill="none"/>'
        )


def _trail(places: Sequence[_Place], side: float = _SIDE) -> Iterator[str]:
    """Yield the way of the man, which passes the figures on their lower right."""
    way = [(x + ASIDE * side, y + ASIDE * side) for x, y in places]
    if way:
        yield (
            f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in way)}" fill="none" '
            f'stroke="{TRAIL}" stroke-width="1.5"/>'
        )
    for x, y in way:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{TRAIL_DOT * side:g}" fill="{TRAIL}"/>'


def _rings(places: Iterable[_Place], side: float = _SIDE) -> Iterator[str]:
    """Yield rings with dark edges where the side to move matters."""
    for x, y in places:
        for colour, width in ((CONTOUR, 4), (MATTERS, 2)):
            yield (
                f'<circle cx="{x:g}" cy="{y:g}" r="{MATTERS_RING * side:g}" fill="none" '
                f'stroke="{colour}" stroke-width="{width}"/>'
            )


def _hatch(x: float, y: float, side: float) -> str:
    """Return thin diagonal lines over a square."""
    step, lines = side / 5, []
    for number in range(1, 10):
        low, high = max(0, number - 5) * step, min(number, 5) * step
        lines.append(f"M{x + high:g} {y + low:g} L{x + low:g} {y + high:g}")
    return f'<path d="{" ".join(lines)}" stroke="#000000" stroke-opacity="0.15" fill="none"/>'


# Chess --------------------------------------------------------------------------------------------


def _chess(sheet: _Sheet, board: chess.Board) -> tuple[int, int, Iterator[str]]:
    whole, flipped = 8 * _SIDE + 2 * _EDGE, sheet.seen.flipped
    drawn = _drawn(sheet.drawings, lambda name: _middle(name, flipped), _SIDE)
    return whole, whole, chain(_chess_parts(sheet, board), drawn)


def _middle(name: str, flipped: bool) -> _Place:
    x, y = _corner(chess.parse_square(name), flipped)
    return x + _SIDE / 2, y + _SIDE / 2


def _chess_parts(sheet: _Sheet, board: chess.Board) -> Iterator[str]:
    colours, flipped, shown = sheet.colours, sheet.seen.flipped, sheet.landscape
    for square in chess.SQUARES:
        x, y = _corner(square, flipped)
        fill = colours.light if chess.BB_LIGHT_SQUARES >> square & 1 else colours.dark
        yield f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" fill="{fill}"/>'
    if shown is not None:
        yield from _chess_landscape(shown, sheet, board)
    edge = 8 * _SIDE
    yield (
        f'<rect x="{_EDGE}" y="{_EDGE}" width="{edge}" height="{edge}" fill="none" '
        f'stroke="{colours.text}"/>'
    )
    for number in range(8):
        x, _ = _corner(number, flipped)
        _, y = _corner(8 * number, flipped)
        letter, digit = chess.FILE_NAMES[number], chess.RANK_NAMES[number]
        yield _text(x + _SIDE / 2, edge + 2 * _EDGE - 5, letter, colours.text)
        yield _text(_EDGE / 2, y + _SIDE / 2 + 5, digit, colours.text)
    for square, piece in board.piece_map().items():
        x, y = _corner(square, flipped)
        drawing = _inner(piece_svg(piece.symbol(), sheet.pieces))
        yield f'<g transform="translate({x} {y})">{drawing}</g>'
    if shown is not None:
        yield from _own_value(shown, *_corner(shown.place, flipped), _SIDE)
    yield _turn(board.turn is not flipped, board.turn, edge + 1.5 * _EDGE, edge, colours)


def _chess_landscape(shown: Landscape, sheet: _Sheet, board: chess.Board) -> Iterator[str]:
    """Yield the coloured squares, the contours and the figures."""
    light, dark, flipped = sheet.colours.light, sheet.colours.dark, sheet.seen.flipped
    colours = shown.colours(lambda at: light if chess.BB_LIGHT_SQUARES >> at & 1 else dark)
    taken = board.piece_map()
    for square in chess.SQUARES:
        x, y = _corner(square, flipped)
        fill = colours[square][0] if square in colours else ON_SIGN
        barred = square not in shown.values and square not in taken
        if barred or square in colours:
            yield (
                f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" fill="{fill}" '
                f'fill-opacity="{BARRED if barred else 1}"/>'
            )
        if barred:
            yield _hatch(x, y, _SIDE)
    middles = [_middle(name, flipped) for name in chess.SQUARE_NAMES]
    yield from _contour(shown.borders(CHESS_PAIRS), middles, _SIDE / 2)
    for square, wdl in shown.signs(taken).items():
        x, y = _corner(square, flipped)
        side = SIGN_SIZE * _SIDE
        yield _sign(x + _SIDE - 1.4 * side, y + 0.4 * side, side, wdl, colours[square][1])
    yield from _rings(middles[at] for at in shown.rings)
    yield from _trail([middles[at] for at in shown.trail])
    for square, (_, ink) in colours.items():
        if square not in taken:
            yield _figure(*middles[square], shown.values[square].figure, FIGURE_SIZE * _SIDE, ink)


def _corner(square: int, flipped: bool) -> tuple[int, int]:
    file, rank = chess.square_file(square), chess.square_rank(square)
    across, down = (7 - file, rank) if flipped else (file, 7 - rank)
    return _EDGE + across * _SIDE, _EDGE + down * _SIDE


def _inner(svg: str) -> str:
    """Return the content of an SVG text without its outer element and ids."""
    return re.sub(r' id="[^"]*"', "", svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("<")])


def _turn(below: bool, white: bool, x: float, edge: float, colours: Colours) -> str:
    """Return the mark of the side to move beside the board: a small disc in its colour."""
    y = _EDGE + (edge - 8 if below else 8)
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{"#ffffff" if white else "#000000"}" '
        f'stroke="{colours.text}"/>'
    )


def _text(x: float, y: float, text: str, colour: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{colour}">{text}</text>'


# Morris -------------------------------------------------------------------------------------------


def _morris(sheet: _Sheet, board: MorrisBoard) -> tuple[int, int, Iterator[str]]:
    width, lines, seen = _width(board.lines), board.lines, sheet.seen
    drawn = _drawn(sheet.drawings, lambda name: _place(name, lines, seen), _UNIT)
    parts = _morris_parts(board, sheet.colours, seen)
    values = () if sheet.landscape is None else _morris_landscape(sheet.landscape, sheet, board)
    return width, width + _MARGIN, chain(parts, values, drawn)


def _width(lines: Lines) -> int:
    return (lines.size - 1) * _PITCH[lines.size] + 2 * _MARGIN


_DRAWN: dict[str, Callable[[_Sheet, Any], tuple[int, int, Iterator[str]]]] = {
    "chess": _chess,
    "morris": _morris,
}


def _morris_parts(board: MorrisBoard, colours: Colours, seen: Orientation) -> Iterator[str]:
    lines, whole = board.lines, _width(board.lines)
    yield f'<rect width="{whole}" height="{whole}" rx="8" fill="{colours.board}"/>'
    places = [_place(name, lines, seen) for name in lines.names]
    for start, end in lines.segments:
        (a, b), (c, d) = places[start], places[end]
        yield (
            f'<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" stroke="{colours.line}" '
            f'stroke-width="3" stroke-linecap="round"/>'
        )
    for x, y in places:
        yield f'<circle cx="{x}" cy="{y}" r="6" fill="{colours.line}"/>'
    for number in range(lines.size):
        file, rank = "abcdefg"[number], str(number + 1)
        x, y = _place(file + rank, lines, seen)
        at_foot, at_left = (rank, file) if seen.quarters % 2 else (file, rank)
        yield _text(x, whole - 12, at_foot, colours.line)
        yield _text(14, y + 5, at_left, colours.line)
    for white in (False, True):
        for point in points_in(board.stones[white]):
            yield _stone(*places[point], white)
        hand = board.hand[white]
        for stone in range(hand):
            x = 14 + 19 * stone if white else whole - 14 - 19 * stone
            yield _stone(x, whole + 18, white, 8)
    yield _turn(True, board.turn, whole / 2, whole + 6, colours)


def _morris_landscape(shown: Landscape, sheet: _Sheet, board: MorrisBoard) -> Iterator[str]:
    """Yield the discs of points and, across the board's lines, where results differ."""
    lines = board.lines
    places = [_place(name, lines, sheet.seen) for name in lines.names]
    colours = shown.colours(lambda _: sheet.colours.board)
    yield from _contour(shown.borders(lines.segments), places, CUT * _UNIT)
    for point, (x, y) in enumerate(places):
        if not board.free >> point & 1 or (point in shown.values and point not in colours):
            continue  # the board itself shows draws
        fill, ink = colours.get(point, (ON_SIGN, ""))
        line = f'stroke="{CONTOUR}" stroke-width="1.5"' if ink else f'fill-opacity="{BARRED}"'
        yield f'<circle cx="{x}" cy="{y}" r="{_UNIT * DISC:g}" fill="{fill}" {line}/>'
        if ink and shown.values[point].wdl < 0:
            yield f'<circle cx="{x}" cy="{y}" r="{_UNIT * OUTER_RING:g}" fill="none" {line}/>'
        if ink:
            yield _figure(x, y, shown.values[point].figure, FIGURE_SIZE * _UNIT, ink)
    yield from _rings((places[at] for at in shown.rings), _UNIT)
    yield from _trail([places[at] for at in shown.trail], _UNIT)
    x, y = places[shown.place]
    yield from _own_value(shown, x - _UNIT / 2, y - _UNIT / 2, _UNIT)


def _place(name: str, lines: Lines, seen: Orientation) -> tuple[int, int]:
    half, pitch = lines.size // 2, _PITCH[lines.size]
    right, down = "abcdefg".index(name[0]) - half, half + 1 - int(name[1])  # from the middle
    right = -right if seen.mirrored else right
    for _ in range(seen.quarters):
        right, down = -down, right
    return _MARGIN + (right + half) * pitch, _MARGIN + (down + half) * pitch


def _stone(x: float, y: float, white: bool, radius: int = 23) -> str:
    fill, ring = ("#f7f4ea", "#8b877b") if white else ("#262c2b", "#000000")
    inner = "" if radius < 10 else f'<circle cx="{x}" cy="{y}" r="14" fill="none" stroke="{ring}"/>'
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{ring}" '
        f'stroke-width="1.5"/>{inner}'
    )
