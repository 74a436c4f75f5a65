"""Slices as solver and verifier read them; distances above 127, which codes cannot hold.

Solver and verifier compare bytes. They read the positions that lead to mates in more than 127 moves
several times, each time with a number of moves subtracted from all mates (but 0 or 1 at least) and
mates that are still too far read as 127.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from millmate.games.chess.material import Material
from millmate.tablebase import estimates
from millmate.tablebase.large_slice import LargeSlice, Read
from millmate.tablebase.layout import MOST_OF_CODE
from millmate.tablebase.lru import LruCache
from millmate.tablebase.slices import Slices
from millmate.tablebase.table import Table, Values

_LOST, _MOST = 128, 127
_TOGETHER = 1 << 18  # places looked at together


class Far(NamedTuple):
    """Reads tables and slices with distances above 127.

    `longest`: the greatest distance in any of them, in moves; `read`: returns, for a number of
    moves to subtract, the function that reads them so.
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
    """Return codes, of any shape, of distances less by `off` moves, and 127 where that is above.

    Args:
        codes: The codes.
        more: The excess of distances over 127, of the same shape; None if all are 0.
        off: The moves to subtract.
    """
    if more is None and not off:
        return codes
    flat, closer = codes.reshape(-1), codes_nearer(off).tobytes()
    above, out = None if more is None else more.reshape(-1), np.empty_like(flat)
    for start in range(0, flat.size, _TOGETHER):
        here = slice(start, start + _TOGETHER)
        # Bytes are translated in half the time that NumPy's indices take.
        out[here] = np.frombuffer(flat[here].tobytes().translate(closer), np.uint8)
        if above is not None:
            places = start + np.flatnonzero(above[here] != 0)
            moves = (flat[places] & _MOST) + above[places].astype(np.int64) - off
            lost = flat[places] & _LOST
            out[places] = lost + np.clip(moves, np.where(lost, 0, 1), _MOST).astype(np.uint8)
    return out.reshape(codes.shape)


def read_nearer(
    found: Values | LargeSlice, more: Callable[[], Values | None], off: int
) -> Values | LargeSlice:
    """Return values that a `Read` returned, nearer by `off` moves; `more` returns the excess."""
    if isinstance(found, LargeSlice):
        return replace(found, through=lambda codes, rest: nearer(codes, rest, off))
    return nearer(found, more(), off)


@cache
def codes_nearer(off: int) -> Values:
    """Return, for each code, the code of a distance that is less by `off`: uint8[256]."""
    codes = np.arange(256)
    won = np.maximum(codes[1:_LOST] - off, 1)
    lost = np.maximum(codes[_LOST:] - off, _LOST)
    return np.concatenate(([0], won, lost)).astype(np.uint8)


class SliceReader:
    """Reads slices of tables, and keeps the latest; safe from several threads.

    `table` returns the table of a material, `threads` is the number of threads.
    """

    def __init__(
        self, table: Callable[[Material], Table | Slices], kept: int, threads: int
    ) -> None:
        """Keep up to `kept` bytes."""
        self.table, self.threads = table, threads
        self._kept = LruCache[tuple[Material, int, bool], Values | LargeSlice](
            kept, lambda values: values.nbytes
        )

    def read(self, material: Material, number: int, turn: bool) -> Values | LargeSlice:
        """Return the values of a slice, or a `LargeSlice`; raises as the table does."""
        return self._kept.get((material, number, turn), lambda: self._load(material, number, turn))

    def _load(self, material: Material, number: int, turn: bool) -> Values | LargeSlice:
        table = self.table(material)
        if estimates.in_parts(material) and isinstance(table, Slices):
            return LargeSlice(table, turn, self.threads)
        return table.slice_values(turn, number, threads=self.threads)

    def far(self, plies: Iterable[Sequence[int]]) -> Far | None:
        """Return a reader for mates in 127 moves and more, None if `plies` counts none so long.

        `plies` are those of all that is read (see `SideCounts`).
        """
        longest = most_moves(plies)
        return Far(longest, self._nearer) if longest >= MOST_OF_CODE else None

    def _nearer(self, off: int) -> Read:
        def read(material: Material, number: int, turn: bool) -> Values | LargeSlice:
            table = self.table(material)

            def more() -> Values | None:
                return table.more_values(turn, number) if table.has_more else None

            return read_nearer(self.read(material, number, turn), more, off)

        return read
