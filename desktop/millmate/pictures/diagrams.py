"""Diagrams of positions of either game as SVG, for pages and messages.

They scale to any size and need no special font.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
from millmate.pictures.value_marks import (
    COLOURS,
    FIGURE,
    ON_SIGN,
    SIGNS,
    STROKE,
    TINT,
    PlaceValue,
)

_SIDE = 45  # of a square, in units: pieces are drawn on as many
_EDGE = 20  # room for letters and digits
_UNIT = 60  # for a stone of morris
_PITCH = {7: 60, 5: 80, 3: 110}  # from one file of the morris board to the next, by their number
_MARGIN = 45
_LETTERS = 'font-family="sans-serif" font-size="13"'
_CENTRED = 'text-anchor="middle"'
_MOVES, _TAKES = "#1b8a3c", "#c3362b"  # in the examples of variants

_Place = tuple[float, float]
PlaceValues = Mapping[int, PlaceValue]
NO_VALUES: PlaceValues = {}


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
    values: PlaceValues = NO_VALUES,
) -> str:
    """Return the drawing of a position of chess or morris as SVG text.

    Args:
        board: A `chess.Board` or a `MorrisBoard`.
        colours: The colours.
        seen: The orientation of the board.
        pieces: The set of chess pieces; see `piece_svg`.
        drawings: Arrows and circles over the position, the last on top.
        values: The values of places by their numbers on the board: a square map.
    """
    sheet = _Sheet(board, colours, seen, pieces, drawings, values)
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
    values: PlaceValues = field(default_factory=dict)

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


# Values -------------------------------------------------------------------------------------------


def _value(x: float, y: float, side: float, value: PlaceValue, *, occupied: bool) -> Iterator[str]:
    """Yield the sign of a value in the corner of a square, and its figure."""
    plate, gap = side * 0.27, side * 0.03
    figure = value.figure
    beside = occupied and bool(figure)
    width = plate * (1 + 0.62 * len(figure) + 0.1) if beside else plate
    yield (
        f'<rect x="{x + gap:g}" y="{y + gap:g}" width="{width:g}" height="{plate:g}" '
        f'rx="{plate * 0.26:g}" fill="{COLOURS[value.wdl].sign}" stroke="{ON_SIGN}" '
        f'stroke-width="0.6"/>'
    )
    yield _sign(x + gap + plate * 0.2, y + gap + plate * 0.2, plate * 0.6, value.wdl)
    if beside:
        middle = x + gap + plate * 0.9 + (width - plate) / 2
        yield _figure(middle, y + gap + plate / 2, figure, plate * 0.82, ON_SIGN)
    elif figure:
        yield _figure(x + side / 2, y + side / 2, figure, side * 0.34, FIGURE)


def _sign(x: float, y: float, side: float, wdl: int) -> str:
    lines = (
        f"M{' L'.join(f'{x + side * right:.2f} {y + side * down:.2f}' for right, down in line)}"
        for line in SIGNS[wdl]
    )
    return (
        f'<path d="{" ".join(lines)}" fill="none" stroke="{ON_SIGN}" '
        f'stroke-width="{side * STROKE:.2f}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _figure(x: float, y: float, figure: str, size: float, colour: str) -> str:
    """Return a figure centred at a place."""
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:g}" fill="{colour}" font-size="{size:.1f}" '
        f'font-weight="600">{figure}</text>'
    )


def _hatch(x: float, y: float, side: float) -> str:
    """Return thin diagonal lines over a square."""
    step, lines = side / 5, []
    for number in range(1, 10):
        low, high = max(0, number - 5) * step, min(number, 5) * step
        lines.append(f"M{x + high:g} {y + low:g} L{x + low:g} {y + high:g}")
    return f'<path d="{" ".join(lines)}" stroke="#000000" stroke-opacity="0.23" fill="none"/>'


# Chess --------------------------------------------------------------------------------------------


def _chess(sheet: _Sheet, board: chess.Board) -> tuple[int, int, Iterator[str]]:
    whole, flipped = 8 * _SIDE + 2 * _EDGE, sheet.seen.flipped
    drawn = _drawn(sheet.drawings, lambda name: _middle(name, flipped), _SIDE)
    return whole, whole, chain(_chess_parts(sheet, board), drawn)


def _middle(name: str, flipped: bool) -> _Place:
    x, y = _corner(chess.parse_square(name), flipped)
    return x + _SIDE / 2, y + _SIDE / 2


def _chess_parts(sheet: _Sheet, board: chess.Board) -> Iterator[str]:
    colours, flipped, values = sheet.colours, sheet.seen.flipped, sheet.values
    for square in chess.SQUARES:
        x, y = _corner(square, flipped)
        fill = colours.light if chess.BB_LIGHT_SQUARES >> square & 1 else colours.dark
        yield f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" fill="{fill}"/>'
        if square in values:
            tint = COLOURS[values[square].wdl].tint
            yield (
                f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" fill="{tint}" '
                f'fill-opacity="{TINT}"/>'
            )
        elif values and not board.occupied >> square & 1:
            yield _hatch(x, y, _SIDE)
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
    for square, value in values.items():
        occupied = bool(board.occupied >> square & 1)
        yield from _value(*_corner(square, flipped), _SIDE, value, occupied=occupied)
    yield _turn(board.turn is not flipped, board.turn, edge + 1.5 * _EDGE, edge, colours)


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
    parts = _morris_parts(board, sheet.colours, seen), _morris_values(board, seen, sheet.values)
    return width, width + _MARGIN, chain(*parts, drawn)


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


def _morris_values(board: MorrisBoard, seen: Orientation, values: PlaceValues) -> Iterator[str]:
    for point, value in values.items():
        x, y = _place(board.lines.names[point], board.lines, seen)
        free = bool(board.free >> point & 1)
        if free:
            colours = COLOURS[value.wdl]
            yield (
                f'<circle cx="{x}" cy="{y}" r="{_UNIT * 0.3:g}" fill="{colours.ground}" '
                f'stroke="{colours.sign}" stroke-width="1.5"/>'
            )
        yield from _value(x - _UNIT / 2, y - _UNIT / 2, _UNIT, value, occupied=not free)


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
