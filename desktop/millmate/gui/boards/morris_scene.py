"""What a morris board shows, as one frozen value, and how it is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from millmate.games.morris.points import PLAIN as PLAIN_LINES
from millmate.games.morris.points import Lines, points_in
from millmate.gui.boards.animation import Moving
from millmate.gui.boards.geometry import IN_TRAY, STONE, TRAYS, MorrisGeometry, square_around
from millmate.gui.boards.grain import draw_grain
from millmate.gui.boards.men import draw_stone
from millmate.gui.boards.overlays import CROSS, draw_arrows, draw_badge, draw_cross
from millmate.gui.boards.state import (
    ERASER,
    BoardState,
    Destinations,
    grouped,
    held_from,
    may_lift,
    targets,
    value_of,
)
from millmate.gui.boards.theme import LIGHT, MorrisTheme, board_style
from millmate.gui.boards.value_marks import draw_corners, draw_ground, draw_value
from millmate.pictures.value_marks import PlaceValue

SYMBOLS = {True: "W", False: "B"}

_TURN = re.compile("(?:(..)-)?(..)((?:x..)*)")


@dataclass(frozen=True, slots=True)
class Turn:
    """A move in places: its origin (a tray for a placed stone), its target, the stones it takes."""

    origin: int
    target: int
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HalfMove:
    """Half a move: a mill is closed, and a stone must be taken.

    `moves` are the moves still possible, `taken` the stones chosen so far, `pieces` and `hands`
    the position before.
    """

    origin: int
    target: int
    moves: tuple[str, ...]
    pieces: Mapping[int, str]
    hands: Mapping[int, int]
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MorrisState(BoardState):
    """A morris board; `pieces` also holds a stone for every tray that is not empty."""

    hands: Mapping[int, int] = field(default_factory=dict)  # tray -> stones in it
    last: Turn | None = None
    half_move: HalfMove | None = None
    mover: bool = True  # the side whose moves are allowed
    lines: Lines = PLAIN_LINES
    wells: int = 9


def turn_of(text: str, mover: bool, lines: Lines = PLAIN_LINES) -> Turn:
    """Return the move `text`, such as `d6-d7xa1`, of the side `mover` on a board with `lines`."""
    match = _TURN.fullmatch(text)
    assert match is not None, text
    origin, target, taken = match.groups()
    numbers = lines.numbers
    return Turn(
        TRAYS[mover] if origin is None else numbers[origin],
        numbers[target],
        tuple(numbers[name] for name in taken.split("x")[1:]),
    )


def parse_position(text: str) -> tuple[dict[int, str], dict[int, int]]:
    """Return the stones of the position `text` by place, and the numbers in hand."""
    parts, _, white, black = text.split()[:4]
    letters = parts.replace("/", "")
    pieces = {point: letter for point, letter in enumerate(letters) if letter != "."}
    return filled(pieces, {TRAYS[True]: int(white), TRAYS[False]: int(black)})


def filled(
    pieces: Mapping[int, str], hands: Mapping[int, int]
) -> tuple[dict[int, str], dict[int, int]]:
    """Return `pieces` with a stone on each tray that is not empty, and `hands`."""
    stones = {place: symbol for place, symbol in pieces.items() if place < 24}
    trays = {tray: SYMBOLS[white] for white, tray in TRAYS.items() if hands.get(tray)}
    return stones | trays, dict(hands)


def destinations_of(moves: Iterable[str], mover: bool, lines: Lines = PLAIN_LINES) -> Destinations:
    """Group moves by origin (a tray for a placed stone) and target."""
    turns = ((turn_of(move, mover, lines), move) for move in moves)
    return grouped((turn.origin, turn.target, move) for turn, move in turns)


def after(
    pieces: Mapping[int, str], hands: Mapping[int, int], turn: Turn, mover: bool
) -> tuple[dict[int, str], dict[int, int]]:
    """Return stones and hands after the move `turn` of the side `mover`."""
    stones, left = dict(pieces), dict(hands)
    if turn.origin in left:
        left[turn.origin] -= 1
    for place in (turn.origin, *turn.removed):
        stones.pop(place, None)
    stones[turn.target] = SYMBOLS[mover]
    return filled(stones, left)


def placings(state: MorrisState) -> Mapping[int, tuple[str, ...]]:
    """Return the points where a click places a stone, with the moves there."""
    if state.editing or state.half_move is not None or not state.interactive:
        return {}
    return state.destinations.get(TRAYS[state.mover], {})


def takeable(state: MorrisState) -> Mapping[int, tuple[str, ...]]:
    """Return the stones that can be taken now, with the moves that take them."""
    if state.half_move is None:
        return {}
    found: dict[int, list[str]] = {}
    for move in state.half_move.moves:
        for taken in turn_of(move, state.mover, state.lines).removed:
            if taken not in state.half_move.taken:
                found.setdefault(taken, []).append(move)
    return {place: tuple(moves) for place, moves in found.items()}


def mills_at(state: MorrisState, place: int | None) -> list[tuple[int, ...]]:
    """Return the mills (three points each) that contain the stone on `place`."""
    symbol = state.pieces.get(place) if place is not None else None
    if symbol is None or place is None or place >= 24:
        return []
    mills = [(place, *points_in(rest)) for rest in state.lines.mills_at[place]]
    return [mill for mill in mills if all(state.pieces.get(point) == symbol for point in mill)]


def closed_last(state: MorrisState) -> list[tuple[int, ...]]:
    """Return the mills closed by the half move, or else by the last move."""
    if state.half_move is not None:
        return mills_at(state, state.half_move.target)
    return [] if state.last is None else mills_at(state, state.last.target)


_GROUND = 0.3  # units: the radius of the disc behind a figure


@dataclass(frozen=True, slots=True)
class MorrisScene:
    """Everything one repaint needs."""

    state: MorrisState
    geometry: MorrisGeometry
    theme: MorrisTheme = LIGHT
    focused: bool = False  # the keyboard focus is here: frame the board
    moving: Moving = field(default_factory=Moving)


def paint(painter: QPainter, scene: MorrisScene) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _ground(painter, scene)
    _coordinates(painter, scene)
    _lines(painter, scene)
    _trays(painter, scene)
    _mills(painter, scene)
    _last_turn(painter, scene)
    _stones(painter, scene)
    draw_arrows(painter, scene.state.all_arrows, scene.geometry)
    _map(painter, scene)
    _takeable(painter, scene)
    _targets(painter, scene)
    _faults(painter, scene)
    _stamp(painter, scene)
    _frames(painter, scene)


# --- the board ------------------------------------------------------------------------------------


def _ground(painter: QPainter, scene: MorrisScene) -> None:
    theme, unit = scene.theme, scene.geometry.unit
    painter.setPen(QPen(QColor(theme.edge), max(1.0, unit / 30)))
    painter.setBrush(QColor(theme.board))
    painter.drawRoundedRect(scene.geometry.board, unit * 0.16, unit * 0.16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.between))
    last = scene.geometry.lines.size - 1
    corners = scene.geometry.spot(0, 0), scene.geometry.spot(last, last)
    painter.drawRect(QRectF(*corners).normalized())
    if theme.grained:
        inset = unit * 0.1  # the corners are round
        draw_grain(painter, scene.geometry.board.adjusted(inset, inset, -inset, -inset), columns=1)


def _lines(painter: QPainter, scene: MorrisScene) -> None:
    geometry, theme = scene.geometry, scene.theme
    pen = QPen(QColor(theme.line), max(1.5, geometry.unit * 0.045))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    for start, end in geometry.lines.segments:
        painter.drawLine(geometry.centre_of(start), geometry.centre_of(end))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.line))
    for point in range(geometry.lines.points):
        painter.drawEllipse(geometry.centre_of(point), *(geometry.unit * 0.1,) * 2)


def _coordinates(painter: QPainter, scene: MorrisScene) -> None:
    if not board_style().coordinates:
        return
    geometry = scene.geometry
    font = QFont(painter.font())
    font.setPixelSize(max(9, round(geometry.unit * 0.21)))
    painter.setFont(font)
    painter.setPen(QColor(scene.theme.text))
    half = geometry.unit * 0.3
    for pixel, name in geometry.coordinates():
        room = QRectF(pixel.x() - half, pixel.y() - half, 2 * half, 2 * half)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, name)


def _trays(painter: QPainter, scene: MorrisScene) -> None:
    """Draw both trays with their stones; a stone that is being dragged is faint."""
    geometry, state = scene.geometry, scene.state
    radius = IN_TRAY * geometry.unit / 2
    for white, tray in TRAYS.items():
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(scene.theme.tray))
        painter.drawRoundedRect(geometry.tray_of(white), *(geometry.unit * 0.16,) * 2)
        count = state.hands.get(tray, 0)
        lifted = count if held_from(state) == tray and state.carried is not None else 0
        for index in range(max(geometry.wells, count)):
            centre = geometry.well_of(white, index)
            if index < count:
                faint = 0.35 if lifted == index + 1 else 1.0
                draw_stone(painter, SYMBOLS[white], square_around(centre, 2 * radius), faint)
            else:
                painter.setBrush(QColor(scene.theme.well))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawEllipse(centre, radius * 0.4, radius * 0.4)


def tray_top(geometry: MorrisGeometry, state: MorrisState, tray: int) -> QPointF:
    """Return the middle of the next stone to be placed from `tray`."""
    index = max(state.hands.get(tray, 0) - 1, 0)
    return geometry.well_of(tray == TRAYS[True], index)


# --- the last move --------------------------------------------------------------------------------


def _mills(painter: QPainter, scene: MorrisScene) -> None:
    """Highlight the mills that the last move closed."""
    geometry = scene.geometry
    glow, core = QColor(scene.theme.mill), QColor(scene.theme.mill)
    glow.setAlpha(90)
    for mill in closed_last(scene.state):
        ends = [geometry.centre_of(place) for place in mill]
        ends.sort(key=lambda at: (at.x(), at.y()))
        for colour, width in ((glow, 1.0), (core, 0.16)):
            pen = QPen(colour, geometry.unit * width, c=Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(ends[0], ends[-1])


def _last_turn(painter: QPainter, scene: MorrisScene) -> None:
    """Ring the origin and target of the last move, and show the stones it took faintly."""
    state, geometry = scene.state, scene.geometry
    if state.last is None or state.half_move is not None:
        return
    colour, unit = QColor(scene.theme.last), geometry.unit
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state.last.origin < 24:
        pen = QPen(colour, unit * 0.05, Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.drawEllipse(geometry.centre_of(state.last.origin), unit * 0.3, unit * 0.3)
    if state.last.target in state.pieces:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(geometry.centre_of(state.last.target), unit * 0.47, unit * 0.47)
    for place in state.last.removed:
        if place not in state.pieces:
            _gone(painter, scene, place)


def _gone(painter: QPainter, scene: MorrisScene, place: int) -> None:
    """Draw the stone taken from `place` faintly and crossed out."""
    state, geometry = scene.state, scene.geometry
    assert state.last is not None
    taker = state.pieces.get(state.last.target, SYMBOLS[True])
    rect = geometry.stone_at(geometry.centre_of(place))
    symbol = SYMBOLS[taker != SYMBOLS[True]]
    draw_stone(painter, symbol, rect, 0.32, shadow=False)
    painter.setPen(QPen(QColor(scene.theme.take), rect.width() / 11, c=Qt.PenCapStyle.RoundCap))
    draw_cross(painter, rect.center(), rect.width() * 0.2)


# --- stones and moves -----------------------------------------------------------------------------


def _stones(painter: QPainter, scene: MorrisScene) -> None:
    """Draw the standing stones, then the gliding ones above them."""
    state, geometry = scene.state, scene.geometry
    lifted = state.carried.origin if state.carried else None
    for place, symbol in state.pieces.items():
        if place < 24 and place not in scene.moving.glides:
            rect = geometry.stone_at(geometry.centre_of(place))
            draw_stone(painter, symbol, rect, 0.3 if place == lifted else 1.0)
    if state.selected is not None and state.carried is None:
        _ring_round(painter, scene, state.selected, scene.theme.accent, 0.09)
    for point, symbol in scene.moving.fades.items():
        rect = geometry.stone_at(geometry.centre_of(point))
        draw_stone(painter, symbol, rect, scene.moving.left)
    for place, centre in scene.moving.glides.items():
        if place in state.pieces:
            draw_stone(painter, state.pieces[place], geometry.stone_at(centre))


def _ring_round(
    painter: QPainter,
    scene: MorrisScene,
    place: int,
    colour: str,
    width: float,
    radius: float = 0.44,
) -> None:
    """Draw a ring round the stone on `place`, or round the next one of a tray."""
    geometry, unit = scene.geometry, scene.geometry.unit
    tray = place in TRAYS.values()
    centre = tray_top(geometry, scene.state, place) if tray else geometry.centre_of(place)
    radius *= IN_TRAY / STONE if tray else 1
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), unit * width))
    painter.drawEllipse(centre, unit * radius, unit * radius)


def _takeable(painter: QPainter, scene: MorrisScene) -> None:
    """Mark the stones that can be taken with a ring, a cross and a label."""
    state, geometry = scene.state, scene.geometry
    choices = takeable(state)
    values = {place: value_of(state, moves) for place, moves in choices.items()}
    if state.square_map is not None:
        values = {}
    for place in choices:
        hovered = place == state.hovered and state.carried is None
        _ring_round(painter, scene, place, scene.theme.take, 0.13 if hovered else 0.08)
        rect = geometry.stone_at(geometry.centre_of(place))
        radius = geometry.unit * 0.13
        corner = rect.center() + QPointF(rect.width(), -rect.width()) * 0.36
        draw_badge(painter, corner, radius, QColor(scene.theme.take), sign=CROSS)
    _values(painter, scene, values)


def _targets(painter: QPainter, scene: MorrisScene) -> None:
    """Mark where the selected stone may go, and preview a stone that a click would place."""
    state, geometry = scene.state, scene.geometry
    held = held_from(state)
    at_once = placings(state) if held is None else {}
    marks = targets(state) if held is not None else ()
    moves = {} if held is None else state.destinations.get(held, {})
    if state.editing:
        return
    over = state.carried.over if state.carried else state.hovered
    values = {p: value_of(state, several) for p, several in {**at_once, **moves}.items()}
    if state.square_map is not None:
        values = {}
    for place in marks:
        if not board_style().targets and place != over:
            continue
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(scene.theme.accent))
        size = geometry.unit * (0.26 if place == over else 0.19)
        if state.square_map is not None:  # its figures stay in sight
            painter.setPen(QPen(QColor(scene.theme.accent), geometry.unit * 0.05))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            size = geometry.unit * 0.36
        painter.drawEllipse(geometry.centre_of(place), size, size)
    if over in at_once and over is not None:
        rect = geometry.stone_at(geometry.centre_of(over))
        draw_stone(painter, SYMBOLS[state.mover], rect, 0.55)
    _values(painter, scene, values)


def _map(painter: QPainter, scene: MorrisScene) -> None:
    """Show the square map, and mark its stone."""
    shown = scene.state.square_map
    if shown is None:
        return
    _values(painter, scene, shown.values)
    draw_corners(painter, scene.geometry.room_of(shown.place), QColor(scene.theme.accent))


def _values(painter: QPainter, scene: MorrisScene, values: Mapping[int, PlaceValue | None]) -> None:
    """Draw what points are worth: on a disc, or in the corner of a stone."""
    geometry, state = scene.geometry, scene.state
    for place, value in values.items():
        if value is None:
            continue
        occupied = place in state.pieces or place == state.hovered
        if not occupied:
            draw_ground(painter, geometry.centre_of(place), geometry.unit * _GROUND, value)
        draw_value(painter, geometry.room_of(place), value, occupied=occupied)


# --- marks ----------------------------------------------------------------------------------------


def _faults(painter: QPainter, scene: MorrisScene) -> None:
    """Ring stones that make the position unplayable, with a badge."""
    geometry = scene.geometry
    for place in scene.state.faults:
        _ring_round(painter, scene, place, scene.theme.take, 0.07)
        corner = geometry.centre_of(place) + QPointF(geometry.unit, -geometry.unit) * 0.3
        draw_badge(painter, corner, geometry.unit * 0.13, QColor(scene.theme.take))


def _stamp(painter: QPainter, scene: MorrisScene) -> None:
    """Preview the stamp on the point under the mouse, unless a stone stands there already."""
    state, geometry, place = scene.state, scene.geometry, scene.state.hovered
    if not state.editing or state.stamp is None or place is None or state.carried or place >= 24:
        return
    rect = geometry.stone_at(geometry.centre_of(place))
    if state.stamp == ERASER:
        pen = QPen(QColor(scene.theme.take), rect.width() / 10, c=Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        draw_cross(painter, rect.center(), rect.width() * 0.24)
    elif place not in state.pieces:
        draw_stone(painter, state.stamp, rect, 0.5)


def _frames(painter: QPainter, scene: MorrisScene) -> None:
    """Frame the place under the mouse, the keyboard cursor, and the focused board."""
    state, geometry = scene.state, scene.geometry
    accent = QColor(scene.theme.accent)
    pointed = _pointed_at(state)
    if pointed is not None and pointed != state.selected:
        _ring_round(painter, scene, pointed, scene.theme.accent, 0.05)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state.cursor is not None:
        painter.setPen(QPen(accent, max(2.0, geometry.unit / 16)))
        painter.drawRoundedRect(geometry.room_of(state.cursor), *(geometry.unit * 0.14,) * 2)
    if scene.focused:
        painter.setPen(QPen(accent, 2))
        painter.drawRoundedRect(geometry.board.adjusted(2, 2, -2, -2), *(geometry.unit * 0.14,) * 2)


def _pointed_at(state: MorrisState) -> int | None:
    """Return the place to ring because a press or a drop there would do something."""
    if state.carried is not None:
        return state.carried.over if state.editing else None
    if state.half_move is not None:
        return None
    lively = (state.editing and state.stamp is not None) or may_lift(state, state.hovered)
    return state.hovered if lively else None
