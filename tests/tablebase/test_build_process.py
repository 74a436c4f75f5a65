import multiprocessing
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests import languages
from tests.tiers import first

from millmate import language
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.jobs.job import JobStopped
from millmate.tablebase import targets
from millmate.tablebase.build_process import build_in_process
from millmate.tablebase.plan import UnsupportedMaterialError
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import BuildProgress

KQVK = Material.parse("KQvK")
KQVKR = Material.parse("KQvKR")


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


@pytest.mark.parametrize("stage", first(1, ["solving", ""]))
def test_a_stopped_build_ends_its_process_and_leaves_nothing_half_made(
    tmp_path: Path, stage: str
) -> None:
    asked = threading.Event()
    if not stage:
        asked.set()  # before it begins
    before = multiprocessing.active_children()  # what another test has not seen end yet

    def progress(now: BuildProgress) -> None:
        if now.material == "KQvKR" and now.stage == stage:
            asked.set()

    with pytest.raises(JobStopped):
        build_in_process([KQVKR], tmp_path, progress, asked.is_set)
    assert set(multiprocessing.active_children()) <= set(before)
    finished = {str(material) for material in Tablebase(tmp_path).available()}
    assert finished - {"KQvKR"} == ({"KQvK", "KRvK"} if stage else set())
    assert targets.survey(tmp_path)[1] == []


@pytest.mark.thorough
def test_a_paused_build_goes_on(tmp_path: Path) -> None:
    told: list[BuildProgress] = []
    asked = 0

    def paused() -> bool:  # once it solves, for some polls: twenty a second
        nonlocal asked
        asked += any(now.stage == "solving" for now in told)
        return 0 < asked < 20

    (info,) = build_in_process([KQVKR], tmp_path, told.append, paused=paused)
    assert info.longest["white"] == 35
    assert asked >= 20


def test_errors_cross_the_pipe_as_themselves(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedMaterialError, match="KQQQvKQQ has 7 pieces"):
        build_in_process([Material.parse("KQQQvKQQ")], tmp_path)


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


def test_what_a_build_may_take_crosses_the_pipe(tmp_path: Path) -> None:
    with pytest.raises(MillMateError, match=r"memory|RAM"):
        build_in_process([KQVKR], tmp_path, threads=1, memory=1000)
