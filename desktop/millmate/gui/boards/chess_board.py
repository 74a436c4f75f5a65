"""Chess on a board: its squares, its moves and promotions, its picture, and its words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import chess
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QKeyEvent

from millmate.games.catalogue import Position
from millmate.games.morris.points import Lines
from millmate.gui.boards import scene
from millmate.gui.boards.board import Board, Game
from millmate.gui.boards.geometry import ChessGeometry, fit_chess
from millmate.gui.boards.interaction import ARROWS, PRESS, typed_letter
from millmate.gui.boards.landscape import chess_landscape, deep_places, mapped_man
from millmate.gui.boards.scene import Item, Look
from millmate.gui.boards.state import (
    ERASER,
    BoardState,
    Choice,
    Destinations,
    Turn,
    held_from,
    moves_between,
    pointed_at,
    target_value,
    targets,
)
from millmate.gui.boards.theme import (
    SYMBOLS,
    BoardTheme,
    Piece,
    Value,
    board_style,
    board_theme,
    kind_name,
    piece_name,
)
from millmate.language import tr
from millmate.pictures.diagrams import Orientation
from millmate.pictures.value_marks import COLOURS, ON_SIGN, TINT, PlaceValue

_SAN = re.compile(r"([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?")
_PROMOTION_ORDER = "qnrb"  # queen first; the knight next, being the other common choice


def describe_san(notation: str) -> str:
    """Return a move in words, such as `knight takes f3, check`."""
    words = [_describe_step(notation.rstrip("+#"))]
    if notation.endswith("+"):
        words.append(tr("check"))
    elif notation.endswith("#"):
        words.append(tr("checkmate"))
    return ", ".join(words)


def _describe_step(san: str) -> str:
    if san.startswith("O"):
        return tr("castles long") if san.count("O") == 3 else tr("castles short")
    if san == "--":
        return tr("null move")
    match = _SAN.fullmatch(san)
    assert match is not None, san
    letter, origin, takes, target, promoted = match.groups()
    mover = " ".join(filter(None, (kind_name(letter) if letter else "", origin)))
    words = tr("{piece} takes {square}", piece=mover, square=target) if takes else ""
    words = words or " ".join(filter(None, (mover, target)))
    if promoted:
        words += ", " + tr("promotes to {piece}", piece=kind_name(promoted))
    return words


class ChessGame(Game):
    """Chess on a board: squares as in python-chess, pieces as in a FEN, moves in UCI notation."""

    symbols = (SYMBOLS[:6], SYMBOLS[6:])
    home = chess.E4
    most_gliding = 64

    man_name = staticmethod(piece_name)

    def places(self, state: BoardState) -> Iterable[int]:
        return range(64)

    def fit(
        self,
        size: QSize,
        ratio: float,
        seen: Orientation,
        state: BoardState,
        *,
        margins: bool = True,
    ) -> ChessGeometry:
        named = margins and board_style().coordinates
        return fit_chess(size.width(), size.height(), ratio, flipped=seen.flipped, named=named)

    def read(self, position: Position) -> BoardState:
        board = chess.Board(position.text)
        pieces = {square: piece.symbol() for square, piece in board.piece_map().items()}
        return BoardState(pieces, check=board.king(board.turn) if board.is_check() else None)

    def turn_of(self, move: str, mover: bool, lines: Lines) -> Turn:
        square = chess.SQUARE_NAMES.index
        return Turn(square(move[:2]), square(move[2:4]))

    def destinations(self, moves: Iterable[str], state: BoardState) -> Destinations:
        """Group moves by their squares, queen promotions first."""
        ordered = sorted(moves, key=lambda move: _PROMOTION_ORDER.find(move[4:]))
        return super().destinations(ordered, state)

    def scene(self, state: BoardState, geometry: ChessGeometry, look: Look) -> list[Item]:
        return chess_scene(state, geometry, board_theme(), look)

    def man(self, symbol: str, rect: QRectF, opacity: float = 1.0) -> Item:
        return Piece(symbol, rect, opacity)

    def man_ground(self, symbol: str, *, chosen: bool) -> str:
        """Return the colour of a square that contrasts with the piece."""
        return board_theme().light if chosen or symbol.islower() else board_theme().dark

    def names(self, state: BoardState) -> Sequence[str]:
        return chess.SQUARE_NAMES

    def describe_position(self, state: BoardState) -> str:
        """Describe the open promotion choice, or else the whole position."""
        pieces, names = state.pieces, chess.SQUARE_NAMES
        if state.choice is not None:
            choices = list(map(kind_name, _letters(state.choice)))
            marked = choices[state.choice.focus]
            return tr(
                "Promote to {pieces}; {piece} is marked", pieces=", ".join(choices), piece=marked
            )
        if not pieces:
            return tr("Empty board")
        order = sorted(pieces, key=lambda square: (SYMBOLS.index(pieces[square]), square))
        return ", ".join(f"{piece_name(pieces[square])} {names[square]}" for square in order)

    # --- the promotion chooser ---------------------------------------------------------------

    def choose(self, board: Board, origin: int, target: int, *, dragged: bool) -> None:
        """Play the move, or open the promotion chooser."""
        moves = moves_between(board.state, origin, target)
        if len(moves) == 1:
            board.finish(moves[0], dragged=dragged)
            return
        choice = Choice(origin, target, moves, board.state, dragged=dragged)
        board.change(selected=None, choice=choice)
        board.describe()

    def after(self, state: BoardState, move: str) -> Mapping[str, Any]:
        return {"pieces": moved(state.pieces, move)}

    def cancel(self, board: Board) -> None:
        self._promote(board, None)

    def choose_at(self, board: Board, square: int | None) -> None:
        """Choose the piece on `square`, or cancel elsewhere."""
        shown = _squares(_chooser(board))
        self._promote(board, shown.index(square) if square in shown else None)

    def press_choice_key(self, board: Board, event: QKeyEvent, *, ask: bool = False) -> bool:
        """Choose by letter, or with the arrow keys and Enter."""
        chooser, letter, key = _chooser(board), typed_letter(event).lower(), event.key()
        letters = _letters(chooser)
        if ask or not (letter in letters or key in PRESS or key in ARROWS):
            return letter in letters or key in PRESS or key in ARROWS
        if letter in letters:
            self._promote(board, letters.index(letter))
        elif key in PRESS:
            self._promote(board, chooser.focus)
        else:
            _, down = ARROWS[Qt.Key(key)]
            rank_top = (chooser.target >> 3 == 7) != board.flipped
            focus = chooser.focus + (down if rank_top else -down)
            focus = min(max(focus, 0), len(chooser.moves) - 1)
            board.change(choice=replace(chooser, focus=focus))
        return True

    def _promote(self, board: Board, index: int | None) -> None:
        """Promote to choice `index`, or cancel with None."""
        chooser = _chooser(board)
        board.change(choice=None)
        if index is not None:
            board.finish(chooser.moves[index], dragged=chooser.dragged)
        board.describe()


_DEEP = 140  # a lightness below which dark squares have light letters

CHESS = ChessGame()


def _chooser(board: Board) -> Choice:
    assert board.state.choice is not None
    return board.state.choice


def _squares(chooser: Choice) -> list[int]:
    """Return the squares of the choices in a column, the first on the promotion square."""
    down = -8 if chooser.target >> 3 == 7 else 8
    return [chooser.target + down * i for i in range(len(chooser.moves))]


def _letters(chooser: Choice) -> list[str]:
    """Return the letters of the pieces to choose from, lower case."""
    return [move[4:] for move in chooser.moves]


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
    state: BoardState, geometry: ChessGeometry, theme: BoardTheme, look: Look
) -> list[Item]:
    """Return everything that a chessboard shows, the last on top."""
    values, side = _place_values(state), geometry.side
    items = [*_ground(geometry, theme, look.draft)]
    items += _tints(state, geometry, theme, values)
    if state.square_map is not None:
        items += chess_landscape(state.square_map, geometry, theme, state.pieces)
    items += _trail(state, geometry, theme)
    if state.check is not None:
        items.append(scene.Glow(geometry.men[state.check], theme.check))
    items += _edge(geometry, theme, deep_places(state.square_map))
    lifted = state.carried.origin if state.carried else None
    lifted = state.choice.origin if state.choice else lifted
    piece = partial(Piece, draft=look.draft)
    items += scene.men_of(state, geometry.men, geometry, look.moving, lifted, piece)
    if state.check is not None:  # a plus is the sign of check
        radius = side * 0.14
        corner = geometry.men[state.check].topRight() + QPointF(-radius, radius) * 1.15
        items.append(scene.Badge(corner, radius, QColor(theme.check).darker(125), scene.PLUS))
    items += scene.arrows_of(state.all_arrows, geometry)
    items += _targets(state, geometry, theme, values)
    pieces = state.pieces
    items += [Value(geometry.men[at], value, at in pieces) for at, value in values.items()]
    items += mapped_man(state.square_map, geometry.men, theme.accent)
    items += _faults(state, geometry, theme)
    items += _stamp(state, geometry, theme)
    items += _frames(state, geometry, theme, look)
    return items + _promotion(state, geometry, theme)


@lru_cache(maxsize=8)
def _ground(geometry: ChessGeometry, theme: BoardTheme, draft: bool) -> tuple[Item, ...]:
    dark = [geometry.men[at] for at in range(64) if (at ^ (at >> 3)) & 1 == 0]
    squares = scene.Fill([geometry.board], theme.light), scene.Fill(dark, theme.dark)
    return (*squares, scene.Grain(geometry.board, 8)) if theme.grained and not draft else squares


@lru_cache(maxsize=8)
def _edge(geometry: ChessGeometry, theme: BoardTheme, deep: frozenset[int]) -> tuple[Item, ...]:
    """Return a thin line within the outermost squares, and the coordinates in their corners.

    They are light on `deep` squares of a square map.
    """
    edge = scene.inner_frame(geometry.board, theme.edge, 1)
    if not geometry.named:
        return (edge,)
    high = max(9, round(geometry.side * 0.17))
    room, inset = QSizeF(high, 1.3 * high), QPointF(3, 2)
    names: dict[bool, list[tuple[QRectF, str]]] = {True: [], False: []}  # by light squares
    bright: list[tuple[QRectF, str]] = []
    for square, rect in geometry.men.items():
        column, row = geometry.place_of(square)
        light = bright if square in deep else names[bool((square ^ (square >> 3)) & 1)]
        if column == 0:
            light.append((QRectF(rect.topLeft() + inset, room), str((square >> 3) + 1)))
        if row == 7:
            corner = rect.bottomRight() - inset - QPointF(room.width(), room.height())
            light.append((QRectF(corner, room), "abcdefgh"[square & 7]))
    ink = QColor(theme.dark).darker(210).name()
    dark = QColor(theme.dark).lightness() < _DEEP
    return (
        edge,
        scene.Text(names[True], ink, high),
        scene.Text(names[False], theme.light if dark else ink, high),
        scene.Text(bright, ON_SIGN, high),
    )


def _tints(
    state: BoardState, geometry: ChessGeometry, theme: BoardTheme, values: Mapping[int, PlaceValue]
) -> list[Item]:
    """Tint the squares of the last move and of the selected piece, and those with a value."""
    rects = geometry.men
    tints: list[Item] = [scene.Fill([rects[at]], theme.last_move) for at in _last(state)]
    origin = held_from(state)
    if origin is not None:
        tints.append(scene.Fill([rects[origin]], theme.selected))
    for wdl, colours in COLOURS.items():
        colour = QColor(colours.tint)
        colour.setAlphaF(TINT)
        places = [rects[at] for at, value in values.items() if value.wdl == wdl]
        if places:
            tints.append(scene.Fill(places, colour))
    return tints


def _last(state: BoardState) -> tuple[int, ...]:
    return (state.last.origin, state.last.target) if state.last else ()


def _place_values(state: BoardState) -> Mapping[int, PlaceValue]:
    """Return the values of the selected or dragged piece's targets, which a square map hides."""
    if state.choice is not None or not state.values or state.square_map is not None:
        return {}
    found = {square: target_value(state, square) for square in targets(state)}
    return {square: value for square, value in found.items() if value is not None}


