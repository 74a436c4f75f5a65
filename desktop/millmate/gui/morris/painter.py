"""Draws a morris board: ground, lines, trays, marks, stones, words, in that order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from millmate.gui.board.arrows import draw_arrows
from millmate.gui.board.badge import CROSS, draw_badge
from millmate.gui.board.edits import ERASER
from millmate.gui.board.label import draw_label, lettering
from millmate.gui.board.look import current_theme
from millmate.gui.board.state import held_from, may_lift, targets
from millmate.gui.board.theme import board_theme
from millmate.gui.morris.geometry import (
    BLACK_TRAY,
    IN_TRAY,
    STONE,
    TRAYS,
    WHITE_TRAY,
    Geometry,
    centre_of,
    coordinates,
    room_of,
    spot,
    square,
    stone_at,
    tray_of,
    well_of,
)
from millmate.gui.morris.state import (
    SYMBOLS,
    MorrisState,
    closed_last,
    placings,
    takeable,
    words_of,
)
from millmate.gui.morris.stones import draw_stone
from millmate.gui.morris.theme import LIGHT, MorrisTheme


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything one painting needs."""

    state: MorrisState
    geometry: Geometry
    theme: MorrisTheme = LIGHT
    focused: bool = False  # the keyboard has come here: frame the board
    glides: Mapping[int, tuple[float, float]] = field(default_factory=dict)  # place -> pixel
    progress: float = 1.0  # how far the gliding stones have come, 0 to 1


