"""The certificate: its words are in the picture, whatever the name, and fit their column."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import languages

from millmate import language
from millmate.games.morris.positions import board_from_text
from millmate.pictures.certificate import Certificate

SVG = "{http://www.w3.org/2000/svg}"
ENDING = Certificate(
    "Level <1>",
    ("Mates & more", "Pawns"),
    43,
    "Ada",
    "23 November 2026",
    chess.Board("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"),
    "Saavedra position",
)


def words(certificate: Certificate) -> list[str]:
    return [text.text or "" for text in ET.fromstring(certificate.svg()).iter(f"{SVG}text")]


def named(person: str) -> Certificate:
    return Certificate("Level", ("A", "B"), 2, person, "today", ENDING.board, "C")


def test_everything_is_said() -> None:
    said = words(ENDING)
    for text in ("Level <1>", "Mates & more", "Pawns", "Ada", "23 November 2026"):
        assert text in said
    assert "Saavedra position" in said
    assert "has reached the goal in all 43 positions of this level:" in said


@pytest.fixture
def german() -> Iterator[None]:
    sentence = "has reached the goal in all {n} positions of this level:"
    languages.use("de", {"Certificate": "Urkunde", sentence: "hat {n} Stellungen gelernt:"})
    yield
    language.use(language.ENGLISH)


def test_it_speaks_the_language_in_use(german: None) -> None:
    assert {"Urkunde", "hat 43 Stellungen gelernt:"} <= {*words(ENDING)}


def test_the_board_is_drawn_with_its_men() -> None:
    squares = ENDING.svg().count('width="45"')
    assert squares == 64
    morris = board_from_text(".B.W..../W..B.W../.B...... w 0 0 0 1")
    drawn = Certificate("Level", ("A",), 2, "", "today", morris, "C").svg()
    assert drawn.count('r="23"') == 6


@given(st.text(max_size=60))
def test_any_name_can_be_written(person: str) -> None:
    """Names with signs of XML, of any script, or with control characters leave a drawing."""
    shown = "".join(filter(str.isprintable, person))
    assert shown in words(named(person))


@pytest.mark.parametrize("person", ["Ada", "M" * 60, "山田 太郎" * 12])
def test_a_long_name_is_written_smaller(person: str) -> None:
    found = re.search(r'font-size="([\d.]+)" font-style="italic"', named(person).svg())
    assert found is not None
    size = float(found[1])
    assert size <= 40
    assert (size < 40) == (len(person) > 20)
