"""Settings survive restarts, crashes and any damage to their file."""

import json
from dataclasses import fields

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from millmate import settings
from millmate.limits import LONGEST_FILE_NAME
from millmate.settings import Settings

text = st.text(st.characters(codec="utf-8", exclude_characters="\0"))  # not allowed in a path
folders = text.filter(lambda name: len(name.encode()) <= LONGEST_FILE_NAME)
any_settings = st.builds(
    Settings,
    white=text,
    start_fen=text,
    flipped=st.booleans(),
    games_folders=st.lists(folders),
)


def write(content: bytes) -> None:
    path = settings.settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def test_the_first_start_has_defaults() -> None:
    assert settings.load() == Settings()


@examples(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(any_settings)
def test_what_is_saved_is_loaded(chosen: Settings) -> None:
    settings.save(chosen)
    assert settings.load() == chosen


def test_changing_leaves_the_old_settings_as_they_were() -> None:
    old = Settings()
    assert old.changed(white="random").white == "random"
    assert old.white == Settings().white


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[1, 2]", b'"text"', b"\xff\xfe\x00", b"[" * 100_000],
    ids=["empty", "cut off", "a list", "a text", "binary", "deep"],
)
def test_a_damaged_file_is_set_aside(content: bytes) -> None:
    write(content)
    assert settings.load() == Settings()
    aside = settings.settings_file().with_suffix(".json.damaged")
    assert aside.read_bytes() == content
    settings.save(Settings(white="random"))
    assert settings.load().white == "random"


@pytest.mark.parametrize("value", [None, 3, [1], {}, True])
def test_a_value_of_the_wrong_type_gives_way_to_the_default(value: object) -> None:
    write(json.dumps({"white": value, "black": "random", "unknown": 1}).encode())
    assert settings.load() == Settings(black="random")


@pytest.mark.parametrize("value", [None, "text", [1, 2], [[]]])
def test_a_list_holds_texts_or_is_dropped(value: object) -> None:
    write(json.dumps({"games_folders": value}).encode())
    assert settings.load() == Settings()


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("engines", ["uci:/sound", "uci:/not\udcff/utf-8"], ["uci:/sound"]),
        ("games_folders", [1, "a", "a" * (LONGEST_FILE_NAME + 1)], ["a"]),
        ("keys", {"flip": 3, "undo": "Ctrl+U"}, {"undo": "Ctrl+U"}),
    ],
)
def test_an_entry_that_does_not_fit_costs_no_others(name: str, value: object, kept: object) -> None:
    write(json.dumps({name: value}).encode())
    assert getattr(settings.load(), name) == kept


def test_every_field_has_a_default_of_its_own() -> None:
    assert {item.name for item in fields(Settings)} == set(json.loads(_saved()))


def _saved() -> str:
    settings.save(Settings())
    return settings.settings_file().read_text(encoding="utf-8")


def test_a_settings_place_that_is_a_file_is_not_fatal() -> None:
    place = settings.settings_file().parent
    place.parent.mkdir(parents=True, exist_ok=True)
    place.touch()
    assert settings.load() == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("board", "chequered"),
        ("speed", ""),
        ("appearance", "pink"),
        ("text_size", 20),
        ("build_threads", -1),
        ("build_threads", True),
        ("analysis_hash", 10**9),
        ("keys", {"flip": 3}),
        ("keys", ["flip"]),
        ("games_folders", ["a" * (LONGEST_FILE_NAME + 1)]),
        ("games_folder", "ä" * (LONGEST_FILE_NAME // 2 + 1)),  # two bytes each
    ],
)
def test_a_value_out_of_range_gives_way_to_the_default(name: str, value: object) -> None:
    write(json.dumps({name: value, "black": "random"}).encode())
    assert settings.load() == Settings(black="random")


def test_the_limits_hold_the_default() -> None:
    for item in fields(Settings):
        if "options" in item.metadata:
            assert item.default in item.metadata["options"]
        elif "between" in item.metadata:
            low, high = item.metadata["between"]
            assert low <= item.default <= high


def test_two_windows_keep_what_the_other_one_has_changed() -> None:
    settings.save(Settings())
    one = two = settings.load()
    settings.save(one.changed(board="wood", keys={"flip": "Ctrl+F"}), one)
    settings.save(two.changed(pieces="mill"), two)
    assert settings.load() == Settings(board="wood", keys={"flip": "Ctrl+F"}, pieces="mill")


def test_what_a_later_version_has_saved_stays_in_the_file() -> None:
    write(b'{"white": "random", "hologram": {"depth": 3}}')
    settings.save(settings.load().changed(black="random"))
    assert json.loads(settings.settings_file().read_text())["hologram"] == {"depth": 3}
    assert settings.load() == Settings(white="random", black="random")
