"""Jobs in child processes: results, reports, faults, stop, pause and death."""

import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psutil
import pytest

from millmate.errors import InputError, MillMateError
from millmate.jobs.job import Control, Job, JobStopped, ProcessDiedError
from millmate.jobs.run import run

POSIX = pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")


def job(work: Callable[[Control], object], patience: float = 5.0) -> Job[object]:
    return Job("worker", work, "the worker has died", "its work is kept", patience)


def count(most: int, control: Control) -> int:
    for number in range(most):
        control.report(number)
    return most


def fail(error: Exception, control: Control) -> None:
    control.report("begun")
    raise error


def wait(control: Control) -> str:
    """Report each change of `paused`, until stopped."""
    before = None
    while not control.stopped():
        if control.paused() != before:
            before = control.paused()
            control.send(before)
        time.sleep(0.001)
    return "stopped"


def die(control: Control) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang(control: Control) -> None:
    control.report(os.getpid())
    while True:
        time.sleep(60)


def unsendable(control: Control) -> object:
    return lambda: None


def unreadable() -> None:
    raise ImportError("no such module")


class Foreign:
    """Work that cannot be read in another process."""

    def __reduce__(self) -> tuple[object, ...]:
        return unreadable, ()

    def __call__(self, control: Control) -> None:
        """Do nothing."""


def test_reports_and_the_result_arrive() -> None:
    reports: list[int] = []
    before = set(multiprocessing.active_children())
    assert run(job(partial(count, 3)), reports.append) == 3
    assert reports == [0, 1, 2]
    assert set(multiprocessing.active_children()) <= before


def test_our_errors_arrive_as_they_are() -> None:
    with pytest.raises(InputError, match="no table") as caught:
        run(job(partial(fail, InputError("no table"))))
    assert not hasattr(caught.value, "__notes__")


@pytest.mark.parametrize(
    ("work", "words", "place"),
    [
        (partial(fail, ZeroDivisionError("by 0")), "ZeroDivisionError: by 0", "in fail"),
        (unsendable, "unsendable", "in _answer"),
        (Foreign(), "no such module", "in _receive"),
    ],
)
def test_unexpected_errors_are_logged_with_their_traceback(
    caplog: pytest.LogCaptureFixture, work: Callable[[Control], object], words: str, place: str
) -> None:
    caplog.set_level(logging.INFO)
    with pytest.raises(MillMateError, match=f"unexpected error stopped the work: .*{words}"):
        run(job(work))
    assert place in caplog.text


def test_stopped_work_ends_by_itself_at_its_next_report() -> None:
    reports: list[int] = []
    with pytest.raises(JobStopped):
        run(job(partial(count, 10**9)), reports.append, lambda: bool(reports))


def test_work_that_is_asked_to_stop_may_still_return() -> None:
    reports: list[bool] = []
    assert run(job(wait), reports.append, lambda: bool(reports)) == "stopped"


def test_work_that_does_not_stop_in_its_patience_is_killed() -> None:
    pids: list[int] = []
    with pytest.raises(JobStopped):
        run(job(hang, patience=0.1), pids.append, lambda: bool(pids))
    assert not psutil.pid_exists(pids[0])


def test_work_is_paused_and_resumed() -> None:
    reports: list[bool] = []
    run(job(wait), reports.append, lambda: len(reports) == 3, lambda: len(reports) == 1)
    assert reports == [False, True, False]


@POSIX
def test_a_death_is_reported_in_words() -> None:
    with pytest.raises(ProcessDiedError) as caught:
        run(job(die))
    assert str(caught.value) == "the worker has died (SIGKILL); its work is kept"


@POSIX
def test_a_death_for_lack_of_memory_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    kills = iter([0, 1])
    monkeypatch.setattr("millmate.machine.oom_kills", lambda: next(kills))
    with pytest.raises(ProcessDiedError, match="too little memory") as caught:
        run(job(die))
    assert caught.value.by_memory


PROGRAM = """
import os, time
from functools import partial
from millmate.jobs.job import Job
from millmate.jobs.run import run

def hang(control):
    control.report(os.getpid())
    time.sleep(600)

if __name__ == "__main__":
    run(Job("worker", hang, "died", patience=0.1), partial(print, flush=True))
"""


@POSIX
def test_no_child_outlives_a_killed_parent(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        child = psutil.Process(int(program.stdout.readline()))
        program.send_signal(signal.SIGKILL)
    assert psutil.wait_procs([child], timeout=60)[1] == []
