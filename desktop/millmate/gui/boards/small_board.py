"""A small read-only board of either game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import chess
from PySide6.QtWidgets import QStackedWidget

from millmate.errors import MillMateError
from millmate.games import catalogue
from millmate.games.morris.rules import MorrisRules
from millmate.gui.boards import BoardView
from millmate.gui.boards.morris.view import MorrisView
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.kit.translator import bind_text
from millmate.language import mark

_SMALLEST = 200  # pixels


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position of a game, and the move that led to it, if any.

    `plies` counts the moves before it; `move` is in UCI notation, played by the side `mover`.
    """

    game: str
    fen: str
    plies: int
    move: str = ""
    mover: bool = True


def replay(game: str, start_fen: str, moves: tuple[str, ...]) -> ShownPosition:
    """Return the position after `moves`, as far as they can be played."""
    rules = catalogue.game(game)
    board = rules.board(start_fen)
    position = ShownPosition(game, board.fen(), 0)
    for ply, text in enumerate(moves, 1):
        mover = board.turn
        try:
            board.push(rules.parse_move(board, text))
        except MillMateError:
            break  # possible only in a journal that was edited by hand
        position = ShownPosition(game, "", ply, text, mover)
    return replace(position, fen=board.fen())


class SmallBoard(QStackedWidget):
    """Shows positions of chess or morris, with animated moves."""

    def __init__(self, name: str = mark("Board of the game being watched")) -> None:
        """Create an empty board called `name` (marked)."""
        super().__init__()
        self.chess, self.morris = BoardView(), MorrisView()
        for board in (self.chess, self.morris):
            board.set_interactive(False)
            board.setMinimumSize(_SMALLEST, _SMALLEST)
            bind_text(board, name=name)
            self.addWidget(board)

    @property
    def board(self) -> BoardWidget:
        return self.chess if self.currentWidget() is self.chess else self.morris

    def show_position(self, position: ShownPosition) -> None:
        """Show a position and mark its last move."""
        if position.game == "chess":
            self._show_chess(position)
        else:
            self._show_morris(position)

    def _show_chess(self, position: ShownPosition) -> None:
        board = chess.Board(position.fen)
        check = board.king(board.turn) if board.is_check() else None
        self.chess.set_position(position.fen, last=position.move, check=check)
        self.setCurrentWidget(self.chess)

    def _show_morris(self, position: ShownPosition) -> None:
        variant = cast(MorrisRules, catalogue.game(position.game)).variant
        self.morris.set_variant(variant.lines, variant.stones)
        self.morris.set_position(position.fen, last=position.move, mover=position.mover)
        self.setCurrentWidget(self.morris)
