"""Jobs on workers with their own disks: inputs travel to a job, and its result stays.

All that travels are files of slices, as drafts have them. A `HeldFile` is named after the table and
the file: `KRPvK/000004-1a2b3c4d.slices`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from millmate import cluster
from millmate.games.chess.material import Material
from millmate.tablebase import estimates, jobs, store
from millmate.tablebase.draft import Draft
from millmate.tablebase.jobs import Job
from millmate.tablebase.layout import layout_of
from millmate.tablebase.metric import Metric
from millmate.tablebase.slice_files import SliceFiles

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
            lent: dict[Material, SliceFiles] = {}
            for file in files:
                name, _, own = file.name.partition("/")
                material = Material.parse(name)
                place = draft.path if material == job.material else scratch / name
                if place is not draft.path and material not in lent:
                    place.mkdir()
                    lent[material] = SliceFiles(place, layout_of(material))
                held.link(file, place / own)
            threads = worker.threads() if estimates.large(job.material) else 1
            jobs.run_job(job, directory, threads=threads, metric=metric, lent=lent)
            done = draft.file_of(job.numbers)
            cluster.publish([RECEIVED, folder.news()])
            return folder.take(done, f"{job.material}/{done.name}")
    except OSError as error:
        raise held.unwritable(folder.path, error) from None


def lent_file(directory: Path, job: Job, scratch: Path) -> tuple[Path, bool]:
    """Return a file with the slices of a job that is done, and whether it may be removed.

    Args:
        directory: Where the table or its draft is.
        job: The job.
        scratch: Where to write the slices of a finished table, which are packed again.

    Raises:
        TableError: The table is damaged.
        OSError: The disk is full.
    """
    if not store.exists(directory, job.material):
        return Draft(directory, job.material).file_of(job.numbers), False
    table = store.opened(directory, job.material)
    packed = Draft(scratch, job.material)
    path = packed.file_of(job.numbers)
    if not path.exists():
        packed.copy(job.numbers, table)
    return path, True
