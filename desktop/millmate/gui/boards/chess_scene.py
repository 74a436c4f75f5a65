"""The contents of a chessboard, as one frozen value, and the items of its picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

import chess
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor

from millmate.gui.boards.geometry import ChessGeometry
from millmate.gui.boards.men import Piece
from millmate.gui.boards.scene import (
    PLUS,
    Badge,
    Disc,
    Fill,
    Frame,
    Glow,
    Grain,
    Hatch,
    Item,
    Look,
    Strokes,
    Text,
    arrows_of,
    corners_of,
    cross,
    inner_frame,
    men_of,
)
from millmate.gui.boards.state import (
    ERASER,
    BoardState,
    Destinations,
    grouped,
    held_from,
    may_lift,
    target_value,
    targets,
)
from millmate.gui.boards.theme import BoardTheme, board_style
from millmate.gui.boards.value_marks import Value
from millmate.pictures.value_marks import COLOURS, TINT, PlaceValue

_PROMOTION_ORDER = "qnrb"  # queen first; the knight next, being the other common choice


@dataclass(frozen=True, slots=True)
class Promotion:
    """A choice between moves that differ in the piece a pawn becomes."""

    origin: int
    target: int
    moves: tuple[str, ...]
    focus: int = 0  # which of `moves` the keyboard or the mouse points at
    dragged: bool = False  # the pawn was dragged to its target, so it need not travel again

    @property
    def squares(self) -> list[int]:
        """The squares of the choices in a column, the first on the promotion square."""
        down = -8 if self.target >> 3 == 7 else 8
        return [self.target + down * i for i in range(len(self.moves))]

    @property
    def letters(self) -> list[str]:
        """The letters of the pieces to choose from, lower case."""
        return [move[4:] for move in self.moves]


@dataclass(frozen=True, slots=True)
class ChessState(BoardState):
    """A chessboard; pieces are the letters of a FEN."""

    last_move: tuple[int, int] | None = None  # squares left and reached
    check: int | None = None  # square of the king in check
    promotion: Promotion | None = None


def pieces_of(fen: str) -> dict[int, str]:
    board = chess.BaseBoard(fen.split(maxsplit=1)[0])
    return {square: piece.symbol() for square, piece in board.piece_map().items()}


def destinations_of(moves: Iterable[str]) -> Destinations:
    """Group UCI moves by their squares, queen promotions first."""
    ordered = sorted(moves, key=lambda move: _PROMOTION_ORDER.find(move[4:]))
    square = chess.SQUARE_NAMES.index
    return grouped((square(move[:2]), square(move[2:4]), move) for move in ordered)


def moved(pieces: Mapping[int, str], move: str) -> dict[int, str]:
    """Return `pieces` after `move`, without captures off its path or a castling rook."""
    after = dict(pieces)
    symbol = after.pop(chess.parse_square(move[:2]))
    if move[4:]:
        symbol = move[4:].upper() if symbol.isupper() else move[4:]
    after[chess.parse_square(move[2:4])] = symbol
    return after


# --- the picture ----------------------------------------------------------------------------------


def chess_scene(
    state: ChessState, geometry: ChessGeometry, theme: BoardTheme, look: Look
) -> list[Item]:
    """Return everything that a chessboard shows, the last on top."""
    values, side = place_values(state), geometry.side
    items = [*_ground(geometry, theme, look.draft)]
    items += _tints(state, geometry, theme, values)
    items += _map(state, geometry, theme)
    items += _trail(state, geometry, theme)
    if state.check is not None:
        items.append(Glow(geometry.men[state.check], theme.check))
    items += _edge(geometry, theme, QColor(look.text).name(QColor.NameFormat.HexArgb))
    lifted = state.carried.origin if state.carried else None
    lifted = state.promotion.origin if state.promotion else lifted
    piece = partial(Piece, draft=look.draft)
    items += men_of(state, geometry.men, geometry, look.moving, lifted, piece)
    if state.check is not None:  # a plus is the sign of check
        radius = side * 0.14
        corner = geometry.men[state.check].topRight() + QPointF(-radius, radius) * 1.15
        items.append(Badge(corner, radius, QColor(theme.check).darker(125), PLUS))
    items += arrows_of(state.all_arrows, geometry)
    items += _targets(state, geometry, theme, values)
    pieces = state.pieces
    items += [Value(geometry.men[at], value, at in pieces) for at, value in values.items()]
    items += _faults(state, geometry, theme)
    items += _stamp(state, geometry, theme)
    items += _frames(state, geometry, theme, look)
    return items + _promotion(state, geometry, theme)


@lru_cache(maxsize=8)
def _ground(geometry: ChessGeometry, theme: BoardTheme, draft: bool) -> tuple[Item, ...]:
    dark = [geometry.men[at] for at in range(64) if (at ^ (at >> 3)) & 1 == 0]
    squares = Fill([geometry.board], theme.light), Fill(dark, theme.dark)
    return (*squares, Grain(geometry.board, 8)) if theme.grained and not draft else squares


@lru_cache(maxsize=8)
def _edge(geometry: ChessGeometry, theme: BoardTheme, text: str) -> tuple[Item, ...]:
    """Return a thin line within the outermost squares, and the coordinates beside them."""
    board, side, margin = geometry.board, geometry.side, geometry.margin
    edge = inner_frame(board, theme.edge, 1)
    if not margin:
        return (edge,)
    names = []
    for place in range(8):
        file = 7 - place if geometry.flipped else place
        rank = place + 1 if geometry.flipped else 8 - place
        below = QRectF(board.left() + place * side, board.bottom(), side, margin)
        left = QRectF(board.left() - margin, board.top() + place * side, margin, side)
        names += [(below, "abcdefgh"[file]), (left, str(rank))]
    return edge, Text(names, text, max(9, min(round(side * 0.2), round(margin * 0.62))))


def _tints(
    state: ChessState,
    geometry: ChessGeometry,
    theme: BoardTheme,
    values: Mapping[int, PlaceValue],
) -> list[Item]:
    """Tint the squares of the last move and of the selected piece, and those with a value."""
    rects = geometry.men
    tints: list[Item] = [Fill([rects[at]], theme.last_move) for at in state.last_move or ()]
    origin = held_from(state)
    if origin is not None:
        tints.append(Fill([rects[origin]], theme.selected))
    for wdl, colours in COLOURS.items():
        colour = QColor(colours.tint)
        colour.setAlphaF(TINT)
        places = [rects[at] for at, value in values.items() if value.wdl == wdl]
        if places:
            tints.append(Fill(places, colour))
    return tints


def place_values(state: ChessState) -> Mapping[int, PlaceValue]:
    """Return the values of the square map, or else of the selected or dragged piece's targets."""
    if state.promotion is not None:
        return {}
    if state.square_map is not None:
        return state.square_map.values
    found = {square: target_value(state, square) for square in targets(state)}
    return {square: value for square, value in found.items() if value is not None}


