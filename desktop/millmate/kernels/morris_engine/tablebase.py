"""Exact tables in the tree: the value of a position, where the tables are in memory.

Tables are loaded chunk by chunk. They are listed by the numbers of stones, which lead to the chunk
and the byte (`tablebase.morris.index` and `layout` say where positions are). Where a table or a
chunk is missing the engine leaves a mark, and its caller loads it before the next iteration (see
`search.strong_morris`).
"""

from math import comb

import numpy as np

from millmate.kernels.engine.bits import byte_at, compiled, entry_point, int_at, pointer
from millmate.kernels.integers import popcount
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.symmetry import canonical

_PLACED = 18  # stones, when the moving phase starts
# `_CHOOSE[n, k]`: how many sets of k there are among n.
_CHOOSE = np.array([[comb(n, k) for k in range(10)] for n in range(24)], np.int64)


@compiled
def _row(w: Words, least: int) -> int:
    """Return the row of the primary side's stones, which are the least of their class."""
    at = L.CLASSES + 2 * popcount(least)
    address, below, above = int(w[at]), 0, int(w[at + 1]) - 1
    while below < above:
        middle = (below + above) >> 1
        if int_at(address + 4 * middle) < least:
            below = middle + 1
        else:
            above = middle
    return below


@compiled
def _column(primary: int, other: int) -> int:
    """Return the rank of the other side's stones on the points that the primary side leaves."""
    free, column, number = L.STONES & ~primary, 0, 0
    while other:
        stone = other & -other
        other ^= stone
        number += 1
        column += _CHOOSE[popcount(free & (stone - 1)), number]
    return column


@compiled
def _byte(w: Words, entry: int, side: int, row: int, column: int) -> int:
    """Return a byte of a listed table, -1 if it is not in memory."""
    rows = w[entry + L.CHUNK_ROWS]
    at = w[entry + L.CHUNKS_AT] + side * w[entry + L.SIDE_CHUNKS] + row // rows
    if w[at] <= L.BARRED:
        if w[at] != L.BARRED:
            w[at] -= 1
        return -1
    return byte_at(int(w[at] + row % rows * w[entry + L.ROW_BYTES] + column))


@compiled
def probe(w: Words, position: int) -> int:
    """Return the code of a position in which neither side has lost, -1 if it is unknown.

    While stones are placed 0 is a draw, 1 lost, 2 won for the side to move; then the plies to the
    end of the game and 1, 0 for a draw.
    """
    own, other = position & L.STONES, position >> L.OTHER & L.STONES
    hand, other_hand = position >> L.HAND & 15, position >> L.OTHER_HAND & 15
    placed, swapped = _PLACED - hand - other_hand, 0
    if placed == _PLACED:
        swapped = 1 if popcount(own) < popcount(other) else 0
    else:
        swapped = hand - other_hand  # White, the primary side, has placed first
        if swapped < 0 or swapped > 1 or w[L.LOOKED_UP] == L.MOVING:
            return -1
    primary, second = (other, own) if swapped else (own, other)
    number = 100 * placed + 10 * popcount(primary) + popcount(second)
    entry = L.LISTED + L.LISTED_WORDS * number
    if w[entry + L.CHUNKS_AT] <= L.WANTED:
        if w[entry + L.CHUNKS_AT] == L.UNLISTED:
            w[entry + L.CHUNKS_AT] = L.WANTED
        return -1
    least = canonical(primary << L.OTHER | second) >> 4
    primary, second = least >> L.OTHER, least & L.STONES
    row, column = _row(w, primary), _column(primary, second)
    if placed == _PLACED:
        return _byte(w, entry, swapped, row, column)
    four = _byte(w, entry, 0, row, column >> 2)
    return four if four < 0 else four >> 2 * (column & 3) & 3


@compiled
def probe_score(w: Words, ply: int, position: int, clock: int) -> int:
    """Return the exact score of a position not yet lost by either side, or `UNKNOWN`.

    Tables count to the end of the game without the rule of quiet moves, so a win has an exact ply
    only if it comes before the rule applies even without a mill on the way.
    """
    code = probe(w, position) if w[L.LOOKED_UP] != L.NOTHING else -1
    if code < 0:
        return L.UNKNOWN
    w[L.TB_HITS] += 1
    if code == 0:
        return 0
    if (position >> L.HAND) & 255:
        score = L.KNOWN + 256 - ply
    elif clock + code - 1 > w[L.CLAIMED_AFTER]:
        score = L.KNOWN + 512 - ply - code
    else:
        score = L.MATE - ply - (code - 1)
    return -score if code & 1 else score


@entry_point
def look_up(words: Words, position: int) -> int:
    """Return the code from `probe`."""
    return probe(pointer(words), position)
