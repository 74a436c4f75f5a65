"""Preparing workers for tasks that leave files on their disks."""

import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import WorkerPlugin, get_worker
from distributed.core import Status

from millmate import __version__, machine
from millmate.cluster import held

MEMORY = "millmate-bytes"  # a worker without this resource gets no tasks


@dataclass(frozen=True, slots=True)
class Offer:
    """The resources of a worker: bytes of memory that tasks may use, and of free disk."""

    version: str
    memory: int
    disk: int
    host: str
    device: int  # of the disk: workers of one host can share it


class Preparation(WorkerPlugin):
    """Prepares every present worker and every one that joins later."""

    def __init__(self, version: str, program: int, most: int | None) -> None:
        """Accept workers of this version.

        Args:
            version: The version of the program that submits the tasks.
            program: The bytes of a worker's memory that tasks cannot use.
            most: The bytes of each worker's memory that tasks may use; None for a share of it.
        """
        self.version = version
        self._program = program
        self._most = most

    async def setup(self, worker: Any) -> None:
        """Give the worker its directory, and report its memory to the scheduler."""
        held.keep_in(Path(worker.local_directory) / "millmate")
        if __version__ != self.version:
            return
        await worker.set_resources(**{MEMORY: memory_of(worker, self._program, self._most)})
        if worker.status == Status.running:
            # The scheduler assigns waiting tasks when a worker joins, but not when it reports a
            # resource later.
            worker.status = Status.paused
            worker.status = Status.running


def memory_of(worker: Any, program: int, most: int | None) -> int:
    """Return the bytes of a worker's memory that tasks may use."""
    limit = worker.memory_manager.memory_limit
    share = round(limit * machine.WORKER_SHARE) if limit else machine.memory_to_use()
    return max(0, (most or share) - program)


def offer(program: int, most: int | None, dask_worker: Any = None) -> Offer:
    """Return the resources of this process; Dask runs this on every worker and passes it."""
    directory = held.folder().path
    return Offer(
        __version__,
        memory_of(dask_worker, program, most),
        machine.free_disk(directory),
        socket.gethostname(),
        directory.stat().st_dev,
    )


def threads() -> int:
    """Return how many tasks this process, a worker, can run at once."""
    return int(get_worker().state.nthreads)
