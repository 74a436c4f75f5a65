"""The picture of a morris board, and what a state lets be done there."""

import re
from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor

from millmate.games.morris.points import Lines, points_in
from millmate.gui.boards import scene
from millmate.gui.boards.geometry import IN_TRAY, STONE, TRAYS, MorrisGeometry, square_around
from millmate.gui.boards.landscape import mapped_man, morris_landscape
from millmate.gui.boards.scene import Item, Look
from millmate.gui.boards.state import (
    ERASER,
    BoardState,
    Turn,
    held_from,
    pointed_at,
    targets,
    value_of,
)
from millmate.gui.boards.theme import BoardTheme, Stone, Value, board_style
from millmate.pictures.value_marks import COLOURS, PlaceValue

_GROUND = 0.3  # units: the radius of the disc behind a figure

SYMBOLS = {True: "W", False: "B"}

_TURN = re.compile("(?:(..)-)?(..)((?:x..)*)")


def turn_of(move: str, mover: bool, lines: Lines) -> Turn:
    """Return a move such as `d6-d7xa1` of the side `mover` on a board with `lines`."""
    match = _TURN.fullmatch(move)
    assert match is not None, move
    origin, target, taken = match.groups()
    numbers = lines.numbers
    return Turn(
        TRAYS[mover] if origin is None else numbers[origin],
        numbers[target],
        tuple(map(numbers.__getitem__, taken.split("x")[1:])),
    )


def placings(state: BoardState) -> Mapping[int, tuple[str, ...]]:
    """Return the points where a click places a stone, with the moves there."""
    if state.editing or state.choice is not None or not state.interactive:
        return {}
    return state.destinations.get(TRAYS[state.mover], {})


def takeable(state: BoardState) -> Mapping[int, tuple[str, ...]]:
    """Return the stones that can be taken now, with the moves that take them."""
    if state.choice is None:
        return {}
    found: dict[int, list[str]] = {}
    for move in state.choice.moves:
        for taken in turn_of(move, state.mover, state.lines).removed:
            if taken not in state.choice.taken:
                found.setdefault(taken, []).append(move)
    return {place: tuple(moves) for place, moves in found.items()}


def mills_at(state: BoardState, place: int | None) -> list[tuple[int, ...]]:
    """Return the mills (three points each) that contain the stone on `place`."""
    symbol = state.pieces.get(place) if place is not None else None
    if symbol is None or place is None or place >= 24:
        return []
    mills = [(place, *points_in(rest)) for rest in state.lines.mills_at[place]]
    return [mill for mill in mills if all(state.pieces.get(point) == symbol for point in mill)]


def closed_last(state: BoardState) -> list[tuple[int, ...]]:
    """Return the mills closed by the half move, or else by the last move."""
    if state.choice is not None:
        return mills_at(state, state.choice.target)
    return [] if state.last is None else mills_at(state, state.last.target)


def morris_scene(
    state: BoardState, geometry: MorrisGeometry, theme: BoardTheme, look: Look
) -> list[Item]:
    """Return everything that a morris board shows, the last on top."""
    items = [*_ground(geometry, theme, board_style().coordinates)]
    items += _trays(state, geometry, theme)
    items += _mills(state, geometry, theme)
    items += _last_turn(state, geometry, theme)
    if state.square_map is not None:
        items += morris_landscape(state.square_map, geometry, theme, state.pieces)
    lifted = state.carried.origin if state.carried else None
    items += scene.men_of(state, geometry.men, geometry, look.moving, lifted, Stone)
    if state.selected is not None and state.carried is None:
        items.append(_ring(state, geometry, state.selected, theme.accent, 0.09))
    items += scene.arrows_of(state.all_arrows, geometry)
    items += mapped_man(state.square_map, geometry.men, theme.accent, stone=True)
    items += _takeable(state, geometry, theme)
    items += _targets(state, geometry, theme)
    for place in state.faults:
        corner = geometry.centre_of(place) + QPointF(geometry.unit, -geometry.unit) * 0.3
        items.append(_ring(state, geometry, place, theme.fault, 0.07))
        items.append(scene.Badge(corner, geometry.unit * 0.13, theme.fault))
    items += _stamp(state, geometry, theme)
    return items + _frames(state, geometry, theme, look)