def _trail(state: BoardState, geometry: ChessGeometry, theme: BoardTheme) -> list[Item]:
    """Frame the squares of the last move, dashed at its origin: not everybody sees tints."""
    width = max(1.5, geometry.side / 30)
    styles = (Qt.PenStyle.DashLine, Qt.PenStyle.SolidLine)
    return [
        scene.inner_frame(geometry.men[square], theme.trail, width, style)
        for square, style in zip(_last(state), styles, strict=False)
    ]


def _targets(
    state: BoardState, geometry: ChessGeometry, theme: BoardTheme, values: Mapping[int, PlaceValue]
) -> list[Item]:
    """Mark where the selected piece can go; a square with the figure of a move needs no dot."""
    items: list[Item] = []
    over = state.carried.over if state.carried else state.hovered
    for square in targets(state):
        if square == over:
            items.append(scene.Fill([geometry.men[square]], theme.selected))
        elif board_style().targets:
            told = square in values and bool(values[square].figure)
            if square in state.pieces or state.square_map is not None or not told:
                items.append(_target(state, geometry, theme, square))
    return items


def _target(state: BoardState, geometry: ChessGeometry, theme: BoardTheme, square: int) -> Item:
    """Return a dot in the middle of a square, a ring round a piece, or a frame on a square map."""
    side, rect = geometry.side, geometry.men[square]
    if square in state.pieces:
        return scene.Disc(rect.center(), side * 0.46 - 1, line=theme.mark, width=side * 0.08)
    if state.square_map is not None:
        inset = side * 0.06
        inner = rect.adjusted(inset, inset, -inset, -inset)
        return scene.Frame(inner, theme.mark, max(2.0, side * 0.04))
    return scene.Disc(rect.center(), side * 0.13, theme.mark)


