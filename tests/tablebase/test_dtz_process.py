"""Child processes: started when they are asked, ended with whoever asks."""

import multiprocessing
import os
import signal
import subprocess
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

import chess
import psutil
import pytest

from millmate.games.value import Result
from millmate.tablebase.probe import Tablebase, open_slices
from millmate.tablebase.table_cache import DtzProcess

HELD = "8/3k4/4p3/8/1K3R2/8/8/8 b - - 90 100"  # lost by the table, held by the fifty-move rule
LONG = 600.0  # seconds


def children() -> set[BaseProcess]:
    """Return the processes that this one asks for distances; others may be ending meanwhile."""
    return {each for each in multiprocessing.active_children() if each.name == "distances"}


def test_nothing_is_started_for_what_the_clock_alone_decides(rook_tables: Path) -> None:
    before = children()
    with Tablebase(rook_tables) as tables:
        tables.rule50_moves(chess.Board("5R2/k7/8/8/5K2/4P3/8/8 w - - 0 1"), LONG)
        assert children() == before


def test_it_ends_when_tables_are_closed_and_starts_again(rook_tables: Path) -> None:
    before = children()
    tables = Tablebase(rook_tables)
    for _ in range(2):
        first = tables.rule50_moves(chess.Board(HELD), LONG)[0]
        assert first.value.final is Result.DRAW
        assert len(children()) == len(before) + 1
        tables.close()
        assert children() == before


def test_without_it_the_result_stays_open(rook_tables: Path) -> None:
    before = children()
    with Tablebase(rook_tables) as tables:
        assert tables.rule50_moves(chess.Board(HELD), LONG)[0].value.final is Result.DRAW
        (child,) = children() - before
        child.kill()
        child.join(60)
        assert tables.rule50_moves(chess.Board(HELD), LONG)[0].value.final is Result.AT_MOST_DRAW
        assert tables.rule50_moves(chess.Board(HELD), LONG)[0].value.final is Result.AT_MOST_DRAW
        assert children() == before


def test_missing_tables_are_no_answer(tmp_path: Path) -> None:
    process = DtzProcess(tmp_path, open_slices)
    try:
        assert process.resolver(LONG, lambda: False)([chess.Board(HELD)], winner=True) == [None]
    finally:
        process.close()


# Asks a child process for something; prints the child's number when it is at work, and waits.
PROGRAM = """
import multiprocessing, sys, time
from pathlib import Path
import chess
from millmate.games.chess.material import Material
from millmate.tablebase.build_process import build_in_process
from millmate.tablebase.probe import Tablebase, open_slices

def tell(progress=None):
    if progress is None or progress.material == "KQvKR":
        print(multiprocessing.active_children()[0].pid, flush=True)
        time.sleep(600)

if __name__ == "__main__":
    directory, asked = Path(sys.argv[1]), sys.argv[2]
    if asked == "a build":
        build_in_process([Material.parse("KQvKR")], directory, tell)
    tables = Tablebase(directory)  # its process ends with it
    tables.rule50_moves(chess.Board(asked), 600.0)
    tell()
"""


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
@pytest.mark.parametrize("asked", ["a build", HELD])
def test_no_process_outlives_a_program_that_is_killed(
    rook_tables: Path, tmp_path: Path, asked: str
) -> None:
    script, directory = tmp_path / "asks.py", tmp_path / "tables"
    script.write_text(PROGRAM)
    with subprocess.Popen(
        [sys.executable, str(script), str(rook_tables if asked == HELD else directory), asked],
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        child = psutil.Process(int(program.stdout.readline()))
        program.send_signal(signal.SIGKILL)
    psutil.wait_procs([child], timeout=60)
    assert not child.is_running()
    assert "KQvKR" not in [str(m) for m in Tablebase(directory).available()]
