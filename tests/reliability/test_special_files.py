"""A pipe, a device, a folder, a link to itself: wherever a file is read, it is refused or remade.

Nothing waits, nothing takes memory without bound, and what is told is one clear sentence.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TextIO

import chess
import pytest
from tests import gaviota_files, old_morris, special_files
from tests.commands import Capsys, Ran
from tests.reliability.programs import drilled, game
from tests.tournaments import TWO, plan_of

from millmate import files, log, paths, pictures, settings
from millmate.doctor import artifacts, report
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.gui.shell.files import opening
from millmate.play.tournament import plan_file, saved_tournament
from millmate.play.tournament.journal import NAME, Journal
from millmate.play.tournament.openings import openings_of
from millmate.play.trainer.journal import NAME as TRAINING
from millmate.play.trainer.journal import TrainingJournal
from millmate.records import archive
from millmate.records.archive import GamePlace
from millmate.records.database.index import GameIndex, index_file
from millmate.records.session_file import SessionSlot, SessionSnapshot
from millmate.search.network import read_network
from millmate.tablebase.build import build
from millmate.tablebase.draft import draft_path
from millmate.tablebase.external_tables import GaviotaTables, SyzygyTables
from millmate.tablebase.layer_file import LayerFile
from millmate.tablebase.layout import Layout
from millmate.tablebase.morris.names import Pair
from millmate.tablebase.morris.store import opened

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are none of these")
Monkey = pytest.MonkeyPatch
QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
KRVK = Material.parse("KRvK")
ANNA = '[White "Anna"]\n\n1. e4 *\n'


@pytest.fixture(params=special_files.KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: Monkey) -> None:
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path_factory.mktemp("cache")))


def refused(work: Callable[[], object]) -> str:
    """Return what `work` is refused with, for a person to read."""
    with special_files.guarded(), pytest.raises((MillMateError, OSError)) as caught:
        work()
    return str(caught.value)


def suffered(work: Callable[[], object]) -> None:
    """Do `work`, which may be refused."""
    with special_files.guarded(), suppress(MillMateError, OSError):
        work()


def ran(capsys: Capsys, *words: object) -> Ran:
    """Run a command, which must not fail in an unexpected way."""
    with special_files.guarded():
        found = Ran(capsys, *words)
    assert "should not have" not in found.err, words
    return found


def assert_refused(found: Ran) -> None:
    """Check that a command failed with one proper line."""
    assert found.status in (1, 2)
    assert found.err.count("\n") == 1


# What is read ------------------------------------------------------------------------------------


def probe_gaviota(path: Path) -> None:
    (path.parent / "krk.gtb.cp4").write_bytes(gaviota_files.file(0, 100))
    with GaviotaTables(path.parent) as tables:
        tables.probe(chess.Board(QUEEN))


def probe_syzygy(path: Path) -> None:
    with SyzygyTables(path.parent) as tables:
        tables.probe(chess.Board(QUEEN))


REFUSED: list[tuple[str, Callable[[Path], object]]] = [
    ("games.pgn", opening.read_file),
    ("positions.epd", opening.read_file),
    ("text", opening.read_file),
    ("loaded.pgn", archive.load),
    ("added to.pgn", lambda path: archive.append(game(1), path)),
    ("put back.pgn", lambda path: archive.replace(game(1), GamePlace.of(path, 0, b"1. e4"))),
    (TRAINING, lambda path: TrainingJournal(path.parent).read()),
    (TRAINING, lambda path: TrainingJournal(path.parent).append(drilled(1))),
    ("white-wins", lambda path: LayerFile(path, Layout(Material.parse("KQvK")))),
    ("KQvK.rtbw", probe_syzygy),
    ("KQvK.rtbz", probe_syzygy),
    ("kqk.gtb.cp4", probe_gaviota),
    ("own.npz", read_network),
]


@pytest.mark.parametrize(("name", "work"), REFUSED, ids=lambda value: str(value)[:20])
def test_what_is_read_is_refused(
    kind: str, name: str, work: Callable[[Path], object], tmp_path: Path
) -> None:
    special_files.put(kind, tmp_path / name)
    said = refused(lambda: work(tmp_path / name))
    assert said
    assert name != "own.npz" or name in said


# What may be made again --------------------------------------------------------------------------


def list_games(folder: Path) -> None:
    (folder / "good.pgn").write_text(ANNA)
    list_folder(folder)


def list_folder(folder: Path) -> None:
    with closing(GameIndex(folder)) as index:
        index.update()


def sit(folder: Path) -> None:
    place = SessionSlot(folder)
    with suppress(OSError):
        place.read()
    place.write(SessionSnapshot(pgn="1. e4"))


def build_krvk(folder: Path) -> None:
    build([KRVK], folder)


def save_settings(folder: Path) -> None:
    settings.save(settings.Settings())


PART = ".millmate-0123456789abcdef.part"
MADE_AGAIN: list[tuple[str, Callable[[Path], object]]] = [
    *((f"{{index}}{end}", list_games) for end in ("", "-wal", "-shm", "-journal")),
    *((f"{{draft}}/{name}", build_krvk) for name in ("KRvK.table", "work")),
    ("{here}/.locks/KRvK.lock", build_krvk),
    *((f"{{here}}/{name}", sit) for name in ("0.json", "0.lock", PART)),
    ("{here}/exported", lambda here: files.write_atomically(here / "exported", b"x")),
    *((place, save_settings) for place in ("{settings}", "{settings}/..")),
]


@pytest.mark.parametrize(("place", "work"), MADE_AGAIN)
def test_what_can_be_made_again_is_or_is_refused(
    kind: str, place: str, work: Callable[[Path], object], tmp_path: Path, tables: Path
) -> None:
    assert tables.exists()  # so kernels are compiled before the time for `work` starts
    known = {"index": index_file(tmp_path), "draft": draft_path(tmp_path, KRVK)}
    path = place.format(here=tmp_path, settings=settings.settings_file(), **known)
    special_files.put(kind, Path(os.path.normpath(path)))
    with special_files.guarded():
        assert settings.load() == settings.peek() == settings.Settings()
    suffered(lambda: work(tmp_path))


def test_what_is_appended_to(kind: str, tmp_path: Path) -> None:
    special_files.put(kind, tmp_path / "added") if kind != "a device without an end" else None
    suffered(lambda: files.append(tmp_path / "added", b"x"))


@pytest.mark.parametrize("name", ["millmate.log", "millmate.lock", "millmate.crash"])
def test_the_log(kind: str, name: str) -> None:
    special_files.put(kind, paths.log_dir() / name)
    with special_files.guarded():
        log.start("window")
        log.LOG.error("something")
        log.watch_crashes()
        newest = log.newest()
        if newest is not None:
            with suppress(OSError):
                log.tail(newest)
        log.stop()


def test_what_the_doctor_looks_at(kind: str) -> None:
    special_files.put(kind, settings.settings_file())
    special_files.put(kind, paths.log_dir() / "millmate.log")
    special_files.put(kind, paths.tables_dir() / "KQvK.table")
    with special_files.guarded():
        assert list(report.directories(paths.tables_dir()))
        assert list(artifacts.tables(paths.tables_dir()))


def test_the_picture_of_a_piece(kind: str) -> None:
    special_files.put(kind, pictures._place(pictures.piece_svg("K"), 20))
    with special_files.guarded():
        assert pictures.cached_piece_png("K", 20).endswith(pictures._PNG_ENDS)


# Folders of games --------------------------------------------------------------------------------


def test_a_folder_of_games(kind: str, tmp_path: Path) -> None:
    special_files.put(kind, tmp_path / "bad.pgn")
    (tmp_path / "good.pgn").write_text(ANNA)
    with special_files.guarded(), closing(GameIndex(tmp_path)) as index:
        index.update()
        assert len(index) == 1


def test_a_file_of_a_folder_that_is_exchanged_while_it_is_listed(
    kind: str, tmp_path: Path, monkeypatch: Monkey
) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(ANNA)
    with closing(GameIndex(tmp_path)) as index:
        index.update()
        (found,) = index.games(index.find()).values()
        special_files.put(kind, path)
        assert refused(lambda: index.content(found))
        state = "millmate.records.database.index._state"
        monkeypatch.setattr(state, lambda path: (100, 100))  # as if it had been a file till now
        assert refused(lambda: index.content(found))
        with special_files.guarded():
            index.update()


def test_a_folder_that_is_a_link_to_itself_or_below_one(tmp_path: Path) -> None:
    special_files.put("a link to itself", tmp_path / "folder")
    for folder in (tmp_path / "folder", tmp_path / "folder" / "below"):
        suffered(partial(list_folder, folder))


# Tournaments -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [saved_tournament.PLAN_NAME, NAME])
def test_what_is_kept_of_a_tournament(kind: str, name: str, tmp_path: Path) -> None:
    plan = plan_of(TWO)
    plan_file.write(plan, tmp_path / saved_tournament.PLAN_NAME)
    journal = Journal.create(tmp_path, plan, tuple(openings_of(plan, tmp_path)))
    special_files.put(kind, tmp_path / name)
    assert refused(lambda: saved_tournament.load(tmp_path))
    assert name != NAME or refused(journal.open_to_write)
    with special_files.guarded():
        saved_tournament.digest_in(tmp_path)
        saved_tournament.listing(tmp_path.parent)


# Commands ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("games.pgn", "play --white random --black random --fen QUEEN --pgn FILE"),
        ("KQvK.chessAI", "notebook import FILE"),
        ("plan.toml", "tournament FILE --out OUT"),
    ],
)
def test_a_file_of_a_command(
    kind: str, name: str, words: str, tmp_path: Path, capsys: Capsys
) -> None:
    special_files.put(kind, tmp_path / name)
    meant = {"QUEEN": QUEEN, "FILE": tmp_path / name, "OUT": tmp_path / "played"}
    assert_refused(ran(capsys, *(meant.get(word, word) for word in words.split())))


@pytest.mark.parametrize("name", ["openings.pgn", "openings.epd"])
def test_a_file_of_openings(kind: str, name: str, tmp_path: Path, capsys: Capsys) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(TWO.replace("games = 4", f'games = 4\nopenings = {{file = "{name}"}}'))
    special_files.put(kind, tmp_path / name)
    assert_refused(ran(capsys, "tournament", plan, "--out", tmp_path / "played"))


@pytest.mark.parametrize("part", ["", "zarr.json", "c/0/0/0"])
def test_a_table_of_morris(
    kind: str, part: str, morris_tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    table = tmp_path / "morris-3-3.zarr"
    if part:
        old_morris.write(tmp_path, opened(morris_tables, Pair(3, 3)))
    special_files.put(kind, table / part)
    assert_damaged("morris:3-3", tmp_path, capsys)
    special_files.put(kind, tmp_path / "morris-3-3.table")
    assert_damaged("morris:3-3", tmp_path, capsys)


def test_a_table_of_chess(kind: str, tmp_path: Path, capsys: Capsys) -> None:
    special_files.put(kind, tmp_path / "KQvK.table")
    assert_damaged("KQvK", tmp_path, capsys)


def assert_damaged(material: str, directory: Path, capsys: Capsys) -> None:
    """Check that every command is refused a table, or lists none."""
    for words in (("tables",), ("probe", QUEEN), ("verify", material), ("explore", material)):
        found = ran(capsys, *words, "--tables", directory)
        assert found.status == 1 or words == ("tables",), words


def test_the_directory_of_tables(kind: str, tmp_path: Path, capsys: Capsys) -> None:
    special_files.put(kind, tmp_path / "tables")
    for words in (("tables",), ("probe", QUEEN), ("build", "KRvK"), ("verify", "KRvK")):
        ran(capsys, *words, "--tables", tmp_path / "tables")


@pytest.fixture
def endless(monkeypatch: Monkey) -> Iterator[TextIO]:
    """Make standard input a device that never ends a line."""
    with Path("/dev/zero").open() as zeros:
        monkeypatch.setattr("sys.stdin", zeros)
        yield zeros


def test_positions_of_standard_input(endless: TextIO, tmp_path: Path, capsys: Capsys) -> None:
    found = ran(capsys, "probe", "-", "--tables", tmp_path)
    assert_refused(found)
    assert "a line of standard input has more than" in found.err


def test_moves_of_standard_input(endless: TextIO, capsys: Capsys) -> None:
    found = ran(capsys, "play", "--white", "human", "--black", "human")
    assert "a line of standard input has more than" in found.out
