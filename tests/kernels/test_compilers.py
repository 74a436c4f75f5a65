"""Tables and searches are the same with the library as with Numba's compiler in this process.

`test_uncompiled` compares them with plain Python.
"""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # Numba compiles all kernels for minutes

# Tells the checksum of every table of three and four men in both metrics and of some of morris, and
# how many nodes both searches look at.
PROGRAM = """
import sys
from pathlib import Path

folder, compiler = Path(sys.argv[1]), sys.argv[2]
if compiler == "numba":
    from millmate.kernels.making.group import GROUPS, use_numba
    use_numba(GROUPS)

import chess
from tests.endings import ENDINGS
from millmate.games.chess.material import Material
from millmate.games.morris.board import MorrisBoard
from millmate.kernels.library import Entry
from millmate.kernels.triad import triad
from millmate.search.limits import SearchLimits
from millmate.search.strong import StrongSearch
from millmate.search.strong_morris import StrongMorrisSearch
from millmate.tablebase import build
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris import build as morris
from millmate.tablebase.morris.names import MorrisTarget

assert isinstance(triad, Entry) == (compiler == "library")
small = [Material.parse(name) for name in ENDINGS if len(name) <= 5]
for metric in Metric:
    for info in build.build(small, folder / metric.name, metric=metric):
        print(info.material, metric.name, info.checksum)
names = ("morris:three:all", "morris:six:ply11-3-3", "morris:4-3")
for info in morris.build([MorrisTarget.parse(name) for name in names], folder / "morris"):
    print(info.material, info.checksum)
for search, board in ((StrongSearch(), chess.Board()), (StrongMorrisSearch(), MorrisBoard())):
    found = search.search(board, SearchLimits(depth=10)).lines[0]
    print(found.nodes, found.score, *found.moves)
"""


def told(folder: Path, compiler: str) -> str:
    """Return what the program tells."""
    command = [sys.executable, "-c", PROGRAM, str(folder), compiler]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_library_does_as_numba(tmp_path: Path) -> None:
    assert told(tmp_path / "library", "library") == told(tmp_path / "numba", "numba")
