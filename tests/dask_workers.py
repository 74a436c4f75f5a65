"""A Dask scheduler and workers as processes of their own, each worker with its own directory."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


class DaskWorkers:
    """Processes on the loopback address; `started` holds the workers' in their order."""

    def __init__(self, root: Path) -> None:
        self.root = root
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.started: list[subprocess.Popen[bytes]] = []
        self._scheduler = self._run("scheduler", "--port", str(port))

    def add(self, number: int = 1, environment: Mapping[str, str] = {}) -> None:
        """Start workers of one thread each."""
        for _ in range(number):
            own = self.root / f"worker-{len(self.started)}"
            own.mkdir()
            options = ("--local-directory", str(own), "--nthreads", "1", "--no-nanny")
            limit = ("--memory-limit", "3GB")
            self.started.append(
                self._run("worker", self.address, *options, *limit, environment=environment)
            )

    def wait_for(self, number: int) -> None:
        from distributed import Client  # takes a second, also where no test waits

        with Client(self.address, timeout=60) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(number, timeout=60)  # type: ignore[no-untyped-call]

    def kill(self, number: int) -> None:
        self.started[number].kill()
        self.started[number].wait()

    def end(self) -> None:
        """Kill the scheduler."""
        self._scheduler.kill()
        self._scheduler.wait()

    def held(self) -> list[int]:
        """Return how many files each worker holds for others."""
        return [
            sum(path.is_file() for path in (self.root / f"worker-{number}").glob("*/*/millmate/*"))
            for number in range(len(self.started))
        ]

    def close(self) -> None:
        for process in (*self.started, self._scheduler):
            process.kill()
            process.wait()

    def _run(
        self, kind: str, *options: str, environment: Mapping[str, str] = {}
    ) -> "subprocess.Popen[bytes]":
        words = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *options]
        words += ["--host", "127.0.0.1", "--no-dashboard"]
        with (self.root / "log").open("ab") as log:
            return subprocess.Popen(
                words, stdout=log, stderr=log, env={**os.environ, **environment}, cwd=self.root
            )


@contextmanager
def dask_workers(root: Path, number: int) -> Iterator[DaskWorkers]:
    """Give a scheduler with so many workers, which have joined."""
    root.mkdir(exist_ok=True)
    found = DaskWorkers(root)
    try:
        found.add(number)
        found.wait_for(number)
        yield found
    finally:
        found.close()
