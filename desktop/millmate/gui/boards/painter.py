"""Paints a chessboard, layer by layer."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen, QRadialGradient

from millmate.gui.boards.animation import Moving
from millmate.gui.boards.geometry import ChessGeometry, square_around
from millmate.gui.boards.grain import draw_grain
from millmate.gui.boards.men import draw_piece
from millmate.gui.boards.overlays import PLUS, draw_arrows, draw_badge, draw_cross
from millmate.gui.boards.state import (
    ERASER,
    BoardState,
    ChessState,
    held_from,
    may_lift,
    moved,
    target_value,
    targets,
)
from millmate.gui.boards.theme import BoardTheme, board_style
from millmate.gui.boards.value_marks import draw_corners, draw_value, hatch, tint
from millmate.pictures.value_marks import PlaceValue


@dataclass(frozen=True, slots=True)
class ChessScene:
    """Everything one repaint needs."""

    state: ChessState
    geometry: ChessGeometry
    theme: BoardTheme
    text: QColor  # of the coordinates, on the window's own background
    focused: bool = False  # the keyboard focus is here: frame the board
    moving: Moving = field(default_factory=Moving)
    draft: bool = False  # while the size changes, pieces may be stretched


def paint(painter: QPainter, scene: ChessScene) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    _squares(painter, scene)
    _tints(painter, scene)
    values = place_values(scene.state)
    _value_tints(painter, scene, values)
    _map(painter, scene)
    _trail(painter, scene)
    _check(painter, scene)
    _edge(painter, scene)
    _coordinates(painter, scene)
    _pieces(painter, scene)
    _check_sign(painter, scene)
    draw_arrows(painter, scene.state.all_arrows, scene.geometry)
    _targets(painter, scene, values)
    _values(painter, scene, values)
    _faults(painter, scene)
    _stamp(painter, scene)
    _frames(painter, scene)
    _promotion(painter, scene)


def _squares(painter: QPainter, scene: ChessScene) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(scene.geometry.board, QColor(scene.theme.light))
    dark = QColor(scene.theme.dark)
    for square in range(64):
        if (square ^ (square >> 3)) & 1 == 0:
            painter.fillRect(scene.geometry.rect_of(square), dark)
    if scene.theme.grained and not scene.draft:
        draw_grain(painter, scene.geometry.board, columns=8)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _edge(painter: QPainter, scene: ChessScene) -> None:
    """Draw a thin line round the board, within its outermost squares."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(scene.theme.edge), 1, j=Qt.PenJoinStyle.MiterJoin))
    painter.drawRect(scene.geometry.board.adjusted(0.5, 0.5, -0.5, -0.5))


def _tints(painter: QPainter, scene: ChessScene) -> None:
    """Tint the squares of the last move and of the selected piece."""
    state, theme = scene.state, scene.theme
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for square in state.last_move or ():
        painter.fillRect(scene.geometry.rect_of(square), QColor(theme.last_move))
    origin = held_from(state)
    if origin is not None:
        painter.fillRect(scene.geometry.rect_of(origin), QColor(theme.selected))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def place_values(state: ChessState) -> Mapping[int, PlaceValue]:
    """Return the values of the square map, or else of the selected or dragged piece's targets."""
    if state.promotion is not None:
        return {}
    if state.square_map is not None:
        return state.square_map.values
    found = {square: target_value(state, square) for square in targets(state)}
    return {square: value for square, value in found.items() if value is not None}


def _value_tints(painter: QPainter, scene: ChessScene, values: Mapping[int, PlaceValue]) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for square, value in values.items():
        tint(painter, scene.geometry.rect_of(square), value)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _values(painter: QPainter, scene: ChessScene, values: Mapping[int, PlaceValue]) -> None:
    for square, value in values.items():
        occupied = square in scene.state.pieces
        draw_value(painter, scene.geometry.rect_of(square), value, occupied=occupied)


def _map(painter: QPainter, scene: ChessScene) -> None:
    """Hatch the squares where the man of the square map cannot stand, and mark the man itself."""
    shown = scene.state.square_map
    if shown is None:
        return
    for square in range(64):
        if square not in shown.values and square not in scene.state.pieces:
            hatch(painter, scene.geometry.rect_of(square))
    draw_corners(painter, scene.geometry.rect_of(shown.place), QColor(scene.theme.accent))


