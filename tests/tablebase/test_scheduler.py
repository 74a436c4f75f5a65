import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from millmate.games.chess.material import Material
from millmate.tablebase.jobs import Job, jobs_of
from millmate.tablebase.layout import Layout
from millmate.tablebase.scheduler import (
    Assembly,
    Claim,
    DagScheduler,
    Work,
    WorkerPool,
    chains,
    graph,
)

NAMES = ["KQvK", "KRvK", "KPvK", "KRvKR", "KRPvK"]
TABLES = {m: jobs_of(Layout(m)) for m in map(Material.parse, NAMES)}


class Pool:
    """Threads that note which tasks they did, and what ran at the same time."""

    def __init__(self, threads: int, memory: int = 10**9, seconds: float = 0.0) -> None:
        self.pool = ThreadPoolExecutor(threads)
        self.threads, self.memory, self.seconds = threads, memory, seconds
        self.started: list[Work] = []  # in the order in which the scheduler gave them out
        self.order: list[Work] = []  # in the order in which they ended
        self.given: dict[Work, int] = {}
        self.under_way: dict[Work, int] = {}
        self.most_threads = self.most_memory = 0
        self.lock = threading.Lock()
        self.cost: Callable[[Work], int] = lambda task: 1
        self.serial: Callable[[Work], bool] = lambda task: False
        self.most_serial = 0
        self.rng = random.Random(1)

    @property
    def hands(self) -> WorkerPool:
        return WorkerPool(lambda: self.threads, lambda: self.memory, self.start, serial=self.serial)

    def start(self, task: Work, threads: int) -> Future[object]:
        self.started.append(task)
        return self.pool.submit(self.work, task, threads)

    def work(self, task: Work, threads: int) -> object:
        with self.lock:
            self.under_way[task] = self.given[task] = threads
            self.most_threads = max(self.most_threads, sum(self.under_way.values()))
            self.most_memory = max(self.most_memory, sum(map(self.cost, self.under_way)))
            self.most_serial = max(self.most_serial, sum(map(self.serial, self.under_way)))
        time.sleep(self.rng.random() * self.seconds)
        with self.lock:
            self.order.append(task)
            del self.under_way[task]
        return str(task)

    def walk(
        self,
        begin: Callable[[Material], set[Work] | None] = lambda material: set(),
        look: Callable[[], bool] = lambda: True,
    ) -> dict[Work, object]:
        done: dict[Work, object] = {}
        with self.pool:
            DagScheduler(graph(TABLES), TABLES, self.cost, begin, self.hands).run(
                done.__setitem__, look
            )
        return done


def everything() -> list[Work]:
    return [*(unit for own in TABLES.values() for unit in own), *map(Assembly, TABLES)]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_every_task_is_done_once_after_all_that_it_needs(threads: int) -> None:
    pool = Pool(threads, seconds=0.003)
    done = pool.walk()
    assert sorted(map(str, done)) == sorted(map(str, everything()))
    assert done == {task: str(task) for task in done}
    at = {task: number for number, task in enumerate(pool.order)}
    assert len(at) == len(pool.order)
    for task, needed in graph(TABLES).items():
        for before in needed:
            if not isinstance(task, Claim) and not isinstance(before, Claim):
                assert at[before] < at[task]
    finished = {task.material: at[task] for task in at if isinstance(task, Assembly)}
    for material in TABLES:
        for smaller in material.captures():
            for unit in TABLES[material]:
                assert smaller not in finished or finished[smaller] < at[unit]
    assert pool.most_threads <= threads


def test_a_task_without_company_gets_all_threads() -> None:
    pool = Pool(4)
    pool.walk()
    assert max(pool.given.values()) > 1
    assert all(n == 1 for task, n in pool.given.items() if isinstance(task, Assembly))


def test_memory_limits_what_is_under_way() -> None:
    pool = Pool(8, memory=5, seconds=0.003)
    pool.cost = lambda task: 3 if isinstance(task, Assembly) else 2
    pool.walk()
    assert pool.most_memory <= 5


