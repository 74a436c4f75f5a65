"""The cost of building many tables on a cluster: estimates the tasks of `cluster_build`.

CPU times, bytes and memory are those of `estimates`, whose rates are measured. The time is at most
that of all jobs, shared by the workers, and that of the longest chain of jobs (R. L. Graham, Bounds
on multiprocessing timing anomalies, 1969): a table starts when the tables that it needs are
finished, and its jobs wait for all with more advanced pawns (in reality only for some of them). How
much of other tables a job reads is counted for random placements of pawns; each worker fetches each
table's missing slices once.
"""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, comb
from typing import NamedTuple

from millmate.formatting import size
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.machine import WORKER_SHARE
from millmate.tablebase import estimates
from millmate.tablebase.layout import Pawns, number_of_slices
from millmate.tablebase.plan import NoRoomError
from millmate.tablebase.reach import leads_to
from millmate.tablebase.scheduler import chains

OVERHEAD = 0.025  # measured CPU seconds of a worker's overhead for a job: Dask, transport, files
_RANKS = 6  # on which pawns stand
_SAMPLE = 12  # placements of pawns by which reads are estimated


@dataclass(frozen=True, slots=True)
class Workers:
    """Equal workers: their number, the cores and the bytes of memory and disk of each.

    `network` is the number of bytes a second that each of them and the client can receive.
    """

    number: int
    cores: int
    memory: int
    disk: int
    network: int

    @property
    def memory_for_jobs(self) -> int:
        """The bytes of a worker's memory that its jobs may take together."""
        return max(0, round(self.memory * WORKER_SHARE) - estimates.PROGRAM)


@dataclass(frozen=True, slots=True)
class ClusterPlan:
    """The cost of building tables on a cluster.

    `cpu_seconds`: on one core, Dask's share included; `elapsed`: the most seconds until the last
    table is there; `chain`: those of the longest chain of jobs, which no number of workers makes
    shorter; `jobs`; `moved`: bytes that workers receive from others; `bytes`: of all tables, all
    sent to the client; `held`: the most bytes that the workers hold at a time if they build one
    table after the other; `memory`: those of the job that needs most.
    """

    tables: int
    cpu_seconds: float
    elapsed: float
    chain: float
    jobs: int
    moved: int
    bytes: int
    held: int
    memory: int


def plan_cluster(tables: Sequence[Material], workers: Workers) -> ClusterPlan:
    """Return the cost of `tables`, smaller ones first, on a cluster that has none of them.

    Raises:
        NoRoomError: The workers have too little memory for a job, or too little disk.
    """
    greediest = max(tables, key=estimates.job_memory)
    _refuse_without_memory(greediest, workers)
    costs = {each: estimates.cost(each) for each in tables}
    work = {each: _work(each, costs[each].seconds, workers) for each in tables}
    found = chains({each: work[each].chain for each in tables})
    chain, held = max(found.values()), _held({each: costs[each] for each in found})
    _refuse_without_disk(held, workers)
    # However jobs are scheduled, a core idles only while one of the longest chain runs.
    idle = chain * (1 - 1 / (workers.number * workers.cores))
    busy = sum(each.share for each in work.values()) / workers.number
    jobs, total = sum(each.jobs for each in work.values()), sum(c.codes for c in costs.values())
    return ClusterPlan(
        len(tables),
        sum(each.seconds for each in costs.values()) + jobs * OVERHEAD,
        max(busy + idle, total / workers.network),
        chain,
        jobs,
        sum(each.moved for each in work.values()),
        total,
        held,
        estimates.job_memory(greediest),
    )


def _refuse_without_memory(greediest: Material, workers: Workers) -> None:
    needed, there = estimates.job_memory(greediest), workers.memory_for_jobs
    if needed > there:
        raise NoRoomError(
            tr(
                "a job of {material} needs {needed} of memory in a worker; of {memory}, jobs "
                "can use {there}: give each worker {enough} (--memory)",
                material=greediest,
                needed=size(needed),
                memory=size(workers.memory),
                there=size(there),
                enough=size(ceil((needed + estimates.PROGRAM) / WORKER_SHARE / 1e9) * 10**9),
            )
        )


def _refuse_without_disk(held: int, workers: Workers) -> None:
    there = workers.number * workers.disk
    if held > there:
        raise NoRoomError(
            tr(
                "the workers hold up to {held} of tables at a time and have {there} of disk "
                "together: give each {enough} (--disk), or add workers",
                held=size(held),
                there=size(there),
                enough=size(ceil(held / workers.number / 1e9) * 10**9),
            )
        )


class _Work(NamedTuple):
    """The jobs of a table, the seconds of the longest chain of them, and the bytes they fetch.

    `share` is the time that they take of a worker in all, by its cores or by its memory.
    """

    jobs: int
    chain: float
    share: float
    moved: int


