"""Positions as people and programs write them: what is understood, and what is said about it."""

import chess
import pytest
from hypothesis import given
from tests.strategies import games
from tests.tiers import examples

from millmate.errors import InputError
from millmate.games.lenient_parser import holds_position, parse_leniently

MATE = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
MORRIS = "......../......../WWW.BBB. b 0 0 3 20"

LINKS = [
    "https://lichess.org/analysis/standard/8/8/8/3k4/8/8/8/KQ6_w_-_-_0_1",
    "https://lichess.org/analysis/8/8/8/3k4/8/8/8/KQ6_w_-_-_0_1#3",
    "https://lichess.org/editor/8/8/8/3k4/8/8/8/KQ6_w_-_-_0_1?color=white",
    "lichess.org/editor/8/8/8/3k4/8/8/8/KQ6_w_-_-_0_1",
    "https://www.chess.com/analysis?fen=8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FKQ6+w+-+-+0+1&flip=false",
    "https://syzygy-tables.info/?fen=8/8/8/3k4/8/8/8/KQ6_w_-_-_0_1",
]


@pytest.mark.parametrize("link", LINKS)
def test_a_link_that_carries_a_position_is_read(link: str) -> None:
    mended = parse_leniently(link)
    assert mended.fen == MATE
    assert mended.remarks == ("The position was taken from a link.",)


@pytest.mark.parametrize(
    "text",
    [f'[FEN "{MATE}"]', f"FEN: {MATE}", f"  {MATE}\n", f'"{MATE}"', f"fen={MATE}",
     f"position fen {MATE}", MATE.replace("-", "–"), MATE.replace("8/8/8/3", "8/44/8/3"),
     MATE.replace(" ", "   ")],
)  # fmt: skip
def test_what_is_merely_written_otherwise_needs_no_remark(text: str) -> None:
    assert parse_leniently(text).fen == MATE
    assert parse_leniently(text).remarks == ()


@pytest.mark.parametrize(
    ("text", "fen", "remark"),
    [
        (
            "8/8/8/3k4/8/8/8/KQ6", MATE,
            "Missing fields were filled in: White to move, no castling, no en passant.",
        ),
        (
            "8/8/8/3k4/8/8/8/KQ6 Black - -", "8/8/8/3k4/8/8/8/KQ6 b - - 0 1",
            "The side to move, Black, was read as b.",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 3 9", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 3 9",
            "Castling rights without king and rook on their first squares were dropped.",
        ),
        (
            "4k3/8/8/3p4/8/8/8/4K3 w - d3 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1",
            "En passant on d3 is not possible here and was dropped.",
        ),
        (
            f"{MATE} and mate in ten", MATE,
            "Text after the position was ignored: and mate in ten",
        ),
        (
            f"{MATE} moves a1a2", MATE,
            "Text after the position was ignored: moves a1a2",
        ),
        (
            f"White wins: {MATE}", MATE,
            "Text before the position was ignored: White wins:",
        ),
        (
            "......../......../WWW.BBB. b", "......../......../WWW.BBB. b 0 0 0 1",
            "No stones in hand were given: stones that are not on the board are out of play.",
        ),
        (
            f"{MORRIS} after a mill", MORRIS,
            "Text after the position was ignored: after a mill",
        ),
        (
            "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
            "......../......../........ w 9 9 0 1",
            "The position was read in Sanmill's order of points.",
        ),
        (
            "*OO*****/********/@@****** w m s 2 7 2 7 0 0 0 0 0 0 0 0 4", None,
            "The position was read in Sanmill's order of points.",
        ),
    ],
)  # fmt: skip
def test_what_is_mended_is_said_in_a_sentence(text: str, fen: str | None, remark: str) -> None:
    mended = parse_leniently(text)
    assert fen is None or mended.fen == fen
    assert remark in mended.remarks


def test_a_move_of_morris_number_none_is_the_first() -> None:
    assert parse_leniently(MORRIS.replace(" 20", " 0")).fen == MORRIS.replace(" 20", " 1")


def test_operations_of_an_epd_are_understood() -> None:
    mended = parse_leniently(
        '8/8/8/3k4/8/8/8/KQ6 w - - bm Qd1+ Qb5+; id "study; 7"; hmvc 4; fmvn 30;'
    )
    assert mended.fen == "8/8/8/3k4/8/8/8/KQ6 w - - 4 30"
    assert (mended.name, mended.best, mended.remarks) == ("study; 7", "Qd1+ Qb5+", ())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("8/8/8/3k4/8/8/8/KQ5 w - - 0 1", "rank 1 has 7 squares instead of 8"),
        ("8/8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "not 9"),
        ("8/8/8/3k4/8/8/8/KX6 w - - 0 1", "'X' on rank 1 is not a piece"),
        ("......../......./WWW.BBB. b 0 0 3 20", "the middle ring has 7 points"),
        ("", "not a position"),
        ("https://lichess.org/abcd", r"no position in this link: https://lichess\.org/abcd"),
    ],
)
def test_what_cannot_be_mended_is_named(text: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        parse_leniently(text)


def test_a_position_is_told_from_words_and_moves() -> None:
    assert all(map(holds_position, [MATE, MORRIS, "8/8/8/8 w", LINKS[0], f"see {MATE}"]))
    assert not any(map(holds_position, ["", "1. e4 e5", '[Event "x"]', "hello", "K" * 5000]))


@examples(40)
@given(games())
def test_a_strict_fen_comes_back_as_it_is(board: chess.Board) -> None:
    assert parse_leniently(board.fen()).fen == board.fen()
    assert parse_leniently(board.fen()).remarks == ()
    assert parse_leniently(board.fen(en_passant="fen")).remarks == ()  # others name any double step
