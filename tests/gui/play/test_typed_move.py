"""Typed moves are read as people write them, and as programs do."""

import chess
import pytest
from tests import languages

from millmate import language
from millmate.gui.play.move_entry import Reading, read


def offers(fen: str = chess.STARTING_FEN) -> dict[str, str]:
    board = chess.Board(fen)
    return {move.uci(): board.san(move) for move in board.legal_moves}


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("Nf3", "g1f3"), ("nf3", "g1f3"), ("g1f3", "g1f3"), ("G1-F3", "g1f3"), ("e4", "e2e4"),
        ("e2e4", "e2e4"), ("Nh", "g1h3"), (" e4! ", "e2e4"),
    ],
)  # fmt: skip
def test_a_move_in_either_notation(typed, move):
    assert read(typed, offers()).chosen == move


@pytest.mark.parametrize("typed", ["O-O", "0-0", "oo", "e1g1"])
def test_castling_is_written_in_several_ways(typed):
    assert read(typed, offers("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).chosen == "e1g1"


def test_short_castling_is_not_mistaken_for_long_castling():
    both = offers("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert read("O-O", both).chosen == "e1g1"
    assert read("O-O-O", both).chosen == "e1c1"


def test_a_bishop_is_no_b_pawn():
    both = offers("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1")
    assert read("bc3", both).chosen == "b2c3"
    assert read("Bc3", both).chosen == "d2c3"


def test_a_beginning_lists_what_it_may_become():
    assert read("N", offers()) == Reading(("Nh3", "Nf3", "Nc3", "Na3"))
    assert read("", offers()).chosen == ""
    assert read("Qd4", offers()) == Reading()


def test_a_promotion_waits_for_its_piece():
    pawn = offers("8/4P3/8/8/8/8/k7/4K3 w - - 0 1")
    assert read("e8", pawn).chosen == ""
    assert set(read("e8", pawn).found) == {"e8=Q", "e8=R", "e8=B", "e8=N"}
    assert read("e8N", pawn).chosen == "e7e8n"
    assert read("e8=q", pawn).chosen == "e7e8q"


def test_morris_takes_are_part_of_the_move():
    turns = {text: text for text in ("d6-d7xa1", "d6-d7xg1", "d6-f6")}
    assert read("d6d7", turns).chosen == ""
    assert read("d6d7xg1", turns).chosen == "d6-d7xg1"
    assert read("D6-F6", turns).chosen == "d6-f6"


def test_german_letters_where_german_is_spoken():
    assert read("Sf3", offers()).chosen == ""
    languages.use("de", languages.GERMAN_PIECES)
    try:
        assert read("Sf3", offers()).chosen == "g1f3"
        assert read("Nf3", offers()).chosen == "g1f3"
    finally:
        language.use(language.ENGLISH)
