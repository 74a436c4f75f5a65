"""Which tables of endings the chess engine looks up in its tree, and how they are listed there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf
from typing import Protocol

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels.engine import layout as at
from millmate.kernels.engine.entries import place_in_list
from millmate.search.tree_tables import ChunkSource, TreeTables

_MOST_PAWNS = 3  # of more, the list of their placements takes too much memory
_MORE_MEN = 4  # than tables have, at most, for it to be worth while to list any
_KINDS = "PNBRQ"


class Layout(Protocol):
    """Where positions are in a table, such as `tablebase.layout.Layout`."""

    @property
    def pawns(self) -> tuple[int, int]:
        """The numbers of White's and of Black's pawns."""

    @property
    def slice_numbers(self) -> NDArray[np.int32]:
        """By the pawns' squares, twice the slice, plus 1 where files are mirrored; -1 for none."""

    @property
    def side_chunks(self) -> int:
        """The number of chunks with one side to move."""


class ChunkedTables(ChunkSource, Protocol):
    """Tables of endings by chunks, such as `tablebase.probe.Tablebase`."""

    def available(self) -> Sequence[Material]:
        """Return the canonical materials there are tables of."""

    def layout(self, material: Material) -> Layout:
        """Return where positions are in a table."""


class ChessTreeTables(TreeTables):
    """The endings that may come of the positions an engine searches; see `tree_tables`.

    The tables are listed before the search, the nearest first.
    """

    layout = at
    _tables: ChunkedTables

    def __init__(self, tables: ChunkedTables, megabytes: int) -> None:
        super().__init__(tables, megabytes)
        self._slices: list[NDArray[np.int32]] = []  # the engine holds their addresses

    def prepare(self, words: at.Words, board: chess.Board) -> None:
        """Set the engine with the buffer `words` up to look up what may come of `board`.

        `words` is uint64[...] as `kernels.engine.layout` divides it.
        """
        words[at.MOST_MEN] = words[at.TB_HITS] = 0
        wanted = self._reachable(board) if len(self._slots) else []
        if not wanted:
            return
        if self._must_start_over(words) or not set(wanted) <= set(self._listed):
            self._list(words, wanted)
        words[at.MOST_MEN] = max((material.men for material in self._listed), default=0)

    def _asked(self, words: at.Words) -> list[int]:
        if self._words is not words or not words[at.MOST_MEN]:
            return []
        return np.flatnonzero(self._addresses(words) == at.ASKED).tolist()

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
        self._clear(words)
        self._slices = []
        for material in wanted[: at.LISTED_MOST // 4]:
            layout = self._tables.layout(material)
            chunks_at = self._append(material, 2 * layout.side_chunks)
            if chunks_at is None:
                continue
            for swapped in {material, material.swapped}:
                place = place_in_list(words, _code(swapped))
                words[place + at.MATERIAL] = _code(swapped)
                words[place + at.SWAPPED] = swapped != material
                words[place + at.CHUNK_SHIFT] = 18 if layout.side_chunks > 1 else 62
                words[place + at.CHUNKS_AT] = chunks_at
                words[place + at.SIDE_CHUNKS] = layout.side_chunks
                if any(layout.pawns):
                    self._slices.append(layout.slice_numbers)
                    words[place + at.SLICES_AT] = self._slices[-1].ctypes.data


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
