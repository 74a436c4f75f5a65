"""Windows without a screen: set before Qt is imported anywhere."""

import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def no_work_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread of the window at work."""
    yield
    tasks = sys.modules.get("millmate.gui.tasks")
    if tasks is None:
        return
    left = [task for task in tasks._running if task.isRunning()]
    tasks.join_all()
    assert not left, f"{len(left)} tasks were still running at the end of the test"
