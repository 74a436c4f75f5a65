"""Tables are found by what people type: codes, names, and parts of them in any order."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiers import examples

from millmate import language
from millmate.games.chess.material import Material, all_materials
from millmate.gui.kit.translator import read
from millmate.tablebase.morris.names import Placing, pairs, placings
from millmate.tablebase.table_search import find_tables
from millmate.tablebase.table_titles import table_title

_OF_FIVE = [str(material) for material in all_materials(5)]
_OF_SIX = [str(material) for material in all_materials(6) if material.men == 6]
_CHESS = [*_OF_FIVE, *_OF_SIX[::9]]  # to be found, each is given a title first
_MORRIS = [str(table) for table in (*pairs(), *placings()[::9], Placing(17, 9, 8))]
CODES = [*_CHESS, *_MORRIS, *(f"{code} (DTZ50)" for code in _OF_FIVE)]
_SOME = st.sampled_from(CODES)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    language.use(language.ENGLISH)


@pytest.fixture
def german() -> None:
    language.use(read("de"))


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("KRPvKR", "KRPvKR"),
        ("krpkr", "KRPvKR"),
        ("KRvKRP", "KRPvKR"),
        ("krp-kr", "KRPvKR"),
        ("RPvR", "KRPvKR"),
        ("rook pawn rook", "KRPvKR"),
        ("rook+pawn vs rook", "KRPvKR"),
        ("pawn and rook against rook", "KRPvKR"),
        ("rook against rook and pawn", "KRPvKR"),
        ("two knights v pawn", "KNNvKP"),
        ("2 knights v pawn", "KNNvKP"),
        ("bishop knight bare king", "KBNvK"),
        ("bish kni", "KBNvK"),
        ("bn", "KBNvK"),
        ("kpk", "KPvK"),
        ("pawn ending", "KPvK"),
        ("KRPvKR (DTZ50)", "KRPvKR (DTZ50)"),
        ("rook pawn rook dtz50", "KRPvKR (DTZ50)"),
        ("5-4", "morris:5-4"),
        ("morris 4 5", "morris:5-4"),
        ("5 against 4 stones", "morris:5-4"),
        ("17 placed 9 8", "morris:ply17-9-8"),
        ("ply17-9-8", "morris:ply17-9-8"),
    ],
)
def test_the_first_table_is_the_one_that_was_meant(typed: str, code: str) -> None:
    assert find_tables(typed, CODES)[0] == code


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("Turm Bauer Turm", "KRPvKR"),
        ("Turm und Bauer gegen Turm", "KRPvKR"),
        ("turm bau", "KRPvK"),
        ("laufer springer", "KBNvK"),
        ("Laeufer und Springer", "KBNvK"),
        ("zwei Springer gegen Bauer", "KNNvKP"),
        ("KTBvKT", "KRPvKR"),
        ("rook pawn rook", "KRPvKR"),
        ("KRPvKR", "KRPvKR"),
        ("Mühle 5 gegen 4", "morris:5-4"),
    ],
)
def test_in_german_both_languages_are_understood(typed: str, code: str) -> None:
    assert find_tables(typed, CODES)[0] == code


def test_fewer_men_than_were_not_typed_come_first() -> None:
    found = find_tables("rook pawn", _CHESS)
    assert found[:2] == ["KRPvK", "KRvKP"]
    men = [Material.parse(code).men for code in found]
    assert men == sorted(men)


def test_men_of_one_side_are_not_looked_for_on_the_other() -> None:
    assert "KRvKP" not in find_tables("rook pawn against rook", CODES)
    assert "KRvKP" not in find_tables("KRP", CODES)
    assert "KRvKP" in find_tables("rook pawn", CODES)


def test_nothing_typed_leaves_the_list_as_it_is() -> None:
    assert find_tables("  ", CODES) == CODES


@pytest.mark.parametrize("typed", ["xyz", "rook rook rook rook rook", "17 99", "a v b v c", "-"])
def test_what_no_table_is_called_finds_none(typed: str) -> None:
    assert find_tables(typed, CODES) == []


@examples(25)
@given(_SOME, st.sampled_from([str, str.lower, str.upper]))
def test_code_and_title_find_their_table_first(code: str, written: object) -> None:
    assert callable(written)
    assert find_tables(written(code), CODES)[0] == code
    assert find_tables(written(table_title(code)), CODES)[0] == code


@examples(25)
@given(_SOME, st.integers(1, 60))
def test_a_table_is_among_those_found_at_every_letter_of_its_title(code: str, end: int) -> None:
    assert code in find_tables(table_title(code)[:end], CODES)


@examples(25)
@given(st.sampled_from(_CHESS), st.randoms(use_true_random=False))
def test_the_order_of_words_does_not_matter(code: str, rng: random.Random) -> None:
    words = table_title(code).replace(",", "").replace(" against ", " and ").split(" and ")
    rng.shuffle(words)
    assert code in find_tables(" ".join(words), CODES)


@given(st.text(max_size=30))
def test_any_text_can_be_typed(typed: str) -> None:
    assert set(find_tables(typed, _OF_FIVE)) <= set(_OF_FIVE)
