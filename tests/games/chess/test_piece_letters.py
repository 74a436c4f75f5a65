"""The letters of pieces in moves: shown as people of a language write them, kept in English."""

from collections.abc import Iterator

import chess
import pytest
from tests import languages

from millmate import language
from millmate.games.chess import piece_letters
from millmate.games.chess.piece_letters import localize, to_english
from millmate.games.chess.rules import why_illegal

ENGLISH = ("Nf3", "Bb5+", "Qxd8#", "Rad1", "Kxe2", "e8=Q+", "O-O-O", "exd5", "bxc8=N", "0000")
GERMAN = ("Sf3", "Lb5+", "Dxd8#", "Tad1", "Kxe2", "e8=D+", "O-O-O", "exd5", "bxc8=S", "0000")


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    yield
    piece_letters.use("language")
    language.use(language.ENGLISH)


def test_in_german_pieces_are_k_d_t_l_s() -> None:
    languages.use("de", languages.GERMAN_PIECES)
    assert tuple(map(localize, ENGLISH)) == GERMAN
    assert tuple(map(to_english, GERMAN)) == ENGLISH
    assert tuple(map(to_english, ENGLISH)) == ENGLISH  # understood in every language
    assert localize("1. Nf3 Qd6 2. Bxf7+") == "1. Sf3 Dd6 2. Lxf7+"


def test_in_french_r_is_the_king() -> None:
    languages.use("fr", languages.FRENCH_PIECES)
    assert localize("1. Nf3 Qd6 2. Kd1 Rd8") == "1. Cf3 Dd6 2. Rd1 Td8"
    assert to_english("Rd1") == "Kd1"


def test_english_letters_can_be_chosen_in_german() -> None:
    languages.use("de", languages.GERMAN_PIECES)
    piece_letters.use("english")
    assert tuple(map(localize, ENGLISH)) == ENGLISH
    assert to_english("Sf3") == "Nf3"  # typed from habit


def test_figurines_can_be_chosen_in_every_language() -> None:
    piece_letters.use("figurines")
    assert localize("Nf3") == "♘f3"
    assert to_english("♘f3") == "Nf3"


def test_moves_of_morris_stay_as_they_are() -> None:
    languages.use("de", languages.GERMAN_PIECES)
    for turn in ("d6", "d6-d7", "d6-d7xa1"):
        assert localize(turn) == turn


def test_a_refusal_understands_and_writes_the_letters_of_the_language() -> None:
    languages.use("de", languages.GERMAN_PIECES)
    board = chess.Board("7k/8/8/8/8/1K6/8/R4R2 w - - 0 1")
    assert why_illegal(board, "Td1") == "Several moves lead to d1: write Tfd1, Tad1."
    assert why_illegal(board, "Rd1") == why_illegal(board, "Td1")
    assert why_illegal(board, "Tb3") == "There is a piece of the same side on b3."
    assert "write Sf3" in why_illegal(board, "what")
