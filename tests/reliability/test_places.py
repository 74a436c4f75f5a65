"""Places that cannot be written, are no places, or go away: said once, and nothing else breaks."""

import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from tests import fault_injection, small_disks
from tests.reliability import programs
from tests.tournaments import TWO, plan_of

from millmate import settings
from millmate.errors import MillMateError
from millmate.files import describe_error
from millmate.games.chess.material import Material
from millmate.play.tournament.tournament import Tournament
from millmate.records import archive
from millmate.records.database.index import FolderError, GameIndex
from millmate.settings import Settings
from millmate.tablebase import table_build, targets
from millmate.tablebase.build import build
from millmate.tablebase.names import parse
from millmate.tablebase.probe import Tablebase

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="as on Unix")

KQVK = Material.parse("KQvK")


@pytest.fixture
def sealed(tmp_path: Path, tables: Path) -> Iterator[Path]:
    """Give a directory with settings, a game and a table, in which nobody can write any more."""
    place = tmp_path / "sealed"
    build([KQVK], place / "tables")
    archive.add(programs.game(1), place / "games")
    with small_disks.read_only(place):
        yield place


def test_tables_are_read_where_nothing_can_be_written(sealed: Path) -> None:
    tables = sealed / "tables"
    assert build([KQVK], tables)[0].verified  # it is there: nothing is to be done
    with Tablebase(tables) as found:
        assert found.available() == (KQVK,)
    with pytest.raises(MillMateError, match="choose another directory") as caught:
        build([Material.parse("KRvK")], tables)
    assert str(tables) in str(caught.value)
    assert targets.survey(tables)[1] == []


@pytest.mark.parametrize("name", ["KRvK", "morris:3-3"])
def test_nothing_is_compiled_for_tables_that_cannot_be_written(
    name: str, sealed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = []
    monkeypatch.setattr(table_build, "import_module", compiled.append)
    for tables in (sealed / "tables", sealed / "new" / "tables"):
        with pytest.raises(MillMateError, match="Read-only file system; choose another directory"):
            targets.build([parse(name)], tables)
    assert compiled == []


def test_settings_that_cannot_be_written_are_still_read(
    sealed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILLMATE_CONFIG", str(sealed / "config"))
    assert settings.load() == Settings()
    with pytest.raises(OSError, match="Read-only file system") as caught:
        settings.save(Settings())
    assert "choose another place" in describe_error(caught.value)


def test_games_are_listed_where_nothing_can_be_written(
    sealed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path / "cache"))
    index = GameIndex(sealed / "games")
    index.update()
    assert len(index) == 1
    index.close()
    monkeypatch.setenv("MILLMATE_CACHE", str(sealed))
    with pytest.raises(FolderError, match="the list of games cannot be kept in"):
        GameIndex(sealed / "games").update()


def test_a_tournament_where_nothing_can_be_written_says_so(sealed: Path) -> None:
    with pytest.raises(OSError, match="Read-only file system") as caught:
        Tournament(plan_of(TWO), sealed / "games" / "tournament").run()
    assert str(sealed) in describe_error(caught.value)


@pytest.mark.parametrize("word", ["tables", "play", pytest.param("build", marks=pytest.mark.slow)])
def test_the_command_line_says_it_in_one_line(sealed: Path, tmp_path: Path, word: str) -> None:
    """Programs write nothing but what they are asked to; this is as a guest at a lecture."""
    command = {
        "tables": ("tables", "--tables", sealed / "tables"),
        "build": ("build", "KRvK", "--tables", sealed / "tables"),
        "play": ("play", "--white", "random", "--black", "random", "--pgn", sealed / "x.pgn"),
    }[word]
    ran = fault_injection.run(fault_injection.millmate(*command), tmp_path / "log")
    assert "Traceback" not in ran.complaint
    if word == "tables":
        assert (ran.status, ran.complaint) == (0, "")
    else:
        (line,) = ran.complaint.splitlines()
        assert str(sealed) in line
        assert "Read-only file system" in line
        assert "choose another" in line
        assert ran.status == 1


@pytest.mark.parametrize("what", ["CONFIG", "DATA", "TABLES"])
def test_a_file_in_the_place_of_a_directory_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    place = tmp_path / "file"
    place.write_text("precious")
    monkeypatch.setenv(f"MILLMATE_{what}", str(place))
    assert settings.load() == Settings()
    trials = {
        "CONFIG": lambda: settings.save(Settings()),
        "DATA": lambda: archive.add(programs.game(1)).path,
        "TABLES": lambda: build([KQVK], place),
    }
    with pytest.raises((OSError, MillMateError)) as caught:
        trials[what]()
    told = describe_error(caught.value) if isinstance(caught.value, OSError) else str(caught.value)
    assert str(place) in told
    assert place.read_text() == "precious"


def test_tables_that_go_away_are_missed_in_words(tmp_path: Path) -> None:
    place = tmp_path / "tables"
    build([KQVK], place)
    with Tablebase(place) as found:
        board = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
        assert found.probe(board).wdl
        place.rename(tmp_path / "moved")
        found.refresh()
        with pytest.raises(MillMateError, match="KQvK"):
            found.probe(board)
        assert found.available() == ()
        (tmp_path / "moved").rename(place)
        found.refresh()
        assert found.probe(board).wdl