def test_what_fits_nowhere_runs_alone() -> None:
    pool = Pool(8, memory=5, seconds=0.003)
    pool.cost = lambda task: 9 if task == Job(Material.parse("KRvKR"), (0,)) else 1
    assert len(pool.walk()) == len(everything())
    assert pool.most_memory == 9


def test_what_a_begun_table_spares_is_not_done() -> None:
    pool = Pool(2)
    spared = set(list(TABLES[Material.parse("KRPvK")])[:20])

    def begin(material: Material) -> set[Work]:
        if material == Material.parse("KQvK"):
            return {*TABLES[material], Assembly(material)}
        return spared & set(TABLES[material])

    done = pool.walk(begin)
    assert not spared & set(done)
    assert Assembly(Material.parse("KQvK")) not in done
    assert len(done) == len(everything()) - len(spared) - 2


def test_a_table_that_others_build_is_asked_for_again() -> None:
    pool = Pool(2)
    asked = 0

    def begin(material: Material) -> set[Work] | None:
        nonlocal asked
        if str(material) != "KRvK":
            return set()
        asked += 1
        return set() if asked > 3 else None

    assert len(pool.walk(begin)) == len(everything())
    assert asked == 4


def test_nothing_is_started_while_the_walk_rests() -> None:
    pool = Pool(2)
    looks = 0

    def look() -> bool:
        nonlocal looks
        looks += 1
        assert looks > 10 or not pool.order
        return looks > 10

    assert len(pool.walk(look=look)) == len(everything())


def test_a_task_that_fails_ends_the_walk() -> None:
    pool = Pool(2)
    work = pool.work

    def failing(task: Work, threads: int) -> object:
        if isinstance(task, Assembly):
            raise OSError("disk full")
        return work(task, threads)

    pool.work = failing  # type: ignore[method-assign]
    with pytest.raises(OSError, match="disk full"):
        pool.walk()
    assert not any(isinstance(task, Assembly) for task in pool.order)


def test_tables_come_in_the_order_asked_for() -> None:
    pool = Pool(1)
    pool.walk()
    firsts = list(dict.fromkeys(task.material for task in pool.order))
    assert [str(material) for material in firsts] == NAMES


def test_serial_tasks_run_one_at_a_time_while_there_are_others() -> None:
    first, other = Material.parse("KPPvK"), Material.parse("KRPvK")
    tasks: list[Work] = [Job(first, (n,)) for n in range(3)]
    tasks += [Job(other, (n,)) for n in range(30)]
    pool = Pool(2, seconds=0.003)
    pool.serial = lambda task: task.material == first
    with pool.pool:
        independent = {task: set[Work]() for task in tasks}
        scheduler = DagScheduler(
            independent, [first, other], pool.cost, lambda m: set(), pool.hands
        )
        scheduler.run(lambda task, result: None)
    assert len(pool.order) == len(tasks)
    assert pool.most_serial == 1
    assert {task.material for task in pool.started[:2]} == {first, other}
    assert {pool.given[task] for task in tasks if pool.serial(task)} == {1}


def test_a_serial_task_leaves_a_thread_to_a_table_that_can_be_claimed() -> None:
    pool = Pool(2)
    ready = threading.Event()
    pool.serial = lambda task: isinstance(task, Job) and task.material == Material.parse("KPvK")
    work = pool.work

    def waiting(task: Work, threads: int) -> object:
        if pool.serial(task):
            assert ready.wait(60)
        elif task.material == Material.parse("KRvKR"):
            ready.set()
        return work(task, threads)

    pool.work = waiting  # type: ignore[method-assign]
    assert len(pool.walk()) == len(everything())


def test_the_tables_on_which_the_longest_chain_waits_come_first() -> None:
    seconds = {"KQvK": 1, "KRvK": 1, "KPvK": 1, "KRvKR": 9, "KRPvK": 5}
    order = chains({material: seconds[str(material)] for material in TABLES})
    assert [str(material) for material in order] == ["KRvK", "KRvKR", "KQvK", "KPvK", "KRPvK"]
