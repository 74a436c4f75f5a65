"""Rows of keys: the 64 lanes of one placement of the other men, one byte each.

A *key* is the value of a position for the side that has just moved, the more the better: 0 it is
illegal, n (1 to 127) the other side mates in n moves, 128 a draw, 255 - n the other side is mated
in n moves. So the best move's key is the greatest. There is no key for mates in 127 moves: they get
that of mates in 126. So a best move of that key, or of that of wins in 127 moves, stands for all
longer distances as well (see `tablebase.verify_passes`).
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_verify_lanes import (
    Lanes,
    above,
    both,
    choose,
    difference,
    either,
    fill,
    greater,
    lesser,
    load,
    plus,
    same,
    store,
)
from millmate.kernels.declare import Bytes2D, Shape, inlined, kernel

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


class Window(NamedTuple):
    """How codes of a slice with one side to move are read.

    `codes`: of consecutive rows from `first` on; `more`: by how much their distances exceed 127, no
    rows if none does; `off` is subtracted from every distance, `added` added to every won one.
    """

    codes: ReadOnlyBytes
    more: ReadOnlyBytes
    first: int
    off: int
    added: int


class Windows(NamedTuple):
    """The `Window`s of some slices, read alike: `codes[slice, row, lane]` and likewise `more`."""

    codes: ReadOnlyBytes3D
    more: ReadOnlyBytes3D
    first: int
    off: int
    added: int


@inlined
def window_of(windows: Windows, at: int) -> Window:
    """Return the window of one slice."""
    codes, more, first, off, added = windows
    return Window(codes[at], more[at], first, off, added)


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


@kernel
def move_window(code: np.uint8, more: np.uint8, off: int, added: int) -> np.uint8:
    """Return the code that stands for one in a window, `more` being what exceeds 127."""
    units = int(np.int64(code & 127)) + int(np.int64(more)) - off
    won = np.uint8(min(max(units + added, 1), 127))
    lost = np.uint8(min(max(units, 0), 127) + _LOST)
    decided = lost if code >= _LOST else won
    return np.uint8(0) if code == 0 else decided


@inlined
def read_row(work: Bytes, row: int, window: Window) -> Lanes:
    """Return the codes of a row as a window has them; `work` is room for one."""
    codes, more, first, off, added = window
    at = row - first
    if more.shape[0] or off:
        for lane in range(64):
            above_127 = more[at, lane] if more.shape[0] else np.uint8(0)
            work[0, lane] = move_window(codes[at, lane], above_127, off, added)
        return load(work, 0)
    code = load(codes, at)
    if added:
        won = lesser(plus(code, fill(np.uint8(added))), fill(_MOST))
        undecided = either(same(code, fill(_ZERO)), above(code, fill(_MOST)))
        code = choose(undecided, code, won)
    return code


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
