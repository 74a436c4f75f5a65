"""The resources of a process: memory, Python objects, threads, open files."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from multiprocessing import resource_tracker
from pathlib import Path

import psutil


@dataclass(frozen=True, slots=True)
class Held:
    """The resources of a process: `memory` in megabytes, `blocks` that Python has allocated."""

    memory: float
    blocks: int
    threads: int
    files: int
    children: int

    @classmethod
    def now(cls) -> Held:
        """Return the resources of this process after collecting garbage."""
        gc.collect()
        resource_tracker.ensure_running()  # its pipe counts in every row, not from some game on
        process = psutil.Process()
        return cls(
            memory=round(process.memory_info().rss / 1e6, 1),
            blocks=sys.getallocatedblocks(),
            threads=_threads(),
            files=_files(),
            children=len(children()),
        )

    def as_row(self) -> str:
        """Return it as a row of a table."""
        values = asdict(self)
        return f"{values.pop('memory'):10.1f}" + "".join(f"{each:10,}" for each in values.values())


HEAD = "".join(f"{name:>10}" for name in ("memory MB", "blocks", "threads", "files", "children"))


def children() -> list[psutil.Process]:
    """Return the child processes but Python's resource tracker, which stays once there was one."""
    tracker = resource_tracker._resource_tracker._pid
    return [each for each in psutil.Process().children() if each.pid != tracker]


@contextmanager
def own_home() -> Iterator[Path]:
    """Keep everything in a directory of its own, and out of the user's."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("DATA", "CONFIG", "STATE"):
            os.environ[f"MILLMATE_{name}"] = str(Path(folder) / name.lower())
        yield Path(folder)


def _threads() -> int:
    tasks = Path("/proc/self/task")
    return len(os.listdir(tasks)) if tasks.is_dir() else threading.active_count()  # noqa: PTH208


def _files() -> int:
    handles = Path("/proc/self/fd")
    return len(os.listdir(handles)) if handles.is_dir() else 0  # noqa: PTH208