def paint(painter: QPainter, scene: Scene) -> None:
    """Draw `scene` with `painter`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _ground(painter, scene)
    _coordinates(painter, scene)
    _lines(painter, scene)
    _trays(painter, scene)
    _mills(painter, scene)
    _last_turn(painter, scene)
    _stones(painter, scene)
    _arrows(painter, scene)
    _takeable(painter, scene)
    _targets(painter, scene)
    _faults(painter, scene)
    _stamp(painter, scene)
    _frames(painter, scene)


# --- the board ------------------------------------------------------------------------------------


def _ground(painter: QPainter, scene: Scene) -> None:
    theme, unit = scene.theme, scene.geometry.unit
    painter.setPen(QPen(QColor(theme.edge), max(1.0, unit / 30)))
    painter.setBrush(QColor(theme.board))
    painter.drawRoundedRect(scene.geometry.board, unit * 0.16, unit * 0.16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.between))
    painter.drawRect(_ring(scene.geometry, 0))


def _ring(geometry: Geometry, ring: int) -> QRectF:
    return QRectF(spot(geometry, ring, ring), spot(geometry, 6 - ring, 6 - ring)).normalized()


def _lines(painter: QPainter, scene: Scene) -> None:
    geometry, theme = scene.geometry, scene.theme
    pen = QPen(QColor(theme.line), max(1.5, geometry.unit * 0.045))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ring in range(3):
        painter.drawRect(_ring(geometry, ring))
    for position in range(8):
        if scene.state.lines.spokes >> position & 1:
            painter.drawLine(centre_of(geometry, position), centre_of(geometry, 16 + position))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.line))
    for point in range(24):
        painter.drawEllipse(centre_of(geometry, point), *(geometry.unit * 0.1,) * 2)


def _coordinates(painter: QPainter, scene: Scene) -> None:
    if not current_theme().coordinates:
        return
    geometry = scene.geometry
    font = QFont(painter.font())
    font.setPixelSize(max(9, round(geometry.unit * 0.21)))
    painter.setFont(font)
    painter.setPen(QColor(scene.theme.text))
    half = geometry.unit * 0.3
    for pixel, name in coordinates(geometry):
        room = QRectF(pixel.x() - half, pixel.y() - half, 2 * half, 2 * half)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, name)


def _trays(painter: QPainter, scene: Scene) -> None:
    """Draw both trays with the stones in them; the well of a stone that is lifted is faint."""
    geometry, state = scene.geometry, scene.state
    radius = IN_TRAY * geometry.unit / 2
    for white, tray in TRAYS.items():
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(scene.theme.tray))
        painter.drawRoundedRect(tray_of(geometry, white), *(geometry.unit * 0.16,) * 2)
        count = state.hands.get(tray, 0)
        lifted = count if held_from(state) == tray and state.carried is not None else 0
        for index in range(max(geometry.wells, count)):
            centre = well_of(geometry, white, index)
            if index < count:
                faint = 0.35 if lifted == index + 1 else 1.0
                draw_stone(painter, SYMBOLS[white], square(centre, 2 * radius), faint)
            else:
                painter.setBrush(QColor(scene.theme.well))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawEllipse(centre, radius * 0.4, radius * 0.4)


def tray_top(geometry: Geometry, state: MorrisState, tray: int) -> QPointF:
    """Return the middle of the last stone in `tray`, which is the next to be taken from it."""
    index = max(state.hands.get(tray, 0) - 1, 0)
    return well_of(geometry, tray == WHITE_TRAY, index)


# --- what has happened ----------------------------------------------------------------------------


def _mills(painter: QPainter, scene: Scene) -> None:
    """Underline the mills that were closed last, along their whole length."""
    geometry = scene.geometry
    glow, core = QColor(scene.theme.mill), QColor(scene.theme.mill)
    glow.setAlpha(90)
    for mill in closed_last(scene.state):
        ends = [centre_of(geometry, place) for place in mill]
        ends.sort(key=lambda at: (at.x(), at.y()))
        for colour, width in ((glow, 1.0), (core, 0.16)):
            pen = QPen(colour, geometry.unit * width, c=Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(ends[0], ends[-1])


def _last_turn(painter: QPainter, scene: Scene) -> None:
    """Ring where the last stone came from and went, and let what it took be guessed."""
    state, geometry = scene.state, scene.geometry
    if state.last is None or state.due is not None:
        return
    colour, unit = QColor(scene.theme.last), geometry.unit
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state.last.origin < 24:
        pen = QPen(colour, unit * 0.05, Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.drawEllipse(centre_of(geometry, state.last.origin), unit * 0.3, unit * 0.3)
    if state.last.target in state.pieces:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(centre_of(geometry, state.last.target), unit * 0.47, unit * 0.47)
    for place in state.last.removed:
        if place not in state.pieces:
            _gone(painter, scene, place)


def _gone(painter: QPainter, scene: Scene, place: int) -> None:
    """Draw the stone that was taken from `place` faintly, crossed out."""
    state, geometry = scene.state, scene.geometry
    assert state.last is not None
    taker = state.pieces.get(state.last.target, SYMBOLS[True])
    rect = stone_at(geometry, centre_of(geometry, place))
    symbol = SYMBOLS[taker != SYMBOLS[True]]
    draw_stone(painter, symbol, rect, 0.32, shadow=False)
    arm = rect.width() * 0.2
    painter.setPen(QPen(QColor(scene.theme.take), rect.width() / 11, c=Qt.PenCapStyle.RoundCap))
    middle = rect.center()
    painter.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm))
    painter.drawLine(middle - QPointF(arm, -arm), middle + QPointF(arm, -arm))


# --- stones and what may be done with them --------------------------------------------------------


def _stones(painter: QPainter, scene: Scene) -> None:
    """Draw the standing stones, then those on their way, which pass over them."""
    state, geometry = scene.state, scene.geometry
    lifted = state.carried.origin if state.carried else None
    for place, symbol in state.pieces.items():
        if place < 24 and place not in scene.glides:
            rect = stone_at(geometry, centre_of(geometry, place))
            draw_stone(painter, symbol, rect, 0.3 if place == lifted else 1.0)
    if state.selected is not None and state.carried is None:
        _ring_round(painter, scene, state.selected, scene.theme.accent, 0.09)
    for place, (x, y) in scene.glides.items():
        if place in state.pieces:
            start = QPointF(x, y)
            at = start + (centre_of(geometry, place) - start) * scene.progress
            draw_stone(painter, state.pieces[place], stone_at(geometry, at))


def _ring_round(
    painter: QPainter, scene: Scene, place: int, colour: str, width: float, radius: float = 0.44
) -> None:
    """Draw a ring round the stone on `place`; of a tray, round the next to be placed."""
    geometry, unit = scene.geometry, scene.geometry.unit
    tray = place in (WHITE_TRAY, BLACK_TRAY)
    centre = tray_top(geometry, scene.state, place) if tray else centre_of(geometry, place)
    radius *= IN_TRAY / STONE if tray else 1
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), unit * width))
    painter.drawEllipse(centre, unit * radius, unit * radius)


def _arrows(painter: QPainter, scene: Scene) -> None:
    geometry = scene.geometry
    centre = partial(centre_of, geometry)
    draw_arrows(painter, scene.state.all_arrows, centre, STONE * geometry.unit)


def _takeable(painter: QPainter, scene: Scene) -> None:
    """Mark the stones that may be taken: ringed, with a cross, and with what taking is worth."""
    state, geometry = scene.state, scene.geometry
    choices = takeable(state)
    words = {place: words_of(state, moves) for place, moves in choices.items()}
    for place in choices:
        hovered = place == state.hovered and state.carried is None
        _ring_round(painter, scene, place, scene.theme.take, 0.13 if hovered else 0.08)
        rect = stone_at(geometry, centre_of(geometry, place))
        radius = geometry.unit * 0.13
        corner = rect.center() + QPointF(rect.width(), -rect.width()) * 0.36
        draw_badge(painter, corner, radius, QColor(scene.theme.take), sign=CROSS)
    _labels(painter, scene, words)


def _targets(painter: QPainter, scene: Scene) -> None:
    """Mark where the stone in the hand may go, and where one may be placed at once."""
    state, geometry = scene.state, scene.geometry
    held = held_from(state)
    at_once = placings(state) if held is None else {}
    marks = targets(state) if held is not None else ()
    moves = {} if held is None else state.destinations.get(held, {})
    if state.editing:
        return
    over = state.carried.over if state.carried else state.hovered
    for place in marks:
        if not current_theme().targets and place != over:
            continue
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(scene.theme.accent))
        size = geometry.unit * (0.26 if place == over else 0.19)
        painter.drawEllipse(centre_of(geometry, place), size, size)
    if over in at_once and over is not None:
        rect = stone_at(geometry, centre_of(geometry, over))
        draw_stone(painter, SYMBOLS[state.mover], rect, 0.55)
    _labels(painter, scene, {p: words_of(state, m) for p, m in {**at_once, **moves}.items()})


def _labels(painter: QPainter, scene: Scene, words: Mapping[int, str]) -> None:
    """Write what moves are worth on their targets."""
    shown = {place: text for place, text in words.items() if text}
    style = lettering(painter.font(), shown.values(), scene.geometry.unit)
    for place, text in shown.items():
        draw_label(painter, text, room_of(scene.geometry, place), board_theme(), style)


# --- marks ----------------------------------------------------------------------------------------


def _faults(painter: QPainter, scene: Scene) -> None:
    """Ring stones that keep the position from being played, with a sign beside them."""
    geometry = scene.geometry
    for place in scene.state.faults:
        _ring_round(painter, scene, place, scene.theme.take, 0.07)
        corner = centre_of(geometry, place) + QPointF(geometry.unit, -geometry.unit) * 0.3
        draw_badge(painter, corner, geometry.unit * 0.13, QColor(scene.theme.take))


def _stamp(painter: QPainter, scene: Scene) -> None:
    """Show on the point under the mouse what a press would do there."""
    state, geometry, place = scene.state, scene.geometry, scene.state.hovered
    if not state.editing or state.stamp is None or place is None or state.carried or place >= 24:
        return
    rect = stone_at(geometry, centre_of(geometry, place))
    if state.stamp == ERASER:
        arm = rect.width() * 0.24
        pen = QPen(QColor(scene.theme.take), rect.width() / 10, c=Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        middle = rect.center()
        painter.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm))
        painter.drawLine(middle - QPointF(arm, -arm), middle + QPointF(arm, -arm))
    elif state.pieces.get(place) != state.stamp:
        draw_stone(painter, state.stamp, rect, 0.5)


def _frames(painter: QPainter, scene: Scene) -> None:
    """Frame the place under the hand, the keyboard's cursor, and the focused board."""
    state, geometry = scene.state, scene.geometry
    accent = QColor(scene.theme.accent)
    pointed = _pointed_at(state)
    if pointed is not None and pointed != state.selected:
        _ring_round(painter, scene, pointed, scene.theme.accent, 0.05)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state.cursor is not None:
        painter.setPen(QPen(accent, max(2.0, geometry.unit / 16)))
        painter.drawRoundedRect(room_of(geometry, state.cursor), *(geometry.unit * 0.14,) * 2)
    if scene.focused:
        painter.setPen(QPen(accent, 2))
        painter.drawRoundedRect(geometry.board.adjusted(2, 2, -2, -2), *(geometry.unit * 0.14,) * 2)


def _pointed_at(state: MorrisState) -> int | None:
    """Return the place to ring because pressing, or letting go, there would do something."""
    if state.carried is not None:
        return state.carried.over if state.editing else None
    if state.due is not None:
        return None
    lively = (state.editing and state.stamp is not None) or may_lift(state, state.hovered)
    return state.hovered if lively else None
