"""What workers become before they are given tasks that leave files on their disks."""

import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import WorkerPlugin, get_worker
from distributed.core import Status

from millmate import __version__, machine
from millmate.cluster import held

MEMORY = "millmate-bytes"  # a worker without this resource is given no task


@dataclass(frozen=True, slots=True)
class Offer:
    """What a worker has: the bytes of memory that tasks may take, and of free disk."""

    version: str
    memory: int
    disk: int
    host: str
    device: int  # of the disk: workers of one host may share it


class Preparation(WorkerPlugin):
    """Prepares every worker that is there and every one that joins later."""

    def __init__(self, version: str, program: int, most: int | None) -> None:
        """Accept workers of this version.

        Args:
            version: That of the program that gives the tasks.
            program: The bytes of a worker's memory that no task can have.
            most: The bytes of each worker's memory that tasks may take, a share of it if None.
        """
        self.version = version
        self._program = program
        self._most = most

    async def setup(self, worker: Any) -> None:
        """Give the worker its directory, and tell the scheduler how much memory it has."""
        held.keep_in(Path(worker.local_directory) / "millmate")
        if __version__ != self.version:
            return
        await worker.set_resources(**{MEMORY: memory_of(worker, self._program, self._most)})
        if worker.status == Status.running:
            # The scheduler looks through waiting tasks for a worker that comes, not for a resource
            # that it is told of afterwards.
            worker.status = Status.paused
            worker.status = Status.running


def memory_of(worker: Any, program: int, most: int | None) -> int:
    """Return the bytes of a worker's memory that tasks may take."""
    limit = worker.memory_manager.memory_limit
    share = round(limit * machine.WORKER_SHARE) if limit else machine.memory_to_use()
    return max(0, (most or share) - program)


def offer(program: int, most: int | None, dask_worker: Any = None) -> Offer:
    """Return what this process has; Dask, which runs this on every worker, passes the worker."""
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
