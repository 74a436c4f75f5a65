"""A Dask cluster, whose workers run tasks and store files; only this package imports Dask."""

from __future__ import annotations

import logging
import queue
import re
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import psutil

from millmate import machine
from millmate.errors import InputError, MillMateError
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.cluster.held import HeldFile
    from millmate.cluster.worker import Offer, Preparation

PATIENCE = 8.0  # seconds for a scheduler to answer, and then for its first worker to join
LOCAL = "local"  # instead of an address: a cluster on this machine that ends with the context
_START_PATIENCE = 60.0  # seconds for the workers of a local cluster to start
_TOPIC = "millmate"
# Scheduler and workers always open an HTTP port; these are the pages they serve there.
_NO_PAGES: dict[str, list[str]] = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}

_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?(?P<host>[^/:\s]+|\[[^/\s]+\]):(?P<port>\d{1,5})")


class ClusterError(MillMateError):
    """The cluster cannot be reached or has failed; the message names the remedy."""


class LostError(Exception):
    """Data that a task needed was lost with a worker, and the cluster cannot recreate it."""


class Cluster:
    """A scheduler and its workers, with an executor that runs tasks on them."""

    def __init__(
        self, client: Any, address: str, resize: Callable[[int], None] | None = None
    ) -> None:
        """Wrap a connected `distributed.Client`; `resize` asks for a number of workers."""
        self._client = client
        self.address = address
        self._resize, self._asked = resize, self.workers
        self._direct = False  # whether files go to and from workers without the scheduler
        self.executor: Executor = client.get_executor(pure=False)

    @property
    def workers(self) -> int:
        return len(self._workers())

    @property
    def threads(self) -> int:
        """How many tasks the workers can run at once now."""
        return sum(int(worker["nthreads"]) for worker in self._workers())

    def grow(self, workers: int) -> None:
        """Ask for at least `workers` workers, if the cluster was started here."""
        if self._resize is not None and workers > self._asked:
            self._asked = workers
            self._resize(workers)

    def listen(self, hear: Callable[[Any], None]) -> None:
        """Call `hear`, in a thread of the cluster, with the messages that workers `publish`."""
        self._client.subscribe_topic(_TOPIC, lambda event: hear(event[1]))

    @property
    def memory(self) -> int:
        """The memory that all workers together may use, in bytes; 0 if one has no limit."""
        limits = [int(worker.get("memory_limit") or 0) for worker in self._workers()]
        return sum(limits) if all(limits) else 0

    # Tasks that leave files on the workers' disks ------------------------------------------------

    @contextmanager
    def prepared(self, version: str, program: int, most: int | None) -> Iterator[list[Offer]]:
        """Prepare all workers, now and when they join; yield the offers of the present ones.

        For the arguments see `worker.Preparation`. Only prepared workers get tasks of `submit`.

        Raises:
            ClusterError: A worker has another version of the program, or none.
        """
        from millmate.cluster.worker import Preparation, offer

        name = f"millmate-{uuid.uuid4().hex}"
        try:
            self._register(Preparation(version, program, most), name)
            found = self.everywhere(offer, program, most)
            for address, own in found.items():
                if own.version != version:
                    raise ClusterError(
                        tr(
                            "the worker at {address} runs version {own} of the program, this is "
                            "{version}: install the same version on every worker",
                            address=address,
                            own=own.version,
                            version=version,
                        )
                    )
            self._direct = all(map(_reachable, found))
            yield list(found.values())
        finally:
            with suppress(Exception):  # the scheduler may have ended
                self._client.unregister_worker_plugin(name)

    def _register(self, plugin: Preparation, name: str) -> None:
        try:
            self._client.register_plugin(plugin, name=name)
        except Exception as error:
            if re.search(r"ModuleNotFound|Import|AttributeError", repr(error)):
                raise ClusterError(
                    tr(
                        "a worker does not run version {version} of the program: {error}; install "
                        "the same version on every worker",
                        version=plugin.version,
                        error=error,
                    )
                ) from error
            raise self.explained(error) from error

    def submit(
        self,
        function: Callable[..., Any],
        *arguments: object,
        about: str,
        memory: int,
        urgency: float,
    ) -> Any:
        """Start a task on a worker with `memory` bytes of free memory; return Dask's future.

        Futures among the arguments are replaced by their results. The most urgent waiting task
        starts first. `about` names the kind of task.

        Raises:
            ClusterError: The scheduler has ended.
        """
        from millmate.cluster.worker import MEMORY

        try:
            return self._client.submit(
                function,
                *arguments,
                key=f"{about}-{uuid.uuid4().hex}",
                pure=False,
                priority=urgency,
                resources={MEMORY: memory},
            )
        except Exception as error:
            raise self.explained(error) from error

    def lend(self, file: HeldFile) -> Any:
        """Send a file to a worker; return Dask's future of it.

        Raises:
            ClusterError: No worker accepts it.
        """
        key = f"lent-{uuid.uuid4().hex}"
        try:
            return self._client.scatter({key: file}, direct=self._direct, hash=False)[key]
        except Exception as error:
            raise self.explained(error) from error

    def fetch(self, future: Any) -> Any:
        """Return the result of a finished future, once it has arrived here.

        Raises:
            LostError: It was lost, or something that its task needed.
            Exception: The exception raised by the task (see `explained`).
        """
        try:
            return self._client.gather(future, direct=self._direct)
        except (CancelledError, KeyError) as error:
            if self._client.status != "running":
                raise self.explained(CancelledError()) from None
            raise LostError(str(error)) from None
        except Exception as error:
            raise self.explained(error) from error

    def everywhere(self, function: Callable[..., Any], *arguments: object) -> dict[str, Any]:
        """Run `function` once on every worker; return the results by the workers' addresses.

        Raises:
            ClusterError: A worker has raised an exception or ended.
        """
        try:
            answers: dict[str, Any] = self._client.run(function, *arguments)
        except Exception as error:
            raise self.explained(error) from error
        return answers

    def explained(self, error: BaseException) -> Exception:
        """Return a task's failure as an error users can act on; our own and disk errors stay."""
        if isinstance(error, MillMateError) or (isinstance(error, OSError) and error.errno):
            return error
        gone = isinstance(error, OSError) and self._client.status != "running"
        if gone or isinstance(error, CancelledError):
            return ClusterError(
                tr(
                    "the Dask scheduler at {address} has disappeared; finished work is kept",
                    address=self.address,
                )
            )
        if type(error).__name__ == "KilledWorker":
            return ClusterError(
                tr(
                    "the workers of a task keep dying, perhaps because memory is short; "
                    "finished work is kept: give the workers more memory, or fewer threads each"
                )
            )
        return ClusterError(
            tr("a worker failed: {name}: {error}", name=type(error).__name__, error=error)
        )

    def _workers(self) -> list[dict[str, Any]]:
        about = self._client.scheduler_info(n_workers=-1)
        if "workers" not in about:  # the connection is closed
            raise self.explained(CancelledError())
        return list(about["workers"].values())


