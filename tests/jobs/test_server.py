"""A process that answers questions: abandoned ones, faults, deaths and rests."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from millmate.errors import MillMateError
from millmate.jobs.job import Control, Job, JobStopped, ProcessDiedError
from millmate.jobs.server import Server


def answer(question: str | Path, control: Control) -> int:
    """Return the number of this process; first report, fail or die as asked."""
    control.send(question)
    if question == "fail":
        raise ZeroDivisionError
    if question == "sleep":
        time.sleep(0.3)
    if question == "die" or (isinstance(question, Path) and not question.exists()):
        if isinstance(question, Path):
            question.touch()
        os.kill(os.getpid(), signal.SIGTERM)
    return os.getpid()


@contextmanager
def server(rest: float | None = None, again: bool = True) -> Iterator[Server[int]]:
    made = Server(Job("server", answer, "the server has died", patience=5.0), rest, again)
    try:
        yield made
    finally:
        made.close()


def test_one_process_answers_all_threads() -> None:
    pids: set[int] = set()
    with server() as asked:
        threads = [
            threading.Thread(target=lambda: pids.add(asked.ask("question"))) for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(pids) == 1
        asked.close()
        assert asked.ask("question") not in pids


def test_reports_are_passed_on_and_faults_leave_the_process(
    caplog: pytest.LogCaptureFixture,
) -> None:
    reports: list[str] = []
    with server() as asked:
        pid = asked.ask("question", report=reports.append)
        with pytest.raises(MillMateError, match="ZeroDivisionError"):
            asked.ask("fail", report=reports.append)
        assert "in answer" in caplog.text
        assert asked.ask("question") == pid
    assert reports == ["question", "fail"]


def test_abandoned_questions_do_not_answer_later_ones() -> None:
    reports: list[str] = []
    with server() as asked:
        for unwanted, seconds in ((lambda: bool(reports), 60.0), (lambda: False, 0.0)):
            with pytest.raises(JobStopped):
                asked.ask("sleep", unwanted, reports.append, seconds)
        asked.ask("last", report=reports.append)
    assert reports == ["sleep", "last"]


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_it_is_started_again_once_for_a_question(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with server() as asked:
        pid = asked.ask("question")
        assert asked.ask(tmp_path / "died") != pid
        with pytest.raises(ProcessDiedError, match=r"^the server has died \(SIGTERM\)$"):
            asked.ask("die")
        assert "the server has died" in caplog.text
    with server(again=False) as asked, pytest.raises(ProcessDiedError):
        asked.ask(tmp_path / "died too")


def test_it_ends_after_a_rest_and_starts_again() -> None:
    with server(rest=0.01) as asked:
        pid = asked.ask("question")
        for process in multiprocessing.active_children():
            if process.pid == pid:
                process.join(60)
        assert asked.ask("question") != pid
