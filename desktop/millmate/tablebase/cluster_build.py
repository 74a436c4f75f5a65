"""Jobs of a build on the workers of a cluster, each with its own disk.

A job's slices stay where it was done. From there they travel to the workers whose jobs read them,
and to this process, which keeps them in the table's draft. Dask repeats the jobs whose results a
dead worker held. Where it cannot, since their inputs are gone too, this process supplies the slices
from its own disk, as it does for tables that existed before.
"""

import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from millmate import __version__, cluster, log
from millmate.formatting import size
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import cluster_jobs, draft, estimates, jobs
from millmate.tablebase.jobs import Job
from millmate.tablebase.layout import Layout, Pawns, advancement, layout_of
from millmate.tablebase.metric import Metric
from millmate.tablebase.plan import NoRoomError, Plan
from millmate.tablebase.progress import BuildStopped, Stopped
from millmate.tablebase.reach import leads_to, replies_en_passant
from millmate.tablebase.scheduler import Assembly, Work, WorkerPool, chains

if TYPE_CHECKING:
    from millmate.cluster.held import Frames, HeldFile
    from millmate.cluster.worker import Offer

_UNDER_WAY = 256  # the most jobs in progress at once
_AHEAD = 2  # jobs in progress for each thread of the workers, so that none waits for the next
_ATTEMPTS = 6  # to do a job whose inputs get lost
_POLL = 0.1  # seconds between two polls of `stopped`
_PAUSE = 0.5  # seconds before another attempt
_RANKS = 5  # that a pawn advances before it promotes


@contextmanager
def cluster_build(
    scheduler: str,
    directory: Path,
    steps: Plan[Material],
    metric: Metric,
    memory: int | None,
    stopped: Stopped,
) -> "Iterator[ClusterBuild]":
    """Yield a `ClusterBuild` that does the jobs of a build on the workers of a scheduler.

    Args:
        scheduler: Its address.
        directory: Where the tables are and will be.
        steps: The plan.
        metric: That of all tables.
        memory: The bytes of each worker's memory that may be used, a share of it if None.
        stopped: Polled; once it is true all jobs are abandoned.

    Raises:
        InputError, ClusterError: The cluster cannot be reached, or a worker has another version.
        NoRoomError: The workers have too little memory or disk.
    """
    with cluster.connected(scheduler) as workers, ExitStack() as stack:
        offers = stack.enter_context(workers.prepared(__version__, estimates.PROGRAM, memory))
        refuse_weak_workers(steps, offers)
        scratch = stack.enter_context(TemporaryDirectory(prefix="millmate-lent-"))
        from millmate.cluster import held

        stack.enter_context(held.arrivals(partial(_keep, Path(scratch))))
        build = ClusterBuild(workers, directory, steps, metric, stopped, Path(scratch))
        stack.callback(build.close)
        yield build


def _keep(scratch: Path, name: str, frames: "Frames") -> "HeldFile":
    """Keep a file of slices that arrives until its table's draft has taken them."""
    from millmate.cluster.held import HeldFile

    path = scratch / uuid.uuid4().hex
    with path.open("xb") as file:
        for frame in frames:
            file.write(frame)
    return HeldFile(path, name)


def refuse_weak_workers(steps: Plan[Material], offers: "Sequence[Offer]") -> None:
    """Check that the present workers have memory and disk for the missing tables.

    Raises:
        NoRoomError: They do not; the message has the numbers.
    """
    missing = [table.material for table in steps.missing]
    greediest = max(missing, key=estimates.job_memory)
    most = max(offer.memory for offer in offers)
    if estimates.job_memory(greediest) > most:
        raise NoRoomError(
            tr(
                "building {material} needs {needed} of memory in a worker, none has more than "
                "{most} to spare: give workers more memory (dask worker --memory-limit), or "
                "build smaller tables",
                material=greediest,
                needed=size(estimates.job_memory(greediest)),
                most=size(most),
            )
        )
    disks = {(offer.host, offer.device): offer.disk for offer in offers}
    largest = max(missing, key=held_bytes)
    free = sum(disks.values())
    if held_bytes(largest) > free:
        raise NoRoomError(
            tr(
                "while {material} is built, the workers hold about {needed} of tables, and have "
                "{free} of free disk together: free {lacking}, add workers, or build smaller "
                "tables",
                material=largest,
                needed=size(held_bytes(largest)),
                free=size(free),
                lacking=size(held_bytes(largest) - free),
            )
        )


def held_bytes(material: Material) -> int:
    """Return the approximate bytes that workers hold while building a table: it and its inputs."""
    read = {material, *material.successors()}
    return estimates.workspace(material) + sum(estimates.cost(m).codes for m in read if m.men > 2)


