"""The view of a chess game."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import cast

import chess
from PySide6.QtCore import QObject

from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen, random_position
from millmate.games.chess.rules import why_illegal
from millmate.gui.boards import BoardView
from millmate.gui.boards.chess_board import describe_san
from millmate.gui.boards.chess_scene import pieces_of
from millmate.gui.boards.editor.chess_editor import ChessEditor, ChessModel
from millmate.gui.boards.men import piece_name
from millmate.gui.boards.player_strip import Balance
from millmate.gui.boards.state import Arrow
from millmate.gui.shell.game_view import GameView
from millmate.gui.shell.play.game import GameController
from millmate.language import count
from millmate.settings import Settings

_VALUES = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}


def arrows_of(move: str, mover: bool, strength: float) -> tuple[Arrow, ...]:
    """Return an arrow from square to square; for castling, the king's."""
    read = chess.Move.from_uci(move)
    return (Arrow(read.from_square, read.to_square, strength),)


class ChessGameView(GameView):
    """The chessboard and its editor."""

    kind = "chess"
    board: BoardView
    editor: ChessEditor

    def __init__(self, game: GameController, fen: str, parent: QObject | None = None) -> None:
        super().__init__(game, parent)
        self.board = self.page = BoardView()
        self.editor = ChessEditor(ChessModel(fen), self.board)

    @staticmethod
    def position(text: str) -> str:
        """Return the FEN in `text`; raises `PositionError`."""
        return board_from_fen(text).fen()

    def save_state(self, settings: Settings) -> Settings:
        """Return `settings` with the start position."""
        return settings.changed(start_fen=self.last_start())

    def show_position(self) -> None:
        """Show the position of the game, its last move, and a king in check."""
        board = cast(chess.Board, self.game.shown_board())
        check = board.king(board.turn) if board.is_check() else None
        line = self.game.line
        self.board.set_position(line.fen, last=line.shown_move or "", check=check)

    def show_turn(self) -> None:
        """Enable the moves that can be made now."""
        self.board.set_destinations(self.game.destinations())

    def arrows_of(self, move: str, mover: bool, strength: float) -> tuple[Arrow, ...]:
        """Return an arrow from square to square; for castling, the king's."""
        return arrows_of(move, mover, strength)

    def offers(self, fen: str, moves: Iterable[str]) -> dict[str, str]:
        """Return `moves` of the position `fen` with their SAN."""
        board = board_from_fen(fen)
        return {move: board.san(chess.Move.from_uci(move)) for move in moves}

    def refusal(self, fen: str, text: str) -> str:
        """Return why `text` is not a legal move of the position `fen`."""
        return why_illegal(board_from_fen(fen), text)

    def spoken(self, notation: str) -> str:
        """Return a move as spoken text, such as `knight takes f3, check`."""
        return describe_san(notation)

    def men(self, fen: str) -> dict[int, str]:
        return pieces_of(fen)

    def side_of(self, symbol: str) -> bool:
        return symbol.isupper()

    def balance(self, fen: str, side: bool) -> Balance:
        """Return the men that `side` has more than the other side, and its lead in points."""
        men, more = fen.partition(" ")[0], {}
        for white, value in _VALUES.items():
            own, other = (white, white.lower()) if side else (white.lower(), white)
            more[own] = men.count(own) - men.count(other), value
        lead = sum(number * value for number, value in more.values())
        letters = "".join(letter * number for letter, (number, _) in more.items())
        words = [piece_name(letter) for letter in letters]
        signs = "".join(chess.UNICODE_PIECE_SYMBOLS[letter] for letter in letters)
        points = [f"+{lead}"] if lead > 0 else []
        if lead > 0:
            words.append(count(lead, "{n} point ahead", "{n} points ahead"))
        return Balance(" ".join(filter(None, (signs, *points))), ", ".join(words))

    def random(self, fen: str, stones: dict[bool, int], rng: random.Random) -> str:
        """Return a random position with the pieces and the side to move of `fen`."""
        board = board_from_fen(fen)
        return random_position(Material.of(board), rng, board.turn).fen()
