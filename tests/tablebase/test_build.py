import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.build import BuildProgress, BuildStopped, build, remove_leftovers
from millmate.tablebase.probe import Tablebase

KQVK = Material.parse("KQvK")

# Builds KQvK in the directory given and kills itself, as nothing else can, at the stage given.
KILLED = """
import os, signal, sys
from pathlib import Path
from millmate.games.chess.material import Material
from millmate.tablebase.build import build

def progress(now):
    if now.stage == sys.argv[2] and now.fraction >= float(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)

build([Material.parse("KQvK")], Path(sys.argv[1]), progress)
"""

# Builds where no file may grow beyond a kilobyte: as a full disk, it takes a while to notice.
FULL = """
import resource, sys
from pathlib import Path
from millmate.games.chess.material import Material
from millmate.tablebase.build import build

def progress(now):
    if now.stage == "writing":
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

build([Material.parse("KQvK")], Path(sys.argv[1]), progress)
"""


def names(directory: Path) -> list[str]:
    """Return what lies in `directory`, but for the locks."""
    return sorted(path.name for path in directory.iterdir() if path.name != ".locks")


def test_progress_tells_every_set_as_it_is_found(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    (info,) = build([KQVK], tmp_path, told.append)
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


@pytest.mark.parametrize("stage", ["solving", "verifying", "writing"])
def test_a_stopped_build_leaves_nothing(tmp_path: Path, stage: str) -> None:
    reached = threading.Event()

    def progress(now: BuildProgress) -> None:
        if now.stage == stage:
            reached.set()

    with pytest.raises(BuildStopped):
        build([KQVK], tmp_path, progress, reached.is_set)
    assert names(tmp_path) == []
    assert not Tablebase(tmp_path).available()


@pytest.mark.parametrize(
    ("stage", "fraction"), [("solving", "0"), ("verifying", "0.5"), ("writing", "0.98")]
)
def test_a_killed_build_leaves_no_table_and_the_next_succeeds(
    tmp_path: Path, stage: str, fraction: str
) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path), stage, fraction]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert bool(list(tmp_path.glob(".building-*"))) == (stage == "writing")
    assert not Tablebase(tmp_path).available()
    assert store.survey(tmp_path) == ([], [])
    build([KQVK], tmp_path)
    assert names(tmp_path) == ["KQvK.zarr"]


def test_what_is_being_built_is_no_leftover(tmp_path: Path) -> None:
    def progress(now: BuildProgress) -> None:
        if now.stage == "writing" and now.fraction > 0.98:
            before = names(tmp_path)
            other = threading.Thread(target=remove_leftovers, args=(tmp_path,))
            other.start()
            other.join()
            assert names(tmp_path) == before != []

    assert build([KQVK], tmp_path, progress)


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
    assert names(tmp_path) == ["KNvK.zarr", "KRvK.zarr", "KRvKN.zarr"]
    assert sum(mine.count("writing") for mine in stages) == 6  # at its begin and end, three tables


def test_a_build_leaves_no_thread_behind(tmp_path: Path) -> None:
    before = threading.enumerate()
    build([KQVK], tmp_path)
    assert threading.enumerate() == before


def test_a_damaged_smaller_table_stops_the_build(tmp_path: Path) -> None:
    build([KQVK], tmp_path)
    next(path for path in (tmp_path / "KQvK.zarr").rglob("0") if path.is_file()).unlink()
    with pytest.raises(store.TableError, match=r"KQvK .*delete"):
        build([Material.parse("KQvKN")], tmp_path)


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(MillMateError, match=f"cannot write tables into {file}"):
        build([KQVK], file)


@pytest.mark.skipif(os.name == "nt", reason="Windows limits no file's size")
def test_a_full_disk_is_one_clear_error_and_leaves_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert f"MillMateError: cannot write tables into {tmp_path}" in done.stderr
    assert names(tmp_path) == []
