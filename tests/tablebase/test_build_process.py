import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest
from tests import languages

from millmate import language
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.build_process import build_in_process
from millmate.tablebase.plan import UnsupportedMaterialError
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import BuildProgress, BuildStopped

KQVK = Material.parse("KQvK")
KQVKR = Material.parse("KQvKR")

# Starts a build in a process, tells that process's id when it is at work, and waits.
PARENT = """
import multiprocessing, sys
from pathlib import Path
from millmate.games.chess.material import Material
from millmate.tablebase.build_process import build_in_process

told = False

def progress(now):
    global told
    if now.material == "KQvKR" and not told:
        told = True
        print(multiprocessing.active_children()[0].pid, flush=True)

if __name__ == "__main__":
    build_in_process([Material.parse("KQvKR")], Path(sys.argv[1]), progress)
"""


def test_a_table_is_built_without_numba_in_this_process(tmp_path: Path) -> None:
    script = f"""
import sys, threading
from pathlib import Path
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.build_process import build_in_process
if __name__ == "__main__":
    stages = []
    (info,) = build_in_process(
        [Material.parse("KQvK")], Path({str(tmp_path)!r}), lambda now: stages.append(now.stage)
    )
    assert Tablebase(Path({str(tmp_path)!r})).available()
    assert "numba" not in sys.modules and "zarr" not in sys.modules
    assert len(threading.enumerate()) == 1
    print(info.longest["white"], stages[-1])
"""
    program = tmp_path / "program.py"
    program.write_text(script)
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("10 done\n", "")


def test_a_stopped_build_ends_its_process_and_leaves_nothing_half_made(tmp_path: Path) -> None:
    asked = threading.Event()
    before = multiprocessing.active_children()  # what another test has not seen end yet

    def progress(now: BuildProgress) -> None:
        if now.material == "KQvKR" and now.stage == "solving":
            asked.set()

    with pytest.raises(BuildStopped):
        build_in_process([KQVKR], tmp_path, progress, asked.is_set)
    assert set(multiprocessing.active_children()) <= set(before)
    finished = {str(material) for material in Tablebase(tmp_path).available()}
    assert finished - {"KQvKR"} == {"KQvK", "KRvK"}  # which may have been done by then
    assert store.survey(tmp_path)[1] == []


def test_a_paused_build_rests_until_it_goes_on(tmp_path: Path) -> None:
    paused_at: list[float] = []
    told: list[float] = []

    def progress(now: BuildProgress) -> None:
        told.append(time.monotonic())
        if now.stage == "solving" and not paused_at:
            paused_at.append(time.monotonic())

    def paused() -> bool:
        return bool(paused_at) and time.monotonic() < paused_at[0] + 1.5

    (info,) = build_in_process([KQVKR], tmp_path, progress, paused=paused)
    assert info.longest["white"] == 35
    assert max(b - a for a, b in pairwise(told)) > 1


def test_a_build_cancelled_before_it_began(tmp_path: Path) -> None:
    before = multiprocessing.active_children()
    with pytest.raises(BuildStopped):
        build_in_process([KQVK], tmp_path, stopped=lambda: True)
    assert set(multiprocessing.active_children()) <= set(before)
    assert not Tablebase(tmp_path).available()


def test_errors_cross_the_pipe_as_themselves(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedMaterialError, match="KQQQvKQQ has 7 men"):
        build_in_process([Material.parse("KQQQvKQQ")], tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(MillMateError, match="cannot write tables into"):
        build_in_process([KQVK], tmp_path / "file")


def test_errors_are_told_in_the_language_of_the_window(tmp_path: Path) -> None:
    text = "cannot write tables into {folder}: {why}; choose another directory"
    languages.use("de", {text: "{folder}: {why}, leider"})
    (tmp_path / "file").touch()
    try:
        with pytest.raises(MillMateError, match="leider"):
            build_in_process([KQVK], tmp_path / "file")
    finally:
        language.use(language.ENGLISH)


def test_a_process_that_dies_is_one_clear_error(tmp_path: Path) -> None:
    def progress(now: BuildProgress) -> None:
        if now.material == "KQvKR":
            for child in multiprocessing.active_children():
                child.kill()

    with pytest.raises(MillMateError, match=r"has died \(SIGKILL\)"):
        build_in_process([KQVKR], tmp_path, progress)
    assert build_in_process([KQVKR], tmp_path)[0].longest == {"white": 35, "black": 19}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no kill -9")
def test_a_process_whose_parent_is_killed_ends_itself(tmp_path: Path) -> None:
    program = tmp_path / "parent.py"
    program.write_text(PARENT)
    directory = tmp_path / "tables"
    with subprocess.Popen(
        [sys.executable, str(program), str(directory)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and Path(f"/proc/{child}").exists():
        if " Z " in Path(f"/proc/{child}/stat").read_text():
            break  # dead, and nobody has asked how
        time.sleep(0.05)
    else:
        assert not Path(f"/proc/{child}").exists()
    assert "KQvKR" not in [str(m) for m in Tablebase(directory).available()]


def test_what_a_build_may_take_crosses_the_pipe(tmp_path: Path) -> None:
    with pytest.raises(MillMateError, match=r"memory|RAM"):
        build_in_process([KQVKR], tmp_path, threads=1, memory=1000)
