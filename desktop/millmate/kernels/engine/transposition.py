"""The transposition table: positions by their key, four in a bucket that is one cache line.

An entry is two words: the key, and move, score, evaluation, depth, bound and age. A score of mate
counts from the entry's position, not from the root. A new entry replaces the one of its position,
or the shallowest, where an old one counts as shallower by four plies for each search since.
"""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import U0, Words, compiled, integer

UPPER, LOWER, EXACT = 1, 2, 3  # what the score is to the true one: a bound, or it
_DEPTH_OFFSET = 8  # so that no depth is below 0


@compiled
def bucket(w: Words, key: np.uint64) -> int:
    """Return where a key's bucket is."""
    return L.TABLE + L.BUCKET * integer(key & w[L.BUCKETS])


@compiled
def find(w: Words, key: np.uint64) -> int:
    """Return where a position's data is, -1 if it is not there."""
    at = bucket(w, key)
    for entry in range(at, at + L.BUCKET, 2):
        if w[entry] == key:
            return entry + 1
    return -1


@compiled
def short_move(move: int) -> int:
    """Return a move in 16 bits: from, to and promotion, which identify it in its position."""
    return (move & 0xFFF) | ((move >> 18) & 7) << 12


@compiled
def move_in(data: np.uint64) -> int:
    """Return the entry's move in 16 bits, 0 for none."""
    return integer(data & np.uint64(0x7FFF))


@compiled
def score_from_root(stored: int, ply: int) -> int:
    """Return a stored score, which counts mates from its position, as the root `ply` above does."""
    if stored >= L.MATE_IN_MAX_PLY:
        return stored - ply
    return stored + ply if stored <= -L.MATE_IN_MAX_PLY else stored


@compiled
def score_to_store(score: int, ply: int) -> int:
    """Return a score, which counts mates from the root, as the position `ply` below it does."""
    if score >= L.MATE_IN_MAX_PLY:
        return score + ply
    return score - ply if score <= -L.MATE_IN_MAX_PLY else score


@compiled
def score_in(data: np.uint64, ply: int) -> int:
    """Return the entry's score, seen from the root `ply` plies above."""
    return score_from_root(integer((data >> np.uint64(16)) & np.uint64(0xFFFF)) - 32_768, ply)


@compiled
def evaluation_in(data: np.uint64) -> int:
    """Return the entry's evaluation."""
    return integer((data >> np.uint64(32)) & np.uint64(0xFFFF)) - 32_768


@compiled
def depth_in(data: np.uint64) -> int:
    """Return the entry's depth."""
    return integer((data >> np.uint64(48)) & np.uint64(0xFF)) - _DEPTH_OFFSET


@compiled
def bound_in(data: np.uint64) -> int:
    """Return the entry's bound: `UPPER`, `LOWER` or `EXACT`; 0 if there is an evaluation alone."""
    return integer((data >> np.uint64(56)) & np.uint64(3))


@compiled
def store(
    w: Words,
    key: np.uint64,
    ply: int,
    move: int,
    score: int,
    static: int,
    depth: int,
    bound: int,
) -> None:
    """Store the result of searching a position; `move` is 0 or in 16 bits."""
    at = bucket(w, key)
    age = integer(w[L.AGE]) & 63
    chosen, least = at, 1 << 30
    for entry in range(at, at + L.BUCKET, 2):
        data = w[entry + 1]
        if w[entry] == key:
            chosen = entry
            if move == 0:
                move = move_in(data)
            # A shallow bound does not push out a deep entry of this search.
            same = integer(data >> np.uint64(58)) == age
            if bound != EXACT and same and depth + 4 < depth_in(data):
                return
            break
        if data == U0:
            value = -1000
        else:
            old = (age - integer(data >> np.uint64(58))) & 63
            value = depth_in(data) - 4 * old
        if value < least:
            chosen, least = entry, value
    score = score_to_store(score, ply)
    w[chosen] = key
    w[chosen + 1] = (
        np.uint64(move)
        | np.uint64(score + 32_768) << np.uint64(16)
        | np.uint64(static + 32_768) << np.uint64(32)
        | np.uint64(max(0, depth + _DEPTH_OFFSET)) << np.uint64(48)
        | np.uint64(bound) << np.uint64(56)
        | np.uint64(age) << np.uint64(58)
    )