class ClusterBuild:
    """The jobs of one build on a cluster; its scheduler gives them to `pool`."""

    def __init__(
        self,
        workers: cluster.Cluster,
        directory: Path,
        steps: Plan[Material],
        metric: Metric,
        stopped: Stopped,
        scratch: Path,
    ) -> None:
        """Prepare; nothing is started yet. `scratch`: where files that travel are."""
        self._workers = workers
        self._directory = directory
        self._metric = metric
        self._seconds = {table.material: table.seconds for table in steps.missing}
        self._chains = chains(self._seconds)
        self._stopped = stopped
        self._scratch = scratch
        self._left = set(self._seconds)
        self._futures: dict[Job, Any] = {}  # Dask's, by the job whose slices they hold
        self._locks: defaultdict[Job, threading.Lock] = defaultdict(threading.Lock)
        self._under_way = ThreadPoolExecutor(_UNDER_WAY, thread_name_prefix="cluster")
        self._assembling = ThreadPoolExecutor(2, thread_name_prefix="assemble")
        # Bytes sent to workers, those of them from here, and those sent here.
        self.received = self.lent = self.fetched = 0
        self._counting = threading.Lock()
        workers.listen(self._hear)

    def pool(self) -> WorkerPool:
        return WorkerPool(
            threads=lambda: min(_UNDER_WAY, _AHEAD * self._workers.threads),
            memory=lambda: 1 << 62,  # each worker sees to its own
            start=self._start,
            divisible=False,
        )

    def close(self) -> None:
        """Release the slices that workers hold, and log how many bytes were moved."""
        self._futures.clear()
        self._under_way.shutdown(cancel_futures=True)
        self._assembling.shutdown(cancel_futures=True)
        log.LOG.info(
            "cluster: %s came to workers, %s of it from here; %s came here",
            *(size(number) for number in (self.received, self.lent, self.fetched)),
        )

    def _hear(self, message: object) -> None:
        match message:
            case [cluster_jobs.RECEIVED, int(number)]:
                self.received += number

    # Tasks ----------------------------------------------------------------------------------------

    def _start(self, task: Work, share: int) -> "Future[object]":
        if isinstance(task, Assembly):
            return self._assembling.submit(self._assemble, task.material)
        return self._under_way.submit(self._solve, task)

    def _assemble(self, material: Material) -> object:
        info = jobs.assemble(material, self._directory, self._metric)
        self._left.discard(material)
        self._release({material, *material.successors()})
        return info

    def _release(self, materials: set[Material]) -> None:
        """Release the slices of those tables that no missing one reads."""
        needed = {below for each in self._left.copy() for below in (each, *each.successors())}
        for job in list(self._futures):
            if job.material in materials - needed:
                self._futures.pop(job, None)

    def _solve(self, job: Job) -> None:
        for attempt in range(_ATTEMPTS):
            try:
                self._futures[job] = self._solved(job)
                return
            except cluster.LostError:
                if attempt == _ATTEMPTS - 1:
                    raise
                time.sleep(_PAUSE)

    def _solved(self, job: Job) -> Any:
        """Have a job done, and its slices here; return Dask's future of them."""
        future = self._workers.submit(
            cluster_jobs.solve,
            job,
            [self._future(each) for each in self._read_by(job)],
            self._metric,
            about=str(job.material),
            memory=estimates.job_memory(job.material),
            urgency=self._urgency(job),
        )
        ended = threading.Event()
        future.add_done_callback(lambda _: ended.set())
        while not ended.wait(_POLL):
            if self._stopped():
                future.cancel()
                raise BuildStopped
        arrived = self._workers.fetch(future)
        with self._counting:
            self.fetched += arrived.path.stat().st_size
        draft.Draft(self._directory, job.material).take(arrived.path)
        return future

    def _urgency(self, job: Job) -> float:
        """Return the seconds of the longest chain of work that waits for a job."""
        own, pawns = self._seconds[job.material], sum(job.material.pawns)
        placement = layout_of(job.material).placements[job.numbers[0]]
        after = (advancement(placement) + 1) / (_RANKS * pawns + 1)
        return self._chains[job.material] - own * (1 - after)

    # The inputs of a job --------------------------------------------------------------------------

    def _read_by(self, job: Job) -> list[Job]:
        """Return the jobs whose slices a job reads."""
        found = {
            _owners(material)[number]
            for material, numbers in reads(layout_of(job.material), job.numbers).items()
            for number in numbers
        }
        return sorted(found - {job}, key=lambda each: (each.material, each.numbers))

    def _future(self, job: Job) -> Any:
        """Return Dask's future of the slices of a job that is done."""
        with self._locks[job]:
            future = self._futures.get(job)
            if future is None or future.status in ("cancelled", "lost", "error"):
                future = self._futures[job] = self._lent(job)
            return future

    def _lent(self, job: Job) -> Any:
        file = cluster_jobs.lent_file(self._directory, job, self._scratch)
        with self._counting:
            self.lent += file.path.stat().st_size
        return self._workers.lend(file)


@lru_cache(maxsize=64)
def _owners(material: Material) -> dict[int, Job]:
    """Return by slice the job that does it."""
    return {number: job for job in jobs.jobs_of(layout_of(material)) for number in job.numbers}


# --- The slices of the same and of other tables that a slice is solved and verified from ----------

_TOP_TO_BOTTOM = 56  # exchanges the ranks of a square: turns Black's into White's


def reads(layout: Layout, numbers: Iterable[int]) -> dict[Material, set[int]]:
    """Return the slices that some slices of the whole table of a material need, by material.

    These are where captures, promotions and pawn moves lead, and where captures en passant lead in
    reply to a double push. Other slices among `numbers` may be among them; two bare kings are not.
    """
    found: defaultdict[Material, set[int]] = defaultdict(set)
    white, black = layout.material.white, layout.material.black
    for number in numbers:
        pawns = layout.placements[number]
        moves = chain(leads_to(white, black, pawns), replies_en_passant(white, black, pawns))
        for own, other, after in moves:
            below, swapped = _home(own, other)
            if below.material.men > 2:
                placed = _exchanged(after) if swapped else after
                found[below.material].add(below.slices_of[placed][0])
    return dict(found)


def _exchanged(pawns: Pawns) -> Pawns:
    """Return pawns with colours exchanged."""
    white, black = (tuple(sorted(square ^ _TOP_TO_BOTTOM for square in side)) for side in pawns)
    return black, white


@lru_cache(maxsize=4096)
def _home(white: str, black: str) -> tuple[Layout, bool]:
    """Return the layout of a material's table, and whether its colours are exchanged there."""
    canonical = Material(white, black).canonical()
    return layout_of(canonical), canonical.white != white
