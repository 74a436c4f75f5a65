"""Several child processes that answer questions: reuse, deaths, release and stop."""

import multiprocessing
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from millmate.errors import MillMateError
from millmate.jobs.job import Control, Job
from millmate.jobs.pool import Died, Pool

POSIX = pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]


def work(question: str, control: Control) -> tuple[str, int]:
    """Return the question and the number of this process, or fail, die or wait as asked."""
    if question == "fail":
        raise ZeroDivisionError
    if question == "die":
        control.mark(1)
        os.kill(os.getpid(), signal.SIGKILL)
    if question == "wait":
        stop = threading.Event()
        control.on_stop(stop.set)
        control.send("waiting")
        stop.wait()
    if question == "hang":
        with subprocess.Popen(SLEEP) as program:
            control.send((os.getpid(), program.pid))
    return question, os.getpid()


News = queue.Queue[Any]


@contextmanager
def pool(patience: float = 5.0) -> Iterator[tuple[Pool, News]]:
    news: News = queue.Queue()
    made = Pool(Job("pool", work, "died", patience=patience, parent=True), news.put)
    try:
        yield made, news
    finally:
        made.close()


def processes() -> set[int | None]:
    return {each.pid for each in multiprocessing.active_children() if each.name == "pool"}


def gone(pid: int) -> bool:
    """Return whether a process ends, without waiting for it as its pool does."""
    until = monotonic() + 60
    while psutil.pid_exists(pid) and monotonic() < until:
        sleep(0.01)
    return not psutil.pid_exists(pid)


def test_idle_processes_are_used_again_and_released() -> None:
    with pool() as (made, news):
        made.start("wait")
        assert news.get(timeout=60) == "waiting"
        made.start("first")
        question, pid = news.get(timeout=60)
        made.start("second")
        assert (question, news.get(timeout=60)) == ("first", ("second", pid))
        assert len(processes()) == 2
        made.resize(1)
        assert gone(pid)
    assert news.empty()  # nothing of what was stopped
    assert processes() == set()


@POSIX
def test_deaths_and_faults_are_emitted_and_the_next_question_is_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with pool() as (made, news):
        made.start("die")
        assert news.get(timeout=60) == Died("die", 1)
        made.start("fail")
        assert isinstance(error := news.get(timeout=60), MillMateError)
        assert "ZeroDivisionError" in str(error)
        assert "in work" in caplog.text
        made.start("last")
        _, pid = news.get(timeout=60)
        child = next(each for each in multiprocessing.active_children() if each.pid == pid)
        os.kill(pid, signal.SIGKILL)  # while it is idle
        child.join()
        made.start("last")
        assert news.get(timeout=60)[1] != pid


@POSIX
def test_work_that_does_not_stop_ends_with_what_it_has_started() -> None:
    with pool(patience=0.1) as (made, news):
        made.start("hang")
        found = [psutil.Process(pid) for pid in news.get(timeout=60)]
    assert not any(process.is_running() for process in found[:1])
    assert psutil.wait_procs(found[1:], timeout=60)[1] == []


PROGRAM = """
import sys
from tests.jobs.test_pool import pool

if __name__ == "__main__":
    with pool(0.1) as (made, news):
        made.start("hang")
        print(*news.get(), flush=True)
        news.get()
"""


@POSIX
def test_nothing_outlives_a_killed_program(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    root = str(Path(__file__).parents[2])
    paths = os.pathsep.join([root, *filter(None, sys.path)])
    with subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    ) as program:
        assert program.stdout is not None
        found = [psutil.Process(int(pid)) for pid in program.stdout.readline().split()]
        program.send_signal(signal.SIGKILL)
    assert len(found) == 2
    assert psutil.wait_procs(found, timeout=60)[1] == []