def _map(state: ChessState, geometry: ChessGeometry, theme: BoardTheme) -> list[Item]:
    """Hatch the squares where the man of the square map cannot stand, and mark the man itself."""
    shown, rects = state.square_map, geometry.men
    if shown is None:
        return []
    barred = [rects[at] for at in range(64) if at not in shown.values and at not in state.pieces]
    return [Hatch(barred), corners_of(rects[shown.place], theme.accent)]


def _trail(state: ChessState, geometry: ChessGeometry, theme: BoardTheme) -> list[Item]:
    """Frame the squares of the last move, dashed at its origin: not everybody sees tints."""
    width = max(1.5, geometry.side / 30)
    styles = (Qt.PenStyle.DashLine, Qt.PenStyle.SolidLine)
    return [
        inner_frame(geometry.men[square], theme.trail, width, style)
        for square, style in zip(state.last_move or (), styles, strict=False)
    ]


def _targets(
    state: ChessState,
    geometry: ChessGeometry,
    theme: BoardTheme,
    values: Mapping[int, PlaceValue],
) -> list[Item]:
    """Mark where the selected piece can go; a square with the figure of a move needs no dot."""
    items: list[Item] = []
    over = state.carried.over if state.carried else state.hovered
    for square in targets(state):
        if square == over:
            items.append(Fill([geometry.men[square]], theme.selected))
        elif board_style().targets:
            told = square in values and bool(values[square].figure)
            if square in state.pieces or state.square_map is not None or not told:
                items.append(_target(state, geometry, theme, square))
    return items


