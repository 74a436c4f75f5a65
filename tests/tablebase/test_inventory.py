"""The list of all tables, what is told of each, and how they are deleted."""

import json
import os
import shutil
from pathlib import Path

import pytest
from filelock import FileLock
from tests import old_morris

from millmate.errors import InputError, MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase import check_log, store, targets
from millmate.tablebase.inventory import (
    Ending,
    State,
    dependents,
    ending_of,
    inventory,
    needs,
    readers,
    reads,
)
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris.names import Pair
from millmate.tablebase.morris.store import opened
from millmate.tablebase.removal import delete
from millmate.tablebase.verify import VerificationError
from millmate.tablebase.verify_process import Verifying, verify_all

QUEEN, ROOK, BOTH = map(Material.parse, ("KQvK", "KRvK", "KQvKR"))


@pytest.fixture
def own(tables: Path, tmp_path: Path) -> Path:
    """Return a directory of its own with the tables KQvK and KRvK."""
    for name in ("KQvK", "KRvK"):
        (tmp_path / "own").mkdir(exist_ok=True)
        shutil.copy(tables / f"{name}.table", tmp_path / "own")
    return tmp_path / "own"


def _ending(directory: Path, name: str) -> Ending:
    return inventory(directory).by_name()[name]


def _chunk(directory: Path, name: str) -> Path:
    return directory / f"{name}.table"


def test_every_table_that_could_be_is_listed_with_its_state(own: Path) -> None:
    listed = []
    found = inventory(own, listed.append)
    assert len(found.endings) == 145 + 20 + 297
    assert [each.complete for each in (*listed, found)] == [False, True]
    queen, both = found.by_name()["KQvK"], found.by_name()["KQvKR"]
    assert (queen.main.state, both.main.state) == (State.BUILT, State.ABSENT)
    assert queen.main.info is not None
    assert queen.main.bytes == queen.main.info.bytes
    assert both.main.bytes > 0  # an estimate
    assert found.by_name()["KRpvKRp"].main.state is State.ABSENT
    assert found.by_name()["morris:3-3"].main.state is State.ABSENT


def test_a_directory_that_is_not_there_yet_holds_no_tables(tmp_path: Path) -> None:
    found = inventory(tmp_path / "none")
    assert {file.state for file in found.files} == {State.ABSENT}


def test_a_file_in_place_of_the_directory_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(MillMateError, match="choose another directory in the settings"):
        inventory(tmp_path / "file")


def test_distances_to_zeroing_are_listed_where_the_fifty_move_rule_matters(own: Path) -> None:
    assert [file.metric for file in _ending(own, "KRBvKR").files] == list(Metric)
    assert [file.metric for file in _ending(own, "KQvKR").files] == [Metric.DTM]


def test_a_damaged_table_is_listed_as_damaged(own: Path) -> None:
    chunk = _chunk(own, "KQvK")
    chunk.write_bytes(chunk.read_bytes()[:-9])
    main = _ending(own, "KQvK").main
    assert (main.state, main.info) == (State.DAMAGED, None)
    assert "truncated" in main.fault
    assert main.bytes > 0


def test_a_material_of_six_men_is_looked_up_by_itself(own: Path) -> None:
    six = ending_of(own, Material.parse("KQRvKQR"))
    assert six.main.state is State.ABSENT


def test_what_tables_need_and_what_needs_them(own: Path) -> None:
    assert {str(each) for each in needs(BOTH)} == {"KQvK", "KRvK"}
    assert {str(each) for each in reads(Material.parse("KPvK"))} == {"KQvK", "KRvK", "KBvK", "KNvK"}
    assert needs(Pair(4, 3)) == {Pair(3, 3)}
    found = inventory(own)
    named = {each.name for each in dependents(ROOK, found.endings)}
    assert {"KQvKR", "KRPvKR", "KPvK"} <= named
    assert "KQvK" not in named


def test_the_lengths_of_wins_are_found_in_other_tables(tables: Path) -> None:
    found = inventory(tables)
    bishop, mate = (found.by_name()[name] for name in ("KBvK", "KBNvK"))
    assert readers([bishop], found.endings) == [mate]
    assert readers([bishop, mate], found.endings) == []  # it would be deleted, too


# --- verifying -----------------------------------------------------------------------------------


def test_a_table_that_was_verified_again_is_listed_with_the_time(own: Path) -> None:
    assert _ending(own, "KQvK").main.check is None
    told: list[Verifying] = []
    done = verify_all(own, [(QUEEN, Metric.DTM), (ROOK, Metric.DTM)], told.append)
    assert (done.titles, done.faults) == (("KQvK", "KRvK"), ())
    assert {(each.title, each.number, each.tables) for each in told} == {
        ("KQvK", 1, 2),
        ("KRvK", 2, 2),
    }
    check = _ending(own, "KQvK").main.check
    assert check is not None
    assert check.fault == ""


