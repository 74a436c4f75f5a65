"""The compiled counts of morris: the golden ones, and those of the rules in Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.morris_strategies import morris_games, variants
from tests.tiers import examples, only

from millmate.games.board import perft as perft_in_python
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import ALL_POINTS, PLAIN, points_in
from millmate.games.morris.rules import MORRIS
from millmate.games.morris.variants import STANDARD, VARIANTS
from millmate.kernels.morris_engine import lines
from millmate.kernels.morris_engine.entries import count_sequences, new_words
from millmate.kernels.morris_engine.layout import SPOKES as SPOKES_AT
from millmate.search.morris_encoding import count_by_symmetry, count_leaves, rules_of, to_word

GOLDEN = [1, 24, 552, 12_144, 255_024, 5_140_800, 99_274_176, 1_873_562_112]
# Ours: by the kernel's walk and by symmetry alike.
EIGHT = 34_085_204_352
masks = st.integers(0, ALL_POINTS)
WORDS = new_words(rules_of(STANDARD))
SPOKES = int(WORDS[SPOKES_AT])


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate(GOLDEN[:7])))
def test_perft_from_the_empty_board(depth: int, leaves: int) -> None:
    assert count_leaves(MORRIS.board(), depth) == leaves


@pytest.mark.parametrize(
    ("depth", "leaves"),
    only(enumerate([*GOLDEN, EIGHT]), *enumerate(GOLDEN[:4]), (6, GOLDEN[6])),
)
def test_bringing_positions_together_by_symmetry_counts_the_same(depth: int, leaves: int) -> None:
    assert count_by_symmetry(MORRIS.board(), depth) == leaves


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "leaves"), [(7, GOLDEN[7]), (8, EIGHT)])
def test_perft_deeper_without_symmetry(depth: int, leaves: int) -> None:
    assert count_leaves(MORRIS.board(), depth) == leaves


@examples(40)
@given(morris_games(), st.integers(0, 2))
def test_it_counts_as_the_rules_do(board: MorrisBoard, depth: int) -> None:
    leaves = perft_in_python(board, depth)
    assert leaves == count_leaves(board, depth, threads=1) == count_by_symmetry(board, depth)


@given(masks)
def test_masks_are_answered_as_the_tables_of_the_rules_do(stones: int) -> None:
    board = MorrisBoard()
    board.stones[:] = 0, stones
    removable = int(lines.removable(WORDS, SPOKES, stones))
    assert removable == board.removable(True)
    assert lines.reach(WORDS, SPOKES, stones) == PLAIN.reach(stones)
    closing = sum(1 << p for p in range(24) if board.closes_mill(None, p))
    assert lines.closing(WORDS, SPOKES, stones) == closing
    assert all(stones >> p & 1 for p in points_in(removable))


def test_the_board_comes_back_as_it_was() -> None:
    board = MORRIS.board()
    count_leaves(board, 4)
    assert board == MORRIS.board()


# From the start on, from a depth of one. What diagonals and Lasker's moves add was counted by
# hand to the third ply; the others were counted by the rules in Python as well.
VARIANTS_GOLDEN = {
    "no-flying": GOLDEN[1:6],
    "each-mill": [24, 552, 12_144, 255_024, 5_140_800],
    "twelve": [24, 552, 12_144, 255_024, 5_150_880],
    "twelve-no-flying": [24, 552, 12_144, 255_024, 5_150_880],
    "lasker": [24, 552, 13_552, 319_176],
}


@pytest.mark.parametrize("name", VARIANTS_GOLDEN)
def test_perft_of_variants(name: str) -> None:
    board, golden = MorrisBoard(VARIANTS[name]), VARIANTS_GOLDEN[name]
    assert [count_leaves(board, depth) for depth in range(len(golden) + 1)] == [1, *golden]
    assert count_by_symmetry(board, len(golden), merged=2) == golden[-1]


@examples(60)
@given(morris_games(variants), st.integers(0, 2))
def test_variants_are_counted_as_the_rules_do(board: MorrisBoard, depth: int) -> None:
    assert count_leaves(board, depth, threads=1) == perft_in_python(board, depth)
    word = to_word(board)
    words = new_words(rules_of(board.variant))
    assert count_sequences(words, word, depth) == perft_in_python(board, depth)
