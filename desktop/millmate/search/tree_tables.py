"""Tables of endings for the engine to look into while it searches, chunk by chunk in memory."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from math import inf
from typing import Protocol

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.kernels.engine import layout as at
from millmate.kernels.engine.entries import place_in_list
from millmate.search.chunk_pool import ChunkPool

_MOST_PAWNS = 3  # of more, the list of their placements takes too much memory
_MORE_MEN = 4  # than tables have, at most, for it to be worth while to list any
_KINDS = "PNBRQ"

Placement = tuple[tuple[int, ...], tuple[int, ...]]


class Layout(Protocol):
    """Where positions are in a table, such as `tablebase.layout.Layout`."""

    @property
    def pawns(self) -> tuple[int, int]:
        """The numbers of White's and of Black's pawns."""

    @property
    def placements(self) -> Sequence[Placement]:
        """The pawns of every slice; mirror images share one."""

    @property
    def chunk_size(self) -> int:
        """The number of bytes in a chunk."""

    @property
    def side_chunks(self) -> int:
        """The number of chunks with one side to move."""


class ChunkedTables(Protocol):
    """Tables of endings by chunks, such as `tablebase.probe.Tablebase`."""

    def available(self) -> Sequence[Material]:
        """Return the canonical materials there are tables of."""

    def layout(self, material: Material) -> Layout:
        """Return where positions are in a table."""

    def chunk(self, material: Material, number: int) -> bytes:
        """Return a chunk, as it is stored; raises `MillMateError` where it is damaged."""


class TreeTables:
    """What the engine may know of endings that come of the positions it searches.

    It asks for chunks as it meets positions; between two of its iterations they are fetched.
    """

    def __init__(self, tables: ChunkedTables, megabytes: int) -> None:
        """Read from `tables`, and keep at most so many megabytes of them in memory."""
        self._tables = tables
        self._pool = ChunkPool(megabytes)
        self._words: at.Words | None = None
        self._listed: list[Material] = []
        self._begins: list[int] = []  # where the chunks of each begin
        self._end = 0
        self._slices: list[NDArray[np.int32]] = []  # the engine holds their addresses

    def prepare(self, words: at.Words, board: chess.Board) -> None:
        """Have the engine whose buffer `words` is look up what may come of `board`.

        `words` is uint64[...] as `kernels.engine.layout` divides it.
        """
        words[at.MOST_MEN] = words[at.HITS] = 0
        wanted = self._reachable(board) if self._pool.exists else []
        if not wanted:
            return
        forgotten = self._words is not words or self._pool.is_nearly_full
        if forgotten or not set(wanted) <= set(self._listed):
            self._list(words, wanted)
        words[at.MOST_MEN] = max((material.men for material in self._listed), default=0)

    def fetch(self, words: at.Words, seconds: float = inf) -> None:
        """Read the chunks that are asked for in `words`, and write their addresses there.

        That takes about so many seconds at most, or until the engine is halted.
        """
        if self._words is not words or not words[at.MOST_MEN]:
            return
        began = time.perf_counter()
        section = words[at.CHUNKS : at.CHUNKS + self._end]
        for place in np.flatnonzero(section == at.ASKED).tolist():
            late = time.perf_counter() - began > seconds
            if late or words[at.STOP] or self._pool.is_full:
                return
            section[place] = self._read(place)

    def _read(self, place: int) -> int:
        """Read a chunk; return its address, or that it is not to be had."""
        number = bisect_right(self._begins, place) - 1
        try:
            chunk = self._tables.chunk(self._listed[number], place - self._begins[number])
        except MillMateError:
            return at.BARRED
        return self._pool.put(chunk)

    def _reachable(self, board: chess.Board) -> list[Material]:
        """Return the materials with tables that may come of `board`, the nearest first."""
        available = [m for m in self._tables.available() if sum(m.pawns) <= _MOST_PAWNS]
        most = max((material.men for material in available), default=0)
        if chess.popcount(board.occupied) > most + _MORE_MEN:
            return []
        here = Material.of(board)
        changes = {
            material: min(_changes(here, material), _changes(here, material.swapped))
            for material in available
        }
        near = [material for material in available if changes[material] < inf]
        return sorted(near, key=lambda material: (changes[material], material))

    def _list(self, words: at.Words, wanted: list[Material]) -> None:
        """Write the list of materials, and forget all chunks."""
        self._words, self._listed, self._begins, self._slices = words, [], [], []
        self._end = 0
        self._pool.clear()
        words[at.LISTED : at.CHUNKS + at.CHUNKS_MOST] = 0
        for material in wanted[: at.LISTED_MOST // 4]:
            layout = self._tables.layout(material)
            chunks = 2 * layout.side_chunks
            if self._end + chunks > at.CHUNKS_MOST:
                continue
            self._listed.append(material)
            self._begins.append(self._end)
            for swapped in {material, material.swapped}:
                place = place_in_list(words, _code(swapped))
                words[place + at.MATERIAL] = _code(swapped)
                words[place + at.SWAPPED] = swapped != material
                words[place + at.CHUNK_SHIFT] = 18 if layout.side_chunks > 1 else 62
                words[place + at.CHUNKS_AT] = at.CHUNKS + self._end
                words[place + at.SIDE_CHUNKS] = layout.side_chunks
                if any(layout.pawns):
                    self._slices.append(_slices(layout))
                    words[place + at.SLICES_AT] = self._slices[-1].ctypes.data
            self._end += chunks


_slices_by_pawns: dict[tuple[int, int], NDArray[np.int32]] = {}  # some megabytes at most


def _slices(layout: Layout) -> NDArray[np.int32]:
    """Return by the pawns' squares twice the slice, and 1 more where files are mirrored.

    Squares ascend, White's before Black's; they are the digits, to the base of 64, of the index.
    """
    if layout.pawns not in _slices_by_pawns:
        white, black = layout.pawns
        found = np.full(64 ** (white + black), -1, np.int32)
        squares = np.array([(*white, *black) for white, black in layout.placements], np.int64)
        digits = 64 ** np.arange(white + black)[::-1]
        mirrored = np.hstack([np.sort(s ^ 7) for s in np.split(squares, [white], axis=1)])
        numbers = 2 * np.arange(len(squares))
        found[mirrored @ digits] = numbers + 1
        found[squares @ digits] = numbers
        _slices_by_pawns[layout.pawns] = found
    return _slices_by_pawns[layout.pawns]


@cache
def _code(material: Material) -> int:
    """Return a material's number in the engine: see `endings`."""
    sides = (material.white, material.black)
    return sum(
        side.count(kind) << (15 * number + 3 * place)
        for number, side in enumerate(sides)
        for place, kind in enumerate(_KINDS)
    )


def _changes(here: Material, there: Material) -> float:
    """Return how many captures and promotions lead from one material to another, or infinity."""
    changes: float = here.men - there.men
    for old, new in ((here.white, there.white), (here.black, there.black)):
        promoted = sum(max(0, new.count(kind) - old.count(kind)) for kind in _KINDS[1:])
        if promoted > old.count("P") - new.count("P") or len(new) > len(old):
            return inf
        changes += promoted
    return changes
