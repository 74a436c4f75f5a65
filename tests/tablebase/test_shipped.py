"""Tables that came with the program stand behind those of a directory, and are only read."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import chess
import pytest
from tests.commands import Capsys, Ran

from millmate.formatting import size
from millmate.games.chess.material import Material
from millmate.games.chess.rules import CHESS
from millmate.play.match import out_of_time
from millmate.play.trainer import topics
from millmate.tablebase import plan, shipped, store, targets
from millmate.tablebase.build import build
from millmate.tablebase.helpmates import files as helpmates
from millmate.tablebase.helpmates.build import build as find_dead
from millmate.tablebase.helpmates.files import Helpmates
from millmate.tablebase.jobs import assemble, jobs_of, run_job
from millmate.tablebase.layout import Layout
from millmate.tablebase.metric import Metric
from millmate.tablebase.pack import pack
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.sharded import TableError
from millmate.tablebase.verify import verify

WON = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
QUEEN, ROOK, PAWN = Material("KQ", "K"), Material("KR", "K"), Material("KP", "K")


@pytest.fixture(scope="module")
def made(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory of tables with sets and checksums: KQvK and KRvK."""
    folder = tmp_path_factory.mktemp("made")
    for material in (QUEEN, ROOK):
        shutil.copy(tables / f"{material}.table", folder / f"{material}.table")
        pack(folder, material, small=True)
    shutil.rmtree(folder / ".locks")
    find_dead(folder, [QUEEN, ROOK])
    (folder / helpmates.DIRECTORY / ".lock").unlink()
    shipped.seal(folder)
    return folder


@pytest.fixture
def came(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return what came with the program, a copy that may be damaged."""
    folder = shutil.copytree(made, tmp_path / "came")
    monkeypatch.setenv("MILLMATE_SHIPPED", str(folder))
    return folder


@pytest.fixture
def own(came: Path, tmp_path: Path) -> Path:
    """Return the user's directory of tables, which does not exist yet."""
    return tmp_path / "own"


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def damage(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-30])


def test_a_directory_without_tables_answers_by_those_that_came(own: Path) -> None:
    assert store.materials(own) == [QUEEN, ROOK]
    assert store.own_materials(own) == []
    with Tablebase(own) as tables:
        assert tables.probe(chess.Board(WON)).plies == 17
    assert topics.names(own) == ("KQvK", "KRvK")
    assert not own.exists()


