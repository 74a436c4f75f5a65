"""List scheduling: laws that every schedule of every graph of tasks keeps."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.tablebase.simulation import Run, Task, simulate, urgencies

MEMORY = 100


@st.composite
def graphs(draw: st.DrawFn) -> list[Task]:
    tasks: list[Task] = []
    for at in range(draw(st.integers(1, 25))):
        needs = draw(st.sets(st.integers(0, at - 1), max_size=4)) if at else set()
        seconds = draw(st.integers(0, 20))  # whole numbers: sums are exact
        tasks.append(Task(float(seconds), draw(st.integers(0, MEMORY)), tuple(sorted(needs))))
    return tasks


def wall(runs: list[Run]) -> float:
    return max(run.end for run in runs)


@given(graphs())
def test_one_core_takes_the_sum(tasks: list[Task]) -> None:
    assert wall(simulate(tasks, 1, 1, MEMORY)) == sum(task.seconds for task in tasks)


@given(graphs())
def test_workers_without_end_take_the_longest_chain(tasks: list[Task]) -> None:
    assert wall(simulate(tasks, len(tasks), 1, MEMORY)) == max(urgencies(tasks))


@given(graphs(), st.integers(1, 4), st.integers(1, 3))
def test_no_worker_has_more_than_its_cores_and_its_memory(
    tasks: list[Task], workers: int, cores: int
) -> None:
    runs = simulate(tasks, workers, cores, MEMORY)
    for moment in {run.start for run in runs}:
        for worker in range(workers):
            now = [
                task
                for task, run in zip(tasks, runs, strict=True)
                if run.worker == worker and run.start <= moment < run.end
            ]
            assert len(now) <= cores
            assert sum(task.memory for task in now) <= MEMORY


@given(graphs(), st.integers(1, 4), st.integers(1, 3))
def test_every_task_runs_as_long_as_it_takes_after_all_that_it_needs(
    tasks: list[Task], workers: int, cores: int
) -> None:
    runs = simulate(tasks, workers, cores, MEMORY)
    for task, run in zip(tasks, runs, strict=True):
        assert run.end - run.start == task.seconds
        assert all(runs[need].end <= run.start for need in task.needs)


@given(graphs(), st.integers(1, 5))
def test_it_takes_no_longer_than_list_scheduling_may(tasks: list[Task], workers: int) -> None:
    """Graham's bound; memory is no limit here."""
    lighter = [Task(task.seconds, 0, task.needs) for task in tasks]
    total, chain = sum(task.seconds for task in tasks), max(urgencies(tasks))
    took = wall(simulate(lighter, workers, 1, 0))
    assert max(chain, total / workers) - 1e-9 <= took
    assert took <= total / workers + chain * (1 - 1 / workers) + 1e-9


@given(graphs())
def test_urgency_falls_along_every_chain(tasks: list[Task]) -> None:
    found = urgencies(tasks)
    for at, task in enumerate(tasks):
        assert found[at] >= task.seconds
        assert all(found[need] >= found[at] + tasks[need].seconds for need in task.needs)


def test_the_task_on_which_most_waits_comes_first() -> None:
    tasks = [Task(3.0), Task(1.0), Task(5.0, 0, (1,))]
    first, second, last = simulate(tasks, 1, 1, 0)
    assert [second.start, last.start, first.start] == [0.0, 1.0, 6.0]


def test_memory_keeps_large_tasks_apart() -> None:
    tasks = [Task(2.0, 60)] * 4
    assert wall(simulate(tasks, 1, 4, 100)) == 8.0
    assert wall(simulate(tasks, 1, 4, 120)) == 4.0
    starts = sorted(run.start for run in simulate(tasks, 2, 4, 60))
    assert all(math.isclose(b - a, 0) or b - a == 2.0 for a, b in pairwise(starts))


@pytest.mark.parametrize("task", [Task(1.0, 101), Task(1.0, 0, (0,))])
def test_what_cannot_run_is_refused(task: Task) -> None:
    with pytest.raises(ValueError, match="tasks"):
        simulate([task], 1, 1, 100)
