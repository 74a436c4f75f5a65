"""The compiled engine knows the rules of chess: it counts the moves that python-chess finds."""

import csv
import random
from pathlib import Path

import chess
import numpy as np
import pytest
from hypothesis import given
from tests.strategies import games960
from tests.tiers import first

from millmate.games.board import perft
from millmate.kernels.engine.entries import new_words
from millmate.kernels.engine.layout import INTS
from millmate.search.chess_encoding import count_leaves, is_orthodox, moves_of, write_game

DATA = Path(__file__).parent.parent / "data"
STANDARD = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
]


def suite(name: str) -> list[tuple[str, int, int]]:
    with (DATA / name).open(newline="") as file:
        rows = csv.DictReader(file, delimiter=";")
        return [(row["fen"], int(row["depth"]), int(row["leaves"])) for row in rows]


def orthodox(name: str) -> list[tuple[str, int, int]]:
    return [entry for entry in suite(name) if is_orthodox(chess.Board(entry[0]))]


@pytest.mark.parametrize(
    "entries",
    [STANDARD, orthodox("perft_tricky.csv"), orthodox("perft_suite.csv")],
    ids=["the six standard positions", "what engines stumble over", "the suite"],
)
def test_leaves_are_as_many_as_are_known(entries: list[tuple[str, int, int]]) -> None:
    wrong = {
        fen: (found, leaves)
        for fen, depth, leaves in entries
        if (found := count_leaves(chess.Board(fen), depth)) != leaves
    }
    assert wrong == {}
    assert len(entries) >= 6


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",  # both pawns leave the king's rank
        "8/8/8/2k5/3Pp3/8/8/4K2R b - d3 0 1",  # the pawn that gives check is taken
        "8/8/3k4/8/1b1pP3/8/5K2/8 b - e3 0 1",
        "4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1",  # a pinned pawn
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/4r3/8/8/8/R3K2R w KQkq - 0 1",  # no castling out of check
        "r3k2r/8/8/3r4/8/8/8/R3K2R w KQkq - 0 1",  # nor through it
        "r3k2r/8/8/1r6/8/8/8/R3K2R w KQkq - 0 1",  # but the rook may pass
        "1n1k4/P1P5/8/8/8/8/8/K7 b - - 0 1",
        "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",  # stalemate
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",  # mate
    ],
)
def test_rules_one_by_one(fen: str) -> None:
    board = chess.Board(fen)
    assert [count_leaves(board, depth) for depth in (1, 2, 3)] == [
        perft(board, depth) for depth in (1, 2, 3)
    ]


@pytest.mark.parametrize("step", first(1, [30, 5]))
def test_castling_of_chess960_is_counted_as_by_python(step: int) -> None:
    rng = random.Random(5)
    for number in range(0, 960, step):
        board = chess.Board.from_chess960_pos(number)
        for square in chess.SQUARES:
            if board.piece_type_at(square) in (chess.QUEEN, chess.BISHOP, chess.KNIGHT):
                if rng.random() < 0.8:
                    board.remove_piece_at(square)
            elif board.piece_type_at(square) == chess.PAWN and rng.random() < 0.5:
                board.remove_piece_at(square)
        if is_orthodox(board):
            assert count_leaves(board, 2) == perft(board, 2), board.fen()
            assert number % 60 or count_leaves(board, 3) == perft(board, 3), board.fen()


@given(games960())
def test_chess960_is_listed_as_by_python(board: chess.Board) -> None:
    words, ints = new_words(), np.zeros(INTS, np.int32)
    write_game(words, board)
    assert set(moves_of(words, ints)) == set(board.legal_moves)


def test_impossible_kings_are_left_to_python() -> None:
    assert not is_orthodox(chess.Board("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1"))
    assert not is_orthodox(chess.Board("8/8/8/8/8/8/8/K7 w - - 0 1"))
    assert not is_orthodox(chess.Board("1n1k4/P1P5/8/8/8/8/8/K7 w - - 0 1"))
    assert is_orthodox(chess.Board())