@lru_cache(maxsize=8)
def _ground(geometry: MorrisGeometry, theme: BoardTheme, coordinates: bool) -> tuple[Item, ...]:
    """Return the board with its coordinates, lines and points."""
    unit, lines, centre = geometry.unit, geometry.lines, geometry.centre_of
    edge = max(1.0, unit / 30)
    between = QRectF(geometry.spot(0, 0), geometry.spot(lines.size - 1, lines.size - 1))
    items: list[Item] = [
        scene.Frame(geometry.board, theme.rim, edge, theme.board, unit * 0.16),
        scene.Frame(between.normalized(), ground=theme.between),
    ]
    if theme.grained:
        inset = unit * 0.1  # the corners are round
        items.append(scene.Grain(geometry.board.adjusted(inset, inset, -inset, -inset), 1))
    if coordinates:
        names = [(square_around(at, 0.6 * unit), name) for at, name in geometry.coordinates()]
        items.append(scene.Text(names, theme.text, max(9, round(unit * 0.21))))
    ways = [(centre(start), centre(end)) for start, end in lines.segments]
    items.append(scene.Strokes(ways, theme.line, max(1.5, unit * 0.045)))
    points = [centre(point) for point in range(lines.points)]
    items.append(scene.Dots(points, unit * 0.1, theme.line))
    return tuple(items)


def _trays(state: BoardState, geometry: MorrisGeometry, theme: BoardTheme) -> list[Item]:
    """Return both trays with their stones; a stone that is being dragged is faint."""
    side, items = IN_TRAY * geometry.tray, list[Item]()
    for white, tray in TRAYS.items():
        count = state.hands.get(tray, 0)
        wells = geometry.wells_of(white, max(geometry.wells, count))
        lifted = count if held_from(state) == tray and state.carried is not None else 0
        items.append(
            scene.Frame(geometry.trays[white], ground=theme.tray, radius=geometry.tray / 2)
        )
        for index, centre in enumerate(wells[:count], 1):
            faint = 0.35 if lifted == index else 1.0
            items.append(Stone(SYMBOLS[white], square_around(centre, side), faint))
        items.append(scene.Dots(wells[count:], side / 2 * 0.4, theme.well))
    return items


def tray_top(geometry: MorrisGeometry, state: BoardState, tray: int) -> QPointF:
    """Return the middle of the next stone to be placed from `tray`."""
    return geometry.wells_of(tray == TRAYS[True], max(state.hands.get(tray, 0), 1))[-1]


def _mills(state: BoardState, geometry: MorrisGeometry, theme: BoardTheme) -> list[Item]:
    """Highlight the mills that the last move closed."""
    glow, items = QColor(theme.mill), list[Item]()
    glow.setAlpha(90)
    for mill in closed_last(state):
        ends = sorted(
            (geometry.centre_of(place) for place in mill), key=lambda at: (at.x(), at.y())
        )
        for colour, width in ((glow, 1.0), (QColor(theme.mill), 0.16)):
            items.append(scene.Strokes([(ends[0], ends[-1])], colour, geometry.unit * width))
    return items


def _last_turn(state: BoardState, geometry: MorrisGeometry, theme: BoardTheme) -> list[Item]:
    """Ring the origin and target of the last move, and show the stones it took faintly."""
    last, unit, items = state.last, geometry.unit, list[Item]()
    if last is None or state.choice is not None:
        return items
    if last.origin < 24:
        centre, dots = geometry.centre_of(last.origin), Qt.PenStyle.DotLine
        items.append(scene.Disc(centre, unit * 0.3, line=theme.last, width=unit * 0.05, style=dots))
    if last.target in state.pieces:
        items.append(scene.Disc(geometry.centre_of(last.target), unit * 0.47, theme.last))
    taker = state.pieces.get(last.target, SYMBOLS[True])
    for place in last.removed:
        if place not in state.pieces:
            rect = geometry.men[place]
            arms = scene.cross(rect.center(), rect.width() * 0.2)
            items.append(Stone(SYMBOLS[taker != SYMBOLS[True]], rect, 0.32, shadow=False))
            items.append(scene.Strokes(arms, theme.fault, rect.width() / 11))
    return items


