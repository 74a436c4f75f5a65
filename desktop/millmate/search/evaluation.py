"""Michniewski's simplified evaluation of chess: material and piece-square tables.

The numbers are Tomasz Michniewski's ("Simplified Evaluation Function", 2004).
"""

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

# Worth of a white piece's square, as a diagram: the first row is rank 8, files a to h.
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


def evaluate(board: Board) -> int:
    """Return the worth of `board` in hundredths of a pawn for the side to move."""
    position = cast(chess.Board, board)
    kings = _KINGS_IN_ENDING if is_ending(position) else _KINGS
    white = _side(position, chess.WHITE, kings)
    black = _side(position, chess.BLACK, kings)
    return white - black if position.turn == chess.WHITE else black - white


def is_ending(board: chess.Board) -> bool:
    """Tell whether kings should come out: no side has a queen with more than a minor piece."""
    return all(
        not board.queens & side
        or (not board.rooks & side and chess.popcount((board.knights | board.bishops) & side) <= 1)
        for side in board.occupied_co
    )


def _side(board: chess.Board, colour: chess.Color, kings: dict[chess.Color, list[int]]) -> int:
    """Return the worth of one side's pieces where they stand."""
    mine = board.occupied_co[colour]
    total = 0
    for pieces, worth in (
        (board.pawns, _PAWNS[colour]),
        (board.knights, _KNIGHTS[colour]),
        (board.bishops, _BISHOPS[colour]),
        (board.rooks, _ROOKS[colour]),
        (board.queens, _QUEENS[colour]),
        (board.kings, kings[colour]),
    ):
        for square in chess.scan_forward(pieces & mine):
            total += worth[square]
    return total


def _by_square(diagram: str, value: int = 0) -> dict[chess.Color, list[int]]:
    """Return, by colour and square (a1 first), the piece's `value` and its square's worth."""
    numbers = [value + int(word) for word in diagram.split()]
    return {
        chess.WHITE: [numbers[chess.square_mirror(square)] for square in chess.SQUARES],
        chess.BLACK: numbers,
    }


_PAWNS = _by_square(_PAWN, PIECE_VALUES[chess.PAWN])
_KNIGHTS = _by_square(_KNIGHT, PIECE_VALUES[chess.KNIGHT])
_BISHOPS = _by_square(_BISHOP, PIECE_VALUES[chess.BISHOP])
_ROOKS = _by_square(_ROOK, PIECE_VALUES[chess.ROOK])
_QUEENS = _by_square(_QUEEN, PIECE_VALUES[chess.QUEEN])
_KINGS = _by_square(_KING)
_KINGS_IN_ENDING = _by_square(_KING_IN_ENDING)
