"""Searching ignores accents and finds every spelling of umlauts."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.folding import folded, searchable


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("muller", "Müller"),
        ("mueller", "Müller"),
        ("MÜLLER", "müller"),
        ("müller", unicodedata.normalize("NFD", "Müller")),
        ("strasse", "Straße"),
        ("STRASSE", "Straße"),
        ("lodz", "Łódź"),
        ("jorgensen", "Jørgensen"),
        ("joergensen", "Jørgensen"),
        ("timman", "Timman"),
        ("найер", "НАЙЕР"),
        ("fine", "ﬁne"),
        ("istanbul", "İstanbul"),
    ],
)
def test_what_is_typed_finds_what_is_meant(typed: str, text: str) -> None:
    assert folded(typed) in searchable(text)


@given(st.text())
def test_a_text_finds_itself(text: str) -> None:
    assert folded(text) in searchable(text)
    assert folded(folded(text)) == folded(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_letters_only_become_small(text: str) -> None:
    assert searchable(text) == text.lower()