def _ring(
    state: BoardState, geometry: MorrisGeometry, place: int, colour: str, width: float
) -> scene.Disc:
    """Return a ring round the stone on `place`, or round the next one of a tray."""
    unit, tray = geometry.unit, place in TRAYS.values()
    centre = tray_top(geometry, state, place) if tray else geometry.centre_of(place)
    stone = IN_TRAY * geometry.tray if tray else STONE * unit
    return scene.Disc(centre, 0.55 * stone, line=colour, width=width * stone / STONE)


def _takeable(state: BoardState, geometry: MorrisGeometry, theme: BoardTheme) -> list[Item]:
    """Mark the stones that can be taken with a ring, a cross and a label."""
    choices, items = takeable(state), list[Item]()
    for place in choices:
        width = 0.13 if place == state.hovered and state.carried is None else 0.08
        rect = geometry.men[place]
        corner = rect.center() + QPointF(rect.width(), -rect.width()) * 0.36
        items.append(_ring(state, geometry, place, theme.fault, width))
        items.append(scene.Badge(corner, geometry.unit * 0.13, theme.fault, scene.CROSS))
    values = {place: value_of(state, moves) for place, moves in choices.items()}
    return items + _values(state, geometry, {} if state.square_map is not None else values)


def _targets(state: BoardState, geometry: MorrisGeometry, theme: BoardTheme) -> list[Item]:
    """Mark where the selected stone can go, and preview a stone that a click would place."""
    if state.editing:
        return []
    held, unit, items = held_from(state), geometry.unit, list[Item]()
    at_once = placings(state) if held is None else {}
    moves = at_once if held is None else state.destinations.get(held, {})
    over = state.carried.over if state.carried else state.hovered
    for place in targets(state):
        centre, size = geometry.centre_of(place), unit * (0.26 if place == over else 0.19)
        if state.square_map is not None and (board_style().targets or place == over):
            items.append(scene.Disc(centre, unit * 0.36, line=theme.accent, width=unit * 0.05))
        elif board_style().targets or place == over:  # the figures of a map stay in sight
            items.append(scene.Disc(centre, size, theme.accent))
    if over in at_once and over is not None:
        items.append(Stone(SYMBOLS[state.mover], geometry.men[over], 0.55))
    values = {place: value_of(state, several) for place, several in moves.items()}
    return items + _values(state, geometry, {} if state.square_map is not None else values)


def _values(
    state: BoardState, geometry: MorrisGeometry, values: Mapping[int, PlaceValue | None]
) -> list[Item]:
    """Return the values of points: on a disc, since lines cross there, or next to a stone."""
    radius, items = geometry.unit * _GROUND, list[Item]()
    for place, value in values.items():
        if value is None:
            continue
        occupied = place in state.pieces or place == state.hovered
        if not occupied:
            colours, line = COLOURS[value.wdl], max(1.0, radius / 12)
            centre = geometry.centre_of(place)
            items.append(scene.Disc(centre, radius, colours.ground, colours.sign, line))
        items.append(Value(geometry.room_of(place), value, occupied))
    return items


def _stamp(state: BoardState, geometry: MorrisGeometry, theme: BoardTheme) -> list[Item]:
    """Preview the stamp on the point under the mouse, unless it has a stone already."""
    place = state.hovered
    if not state.editing or state.stamp is None or place is None or state.carried or place >= 24:
        return []
    rect = geometry.men[place]
    if state.stamp == ERASER:
        return [
            scene.Strokes(
                scene.cross(rect.center(), rect.width() * 0.24), theme.fault, rect.width() / 10
            )
        ]
    return [] if place in state.pieces else [Stone(state.stamp, rect, 0.5)]


def _frames(
    state: BoardState, geometry: MorrisGeometry, theme: BoardTheme, look: Look
) -> list[Item]:
    """Frame the place under the mouse, the keyboard cursor, and the focused board."""
    items, unit, radius = list[Item](), geometry.unit, geometry.unit * 0.14
    pointed = None if state.choice else pointed_at(state)
    if pointed is not None and pointed != state.selected:
        items.append(_ring(state, geometry, pointed, theme.accent, 0.05))
    if state.cursor is not None:
        room = geometry.room_of(state.cursor)
        items.append(scene.Frame(room, theme.accent, max(2.0, unit / 16), radius=radius))
    if look.focused:
        board = geometry.board.adjusted(2, 2, -2, -2)
        items.append(scene.Frame(board, theme.accent, 2, radius=radius))
    return items
