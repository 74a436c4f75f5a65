"""Texts that are merely long, or nested, or repeated: none takes the square of its length in time.

Work is counted: functions called, and characters that regular expressions go through. A text of
four times the length takes about four times the work; with a square it would take sixteen times.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.counting import all_counted
from tests.tiers import first

from millmate import limits
from millmate.cli import uci
from millmate.errors import MillMateError
from millmate.gui.shell.files import opening
from millmate.play.tournament import plan_file
from millmate.records.database.headers import scan
from millmate.uci.commands import read_position

LENGTH = 1_000  # characters of the shorter text
TIMES = 4  # as long is the longer one
MOST = 6  # times as much work
FEW = 2_500  # calls or characters that do not count


def texts(length: int) -> dict[str, str]:
    """Return texts that may be games or positions, each of about so many characters."""
    return {
        "open comments": "1. e4 " + "{" * length,
        "comments": "1. e4 " + "{a}" * (length // 3),
        "line comments": "1. e4 " + ";a\n" * (length // 3),
        "commands": "1. e4 {" + "[%a" * (length // 3) + "}",
        "spaces in a comment": "1. e4 {" + " " * length + "}",
        "arrows": "1. e4 {[%cal " + "Ge2e4," * (length // 6) + "]}",
        "open variations": "1. e4 " + "(" * length,
        "nested variations": "1. e4 " + "(" * (length // 2) + ")" * (length // 2),
        "variations": "1. e4 " + "(1. d4)" * (length // 7),
        "remarks on variations": "1. e4 " + "(1. d4) {x} " * (length // 12),
        "signs": "1. e4 " + " ".join(f"${number}" for number in range(length // 7)),
        "moves": "1. " + "Nf3 Nf6 Ng1 Ng8 " * (length // 16),
        "results": "* " * (length // 100),  # each is a game
        "tags": "".join(f'[A{number} "b"]\n' for number in range(length // 13)),
        "a tag": '[A "' + "b" * length + '"]\n\n1. e4 *',
        "quotes": "[A " + '"' * length,
        "digits": "1" * length,
        "numbers": "1. " * (length // 3),
        "empty lines": "x" + "\n" * length,
        "ranks": "8/" * (length // 2) + " w - - 0 1",
        "operations": "8/8/8/8/8/8/8/K1k5 w - - " + 'a"' * (length // 2),
        "a link": "https://example.org/" + "a." * (length // 2),
        "lines of positions": "8/8/8/8/8/8/8/K1k5 w - - 0 1\n" * (length // 58),
        "anything": "a" * length,
    }


def plans(length: int) -> dict[str, str]:
    """Return texts that may be plans, each of about so many characters."""
    return {
        "dots": "a" + ".a" * (length // 2) + " = 1",
        "brackets": "a = " + "[" * length,
        "braces": "a = " + "{a=" * (length // 3),
        "keys": "".join(f"a{number} = 1\n" for number in range(length // 12)),
        "players": '[[players]]\nplayer = "random"\n' * (length // 30),
        "digits": "seed = " + "9" * length,
    }


def refused(work: Callable[[], object]) -> str:
    """Return what `work` is refused with, in a sentence or two; "" if it is not."""
    said = ""
    try:
        work()
    except MillMateError as error:
        said = str(error)
    assert len(said) < 1000, "a message is a sentence or two"
    return said


def assert_in_proportion(read: Callable[[str], object], short: str, long: str) -> str:
    """Assert that a text takes work in proportion to its length; return its refusal, if any."""
    with all_counted() as little:
        refused(lambda: read(short))
    with all_counted() as much:
        said = refused(lambda: read(long))
    assert much.calls <= MOST * little.calls + FEW
    assert much.characters <= MOST * little.characters + FEW
    return said


@pytest.mark.parametrize("name", texts(1))
def test_a_long_text_is_opened_or_refused_in_proportion(name: str) -> None:
    short, long = (texts(length)[name] for length in (LENGTH, TIMES * LENGTH))
    assert_in_proportion(opening.read, short, long)


@pytest.mark.parametrize("name", texts(1))
def test_a_long_game_is_listed_in_proportion(name: str) -> None:
    short, long = (texts(length)[name] for length in (LENGTH, TIMES * LENGTH))
    assert_in_proportion(lambda text: list(scan(text.encode())), short, long)


@pytest.mark.parametrize("name", plans(1))
def test_a_long_plan_is_refused_in_proportion(name: str) -> None:
    short, long = (plans(length)[name] for length in (LENGTH, TIMES * LENGTH))
    assert assert_in_proportion(plan_file.parse, short, long)


def counting_all_before(text: str) -> None:
    for place in range(len(text)):
        for _ in range(place):
            len(text)


def searching_all_behind(text: str) -> None:
    for place in range(len(text)):
        opening._TAG.search(text, place)


@pytest.mark.parametrize("read", first(1, [counting_all_before, searching_all_behind]))
def test_a_square_would_be_noticed(read: Callable[[str], object]) -> None:
    with pytest.raises(AssertionError):
        assert_in_proportion(read, "a" * 300, "a" * 300 * TIMES)


class TestLimits:
    def test_a_text_beyond_all_measure_is_refused_at_once(self) -> None:
        with all_counted() as work:
            said = refused(lambda: opening.read('[A "b"]\n' + " " * 9_599_992))
        assert work.calls + work.characters < FEW
        assert said.startswith("too large to open: 9,600,000 characters")

    def test_a_game_of_too_many_moves_is_named(self) -> None:
        moves = "Nf3 Nf6 Ng1 Ng8 " * (limits.LONGEST_GAME // 4 + 1)
        (fault,) = opening.read(f'[Event "x"]\n\n1. {moves}').faults
        assert "more than 12,000 moves of one game" in fault.reason

    def test_more_games_than_a_person_can_choose_from_are_a_database(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MOST_GAMES", 500)
        assert len(opening.read('[A "b"]\n*\n' * 500)) == 500
        games = '[A "b"]\n*\n' * 501
        assert "more than 500 games" in refused(lambda: opening.read(games))

    def test_a_comment_on_a_move_may_be_long_but_not_endless(self) -> None:
        game = '[A "b"]\n\n1. e4 {%s} *'
        assert opening.read(game % ("a" * (limits.LONGEST_COMMENT - 1)))
        (fault,) = opening.read(game % ("a" * (limits.LONGEST_COMMENT + 1))).faults
        assert str(fault) == "game 1, line 3: too many or too long remarks on one move"

    def test_a_file_of_more_bytes_is_refused_by_name(self, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.write_bytes(b"12345")
        assert limits.read(path, 5) == b"12345"
        with pytest.raises(limits.TooLargeError, match="4 bytes at most are read") as caught:
            limits.read(path, 4)
        assert caught.value.filename == str(path)

    def test_an_order_without_an_end_is_passed_over(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        long = b"position startpos moves " + b"e2e4 " * limits.LONGEST_ORDER
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(long + b"\nisready\n")))
        lines = list(iter(uci._read, None))
        assert [line.strip() for line in lines] == ["", "isready"]
        assert capsys.readouterr().out.startswith(
            "info string ignored a line of more than 200000 bytes"
        )

    def test_a_game_without_an_end_is_no_position(self) -> None:
        moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * (limits.LONGEST_GAME // 4 + 1)
        assert "more than 12000 moves" in refused(
            lambda: read_position(["startpos", "moves", *moves])
        )
