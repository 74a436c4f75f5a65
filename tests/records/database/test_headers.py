"""What a list shows of each game, whatever the file holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import records

from millmate.records.database.headers import NO_TEXT, scan
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


def test_a_game_of_morris_is_told_by_its_stones() -> None:
    text = (
        b'[Game "Nine men\'s morris"]\n[Position "......../......../WWW.BBB. b 0 0 3 20"]\n\n'
        b"1... a1-d1xg7 2. d6-d7 *\n"
    )
    (head,) = scan(text)
    assert (head.kind, head.material, head.plies) == ("morris", "3-3", 2)


def test_names_in_latin_1_and_escaped_quotes_are_read() -> None:
    (head,) = scan('[White "Müller"]\n[Black "A \\"B\\" C"]\n\n*\n'.encode("latin-1"))
    assert (head.white, head.black) == ("Müller", 'A "B" C')


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        (b"1. e4 {no end e5", "a comment"),
        (b"1. e4 (1. d4 e5 *", "brackets"),
        (b"1. e4) e5 *", "brackets"),
        (b"1. e4 \x00\x01 *", "no text"),
    ],
)
def test_a_damaged_game_is_told_and_the_next_one_is_read(moves: bytes, fault: str) -> None:
    bad, good = scan(b'[White "Bad"]\n\n' + moves + b"\n\n" + STUDY)
    assert fault in bad.fault
    assert bad.white == "Bad"
    assert (good.white, good.fault) == ("Anna", "")


def test_tags_without_a_game_are_told() -> None:
    (head,) = scan(b'[White "Bad"]\n\n')
    assert "neither moves nor a result" in head.fault


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


@given(st.binary(max_size=300))
def test_any_bytes_are_read_in_full(content: bytes) -> None:
    covered = sum(head.length for head in scan(content))
    assert covered <= len(content)


@given(st.text('[]"{}();%\n eN1.*-WhiteBlack', max_size=120))
def test_any_jumble_of_signs_is_read(text: str) -> None:
    for head in scan(text.encode()):
        assert head.length > 0
