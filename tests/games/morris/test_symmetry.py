"""Symmetries of morris: they commute with moves, and all images have one canonical form."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.morris_strategies import chance, morris_games, variants

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import BOARDS, NINE_POINTS, PLAIN, TWO_RINGS, Lines, points_in
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
    symmetries_of,
)

masks = st.integers(0, 2**24 - 1)
numbers = st.integers(0, 15)  # of a symmetry


def composed(first: Symmetry, second: Symmetry) -> Symmetry:
    return tuple(second[image] for image in first)


def chosen(number: int, board: MorrisBoard) -> Symmetry:
    """Return a symmetry of the board's lines."""
    every = symmetries_of(board.lines)
    return every[number % len(every)]


@pytest.mark.parametrize(
    ("group", "order"),
    [
        (SYMMETRIES, 16),
        (RING_SYMMETRIES, 48),
        (symmetries_of(TWO_RINGS), 16),
        (symmetries_of(NINE_POINTS), 8),
    ],
)
def test_the_symmetries_are_a_group_of_permutations(
    group: tuple[Symmetry, ...], order: int
) -> None:
    assert len(set(group)) == order
    points = list(range(len(group[0])))
    assert list(group[0]) == points
    assert all(sorted(symmetry) == points for symmetry in group)
    assert {composed(a, b) for a in group for b in group} == set(group)
    assert all(composed(s, inverse(s)) == group[0] for s in group)


@pytest.mark.parametrize("symmetry", RING_SYMMETRIES)
def test_mills_stay_mills(symmetry: Symmetry) -> None:
    assert {mask_image(symmetry, mill) for mill in PLAIN.mills} == set(PLAIN.mills)


@pytest.mark.parametrize("lines", BOARDS.values(), ids=BOARDS.keys())
def test_neighbours_stay_neighbours_and_mills_mills(lines: Lines) -> None:
    for symmetry in symmetries_of(lines):
        assert {mask_image(symmetry, mill) for mill in lines.mills} == set(lines.mills)
        for point, near in enumerate(lines.neighbours):
            assert mask_image(symmetry, near) == lines.neighbours[symmetry[point]]


@pytest.mark.parametrize("lines", [TWO_RINGS, NINE_POINTS], ids=["six", "three"])
def test_no_symmetry_of_a_small_board_is_missing(lines: Lines) -> None:
    def grown(images: tuple[int, ...]) -> int:
        """Return in how many ways the images of the first points can be completed."""
        number = len(images)
        if number == lines.points:
            moved = (sum(1 << images[point] for point in points_in(mill)) for mill in lines.mills)
            return set(moved) == set(lines.mills)
        return sum(
            grown((*images, image))
            for image in set(range(lines.points)) - set(images)
            if all(
                lines.neighbours[number] >> before & 1 == lines.neighbours[image] >> there & 1
                for before, there in enumerate(images)
            )
        )

    assert grown(()) == len(symmetries_of(lines))


@given(st.sampled_from(RING_SYMMETRIES), masks)
def test_a_mask_s_image_is_that_of_its_points(symmetry: Symmetry, mask: int) -> None:
    image = sum(1 << symmetry[point] for point in points_in(mask))
    assert mask_image(symmetry, mask) == image
    assert mask_image(inverse(symmetry), image) == mask


@given(numbers, morris_games(variants))
def test_symmetry_commutes_with_move_generation(number: int, board: MorrisBoard) -> None:
    symmetry = chosen(number, board)
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


@given(numbers, morris_games(variants))
def test_canonical_forms_are_equal_for_all_images(number: int, board: MorrisBoard) -> None:
    symmetry = chosen(number, board)
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
