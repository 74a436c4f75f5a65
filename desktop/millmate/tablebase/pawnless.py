"""The solver and verifier of tables without pawns, behind the interface of all tables.

Stays until `solve.solve` and `verify.verify_slice` are there.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.tablebase import solve as old
from millmate.tablebase import verify
from millmate.tablebase.layout import Layout
from millmate.tablebase.smaller import capture_tables

Read = Callable[[Material, int, bool], NDArray[np.uint8]]


def solve(
    layout: Layout,
    numbers: Sequence[int],
    read: Read,
    found: Callable[[bool, int, int], None],
    stopped: Callable[[], bool],
    threads: int,
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    solver = old.solver(layout, _smaller(layout, read))
    values = solver.run(found)
    longest, fens = {}, {}
    for side, turn in (("white", True), ("black", False)):
        longest[side], fens[side] = solver.longest(turn)
    counts = {"white": asdict(solver.counts(True)), "black": asdict(solver.counts(False))}
    return values[:, None], {"counts": counts, "longest": longest, "longest_fens": fens}


def verify_slice(
    layout: Layout,
    number: int,
    values: NDArray[np.uint8],
    read: Read,
    between: Callable[[float], None],
    threads: int,
) -> int:
    return verify.verify_values(layout, values, _smaller(layout, read), between, threads)


def _smaller(layout: Layout, read: Read) -> list[NDArray[np.uint8]]:
    out = []
    for table in capture_tables(layout):
        if table.canonical.men == 2:
            out.append(np.zeros((2, 10, 64), np.uint8))
        else:
            out.append(np.stack([read(table.canonical, 0, True), read(table.canonical, 0, False)]))
    return out
