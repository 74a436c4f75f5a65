"""Jobs on workers with their own disks: inputs travel to a job, and its result stays.

All that travels are files of slices, as drafts have them. A `HeldFile` is named after the table and
the first slice: `KRPvK/4`.
"""

import uuid
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from millmate import cluster
from millmate.games.chess.material import Material
from millmate.tablebase import estimates, jobs, store
from millmate.tablebase.container import Unfinished
from millmate.tablebase.draft import Draft
from millmate.tablebase.jobs import Job
from millmate.tablebase.layout import layout_of
from millmate.tablebase.metric import Metric
from millmate.tablebase.slices import Slices

if TYPE_CHECKING:
    from millmate.cluster.held import HeldFile

RECEIVED = "received"  # workers publish it with the bytes that have arrived since the last time


def solve(job: Job, files: "Sequence[HeldFile]", metric: Metric) -> "HeldFile":
    """Do a job in this process, a worker; return the file of its slices.

    Args:
        job: The job.
        files: Those of all slices that it reads, and perhaps of others.
        metric: That of all of them.

    Raises:
        MillMateError: The disk is full, or as `jobs.run_job`.
    """
    from millmate.cluster import held, worker

    folder = held.folder()
    try:
        with folder.scratch() as scratch:
            directory = metric.directory(scratch / "tables")
            directory.mkdir(parents=True)
            draft = Draft(directory, job.material)
            lent: defaultdict[Material, list[Unfinished]] = defaultdict(list)
            for file in files:
                material = Material.parse(file.name.partition("/")[0])
                if material == job.material:
                    draft.take(file.path)
                else:
                    lent[material].append(Unfinished(file.path))
            slices = {material: Slices(layout_of(material), own) for material, own in lent.items()}
            threads = worker.threads() if estimates.large(job.material) else 1
            jobs.run_job(job, directory, threads=threads, metric=metric, lent=slices)
            done = scratch / "done"
            draft.extract(job.numbers, done)
            cluster.publish([RECEIVED, folder.news()])
            return folder.take(done, _name(job))
    except OSError as error:
        raise held.unwritable(folder.path, error) from None


def lent_file(directory: Path, job: Job, scratch: Path) -> "HeldFile":
    """Return a new file with the slices of a job that is done; it goes with the last reference.

    Args:
        directory: Where the table or its draft is.
        job: The job.
        scratch: Where to write the file.

    Raises:
        TableError: The table is damaged.
        OSError: The disk is full.
    """
    from millmate.cluster.held import HeldFile

    path = scratch / uuid.uuid4().hex
    if not store.exists(directory, job.material):
        Draft(directory, job.material).extract(job.numbers, path)
        return HeldFile(path, _name(job))
    with TemporaryDirectory(dir=scratch) as folder:
        copied = Draft(Path(folder), job.material)
        copied.copy(job.numbers, store.opened(directory, job.material))
        copied.extract(job.numbers, path)
    return HeldFile(path, _name(job))


def _name(job: Job) -> str:
    return f"{job.material}/{min(job.numbers)}"
