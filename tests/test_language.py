"""What the program says, in English or another language."""

from collections.abc import Iterator
from threading import Thread

import pytest

from millmate import language
from millmate.formatting import dative, plural, signed, size
from millmate.games.outcome import Outcome, Termination
from millmate.players.spec import PlayerSpec, describe
from millmate.tablebase.verdict import Verdict

_GERMAN = {
    ("Draw", ""): "Remis",
    ("{n} move", ""): "{n} Zug",
    ("{n} moves", ""): "{n} Züge",
    ("{n} moves", "dative"): "{n} Zügen",
    ("{n} plies", ""): "{n} Halbzüge",
    ("White", ""): "Weiß",
    ("{winner} mates in {moves} ({plies})", ""): "{winner} setzt in {moves} matt ({plies})",
    ("Human", ""): "Mensch",
}


@pytest.fixture
def german() -> Iterator[None]:
    language.use("de", _GERMAN, (".", ","))
    yield
    language.use("en", {})


def test_english_is_said_as_it_is_written() -> None:
    assert language.tr("Draw") == "Draw"
    assert language.tr("{a} of {b}", a=1, b="{c}") == "1 of {c}"
    assert language.mark("Draw") == "Draw"


def test_a_text_is_said_in_the_language_in_use(german: None) -> None:
    assert language.current() == "de"
    assert language.tr("Draw") == "Remis"


def test_what_has_no_translation_is_said_in_english(german: None) -> None:
    assert language.tr("Something new") == "Something new"


def test_the_same_words_can_mean_two_things(german: None) -> None:
    assert language.tr("{n} moves", n=2) == "2 Züge"
    assert language.tr("{n} moves", "dative", n=2) == "2 Zügen"


@pytest.mark.parametrize(
    ("value", "digits", "english", "german_"),
    [
        (1234567, 0, "1,234,567", "1.234.567"),
        (2.5, 1, "2.5", "2,5"),
        (-1000.25, 2, "-1,000.25", "-1.000,25"),
    ],
)
def test_numbers_are_written_as_the_language_has_it(value, digits, english, german_) -> None:
    assert language.number(value, digits) == english
    language.use("de", {}, (".", ","))
    assert language.number(value, digits) == german_
    language.use("en", {})


def test_words_bend_as_german_has_them(german: None) -> None:
    assert plural(1, "move") == "1 Zug"
    assert plural(1200, "move") == "1.200 Züge"
    assert dative(12, "move") == "12 Zügen"
    assert size(1_200_000) == "1,2 MB"
    assert signed(-2.5, 1) == "−2,5"
    assert Verdict(1, 23).of_position(True) == "Weiß setzt in 12 Zügen matt (23 Halbzüge)"


def test_what_is_kept_as_data_stays_english(german: None) -> None:
    with language.in_english():
        assert language.tr("Draw") == "Draw"
        assert language.number(1234.5, 1) == "1,234.5"
    assert language.tr("Draw") == "Remis"
    assert describe(PlayerSpec.parse("human")) == "Human"
    assert describe(PlayerSpec.parse("human"), language.tr) == "Mensch"
    assert Outcome(Termination.STALEMATE).termination.value == "stalemate"


def test_another_thread_goes_on_in_its_language(german: None) -> None:
    said = []
    with language.in_english():
        thread = Thread(target=lambda: said.append(language.tr("Draw")))
        thread.start()
        thread.join()
    assert said == ["Remis"]
