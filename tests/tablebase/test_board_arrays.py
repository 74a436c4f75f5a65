"""Boards as arrays: the same men, and the same faults, as on each board."""

import random

import chess
from hypothesis import given
from hypothesis import strategies as st
from tests import strategies
from tests.tiers import examples

from millmate.games.chess.material import Material
from millmate.tablebase.locate import fault_of
from millmate.tablebase.moves_many import groups_of


def scattered(material: Material, rng: random.Random) -> chess.Board:
    """Return the men of a material on any squares."""
    board = chess.Board(None)
    men = material.white + material.black.lower()
    for square, letter in zip(rng.sample(range(64), len(men)), men, strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = rng.choice(chess.COLORS)
    return board


@examples(25)
@given(st.lists(strategies.materials(), max_size=40), st.randoms(use_true_random=False))
def test_boards_are_grouped_with_their_men_unless_they_are_impossible(
    materials: list[Material], rng: random.Random
) -> None:
    materials = [rng.choice([each, each.swapped]) for each in materials]
    boards = [scattered(each, rng) for each in materials for _ in range(10)]
    boards += [chess.Board(), chess.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), chess.Board(None)]
    found = {}
    for group in groups_of(boards, 6):
        letters = group.material.white + group.material.black.lower()
        for number, turn, squares in zip(*map(list, group[1:]), strict=True):
            men = dict(zip(squares.tolist(), map(chess.Piece.from_symbol, letters), strict=True))
            found[number] = turn, men
    right = {
        number: (board.turn, board.piece_map())
        for number, board in enumerate(boards)
        if not fault_of(board) and 3 <= len(board.piece_map()) <= 6
    }
    assert found == right


def test_no_boards_make_no_groups() -> None:
    assert list(groups_of([], 6)) == []
