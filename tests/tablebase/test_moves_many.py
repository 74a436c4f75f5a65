"""Moves of boards as arrays are those that python-chess finds."""

import random

import chess
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import endings

from millmate.tablebase.moves_many import KINDS, boards_of, legal_moves, states


def by_arrays(boards: list[chess.Board]) -> list[set[tuple]]:
    """Return what is known of the moves of each board."""
    here = boards_of(boards)
    moves = legal_moves(here)
    check, final = states(moves.after)
    found: list[set[tuple]] = [set() for _ in boards]
    for at, of in enumerate(moves.of.tolist()):
        man, promotion = int(moves.man[at]), int(moves.promotion[at]) or None
        found[of].add(
            (
                chess.Move(man & 63, int(moves.to[at]), promotion),
                int(KINDS[moves.captured[at] >> 6]),
                bool(moves.zeroing[at]),
                bool(moves.passing[at]),
                bool(check[at]),
                bool(final[at]),
                moves.after.board(at).board_fen(),
            )
        )
    return found


def by_python_chess(board: chess.Board) -> set[tuple]:
    found = set()
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        beside = chess.BB_PAWN_ATTACKS[board.turn][after.ep_square] if after.ep_square else 0
        found.add(
            (
                move,
                board.piece_type_at(move.to_square) or 0,
                board.is_zeroing(move),
                bool(beside & after.pawns & after.occupied_co[after.turn]),
                after.is_check(),
                not any(after.legal_moves),
                after.board_fen(),
            )
        )
    return found


@given(st.lists(endings(), max_size=5))
def test_moves_are_those_of_python_chess(boards):
    assert by_arrays(boards) == [by_python_chess(board) for board in boards]


def test_checks_and_positions_without_a_move_are_told():
    fens = [
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",  # mate
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
        "R6k/8/6K1/8/8/8/8/8 b - - 0 1",  # the king would flee along the line
        "R5k1/8/8/6K1/8/8/8/8 b - - 0 1",  # check
        "k7/8/1K6/8/8/8/p7/8 b - - 0 1",  # the pawn moves
    ]
    check, final = states(boards_of([chess.Board(fen) for fen in fens]))
    assert check.tolist() == [True, False, True, True, False]
    assert final.tolist() == [True, True, True, False, False]


def test_boards_come_back():
    source, fens = random.Random(2), []
    for _ in range(20):
        board = chess.Board(None)
        for square, letter in zip(source.sample(range(64), 4), "KkPr", strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = source.random() < 0.5
        fens.append(board.fen())
    boards = boards_of([chess.Board(fen) for fen in fens])
    assert [boards.board(number).fen() for number in range(20)] == fens
    assert boards.at(np.array([3])).board(0).fen() == fens[3]
    assert boards_of([]).men.shape == (0, 0)
