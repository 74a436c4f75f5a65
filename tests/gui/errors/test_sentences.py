"""What went wrong is told as a sentence."""

import errno

import pytest

from millmate.errors import InputError
from millmate.gui.errors.sentences import capital, reason, sentence, told


@pytest.mark.parametrize(
    ("text", "whole"),
    [("no king", "No king."), ("No king.", "No king."), ("e4", "E4."), ("", "")],
)
def test_a_sentence_begins_large_and_ends_with_one_full_stop(text, whole):
    assert sentence(text) == whole


def test_a_capital_changes_the_first_letter_alone():
    assert [capital(text) for text in ("KQvK is won", "morris", "")] == [
        "KQvK is won",
        "Morris",
        "",
    ]


def test_an_error_is_told_in_one_line_or_by_its_name_if_it_says_nothing():
    assert told(InputError("no such\n  table")) == "No such table."
    assert told(KeyError()) == "KeyError."


def test_a_files_name_stays_as_it_is():
    error = OSError(errno.ENOENT, "not there", "game.pgn")
    assert told(error).startswith("game.pgn: not there")
    assert reason(error) in told(error)
