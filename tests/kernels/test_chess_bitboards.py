import chess
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.jit import njit

from millmate.kernels.chess_bitboards import (
    forward_transform,
    inverse_transform,
    inverse_transform_block,
    king_attacks,
)
from millmate.kernels.chess_geometry import (
    ATTACKS,
    BEHIND,
    BETWEEN,
    PIVOT_STEPS,
    PIVOT_STEPS_ALL_IMAGES,
    TRANSFORMED,
    TRIANGLE,
)
from millmate.kernels.chess_layers import count
from millmate.kernels.integers import first_bit, last_bit, popcount
from millmate.tablebase.spaces import Space

words = st.integers(0, 2**64 - 1)


@njit
def bits_of(mask: int) -> tuple[int, int, int]:
    return popcount(mask), first_bit(mask), last_bit(mask)


@given(words.filter(bool))
def test_bits_are_counted_and_found(word: int) -> None:
    assert bits_of(np.uint64(word)) == (word.bit_count(), chess.lsb(word), chess.msb(word))
    if word < 2**63:
        assert bits_of(word) == bits_of(np.uint64(word))


@given(words)
def test_kings_attack_what_each_of_them_attacks(word: int) -> None:
    right = 0
    for square in chess.scan_forward(word):
        right |= chess.BB_KING_ATTACKS[square]
    assert king_attacks(np.uint64(word)) == right


@given(words, st.integers(0, 7))
def test_the_inverse_transform_undoes_a_symmetry(word: int, transform: int) -> None:
    right = sum(1 << s for s in range(64) if word >> int(TRANSFORMED[transform, s]) & 1)
    assert inverse_transform(np.uint64(word), transform) == right


@given(words, st.integers(0, 7))
def test_forward_and_inverse_transforms_are_no_change(word: int, transform: int) -> None:
    assert inverse_transform(forward_transform(np.uint64(word), transform), transform) == word


@given(st.lists(words, min_size=1, max_size=9), st.integers(0, 7))
def test_a_block_is_transformed_word_by_word(several: list[int], transform: int) -> None:
    block = np.array(several, np.uint64)
    inverse_transform_block(block, transform)
    assert block.tolist() == [
        int(inverse_transform(np.uint64(word), transform)) for word in several
    ]


@given(st.sampled_from([3, 4, 5]), st.integers(0, 63), words)
def test_attacks_less_what_is_behind_blockers_are_those_of_the_rules_library(
    kind: int, square: int, occupied: int
) -> None:
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
    attacked = int(ATTACKS[kind, square])
    for other in chess.scan_forward(occupied & ~(1 << square)):
        board.set_piece_at(other, chess.Piece(chess.PAWN, chess.BLACK))
        attacked &= ~int(BEHIND[square, other])
    assert attacked == int(board.attacks(square))


def test_lines_are_those_of_the_rules_library() -> None:
    for start in range(64):
        for end in range(64):
            assert int(BETWEEN[start, end]) == chess.between(start, end)
        assert int(ATTACKS[chess.QUEEN, start]) == int(
            chess.BB_RANK_ATTACKS[start][0]
            | chess.BB_FILE_ATTACKS[start][0]
            | chess.BB_DIAG_ATTACKS[start][0]
        )


def test_every_square_has_one_place_in_the_triangle() -> None:
    for square in range(64):
        images = {int(TRANSFORMED[t, square]) for t in range(8)}
        assert len(images & set(TRIANGLE.tolist())) == 1


def test_mirror_images_count_once() -> None:
    kings = np.zeros(10, np.uint64)  # no pieces: the pivot king alone
    kings[1] = 0b111  # b1: three positions
    kings[0] = 1 << 9 | 1 << 8 | 1 << 1  # a1: b2 on the diagonal; a2 and b1, one another's image
    assert count(kings, Space(()).geometry()) == 2 * 5


def test_the_steps_of_the_king_are_those_of_the_rules_library() -> None:
    for square in range(64):
        targets = [t for t, transform in PIVOT_STEPS[True][square].tolist() if t >= 0]
        assert sorted(targets) == sorted(chess.scan_forward(chess.BB_KING_ATTACKS[square]))
    for index, square in enumerate(TRIANGLE.tolist()):
        steps = [step for step in PIVOT_STEPS_ALL_IMAGES[False][index].tolist() if step[0] >= 0]
        assert [
            step
            for step in PIVOT_STEPS[False][index].tolist()
            if step[0] >= 0 and step not in steps
        ] == []
        for target, transform in steps:
            before = TRANSFORMED[transform].tolist().index(int(TRIANGLE[target]))
            assert chess.square_distance(square, before) == 1
