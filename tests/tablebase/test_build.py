import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.made_tables import spoil
from tests.tiers import first

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase import sharded, store, targets
from millmate.tablebase.build import build, remove_leftovers
from millmate.tablebase.container import Unfinished
from millmate.tablebase.draft import Draft
from millmate.tablebase.metric import Metric
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import BuildProgress, BuildStopped
from millmate.tablebase.targets import discard

KQVK = Material.parse("KQvK")
KRPVK = Material.parse("KRPvK")
KQVKR = Material.parse("KQvKR")

# Builds a table in a directory with one thread. At the nth report of a stage it is killed, or no
# file may grow beyond a kilobyte: as a full disk, that takes a while to notice.
PROGRAM = """
import os, resource, signal, sys
from pathlib import Path
from tests.tiers import first
from millmate.games.chess.material import Material
from millmate.tablebase.build import build

directory, name, stage, number, how = sys.argv[1:]
reports = []

def progress(now):
    reports.extend([now] * ((now.material, now.stage) == (name, stage)))
    if len(reports) == int(number) and how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if len(reports) == int(number):
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

build([Material.parse(name)], Path(directory), progress, threads=1)
"""


def program(directory: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PROGRAM, str(directory), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def names(directory: Path) -> list[str]:
    """Return what lies in `directory`, but for the locks."""
    return sorted(path.name for path in directory.iterdir() if path.name != ".locks")


def test_progress_tells_every_set_as_it_is_found(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    threads = threading.enumerate()
    (info,) = build([KQVK], tmp_path, told.append)
    assert threading.enumerate() == threads
    found = {p.ply: p.positions for p in told if p.stage == "solving" and p.winner is not None}
    assert [found[ply] for ply in range(0, 21, 2)] == list(info.counts["black"].plies[0::2])
    assert [found[ply] for ply in range(1, 20, 2)] == list(info.counts["white"].plies[1::2])
    assert [p.fraction for p in told] == sorted(p.fraction for p in told)
    assert told[-1].stage == "done"
    assert told[-1].fraction == 1
    assert {(p.material, p.table, p.tables) for p in told} == {("KQvK", 1, 1)}


def test_a_second_build_takes_what_is_there(tmp_path: Path) -> None:
    first = build([KQVK], tmp_path)
    told: list[BuildProgress] = []
    assert build([KQVK, KQVK.swapped], tmp_path, told.append) == first
    assert not told


@pytest.mark.parametrize("stage", ["solving", "verifying"])
def test_a_stopped_build_leaves_nothing_half_made(tmp_path: Path, stage: str) -> None:
    reached = threading.Event()

    def progress(now: BuildProgress) -> None:
        if now.stage == stage:
            reached.set()

    with pytest.raises(BuildStopped, match="the next build goes on"):
        build(
            [KQVKR],
            tmp_path,
            progress,
            stopped=lambda: reached.is_set() and "KQvK.table" in names(tmp_path),
        )
    assert "KQvK.table" in names(tmp_path)
    assert "KQvKR.table" not in names(tmp_path)
    assert [str(m) for m in Tablebase(tmp_path).available()] == [
        name.removesuffix(".table") for name in names(tmp_path) if name.endswith(".table")
    ]


@pytest.mark.parametrize(
    ("stage", "number"), first(1, [("solving", "1"), ("verifying", "2"), ("writing", "2")])
)
def test_a_killed_build_leaves_no_table_and_the_next_goes_on(
    tmp_path: Path, stage: str, number: str
) -> None:
    assert program(tmp_path, "KQvK", stage, number, "killed").returncode == -signal.SIGKILL
    assert [path.name for path in tmp_path.glob(".building-*")] == [".building-KQvK"]
    assert not Tablebase(tmp_path).available()
    assert targets.survey(tmp_path) == ([], [])
    written = bool(Draft(tmp_path, KQVK).done())  # told of verifying, the child may be further
    assert written or stage != "writing"
    told: list[BuildProgress] = []
    build([KQVK], tmp_path, told.append)
    assert names(tmp_path) == ["KQvK.table"]
    assert any(now.winner is not None for now in told) is not written


@pytest.mark.thorough
def test_a_killed_build_of_slices_does_none_of_them_again(tables: Path, tmp_path: Path) -> None:
    for table in tables.glob("*.table"):
        shutil.copy(table, tmp_path / table.name)
    assert program(tmp_path, "KRPvK", "writing", "4", "killed").returncode == -signal.SIGKILL
    done = Draft(tmp_path, KRPVK).done()
    told: list[BuildProgress] = []
    (info,) = build([KRPVK], tmp_path, told.append, threads=1)
    assert len(done) in (8, 12)  # the third unit may be under way
    assert next(now for now in told if now.material == "KRPvK").fraction > 0
    assert info.counts["white"].plies[31] > 0  # its longest win, in whichever slice
    written = [now for now in told if now.material == "KRPvK" and now.stage == "writing"]
    assert len(written) == 2 * (6 - len(done) // 4)  # each unit of four slices at begin and end


def test_a_stopped_build_tells_what_is_kept(tables: Path, tmp_path: Path) -> None:
    for table in tables.glob("*.table"):
        shutil.copy(table, tmp_path / table.name)
    written = 0

    def progress(now: BuildProgress) -> None:
        nonlocal written
        written += now.material == "KRPvK" and now.stage == "writing"

    with pytest.raises(BuildStopped, match=r"of 24 parts of KRPvK are kept") as caught:
        build([KRPVK], tmp_path, progress, stopped=lambda: written >= 4, threads=1)
    assert [name for name, _, _ in caught.value.kept] == ["KRPvK"]
    assert "KPvK" in caught.value.finished


def test_a_draft_of_another_version_is_begun_anew_and_said_so(tmp_path: Path) -> None:
    draft = Draft(tmp_path, KQVK)
    file = store.table_path(draft.path, KQVK)
    file.unlink()
    Unfinished(file, {"program": "millmate 0.1", "streams": {"codes": 1}})
    words: list[str] = []
    build([KQVK], tmp_path, lambda now: words.append(now.word))
    assert "begun anew" in " ".join(words)
    assert names(tmp_path) == ["KQvK.table"]


def test_a_draft_can_be_discarded_unless_it_is_being_built(tmp_path: Path) -> None:
    assert not discard(tmp_path, KQVK, Metric.DTM)
    Draft(tmp_path, KQVK)
    assert discard(tmp_path, KQVK, Metric.DTM)
    assert names(tmp_path) == []

    def progress(now: BuildProgress) -> None:
        if now.stage == "writing":
            before = names(tmp_path)
            with pytest.raises(InputError, match="being built"):
                discard(tmp_path, KQVK, Metric.DTM)
            other = threading.Thread(target=remove_leftovers, args=(tmp_path,))
            other.start()
            other.join()
            assert names(tmp_path) == before != []

    assert build([KQVK], tmp_path, progress)


def test_what_killed_builds_have_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".building-KQvK-a1b2c3").mkdir()
    (tmp_path / ".building-KQvK-a1b2c3" / "file").touch()
    for _ in range(2):  # the second finds the table, and a draft that its builder did not remove
        build([KQVK], tmp_path)
        assert names(tmp_path) == ["KQvK.table"]
        Draft(tmp_path, KQVK)


def test_a_build_rests_while_it_is_paused(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    asked = 0

    def paused() -> bool:
        nonlocal asked
        asked += 1
        return 5 < asked < 30

    build([KQVK], tmp_path, told.append, paused=paused)
    assert asked >= 30
    assert told[-1].stage == "done"


def test_several_tables_at_once_are_one_account(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    build([Material.parse("KBNvK"), KQVKR], tmp_path, told.append, threads=2)
    assert [now.fraction for now in told] == sorted(now.fraction for now in told)
    assert told[-1].fraction == 1
    assert max(len(now.under_way) for now in told) == 2
    assert [now.finished for now in told if now.stage == "done"] == [1, 2, 3, 4, 5, 6]


def test_two_builds_of_one_table_build_it_once(tmp_path: Path) -> None:
    stages: list[list[str]] = [[], []]
    checksums = []

    def run(mine: list[str]) -> None:
        infos = build([Material.parse("KRvKN")], tmp_path, lambda now: mine.append(now.stage))
        checksums.extend(info.checksum for info in infos)

    threads = [threading.Thread(target=run, args=(mine,)) for mine in stages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert checksums[0] == checksums[1]
    assert names(tmp_path) == ["KNvK.table", "KRvK.table", "KRvKN.table"]
    assert sum(mine.count("verifying") > 0 for mine in stages) >= 1
    # Of each table, the writing begins and ends once.
    assert sum(mine.count("writing") for mine in stages) == 6


def test_a_damaged_smaller_table_stops_the_build(tmp_path: Path) -> None:
    build([KQVK], tmp_path)
    spoil(tmp_path / "KQvK.table")
    with pytest.raises(sharded.TableError, match=r"KQvK .*delete"):
        build([Material.parse("KQvKN")], tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="Windows limits no file's size")
def test_a_full_disk_is_one_clear_error_and_the_next_build_goes_on(tmp_path: Path) -> None:
    done = program(tmp_path, "KQvK", "writing", "1", "full")
    assert f"MillMateError: cannot write tables into {tmp_path}: File too large" in done.stderr
    assert "is kept: free some space" in done.stderr
    assert not store.materials(tmp_path)
    build([KQVK], tmp_path)
    assert names(tmp_path) == ["KQvK.table"]
