"""The program's directories: the platform's defaults, or those that the environment names."""

from pathlib import Path

import pytest

from millmate import paths

PLACES = {
    "MILLMATE_DATA": paths.data_dir,
    "MILLMATE_CONFIG": paths.config_dir,
    "MILLMATE_CACHE": paths.cache_dir,
    "MILLMATE_STATE": paths.state_dir,
    "MILLMATE_TABLES": paths.tables_dir,
}


@pytest.mark.parametrize("variable", PLACES)
def test_the_environment_names_the_place(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "/some/where")
    assert PLACES[variable]() == Path("/some/where")


@pytest.mark.parametrize("variable", PLACES)
def test_without_it_the_platform_does(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(variable, raising=False)
    monkeypatch.delenv("MILLMATE_DATA", raising=False)
    assert "millmate" in str(PLACES[variable]())


def test_games_and_tables_live_with_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLMATE_DATA", "/data")
    monkeypatch.setenv("MILLMATE_TABLES", "")
    assert paths.games_dir() == Path("/data/games")
    assert paths.tables_dir() == Path("/data/tables")


@pytest.mark.parametrize("value", ["", "relative"])
def test_an_empty_or_relative_xdg_variable_is_ignored(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in PLACES:
        monkeypatch.delenv(variable, raising=False)
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, value)
    assert all(place().is_relative_to(Path.home()) for place in PLACES.values())


def test_the_home_of_a_user_who_is_not_known_stays_as_it_was_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert paths.expanded("~/a.pgn") == Path("/home/ada/a.pgn")
    assert paths.expanded("~nosuchuser/a.pgn") == Path("~nosuchuser/a.pgn")
