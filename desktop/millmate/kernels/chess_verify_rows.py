"""Rows of keys: the 64 lanes of one placement of the other men, one byte each.

A *key* is the value of a position for the side that has just moved, the more the better: 0 it is
illegal, n (1 to 127) the other side mates in n moves, 128 a draw, 255 - n the other side is mated
in n moves. So the best move's key is the greatest. There is no key for mates in 127 moves: they get
that of mates in 126. So a best move of that key, or of that of wins in 127 moves, stands for all
longer distances as well (see `tablebase.verify_passes`).

In kernels `Lanes` are values that the processor holds in vector registers, and each function of
them down to `turned` is one instruction or a few (see `making.instructions`). Uncompiled they are
arrays, and the functions do what they say. Of a comparison's result each byte is 255 where it holds
and 0 where not.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_verify_board import SYMMETRY
from millmate.kernels.declare import Bytes2D, Shape, inlined, kernel

Lanes = Annotated[NDArray[np.uint8], "lanes"]
Bytes = Bytes2D
ReadOnlyBytes = Annotated[NDArray[np.uint8], Shape(2, read_only=True)]
ReadOnlyBytes3D = Annotated[NDArray[np.uint8], Shape(3, read_only=True)]

DRAW = 128
LONGEST = 127  # the greatest distance in a code
_LOST = 128
# Keys and codes as the lanes hold them.
_ZERO, _ONE, _255 = np.uint8(0), np.uint8(1), np.uint8(255)
_DRAW, _MOST, _LOST_BIT = np.uint8(DRAW), np.uint8(LONGEST), np.uint8(_LOST)
_LOST_LONGEST = np.uint8(129)  # the key of the longest mates

# ONLY[square]: a row of 0, 255 in one lane; WITHOUT[square]: the other way round.
ONLY = (255 * np.eye(64)).astype(np.uint8)
WITHOUT = 255 - ONLY


# Memory -------------------------------------------------------------------------------------------


def load(rows: Bytes2D, row: int) -> Lanes:
    """Return a row of an array, uint8[rows, 64]."""
    return np.array(rows[row])


def store(rows: Bytes2D, row: int, lanes: Lanes) -> None:
    """Write a row of an array."""
    rows[row] = lanes


def fill(byte: np.uint8) -> Lanes:
    """Return lanes that all hold a byte."""
    return np.full(64, byte, np.uint8)


def spread(word: np.uint64) -> Lanes:
    """Return 255 in the lanes that are a word's bits."""
    bits = np.unpackbits(np.array([word], "<u8").view(np.uint8), bitorder="little")
    return np.asarray(255 * bits, np.uint8)


def has_any(lanes: Lanes) -> bool:
    """Return whether any lane is not 0."""
    return bool(lanes.any())


# Lane by lane -------------------------------------------------------------------------------------


def both(one: Lanes, other: Lanes) -> Lanes:
    """Return the bits that both have."""
    return one & other


def either(one: Lanes, other: Lanes) -> Lanes:
    """Return the bits that either has."""
    return one | other


def difference(one: Lanes, other: Lanes) -> Lanes:
    """Return the bits that one has and the other has not."""
    return one ^ other


def plus(one: Lanes, other: Lanes) -> Lanes:
    """Return the sums, modulo 256."""
    return one + other


def greater(one: Lanes, other: Lanes) -> Lanes:
    """Return the greater bytes."""
    return np.maximum(one, other)


def lesser(one: Lanes, other: Lanes) -> Lanes:
    """Return the lesser bytes."""
    return np.minimum(one, other)


def same(one: Lanes, other: Lanes) -> Lanes:
    """Compare: equal."""
    return np.asarray(255 * (one == other), np.uint8)


def above(one: Lanes, other: Lanes) -> Lanes:
    """Compare: greater."""
    return np.asarray(255 * (one > other), np.uint8)


def choose(where: Lanes, one: Lanes, other: Lanes) -> Lanes:
    """Return the one where a comparison held, else the other."""
    return np.where(where > 0, one, other)


# Lanes as squares of a board ----------------------------------------------------------------------


def beside(lanes: Lanes) -> Lanes:
    """Return in each lane the greatest byte that is a king's move away."""
    board = np.zeros((10, 10), np.uint8)
    board[1:9, 1:9] = lanes.reshape(8, 8)
    ways = [(rank, file) for rank in range(3) for file in range(3) if (rank, file) != (1, 1)]
    moved = [board[rank : rank + 8, file : file + 8] for rank, file in ways]
    return np.asarray(np.max(moved, axis=0).reshape(64))


def turned(lanes: Lanes, symmetry: int) -> Lanes:
    """Give each lane what the lane holds that a symmetry of the board takes it to."""
    return np.asarray(lanes[SYMMETRY[symmetry]])


# Keys and codes -----------------------------------------------------------------------------------


@inlined
def key_of(code: Lanes) -> Lanes:
    """Return the keys of codes."""
    won = choose(same(code, fill(_ZERO)), fill(_DRAW), code)
    lost = greater(difference(code, fill(_MOST)), fill(_LOST_LONGEST))
    return choose(above(code, fill(_MOST)), lost, won)


@inlined
def key_of_reply(code: Lanes) -> Lanes:
    """Return 256 less the keys that replies give, by the codes of the positions they lead to.

    The greatest is the best reply, and 0 is left for those that are illegal.
    """
    won = lesser(plus(code, fill(_ONE)), fill(_MOST))
    lost = greater(difference(code, fill(_MOST)), fill(_LOST_LONGEST))
    decided = choose(above(code, fill(_MOST)), lost, won)
    return choose(same(code, fill(_ZERO)), fill(_DRAW), decided)


@inlined
def expected(best: Lanes, check: Lanes) -> Lanes:
    """Return the codes of positions by the keys of their best moves; `check` is 255 in check."""
    won = plus(difference(best, fill(_255)), fill(_ONE))
    lost = difference(best, fill(_LOST_BIT))
    decided = choose(above(best, fill(_DRAW)), won, lost)  # a draw's key is that of a loss in 0
    none = same(best, fill(_ZERO))
    return choose(none, both(check, fill(_LOST_BIT)), decided)


@inlined
def distance(code: Lanes) -> Lanes:
    """Return the distances in codes."""
    return both(code, fill(_MOST))


@inlined
def counted(code: Lanes, least: np.uint8) -> Lanes:
    """Return 255 where the distance in a code is at least so great."""
    at = distance(code)
    return same(greater(at, fill(least)), at)


@inlined
def later(code: Lanes, moves: int) -> Lanes:
    """Return codes with won distances longer by some moves."""
    won = lesser(plus(code, fill(np.uint8(moves))), fill(_MOST))
    undecided = either(same(code, fill(_ZERO)), above(code, fill(_MOST)))
    return choose(undecided, code, won)


@inlined
def raise_to(out: Bytes, to: int, keys: Lanes) -> None:
    """Put the greater of a row and of some keys there."""
    store(out, to, greater(load(out, to), keys))


@kernel
def count_lanes(work: Bytes) -> tuple[int, int]:
    """Return how many lanes of `work[0]` do not hold 0, and the first or -1."""
    number, first = 0, -1
    for lane in range(63, -1, -1):
        if work[0, lane]:
            number, first = number + 1, lane
    return number, first