def _target(state: ChessState, geometry: ChessGeometry, theme: BoardTheme, square: int) -> Item:
    """Return a dot in the middle of a square, a ring round a piece, or a frame on a square map."""
    side, rect = geometry.side, geometry.men[square]
    if square in state.pieces:
        return Disc(rect.center(), side * 0.46 - 1, line=theme.mark, width=side * 0.08)
    if state.square_map is not None:
        inset = side * 0.06
        inner = rect.adjusted(inset, inset, -inset, -inset)
        return Frame(inner, theme.mark, max(2.0, side * 0.04))
    return Disc(rect.center(), side * 0.13, theme.mark)


def _faults(state: ChessState, geometry: ChessGeometry, theme: BoardTheme) -> list[Item]:
    """Frame squares that make the position unplayable, with a badge in the corner."""
    width, radius = max(2.0, geometry.side / 24), geometry.side * 0.15
    corner, items = QPointF(-radius - width, radius + width), list[Item]()
    for square in state.faults:
        rect = geometry.men[square]
        items.append(inner_frame(rect, theme.fault, width))
        items.append(Badge(rect.topRight() + corner, radius, theme.fault))
    return items


def _stamp(state: ChessState, geometry: ChessGeometry, theme: BoardTheme) -> list[Item]:
    """Preview the stamp on the square under the mouse, unless it has such a piece already."""
    if not state.editing or state.stamp is None or state.hovered is None or state.carried:
        return []
    rect = geometry.men[state.hovered]
    if state.stamp == ERASER:
        return [Strokes(cross(rect.center(), rect.width() * 0.2), theme.fault, rect.width() / 14)]
    stands = state.pieces.get(state.hovered, "").upper() == state.stamp.upper()
    return [] if stands else [Piece(state.stamp, rect, 0.5)]


def _frames(
    state: ChessState, geometry: ChessGeometry, theme: BoardTheme, look: Look
) -> list[Item]:
    """Frame the square under the mouse, the keyboard cursor, and the focused board."""
    width = max(2.0, geometry.side / 20)
    items: list[Item] = [
        inner_frame(geometry.men[square], theme.accent, width)
        for square in {_pointed_at(state), state.cursor}
        if square is not None
    ]
    if look.focused:
        items.append(Frame(geometry.board.adjusted(-1, -1, 1, 1), theme.accent, 2, radius=2))
    return items


def _pointed_at(state: BoardState) -> int | None:
    """Return the square to frame because a press or a drop there would do something."""
    if state.carried is None:
        lively = (state.editing and state.stamp is not None) or may_lift(state, state.hovered)
        return state.hovered if lively or state.hovered in targets(state) else None
    return state.carried.over if state.editing or state.carried.over in targets(state) else None


def _promotion(state: ChessState, geometry: ChessGeometry, theme: BoardTheme) -> list[Item]:
    """Dim the board, and show the pieces to choose from on it."""
    chooser = state.promotion
    if chooser is None:
        return []
    items: list[Item] = [Fill([geometry.board], theme.veil)]
    for i, (square, move) in enumerate(zip(chooser.squares, chooser.moves, strict=True)):
        rect = geometry.men[square]
        gap, inset = max(1.5, rect.width() / 40), rect.width() * 0.07
        line = theme.accent if i == chooser.focus else ""
        card = rect.adjusted(gap, gap, -gap, -gap)
        promoted = moved(state.pieces, move)[chooser.target]
        items.append(Frame(card, line, 3, theme.card, radius=6))
        items.append(Piece(promoted, rect.adjusted(inset, inset, -inset, -inset)))
        if move in state.values:
            items.append(Value(rect, state.values[move], True))
    return items
