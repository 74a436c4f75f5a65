"""The language of the program's texts: English or a translation, with its own plural rules."""

from collections.abc import Iterator
from threading import Thread

import pytest
from tests import languages

from millmate import language
from millmate.formatting import dative, plural, signed, size
from millmate.games.outcome import Outcome, Termination
from millmate.games.value import CHESS_TERMS, Value, words
from millmate.players.spec import PlayerSpec, describe

_GERMAN: languages.Texts = {
    "Draw": "Remis",
    "{n} move": ("{n} Zug", "{n} Züge"),
    ("{n} move", "dative"): ("{n} Zug", "{n} Zügen"),
    "{n} ply": ("{n} Halbzug", "{n} Halbzüge"),
    "White": "Weiß",
    "{winner} mates in {moves} ({plies})": "{winner} setzt in {moves} matt ({plies})",
    "Human": "Mensch",
}
_POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    language.use(language.ENGLISH)


@pytest.fixture
def german() -> None:
    languages.use("de", _GERMAN, (".", ","))


def test_english_texts_stay_as_they_are() -> None:
    assert language.tr("Draw") == "Draw"
    assert language.tr("") == ""
    assert language.tr("{a} of {b}", a=1, b="{c}") == "1 of {c}"
    assert language.mark("Draw") == "Draw"
    assert language.count(1, "{n} move", "{n} moves") == "1 move"
    assert language.count(1200, *language.mark_count("{n} move", "{n} moves")) == "1,200 moves"


def test_a_text_is_translated(german: None) -> None:
    assert language.current().code == "de"
    assert language.tr("Draw") == "Remis"
    assert language.tr("") == ""


def test_a_text_without_a_translation_stays_english(german: None) -> None:
    assert language.tr("Something new") == "Something new"
    assert language.count(2, "{n} new thing", "{n} new things") == "2 new things"


def test_a_note_tells_two_equal_texts_apart(german: None) -> None:
    assert language.count(2, "{n} move", "{n} moves") == "2 Züge"
    assert language.count(2, "{n} move", "{n} moves", "dative") == "2 Zügen"


@pytest.mark.parametrize(
    ("n", "text"),
    [(0, "0 ruchów"), (1, "1 ruch"), (3, "3 ruchy"), (5, "5 ruchów"), (12, "12 ruchów"),
     (22, "22 ruchy"), (1003, "1 003 ruchy"), (112, "112 ruchów")],
)  # fmt: skip
def test_a_language_may_have_three_plural_forms(n: int, text: str) -> None:
    forms = ("{n} ruch", "{n} ruchy", "{n} ruchów")
    languages.use("pl", {"{n} move": forms}, (" ", ","), _POLISH)
    assert language.count(n, "{n} move", "{n} moves") == plural(n, "move") == text


@pytest.mark.parametrize(
    ("value", "digits", "english", "german_"),
    [
        (1234567, 0, "1,234,567", "1.234.567"),
        (2.5, 1, "2.5", "2,5"),
        (-1000.25, 2, "-1,000.25", "-1.000,25"),
    ],
)
def test_a_language_has_its_own_separators(value, digits, english, german_) -> None:
    assert language.number(value, digits) == english
    languages.use("de", {}, (".", ","))
    assert language.number(value, digits) == german_


def test_counted_nouns_are_inflected(german: None) -> None:
    assert plural(1, "move") == "1 Zug"
    assert plural(1200, "move") == "1.200 Züge"
    assert dative(12, "move") == "12 Zügen"
    assert size(1_200_000) == "1,2 MB"
    assert signed(-2.5, 1) == "−2,5"
    assert words(Value(1, 23), CHESS_TERMS) == "Weiß setzt in 12 Zügen matt (23 Halbzüge)"


def test_data_stays_english(german: None) -> None:
    with language.in_english():
        assert language.tr("Draw") == "Draw"
        assert language.count(2, "{n} move", "{n} moves") == "2 moves"
        assert language.number(1234.5, 1) == "1,234.5"
    assert language.tr("Draw") == "Remis"
    assert describe(PlayerSpec.parse("human")) == "Human"
    assert describe(PlayerSpec.parse("human"), language.tr) == "Mensch"
    assert Outcome(Termination.STALEMATE).termination.value == "stalemate"


def test_another_thread_keeps_its_language(german: None) -> None:
    said = []
    with language.in_english():
        thread = Thread(target=lambda: said.append(language.tr("Draw")))
        thread.start()
        thread.join()
    assert said == ["Remis"]