def _faults(state: BoardState, geometry: ChessGeometry, theme: BoardTheme) -> list[Item]:
    """Frame squares that make the position unplayable, with a badge in the corner."""
    width, radius = max(2.0, geometry.side / 24), geometry.side * 0.15
    corner, items = QPointF(-radius - width, radius + width), list[Item]()
    for square in state.faults:
        rect = geometry.men[square]
        items.append(scene.inner_frame(rect, theme.fault, width))
        items.append(scene.Badge(rect.topRight() + corner, radius, theme.fault))
    return items


def _stamp(state: BoardState, geometry: ChessGeometry, theme: BoardTheme) -> list[Item]:
    """Preview the stamp on the square under the mouse, unless it has such a piece already."""
    if not state.editing or state.stamp is None or state.hovered is None or state.carried:
        return []
    rect = geometry.men[state.hovered]
    if state.stamp == ERASER:
        return [
            scene.Strokes(
                scene.cross(rect.center(), rect.width() * 0.2), theme.fault, rect.width() / 14
            )
        ]
    stands = state.pieces.get(state.hovered, "").upper() == state.stamp.upper()
    return [] if stands else [Piece(state.stamp, rect, 0.5)]


def _frames(
    state: BoardState, geometry: ChessGeometry, theme: BoardTheme, look: Look
) -> list[Item]:
    """Frame the square under the mouse, the keyboard cursor, and the focused board."""
    width = max(2.0, geometry.side / 20)
    items: list[Item] = [
        scene.inner_frame(geometry.men[square], theme.accent, width)
        for square in {pointed_at(state, targets(state)), state.cursor}
        if square is not None
    ]
    if look.focused:
        items.append(scene.Frame(geometry.board.adjusted(-1, -1, 1, 1), theme.accent, 2, radius=2))
    return items


def _promotion(state: BoardState, geometry: ChessGeometry, theme: BoardTheme) -> list[Item]:
    """Dim the board, and show the pieces to choose from on it."""
    chooser = state.choice
    if chooser is None:
        return []
    items: list[Item] = [scene.Fill([geometry.board], theme.veil)]
    for i, (square, move) in enumerate(zip(_squares(chooser), chooser.moves, strict=True)):
        rect = geometry.men[square]
        gap, inset = max(1.5, rect.width() / 40), rect.width() * 0.07
        line = theme.accent if i == chooser.focus else ""
        card = rect.adjusted(gap, gap, -gap, -gap)
        promoted = moved(state.pieces, move)[chooser.target]
        items.append(scene.Frame(card, line, 3, theme.card, radius=6))
        items.append(Piece(promoted, rect.adjusted(inset, inset, -inset, -inset)))
        if move in state.values:
            items.append(Value(rect, state.values[move], True))
    return items
