"""A file read piece by piece tells the same games as all of it at once."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate import limits
from millmate.records.database import file_scan
from millmate.records.database.headers import NO_TEXT, GameHeader, scan

LINES = st.sampled_from(
    [
        b'[White "Anna"]', b'[Black "Ben"]', b'[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]', b"", b" ",
        b"1. e4 e5 1-0", b"{a comment", b'[Event "cut', b"}", b"(1. d4", b")", b"*",
        b'[A "b"] [C "d"]', b"1. d4 \xff d5", b"\xef\xbb\xbf",
    ]
)  # fmt: skip
TEXTS = st.lists(LINES, max_size=40).map(b"\n".join)


def heads(content: bytes, piece: int, monkeypatch: pytest.MonkeyPatch) -> list[GameHeader]:
    monkeypatch.setattr(file_scan, "PIECE", piece)
    return list(file_scan.scan_file(io.BytesIO(content)))


@given(content=TEXTS, piece=st.integers(40, 200))
def test_where_a_file_is_cut_makes_no_difference(content: bytes, piece: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert heads(content, piece, patch) == list(scan(content))


@pytest.mark.parametrize("piece", [1000, 70_000, 1 << 20])
def test_a_game_that_is_too_large_is_told_with_its_place_and_what_comes_after(
    piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LARGEST_LISTED_GAME", 10_000)
    large = b'[White "Large"]\n\n' + b"1. e4 e5 " * 20_000 + b"\n\n"
    small = b'[White "Anna"]\n\n1. e4 *\n\n'
    content = small + large + small + large
    assert heads(content, piece, monkeypatch) == list(scan(content))


def test_of_a_game_that_is_too_large_no_more_is_held_than_a_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "LARGEST_LISTED_GAME", 10_000)
    monkeypatch.setattr(file_scan, "PIECE", 5_000)
    held = []
    part = file_scan._Part
    monkeypatch.setattr(
        part, "grow", lambda self, grow=part.grow: (grow(self), held.append(len(self.content)))[0]
    )
    content = b'[White "Large"]\n\n' + b"1. e4 e5 " * 20_000 + b"\n" + b"x" * 500_000
    (large,) = file_scan.scan_file(io.BytesIO(content))
    assert large.length == len(content)
    assert max(held) <= 10_000 + 2 * 5_000


def test_a_file_that_is_no_text_is_told_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    content = bytes(10_000)
    assert heads(content, 100, monkeypatch) == [GameHeader(0, 10_000, fault=NO_TEXT)]


def test_a_file_of_nothing_or_of_spaces_holds_no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heads(b"", 10, monkeypatch) == []
    assert heads(b" \n" * 100, 10, monkeypatch) == []
