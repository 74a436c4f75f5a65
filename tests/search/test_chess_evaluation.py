"""The engine's rows, its evaluation and its view of exchanges."""

from random import Random

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiers import examples

from millmate.kernels.engine import layout
from millmate.kernels.engine.classical import evaluation
from millmate.kernels.engine.entries import make_move, new_words
from millmate.kernels.engine.see import see_ge
from millmate.search.chess_encoding import moves_of, write_row

WORDS = new_words()
INTS = np.zeros(layout.MOVES, np.int32)
NEXT = layout.ROWS + layout.ROW
VALUES = {1: 100, 2: 320, 3: 330, 4: 500, 5: 950, 6: 20_000}


def worth(board: chess.Board) -> int:
    write_row(WORDS, board)
    return int(evaluation(WORDS, layout.ROWS))


def random_board(random: Random, plies: int) -> chess.Board:
    board = chess.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
    return board


@examples(20)
@given(st.randoms(use_true_random=False), st.integers(1, 80))
def test_a_row_updated_by_a_move_is_that_of_the_next_position(random: Random, plies: int) -> None:
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


@examples(100)
@given(st.randoms(use_true_random=False), st.integers(0, 120))
def test_colours_are_alike(random: Random, plies: int) -> None:
    board = random_board(random, plies)
    assert worth(board) == worth(board.mirror())


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/8/8/8/8/8/8/QK6 w - - 0 1", "4k3/8/8/8/8/8/8/RK6 w - - 0 1"),
        ("4k3/8/P7/8/8/8/8/K7 w - - 0 1", "4k3/8/8/8/8/P7/8/K7 w - - 0 1"),
        ("k7/8/8/8/8/8/8/2KBN3 w - - 0 1", "8/8/8/3k4/8/8/8/2KBN3 w - - 0 1"),
    ],
)
def test_what_is_better_is_worth_more(better: str, worse: str) -> None:
    assert worth(chess.Board(better)) > worth(chess.Board(worse))


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/KB6 w - - 0 1",  # a bishop alone
        "4k3/8/8/8/8/8/8/KN6 w - - 0 1",
        "4k3/8/8/8/8/8/8/KNN5 w - - 0 1",
    ],
)
def test_what_cannot_win_is_worth_little(fen: str) -> None:
    assert abs(worth(chess.Board(fen))) < 150


def exchange(board: chess.Board, square: int) -> int:
    """Return what the side to move see_ge at best by taking on a square, pins not looked at."""
    takers = board.attackers(board.turn, square)
    if not takers:
        return 0
    taker = min(takers, key=lambda at: VALUES[board.piece_type_at(at) or 0])
    gain = VALUES[board.piece_type_at(square) or 0]
    after = board.copy(stack=False)
    after.set_piece_at(square, after.remove_piece_at(taker))
    after.turn = not board.turn
    if after.piece_type_at(square) == chess.KING and after.attackers(after.turn, square):
        return 0
    return max(0, gain - exchange(after, square))


@examples(60)
@given(st.randoms(use_true_random=False), st.integers(4, 80))
def test_exchanges_are_counted_to_their_end(random: Random, plies: int) -> None:
    board = random_board(random, plies)
    write_row(WORDS, board)
    for move, code in moves_of(WORDS, INTS).items():
        if not board.is_capture(move) or board.is_en_passant(move) or move.promotion:
            continue
        gain = VALUES[board.piece_type_at(move.to_square) or 0]
        after = board.copy(stack=False)
        after.set_piece_at(move.to_square, after.remove_piece_at(move.from_square))
        after.turn = not board.turn
        result = gain - exchange(after, move.to_square)
        for least in (result, result + 1):
            with np.errstate(over="ignore"):  # as Python; words overflow on purpose
                got = see_ge(WORDS, layout.ROWS, code, least)
            assert got == (result >= least), (board.fen(), move, least)
