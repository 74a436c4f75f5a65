"""The sets S_n of a table of chess: their sizes and their positions.

S_n are the positions decided in exactly n plies: in S_0 the side to move is mated, in S_n with odd
n it mates in (n + 1) / 2 moves, with even n it is mated in n / 2. The sizes are in a table's
metadata; the positions are found among its values, see `sets`. Tables of distances to zeroing have
the sets `ZeroingSet` instead. A position counts as one with its images under the board's symmetry
and with all orders of like pieces.
"""

from collections.abc import Callable, Iterator
from functools import cache, cached_property

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.formatting import plural, size
from millmate.kernels.chess_geometry import ON_DIAGONAL
from millmate.language import tr
from millmate.tablebase.chess_sets import DistanceSet, ZeroingSet
from millmate.tablebase.chunk_positions import check, legal, squares_of, standing, turned
from millmate.tablebase.layout import LOST, Layout, mirrored
from millmate.tablebase.metric import Metric
from millmate.tablebase.probe import Tablebase, ZeroingTables
from millmate.tablebase.probe_many import runs
from millmate.tablebase.query import Query, Zug
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sets import (
    Contents,
    DecidedSet,
    Flags,
    Places,
    SetSearch,
    in_order,
    of_kinds,
    outcomes,
    wins_in_words,
)
from millmate.tablebase.table import Table, TableInfo

_SIDES = {True: "white", False: "black"}
_CODES = np.arange(256)
_WDL = np.where(_CODES >= LOST, -1, np.sign(_CODES)).astype(np.int8)
_FINDING = 0.9  # of the search of a compact table's slice
_CURSED = _CODES % LOST > LONGEST


def contents(info: TableInfo) -> Contents:
    """Return the contents of a table to explore."""
    zeroing, sets = _counts_zeroing(info), in_order(_sets(info))
    white, black = info.material.split("v")
    # With like pieces, counts exceed the sizes of the sets.
    orders = any(len(set(side)) < len(side) for side in (white, black))
    counts = {side: info.counts[name] for side, name in _SIDES.items()}
    drawn = {(side, 1): own.cursed_wins for side, own in counts.items()}
    drawn |= {(side, -1): own.blessed_losses for side, own in counts.items()}
    decided = plural(sum(each.count for each in sets), "position")
    words = [
        ", ".join(wins_in_words(sets)) or tr("Neither side can force a win"),
        tr("{positions} decided (like pieces in every order)", positions=decided)
        if orders
        else tr("{positions} decided", positions=decided),
        size(info.bytes),
    ]
    return Contents(
        (Metric.DTZ if zeroing else Metric.DTM).titled(info.material),
        " · ".join(words),
        sets,
        ZeroingSet if zeroing else DistanceSet,
        orders,
        men=white + black.lower(),
        outcomes=outcomes(counts),
        zugzwangs=any(each.won for each in sets),
        checks=True,
        cursed={value: number for value, number in drawn.items() if number},
    )


def _sets(info: TableInfo) -> Iterator[DecidedSet]:
    for turn, side in _SIDES.items():
        counts = info.counts[side]
        if not _counts_zeroing(info):
            yield from (DistanceSet(n, turn, count) for n, count in enumerate(counts.plies))
            continue
        for lost, counted in enumerate((counts.plies, counts.lost_plies)):
            yield from (ZeroingSet(n, turn, count, lost > 0) for n, count in enumerate(counted))


def _counts_zeroing(info: TableInfo) -> bool:
    return info.metric == Metric.DTZ.title


