"""Leaves of the tree of moves counted; the last ply is counted, not made."""

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import Ints, Words, compiled, entry_point, pointer
from millmate.kernels.engine.moves import ALL, count, generate
from millmate.kernels.engine.position import make


@compiled
def _leaves(w: Words, m: Ints, row: int, begin: int, depth: int) -> int:
    """Count from a row, with its list of moves at `begin` and the next one's behind that."""
    if depth <= 1:
        return count(w, row)
    end = generate(w, m, row, begin, ALL)
    leaves = 0
    for at in range(begin, end):
        make(w, row, m[at])
        leaves += _leaves(w, m, row + L.ROW, end, depth - 1)
    return leaves


@entry_point
def perft(words: Words, ints: Ints, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves from the position of row 0."""
    return _leaves(pointer(words), pointer(ints), L.ROWS, 0, depth) if depth > 0 else 1
