"""The chessboard as a widget, and its descriptions for screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, cast

import chess
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from millmate.gui.boards.board import Board, Game, origins, taken
from millmate.gui.boards.chess_scene import (
    ChessState,
    Promotion,
    chess_scene,
    destinations_of,
    moved,
    pieces_of,
)
from millmate.gui.boards.geometry import ChessGeometry, fit_chess
from millmate.gui.boards.interaction import ARROWS, PRESS, typed_letter
from millmate.gui.boards.men import SYMBOLS, Piece, kind_name, piece_name
from millmate.gui.boards.scene import Item, Look
from millmate.gui.boards.state import BoardState, target_value
from millmate.gui.boards.theme import board_style, board_theme
from millmate.gui.boards.widget import BoardWidget
from millmate.language import tr

_SAN = re.compile(r"([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?")


def describe_position(state: ChessState) -> str:
    """Describe the open promotion choice, or else the whole position."""
    if state.promotion is not None:
        choices = list(map(kind_name, state.promotion.letters))
        return tr(
            "Promote to {pieces}; {piece} is marked",
            pieces=", ".join(choices),
            piece=choices[state.promotion.focus],
        )
    return _list_pieces(state)


def describe_square(state: BoardState, square: int) -> str:
    """Return a square and its contents, such as `e4, white knight`."""
    words = [chess.SQUARE_NAMES[square], _contents(state, square)]
    return ", ".join([*words, *describe_mapped(state, square)])


def describe_mapped(state: BoardState, place: int) -> list[str]:
    """Return the square map's value of a place in words."""
    shown = state.square_map
    if shown is None:
        return []
    value = shown.values.get(place)
    if value is not None:
        return [value.words]
    return [] if place in state.pieces else [tr("not possible")]


def describe_san(san: str) -> str:
    """Return a move in words, such as `knight takes f3, check`."""
    words = [_describe_step(san.rstrip("+#"))]
    if san.endswith("+"):
        words.append(tr("check"))
    elif san.endswith("#"):
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


def describe_cursor(state: BoardState, square: int) -> str:
    """Describe a square, its contents, and whether the selected piece can go there."""
    words = [describe_square(state, square)]
    if state.selected is not None:
        words.append(tr("{piece} selected", piece=_contents(state, state.selected)))
        if square in state.destinations.get(state.selected, {}):
            words.append(tr("can go here"))
            value = target_value(state, square)
            words += [value.words] if value is not None else []
    return ", ".join(words)


def _contents(state: BoardState, square: int) -> str:
    symbol = state.pieces.get(square)
    return tr("empty", "a square") if symbol is None else piece_name(symbol)


def _list_pieces(state: BoardState) -> str:
    if not state.pieces:
        return tr("Empty board")
    order = sorted(state.pieces, key=lambda square: (SYMBOLS.index(state.pieces[square]), square))
    names = chess.SQUARE_NAMES
    return ", ".join(f"{piece_name(state.pieces[square])} {names[square]}" for square in order)


