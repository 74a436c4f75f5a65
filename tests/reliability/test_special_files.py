"""A pipe, a device, a folder, a link to itself: wherever a file is read, it is refused or remade.

Nothing waits, nothing takes memory without bound, and what is told is one clear sentence.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import chess
import pytest
from tests import gaviota_files, special_files
from tests.commands import Capsys, Ran
from tests.reliability.programs import drilled, game
from tests.tournaments import TWO, plan_of

from millmate import files, kernel_cache, log, paths, settings
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.kernels.linked import Kernels
from millmate.pictures import piece_cache
from millmate.play.tournament import plan_file, saved_tournament
from millmate.play.tournament.journal import NAME, Journal
from millmate.play.tournament.openings import openings_of
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

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are none of these")

Monkey = pytest.MonkeyPatch
QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"


@pytest.fixture(params=special_files.KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def own_tables(tables: Path, tmp_path: Path) -> Path:
    """Return a directory with KQvK, which may be spoiled."""
    return Path(shutil.copytree(tables / "KQvK.zarr", tmp_path / "tables" / "KQvK.zarr")).parent


def refused(work: Callable[[], object]) -> str:
    """Return what `work` is refused with, for a person to read."""
    with special_files.guarded(), pytest.raises((MillMateError, OSError)) as caught:
        work()
    return str(caught.value)


def suffered(work: Callable[[], object]) -> None:
    """Do `work`, which may be refused."""
    with special_files.guarded(), suppress(MillMateError, OSError):
        work()


class TestGamesAndPositions:
    @pytest.fixture(autouse=True)
    def own_cache(self, tmp_path_factory: pytest.TempPathFactory, monkeypatch: Monkey) -> None:
        monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path_factory.mktemp("cache")))

    @pytest.mark.parametrize("name", ["games.pgn", "positions.epd", "text"])
    def test_a_file_that_is_opened(self, kind: str, name: str, tmp_path: Path) -> None:
        from millmate.gui.records import documents

        special_files.put(kind, tmp_path / name)
        assert refused(lambda: documents.read_file(tmp_path / name))

    def test_games_that_are_loaded_or_added_to(self, kind: str, tmp_path: Path) -> None:
        path = tmp_path / "games.pgn"
        special_files.put(kind, path)
        assert refused(lambda: archive.load(path))
        assert refused(lambda: archive.append(game(1), path))
        assert refused(lambda: archive.replace(game(1), GamePlace.of(path, 0, b"1. e4")))

    def test_games_of_a_command(self, kind: str, tmp_path: Path, capsys: Capsys) -> None:
        path = tmp_path / "games.pgn"
        special_files.put(kind, path)
        with special_files.guarded():
            words = ("--white", "random", "--black", "random", "--fen", QUEEN)
            ran = Ran(capsys, "play", *words, "--pgn", path)
        assert_refused(ran)

    def test_a_folder_of_games(self, kind: str, tmp_path: Path) -> None:
        special_files.put(kind, tmp_path / "bad.pgn")
        (tmp_path / "good.pgn").write_text('[White "Anna"]\n\n1. e4 *\n')
        with special_files.guarded():
            index = GameIndex(tmp_path)
            index.update()
        assert len(index) == 1

    def test_a_file_of_a_folder_that_is_exchanged_while_it_is_listed(
        self, kind: str, tmp_path: Path, monkeypatch: Monkey
    ) -> None:
        path = tmp_path / "games.pgn"
        path.write_text('[White "Anna"]\n\n1. e4 *\n')
        index = GameIndex(tmp_path)
        index.update()
        (found,) = index.games(index.find()).values()
        special_files.put(kind, path)
        assert refused(lambda: index.content(found))
        state = "millmate.records.database.index._state"
        monkeypatch.setattr(state, lambda path: (100, 100))  # as if it had been a file till now
        assert refused(lambda: index.content(found))
        with special_files.guarded():
            index.update()

    @pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
    def test_the_list_of_a_folder(self, kind: str, end: str, tmp_path: Path) -> None:
        special_files.put(kind, Path(f"{index_file(tmp_path)}{end}"))
        (tmp_path / "good.pgn").write_text('[White "Anna"]\n\n1. e4 *\n')
        suffered(lambda: GameIndex(tmp_path).update())

    def test_a_folder_that_is_a_link_to_itself_or_below_one(self, tmp_path: Path) -> None:
        special_files.put("a link to itself", tmp_path / "folder")
        for folder in (tmp_path / "folder", tmp_path / "folder" / "below"):
            suffered(lambda folder=folder: GameIndex(folder).update())  # type: ignore[misc]


class TestStandardInput:
    """It may be a device that never ends a line."""

    @pytest.fixture(autouse=True)
    def endless(self, monkeypatch: Monkey) -> Iterator[None]:
        with Path("/dev/zero").open() as zeros:
            monkeypatch.setattr("sys.stdin", zeros)
            yield

    def test_positions(self, tmp_path: Path, capsys: Capsys) -> None:
        with special_files.guarded():
            ran = Ran(capsys, "probe", "-", "--tables", tmp_path)
        assert_refused(ran)
        assert "a line of standard input has more than" in ran.err

    def test_moves(self, capsys: Capsys) -> None:
        with special_files.guarded():
            ran = Ran(capsys, "play", "--white", "human", "--black", "human")
        assert "a line of standard input has more than" in ran.out


class TestTables:
    @pytest.mark.parametrize("part", ["", "zarr.json", "c/0/0/0"])
    def test_commands(self, kind: str, part: str, own_tables: Path, capsys: Capsys) -> None:
        table = own_tables / "KQvK.zarr"
        shard = next(
            path for path in table.rglob("*") if path.is_file() and path.name != "zarr.json"
        )
        place = {"": table, "zarr.json": table / "zarr.json"}.get(part, shard)
        if place == table:
            shutil.rmtree(table)
        special_files.put(kind, place)
        for words in (("tables",), ("probe", QUEEN), ("verify", "KQvK"), ("explore", "KQvK")):
            with special_files.guarded():
                ran = Ran(capsys, *words, "--tables", own_tables)
            assert "should not have" not in ran.err, words
            assert ran.status == 1 or words == ("tables",), words

    def test_a_table_of_morris(
        self, kind: str, morris_tables: Path, tmp_path: Path, capsys: Capsys
    ) -> None:
        table = Path(
            shutil.copytree(morris_tables / "morris-3-3.zarr", tmp_path / "morris-3-3.zarr")
        )
        special_files.put(kind, table / "zarr.json")
        for words in (("tables",), ("verify", "morris:3-3"), ("explore", "morris:3-3")):
            with special_files.guarded():
                ran = Ran(capsys, *words, "--tables", tmp_path)
            assert "should not have" not in ran.err, words

    @pytest.mark.parametrize("name", ["draft.json", "000000-0.slices", "work"])
    def test_a_draft_is_begun_anew_or_refused(self, kind: str, name: str, tmp_path: Path) -> None:
        material = Material.parse("KRvK")
        special_files.put(kind, draft_path(tmp_path, material) / name)
        suffered(lambda: build([material], tmp_path))

    def test_the_lock_of_a_table(self, kind: str, tmp_path: Path) -> None:
        special_files.put(kind, tmp_path / ".locks" / "KRvK.lock")
        suffered(lambda: build([Material.parse("KRvK")], tmp_path))

    def test_the_directory_of_tables(self, kind: str, tmp_path: Path, capsys: Capsys) -> None:
        place = tmp_path / "tables"
        special_files.put(kind, place)
        for words in (("tables",), ("probe", QUEEN), ("build", "KRvK"), ("verify", "KRvK")):
            with special_files.guarded():
                ran = Ran(capsys, *words, "--tables", place)
            assert "should not have" not in ran.err, words

    def test_a_ledger(self, kind: str, tmp_path: Path) -> None:
        special_files.put(kind, tmp_path / "white.masks")
        assert refused(lambda: LayerFile(tmp_path / "white"))

    @pytest.mark.parametrize("name", ["KQvK.rtbw", "KQvK.rtbz"])
    def test_syzygy(self, kind: str, name: str, tmp_path: Path) -> None:
        special_files.put(kind, tmp_path / name)
        with SyzygyTables(tmp_path) as tables:
            assert refused(lambda: tables.probe(chess.Board(QUEEN)))

    def test_gaviota(self, kind: str, tmp_path: Path) -> None:
        (tmp_path / "krk.gtb.cp4").write_bytes(gaviota_files.file(0, 100))
        special_files.put(kind, tmp_path / "kqk.gtb.cp4")
        with GaviotaTables(tmp_path) as tables:
            assert refused(lambda: tables.probe(chess.Board(QUEEN)))

    def test_a_notebook(self, kind: str, tmp_path: Path, capsys: Capsys) -> None:
        path = tmp_path / "KQvK.chessAI"
        special_files.put(kind, path)
        with special_files.guarded():
            assert_refused(Ran(capsys, "notebook", "import", path))

    def test_a_network(self, kind: str, tmp_path: Path) -> None:
        path = tmp_path / "own.npz"
        special_files.put(kind, path)
        assert "own.npz" in refused(lambda: read_network(path))


class TestWhatThePersonHas:
    @pytest.mark.parametrize("parent", [False, True])
    def test_settings(self, kind: str, parent: bool) -> None:
        path = settings.settings_file()
        special_files.put(kind, path.parent if parent else path)
        with special_files.guarded():
            assert settings.load() == settings.peek() == settings.Settings()
        suffered(lambda: settings.save(settings.Settings()))

    @pytest.mark.parametrize("name", ["0.json", "0.lock", ".millmate-0123456789abcdef.part"])
    def test_what_stood_in_the_window(self, kind: str, name: str, tmp_path: Path) -> None:
        special_files.put(kind, tmp_path / name)
        os.utime(tmp_path / name, (0, 0), follow_symlinks=False)  # left long ago

        def sit() -> None:
            place = SessionSlot(tmp_path)
            with suppress(OSError):
                place.read()
            place.write(SessionSnapshot(pgn="1. e4"))

        suffered(sit)

    @pytest.mark.parametrize("name", ["millmate.log", "millmate.lock", "millmate.crash"])
    def test_the_log(self, kind: str, name: str) -> None:
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

    def test_the_journal_of_training(self, kind: str, tmp_path: Path) -> None:
        journal = TrainingJournal(tmp_path)
        special_files.put(kind, journal.path)
        assert refused(journal.read)
        assert refused(lambda: journal.append(drilled(1)))

    def test_what_the_doctor_looks_at(self, kind: str, capsys: Capsys) -> None:
        special_files.put(kind, settings.settings_file())
        special_files.put(kind, paths.log_dir() / "millmate.log")
        special_files.put(kind, paths.tables_dir() / "KQvK.zarr" / "zarr.json")
        with special_files.guarded():
            ran = Ran(capsys, "doctor")
        assert "should not have" not in ran.err

    def test_what_is_written_for_others(self, kind: str, tmp_path: Path) -> None:
        special_files.put(kind, tmp_path / "exported")
        suffered(lambda: files.write_atomically(tmp_path / "exported", b"x"))
        special_files.put(kind, tmp_path / "added") if kind != "a device without an end" else None
        suffered(lambda: files.append(tmp_path / "added", b"x"))


class TestTournaments:
    @pytest.mark.parametrize("name", [saved_tournament.PLAN_NAME, NAME])
    def test_what_is_kept_of_one(self, kind: str, name: str, tmp_path: Path) -> None:
        plan = plan_of(TWO)
        plan_file.write(plan, tmp_path / saved_tournament.PLAN_NAME)
        Journal.create(tmp_path, plan, tuple(openings_of(plan, tmp_path)))
        special_files.put(kind, tmp_path / name)
        assert refused(lambda: saved_tournament.load(tmp_path))
        with special_files.guarded():
            saved_tournament.digest_in(tmp_path)
            saved_tournament.listing(tmp_path.parent)

    def test_a_journal_that_is_exchanged_before_it_is_written(
        self, kind: str, tmp_path: Path
    ) -> None:
        plan = plan_of(TWO)
        journal = Journal.create(tmp_path, plan, tuple(openings_of(plan, tmp_path)))
        special_files.put(kind, journal.path)
        assert refused(journal.open_to_write)

    @pytest.mark.parametrize("name", ["plan.toml", "openings.pgn", "openings.epd"])
    def test_a_command(self, kind: str, name: str, tmp_path: Path, capsys: Capsys) -> None:
        plan = tmp_path / "plan.toml"
        plan.write_text(TWO.replace("games = 4", f'games = 4\nopenings = {{file = "{name}"}}'))
        special_files.put(kind, tmp_path / name)
        with special_files.guarded():
            assert_refused(Ran(capsys, "tournament", plan, "--out", tmp_path / "played"))


class TestWhatCanBeMadeAgain:
    @pytest.fixture(autouse=True)
    def own_cache(self, tmp_path: Path, monkeypatch: Monkey) -> None:
        monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path / "cache"))

    def test_kernels_linked_into_one(self, kind: str, tmp_path: Path, monkeypatch: Monkey) -> None:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
        kernels = Kernels("chess", {})
        special_files.put(kind, kernels._path())
        with special_files.guarded():
            assert kernels._read() is None
        suffered(lambda: kernels._write({}, "", b""))

    def test_a_kernel(self, kind: str, tmp_path: Path) -> None:
        special_files.put(kind, tmp_path / "kernel.nbi")
        with special_files.guarded():
            assert (
                kernel_cache._loaded(tmp_path / "kernel.nbi", lambda: "read", "nothing")
                == "nothing"
            )

    def test_the_picture_of_a_piece(self, kind: str) -> None:
        from millmate.pictures import CLASSIC, piece_svg

        place = piece_cache._place(piece_svg("K", CLASSIC), 20)
        special_files.put(kind, place)
        with special_files.guarded():
            assert piece_cache.cached_piece_png("K", 20).endswith(piece_cache._PNG_ENDS)


def assert_refused(ran: Ran) -> None:
    """Check that a command failed with one proper line."""
    assert ran.status in (1, 2)
    assert ran.err.count("\n") == 1
    assert "should not have" not in ran.err
