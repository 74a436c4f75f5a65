"""A picture of a position of either game, in the colours of the window's boards."""

from __future__ import annotations

from typing import cast

import chess
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.games import catalogue
from millmate.games.morris.rules import MorrisRules
from millmate.gui.boards import geometry, painter
from millmate.gui.boards.morris import geometry as morris_geometry
from millmate.gui.boards.morris import painter as morris_painter
from millmate.gui.boards.morris.painter import MorrisScene
from millmate.gui.boards.morris.state import MorrisState, parse_position, turn_of
from millmate.gui.boards.morris.theme import morris_theme
from millmate.gui.boards.painter import ChessScene
from millmate.gui.boards.state import ChessState, pieces_of
from millmate.gui.boards.theme import board_theme
from millmate.pictures.diagrams import UPRIGHT, Orientation


class Thumbnail(QWidget):
    """Shows a position without anything to act on: no squares, no focus, no mouse.

    What surrounds it tells screen readers what it shows.
    """

    def __init__(self, height: int) -> None:
        super().__init__()
        self._height = height  # in pixels
        self.fen, self._game, self._orientation = "", "", UPRIGHT
        self._last, self._mover = "", True
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_height(self, height: int) -> None:
        if height != self._height:
            self._height = height
            self.updateGeometry()

    def show_position(
        self,
        fen: str,
        game: str = "",
        orientation: Orientation = UPRIGHT,
        *,
        last: str = "",
        mover: bool = True,
    ) -> None:
        """Show a position of the rules named `game`, or else of the game it is written in.

        `last` is the move of the side `mover` that led to it.
        """
        self.fen, self._game = fen, game or catalogue.rules_of(fen).name
        self._orientation, self._last, self._mover = orientation, last, mover
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._height, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self._height)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.fen:
            return
        with QPainter(self) as brush:
            if self._game == "chess":
                self._paint_chess(brush)
            else:
                self._paint_morris(brush)

    def _paint_chess(self, brush: QPainter) -> None:
        flipped, ratio = self._orientation.flipped, self.devicePixelRatioF()
        room = geometry.fit(self.width(), self.height(), ratio, flipped=flipped, margins=False)
        text = self.palette().color(QPalette.ColorRole.PlaceholderText)
        board, move = chess.Board(self.fen), chess.Move.from_uci(self._last or "0000")
        state = ChessState(
            pieces_of(self.fen),
            last_move=(move.from_square, move.to_square) if move else None,
            check=board.king(board.turn) if board.is_check() else None,
        )
        painter.paint(brush, ChessScene(state, room, board_theme(), text))

    def _paint_morris(self, brush: QPainter) -> None:
        rules = cast(MorrisRules, catalogue.game(self._game))
        pieces, hands = parse_position(self.fen)
        variant = rules.variant
        last = turn_of(self._last, self._mover, variant.lines) if self._last else None
        state = MorrisState(
            pieces, hands=hands, last=last, lines=variant.lines, wells=variant.stones
        )
        size = self.width(), self.height()
        room = morris_geometry.fit(*size, self._orientation, state.wells, state.lines)
        brush.setClipRect(QRectF(self.rect()))
        morris_painter.paint(brush, MorrisScene(state, room, morris_theme()))
