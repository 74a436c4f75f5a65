"""Work beside the window's thread, and long work in it that leaves room for what else happens."""

import gc
import threading
import time
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import shiboken6
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from millmate.gui.kit.tasks import IdleTask, Latest, Task, join_all


def end_of(qtbot, work) -> tuple[list, list, list]:
    """Run `work` as a task to its end; return what it reported, its results, its exceptions."""
    task, reports, results, errors = Task(work), [], [], []
    task.progress.connect(lambda value: reports.append((value, threading.current_thread())))
    task.done.connect(results.append)
    task.failed.connect(errors.append)
    with qtbot.waitSignal(task.finished):
        task.launch()
    return reports, results, errors


def test_a_task_reports_and_returns_in_the_windows_thread(qtbot):
    here = threading.main_thread()
    reports, results, errors = end_of(
        qtbot, lambda progress, stopped: (progress(1), progress(2), "result")[-1]
    )
    assert reports == [(1, here), (2, here)]
    assert results == ["result"]
    assert errors == []


def test_a_result_arrives_after_its_task_was_joined(qtbot):
    results: list[object] = []
    Task(lambda progress, stopped: "result").launch(done=results.append)
    join_all()
    gc.collect()
    qtbot.waitUntil(lambda: results != [])


def test_of_several_tasks_only_the_newest_is_heard(qtbot):
    latest, heard, go_on = Latest(), [], threading.Event()

    def work(name, progress, stopped):
        progress(name)
        go_on.wait(60)
        if name == "failing":
            raise RuntimeError(name)
        return name

    slots = dict.fromkeys(("progress", "done", "failed"), heard.append)
    for name in ("older", "failing", "newest"):
        latest.start(partial(work, name), stopped=lambda: heard.append("stopped"), **slots)
        assert latest.running
    go_on.set()
    qtbot.waitUntil(lambda: not latest.running)
    join_all()
    qtbot.wait(10)
    assert heard == ["newest", "newest"]


def test_nothing_is_heard_of_a_task_that_was_dropped(qtbot):
    latest, heard = Latest(), []
    latest.start(lambda progress, stopped: "result", done=heard.append)
    join_all()  # its result is under way
    latest.drop()
    assert not latest.running
    qtbot.wait(10)
    assert heard == []


def test_an_exception_arrives_as_a_value(qtbot):
    _, results, errors = end_of(qtbot, lambda progress, stopped: 1 // 0)
    assert results == []
    assert [type(error) for error in errors] == [ZeroDivisionError]


def test_work_that_gives_up_when_asked_is_stopped_not_failed(qtbot):
    started = threading.Event()

    def work(progress, stopped):
        started.set()
        while not stopped():
            pass
        raise RuntimeError("given up")

    task = Task(work)
    failures = []
    task.failed.connect(failures.append)
    task.launch()
    assert started.wait(60)
    with qtbot.waitSignals([task.stopped, task.finished]):
        task.stop()
    assert not failures


def test_everything_is_joined_at_the_end(qtbot):
    tasks = [Task(lambda progress, stopped: _until(stopped)) for _ in range(3)]
    for task in tasks:
        task.launch()
    join_all()
    assert all(task.isFinished() for task in tasks)


def _until(stopped) -> None:
    while not stopped():
        pass


_STEP = 0.01  # seconds of computing: more than a slice


def _work(name: str, steps: int, done: list[str]) -> Iterator[None]:
    for _ in range(steps):
        end = time.thread_time() + _STEP
        while time.thread_time() < end:
            pass
        done.append(name)
        yield


def test_pieces_of_work_take_turns_and_what_is_due_comes_between(qtbot: QtBot) -> None:
    done: list[str] = []
    timer = QTimer(interval=1)
    timer.timeout.connect(lambda: done.append("."))
    timer.start()
    one, other = IdleTask(), IdleTask()
    one.start(_work("a", 3, done))
    other.start(_work("b", 3, done))
    assert not set(done) & {"a", "b"}, "whoever begins goes on at once"
    qtbot.waitUntil(lambda: not (one.busy or other.busy))
    assert [name for name in done if name != "."] == list("ababab")
    assert all("." in pair for pair in pairwise(done) if pair != (".", "."))


def test_work_can_be_finished_at_once_or_left_undone(qtbot: QtBot) -> None:
    done: list[str] = []
    slices = IdleTask()
    slices.start(_work("a", 2, done))
    slices.finish()
    assert (done, slices.busy) == (["a", "a"], False)
    slices.start(_work("b", 2, done))
    slices.stop()
    qtbot.wait(30)
    assert (done, slices.busy) == (["a", "a"], False)


def test_work_ends_with_whoever_began_it(qtbot: QtBot) -> None:
    done: list[str] = []
    gone, other = IdleTask(), IdleTask()
    gone.start(_work("a", 2, done))
    other.start(_work("b", 2, done))
    shiboken6.delete(gone)
    qtbot.waitUntil(lambda: not other.busy)
    assert done == ["b", "b"]
