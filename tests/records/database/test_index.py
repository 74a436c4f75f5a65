"""A folder of PGN files: read once, searched, never changed."""

import errno
import os
import random
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import BinaryIO

import pytest

from millmate import limits
from millmate.records.database.index import FolderError, GameIndex, Scanned, index_file
from millmate.regular_files import open_regular


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "games"
    (place / "old").mkdir(parents=True)
    (place / "new.pgn").write_text(game("Anna", "Ben") + game("Clara", "Ben", "0-1"))
    (place / "old" / "Jörg.PGN").write_bytes(game("Jörg", "Anna").encode("latin-1"))
    (place / "notes.txt").write_text(game("Nobody", "Nobody"))
    (place / ".hidden.pgn").write_text(game("Nobody", "Nobody"))
    (place / "empty.pgn").touch()
    return place


_indexes = ExitStack()


@pytest.fixture(autouse=True)
def close_indexes() -> Iterator[None]:
    yield
    _indexes.close()


def opened(folder: Path) -> GameIndex:
    """Return the index of `folder`; it is closed after the test."""
    return _indexes.enter_context(closing(GameIndex(folder)))


@pytest.fixture
def index(folder: Path) -> GameIndex:
    found = opened(folder)
    assert found.update()
    return found


def game(white: str, black: str, result: str = "1-0") -> str:
    return f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n1. e4 e5 {result}\n\n'


def names(index: GameIndex, text: str = "", order: str = "white", falling: bool = False):
    numbers = index.find(text, order, falling)
    found = index.games(numbers)
    return [found[number].head.white for number in numbers]


def test_all_pgn_files_of_the_folder_and_those_below_are_listed(index: GameIndex) -> None:
    assert names(index) == ["Anna", "Clara", "Jörg"]
    assert len(index) == 3


def test_every_word_must_be_found_somewhere(index: GameIndex) -> None:
    assert names(index, "anna") == ["Anna", "Jörg"]
    assert names(index, "ANNA ben") == ["Anna"]
    assert names(index, "jÖRG") == ["Jörg"]
    assert names(index, "old/") == ["Jörg"]
    assert names(index, "0-1") == ["Clara"]
    assert names(index, "anna 0-1") == []


@pytest.mark.parametrize("typed", ["muller", "MÜLLER", "mueller", "strasse", "Straße", "lodz"])
def test_accents_are_of_no_matter_to_a_search(folder: Path, typed: str) -> None:
    text = game("Müller", "Łódź").replace("[Result", '[Event "An der Straße"]\n[Result')
    (folder / "accents.pgn").write_text(text)
    index = opened(folder)
    index.update()
    assert names(index, typed) == ["Müller"]


def test_a_game_that_is_too_large_is_not_read_at_all(folder: Path) -> None:
    comment = "{" + "x" * limits.LARGEST_LISTED_GAME + "}"
    (folder / "large.pgn").write_text(game("Large", "Ben").replace("1. e4", f"1. e4 {comment}"))
    index = opened(folder)
    index.update()
    (found,) = index.games(index.find("large")).values()
    with pytest.raises(FolderError, match="too large to be read"):
        index.content(found)


def test_games_are_put_in_order_by_any_column(index: GameIndex) -> None:
    assert names(index, order="white", falling=True) == ["Jörg", "Clara", "Anna"]
    assert names(index, order="result")[0] == "Clara"
    assert names(index, order="path")[-1] == "Jörg"


def test_what_has_not_changed_is_not_read_again(folder: Path) -> None:
    opened(folder).update()
    told = []
    assert not opened(folder).update(told.append)
    assert told == []


def test_new_changed_and_removed_files_are_noticed(folder: Path, index: GameIndex) -> None:
    (folder / "new.pgn").write_text(game("Dora", "Emil"))
    (folder / "old" / "Jörg.PGN").unlink()
    (folder / "more.pgn").write_text(game("Fritz", "Emil"))
    assert index.update()
    assert names(index) == ["Dora", "Fritz"]


def test_the_text_of_a_game_is_that_of_its_file(index: GameIndex) -> None:
    for number, found in index.games(index.find()).items():
        assert found.number == number
        assert f'[White "{found.head.white}"]' in index.text(found)
        assert index.text(found).count("[White ") == 1


def test_a_file_that_has_changed_since_is_not_read_at_the_wrong_place(
    folder: Path, index: GameIndex
) -> None:
    found = next(f for f in index.games(index.find("clara")).values())
    (folder / "new.pgn").write_text(game("Dora", "Emil") * 3)
    with pytest.raises(FolderError, match="has changed"):
        index.text(found)


def test_damaged_files_are_listed_and_stop_nothing(folder: Path) -> None:
    (folder / "junk.pgn").write_bytes(bytes(range(256)))
    index = opened(folder)
    index.update()
    (junk,) = index.games(index.find("junk")).values()
    assert "not text" in junk.head.fault
    assert len(index) == 4


def test_a_file_that_cannot_be_read_is_listed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may read everything, so that the file's mode would not do."""

    def refusing(path: Path) -> BinaryIO:
        if path.name == "new.pgn":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return open_regular(path)

    monkeypatch.setattr("millmate.records.database.index.open_regular", refusing)
    index = opened(folder)
    index.update()
    (found,) = index.games(index.find("new.pgn")).values()
    assert "denied" in found.head.fault


def test_what_is_wrong_with_a_game_when_it_is_played_is_remembered(
    folder: Path, index: GameIndex
) -> None:
    (number,) = index.find("clara")
    index.mark_fault(number, "illegal move")
    assert opened(folder).games([number])[number].head.fault == "illegal move"


