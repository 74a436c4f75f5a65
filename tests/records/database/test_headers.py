"""What a list shows of each game, whatever the file holds."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import records
from tests.tiers import examples

from millmate import limits
from millmate.records.database import headers
from millmate.records.database.headers import NO_TEXT, GameHeader, scan
from millmate.records.pgn import to_pgn
from millmate.records.record import GameRecord

STUDY = b"""[Event "Lucena"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]
[Date "2026.11.22"]
[SetUp "1"]
[FEN "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"]

1. Rd1+ Ke7 {a bridge} 2. Rd4 (2. Rd2 Ra1 (2... Ra3)) Ra1 $1 3. Kc7 1-0
"""


def test_a_game_is_told_by_its_tags_and_its_main_line() -> None:
    (head,) = scan(STUDY)
    assert (head.white, head.black, head.result) == ("Anna", "Ben", "1-0")
    assert (head.date, head.event, head.kind) == ("2026.11.22", "Lucena", "chess")
    assert (head.material, head.plies, head.fault) == ("KRPvKR", 5, "")


@pytest.mark.parametrize(
    ("tags", "told"),
    [
        (b'[WhiteElo "2100"]\n[BlackElo "987"]\n[ECO "C65"]', (2100, 987, "C65")),
        (b'[WhiteElo "2100 FIDE"]\n[BlackElo "?"]\n[ECO "c65/04"]', (2100, 0, "C65")),
        (b'[WhiteElo "21000"]\n[BlackElo "-"]\n[ECO "?"]', (0, 0, "")),
    ],
)
def test_ratings_and_the_code_of_the_opening_are_read(
    tags: bytes, told: tuple[int, int, str]
) -> None:
    (head,) = scan(tags + b"\n\n1. e4 *\n")
    assert (head.white_elo, head.black_elo, head.eco) == told


def test_a_game_of_morris_is_told_by_its_stones() -> None:
    text = (
        b'[Game "Nine men\'s morris"]\n[Position "......../......../WWW.BBB. b 0 0 3 20"]\n\n'
        b"1... a1-d1xg7 2. d6-d7 *\n"
    )
    (head,) = scan(text)
    assert (head.kind, head.material, head.plies) == ("morris", "3-3", 2)


@pytest.mark.parametrize(
    ("tags", "kind"),
    [
        (b'[Variant "Six Men\'s Morris"]', "morris:six"),
        (b'[Variant "Nine Men\'s Morris"]', "morris"),
        (b'[Game "Three men\'s morris"]', "morris:three"),
        (b'[FEN "......../........ w 6 6 0 1"]', "morris:six"),
        (b'[Game "Morris"]\n[Variant "Thirteen"]', "morris"),
    ],
)
def test_a_game_of_morris_names_its_rules(tags: bytes, kind: str) -> None:
    (head,) = scan(tags + b"\n\n1. a1 b2 *\n")
    assert head.kind == kind


def test_names_in_latin_1_and_escaped_quotes_are_read() -> None:
    (head,) = scan('[White "Müller"]\n[Black "A \\"B\\" \\\\C"]\n\n*\n'.encode("latin-1"))
    assert (head.white, head.black) == ("Müller", 'A "B" \\C')


def test_names_from_a_web_page_have_no_space_around_them() -> None:
    (head,) = scan(b"[White &quot;A B&quot;]\n[Black &quot;C&quot;]\n\n1. e4 *\n")
    assert (head.white, head.black) == ("A B", "C")


@pytest.mark.parametrize(
    "moves",
    [b"1. e4 {no end e5", b"1. e4 (1. d4 e5 *", b"1. e4) e5 *", b"1. e4 \x00\x01 *", b""],
    ids=["brace", "open", "closed", "control", "none"],
)
def test_after_a_damaged_game_the_next_one_is_read(moves: bytes) -> None:
    bad, good = scan(b'[White "Bad"]\n\n' + moves + b"\n\n" + STUDY)
    assert bad.white == "Bad"
    assert (good.white, good.fault) == ("Anna", "")


def test_a_file_that_is_no_text_is_one_damaged_game() -> None:
    (head,) = scan(bytes(range(256)) * 10)
    assert head.fault == NO_TEXT


def test_a_game_without_tags_is_one_as_well() -> None:
    first, second = scan(b"1. e4 e5 *\n\n" + STUDY)
    assert (first.plies, second.white) == (2, "Anna")


def test_several_tags_may_stand_on_one_line_and_moves_behind_them() -> None:
    first, second = scan(b'[White "A"] [Black "B [c]"]\n[Result "1-0"] 1. e4 1-0\n\n' + STUDY)
    assert (first.white, first.black, first.result) == ("A", "B [c]", "1-0")
    assert (first.plies, first.fault, second.white) == (1, "", "Anna")


@pytest.mark.parametrize("end", [b"\r", b"\r\n"])
def test_games_are_told_apart_whatever_their_line_ends(end: bytes) -> None:
    heads = list(scan((STUDY + b"\n" + STUDY).replace(b"\n", end)))
    assert [(head.white, head.plies, head.fault) for head in heads] == [("Anna", 5, "")] * 2


def test_a_mark_of_byte_order_stands_wherever_files_were_put_together() -> None:
    heads = list(scan(b"\xef\xbb\xbf" + STUDY + b"\xef\xbb\xbf" + STUDY))
    assert [(head.event, head.plies, head.fault) for head in heads] == [("Lucena", 5, "")] * 2


@examples(40)
@given(st.lists(records(), max_size=4))
def test_the_heads_are_those_of_the_games_that_were_written(games: list[GameRecord]) -> None:
    texts = [to_pgn(game).encode() for game in games]
    content = b"\n\n".join(texts)
    heads = list(scan(content))
    assert [head.plies for head in heads] == [len(game.moves) for game in games]
    assert [head.result for head in heads] == [game.outcome.result for game in games]
    assert [content[h.offset : h.offset + h.length].strip() for h in heads] == [
        text.strip() for text in texts
    ]


# Piece by piece ----------------------------------------------------------------------------------

LINES = st.sampled_from(
    [
        b'[White "Anna"]', b'[Black "Ben"]', b'[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]', b"", b" ",
        b"1. e4 e5 1-0", b"{a comment", b'[Event "cut', b"}", b"(1. d4", b")", b"*",
        b'[A "b"] [C "d"]', b"1. d4 \xff d5", b"\xef\xbb\xbf",
    ]
)  # fmt: skip
TEXTS = st.lists(LINES, max_size=40).map(b"\n".join)


def heads(content: bytes, piece: int, monkeypatch: pytest.MonkeyPatch) -> list[GameHeader]:
    monkeypatch.setattr(headers, "PIECE", piece)
    return list(headers.scan_file(io.BytesIO(content)))


@given(content=TEXTS, piece=st.integers(40, 200))
def test_where_a_file_is_cut_makes_no_difference(content: bytes, piece: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert heads(content, piece, patch) == list(scan(content))


def test_a_file_may_be_cut_within_a_line_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game = b'[Event "A"]\r\n[EventDate "B"]\r\n[White "C"]\r\n\r\n1. e4 {a\r\nb} e5 *\r\n\r\n'
    for piece in range(40, 3 * len(game)):
        assert heads(3 * game, piece, monkeypatch) == list(scan(3 * game)), piece


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
    monkeypatch.setattr(headers, "PIECE", 5_000)
    held = []
    part = headers._Part
    monkeypatch.setattr(
        part, "grow", lambda self, grow=part.grow: (grow(self), held.append(len(self.content)))[0]
    )
    content = b'[White "Large"]\n\n' + b"1. e4 e5 " * 20_000 + b"\n" + b"x" * 500_000
    (large,) = headers.scan_file(io.BytesIO(content))
    assert large.length == len(content)
    assert max(held) <= 10_000 + 2 * 5_000


def test_a_file_that_is_no_text_is_told_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    content = bytes(10_000)
    assert heads(content, 100, monkeypatch) == [GameHeader(0, 10_000, fault=NO_TEXT)]


def test_a_file_of_nothing_or_of_spaces_holds_no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heads(b"", 10, monkeypatch) == []
    assert heads(b" \n" * 100, 10, monkeypatch) == []
