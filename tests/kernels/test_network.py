"""The network's numbers follow the men, whatever is made and taken back."""

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive_network import random_network, worth
from tests.tiers import examples

from millmate.kernels.engine.entries import make_move, new_words, set_network
from millmate.kernels.engine.layout import INTS, ROW, ROWS
from millmate.kernels.engine.network import network_evaluation
from millmate.search.chess_encoding import moves_of, write_row

WEIGHTS = random_network(1)
STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/P2k4/8/8/8/3K4/p7/8 w - - 17 60",
]


def flipped(board):
    return board.transform(chess.flip_horizontal)


@pytest.fixture(scope="module")
def engine():
    words = new_words()
    set_network(words, WEIGHTS)
    return words, np.zeros(INTS, np.int32)


def go(engine, board, moves):
    """Make moves, given in UCI, one row after the other; check the last or every position."""
    words, ints = engine
    write_row(words, board)
    for ply, text in enumerate(moves):
        move = board.parse_uci(text)
        make_move(words, ROWS + ROW * ply, moves_of(words, ints, ROWS + ROW * ply)[move])
        board.push(move)
        assert network_evaluation(words, ROWS + ROW * (ply + 1)) == worth(WEIGHTS, board), text


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        (STARTS[1], "e1g1 e8c8 g1h1 c8b8"),
        (STARTS[1], "e1c1 e8g8 c1b1 g8h8 d1e1"),  # a king goes over to the other half
        ("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4 b4a3"),
        (STARTS[4], "a7a8q a2a1n a8a1"),
        (STARTS[2], "b4c5 b2a1n d1a1 a3b4 h6f7"),
    ],
)
def test_castling_en_passant_and_promotion(engine, fen, moves):
    go(engine, chess.Board(fen), moves.split())


@examples(40)
@given(st.data())
def test_rows_written_over_and_judged_now_and_then(engine, data):
    words, ints = engine
    board = chess.Board(data.draw(st.sampled_from(STARTS)))
    write_row(words, board)
    rng = data.draw(st.randoms(use_true_random=False))
    base = len(board.move_stack)
    for _ in range(60):
        ply = len(board.move_stack) - base
        if ply and rng.random() < 0.3:
            board.pop()
            continue
        row = ROWS + ROW * ply
        codes = moves_of(words, ints, row)
        if not codes:
            break
        move = rng.choice(sorted(codes, key=str))
        make_move(words, row, codes[move])
        board.push(move)
        if rng.random() < 0.6:
            assert network_evaluation(words, row + ROW) == worth(WEIGHTS, board), board.fen()


@pytest.mark.parametrize(
    ("fen", "image"),
    [*((fen, chess.Board.mirror) for fen in STARTS), (STARTS[3], flipped)],
)
def test_images_are_worth_the_same(engine, fen, image):
    words, _ = engine
    board = chess.Board(fen)
    write_row(words, board)
    one = network_evaluation(words, ROWS)
    write_row(words, image(board))
    assert network_evaluation(words, ROWS) == one
