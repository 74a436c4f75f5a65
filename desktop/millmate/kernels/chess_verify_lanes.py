"""Sixty-four bytes at once, one for each lane: for the verifier.

In kernels `Lanes` are values that the processor holds in vector registers, and each function here
is one instruction or a few (see `making.instructions`). Uncompiled they are arrays, and the
functions do what they say.

Of a comparison's result each byte is 255 where it holds and 0 where not.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_verify_board import SYMMETRY
from millmate.kernels.declare import Bytes2D

Lanes = Annotated[NDArray[np.uint8], "lanes"]


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
