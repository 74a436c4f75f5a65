"""The keys of spaces: those of each where there are several, and those of the boards."""

import chess
import numpy as np
import pytest
from tests.random_tables import RandomTables

from millmate.tablebase.layout import LOST
from millmate.tablebase.metric import CURSED
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.spaces import Space

CODES = [0, 0, 0, 1, 5, 100, 101, 127, 128, 129, 228, 229, 255]


@pytest.mark.parametrize("in_time", [0, LONGEST], ids=["as read", "after zeroing"])
def test_keys_of_kings_and_fixed_men_are_those_of_the_boards(in_time: int) -> None:
    """Two kings, a promoted piece or none, and up to three pawns of either colour."""
    rng, tables = np.random.default_rng(1), RandomTables(CODES, seed=1)
    for _ in range(40):
        men = [(chess.PAWN, bool(rng.integers(2))) for _ in range(int(rng.integers(4)))]
        squares = np.array([rng.permutation(np.arange(8, 56))[: len(men)] for _ in range(8)])
        if rng.integers(2):
            men.append((int(rng.integers(chess.KNIGHT, chess.KING)), bool(rng.integers(2))))
            last_rank = rng.integers(56 if men[-1][1] else 0, 64 if men[-1][1] else 8, (8, 1))
            squares = np.hstack([squares, last_rank])
        turn, own = bool(rng.integers(2)), tuple(map(tuple, squares.tolist()))
        together = Space((), tuple(men), own, everywhere=True).keys(turn, tables.read, in_time)
        for at, each in enumerate(own):
            keys = Space((), tuple(men), (each,), everywhere=True).keys(turn, tables.read, in_time)
            assert np.array_equal(keys, together[64 * at : 64 * (at + 1)])
            for white_king, black_king in rng.integers(64, size=(4, 2)).tolist():
                board = chess.Board(None)
                board.turn = turn
                kings = (chess.KING, chess.WHITE), (chess.KING, chess.BLACK)
                for (kind, white), square in zip(
                    (*men, *kings), (*each, white_king, black_king), strict=True
                ):
                    board.set_piece_at(square, chess.Piece(kind, white))
                apart = chess.popcount(board.occupied) == len(men) + 2
                key = (
                    key_of(tables.value(board), in_time > 0) if apart and not in_check(board) else 0
                )
                assert keys[white_king, black_king] == key, board.fen()


def in_check(board: chess.Board) -> bool:
    """Return whether the side that is not to move is in check."""
    return board.was_into_check() or chess.square_distance(*kings_of(board)) < 2


def kings_of(board: chess.Board) -> tuple[int, int]:
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    assert white is not None
    assert black is not None
    return white, black


def key_of(code: int, zeroing: bool) -> int:
    if zeroing and code:  # only whether the rule still allows the result counts
        lost = LOST if code >= LOST else 0
        late = code - lost > LONGEST
        code = lost + (CURSED if late else 1) - (1 if lost else 0)
    return 255 - (code - LOST) if code >= LOST else code or 128