def _trail(painter: QPainter, scene: ChessScene) -> None:
    """Frame the squares of the last move, dashed at its origin: not everybody sees tints."""
    side = scene.geometry.side
    width = max(1.5, side / 30)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    styles = (Qt.PenStyle.DashLine, Qt.PenStyle.SolidLine)
    for square, style in zip(scene.state.last_move or (), styles, strict=False):
        painter.setPen(QPen(QColor(scene.theme.trail), width, style, j=Qt.PenJoinStyle.MiterJoin))
        half = width / 2
        painter.drawRect(scene.geometry.rect_of(square).adjusted(half, half, -half, -half))


def _check(painter: QPainter, scene: ChessScene) -> None:
    """Draw a glow on the square of a king in check."""
    if scene.state.check is None:
        return
    rect = scene.geometry.rect_of(scene.state.check)
    glow = QRadialGradient(rect.center(), rect.width() * 0.68)
    for at, alpha in ((0.0, 255), (0.3, 225), (0.75, 60), (1.0, 0)):
        colour = QColor(scene.theme.check)
        colour.setAlpha(alpha)
        glow.setColorAt(at, colour)
    painter.fillRect(rect, QBrush(glow))


def _check_sign(painter: QPainter, scene: ChessScene) -> None:
    """Draw a plus, the sign of check, in the corner of the king's square."""
    if scene.state.check is None:
        return
    rect, radius = scene.geometry.rect_of(scene.state.check), scene.geometry.side * 0.14
    corner = rect.topRight() + QPointF(-radius, radius) * 1.15
    draw_badge(painter, corner, radius, QColor(scene.theme.check).darker(125), sign=PLUS)


def _coordinates(painter: QPainter, scene: ChessScene) -> None:
    geometry = scene.geometry
    if not geometry.margin:
        return
    font = QFont(painter.font())
    font.setPixelSize(max(9, min(round(geometry.side * 0.2), round(geometry.margin * 0.62))))
    painter.setFont(font)
    painter.setPen(scene.text)
    board, side, margin = geometry.board, geometry.side, geometry.margin
    for place in range(8):
        file = 7 - place if geometry.flipped else place
        rank = place + 1 if geometry.flipped else 8 - place
        below = QRectF(board.left() + place * side, board.bottom(), side, margin)
        left = QRectF(board.left() - margin, board.top() + place * side, margin, side)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, "abcdefgh"[file])
        painter.drawText(left, Qt.AlignmentFlag.AlignCenter, str(rank))


def _pieces(painter: QPainter, scene: ChessScene) -> None:
    """Draw the standing pieces, then the gliding ones above them."""
    state, geometry = scene.state, scene.geometry
    lifted = state.carried.origin if state.carried else None
    if state.promotion is not None:
        lifted = state.promotion.origin
    moving = scene.moving
    for square, symbol in moving.fades.items():
        draw_piece(painter, symbol, geometry.rect_of(square), moving.left, draft=scene.draft)
    for square, symbol in state.pieces.items():
        if square not in moving.glides:
            faint = 0.3 if square == lifted else 1.0
            draw_piece(painter, symbol, geometry.rect_of(square), faint, draft=scene.draft)
    for square, centre in moving.glides.items():
        if square in state.pieces:
            draw_piece(painter, state.pieces[square], square_around(centre, geometry.side))


def _targets(painter: QPainter, scene: ChessScene, values: Mapping[int, PlaceValue]) -> None:
    """Mark where the selected piece may go; a square with the figure of a move needs no dot."""
    state = scene.state
    over = state.carried.over if state.carried else state.hovered
    for square in targets(state):
        if square == over:
            painter.fillRect(scene.geometry.rect_of(square), QColor(scene.theme.selected))
        elif board_style().targets:
            told = square in values and bool(values[square].figure)
            if square in state.pieces or state.square_map is not None or not told:
                _target(painter, scene, square)