class Explorer(SetSearch):
    """Finds the positions of a chess table's sets, of either metric; not thread-safe."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._layout = table.layout
        super().__init__(table.layout.side_chunks, table.layout.chunk_size)
        self._number = 0  # of the chunk that is read
        table.progress = self._report_slice

    @property
    def contents(self) -> Contents:
        return contents(self.table.info)

    @property
    def wdl(self) -> NDArray[np.int8]:
        return _WDL

    @property
    def cursed(self) -> Flags:
        return _CURSED if _counts_zeroing(self.table.info) else super().cursed

    def exact(self, chosen: DecidedSet, places: Places) -> Flags:
        if not places.size or not self.table.has_more:
            return np.full(places.shape, not chosen.above)
        numbers, inside = np.divmod(places, self._layout.chunk_size)
        at = int(numbers[0]) + (0 if chosen.turn else self._layout.side_chunks)
        found: Flags = self.table.more_of_chunk(at)[inside] == chosen.above
        return found

    def codes(self, turn: bool, number: int) -> NDArray[np.uint8]:
        return self._read(self.table.chunk, turn, number)

    def results(self, turn: bool, number: int) -> NDArray[np.uint8]:
        return self._read(self.table.stored_chunk, turn, number)

    def _read(self, read: Callable[[int], bytes], turn: bool, number: int) -> NDArray[np.uint8]:
        self._number = number
        chunk = read(number + (0 if turn else self._layout.side_chunks))
        return np.frombuffer(chunk, np.uint8)

    def _report_slice(self, fraction: float) -> None:
        """Report the progress of finding a slice: far slower than the search of its chunks."""
        chunks = self._layout.slice_chunks
        first = self._number // chunks * chunks
        self.report((first + _FINDING * fraction * chunks) / self._layout.side_chunks)

    def first(self, places: Places) -> Flags:
        return is_first(self._layout, places)

    def board(self, turn: bool, place: int) -> chess.Board:
        return self._layout.board(place + (0 if turn else self._layout.size // 2))

    def legal(self, turn: bool, places: Places) -> Flags:
        return legal(self._layout, turn, places)

    def meets(self, query: Query, places: Places) -> Flags:
        met = np.ones(places.size, np.bool_)
        if query.where:
            met &= standing(self._layout, places, query.where) > 0
        if query.check is not None:
            met &= check(self._layout, query.turn, places) == query.check
        return met

    def zugzwangs(self, kinds: tuple[Zug, ...], number: int) -> Places:
        places, white, black = self.zugzwang_codes(number)
        return places[of_kinds(kinds, _WDL[white], -_WDL[black])]

    def zugzwang_codes(self, number: int) -> tuple[Places, NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the places of a chunk with mutual zugzwangs, and their codes for either side.

        White's codes are those with White to move, Black's those with Black to move.
        """
        white, black = self.results(True, number), self.results(False, number)
        # As signed bytes draws are 0 and losses negative; illegal positions read as draws.
        sign, other = white.view(np.int8), black.view(np.int8)
        places = np.flatnonzero((sign | other < 0) & (sign <= 0) & (other <= 0))
        for turn, codes in ((True, white), (False, black)):
            kept = codes[places] != 0
            start = number * self._layout.chunk_size
            kept[~kept] = legal(self._layout, turn, places[~kept] + start)
            places = places[kept]
        return places, white[places], black[places]

    def turned(self, board: chess.Board, place: int, query: Query) -> chess.Board:
        return turned(self._layout, board, place, query.where)

    def worth(self, board: chess.Board) -> list[int]:
        return [move.value.assumed for move in self._tables.moves(board)]

    @cached_property
    def _tables(self) -> Tablebase | ZeroingTables:
        kind = ZeroingTables if _counts_zeroing(self.table.info) else Tablebase
        return kind(self.table.path.parent)


def is_first(layout: Layout, places: Places) -> Flags:
    """Return whether each place, counted with one side to move, is its position's first one.

    The other places of a position are other orders of like pieces, and the mirror image
    where White's king is on the long diagonal or the pawns mirror each other.
    """
    pawned, squares = any(layout.pawns), squares_of(layout, places)
    if pawned:
        twice = _mirrored_slices(layout)[places // layout.slice_size]
    else:
        twice = ON_DIAGONAL[squares[0]]
    # Few places are in doubt, none at all in most chunks.
    first, own = ~twice, squares[:, twice]
    images = _TRANSFORMS[int(pawned)][own]
    for start, end in runs(layout):
        images[1 + start : 1 + end] = np.sort(images[1 + start : 1 + end], axis=0)
    digits = 64 ** np.arange(len(own))[::-1]
    first[twice] = digits @ own <= digits @ images
    for piece in layout.like:
        first &= squares[1 + piece] < squares[2 + piece]
    return first


@cache
def _mirrored_slices(layout: Layout) -> NDArray[np.bool_]:
    return np.array([pawns == mirrored(pawns) for pawns in layout.placements], np.bool_)


_ALL = np.arange(64)
# The mirror image of a square: across the long diagonal without pawns, left to right with pawns.
_TRANSFORMS = np.array([_ALL >> 3 | (_ALL & 7) << 3, _ALL ^ 7])
