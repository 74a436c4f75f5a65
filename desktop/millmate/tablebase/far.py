"""Distances above 127, which codes do not tell: read with some moves taken off them all.

Solver and verifier compare bytes. What leads to mates in more than 127 moves they read several
times, each time as if all mates were so many moves nearer (0 or 1 being the least) and those that
are still too far were 127.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from millmate.tablebase.large_slice import LargeSlice, Read
from millmate.tablebase.table import Values

_LOST, _MOST = 128, 127
_TOGETHER = 1 << 22  # places looked at together


class Far(NamedTuple):
    """Reads tables and slices with distances above 127.

    `longest`: the greatest distance in any of them, in moves; `read`: returns, by the moves to be
    taken off, what reads them so.
    """

    longest: int
    read: Callable[[int], Read]


def most_moves(plies: Iterable[Sequence[int]]) -> int:
    """Return the greatest distance in moves of positions counted as in `SideCounts.plies`.

    It may be that of a loss: the longest win needs not be as long, where a capture or a promotion
    put it off.
    """
    return max((len(each) // 2 for each in plies), default=0)


def nearer(codes: Values, more: Values | None, off: int) -> Values:
    """Return codes, of any shape, that tell `off` moves less, and 127 where that is above.

    Args:
        codes: The codes.
        more: What distances exceed 127 by, of the same shape; None if none does.
        off: The moves to take off.
    """
    if more is None and not off:
        return codes
    flat = codes.reshape(-1)
    out = codes_nearer(off)[flat]
    if more is None:
        return out.reshape(codes.shape)
    above = more.reshape(-1)
    for start in range(0, flat.size, _TOGETHER):
        places = start + np.flatnonzero(above[start : start + _TOGETHER])
        moves = (flat[places] & _MOST) + above[places].astype(np.int64) - off
        lost = flat[places] & _LOST
        out[places] = lost + np.clip(moves, np.where(lost, 0, 1), _MOST).astype(np.uint8)
    return out.reshape(codes.shape)


def read_nearer(
    found: Values | LargeSlice, more: Callable[[], Values | None], off: int
) -> Values | LargeSlice:
    """Return what a `Read` returned with `off` moves taken off; `more` returns that of `nearer`."""
    if isinstance(found, LargeSlice):
        return replace(found, through=lambda codes, rest: nearer(codes, rest, off))
    return nearer(found, more(), off)


@cache
def codes_nearer(off: int) -> Values:
    """Return, by a code, the one of a distance that is less by `off`: uint8[256]."""
    codes = np.arange(256)
    won = np.maximum(codes[1:_LOST] - off, 1)
    lost = np.maximum(codes[_LOST:] - off, _LOST)
    return np.concatenate(([0], won, lost)).astype(np.uint8)
