"""Positions as text, and what is wrong with those that cannot be played."""

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import endings, games, games960
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.games.chess.positions import (
    board_from_fen,
    fen_fault,
    playable_board,
    problems,
    random_position,
)
from millmate.games.lenient_parser import parse_leniently
from millmate.games.positions import PositionError

FAULTS = [
    ("8/8/8/8/8/8/8/K7 w - -", "Black has no king", []),
    ("8/8/8/8/8/8/8/8 w - -", "White has no king", []),
    ("k7/8/8/8/8/8/8/K1K5 w - -", "White has 2 kings; it must have one", ["a1", "c1"]),
    ("k7/8/8/8/8/8/8/K2P4 w - -", "pawn on rank 1", ["d1"]),
    ("k2p4/8/8/8/8/8/8/K2P4 w - -", "pawn on rank 1 and 8", ["d1", "d8"]),
    ("8/8/8/8/8/1k6/K7/8 w - -", "the kings stand side by side", ["a2", "b3"]),
    (
        "k7/8/8/8/8/8/8/KQ5R b - -",  # fine: Black is to move and in no check
        None,
        [],
    ),
    (
        "k6R/8/8/8/8/8/8/K7 w - -",
        "the side not to move is in check: White could take the king",
        ["a8", "h8"],
    ),
    ("4k3/8/8/8/8/8/8/4K2R w Q -", "castling needs king and rook on their first squares", []),
    ("4k3/8/8/3p4/8/8/8/4K3 w - d3", "en passant on d3 is not possible here", ["d3"]),
    ("4k3/8/3N1N2/8/4R3/8/8/4K3 b - -", "more than two pieces give check", ["d6", "e4", "f6"]),
]


@pytest.mark.parametrize(("fen", "message", "squares"), FAULTS)
def test_a_position_tells_its_fault_and_where_it_is(
    fen: str, message: str | None, squares: list[str]
) -> None:
    found = problems(board_from_fen(fen))
    if message is None:
        assert found == []
    else:
        assert found[0].message == message
        assert sorted(chess.square_name(square) for square in found[0].places) == squares


def test_all_faults_are_listed_not_only_the_first() -> None:
    found = problems(board_from_fen("8/8/8/8/8/8/8/p6P w - -"))
    assert [fault.message for fault in found] == [
        "White has no king",
        "Black has no king",
        "pawn on rank 1",
    ]


def test_too_many_men_are_a_fault() -> None:
    nine_pawns = problems(board_from_fen("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -"))
    assert nine_pawns[0].message == "White has 9 pawns; at most 8 are possible"
    crowd = problems(board_from_fen("4k3/8/8/8/8/NN6/PPPPPPPP/RNBQKBNR w - -"))
    assert crowd[0].message == "White has more than 16 pieces"


def test_the_fields_after_the_pieces_may_be_missing() -> None:
    assert board_from_fen("8/8/8/8/8/8/8/KBN4k").fen() == "8/8/8/8/8/8/8/KBN4k w - - 0 1"
    assert board_from_fen(" 8/8/8/8/8/8/8/KBN4k\n b ").turn == chess.BLACK


def test_en_passant_without_a_capture_is_not_written() -> None:
    board = playable_board("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")
    assert board.fen() == "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"


@pytest.mark.parametrize(
    "text",
    ["", "  ", "hello", "8/8/8/8/8/8/8 w - -", "9/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/KX5k w - -",
     "8/8/8/8/8/8/8/K6k x - -", "8/8/8/8/8/8/8/K6k w - - a b", "K" * 5000],
)  # fmt: skip
def test_what_is_no_fen_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(PositionError) as error:
        board_from_fen(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


@given(st.text("pnbrqkPNBRQK12345678/ wb-KQkq", max_size=90))
def test_any_jumble_of_pieces_is_playable_or_has_problems(text: str) -> None:
    try:
        board = board_from_fen(text)
    except PositionError:
        return
    assert bool(problems(board)) == (not board.is_valid())


@given(endings())
def test_a_random_position_is_playable_and_not_ended(board: chess.Board) -> None:
    assert problems(board) == []
    assert any(board.legal_moves)


def test_a_random_position_has_the_material_and_is_repeatable() -> None:
    material = Material.parse("KBNvK")
    once, again = (random_position(material, random.Random(7), chess.BLACK) for _ in range(2))
    assert once == again
    assert Material.of(once) == material
    assert once.turn == chess.BLACK


@given(games())
def test_a_fen_has_no_fault_whole_or_cut_short(board: chess.Board) -> None:
    fields = board.fen().split()
    for count in range(1, 7):
        assert fen_fault(" ".join(fields[:count])) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "there is no text"),
        ("8", "the pieces need 8 ranks with / between them, not 1"),
        ("8/8/8/8/8/8/8/KBN4 w", "rank 1 has 7 squares instead of 8"),
        ("8/8/8/9k/8/8/8/8 w", "'9' on rank 5 is not a piece; use KQRBNP and kqrbnp"),
        ("8/8/44/8/8/8/8/8 w", "rank 6 has two numbers in a row"),
        ("8/8/8/8/8/8/8/8 W", "the side to move is w or b, not 'W'"),
        ("8/8/8/8/8/8/8/8 w x", "castling is - or some of KQkq, not 'x'"),
        ("8/8/8/8/8/8/8/8 w - e", "en passant is - or a square such as e6, not 'e'"),
        ("8/8/8/8/8/8/8/8 w - - -3", "'-3' is not a number of moves"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 1", "a FEN has 6 parts, this has 7"),
    ],
)
def test_the_offending_part_is_named(text: str, fault: str) -> None:
    assert fen_fault(text) == fault


@pytest.mark.parametrize("step", first(1, [7, 1]))
def test_start_positions_of_chess960_are_read_in_both_ways_of_writing_castling(step: int) -> None:
    for number in range(0, 960, step):
        board = chess.Board.from_chess960_pos(number)
        usual = board.king(chess.WHITE) == chess.E1 and not board.rooks & ~chess.BB_CORNERS
        for fen in (board.fen(), board.shredder_fen()):
            read = board_from_fen(fen)
            assert (read.fen(), read.chess960) == (board.fen(), not usual)
            assert list(map(read.san, read.legal_moves)) == list(map(board.san, board.legal_moves))
            assert not problems(read)
            parsed = parse_leniently(fen)
            assert (parsed.fen, parsed.remarks) == (board.fen(), ())


@given(games960())
def test_any_position_of_chess960_is_read_with_the_same_moves(board: chess.Board) -> None:
    for fen in (board.fen(), board.shredder_fen()):
        read = playable_board(fen)
        assert read.fen() == board.fen()
        assert sorted(map(read.san, read.legal_moves)) == sorted(map(board.san, board.legal_moves))


@pytest.mark.parametrize(
    ("fen", "chess960"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", False),
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", False),
        ("4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", True),
        ("4k3/8/8/8/8/8/8/2RRK3 w D - 0 1", True),
        ("8/4k3/8/8/8/8/8/R2K3R w KQ - 0 1", True),
        # Left over from before the king or a rook moved.
        ("8/4k3/8/8/8/8/8/R2K3R w KQkq - 0 1", False),
        ("8/4k3/8/8/8/8/8/R4RK1 w KQ - 0 1", False),
        ("8/4k3/8/8/8/8/R7/4K2R w KQ - 0 1", False),
    ],
)
def test_castling_is_that_of_chess960_where_all_rights_need_it(fen: str, chess960: bool) -> None:
    assert board_from_fen(fen).chess960 is chess960