def test_nothing_comes_where_the_program_says_so(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILLMATE_SHIPPED", "")
    assert store.materials(own) == []


def test_they_are_of_distances_to_mate_alone(own: Path) -> None:
    assert store.materials(Metric.DTZ.directory(own)) == []


def test_the_users_own_table_comes_first(own: Path, tables: Path) -> None:
    own.mkdir()
    shutil.copy(tables / "KQvK.table", own)
    assert store.opened(own, QUEEN).path.parent == own
    told = {info.material: info.shipped for info in targets.survey(own)[0]}
    assert told == {"KQvK": False, "KRvK": True}


def test_a_damaged_table_of_the_users_is_not_covered_up(
    own: Path, came: Path, capsys: Capsys
) -> None:
    own.mkdir()
    shutil.copy(came / "KQvK.table", own)
    damage(own / "KQvK.table")
    with pytest.raises(TableError):
        store.opened(own, QUEEN)
    told = Ran(capsys, "doctor", "--tables", own)
    assert "then the one that came with the program answers" in told.out
    (own / "KQvK.table").unlink()
    assert store.opened(own, QUEEN).info.shipped


def test_a_build_takes_them_as_sources_and_leaves_them_alone(own: Path, came: Path) -> None:
    before = contents(came)
    assert [t.title for t in plan.plan([PAWN], own).missing] == ["KBvK", "KNvK", "KPvK"]
    (info,) = build([PAWN], own)
    assert info.longest["white"] == 28
    assert not info.shipped
    assert not store.own(own, QUEEN)
    verify(own, PAWN, lambda done: None)
    assert contents(came) == before


def test_what_came_is_not_built_packed_or_removed(own: Path, came: Path, capsys: Capsys) -> None:
    (info,) = build([QUEEN], own)
    assert info.shipped
    assert pack(own, QUEEN).shipped
    assert not targets.discard(own, QUEEN, Metric.DTM)
    targets.remove_leftovers(own)
    assert Ran(capsys, "pack", "--all", "--tables", own).status == 1
    assert sorted(path.name for path in came.iterdir()) == [
        "KQvK.table",
        "KRvK.table",
        shipped.CHECKSUMS,
        helpmates.DIRECTORY,
    ]


def test_tables_of_the_users_find_what_they_lead_to(own: Path) -> None:
    build([PAWN], own)
    with Tablebase(own) as tables:
        assert tables.probe(chess.Board("8/4P3/4K3/8/8/8/8/k7 w - - 0 1")).wdl == 1


def test_the_same_job_elsewhere_is_done_though_the_table_came(own: Path) -> None:
    """A worker of a cluster has tables that the one who asks does not have."""
    own.mkdir()
    for job in jobs_of(Layout(QUEEN)):
        run_job(job, own)
    assert not assemble(QUEEN, own).shipped
    assert store.own(own, QUEEN)


def test_the_list_says_what_came(own: Path, came: Path, capsys: Capsys) -> None:
    told = Ran(capsys, "tables", "--tables", own).out
    assert "CPU seconds, came with the program;" in told
    taken = size(sum(store.disk_bytes(came, each) for each in (QUEEN, ROOK)))
    assert f"2 tables, {taken}, came with the program: {came}" in told
    assert f"0 tables of your own: {own}" in told
    listed = json.loads(Ran(capsys, "tables", "--tables", own, "--json").out)
    assert [table["shipped"] for table in listed] == [True, True]


@pytest.mark.parametrize("harm", [damage, Path.unlink])
def test_the_doctor_compares_them_with_their_checksums(
    own: Path, came: Path, harm: Callable[[Path], object], capsys: Capsys
) -> None:
    assert "came with the program, in" in Ran(capsys, "doctor", "--tables", own).out
    harm(came / "KRvK.table")
    assert shipped.altered(came) == ["KRvK.table"]
    told = Ran(capsys, "doctor", "--tables", own).out
    assert "KRvK.table: not what came with the program" in told
    assert "install the program again" in told


def test_a_table_that_did_not_come_is_told_from_those_that_did(came: Path) -> None:
    shutil.copy(came / "KQvK.table", came / "KPvK.table")
    assert shipped.altered(came) == ["KPvK.table"]
    (came / shipped.CHECKSUMS).unlink()
    assert shipped.altered(came) == [shipped.CHECKSUMS]


# Sets of dead positions ---------------------------------------------------------------------------

FORCED = chess.Board("8/8/8/4K3/8/8/1R6/k7 b - - 0 1")  # Black must take the rook


def test_dead_positions_are_told_by_the_sets_that_came(own: Path) -> None:
    assert not any(Helpmates(own).can_be_mated(FORCED, side) for side in chess.COLORS)
    assert Helpmates(own).can_be_mated(chess.Board(WON), chess.BLACK)
    assert out_of_time(CHESS, FORCED, chess.BLACK, own).winner is None
    assert not own.exists()


def test_sets_that_came_are_not_found_again(own: Path, came: Path) -> None:
    before = contents(came)
    assert helpmates.missing(own, [QUEEN, ROOK]) == []
    find_dead(own, [Material("KB", "K"), ROOK])
    assert sorted(path.name for path in (own / helpmates.DIRECTORY).glob("*.zarr")) == ["KBvK.zarr"]
    assert contents(came) == before


def test_sets_of_the_users_come_first_even_if_damaged(own: Path, came: Path) -> None:
    shutil.copytree(helpmates.path_of(came, ROOK), helpmates.path_of(own, ROOK))
    assert helpmates.opened(own, ROOK).path.is_relative_to(own)
    damage(helpmates.path_of(own, ROOK) / "zarr.json")
    with pytest.raises(TableError):
        Helpmates(own).can_be_mated(FORCED, chess.BLACK)


def test_checksums_tell_altered_and_missing_sets(came: Path) -> None:
    (document,) = helpmates.path_of(came, ROOK).glob("zarr.json")
    damage(document)
    assert shipped.altered(came) == ["helpmates/KRvK.zarr/zarr.json"]
    shutil.rmtree(helpmates.path_of(came, QUEEN))
    assert all(name.startswith("helpmates/") for name in shipped.altered(came))
    assert len(shipped.altered(came)) > 1
