"""Positions of python-chess as rows of the engine's buffer, and its moves.

The buffer is `words`, uint64[...] as `kernels.engine.layout` divides it.
"""

import chess

from millmate.kernels.engine import layout as at
from millmate.kernels.engine.entries import complete_row, list_moves

# The corners of the castling rights, in the order of their bits.
_CORNERS = (chess.BB_H1, chess.BB_A1, chess.BB_H8, chess.BB_A8)


def is_orthodox(board: chess.Board) -> bool:
    """Tell whether the engine can play `board`: castling as usual, kings that cannot be taken."""
    kings = (board.kings & board.occupied_co[colour] for colour in chess.COLORS)
    return (
        type(board) is chess.Board
        and all(chess.popcount(king) == 1 for king in kings)
        and not (board.chess960 and board.castling_rights)
        and not board.has_chess960_castling_rights()
        and not board.was_into_check()
    )


def write_row(words: at.Words, board: chess.Board, row: int = at.ROWS) -> None:
    """Write an orthodox position to the row of `words` that begins at `row`."""
    kinds = board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
    for number, men in enumerate(kinds):
        words[row + number] = men
    words[row + at.SIDES] = board.occupied_co[chess.WHITE]
    words[row + at.SIDES + 1] = board.occupied_co[chess.BLACK]
    words[row + at.STATE] = _state(board)
    words[row + at.CLOCK] = min(board.halfmove_clock, 100)
    complete_row(words, row)


def write_game(words: at.Words, board: chess.Board) -> None:
    """Write a position to row 0 of `words`, and the keys of those before it that may come again."""
    earlier = board.copy()
    keys: list[int] = []
    while earlier.move_stack and len(keys) < min(board.halfmove_clock, at.GAME):
        earlier.pop()
        write_row(words, earlier)
        keys.insert(0, int(words[at.ROWS + at.KEY]))
    words[at.KEYS : at.KEYS + len(keys)] = keys
    words[at.KEYS_BEFORE_ROOT] = len(keys)
    write_row(words, board)


def _state(board: chess.Board) -> int:
    rights = board.clean_castling_rights()
    state = sum(1 << number for number, corner in enumerate(_CORNERS) if rights & corner)
    passing = at.NO_SQUARE
    if board.ep_square is not None and board.has_pseudo_legal_en_passant():
        passing = board.ep_square
    return state | passing << 4 | (not board.turn) << 11


def moves_of(words: at.Words, ints: at.Ints, row: int = at.ROWS) -> dict[chess.Move, int]:
    """Return the legal moves of a row of `words`, each with its number in the engine.

    `ints`, int32[MOVES] or more, is written to from its beginning.
    """
    codes = ints[: list_moves(words, ints, row)]
    return {to_move(int(code)): int(code) for code in codes}


def to_move(code: int) -> chess.Move:
    """Return the move that the engine's number stands for."""
    promotion = ((code >> 18) & 7) + 1  # kinds count from pawn = 0 there, from 1 in python-chess
    return chess.Move(code & 63, (code >> 6) & 63, promotion if promotion > 1 else None)
