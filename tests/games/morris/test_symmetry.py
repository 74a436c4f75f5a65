"""Symmetries of morris: they commute with moves, and all images have one canonical form."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.morris_strategies import chance, morris_games, variants

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import PLAIN, points_in
from millmate.games.morris.positions import random_position
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.symmetry import (
    RING_SYMMETRIES,
    SYMMETRIES,
    Symmetry,
    board_image,
    canonical,
    inverse,
    mask_image,
    move_image,
    swapped,
    symmetries,
)

masks = st.integers(0, 2**24 - 1)
some = st.sampled_from(SYMMETRIES)


def composed(first: Symmetry, second: Symmetry) -> Symmetry:
    return tuple(second[first[point]] for point in range(24))


@pytest.mark.parametrize(("group", "order"), [(SYMMETRIES, 16), (RING_SYMMETRIES, 48)])
def test_the_symmetries_are_a_group_of_permutations(
    group: tuple[Symmetry, ...], order: int
) -> None:
    assert len(set(group)) == order
    assert group[0] == tuple(range(24))
    assert all(sorted(symmetry) == list(range(24)) for symmetry in group)
    assert {composed(a, b) for a in group for b in group} == set(group)
    assert all(composed(s, inverse(s)) == group[0] for s in group)


@pytest.mark.parametrize("symmetry", RING_SYMMETRIES)
def test_mills_stay_mills(symmetry: Symmetry) -> None:
    assert {mask_image(symmetry, mill) for mill in PLAIN.mills} == set(PLAIN.mills)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_neighbours_stay_neighbours(symmetry: Symmetry) -> None:
    for point in range(24):
        assert mask_image(symmetry, PLAIN.neighbours[point]) == PLAIN.neighbours[symmetry[point]]


@given(st.sampled_from(RING_SYMMETRIES), masks)
def test_a_mask_s_image_is_that_of_its_points(symmetry: Symmetry, mask: int) -> None:
    image = sum(1 << symmetry[point] for point in points_in(mask))
    assert mask_image(symmetry, mask) == image
    assert mask_image(inverse(symmetry), image) == mask


@given(some, morris_games(variants))
def test_symmetry_commutes_with_move_generation(symmetry: Symmetry, board: MorrisBoard) -> None:
    image = board_image(symmetry, board)
    there = Counter(move_image(symmetry, move) for move in board.legal_moves)
    assert there == Counter(image.legal_moves)
    for move in board.legal_moves:
        board.push(move)
        image.push(move_image(symmetry, move))
        assert image == board_image(symmetry, board)
        board.pop()
        image.pop()


@given(st.sampled_from(RING_SYMMETRIES), chance)
def test_while_both_fly_any_exchange_of_rings_commutes(symmetry: Symmetry, rng: object) -> None:
    board = random_position(3, 3, rng)  # type: ignore[arg-type]
    assert len(symmetries(board)) == 48
    image = board_image(symmetry, board)
    there = Counter(move_image(symmetry, move) for move in board.legal_moves)
    assert there == Counter(image.legal_moves)


@given(some, morris_games(variants))
def test_canonical_forms_are_equal_for_all_images(symmetry: Symmetry, board: MorrisBoard) -> None:
    form = canonical(board)
    assert canonical(board_image(symmetry, board)) == form
    assert canonical(form) == form


@given(morris_games(variants))
def test_the_players_can_be_exchanged_together_with_the_side_to_move(board: MorrisBoard) -> None:
    other = swapped(board)
    assert other.legal_moves == board.legal_moves
    assert swapped(other) == board
    for move in board.legal_moves:
        board.push(move)
        other.push(move)
        assert (other.stones, other.hand) == (board.stones[::-1], board.hand[::-1])
        board.pop()
        other.pop()


@given(morris_games(variants))
def test_exchanged_players_exchange_the_winner(board: MorrisBoard) -> None:
    rules = MorrisRules(board.variant)
    while board.move_stack:
        here, there = rules.outcome(board), rules.outcome(swapped(board))
        if here and here.winner is not None:
            assert there
            assert (there.termination, there.winner) == (here.termination, not here.winner)
        board.pop()
