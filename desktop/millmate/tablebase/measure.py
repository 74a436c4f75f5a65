"""Measure how long tables take to generate, against the bandwidth of the machine's memory."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import numpy as np

from millmate import resources
from millmate.games.chess.material import Material
from millmate.kernels import chess_compact, chess_verify
from millmate.kernels.triad import triad
from millmate.tablebase import codec, jobs, store, verify
from millmate.tablebase.build import build
from millmate.tablebase.conversions import Conversions
from millmate.tablebase.draft import Draft
from millmate.tablebase.layer_search import LayerSearch
from millmate.tablebase.layout import Layout
from millmate.tablebase.packing import Packing
from millmate.tablebase.progress import Progress, Step, ignore
from millmate.tablebase.spaces import Space
from millmate.tablebase.successors import Successors

_TRIAD = 8_000_000  # elements of each of the three arrays: 192 MB, more than any cache
STAGES = ("solving", "verifying", "writing")

# The kinds of work in a generation, and the functions that do it: keys of moves out of a
# slice, events, layers S_n; successors gathered, values checked, samples by python-chess; frames
# unpacked; blocks of tables and planes packed.
_WORK: dict[str, list[tuple[Any, str]]] = {
    "keys": [(Space, "keys")],
    "events": [(Conversions, "events")],
    "search": [(LayerSearch, "__init__"), (LayerSearch, "advance")],
    "gather": [(Successors, "_gather")],
    "check": [(chess_verify, "make_keys"), (chess_verify, "check")],
    "samples": [(verify, "verify_samples")],
    "unpack": [(codec, "unpack"), (codec, "unpacked")],
    "pack": [(Packing, "_packed"), (chess_compact, "untangle"), (codec, "compressed")],
}
WORK = (*_WORK, "rest")


@dataclass(frozen=True, slots=True)
class Generation:
    """One generation of a table: CPU seconds by stage and by work, elapsed seconds of solving.

    `bytes` is the least that solving moved, in memory or in a cache: the table itself; in a
    pass over whole sets, for each man that moves, the words of the set before and twice those of
    the set after; of a list, the words on it.
    """

    solving: float
    verifying: float
    writing: float
    elapsed: float
    bytes: int
    work: dict[str, float]


def measure(
    material: Material,
    directory: Path,
    repeat: int,
    threads: int = 1,
    progress: Progress = ignore,
) -> list[Generation]:
    """Generate a table `repeat` times, after building the smaller tables.

    `directory` serves only this purpose: missing tables are built there first, and that of
    `material` is generated again each time. The codes of all positions of the smaller ones are
    kept, as during a build.

    Raises:
        BuildStopped, MillMateError: As `build`.
    """
    with resources.without_tables():
        build([material], directory, progress, threads=threads, planes=True)
        return [_generate(material, directory, threads) for _ in range(repeat)]


def _generate(material: Material, directory: Path, threads: int) -> Generation:
    store.table_path(directory, material).unlink()
    layout = Layout(material)
    clock = _Clock()
    with _timed() as work:
        for job in TopologicalSorter(jobs.jobs_of(layout)).static_order():
            jobs.run_job(job, directory, clock, threads=threads)
            clock.stop()
        touched = _touched(layout, Draft(directory, material))
        clock(Step("writing", 1.0))
        jobs.assemble(material, directory)
        clock.stop()
    solving, verifying, writing = (clock.seconds[stage] for stage in STAGES)
    work["rest"] = max(0.0, solving + verifying + writing - sum(work.values()))
    return Generation(solving, verifying, writing, clock.solving, touched, work)


@contextmanager
def _timed() -> Iterator[dict[str, float]]:
    """Measure the CPU seconds of each kind of work meanwhile, without those of nested work."""
    seconds, running = dict.fromkeys(_WORK, 0.0), threading.local()

    def timed(function: Callable[..., Any], work: str) -> Callable[..., Any]:
        @wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            began, before = time.thread_time(), getattr(running, "within", 0.0)
            running.within = 0.0
            try:
                return function(*arguments, **named)
            finally:
                used = time.thread_time() - began
                seconds[work] += used - running.within
                running.within = before + used

        return call

    plain = [(owner, name, getattr(owner, name)) for each in _WORK.values() for owner, name in each]
    for work, functions in _WORK.items():
        for owner, name in functions:
            setattr(owner, name, timed(getattr(owner, name), work))
    try:
        yield seconds
    finally:
        for owner, name, function in plain:
            setattr(owner, name, function)


def _touched(layout: Layout, draft: Draft) -> int:
    """Return the bytes of the finished draft's table and of the sets passed over to make it."""
    work: list[tuple[int, int, int]] = [facts["work"] for facts in draft.facts()]
    passed, pushed, settled = (sum(words[kind] for words in work) for kind in range(3))
    men = layout.pieces / 2 + 1  # of one side, on average; kings move, pawns are fixed
    return int(layout.size + 8 * (3 * men * passed + pushed + settled))


class _Clock:
    """Measures the time from each step to the next, by the stage of the first."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(STAGES, 0.0)
        self.solving = 0.0  # by the clock on the wall
        self._stage = ""
        self._used = self._began = 0.0

    def __call__(self, step: Step) -> None:
        if step.stage != self._stage:
            self.stop()
            self._stage = step.stage
            self._used, self._began = time.process_time(), time.perf_counter()

    def stop(self) -> None:
        if self._stage:
            self.seconds[self._stage] += time.process_time() - self._used
        if self._stage == "solving":
            self.solving += time.perf_counter() - self._began
        self._stage = ""


def memory_bandwidth(repeat: int = 5, clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the bytes a second that one thread moves at best, by STREAM's triad.

    As in STREAM, reading the line that is about to be written is not counted.
    """
    first, second, out = (np.full(_TRIAD, value) for value in (1.0, 2.0, 0.0))
    times = []
    for _ in range(repeat):
        began = clock()
        triad(first, second, 3.0, out)
        times.append(clock() - began)
    return 3 * out.nbytes / min(times)
