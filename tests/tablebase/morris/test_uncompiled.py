"""The kernels of morris do the same with Numba's compiler and without."""

import os
import subprocess
import sys

import pytest

# Solves, verifies and checks a few rows of some subspaces that lead to values made up, and tells
# what came out: pairs of either kind, a last stone and one before it, a pair with the sides
# exchanged.
PROGRAM = """
import hashlib, math, warnings
warnings.simplefilter("ignore", RuntimeWarning)  # uncompiled, narrow integers overflow aloud
import numpy as np
from millmate.tablebase.morris import index, solve, turns, verify
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import Pair, Placing
from millmate.tablebase.verify import VerificationError

class FewRows(turns.Workers):
    def __init__(self, pool, rows, stopped):
        super().__init__(pool, min(rows, 2), stopped)

for module in (solve, turns, verify):
    module.Workers = FewRows

def made_up(most, *shape):
    return np.random.default_rng(list(shape)).integers(0, most, shape, np.uint8)

def pair(w, b):
    return made_up(40, *Layout(Pair(w, b)).values_shape)

def read_pair(table):
    return pair(*table.stones)

def told(name, codes):
    print(name, hashlib.sha256(np.ascontiguousarray(codes)).hexdigest())

for w, b in ((3, 3), (4, 3), (5, 4)):
    codes = solve.solve_pair(Pair(w, b), read_pair)
    told(f"{w}-{b}", codes[:, :2])
    for verified in (codes, pair(w, b)) if w > b else ():
        try:
            verify.verify_pair(Pair(w, b), verified, read_pair)
            print("right")
        except VerificationError as error:
            print(error)

def read(table):
    if isinstance(table, Pair):
        return read_pair(table)
    white, black = table.stones
    return made_up(3, len(index.classes(white)), math.comb(24 - white, black))[None]

for table in (Placing(17, 3, 2), Placing(17, 3, 3), Placing(16, 2, 3)):
    codes = solve.solve_placing(table, read)
    told(str(table), codes[:2])
    try:
        verify.verify_placing(table, 1 - codes // 2, read, stride=97)
        print("right")
    except VerificationError as error:
        print(error)
"""


def output(**environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.thorough
def test_uncompiled_kernels_do_as_compiled_ones_do() -> None:
    compiled = output()
    assert compiled.count("is wrong in") == 5  # two pairs, three placing tables
    assert compiled.count("right") == 2
    assert output(MILLMATE_KERNELS="python") == compiled