def _work(material: Material, seconds: float, workers: Workers) -> _Work:
    at_once = min(workers.cores, workers.memory_for_jobs // estimates.job_memory(material))
    levels, moved = levels_of(material), moved_bytes(material, workers.number)
    jobs = sum(number for _, number in levels)
    each = moved / jobs / workers.network + OVERHEAD  # seconds of a job besides solving
    solving = seconds / number_of_slices(material)
    chain = sum(solving * slices / number + each for slices, number in levels)
    return _Work(jobs, chain, (seconds + each * jobs) / at_once, moved)


def _held(costs: Mapping[Material, estimates.Cost]) -> int:
    """Return the most bytes that the workers hold at a time: a table until none reads it."""
    last = {below: each for each in costs for below in (each, *each.successors())}
    now = most = 0
    for each, cost in costs.items():
        now += cost.codes
        most = max(most, now + estimates.workspace(each))
        read = {each, *each.successors()} & costs.keys()
        now -= sum(costs[below].codes for below in read if last[below] == each)
    return most


# The jobs of a table ------------------------------------------------------------------------------


def levels_of(material: Material) -> list[tuple[int, int]]:
    """Return the numbers of slices and of jobs in each level of a table, to be done one by one.

    A level has slices with equal advancement of pawns. Two mirror images count as one.
    """
    together, slices = estimates.together(material), slices_by_advancement(material).values()
    if together >= sum(slices):
        return [(sum(slices), 1)]
    return [(number, ceil(number / together)) for number in slices]


@cache
def slices_by_advancement(material: Material) -> dict[int, int]:
    """Return the number of slices by the ranks that pawns have advanced, the most first."""
    white, black = material.pawns
    all_placements = _by_advancement(white, black, 8)
    own_images: Mapping[int, int] = {}
    if white % 2 == black % 2 == 0:
        halves = _by_advancement(white // 2, black // 2, 4)
        own_images = {2 * advanced: number for advanced, number in halves.items()}
    return {
        advanced: (all_placements[advanced] + own_images.get(advanced, 0)) // 2
        for advanced in sorted(all_placements, reverse=True)
    }


@cache
def _by_advancement(white: int, black: int, files: int) -> dict[int, int]:
    """Return the number of placements of pawns on some files, by the ranks they have advanced."""
    found = {(0, 0, 0): 1}
    for rank in range(_RANKS):
        more: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        for (placed, others, advanced), number in found.items():
            for own in range(min(files, white - placed) + 1):
                for other in range(min(files - own, black - others) + 1):
                    ways = comb(files, own) * comb(files - own, other)
                    ranks = own * rank + other * (_RANKS - 1 - rank)
                    more[placed + own, others + other, advanced + ranks] += number * ways
        found = dict(more)
    return {advanced: n for (w, b, advanced), n in found.items() if (w, b) == (white, black)}


def moved_bytes(material: Material, workers: int) -> int:
    """Return the approximate bytes that workers fetch from others for the jobs of a table.

    A job reads the files of jobs as if they lay there by chance; a worker has its share of them.
    """
    jobs = sum(number for _, number in levels_of(material))
    working, slices, moved = min(jobs, workers), number_of_slices(material) / jobs, 0.0
    # Slices of a job read the same in part: fitted to eight endings.
    apart, promoting = 2 * slices**0.6, 0.7 * sum(material.pawns) / _RANKS * slices**0.3
    for below, number in _read_by_a_slice(material).items():
        files = max(1.0, number_of_slices(below) / estimates.together(below))
        read = min(1.0, (promoting if _promoted(material, below) else apart) * number / files)
        fetched = 1 - (1 - read) ** (jobs / working)
        moved += estimates.cost(below).codes * working * fetched * (1 - 1 / workers)
    return round(moved)


def _promoted(material: Material, below: Material) -> bool:
    """Return whether a table is reached by a promotion."""
    fewer = sum(below.pawns) < sum(material.pawns)
    return fewer and estimates.pieces(below) >= estimates.pieces(material)


@cache
def _read_by_a_slice(material: Material) -> dict[Material, float]:
    """Return the number of slices of each table that a slice reads, on average of some placements.

    For tables that promotions lead to: the number for each pawn that is about to promote.
    """
    chance = random.Random(str(material))
    found: defaultdict[Material, float] = defaultdict(float)
    sample = [_placement(material, chance) for _ in range(_SAMPLE if material.has_pawns else 1)]
    promoting = sum(_about_to_promote(pawns) for pawns in sample)
    for pawns in sample:
        for own, other, _ in set(leads_to(material.white, material.black, pawns)):
            below = Material(own, other).canonical()
            if below.men > 2:
                found[below] += 1 / (promoting if _promoted(material, below) else len(sample))
    return found


def _placement(material: Material, chance: random.Random) -> Pawns:
    """Return a placement of the pawns, by chance, with one about to promote."""
    white, black = material.pawns
    if not material.has_pawns:
        return (), ()
    squares = chance.sample(range(8, 56), white + black)
    first = chance.randrange(white + black)
    while squares[first] < 48 if first < white else squares[first] >= 16:
        squares = chance.sample(range(8, 56), white + black)
    return tuple(sorted(squares[:white])), tuple(sorted(squares[white:]))


def _about_to_promote(pawns: Pawns) -> int:
    """Return the number of pawns about to promote."""
    white, black = pawns
    return sum(square >= 48 for square in white) + sum(square < 16 for square in black)
