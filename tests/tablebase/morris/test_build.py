"""Building morris tables: one after the other, each a checkpoint."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase import targets
from millmate.tablebase.build_process import build_in_process
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris import solver, store
from millmate.tablebase.morris.build import build, remove_leftovers
from millmate.tablebase.morris.names import MorrisTarget, Pair, Placing
from millmate.tablebase.morris.plan import PROGRAM, plan
from millmate.tablebase.morris.solver import Children, verify
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.names import parse
from millmate.tablebase.plan import NoRoomError, refuse_without_room
from millmate.tablebase.progress import BuildProgress, BuildStopped
from millmate.tablebase.sharded import TableError
from millmate.tablebase.targets import discard
from millmate.tablebase.verify import VerificationError

THREE = MorrisTarget.parse("morris:3-3")
FOUR = MorrisTarget.parse("morris:4-3")

# Builds where no file may grow beyond a kilobyte once the first table is there.
FULL = """
import resource, sys
from pathlib import Path
from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.names import MorrisTarget

def progress(now):
    if now.material == "morris:4-3" and now.stage != "done":
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

build([MorrisTarget.parse("morris:4-3")], Path(sys.argv[1]), progress)
"""


def names(directory: Path) -> list[str]:
    """Return what lies in `directory`, but for the locks."""
    return sorted(path.name for path in directory.iterdir() if path.name != ".locks")


@pytest.fixture
def copy(morris_tables: Path, tmp_path: Path) -> Path:
    """Return a directory of its own with the tables of `morris_tables`."""
    return shutil.copytree(morris_tables, tmp_path / "tables")


def test_progress_tells_of_every_table_ply_by_ply(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    (info,) = build([FOUR], tmp_path, told.append)
    assert names(tmp_path) == ["morris-3-3.table", "morris-4-3.table"]
    assert info.material == "morris:4-3"
    assert info.verified
    assert info.longest == {"primary": 1, "other": 33}
    assert [now.fraction for now in told] == sorted(now.fraction for now in told)
    assert (told[-1].stage, told[-1].fraction) == ("done", 1)
    assert [now.material for now in told if now.stage == "done"] == ["morris:3-3", "morris:4-3"]
    plies = [now.ply for now in told if (now.material, now.stage) == ("morris:4-3", "solving")]
    assert plies == sorted(plies)
    assert max(plies) >= 33
    assert not any(now.winner for now in told)


def test_what_is_there_is_not_built_again(morris_tables: Path) -> None:
    told: list[BuildProgress] = []
    infos = build([FOUR, THREE, FOUR], morris_tables, told.append)
    assert [info.material for info in infos] == ["morris:4-3", "morris:3-3"]
    assert not told


def test_what_a_build_killed_just_after_its_last_table_has_left_is_removed(copy: Path) -> None:
    before = names(copy)
    (copy / ".writing-morris-3-3").mkdir()
    build([THREE], copy)
    assert names(copy) == before


def test_a_placing_table_is_built_from_the_pairs(copy: Path) -> None:
    table = Placing(17, 3, 2)
    (info,) = build([MorrisTarget(str(table), (table,))], copy)
    counts = info.counts["other"]
    assert info.longest == {"other": 0}
    # Positions, and wins, draws and losses of Black, who is to move: from a C++ solver.
    assert (counts.positions, counts.wins, counts.draws, counts.losses) == (
        27098, 18810, 195, 8093
    )  # fmt: skip
    assert verify(copy, table, samples=50).positions == 27098


def test_a_stop_keeps_what_is_finished(tmp_path: Path) -> None:
    reached = threading.Event()

    def progress(now: BuildProgress) -> None:
        if (now.material, now.stage) == ("morris:4-3", "solving"):
            reached.set()

    with pytest.raises(BuildStopped) as caught:
        build([MorrisTarget.parse("morris:5-5")], tmp_path, progress, stopped=reached.is_set)
    assert "morris:3-3" in caught.value.finished
    assert len(store.tables(tmp_path)) == len(caught.value.finished) < 7
    assert not store.unfinished(tmp_path)
    assert not targets.survey(tmp_path)[1]


def test_a_build_stopped_before_it_began(tmp_path: Path) -> None:
    with pytest.raises(BuildStopped):
        build([THREE], tmp_path, stopped=lambda: True)
    assert not store.tables(tmp_path)


def test_a_build_rests_while_it_is_paused(tmp_path: Path) -> None:
    asked = 0

    def paused() -> bool:
        nonlocal asked
        asked += 1
        return 5 < asked < 20

    assert build([THREE], tmp_path, paused=paused)
    assert asked >= 20


@pytest.mark.thorough  # as it is of chess
@pytest.mark.skipif(os.name == "nt", reason="Windows limits no file's size")
def test_a_full_disk_is_one_clear_error_and_the_next_build_goes_on(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert f"MillMateError: cannot write tables into {tmp_path}: File too large" in done.stderr
    assert "is kept: free some space" in done.stderr
    assert names(tmp_path) == ["morris-3-3.table"]
    build([FOUR], tmp_path)
    assert names(tmp_path) == ["morris-3-3.table", "morris-4-3.table"]


def test_leftovers_are_removed_unless_they_are_being_written(tmp_path: Path) -> None:
    (tmp_path / ".writing-morris-4-3").mkdir()
    assert not discard(tmp_path, THREE, Metric.DTM)
    assert discard(tmp_path, FOUR, Metric.DTM)
    assert names(tmp_path) == []

    seen = []

    def progress(now: BuildProgress) -> None:
        if now.stage == "writing":
            before = store.unfinished(tmp_path)
            remove_leftovers(tmp_path)
            kept = set(before) <= set(store.unfinished(tmp_path))  # one may have just begun
            seen.append(kept or store.exists(tmp_path, Pair(3, 3)))

    build([THREE], tmp_path, progress)
    assert seen == [True]


@pytest.mark.thorough
def test_two_builds_of_one_table_build_it_once(tmp_path: Path) -> None:
    stages: list[list[str]] = [[], []]

    def run(mine: list[str]) -> None:
        build([THREE], tmp_path, lambda now: mine.append(now.stage))

    threads = [threading.Thread(target=run, args=(mine,)) for mine in stages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert names(tmp_path) == ["morris-3-3.table"]
    assert sum(mine.count("writing") for mine in stages) == 1
    assert all(mine[-1] == "done" for mine in stages if mine)


def test_a_damaged_table_that_is_needed_stops_the_build(copy: Path) -> None:
    (copy / "morris-4-4.table").write_bytes(b"")
    with pytest.raises(TableError, match=r"morris-4-4 .*delete"):
        build([MorrisTarget.parse("morris:5-4")], copy)


def test_a_wrong_solver_writes_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solve = solver.solve

    def wrong(*args: object) -> np.ndarray:
        values = solve(*args)
        values[0, 77, 777] += 2
        return values

    monkeypatch.setattr(solver, "solve", wrong)
    with pytest.raises(VerificationError, match="morris:3-3 is wrong"):
        build([THREE], tmp_path)
    assert names(tmp_path) == []


def test_verify_finds_a_value_that_was_wrong_when_it_was_written(copy: Path) -> None:
    assert verify(copy, Pair(4, 3), samples=100).samples == 100
    path = store.table_path(copy, Pair(4, 3))
    table = MorrisTable(path)
    values = table.values()
    values[1, 300, 300] = 6 if values[1, 300, 300] != 6 else 8
    path.unlink()
    facts = {name: getattr(table.info, name) for name in store.MorrisInfo.__slots__}
    for name in ("material", "bytes", "format", "checksum"):
        del facts[name]
    store.write(copy, Pair(4, 3), values, facts)
    with pytest.raises(VerificationError, match="morris:4-3 is wrong"):
        verify(copy, Pair(4, 3))


def test_children_are_kept_within_the_limit(morris_tables: Path) -> None:
    children = Children(morris_tables, 1)
    first = children.read(Pair(4, 3))
    assert children.read(Pair(4, 3)) is first
    children.read(Pair(3, 3))
    again = children.read(Pair(4, 3))
    assert again is not first  # but for the last one none may be kept
    children.keep(2 * first.nbytes)
    children.read(Pair(3, 3))
    assert children.read(Pair(4, 3)) is again
    children.read(Pair(5, 3))
    assert children.read(Pair(4, 3)) is not again


# Plans --------------------------------------------------------------------------------------------


def test_everything_stays_within_12_gib_of_memory_and_25_gb_of_disk(tmp_path: Path) -> None:
    steps = plan([MorrisTarget.parse("morris:all")], tmp_path)
    assert len(steps.missing) == 28 + 269
    assert steps.memory < 12 * 2**30
    assert 1e9 < steps.disk < 25e9


def test_what_lacks_room_is_refused_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = [MorrisTarget.parse("morris:all")]
    with pytest.raises(NoRoomError, match=r"morris:.* needs about .* of memory.*allowed"):
        build(everything, tmp_path, memory=1_000_000_000)
    monkeypatch.setattr("millmate.machine.free_disk", lambda directory: 1_000_000)
    with pytest.raises(NoRoomError, match=r"needs about .* of disk"):
        refuse_without_room(plan(everything, tmp_path), tmp_path)
    assert not store.tables(tmp_path)


def test_a_plan_tells_what_is_there(copy: Path) -> None:
    steps = plan([MorrisTarget.parse("morris:5-5")], copy)
    assert [str(table.material) for table in steps.missing] == ["morris:5-4", "morris:5-5"]
    assert len(steps.tables) == 6
    assert all(table.memory > PROGRAM for table in steps.tables)


# Both games ---------------------------------------------------------------------------------------


def test_tables_of_both_games_are_built_in_one_go(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    wanted = [parse("morris:3-3"), parse("KQvK")]
    infos = targets.build(wanted, tmp_path, told.append)
    assert [info.material for info in infos] == ["KQvK", "morris:3-3"]
    assert [now.fraction for now in told] == sorted(now.fraction for now in told)
    assert told[-1].fraction == 1
    done = [(now.material, now.table, now.tables) for now in told if now.stage == "done"]
    assert done == [("KQvK", 1, 2), ("morris:3-3", 2, 2)]
    assert [str(table) for table in targets.there(tmp_path)] == ["KQvK", "morris:3-3"]
    assert [info.material for info in targets.survey(tmp_path)[0]] == ["KQvK", "morris:3-3"]


def test_a_stop_tells_of_both_games(tmp_path: Path) -> None:
    reached = threading.Event()

    def progress(now: BuildProgress) -> None:
        if now.material.startswith("morris"):
            reached.set()

    with pytest.raises(BuildStopped) as caught:
        targets.build([Material.parse("KQvK"), FOUR], tmp_path, progress, stopped=reached.is_set)
    assert caught.value.finished[0] == "KQvK"


def test_a_cluster_builds_no_morris(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="morris:3-3 is built on this machine"):
        targets.build([THREE], tmp_path, scheduler="tcp://127.0.0.1:1")


@pytest.mark.thorough
def test_the_windows_process_builds_without_loading_numba(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    (info,) = build_in_process([THREE], tmp_path, told.append)
    assert info.longest["primary"] == 25
    assert told[-1].stage == "done"
