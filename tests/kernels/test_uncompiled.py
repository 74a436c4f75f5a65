"""The kernels do the same with Numba's compiler and without."""

import hashlib
import os
import subprocess
import sys

# Solves KQvK in memory, and tells what came out.
SOLVE = """
import hashlib, warnings
warnings.simplefilter("ignore", RuntimeWarning)  # uncompiled, words overflow aloud
from millmate.games.chess.material import Material
from millmate.tablebase.layout import Layout
from millmate.tablebase.solve import solve

values, facts = solve(Layout(Material.parse("KQvK")), [0], lambda material, number, turn: None)
print(hashlib.sha256(values).hexdigest(), facts["counts"]["white"].wins)
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
    assert len(compiled.split()[0]) == 2 * hashlib.sha256().digest_size
    assert compiled.split()[1] == "18081"
    assert solved(NUMBA_DISABLE_JIT="1") == compiled
