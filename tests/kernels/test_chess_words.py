import chess
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from millmate.kernels.chess_geometry import ATTACKS, BETWEEN, TRANSFORMED, TRIANGLE
from millmate.kernels.chess_masks import attacked
from millmate.kernels.chess_words import carried_back, count, dilated, popcount, select
from millmate.kernels.chess_words import write_values as write

words = st.integers(0, 2**64 - 1)


@given(words)
def test_popcount_counts_bits(word: int) -> None:
    assert popcount(np.uint64(word)) == word.bit_count()


@given(words)
def test_a_dilated_word_is_what_its_kings_attack(word: int) -> None:
    right = 0
    for square in chess.scan_forward(word):
        right |= chess.BB_KING_ATTACKS[square]
    assert dilated(np.uint64(word)) == right


@given(words, st.integers(0, 7))
def test_carrying_back_undoes_a_symmetry_square_by_square(word: int, transform: int) -> None:
    right = sum(1 << s for s in range(64) if word >> int(TRANSFORMED[transform, s]) & 1)
    assert carried_back(np.uint64(word), transform) == right


@given(st.sampled_from([2, 3, 4, 5]), st.integers(0, 63), words)
def test_attacks_are_those_of_the_rules_library(kind: int, square: int, occupied: int) -> None:
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
    for other in chess.scan_forward(occupied & ~(1 << square)):
        board.set_piece_at(other, chess.Piece(chess.PAWN, chess.BLACK))
    assert attacked(kind, square, np.uint64(occupied)) == int(board.attacks(square))


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
    kings = np.zeros(10, np.uint64)  # no pieces: the index king alone
    kings[1] = 0b111  # b1: three positions
    kings[0] = 1 << 9 | 1 << 8 | 1 << 1  # a1: b2 on the diagonal; a2 and b1, one another's image
    assert count(kings, 0) == 5


def test_values_are_selected_where_they_were_written() -> None:
    values = np.zeros((3, 64), np.uint8)
    chosen = np.array([1 << 63, 0, 0b1010], np.uint64)
    write(chosen, 7, values)
    found = np.zeros(3, np.uint64)
    select(values, 7, 7, found)
    assert found.tolist() == chosen.tolist()
    select(values, 0, 6, found)
    assert found.tolist() == (~chosen).tolist()
