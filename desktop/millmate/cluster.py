"""A Dask cluster as an executor; the only module that imports Dask."""

from __future__ import annotations

import logging
import queue
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any

from millmate.errors import InputError, MillMateError

PATIENCE = 8.0  # seconds that a scheduler has to answer, and then the first worker to be there


_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?(?P<host>[^/:\s]+|\[[^/\s]+\]):(?P<port>\d{1,5})")


class ClusterError(MillMateError):
    """The cluster cannot be reached, or has failed; the message says how to mend it."""


class Cluster:
    """A scheduler and its workers: what they can do, and the executor that has them do it."""

    def __init__(self, client: Any, address: str) -> None:
        """Wrap a connected `distributed.Client`."""
        self._client = client
        self.address = address
        self.executor: Executor = client.get_executor(pure=False)

    @property
    def workers(self) -> int:
        """The number of workers now."""
        return len(self._workers())

    @property
    def threads(self) -> int:
        """How many tasks the workers can run at once now."""
        return sum(int(worker["nthreads"]) for worker in self._workers())

    @property
    def memory(self) -> int:
        """The bytes of memory that all workers together may use; 0 if one has no limit."""
        limits = [int(worker.get("memory_limit") or 0) for worker in self._workers()]
        return sum(limits) if all(limits) else 0

    def everywhere(self, function: Callable[..., Any], *arguments: object) -> dict[str, Any]:
        """Run `function` once on every worker; return what it returned, keyed by their addresses.

        Raises:
            ClusterError: A worker has raised or gone.
        """
        try:
            answers: dict[str, Any] = self._client.run(function, *arguments)
        except Exception as error:
            raise self.explained(error) from error
        return answers

    def explained(self, error: BaseException) -> Exception:
        """Return what a task's failure means to a person; errors of ours and of disks stay."""
        if isinstance(error, MillMateError) or (isinstance(error, OSError) and error.errno):
            return error
        if isinstance(error, CancelledError):
            return ClusterError(
                f"the Dask scheduler at {self.address} has gone; what was finished is kept"
            )
        if type(error).__name__ == "KilledWorker":
            return ClusterError(
                "a task's workers died again and again, perhaps for want of memory; what was "
                "finished is kept: give the workers more memory, or fewer threads each"
            )
        return ClusterError(f"a worker failed: {type(error).__name__}: {error}")

    def _workers(self) -> list[dict[str, Any]]:
        return list(self._client.scheduler_info(n_workers=-1)["workers"].values())


@contextmanager
def connected(address: str, patience: float = PATIENCE) -> Iterator[Cluster]:
    """Give the cluster whose scheduler listens at `address`, such as `tcp://10.0.0.1:8786`.

    Raises:
        InputError: `address` is none, or Dask is not installed.
        ClusterError: Nobody answers there, or no worker comes, within `patience` seconds.
    """
    client = _client(address, patience)
    try:
        cluster = Cluster(client, address)
        _wait_for_workers(cluster, patience)
        yield cluster
    finally:
        client.close(timeout=2)


def _client(address: str, patience: float) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            "building on a cluster needs Dask: install it with pip install 'millmate[cluster]'"
        ) from None
    _knock(address, patience)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it tells of its retries at length
    made: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def make() -> None:
        try:
            made.put(Client(address, timeout=patience, set_as_default=False))  # type: ignore[no-untyped-call]
        except Exception as error:
            made.put(error)

    # In a thread: with somebody who listens and says nothing, it would never return.
    threading.Thread(target=make, name="connect", daemon=True).start()
    try:
        client = made.get(timeout=patience + 1)
    except queue.Empty:
        raise _unanswered(address, "somebody listens, but says nothing") from None
    if isinstance(client, Exception):
        raise _unanswered(address, str(client))
    return client


def _knock(address: str, patience: float) -> None:
    """See that somebody listens: Dask itself would go on trying, and would not say why it fails.

    Raises:
        InputError: `address` is none.
        ClusterError: Nobody listens there.
    """
    parts = _ADDRESS.fullmatch(address)
    if parts is None or int(parts["port"]) > 65535:
        raise InputError(
            f"{address!r} is no scheduler's address: write it as Dask does, such as "
            "tcp://10.0.0.1:8786"
        )
    try:
        socket.create_connection((parts["host"].strip("[]"), int(parts["port"])), patience).close()
    except OSError as error:
        raise _unanswered(address, error.strerror or "no answer") from None


def _unanswered(address: str, why: str) -> ClusterError:
    return ClusterError(
        f"no Dask scheduler answers at {address} ({why.partition(chr(10))[0][:120]}); start one "
        "with: dask scheduler, and workers with: dask worker ADDRESS"
    )


def _wait_for_workers(cluster: Cluster, patience: float) -> None:
    deadline = time.monotonic() + patience
    while not cluster.workers:
        if time.monotonic() > deadline:
            raise ClusterError(
                f"the Dask scheduler at {cluster.address} has no workers; "
                f"start some with: dask worker {cluster.address}"
            )
        time.sleep(0.1)
