"""Pawn structure: the score of the pawns, and the passed pawns, cached by the pawn key."""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import U0, U1, Words, compiled, integer
from millmate.kernels.engine.eval_params import places
from millmate.kernels.engine.moves import pawn_steps
from millmate.kernels.engine.position import bit_of
from millmate.kernels.integers import first_bit, popcount

_FILE = np.uint64(0x0101010101010101)
_ISOLATED, _ISOLATED_OPEN, _DOUBLED = places("isolated", "isolated_open", "doubled")
_BACKWARD, _SUPPORTED, _BESIDE = places("backward", "supported", "beside")


@compiled
def _neighbours(square: int) -> np.uint64:
    """Return the squares to the left and right of a square; at the edge, one is on another rank."""
    return (bit_of(square) << U1) | (bit_of(square) >> U1)


@compiled
def _pawn(w: Words, r: int, side: int, square: int) -> np.uint64:
    """Return the score of a pawn's place among the pawns for its side."""
    own, other = w[r + L.PAWN] & w[r + L.SIDES + side], w[r + L.PAWN] & w[r + L.SIDES + 1 - side]
    ahead = w[L.AHEAD + 64 * side + square]
    file = _FILE << np.uint64(square & 7)
    near = w[L.FILES_NEAR + (square & 7)]
    rank = square >> 3
    if side:
        rank = 7 - rank
    row = np.uint64(0xFF) << np.uint64(square & 56)
    opposed = other & file & ahead
    score = U0
    support = w[L.PAWN_FROM + 64 * (1 - side) + square] & own
    if support:
        score += w[_SUPPORTED + rank] * np.uint64(popcount(support))
    if near & row & own & _neighbours(square):
        score += w[_BESIDE + rank]
    if not near & own:
        score += w[_ISOLATED]
        if not opposed:
            score += w[_ISOLATED_OPEN]
    elif not support and not near & own & ~ahead:
        stop = pawn_steps(bit_of(square), side)
        if (w[L.PAWN_FROM + 64 * side + first_bit(stop)] | stop) & other:
            score += w[_BACKWARD]
    if own & file & ahead:
        score += w[_DOUBLED]
    return score


@compiled
def _passed(w: Words, r: int, side: int) -> np.uint64:
    """Return a side's passed pawns: no opposing pawn ahead on its file or beside."""
    own, other = w[r + L.PAWN] & w[r + L.SIDES + side], w[r + L.PAWN] & w[r + L.SIDES + 1 - side]
    found, rest = U0, own
    while rest:
        square = first_bit(rest)
        rest &= rest - U1
        file = _FILE << np.uint64(square & 7)
        ahead = w[L.AHEAD + 64 * side + square]
        if not ahead & ((file | w[L.FILES_NEAR + (square & 7)]) & other | file & own):
            found |= bit_of(square)
    return found


@compiled
def pawn_entry(w: Words, r: int) -> int:
    """Return where the pawns' entry is: key, score for White, passed pawns of both sides."""
    key = w[r + L.PAWN_KEY]
    at = L.PAWN_TABLE + 4 * (integer(key) & (L.PAWN_ENTRIES - 1))
    if w[at] == key:
        return at
    score = U0
    for side in range(2):
        rest = w[r + L.PAWN] & w[r + L.SIDES + side]
        while rest:
            if side:
                score -= _pawn(w, r, side, first_bit(rest))
            else:
                score += _pawn(w, r, side, first_bit(rest))
            rest &= rest - U1
        w[at + 2 + side] = _passed(w, r, side)
    w[at], w[at + 1] = key, score
    return at
