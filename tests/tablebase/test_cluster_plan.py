"""What tables take on a cluster: counts that enumeration confirms, and limits of the time."""

from collections import Counter
from itertools import pairwise

import pytest

from millmate.games.chess.material import Material, all_materials
from millmate.tablebase import estimates
from millmate.tablebase.cluster_build import reads
from millmate.tablebase.cluster_plan import (
    OVERHEAD,
    Workers,
    levels_of,
    moved_bytes,
    plan_cluster,
    slices_by_advancement,
)
from millmate.tablebase.jobs import jobs_of
from millmate.tablebase.layout import advancement, layout_of, number_of_slices
from millmate.tablebase.plan import NoRoomError

GB = 10**9
FIVE = all_materials(5)


@pytest.mark.parametrize("name", ["KQvK", "KPvK", "KRPvKP", "KPPvK", "KPPvKP", "KRPPvK"])
def test_slices_are_counted_by_the_ranks_that_pawns_have_advanced(name: str) -> None:
    layout = layout_of(Material.parse(name))
    counted = Counter(map(advancement, layout.placements))
    assert slices_by_advancement(layout.material) == counted
    assert sum(counted.values()) == number_of_slices(layout.material)


@pytest.mark.parametrize("name", ["KQvKR", "KPvKP", "KRPvK", "KRPvKP"])
def test_there_are_as_many_jobs_as_a_build_has(name: str) -> None:
    layout = layout_of(Material.parse(name))
    assert sum(jobs for _, jobs in levels_of(layout.material)) == len(jobs_of(layout))


@pytest.mark.parametrize("name", ["KRvKQ", "KRPvK", "KRPvKP", "KQPPvK"])
def test_what_is_moved_is_near_to_what_the_jobs_read(name: str) -> None:
    """With a worker for each job, which has none of what it reads."""
    layout = layout_of(Material.parse(name))
    owners = {
        below: {number: job for job in jobs_of(layout_of(below)) for number in job.numbers}
        for below in layout.material.closure()
        if below.men > 2
    }
    read = 0.0
    for job in jobs_of(layout):
        files = {
            owners[below][number]
            for below, numbers in reads(layout, job.numbers).items()
            for number in numbers
        }
        for file in files - {job}:
            share = len(file.numbers) / layout_of(file.material).slices
            read += estimates.cost(file.material).codes * share
    assert 0.5 * read < moved_bytes(layout.material, 10**6) < 2.5 * read


def test_one_core_takes_all_the_time_and_moves_nothing() -> None:
    found = plan_cluster(FIVE, Workers(1, 1, 32 * GB, 100 * GB, 10**15))
    assert found.moved == 0
    assert found.elapsed == pytest.approx(found.cpu_seconds)
    assert found.cpu_seconds == pytest.approx(
        sum(estimates.cost(each).seconds for each in FIVE) + OVERHEAD * found.jobs
    )


def test_workers_without_end_take_the_longest_chain() -> None:
    found = plan_cluster(FIVE, Workers(10**12, 1, 32 * GB, 100 * GB, 10**15))
    assert found.elapsed == pytest.approx(found.chain)


def test_more_workers_and_faster_networks_save_time() -> None:
    plans = [plan_cluster(FIVE, Workers(n, 1, 32 * GB, 100 * GB, 10**9)) for n in (1, 2, 4, 8)]
    assert all(few.elapsed > more.elapsed for few, more in pairwise(plans))
    assert all(few.moved < more.moved for few, more in pairwise(plans))
    slow, fast = (plan_cluster(FIVE, Workers(8, 1, 32 * GB, 100 * GB, n * 10**7)) for n in (1, 9))
    assert slow.elapsed > fast.elapsed
    assert slow.elapsed >= slow.bytes / 10**7  # all tables come to the one who asked


def test_what_is_held_is_no_more_than_there_is() -> None:
    found = plan_cluster(FIVE, Workers(4, 1, 32 * GB, 100 * GB, 10**9))
    largest = max(estimates.cost(each).codes for each in FIVE)
    assert largest < found.held <= found.bytes


def test_a_table_is_held_until_the_last_one_that_reads_it_is_built() -> None:
    tables = [each for each in FIVE if str(each) in ("KQvK", "KRvK", "KQvKR")]
    found = plan_cluster(tables, Workers(1, 1, 32 * GB, 100 * GB, 10**9))
    assert found.held == sum(estimates.cost(each).codes for each in tables)


def test_workers_with_too_little_memory_are_refused_with_what_is_enough() -> None:
    with pytest.raises(NoRoomError, match=r"needs \d+ MB of memory.* give each worker 2\.0 GB"):
        plan_cluster(FIVE, Workers(4, 4, 300_000_000, 100 * GB, GB))
    plan_cluster(FIVE, Workers(4, 4, 2 * GB, 100 * GB, GB))


def test_workers_with_too_little_disk_are_refused_with_what_is_enough() -> None:
    with pytest.raises(NoRoomError, match=r"have 4\.0 GB of disk together: give each \d\.0 GB"):
        plan_cluster(FIVE, Workers(4, 4, 4 * GB, GB, GB))