def test_a_verification_of_a_table_that_was_built_anew_does_not_count(own: Path) -> None:
    check_log.record(own, "KQvK", "2020-01-01T00:00:00+00:00", "wrong")
    assert _ending(own, "KQvK").main.state is State.BUILT


def test_a_table_found_wrong_is_listed_as_damaged(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_: object) -> None:
        raise VerificationError("KQvK: a position is wrong")

    monkeypatch.setattr("millmate.tablebase.verify.verify", wrong)
    with pytest.raises(VerificationError):
        targets.verify(own, QUEEN, lambda done: None)
    main = _ending(own, "KQvK").main
    assert (main.state, main.fault) == (State.DAMAGED, "KQvK: a position is wrong")


@pytest.mark.usefixtures("jobs_here")
def test_what_cannot_be_verified_is_told_and_the_rest_is_verified(own: Path) -> None:
    done = verify_all(own, [(BOTH, Metric.DTM), (QUEEN, Metric.DTM)])
    assert done.titles == ("KQvK",)
    ((title, fault),) = done.faults
    assert (title, "no table for KQvKR" in fault) == ("KQvKR", True)


def test_a_verification_that_is_stopped_leaves_the_rest(own: Path) -> None:
    done = verify_all(own, [(QUEEN, Metric.DTM)], stopped=lambda: True)
    assert (done.titles, done.faults) == ((), ())


@pytest.mark.parametrize("content", ["", "[]", '{"KQvK": 1}', "\x00"])
def test_a_damaged_log_of_verifications_is_passed_over(own: Path, content: str) -> None:
    (own / check_log.NAME).write_text(content)
    assert _ending(own, "KQvK").main.state is State.BUILT
    check_log.record(own, "KQvK", "now")
    assert json.loads((own / check_log.NAME).read_text())["KQvK"]["created"] == "now"


# --- deleting ------------------------------------------------------------------------------------


def _names(directory: Path) -> set[str]:
    return {path.name for path in directory.glob("*")} - {".locks"}


def test_a_table_is_deleted_with_all_that_belongs_to_it(own: Path) -> None:
    (own / "dtm50").mkdir()
    places = store.plane_path, store.compact_path, store.dtm50_path
    before = _ending(own, "KQvK").main.bytes
    for path in places:
        path(own, QUEEN).write_bytes(b"seven..")
    ending = _ending(own, "KQvK")
    assert (ending.main.bytes, ending.dtm50) == (before + 2 * 7, 7)
    assert delete(own, QUEEN) == before + 3 * 7
    assert _names(own) == {"KRvK.table", "dtm50"}
    assert not store.dtm50_path(own, QUEEN).exists()
    (own / "dtm50").rmdir()
    delete(own, ROOK)
    assert _names(own) == set()
    assert delete(own, ROOK) == 0  # it is gone already


def test_a_table_of_morris_is_deleted(morris_tables: Path, tmp_path: Path) -> None:
    shutil.copy(morris_tables / "morris-3-3.table", tmp_path)
    old_morris.write(tmp_path, opened(morris_tables, Pair(3, 3)))
    delete(tmp_path, Pair(3, 3))
    assert _names(tmp_path) == set()


def test_of_a_link_only_the_link_is_deleted(tables: Path, tmp_path: Path) -> None:
    (tmp_path / "KQvK.table").symlink_to(tables / "KQvK.table")
    delete(tmp_path, QUEEN)
    assert _names(tmp_path) == set()
    assert (tables / "KQvK.table").is_file()


def test_what_builds_have_begun_is_deleted(tmp_path: Path) -> None:
    draft = tmp_path / ".building-KQvKR"
    draft.mkdir()
    (draft / "KQvKR.table").write_text("{}")
    main = inventory(tmp_path).by_name()["KQvKR"].main
    assert (main.state, main.bytes) == (State.STARTED, 2)
    delete(tmp_path, BOTH)
    assert _names(tmp_path) == set()


def test_a_table_that_a_build_reads_is_never_deleted(own: Path) -> None:
    (own / ".locks").mkdir(exist_ok=True)
    with (
        FileLock(own / ".locks" / "KQvKR.lock"),
        pytest.raises(InputError, match="KQvK is needed for KQvKR, which is being built"),
    ):
        delete(own, QUEEN)
    assert (own / "KQvK.table").is_file()


def test_a_table_that_is_being_built_is_not_deleted(own: Path) -> None:
    (own / ".locks").mkdir(exist_ok=True)
    with (
        FileLock(own / ".locks" / "KQvK.lock"),
        pytest.raises(InputError, match="stop the build first"),
    ):
        delete(own, QUEEN)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_table_that_cannot_be_deleted_stays(own: Path) -> None:
    (own / ".locks").mkdir(exist_ok=True)
    (own / ".locks" / "KQvK.lock").touch()
    own.chmod(0o500)
    try:
        with pytest.raises(MillMateError, match="cannot be deleted"):
            delete(own, QUEEN)
    finally:
        own.chmod(0o700)