def test_a_damaged_index_is_made_again(folder: Path) -> None:
    GameIndex(folder).close()
    index_file(folder).write_bytes(b"no database" * 1000)
    index = opened(folder)
    assert index.update()
    assert len(index) == 3


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"CREATE TABLE files", b"CREATE T\xb1BLE files"),  # SQLite quotes it, and it is no text
        (b"games (id INTEGER PRIMARY KEY", b"games (id INTEGER PRIMARY KEX"),  # numbers are lost
    ],
)
def test_an_index_whose_tables_are_other_ones_is_made_again(
    folder: Path, old: bytes, new: bytes
) -> None:
    index = opened(folder)
    index.update()
    index.close()
    base = sqlite3.connect(index_file(folder))
    base.execute("PRAGMA journal_mode = DELETE")
    base.close()
    content = index_file(folder).read_bytes()
    assert old in content
    index_file(folder).write_bytes(content.replace(old, new))
    index = opened(folder)
    with suppress(FolderError):
        index.find("anna")
    index.update()
    assert names(index) == ["Anna", "Clara", "Jörg"]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET offset = 'x'", "UPDATE games SET offset = -1",
        "UPDATE games SET white = 5", "UPDATE games SET plies = NULL",
        "UPDATE files SET path = '../secret.pgn'", "UPDATE files SET path = '/secret.pgn'",
        "UPDATE files SET path = x'00'", "UPDATE files SET path = ''",
    ],
)  # fmt: skip
def test_an_index_that_tells_of_what_cannot_be_is_made_again(folder: Path, change: str) -> None:
    opened(folder).update()
    base = sqlite3.connect(index_file(folder))
    with base:
        base.execute(f"{change} WHERE id = 1")
    base.close()
    index = opened(folder)
    assert index.games([1, 2, 3]) == {}
    index.update()
    assert names(index) == ["Anna", "Clara", "Jörg"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name is text")
def test_a_file_whose_name_is_no_text_stops_nothing(folder: Path) -> None:
    (folder / os.fsdecode(b"\xff.pgn")).write_text(game("Xaver", "Yves"))
    index = opened(folder)
    index.update()
    assert names(index) == ["Anna", "Clara", "Jörg", "Xaver"]
    (found,) = index.games(index.find("xaver")).values()
    assert index.text(found).startswith('[White "Xaver"]')
    assert not index.update()
    found.path.unlink()
    assert index.update()
    assert names(index) == ["Anna", "Clara", "Jörg"]


def test_a_scan_that_is_stopped_goes_on_later(folder: Path) -> None:
    index = opened(folder)
    index.update(stopped=lambda: True)
    assert len(index) == 0
    index.update()
    assert len(index) == 3


@pytest.mark.parametrize("when", ["before it is open_regular", "while it is open"])
def test_an_index_damaged_anywhere_is_made_again(folder: Path, when: str) -> None:
    opened(folder).update()
    content = index_file(folder).read_bytes()
    rng = random.Random(5)
    for _ in range(60):
        damaged = bytearray(content)
        if rng.random() < 0.3:
            del damaged[rng.randrange(len(content)) :]
        else:
            start = rng.randrange(len(content))
            end = min(len(content), start + rng.choice((1, 16, 4096)))
            damaged[start:end] = rng.randbytes(end - start)
        index = opened(folder) if when == "while it is open" else None
        index_file(folder).write_bytes(damaged)
        index = index or opened(folder)
        with suppress(FolderError):  # it comes out only now that all is to be read again
            index.update()
            index.games(index.find("clara"))
        index.update()
        index.games(index.find("clara"))
        index.close()


def test_a_busy_index_is_not_removed(
    folder: Path, index: GameIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, timeout: connect(path, timeout=0))
    other = connect(index_file(folder))
    other.execute("BEGIN EXCLUSIVE")
    (folder / "one more.pgn").write_text('[White "Dora"]\n\n1. e4 *\n')
    with pytest.raises(FolderError, match="locked"):
        opened(folder).update()
    other.rollback()
    other.close()
    assert len(index) == 3


@pytest.mark.thorough
def test_a_file_that_gets_shorter_while_it_is_read_is_read_again(tmp_path: Path) -> None:
    whole, kept = [game(f"P{number}", "Ben") for number in range(10_000)], 2500
    path = tmp_path / "rewritten.pgn"
    path.write_text("".join(whole))

    def shorten(scanned: Scanned) -> None:
        shorter = len("".join(whole[:kept]))
        if path.stat().st_size > shorter:
            os.truncate(path, shorter)

    index = opened(tmp_path)
    index.update(shorten)
    assert len(index) == kept
    last = index.games(index.find(f"p{kept - 1}"))
    assert [index.text(found).strip() for found in last.values()] == [whole[kept - 1].strip()]
    assert not index.update()


def test_a_file_that_goes_while_it_is_read_is_gone_at_the_next_look(tmp_path: Path) -> None:
    path = tmp_path / "removed.pgn"
    path.write_text(game("Anna", "Ben") * 3000)
    index = opened(tmp_path)
    index.update(lambda scanned: path.unlink(missing_ok=True))
    index.update()
    assert len(index) == 0


def test_a_file_that_grows_all_the_time_is_read_anew_at_the_next_look(tmp_path: Path) -> None:
    path = tmp_path / "growing.pgn"
    path.write_text(game("Anna", "Ben") * 3000)

    def grow(scanned: Scanned) -> None:
        with path.open("a") as file:
            file.write(game("Clara", "Ben"))

    index = opened(tmp_path)
    index.update(grow)
    assert index.update()
    assert len(index) == path.read_text().count("[White ")
