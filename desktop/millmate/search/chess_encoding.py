"""Convert python-chess positions to rows of the engine's buffer, and moves both ways.

The buffer is `words`, uint64[...], with the layout of `kernels.engine.layout`.
"""

import chess
import numpy as np

from millmate.kernels.engine import layout as at
from millmate.kernels.engine.entries import complete_row, list_moves, new_words, perft, set_castling
from millmate.kernels.engine.layout import MOVES, PLIES


def is_orthodox(board: chess.Board) -> bool:
    """Return whether the engine can play `board`; its kings must not be capturable.

    With castling rights of Chess960, `board.chess960` must be set.
    """
    kings = (board.kings & board.occupied_co[colour] for colour in chess.COLORS)
    return (
        type(board) is chess.Board
        and all(chess.popcount(king) == 1 for king in kings)
        and (board.chess960 or not board.has_chess960_castling_rights())
        and not board.was_into_check()
    )


def write_row(words: at.Words, board: chess.Board, row: int = at.ROWS) -> None:
    """Write an orthodox position to the row of `words` that starts at `row`."""
    kinds = board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
    for number, men in enumerate(kinds):
        words[row + number] = men
    words[row + at.SIDES] = board.occupied_co[chess.WHITE]
    words[row + at.SIDES + 1] = board.occupied_co[chess.BLACK]
    words[row + at.STATE] = _state(board)
    words[row + at.CLOCK] = min(board.halfmove_clock, 100)
    complete_row(words, row)


def write_game(words: at.Words, board: chess.Board) -> None:
    """Write a position to row 0 of `words`, and the keys of earlier positions that can recur."""
    earlier = board.copy()
    keys: list[int] = []
    while earlier.move_stack and len(keys) < min(board.halfmove_clock, at.GAME):
        earlier.pop()
        write_row(words, earlier)
        keys.insert(0, int(words[at.ROWS + at.KEY]))
    words[at.KEYS : at.KEYS + len(keys)] = keys
    words[at.KEYS_BEFORE_ROOT] = len(keys)
    write_row(words, board)
    write_castling(words, board)


def write_castling(words: at.Words, board: chess.Board) -> None:
    """Write how the sides castle in the game from `board` on."""
    set_castling(words, castling_homes(board), onto_rooks=board.chess960)


def castling_homes(board: chess.Board) -> list[tuple[int, int] | None]:
    """Return the king and the rook of each castling right (K, Q, k, q), None without the right."""
    homes: list[tuple[int, int] | None] = [None] * 4
    for rook in chess.scan_forward(board.clean_castling_rights()):
        king = board.king(rook < chess.A8)
        assert king is not None
        homes[2 * (rook >= chess.A8) + (rook < king)] = king, rook
    return homes


def _state(board: chess.Board) -> int:
    homes = castling_homes(board) if board.castling_rights else ()
    state = sum(1 << number for number, home in enumerate(homes) if home)
    passing = at.NO_SQUARE
    if board.ep_square is not None and board.has_pseudo_legal_en_passant():
        passing = board.ep_square
    return state | passing << 4 | (not board.turn) << 11


def moves_of(words: at.Words, ints: at.Ints, row: int = at.ROWS) -> dict[chess.Move, int]:
    """Return the legal moves of a row of `words`, each with its number in the engine.

    `ints` (int32[MOVES] or more) is overwritten from its start.
    """
    codes = ints[: list_moves(words, ints, row)]
    return {to_move(int(code)): int(code) for code in codes}


def to_move(code: int) -> chess.Move:
    """Return the move with the engine's number `code`."""
    promotion = ((code >> 18) & 7) + 1  # kinds count from pawn = 0 there, from 1 in python-chess
    return chess.Move(code & 63, (code >> 6) & 63, promotion if promotion > 1 else None)


DEEPEST = PLIES  # the maximum depth


def count_leaves(board: chess.Board, depth: int) -> int:
    """Return the number of legal move sequences of `depth` plies from an orthodox `board`.

    A position is visited once for each path to it; moves of the last ply are counted, not played.
    `depth` is at most `DEEPEST`.
    """
    if depth <= 1:
        return board.legal_moves.count() if depth == 1 else 1
    words, moves = new_words(), np.zeros(MOVES * PLIES, np.int32)
    write_castling(words, board)
    leaves = 0
    for move in board.legal_moves:  # one by one, so that Ctrl-C works between them
        after = board.copy(stack=False)
        after.push(move)
        write_row(words, after)
        leaves += int(perft(words, moves, depth - 1))
    return leaves
