"""The kernels do the same with Numba's compiler and without."""

import hashlib
import os
import subprocess
import sys

# Solves KQvK in memory, verifies a slice of it, and tells what came out.
SOLVE = """
import hashlib, warnings
warnings.simplefilter("ignore", RuntimeWarning)  # uncompiled, words overflow aloud
import numpy as np
from millmate.games.chess.material import Material
from millmate.kernels.chess_verify import verify
from millmate.tablebase.layout import Layout
from millmate.tablebase.solve import solver

layout = Layout(Material.parse("KQvK"))
two_kings = np.zeros((2, 10, 64), np.uint8)
values = solver(layout, [two_kings]).run(lambda winner, ply, positions: None)
kinds, white = np.array([6, 6, 5], np.int64), np.array([True, False, True])
checked = verify(
    values.reshape(-1), two_kings.reshape(-1), np.zeros(1, np.int64), np.zeros(1, np.bool_),
    np.array([[-1]], np.int64), kinds, white, 3000, 4000,
)
print(hashlib.sha256(values).hexdigest(), *map(int, checked))
"""


def solved(**environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", SOLVE],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_uncompiled_kernels_agree_with_compiled_ones() -> None:
    compiled = solved()
    assert compiled.split()[2:] == ["0", "-1"]  # no faults
    assert int(compiled.split()[1]) > 500
    assert len(compiled.split()[0]) == 2 * hashlib.sha256().digest_size
    assert solved(NUMBA_DISABLE_JIT="1") == compiled
