"""Measure how long pairs of morris take to solve in memory, without writing them."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from millmate.tablebase.morris.counts import count_positions
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.names import Pair, closure
from millmate.tablebase.morris.solve import solve_pair
from millmate.tablebase.morris.verify import verify_pair


@dataclass(frozen=True, slots=True)
class Solving:
    """The CPU seconds of a pair in each repetition, to solve and to verify it.

    `positions` counts those of both sides to move, distinct up to symmetry.
    """

    solving: tuple[float, ...]
    verifying: tuple[float, ...]
    positions: int

    @property
    def positions_per_second(self) -> float:
        return self.positions / max(min(self.solving), 1e-9)


def measure(
    wanted: Iterable[Pair], repeat: int, threads: int = 1
) -> Iterator[tuple[Pair, Solving]]:
    """Solve each pair so many times and yield its times, smaller pairs first.

    The pairs that they lead to are solved beforehand. All stay in memory.

    Raises:
        VerificationError: The solver has made a mistake.
    """
    wanted = list(wanted)
    solved: dict[Pair, Codes] = {}
    for table in closure(wanted):
        assert isinstance(table, Pair)
        if table in wanted:
            yield table, _solve(table, solved, repeat, threads)
        else:
            solved[table] = solve_pair(*table, partial(_read, solved), threads=threads)


def _solve(pair: Pair, solved: dict[Pair, Codes], repeat: int, threads: int) -> Solving:
    solving, verifying = [], []
    read = partial(_read, solved)
    for _ in range(repeat):
        began = time.process_time()
        solved[pair] = solve_pair(*pair, read, threads=threads)
        solving.append(time.process_time() - began)
        began = time.process_time()
        verify_pair(*pair, solved[pair], read, threads=threads)
        verifying.append(time.process_time() - began)
    counts = count_positions(Layout(pair), solved[pair], threads).values()
    return Solving(tuple(solving), tuple(verifying), sum(side.positions for side in counts))


def _read(solved: dict[Pair, Codes], primary: int, other: int) -> Codes:
    return solved[Pair(primary, other)]
