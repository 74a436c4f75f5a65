"""What went wrong is told as a sentence."""

import ast
import errno
from pathlib import Path

import pytest
from tests.gui.windows import visit

import millmate.gui
from millmate.errors import InputError
from millmate.games.catalogue import Position
from millmate.games.chess.rules import CHESS
from millmate.gui.kit.errors import capital, error_sentence, reason, sentence


@pytest.mark.parametrize(
    ("text", "whole"),
    [("no king", "No king."), ("No king.", "No king."), ("e4", "e4."), ("", "")],
)
def test_a_sentence_begins_large_and_ends_with_one_full_stop(text, whole):
    assert sentence(text) == whole


def test_a_capital_changes_the_first_letter_alone():
    assert [capital(text) for text in ("KQvK is won", "morris", "c2 is occupied", "")] == [
        "KQvK is won",
        "Morris",
        "c2 is occupied",
        "",
    ]


def test_an_error_is_told_in_one_line_or_by_its_name_if_it_says_nothing():
    assert error_sentence(InputError("no such\n  table")) == "No such table."
    assert error_sentence(KeyError()) == "KeyError."


def test_a_files_name_stays_as_it_is():
    error = OSError(errno.ENOENT, "not there", "game.pgn")
    assert error_sentence(error).startswith("game.pgn: not there")
    assert reason(error) in error_sentence(error)


def test_a_game_that_cannot_begin_says_so_in_a_sentence(qtbot):
    with visit(qtbot) as v:
        v.window.starting.start(Position(CHESS, "no position"), {})
        assert v.message[0].isupper()
        assert v.message.endswith(".")


def test_no_error_is_complained_of_as_it_was_raised():
    """Errors begin small and end openly: `error_sentence` makes a sentence of them."""
    for path in sorted(Path(millmate.gui.__file__).parent.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if ".warn(str(" in source else ():
            match node:
                case ast.Call(ast.Attribute(attr="warn"), [ast.Call(ast.Name("str")), *_]):
                    pytest.fail(f"{path.name}:{node.lineno}")