def _reachable(address: str) -> bool:
    """Return whether a worker can be reached from here."""
    parts = _ADDRESS.fullmatch(address)
    if parts is None:
        return False
    try:
        socket.create_connection((parts["host"].strip("[]"), int(parts["port"])), 1.0).close()
    except OSError:
        return False
    return True


def publish(message: object) -> None:
    """Send a message of lists, strings and numbers from a task to all that `listen`."""
    from distributed import get_worker

    get_worker().log_event(_TOPIC, message)


@contextmanager
def open_cluster(scheduler: str, workers: int) -> Iterator[Cluster]:
    """Yield the cluster at the address `scheduler`, or for `LOCAL` one with `workers` workers.

    Raises:
        InputError, ClusterError: See `connected` and `local`.
    """
    with local(workers) if scheduler == LOCAL else connected(scheduler) as cluster:
        yield cluster


@contextmanager
def local(workers: int) -> Iterator[Cluster]:
    """Yield a cluster on this machine with `workers` worker processes of one thread each.

    A worker that dies is replaced. All processes end with the context, or at the latest with this
    process. Only this process can use the cluster: it listens on the loopback address only, serves
    no pages, and requires a key that is made for the run and kept in memory.

    Raises:
        InputError: Dask is not installed.
        ClusterError: It cannot be started.
    """
    distributed = _dask()
    with TemporaryDirectory(prefix="millmate-cluster-", ignore_cleanup_errors=True) as scratch:
        started = _started(distributed, workers, Path(scratch))
        try:
            with distributed.Client(started, set_as_default=False) as client:
                cluster = Cluster(client, started.scheduler_address, started.scale)
                _wait_for_workers(cluster, _START_PATIENCE)
                yield cluster
        finally:
            _end(started)


