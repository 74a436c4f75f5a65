"""Michniewski's simplified evaluation of chess: material and piece-square tables.

The numbers are from Tomasz Michniewski, "Simplified Evaluation Function" (2004).
"""

from collections.abc import Mapping
from typing import cast

import chess

from millmate.games.board import Board

PIECE_VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 320,
    chess.BISHOP: 330,
    chess.ROOK: 500,
    chess.QUEEN: 900,
}

# Values of a white piece's squares, as a diagram: the first row is rank 8, files a to h.
_PAWN = """
   0   0   0   0   0   0   0   0
  50  50  50  50  50  50  50  50
  10  10  20  30  30  20  10  10
   5   5  10  25  25  10   5   5
   0   0   0  20  20   0   0   0
   5  -5 -10   0   0 -10  -5   5
   5  10  10 -20 -20  10  10   5
   0   0   0   0   0   0   0   0
"""
_KNIGHT = """
 -50 -40 -30 -30 -30 -30 -40 -50
 -40 -20   0   0   0   0 -20 -40
 -30   0  10  15  15  10   0 -30
 -30   5  15  20  20  15   5 -30
 -30   0  15  20  20  15   0 -30
 -30   5  10  15  15  10   5 -30
 -40 -20   0   5   5   0 -20 -40
 -50 -40 -30 -30 -30 -30 -40 -50
"""
_BISHOP = """
 -20 -10 -10 -10 -10 -10 -10 -20
 -10   0   0   0   0   0   0 -10
 -10   0   5  10  10   5   0 -10
 -10   5   5  10  10   5   5 -10
 -10   0  10  10  10  10   0 -10
 -10  10  10  10  10  10  10 -10
 -10   5   0   0   0   0   5 -10
 -20 -10 -10 -10 -10 -10 -10 -20
"""
_ROOK = """
   0   0   0   0   0   0   0   0
   5  10  10  10  10  10  10   5
  -5   0   0   0   0   0   0  -5
  -5   0   0   0   0   0   0  -5
  -5   0   0   0   0   0   0  -5
  -5   0   0   0   0   0   0  -5
  -5   0   0   0   0   0   0  -5
   0   0   0   5   5   0   0   0
"""
_QUEEN = """
 -20 -10 -10  -5  -5 -10 -10 -20
 -10   0   0   0   0   0   0 -10
 -10   0   5   5   5   5   0 -10
  -5   0   5   5   5   5   0  -5
   0   0   5   5   5   5   0  -5
 -10   5   5   5   5   5   0 -10
 -10   0   5   0   0   0   0 -10
 -20 -10 -10  -5  -5 -10 -10 -20
"""
_KING = """
 -30 -40 -40 -50 -50 -40 -40 -30
 -30 -40 -40 -50 -50 -40 -40 -30
 -30 -40 -40 -50 -50 -40 -40 -30
 -30 -40 -40 -50 -50 -40 -40 -30
 -20 -30 -30 -40 -40 -30 -30 -20
 -10 -20 -20 -20 -20 -20 -20 -10
  20  20   0   0   0   0  20  20
  20  30  10   0   0  10  30  20
"""
_KING_IN_ENDING = """
 -50 -40 -30 -20 -20 -30 -40 -50
 -30 -20 -10   0   0 -10 -20 -30
 -30 -10  20  30  30  20 -10 -30
 -30 -10  30  40  40  30 -10 -30
 -30 -10  30  40  40  30 -10 -30
 -30 -10  20  30  30  20 -10 -30
 -30 -30   0   0   0   0 -30 -30
 -50 -30 -30 -30 -30 -30 -30 -50
"""


Worth = dict[chess.Color, list[int]]  # by colour and square, a1 first


class SimplifiedEvaluation:
    """Michniewski's evaluation, with his piece values or others."""

    def __init__(self, values: Mapping[chess.PieceType, int] = PIECE_VALUES) -> None:
        self.worth = {piece: _by_square(_DIAGRAMS[piece], values[piece]) for piece in PIECE_VALUES}

    def __call__(self, board: Board) -> int:
        """Return the evaluation of `board` for the side to move, in hundredths of a pawn."""
        position = cast(chess.Board, board)
        white = self._side(position, chess.WHITE) - self._side(position, chess.BLACK)
        return white if position.turn == chess.WHITE else -white

    def _side(self, board: chess.Board, colour: chess.Color) -> int:
        """Return the total value of one side's pieces on their squares."""
        total = kings(board)[colour][board.king(colour) or 0]
        for piece, worth in self.worth.items():
            for square in chess.scan_forward(board.pieces_mask(piece, colour)):
                total += worth[colour][square]
        return total


def is_ending(board: chess.Board) -> bool:
    """Return whether kings should be active: no side has a queen and more than a minor piece."""
    return all(
        not board.queens & side
        or (not board.rooks & side and chess.popcount((board.knights | board.bishops) & side) <= 1)
        for side in board.occupied_co
    )


def kings(board: chess.Board) -> Worth:
    """Return the values of squares for the kings of `board`: shelter, or the centre in endings."""
    return _KINGS_IN_ENDING if is_ending(board) else _KINGS


def _by_square(diagram: str, value: int = 0) -> Worth:
    """Return the piece's `value` plus that of its square, by colour and square (a1 first)."""
    numbers = [value + int(word) for word in diagram.split()]
    return {
        chess.WHITE: [numbers[chess.square_mirror(square)] for square in chess.SQUARES],
        chess.BLACK: numbers,
    }


_DIAGRAMS = {
    chess.PAWN: _PAWN,
    chess.KNIGHT: _KNIGHT,
    chess.BISHOP: _BISHOP,
    chess.ROOK: _ROOK,
    chess.QUEEN: _QUEEN,
}
_KINGS = _by_square(_KING)
_KINGS_IN_ENDING = _by_square(_KING_IN_ENDING)

evaluate = SimplifiedEvaluation()
