"""The process that finds distances: started when it is asked, ended with whoever asks."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
from multiprocessing.process import BaseProcess
from pathlib import Path

import chess
import psutil
import pytest

from millmate.tablebase.dtz_process import DtzProcess, open_chess
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import Category

HELD = "8/3k4/4p3/8/1K3R2/8/8/8 b - - 90 100"  # lost by the table, held by the fifty-move rule
LONG = 600.0  # seconds


def children() -> set[BaseProcess]:
    """Return the processes of this one."""
    return set(multiprocessing.active_children())


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
        assert first.category is Category.DRAW
        assert len(children()) == len(before) + 1
        tables.close()
        assert children() == before


def test_without_it_the_result_stays_open(rook_tables: Path) -> None:
    before = children()
    with Tablebase(rook_tables) as tables:
        assert tables.rule50_moves(chess.Board(HELD), LONG)[0].category is Category.DRAW
        (child,) = children() - before
        child.kill()
        child.join(60)
        assert tables.rule50_moves(chess.Board(HELD), LONG)[0].category is Category.MAYBE_LOSS
        assert tables.rule50_moves(chess.Board(HELD), LONG)[0].category is Category.MAYBE_LOSS
        assert children() == before


def test_missing_tables_are_no_answer(tmp_path: Path) -> None:
    process = DtzProcess(tmp_path, open_chess)
    try:
        assert process.resolver(LONG, lambda: False)([chess.Board(HELD)], winner=True) == [None]
    finally:
        process.close()


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_it_does_not_outlive_a_program_that_is_killed(rook_tables: Path) -> None:
    program = textwrap.dedent(
        """
        import multiprocessing, sys, time
        from pathlib import Path
        import chess
        from millmate.tablebase.probe import Tablebase
        if __name__ == "__main__":
            tables = Tablebase(Path(sys.argv[1]))
            tables.rule50_moves(chess.Board(sys.argv[2]), 600.0)
            print(multiprocessing.active_children()[0].pid, flush=True)
            time.sleep(600)
        """
    )
    script = rook_tables.parent / "asks.py"
    script.write_text(program)
    asked = subprocess.Popen(
        [sys.executable, str(script), str(rook_tables), HELD], stdout=subprocess.PIPE, text=True
    )
    assert asked.stdout is not None
    with asked.stdout:
        child = psutil.Process(int(asked.stdout.readline()))
        asked.send_signal(signal.SIGKILL)
        asked.wait(60)
    psutil.wait_procs([child], timeout=60)
    assert not child.is_running()
