"""The transposition table: four entries in a bucket that is one cache line.

An entry is the whole position with the age of its search, and move, score, depth and bound: no
position is taken for another. Positions that are alike by symmetry share an entry, that
of their least image, whose moves it holds. A score of a won or lost game counts from the entry's
position, not from the root. A new entry replaces the one of its position, or the shallowest, where
an old one counts as shallower by four plies for each search since.
"""

import numpy as np

from millmate.kernels.engine.bits import compiled
from millmate.kernels.engine.transposition import EXACT, score_from_root, score_to_store
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.layout import Words

_POSITION = (1 << 56) - 1
_FACTOR = np.int64(-7046029254386353131)  # odd; the golden ratio's


@compiled
def bucket(w: Words, key: int) -> int:
    """Return where a position's bucket is."""
    mixed = (key ^ key >> 29) * _FACTOR
    return L.TABLE + L.BUCKET * ((mixed >> 24 ^ mixed) >> 8 & w[L.BUCKETS])


@compiled
def find(w: Words, key: int) -> int:
    """Return the data stored for a position, 0 if it has no entry."""
    at = bucket(w, key)
    for entry in range(at, at + L.BUCKET, 2):
        if w[entry] & _POSITION == key:
            return w[entry + 1]
    return 0


@compiled
def move_in(data: int) -> int:
    """Return the entry's move, 0 for none."""
    return data & L.MOVE


@compiled
def score_in(data: int, ply: int) -> int:
    """Return the entry's score, seen from the root `ply` plies above."""
    return score_from_root((data >> 20 & 0xFFFF) - 32_768, ply)


@compiled
def depth_in(data: int) -> int:
    """Return the entry's depth."""
    return data >> 48 & 0xFF


@compiled
def bound_in(data: int) -> int:
    """Return the entry's bound."""
    return data >> 56 & 3


@compiled
def store(w: Words, key: int, ply: int, move: int, score: int, depth: int, bound: int) -> None:
    """Store the result of searching a position; `move` is 0 for none."""
    at, age = bucket(w, key), w[L.AGE]
    chosen, least = at, 1 << 30
    for entry in range(at, at + L.BUCKET, 2):
        data = w[entry + 1]
        if w[entry] & _POSITION == key and data:
            chosen = entry
            if move == 0:
                move = data & L.MOVE
            # A shallow bound does not push out a deep entry of this search.
            if bound != EXACT and w[entry] >> 56 == age and depth + 4 < depth_in(data):
                return
            break
        value = -1000 if data == 0 else depth_in(data) - 4 * ((age - (w[entry] >> 56)) & 63)
        if value < least:
            chosen, least = entry, value
    score = score_to_store(score, ply)
    w[chosen] = key | age << 56
    w[chosen + 1] = move | (score + 32_768) << 20 | depth << 48 | bound << 56
