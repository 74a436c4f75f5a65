"""The games that were used last, as the menu lists them."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.records.test_pgn import FOOLS_MATE

from millmate import paths
from millmate.records import archive, recent_games
from millmate.records.archive import GamePlace


def place(name: str, text: bytes = b"1. e4 *") -> GamePlace:
    return GamePlace.of(Path(f"/games/{name}.pgn"), 0, text)


def titles() -> list[str]:
    return [game.title.partition(" ")[0] for game in recent_games.recent_games()]


def test_there_are_none_at_first() -> None:
    assert recent_games.recent_games() == []


def test_the_newest_game_comes_first_and_each_game_once() -> None:
    for name in ("Anna", "Ben", "Anna"):
        recent_games.note(replace(FOOLS_MATE, white=name), place(name))
    assert titles() == ["Anna", "Ben"]


def test_a_game_that_has_changed_stays_one_entry_that_knows_its_new_text() -> None:
    recent_games.note(FOOLS_MATE, place("a"))
    recent_games.note(FOOLS_MATE, place("a", b"1. d4 *"))
    (game,) = recent_games.recent_games()
    assert game.place == place("a", b"1. d4 *")


def test_a_copy_takes_the_entry_of_the_game_it_was_made_from() -> None:
    recent_games.note(FOOLS_MATE, place("collection"))
    recent_games.note(FOOLS_MATE, place("mine"), place("collection"), None)
    (game,) = recent_games.recent_games()
    assert game.place == place("mine")


def test_old_games_are_forgotten() -> None:
    for number in range(recent_games.MOST + 3):
        recent_games.note(FOOLS_MATE, place(str(number)))
    found = recent_games.recent_games()
    assert len(found) == recent_games.MOST
    assert found[0].place == place(str(recent_games.MOST + 2))


@pytest.mark.parametrize("text", ["", "{}", "[1, [2], [3, 4], ['a', 'b']]", '[["a", "b"]]', "[["])
def test_a_damaged_list_is_an_empty_one(text: str) -> None:
    paths.data_dir().mkdir(parents=True)
    (paths.data_dir() / "recent_games.json").write_text(text)
    assert recent_games.recent_games() == []
    recent_games.note(replace(FOOLS_MATE, white="Anna"), place("a"))
    assert titles() == ["Anna"]


def test_a_record_that_was_saved_is_found_as_long_as_it_is_there() -> None:
    saved = archive.add(FOOLS_MATE)
    assert recent_games.find(FOOLS_MATE) is None
    recent_games.note(FOOLS_MATE, saved)
    assert recent_games.find(FOOLS_MATE) == saved
    assert recent_games.find(replace(FOOLS_MATE, white="Anna")) is None
    saved.path.unlink()
    assert recent_games.find(FOOLS_MATE) is None
