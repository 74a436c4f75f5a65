"""Entry points besides the search: rows completed, moves made, leaves counted: see entries.py."""

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import Ints, Words, compiled, entry_point, pointer
from millmate.kernels.engine.moves import ALL, count, generate
from millmate.kernels.engine.position import complete, make


@entry_point
def complete_row(words: Words, row: int) -> None:
    """Complete the row that starts at `row` from its men, state and clock."""
    complete(pointer(words), row)


@entry_point
def list_moves(words: Words, ints: Ints, row: int) -> int:
    """Write the legal moves of a row from `ints[0]`; return how many there are."""
    return generate(pointer(words), pointer(ints), row, 0, ALL)


@entry_point
def make_move(words: Words, row: int, move: int) -> None:
    """Write the row after a legal move behind the row that starts at `row`."""
    make(pointer(words), row, move)


@compiled
def _leaves(w: Words, m: Ints, row: int, begin: int, depth: int) -> int:
    """Count from a row, with its list of moves at `begin`; the last ply is counted, not made."""
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