def _target(painter: QPainter, scene: ChessScene, square: int) -> None:
    """Draw a dot in the middle of a square, a ring round a piece, or a frame on a square map."""
    state, side, mark = scene.state, scene.geometry.side, QColor(scene.theme.mark)
    centre = scene.geometry.centre_of(square)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if square in state.pieces:
        painter.setPen(QPen(mark, side * 0.08))
        painter.drawEllipse(centre, side * 0.46 - 1, side * 0.46 - 1)
    elif state.square_map is not None:
        painter.setPen(QPen(mark, max(2.0, side * 0.04), j=Qt.PenJoinStyle.MiterJoin))
        inset = side * 0.06
        painter.drawRect(scene.geometry.rect_of(square).adjusted(inset, inset, -inset, -inset))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mark)
        painter.drawEllipse(centre, side * 0.13, side * 0.13)


def _faults(painter: QPainter, scene: ChessScene) -> None:
    """Frame squares that make the position unplayable, with a badge in the corner."""
    side, red = scene.geometry.side, QColor(scene.theme.fault)
    width = max(2.0, side / 24)
    for square in scene.state.faults:
        rect = scene.geometry.rect_of(square)
        painter.setPen(QPen(red, width, j=Qt.PenJoinStyle.MiterJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2))
        radius = side * 0.15
        draw_badge(painter, rect.topRight() + QPointF(-radius - width, radius + width), radius, red)


def _stamp(painter: QPainter, scene: ChessScene) -> None:
    """Preview the stamp on the square under the mouse, unless its kind stands there already."""
    state = scene.state
    if not state.editing or state.stamp is None or state.hovered is None or state.carried:
        return
    rect = scene.geometry.rect_of(state.hovered)
    if state.stamp == ERASER:
        painter.setPen(
            QPen(QColor(scene.theme.fault), rect.width() / 14, c=Qt.PenCapStyle.RoundCap)
        )
        draw_cross(painter, rect.center(), rect.width() * 0.2)
    elif state.pieces.get(state.hovered, "").upper() != state.stamp.upper():
        draw_piece(painter, state.stamp, rect, 0.5)


def _frames(painter: QPainter, scene: ChessScene) -> None:
    """Frame the square under the mouse, the keyboard cursor, and the focused board."""
    state, accent = scene.state, QColor(scene.theme.accent)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = max(2.0, scene.geometry.side / 20)
    for square in {_pointed_at(state), state.cursor} - {None}:
        assert square is not None
        painter.setPen(QPen(accent, width, j=Qt.PenJoinStyle.MiterJoin))
        half = width / 2
        painter.drawRect(scene.geometry.rect_of(square).adjusted(half, half, -half, -half))
    if scene.focused:
        painter.setPen(QPen(accent, 2))
        painter.drawRoundedRect(scene.geometry.board.adjusted(-1, -1, 1, 1), 2, 2)


def _pointed_at(state: BoardState) -> int | None:
    """Return the square to frame because a press or a drop there would do something."""
    if state.carried is None:
        lively = (state.editing and state.stamp is not None) or may_lift(state, state.hovered)
        return state.hovered if lively or state.hovered in targets(state) else None
    return state.carried.over if state.editing or state.carried.over in targets(state) else None


# --- the promotion chooser ------------------------------------------------------------------------


def _promotion(painter: QPainter, scene: ChessScene) -> None:
    """Dim the board and draw the pieces to choose from on it."""
    state, theme, chooser = scene.state, scene.theme, scene.state.promotion
    if chooser is None:
        return
    painter.fillRect(scene.geometry.board, QColor(theme.veil))
    for i, (square, move) in enumerate(zip(chooser.squares, chooser.moves, strict=True)):
        rect = scene.geometry.rect_of(square)
        _card(painter, rect, theme, i == chooser.focus)
        promoted = moved(state.pieces, move)[chooser.target]
        inset = rect.width() * 0.07
        draw_piece(painter, promoted, rect.adjusted(inset, inset, -inset, -inset))
        if move in state.values:
            draw_value(painter, rect, state.values[move], occupied=True)


def _card(painter: QPainter, rect: QRectF, theme: BoardTheme, focused: bool) -> None:
    painter.setPen(QPen(QColor(theme.accent), 3) if focused else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.card))
    gap = max(1.5, rect.width() / 40)
    painter.drawRoundedRect(rect.adjusted(gap, gap, -gap, -gap), 6, 6)
