import contextlib

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import games

from millmate.games.chess.fen_faults import fen_fault
from millmate.games.chess.positions import PositionError, board_from_fen


@given(games())
def test_a_fen_has_no_fault_whole_or_cut_short(board):
    fields = board.fen().split()
    for count in range(1, 7):
        assert fen_fault(" ".join(fields[:count])) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "there is no text"),
        ("8", "the pieces need 8 ranks with / between them, not 1"),
        ("8/8/8/8/8/8/8/KBN4 w", "rank 1 has 7 squares instead of 8"),
        ("8/8/8/9k/8/8/8/8 w", "'9' on rank 5 is no piece; pieces are KQRBNP and kqrbnp"),
        ("8/8/44/8/8/8/8/8 w", "rank 6 has two numbers in a row"),
        ("8/8/8/8/8/8/8/8 W", "the side to move is w or b, not 'W'"),
        ("8/8/8/8/8/8/8/8 w x", "castling is - or some of KQkq, not 'x'"),
        ("8/8/8/8/8/8/8/8 w - e", "en passant is - or a square such as e6, not 'e'"),
        ("8/8/8/8/8/8/8/8 w - - -3", "'-3' is no count of moves"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 1", "a FEN has 6 parts, this has 7"),
    ],
)
def test_the_offending_part_is_named(text, fault):
    assert fen_fault(text) == fault


@given(games(), st.data())
def test_one_wrong_letter_is_refused_in_words_or_read_as_another_position(board, data):
    fen = board.fen()
    place = data.draw(st.integers(0, len(fen) - 1))
    letter = data.draw(st.characters(codec="utf-8"))
    text = fen[:place] + letter + fen[place + 1 :]
    with contextlib.suppress(PositionError):  # and no other exception
        assert isinstance(board_from_fen(text), chess.Board)