def _started(distributed: Any, workers: int, scratch: Path) -> Any:
    """Return a running `distributed.LocalCluster`."""
    import dask

    security = _security()
    try:
        # This process handles Ctrl-C, not the workers.
        with machine.interrupts_blocked(), dask.config.set(_NO_PAGES):
            return distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                security=security,
                dashboard_address=None,
                # Without the address its port would always be 8787, without the host it would
                # answer the whole network.
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                config=_NO_PAGES,
                memory_limit=0,
                local_directory=str(scratch),
                silence_logs=logging.CRITICAL,
            )
    except (OSError, RuntimeError, TimeoutError) as error:
        why = str(error).partition("\n")[0] or type(error).__name__
        raise ClusterError(
            tr("no Dask cluster can be started on this machine: {why}", why=why)
        ) from error


def _security() -> Any:
    """Return a TLS key for both sides of every connection, made for one cluster.

    Raises:
        InputError: The package that makes keys is not installed.
    """
    from distributed.security import Security

    try:
        return Security.temporary()  # type: ignore[no-untyped-call]
    except ImportError:
        raise InputError(
            tr(
                "a cluster of this machine needs the package cryptography: install it with "
                "pip install 'millmate[cluster]'"
            )
        ) from None


def _end(started: Any) -> None:
    """Close a local cluster and kill processes that do not end by themselves."""
    family = [nanny.pid for nanny in started.workers.values() if nanny.pid]
    with suppress(Exception):
        started.close(timeout=10)
    for number in family:
        with suppress(psutil.Error):
            process = psutil.Process(number)
            if process.ppid() == psutil.Process().pid:
                process.kill()


@contextmanager
def connected(address: str, patience: float = PATIENCE) -> Iterator[Cluster]:
    """Yield the cluster whose scheduler listens at `address`, such as `tcp://10.0.0.1:8786`.

    Raises:
        InputError: `address` is malformed, or Dask is not installed.
        ClusterError: No scheduler answers, or no worker joins, within `patience` seconds.
    """
    client = _client(address, patience)
    try:
        cluster = Cluster(client, address)
        _wait_for_workers(cluster, patience)
        yield cluster
    finally:
        client.close(timeout=2)


def _dask() -> Any:
    """Return the module `distributed`."""
    try:
        import distributed
    except ImportError:
        raise InputError(
            tr("a cluster needs Dask: install it with pip install 'millmate[cluster]'")
        ) from None
    return distributed


def _client(address: str, patience: float) -> Any:
    distributed = _dask()
    _check_listening(address, patience)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it reports every retry
    made: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def make() -> None:
        try:
            made.put(distributed.Client(address, timeout=patience, set_as_default=False))
        except Exception as error:
            made.put(error)

    # In a thread, since it never returns if a program listens there but does not answer.
    threading.Thread(target=make, name="connect", daemon=True).start()
    try:
        client = made.get(timeout=patience + 1)
    except queue.Empty:
        raise _unanswered(address, tr("a program listens there but does not answer")) from None
    if isinstance(client, Exception):
        raise _unanswered(address, str(client))
    return client


def _check_listening(address: str, patience: float) -> None:
    """Check that a program listens at `address`; Dask itself would retry without saying why.

    Raises:
        InputError: `address` is malformed.
        ClusterError: Nothing listens there.
    """
    parts = _ADDRESS.fullmatch(address)
    if parts is None or int(parts["port"]) > 65535:
        raise InputError(
            tr(
                "{address!r} is not a scheduler's address: write it as Dask does, such as "
                "tcp://10.0.0.1:8786",
                address=address,
            )
        )
    try:
        socket.create_connection((parts["host"].strip("[]"), int(parts["port"])), patience).close()
    except OSError as error:
        raise _unanswered(address, error.strerror or tr("no answer")) from None


def _unanswered(address: str, why: str) -> ClusterError:
    return ClusterError(
        tr(
            "no Dask scheduler answers at {address} ({why}); start one with: dask scheduler, "
            "and workers with: dask worker ADDRESS",
            address=address,
            why=why.partition(chr(10))[0][:120],
        )
    )


def _wait_for_workers(cluster: Cluster, patience: float) -> None:
    deadline = time.monotonic() + patience
    while not cluster.workers:
        if time.monotonic() > deadline:
            raise ClusterError(
                tr(
                    "the Dask scheduler at {address} has no workers; start some with: dask "
                    "worker {address}",
                    address=cluster.address,
                )
            )
        time.sleep(0.1)