class ChessGame(Game):
    """Chess on a board: squares as in python-chess, pieces as in a FEN, moves in UCI notation."""

    symbols = (SYMBOLS[:6], SYMBOLS[6:])
    home = chess.E4
    no_choice: ClassVar = {"promotion": None}

    man_name = staticmethod(piece_name)
    describe_position = staticmethod(describe_position)
    describe_square = staticmethod(describe_square)
    describe_cursor = staticmethod(describe_cursor)

    def places(self, state: BoardState) -> Iterable[int]:
        return range(64)

    def fit(self, board: Board) -> ChessGeometry:
        size, ratio = board.size(), board.devicePixelRatioF()
        margins, flipped = board_style().coordinates, board.flipped
        return fit_chess(size.width(), size.height(), ratio, flipped=flipped, margins=margins)

    def scene(self, state: ChessState, geometry: ChessGeometry, look: Look) -> list[Item]:
        return chess_scene(state, geometry, board_theme(), look)

    def man(self, symbol: str, rect: QRectF, opacity: float = 1.0) -> Item:
        return Piece(symbol, rect, opacity)

    def man_ground(self, symbol: str, *, chosen: bool) -> str:
        """Return the colour of a square that contrasts with the piece."""
        return board_theme().light if chosen or symbol.islower() else board_theme().dark

    # --- the promotion chooser ---------------------------------------------------------------

    def choose(
        self, board: Board, origin: int, target: int, moves: tuple[str, ...], *, dragged: bool
    ) -> None:
        """Play the move, or open the promotion chooser."""
        if len(moves) == 1:
            board.finish(moves[0], dragged=dragged)
            return
        board.change(selected=None, promotion=Promotion(origin, target, moves, dragged=dragged))
        board.describe()

    def after(self, state: ChessState, move: str) -> Mapping[str, Any]:
        return {"pieces": moved(state.pieces, move)}

    def choosing(self, state: ChessState) -> bool:
        return state.promotion is not None

    def cancel(self, board: Board) -> None:
        self._promote(board, None)

    def press_choice(self, board: Board, square: int | None) -> bool:
        """Choose the piece on `square`, or cancel elsewhere."""
        shown = _chooser(board).squares
        self._promote(board, shown.index(square) if square in shown else None)
        return True

    def wants_choice_key(self, board: Board, event: QKeyEvent) -> bool:
        """Return whether `event` is an arrow, Enter, Space, or a piece's letter."""
        if event.key() in ARROWS or event.key() in PRESS:
            return True
        return typed_letter(event).lower() in _chooser(board).letters

    def press_choice_key(self, board: Board, event: QKeyEvent) -> bool:
        """Choose by letter, or with the arrow keys and Enter."""
        chooser, letter = _chooser(board), typed_letter(event).lower()
        if letter in chooser.letters:
            self._promote(board, chooser.letters.index(letter))
        elif event.key() in PRESS:
            self._promote(board, chooser.focus)
        elif event.key() in ARROWS:
            _, down = ARROWS[Qt.Key(event.key())]
            rank_top = (chooser.target >> 3 == 7) != board.flipped
            focus = chooser.focus + (down if rank_top else -down)
            focus = min(max(focus, 0), len(chooser.moves) - 1)
            board.change(promotion=replace(chooser, focus=focus))
        else:
            return False
        return True

    def _promote(self, board: Board, index: int | None) -> None:
        """Promote to choice `index`, or cancel with None."""
        chooser = _chooser(board)
        board.change(promotion=None)
        if index is not None:
            board.finish(chooser.moves[index], dragged=chooser.dragged)
        board.describe()


def _chooser(board: Board) -> Promotion:
    chooser = cast(ChessState, board.state).promotion
    assert chooser is not None
    return chooser


class BoardView(BoardWidget):
    """A chessboard for play and for setting up positions."""

    board_geometry: ChessGeometry
    state: ChessState

    def __init__(self, parent: QWidget | None = None):
        super().__init__(ChessGame(), ChessState(), parent=parent)

    def set_position(self, fen: str, *, last: str = "", check: int | None = None) -> None:
        """Show the pieces of `fen`, the squares of the UCI move `last`, and a king in `check`.

        Pieces glide to their new squares; selection and promotion chooser close if any moved.
        """
        move = chess.Move.from_uci(last) if last else None
        squares = (move.from_square, move.to_square) if move else None
        pieces = pieces_of(fen)
        self.position = fen
        before = self.state.pieces
        self.state = replace(self.state, pieces=pieces, last_move=squares, check=check)
        if pieces != before:
            self.state = replace(self.state, selected=None, promotion=None)
            geometry = self.board_geometry
            came = origins(before, pieces, geometry)
            glides = {to: geometry.centre_of(came[to]) for to in came}
            self.animation.start_from(glides, taken(before, pieces, came))
            self.interaction.check_position()
        changed = {square for square, _ in before.items() ^ pieces.items()}
        self.describe_squares(
            changed if self.state.cursor is None else {*changed, self.state.cursor}
        )
        self.update()

    def set_destinations(self, moves: Iterable[str]) -> None:
        """Allow these UCI moves and no others.

        Several with the same squares open the promotion chooser. Castling is written as the king's
        move (e1g1); dragging the king onto its rook means the same.
        """
        moves = tuple(moves)
        self.allow(destinations_of(moves))
        self.offer(moves)
