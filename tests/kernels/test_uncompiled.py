"""The kernels do the same with Numba's compiler and without."""

import os
import subprocess
import sys

import pytest

# Solves KQvK in memory, and tells what came out.
SOLVE = """
import hashlib, warnings
warnings.simplefilter("ignore", RuntimeWarning)  # uncompiled, words overflow aloud
from millmate.games.chess.material import Material
from millmate.tablebase.layout import Layout
from millmate.tablebase.solve import solve

values, _, facts = solve(Layout(Material.parse("KQvK")), [0], lambda material, number, turn: None)
print(hashlib.sha256(values).hexdigest(), facts["counts"]["white"].wins)
"""
# Verifies slices of random values, and tells how many are wrong and where: a double push, a capture
# en passant, promotions, a rook's and kings' moves.
VERIFY = """
import warnings
warnings.simplefilter("ignore", RuntimeWarning)  # uncompiled, bytes overflow aloud
import numpy as np
from millmate.games.chess.material import Material
from millmate.tablebase.layout import Layout
from millmate.tablebase.verify import ArrayRows, VerificationError, verify_slices

def read(material, number, turn):
    rng = np.random.default_rng([*str(material).encode(), number, turn])
    return rng.integers(0, 256, (Layout(material).words, 64), np.uint8)

for name, pawns in (("KPvKP", ((11,), (28,))), ("KPvKP", ((48,), (15,))), ("KRvK", ((), ()))):
    layout = Layout(Material.parse(name))
    number = layout.slice_of(pawns)[0]
    values = np.stack([read(layout.material, number, turn) for turn in (True, False)])
    try:
        verify_slices(layout, [number], ArrayRows(values[:, None], None), read, threads=1)
    except VerificationError as error:
        print(error)
"""

# Writes a value to the even squares of a row, and tells of which squares it was given a value.
WRITE = """
import numpy as np
from millmate.kernels.chess_layers import write_rows

rows = {}  # has nothing to read
write_rows(np.array([5]), np.array([0x5555555555555555], np.uint64), 3, 7, rows)
print(*sorted((int(row), int(square)) for row, square in rows), sep="\\n")
"""

# Looks positions of morris up as the search does, in tables of bytes by chance: four stones against
# three with either side to move, and before Black's last stone is placed.
LOOK_UP = """
import warnings
warnings.simplefilter("ignore", RuntimeWarning)  # uncompiled, words overflow aloud
import numpy as np
from millmate.kernels.morris_engine import layout as at
from millmate.kernels.morris_engine.entries import look_up, new_words
from millmate.games.morris.variants import STANDARD
from millmate.search.morris_encoding import rules_of
from millmate.search.strong_morris import MorrisTreeTables
from millmate.tablebase.morris.index import classes
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import Pair, Placing

class Tables:
    def in_trees(self):
        return Pair(4, 3), Placing(17, 4, 3)

    def layout(self, table):
        return Layout(table)

    def classes(self, stones):
        return classes(stones)

    def chunk(self, table, number):
        return np.random.default_rng(number).bytes(Layout(table).chunk_size)

words, in_tree = new_words(rules_of(STANDARD)), MorrisTreeTables(Tables(), 8)
in_tree.prepare(words, at.EVERYTHING)
four, three = 0x103001, 0x0A0040
positions = four | three << 24, three | four << 24, three | four << 24 | 1 << 48
for _ in range(3):
    print([int(look_up(words, position)) for position in positions])
    in_tree.fetch(words)
"""

# Evaluates a position and two that follow by a network of random weights.
EVALUATE = """
import warnings
warnings.simplefilter("ignore", RuntimeWarning)  # uncompiled, words overflow aloud
import chess
import numpy as np
from tests.naive_network import random_network
from millmate.kernels.engine.entries import make_move, new_words, set_network
from millmate.kernels.engine.layout import INTS, ROW, ROWS
from millmate.kernels.engine.network import network_evaluation
from millmate.search.chess_encoding import moves_of, write_row

words, ints = new_words(), np.zeros(INTS, np.int32)
set_network(words, random_network(1))
fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
write_row(words, chess.Board(fen))
print(network_evaluation(words, ROWS))
for ply, move in enumerate(("e1c1", "h3g2")):
    code = moves_of(words, ints, ROWS + ROW * ply)[chess.Move.from_uci(move)]
    make_move(words, ROWS + ROW * ply, code)
    print(network_evaluation(words, ROWS + ROW * (ply + 1)))
"""

COUNT = """
from millmate.games.catalogue import game
from millmate.games.morris.rules import MORRIS
from millmate.search.morris_encoding import count_leaves

print(count_leaves(MORRIS.board(), 3))
for name in ("lasker", "six"):
    print(count_leaves(game(f"morris:{name}").board(), 3))
print(count_leaves(MORRIS.board("W.W.WW../.B.BB.../......B. w 0 0"), 3))
"""


def output(program: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.thorough
def test_uncompiled_kernels_do_what_compiled_ones_do() -> None:
    programs = "\n".join((SOLVE, VERIFY, LOOK_UP, EVALUATE, COUNT))
    compiled = output(programs)
    assert all(found in compiled for found in (" 18081", "is wrong in", "[-1, -1, -1]", "12144"))
    assert output(programs, MILLMATE_KERNELS="python") == compiled


def test_writing_values_touches_no_other_square_of_a_row() -> None:
    # Both winners' threads write to the same rows: to write back what was read loses a value.
    written = output(WRITE, MILLMATE_KERNELS="python")
    assert written.splitlines() == [f"(2, {square})" for square in range(0, 64, 2)]
