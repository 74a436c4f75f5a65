"""Positions as lists of pieces: read in either language, or refused with what is wrong."""

import chess
import pytest
from tests import languages

from millmate import language
from millmate.games.chess.piece_list import (
    PieceListError,
    looks_like_list,
    no_moves,
    read_list,
)

BISHOP_AND_KNIGHT = "8/8/8/8/8/3N4/2K5/k4B2 w - - 0 1"


@pytest.mark.parametrize(
    "text",
    [
        "Kc2 Nd3 Bf1 / Ka1",
        "Kc2 Nd3 Bf1 / ka1",
        "kc2, nd3, bf1 / ka1",
        "Kc2 Nd3 Bf1; Ka1",
        "  Kc2  Nd3 Bf1/Ka1 ",
        "Kc2 Nd3 Bf1 - Ka1",
        "Kc2 Nd3 Bf1 v Ka1",
        "Kc2 Nd3 Bf1 / Ka1 w",
    ],
)
def test_a_list_is_read_however_it_is_written(text: str) -> None:
    assert looks_like_list(text)
    assert read_list(text) == BISHOP_AND_KNIGHT


def test_the_side_to_move_may_follow() -> None:
    assert read_list("Kc2 Nd3 Bf1 / Ka1, b").split()[1] == "b"
    assert read_list("Kc2 Nd3 Bf1 / Ka1 black").split()[1] == "b"


def test_the_side_to_move_is_the_one_given_if_the_list_names_none() -> None:
    assert read_list("Kc2 / Ka1", chess.BLACK).split()[1] == "b"
    assert read_list("Kc2 / Ka1 w", chess.BLACK).split()[1] == "w"


@pytest.mark.parametrize("text", ["Kc2", "Kc2 N", "Kc2 Nd3 /", "Nd3 Kc2 / ka1"])
def test_a_list_is_told_from_the_first_man_on(text: str) -> None:
    assert looks_like_list(text)
    assert no_moves(text)


@pytest.mark.parametrize("text", ["Nf3 Nf6", "Nf3 d5 e3 e6 Ke2", "Nf3 Nf6 1/2-1/2", "Ng1f3 Nf6"])
def test_moves_without_numbers_are_no_list(text: str) -> None:
    assert not (looks_like_list(text) and no_moves(text))


def test_a_square_alone_is_a_pawn() -> None:
    assert read_list("Kc2 d3 / Ka1 Pb7") == "8/1p6/8/8/8/3P4/2K5/k7 w - - 0 1"


def test_letters_of_the_language_are_understood() -> None:
    languages.use("de", {**languages.GERMAN_PIECES, "White": "Weiß", "Black": "Schwarz"})
    try:
        assert looks_like_list("Kc2 Sd3 Lf1 / Ka1")
        assert read_list("Kc2 Sd3 Lf1 / Ka1") == BISHOP_AND_KNIGHT
        assert read_list("kc2 sd3 lf1 / ka1") == BISHOP_AND_KNIGHT
        assert read_list("Kc2 Nd3 Bf1 / Ka1") == BISHOP_AND_KNIGHT
        assert read_list("Kc2 Td3 / Ka1 s").split()[1] == "b"
        assert read_list("Kc2 Td3 / Ka1, Schwarz").split()[1] == "b"
    finally:
        language.use(language.ENGLISH)


def test_a_letter_of_two_languages_is_english_beside_an_english_king() -> None:
    languages.use("fr", languages.FRENCH_PIECES)
    try:
        assert read_list("Rc2 Cd3 Ff1 / Ra1") == BISHOP_AND_KNIGHT
        assert read_list("rc2 cd3 ff1 / ra1") == BISHOP_AND_KNIGHT
        assert read_list("Kc2 Nd3 Bf1 / Ka1") == BISHOP_AND_KNIGHT
        rook_and_pawn = "8/8/8/8/8/3R1P2/2K5/k7 w - - 0 1"
        assert read_list("Kc2 Rd3 f3 / Ka1") == read_list("Rc2 Td3 f3 / Ra1") == rook_and_pawn
    finally:
        language.use(language.ENGLISH)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Kc2 Nd3", "write White's pieces, a stroke, and Black's, such as Kc2 Nd3 Bf1 / Ka1"),
        ("Kc2 / Ka1 / Qb3", "write White's pieces, a stroke, and Black's, such as Kc2 Nd3 Bf1"),
        ("Kc2 / Ka9", "“Ka9” is not a piece and square such as Kc2 or Nd3"),
        ("Kc2 Nd3 / Kd3", "there are two pieces on d3"),
    ],
)
def test_what_is_wrong_is_named(text: str, fault: str) -> None:
    with pytest.raises(PieceListError, match=fault[:40]):
        read_list(text)


@pytest.mark.parametrize(
    "text", ["", "KRPvKR", "rook and pawn", "e4", "New game", "5-4", "/", "Kb6/8/8/8/8/8/8/7k w"]
)
def test_other_texts_are_no_lists(text: str) -> None:
    assert not looks_like_list(text)
