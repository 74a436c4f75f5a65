"""A move made by the engine leads to the row that python-chess's position gives."""

from random import Random

import chess
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from millmate.kernels.engine import layout
from millmate.kernels.engine.entries import make_move, new_words
from millmate.search.chess_encoding import moves_of, write_row

WORDS = new_words()
INTS = np.zeros(layout.MOVES, np.int32)
NEXT = layout.ROWS + layout.ROW


@settings(max_examples=20)
@given(st.randoms(use_true_random=False), st.integers(1, 80))
def test_what_is_updated_equals_what_is_computed_anew(random: Random, plies: int) -> None:
    board = chess.Board()
    for _ in range(plies):
        if board.is_game_over():
            break
        move = random.choice(list(board.legal_moves))
        write_row(WORDS, board)
        codes = moves_of(WORDS, INTS)
        assert set(codes) == set(board.legal_moves)
        make_move(WORDS, layout.ROWS, codes[move])
        updated = WORDS[NEXT : NEXT + layout.ROW].copy()
        board.push(move)
        write_row(WORDS, board, NEXT)
        assert np.array_equal(updated, WORDS[NEXT : NEXT + layout.ROW]), board.fen()
