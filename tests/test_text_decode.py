"""Texts are decoded whatever program wrote them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.text_decode import decode, encoding_of, is_text

GAME = '[White "Müller – Łucja"]\n\n1. e4 *\n'


@pytest.mark.parametrize(
    "content",
    [
        GAME.encode(),
        GAME.encode("utf-8-sig"),
        b"\xff\xfe" + GAME.encode("utf-16-le"),
        b"\xfe\xff" + GAME.encode("utf-16-be"),
        GAME.encode("utf-16-le"),
        GAME.encode("utf-16-be"),
    ],
    ids=["UTF-8", "marked", "little marked", "big marked", "little", "big"],
)
def test_a_text_in_unicode_is_told_by_its_mark_or_its_zeros(content: bytes) -> None:
    assert decode(content) == GAME
    assert is_text(content)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("„Müller“ – 5 € Žižek".encode("cp1252"), "„Müller“ – 5 € Žižek"),
        ("Müller\n".encode("cp1252") + "Đorđe\n".encode(), "Müller\nĐorđe\n"),  # joined files
        (b"a\x81\x8db", "ab"),  # neither encoding has these
        ("a\u200bb\u202ec\ufeff\x07\x9bd".encode(), "abcd"),
        (b"A\0\0\0\0 B\0", "A B"),  # padded strings
        ("\ufffd stays".encode(), "\ufffd stays"),
        ("می‌خواهم".encode(), "می‌خواهم"),  # with a joiner
        (b"", ""),
    ],
)
def test_bytes_that_are_no_utf_8_are_windows_1252(content: bytes, text: str) -> None:
    assert decode(content) == text


@given(st.binary(max_size=300))
def test_whatever_the_bytes_a_text_results(content: bytes) -> None:
    assert "\0" not in decode(content)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=2))
def test_plain_text_is_plain_in_every_encoding(text: str) -> None:
    for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
        assert encoding_of(text.encode(encoding)) == encoding
        assert decode(text.encode(encoding)) == text


def test_programs_and_zeros_are_no_text() -> None:
    assert not is_text(b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 10)
    assert not is_text(bytes(10_000))
    assert is_text(b"1. e4 e5 *\n" + bytes(300))  # padded
