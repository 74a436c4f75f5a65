"""Long work of the window's thread leaves room for what else happens."""

import time
from collections.abc import Iterator
from itertools import pairwise

import shiboken6
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from millmate.gui.idle_queue import IdleTask

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
