"""The chessboard as a widget."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from millmate.gui.board import keyboard, promotion
from millmate.gui.board.descriptions import cursor_words, description, square_words
from millmate.gui.board.geometry import Geometry, fit, rect_of, square_at, step
from millmate.gui.board.glide import glides
from millmate.gui.board.look import current_theme
from millmate.gui.board.painter import Scene, paint
from millmate.gui.board.pieces import SYMBOLS, draw_piece, piece_name
from millmate.gui.board.state import ChessState, Promotion, destinations_of, moved, pieces_of
from millmate.gui.board.theme import BoardTheme, board_theme
from millmate.gui.board.widget import BoardWidget

_E4 = 28


class BoardView(BoardWidget):
    """A chessboard to play and to set up on; it knows no rules.

    Squares are numbered as in python-chess, pieces are the letters of a FEN, moves UCI texts.
    """

    symbols = (SYMBOLS[:6], SYMBOLS[6:])
    places = range(64)

    def __init__(self, parent: QWidget | None = None):
        super().__init__(ChessState(), _E4, parent)
        self._geometry = fit(1, 1)
        self._fen = ""
        self.describe()

    # --- what is shown -----------------------------------------------------------------------

    def set_position(
        self, fen: str, *, last_move: tuple[int, int] | None = None, check: int | None = None
    ) -> None:
        """Show the pieces of `fen`; `last_move` marks two squares, `check` the king in check.

        Pieces that changed their squares glide there. Selection and promotion chooser close if
        anything moved.
        """
        pieces = pieces_of(fen)
        self._fen = fen
        before = self._state.pieces
        self._state = replace(self.state, pieces=pieces, last_move=last_move, check=check)
        if pieces != before:
            self._state = replace(self.state, selected=None, promotion=None)
            self.motion.begin(glides(before, pieces, self._flipped))
            self.hand.still_true()
        self.describe()
        self.update()

    def set_destinations(self, moves: Iterable[str]) -> None:
        """Let the moves with these UCI texts be chosen, and no others.

        Several with the same squares open the promotion chooser. Castling is written as the king's
        own two squares (e1g1); dragging the king onto its rook then means the same.
        """
        moves = tuple(moves)
        self.let_choose(destinations_of(moves))
        self.offer(moves)

    @property
    def position(self) -> str:
        """The FEN that is shown."""
        return self._fen

    def play_text(self, move: str) -> None:
        """Finish the move with this UCI text."""
        self.hand.cancel()
        self.finish(move, dragged=False)

    @property
    def state(self) -> ChessState:
        """What is shown now."""
        assert isinstance(self._state, ChessState)
        return self._state

    @property
    def board_geometry(self) -> Geometry:
        """Where the squares lie in this widget."""
        return self._geometry

    # --- the promotion chooser ---------------------------------------------------------------

    def choose(self, origin: int, target: int, moves: tuple[str, ...], *, dragged: bool) -> None:
        """Finish the move, or open the promotion chooser."""
        if len(moves) == 1:
            self.finish(moves[0], dragged=dragged)
            return
        self.change(selected=None, promotion=Promotion(origin, target, moves, dragged=dragged))
        self.describe()

    def finish(self, move: str, *, dragged: bool) -> None:
        """Tell that `move` was chosen; one that was dragged stays where it was dropped."""
        self.change(selected=None, destinations={}, promotion=None)
        self.offer(())
        if dragged:
            self.change(pieces=moved(self._state.pieces, move))
        self.move_chosen.emit(move)

    def choose_promotion(self, index: int | None) -> None:
        """Finish the promotion with choice `index`, or call it off with None."""
        chooser = self.state.promotion
        assert chooser is not None
        self.change(promotion=None)
        if index is not None:
            self.finish(chooser.moves[index], dragged=chooser.dragged)
        self.describe()

    @property
    def choosing(self) -> bool:
        """Whether the promotion chooser is open."""
        return self.state.promotion is not None

    def call_choice_off(self) -> None:
        """Close the promotion chooser."""
        if self.choosing:
            self.choose_promotion(None)

    def choice_pressed(self, square: int | None, button: Qt.MouseButton) -> bool:
        """Choose the piece on `square`; elsewhere, call the promotion off."""
        assert self.state.promotion is not None
        self.choose_promotion(promotion.choice_at(self.state.promotion, self._geometry, square))
        return True

    def wants_choice_key(self, event: QKeyEvent) -> bool:
        """Arrows, Enter, Space, and the letters of the pieces."""
        assert self.state.promotion is not None
        if event.key() in keyboard.ARROWS or event.key() in keyboard.PRESS:
            return True
        letters = {move[4:] for move in self.state.promotion.moves}
        return keyboard.letter(event).lower() in letters

    def press_choice_key(self, event: QKeyEvent) -> bool:
        """Choose by letter, or point with the arrows and press."""
        chooser = self.state.promotion
        assert chooser is not None
        letters = [move[4:] for move in chooser.moves]
        if keyboard.letter(event).lower() in letters:
            self.choose_promotion(letters.index(keyboard.letter(event).lower()))
        elif event.key() in keyboard.PRESS:
            self.choose_promotion(chooser.focus)
        elif event.key() in keyboard.ARROWS:
            _, down = keyboard.ARROWS[Qt.Key(event.key())]
            rank_top = (chooser.target >> 3 == 7) != self.flipped
            focus = chooser.focus + (down if rank_top else -down)
            focus = min(max(focus, 0), len(letters) - 1)
            self.change(promotion=replace(chooser, focus=focus))
        else:
            return False
        return True

    # --- squares and pieces ------------------------------------------------------------------

    @property
    def frame(self) -> QRectF:
        """The rectangle of the 64 squares."""
        return self._geometry.board

    @property
    def square_side(self) -> float:
        """The side of a square in pixels."""
        return self._geometry.side

    def square_at(self, point: QPointF) -> int | None:
        """Return the square under `point` of this widget, or None."""
        return square_at(self._geometry, point)

    def square_rect(self, square: int) -> QRectF:
        """Return the rectangle in which `square` is drawn."""
        return rect_of(self._geometry, square)

    def step(self, square: int, right: int, down: int) -> int:
        """Return the next square in that direction on the screen."""
        return step(square, right, down, self._flipped)

    def symbol_name(self, symbol: str) -> str:
        """Return a piece in words, such as `white knight`."""
        return piece_name(symbol)

    def symbol_typed(self, letter: str) -> str | None:
        """A piece's letter places it: large a white one, small a black one."""
        return letter if letter and letter in SYMBOLS else None

    def draw_symbol(
        self, symbol: str, painter: QPainter, rect: QRectF, opacity: float = 1.0
    ) -> None:
        """Draw the piece `symbol` into `rect`."""
        draw_piece(painter, symbol, rect, opacity)

    def symbol_ground(self, symbol: str, *, chosen: bool) -> str:
        """Return the colour of a square on which the piece is seen well."""
        return self._theme.light if chosen or symbol.islower() else self._theme.dark

    def place_words(self, place: int) -> str:
        """Return a square and what stands there, such as `e4, white knight`."""
        return square_words(self.state, place)

    def cursor_words(self, place: int) -> str:
        """Return a square, what stands there, and what may be done there."""
        return cursor_words(self.state, place)

    def words(self) -> str:
        """Return what is shown, for those who listen to the board."""
        return description(self.state)

    def slide_back(self, square: int) -> None:
        """Let the piece of `square` glide home from under the mouse."""
        g, mouse = self._geometry, self.mouse_place
        column = (mouse.x() - g.left) / g.side - 0.5
        row = (mouse.y() - g.top) / g.side - 0.5
        self.motion.begin({square: (column, row)})

    # --- drawing -----------------------------------------------------------------------------

    @property
    def _theme(self) -> BoardTheme:
        return board_theme()

    def lay_out(self) -> None:
        """Fit the squares into the widget."""
        ratio = self.devicePixelRatioF()
        self._geometry = fit(
            self.width(),
            self.height(),
            ratio,
            flipped=self._flipped,
            margins=current_theme().coordinates,
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the state."""
        self.lay_out()  # the pixel ratio changes when the window goes to another screen
        scene = Scene(
            self.state,
            self._geometry,
            self._theme,
            self.palette().color(QPalette.ColorRole.PlaceholderText),
            focused=self._framed,
            draft=self._resizing.isActive(),
            glides=self.motion.glides,
            progress=self.motion.progress,
        )
        with QPainter(self) as painter:
            paint(painter, scene)
