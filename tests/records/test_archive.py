"""The archive: every game in a file of its own, none ever overwritten."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.morris_strategies import morris_records
from tests.records.test_pgn import FOOLS_MATE
from tests.saved_games import saved_game, saved_games
from tests.strategies import records

from millmate import limits, paths
from millmate.records import archive
from millmate.records.archive import GameMovedError, GamePlace
from millmate.records.pgn import RecordError
from millmate.records.record import GameRecord

DORA = replace(FOOLS_MATE, white="Dora")


def written(directory: Path, *names: str) -> Path:
    """Return a file with games whose White has these names."""
    path = directory / "games.pgn"
    for name in names:
        archive.append(replace(FOOLS_MATE, white=name), path)
    return path


def names_in(path: Path) -> list[str]:
    return [record.white for record in archive.load(path)]


def test_a_game_is_saved_among_the_user_s_games_under_a_telling_name() -> None:
    record = replace(FOOLS_MATE, white="Human", black="Perfect (table)")
    path = archive.add(record).path
    assert path == paths.games_dir() / "2026-11-21_142233_Human_vs_Perfect.pgn"
    assert archive.load(path) == [record]


def test_another_game_of_the_same_second_gets_another_name(tmp_path: Path) -> None:
    first, second, third = (archive.add(FOOLS_MATE, tmp_path).path for _ in range(3))
    assert len({first, second, third}) == 3
    assert all(archive.load(path) == [FOOLS_MATE] for path in (first, second, third))
    assert set(tmp_path.iterdir()) == {first, second, third}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(records(), morris_records()))
def test_any_game_can_be_saved_and_opened_again(tmp_path: Path, record: GameRecord) -> None:
    path = archive.add(record, tmp_path).path
    assert path.parent == tmp_path
    assert len(path.name.encode()) < 255
    assert archive.load(path) == [record]


def test_a_file_that_is_no_pgn_is_named(tmp_path: Path) -> None:
    path = tmp_path / "junk.pgn"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(RecordError, match=r"junk\.pgn"):
        archive.load(path)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.pgn"
    with path.open("wb") as file:
        file.truncate(10**9)
    with pytest.raises(RecordError, match="too large"):
        archive.load(path)


def test_old_files_in_latin_1_are_read(tmp_path: Path) -> None:
    path = tmp_path / "old.pgn"
    path.write_bytes('[White "Réti"]\n\n1. Nf3 *\n'.encode("latin-1"))
    assert archive.load(path)[0].white == "Réti"


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_game_is_added_to_those_in_a_file(tmp_path: Path, end: str) -> None:
    path = tmp_path / "games.pgn"
    archive.append(FOOLS_MATE, path)
    path.write_bytes(path.read_bytes().rstrip() + end.encode())
    before = path.read_bytes()
    archive.append(FOOLS_MATE, path)
    assert path.read_bytes().startswith(before)
    assert archive.load(path) == [FOOLS_MATE, FOOLS_MATE]


def test_an_added_game_takes_the_line_ends_and_the_encoding_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "old.pgn"
    path.write_bytes('[White "Jörg"]\r\n[Result "*"]\r\n\r\n1. e4 *\r\n'.encode("latin-1"))
    archive.append(replace(FOOLS_MATE, white="Müller"), path)
    assert b"\n" not in path.read_bytes().replace(b"\r\n", b"").strip()
    assert names_in(path) == ["Jörg", "Müller"]
    archive.append(replace(FOOLS_MATE, white="Дмитрий"), path)
    assert names_in(path) == ["Jörg", "Müller", "Дмитрий"]


def test_a_game_is_added_in_place_to_a_large_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = archive.add(FOOLS_MATE, tmp_path).path
    monkeypatch.setattr(archive, "_LARGEST_REWRITTEN", 10)
    archive.append(FOOLS_MATE, path)
    assert archive.load(path) == [FOOLS_MATE, FOOLS_MATE]


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_game_is_put_back_in_its_place_among_others(tmp_path: Path, at: int) -> None:
    path = written(tmp_path, "Anna", "Ben", "Clara")
    content = path.read_bytes()
    place = archive.load_placed(path)[at].place
    assert place is not None
    new = archive.replace(DORA, place)
    assert archive.load_at(new).record.white == "Dora"
    names = ["Anna", "Ben", "Clara"]
    names[at] = "Dora"
    assert names_in(path) == names
    assert path.read_bytes().replace(b"Dora", [b"Anna", b"Ben", b"Clara"][at]) == content


def test_a_game_is_not_put_over_another_one(tmp_path: Path) -> None:
    path = archive.add(FOOLS_MATE, tmp_path).path
    (game,) = archive.load_placed(path)
    assert game.place is not None
    before = path.read_bytes().replace(b"Fool", b"Ford")
    path.write_bytes(before)
    with pytest.raises(GameMovedError, match="has changed since"):
        archive.replace(FOOLS_MATE, game.place)
    assert path.read_bytes() == before


def test_a_game_is_put_back_though_the_games_before_it_have_grown(tmp_path: Path) -> None:
    path = written(tmp_path, "Anna", "Ben", "Clara")
    first, _, last = (game.place for game in archive.load_placed(path))
    assert first is not None
    assert last is not None
    archive.replace(replace(FOOLS_MATE, white="Anna Alexandra"), first)
    archive.replace(DORA, last)
    assert names_in(path) == ["Anna Alexandra", "Ben", "Dora"]


def test_of_two_equal_games_that_have_moved_none_is_replaced(tmp_path: Path) -> None:
    path = written(tmp_path, *("Anna",) * 4)
    first, second, *_ = (game.place for game in archive.load_placed(path))
    assert first is not None
    assert second is not None
    archive.replace(replace(FOOLS_MATE, white="Anna Alexandra"), first)
    before = path.read_bytes()
    with pytest.raises(GameMovedError):
        archive.replace(FOOLS_MATE, second)
    assert path.read_bytes() == before


def test_a_place_survives_as_text() -> None:
    place = GamePlace.of(Path("/games/a.pgn"), 3, b"1. e4 *")
    assert GamePlace.from_json(place.to_json()) == place
    for text in ("", "[]", "{}", "[" * 10_000, '["a", -1, 2, "3"]', '["a", 1, 2, 3]', "null"):
        assert GamePlace.from_json(text) is None


def test_a_game_among_the_user_s_own_is_updated_and_not_added_again() -> None:
    place = archive.update(FOOLS_MATE, None)
    new = archive.update(DORA, place)
    assert new.path == place.path
    assert saved_game().white == "Dora"


def test_a_game_whose_file_was_changed_or_removed_is_kept_under_another_name() -> None:
    place = archive.update(FOOLS_MATE, None)
    place.path.write_text("1. d4 *")
    other = archive.update(DORA, place)
    assert other.path != place.path
    assert place.path.read_text() == "1. d4 *"
    other.path.unlink()
    again = archive.update(FOOLS_MATE, other)
    assert archive.load(again.path) == [FOOLS_MATE]


def test_a_game_is_removed_only_if_its_file_holds_nothing_else() -> None:
    place = archive.add(FOOLS_MATE)
    archive.append(FOOLS_MATE, place.path)
    with pytest.raises(GameMovedError):
        archive.remove(place)
    alone = archive.add(FOOLS_MATE)
    archive.remove(alone)
    assert saved_games() == [place.path]


def test_what_stood_in_a_game_s_place_is_restored(tmp_path: Path) -> None:
    path = written(tmp_path, "Anna", "Ben")
    before = path.read_bytes()
    place = archive.load_placed(path)[0].place
    assert place is not None
    text = archive.text_at(place)
    new = archive.replace(DORA, place)
    assert archive.restore(text, new) == place
    assert path.read_bytes() == before


def test_a_game_is_not_put_back_into_a_file_too_large_for_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = archive.add(FOOLS_MATE, tmp_path).path
    before = path.read_bytes()
    monkeypatch.setattr(limits, "LARGEST_COLLECTION", len(before) - 1)
    with pytest.raises(RecordError, match="save the game to a separate file"):
        archive.replace(DORA, GamePlace.of(path, 0, before))
    assert path.read_bytes() == before


def test_a_game_that_the_encoding_lacks_letters_for_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "old.pgn"
    game = '[White "Jörg"]\n\n1. e4 *\n\n'.encode("latin-1")
    path.write_bytes(game + game)
    with pytest.raises(RecordError, match="windows-1252"):
        archive.replace(replace(FOOLS_MATE, white="Дмитрий"), GamePlace.of(path, 0, game))
    assert path.read_bytes() == game + game
