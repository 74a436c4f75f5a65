"""The sets S_n of a table of morris: their sizes and their positions.

Positions are shown with White as the primary side: in `morris:5-4` White has five stones. Where
both sides have the same number, White is to move in all of them. The positions of S_n are decided
in exactly n plies, those of S_0 lost for the side to move. Tables of the placing phase and compact
ones have no plies: S_1 and S_0 stand for all won and all lost positions. A position and its 16
images under the board's symmetry count as one.
"""

from collections.abc import Iterator
from functools import cached_property, reduce
from operator import or_
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from millmate.errors import InputError
from millmate.formatting import plural, side_name, size
from millmate.games.morris.board import MorrisBoard
from millmate.kernels.morris_geometry import POINTS, Geometry
from millmate.language import mark, tr
from millmate.tablebase.morris import index
from millmate.tablebase.morris.index import THREE_RINGS, Masks, firsts, located
from millmate.tablebase.morris.layout import OTHER, OUTCOMES, PRIMARY, Layout
from millmate.tablebase.morris.names import Pair, table_of
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.morris.store import MorrisInfo, MorrisTable
from millmate.tablebase.query import Query, Stand, Zug
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

_SIDES = {True: PRIMARY, False: OTHER}
# By code, of tables with plies and without: 0 is a draw, odd codes are lost, the others won.
_WDL = np.array([0] + [-1, 1] * 127 + [-1], np.int8)


class MorrisSet(DecidedSet):
    """A set of a table of the moving and flying phase."""

    __slots__ = ()

    axis = mark("plies to the end")
    said = (
        mark("{side} to move has lost"),
        mark("{side} to move wins in {moves} ({plies})"),
        mark("{side} to move loses in {moves} ({plies})"),
    )
    fates: ClassVar[tuple[str, ...]] = (
        mark("has lost"),
        mark("wins in {n}"),
        mark("loses in {n}"),
    )

    @property
    def code(self) -> int:
        return self.plies + 1


class PlacingSet(MorrisSet):
    """All won (1) or all lost (0) positions of a table without plies."""

    __slots__ = ()

    axis = mark("0: lost, 1: won")
    outcomes = True
    fates = mark("loses"), mark("wins")

    def __str__(self) -> str:
        """Describe the set: `White to move wins`."""
        return tr("{side} to move {fate}", side=side_name(self.turn), fate=self.fate(self.plies))


def contents(info: MorrisInfo) -> Contents:
    """Return the contents of a table to explore."""
    table, sets = table_of(info.material), in_order(_sets(info))
    white, black = table.stones
    decided = plural(sum(each.count for each in sets), "position")
    words = [
        tr("White {stones}, Black {n}", stones=plural(white, "stone"), n=black),
        *wins_in_words(sets),
        tr("{positions} decided", positions=decided),
        size(info.bytes),
    ]
    return Contents(
        info.material,
        " · ".join(words),
        sets,
        _kind(info),
        men="Ss",
        outcomes=outcomes(
            {turn: info.counts[side] for turn, side in _SIDES.items() if side in info.counts}
        ),
        zugzwangs=isinstance(table, Pair) and bool(sets),
    )


def _sets(info: MorrisInfo) -> Iterator[DecidedSet]:
    kind = _kind(info)
    for turn, side in _SIDES.items():
        if counted := info.counts.get(side):
            plies = counted.plies if kind is MorrisSet else (counted.losses, counted.wins)
            yield from (kind(n, turn, count) for n, count in enumerate(plies))


def _kind(info: MorrisInfo) -> type[DecidedSet]:
    return MorrisSet if info.distances else PlacingSet


class MorrisExplorer(SetSearch):
    """Finds the positions of a morris table's sets; not thread-safe."""

    def __init__(self, table: MorrisTable) -> None:
        self.table = table
        self._layout = table.layout
        self._board = table.layout.table.geometry
        self._columns = table.layout.values_shape[2]
        super().__init__(table.layout.side_chunks, table.layout.chunk_rows * self._columns)

    @property
    def contents(self) -> Contents:
        return contents(self.table.info)

    @property
    def wdl(self) -> NDArray[np.int8]:
        return _WDL

    def codes(self, turn: bool, number: int) -> NDArray[np.uint8]:
        """Return the codes of a chunk, row after row: uint8[places]."""
        layout = self._layout
        side = layout.to_move.index(_SIDES[turn])
        return self.table.codes(side * layout.side_chunks + number).reshape(-1)

    def legal(self, turn: bool, places: Places) -> Flags:
        return np.ones(places.size, np.bool_)

    def meets(self, query: Query, places: Places) -> Flags:
        primary, other = self._masks(places)
        met = np.zeros(places.size, np.bool_)
        for symmetry in range(len(self._board.symmetries)):
            how = symmetry, self._board
            met |= _stand(primary, query.where, "S", *how) & _stand(other, query.where, "s", *how)
        return met

    def zugzwangs(self, kinds: tuple[Zug, ...], number: int) -> Places:
        """Return the places of a chunk that hold a mutual zugzwang of one of the kinds.

        Raises:
            InputError: In the placing phase the number of stones determines the side to move.
        """
        if not isinstance(self._layout.table, Pair):
            raise InputError(
                tr(
                    "While stones are being placed, their number determines the side to move: "
                    "no zugzwang here."
                )
            )
        white = self.wdl[self.codes(True, number)]
        places = np.flatnonzero(white < 1)  # a side in zugzwang does not win when it is to move
        if len(self._layout.to_move) == 2:
            black = -self.wdl[self.codes(False, number)[places]]
        else:
            black = -self._exchanged(places + number * self._chunk_size)
        return places[of_kinds(kinds, white[places], black)]

    def turned(self, board: MorrisBoard, place: int, query: Query) -> MorrisBoard:
        stones = [np.array([mask], np.uint32) for mask in board.stones]
        for symmetry in range(len(self._board.symmetries)):
            black, white = (self._board.image(mask, symmetry) for mask in stones)
            if _stand(white, query.where, "S")[0] and _stand(black, query.where, "s")[0]:
                image = board.copy()
                image.stones[:] = int(black[0]), int(white[0])
                return image
        return board

    def worth(self, board: MorrisBoard) -> list[int]:
        return [move.value.wdl for move in self._tables.moves(board)]

    @cached_property
    def _tables(self) -> MorrisTablebase:
        return MorrisTablebase(self.table.path.parent)

    # Both sides have equally many stones: White stands for the side to move -----------------------

    def _exchanged(self, places: Places) -> NDArray[np.int8]:
        """Return the values of positions for Black with Black to move."""
        primary, other = self._masks(places)
        rows, columns = located(other, primary, self._board)
        found: NDArray[np.int8] = _WDL[self._small.codes(self._packed, rows, columns)]
        return found

    @cached_property
    def _small(self) -> Layout:
        """The layout of the results alone."""
        return Layout(self._layout.table, compact=True)

    @cached_property
    def _packed(self) -> NDArray[np.uint8]:
        """The results of the whole table by row, as `_small` packs them."""
        every = (OUTCOMES[self.codes(True, number)] for number in range(self._chunks))
        return np.concatenate([self._small.packed(c.reshape(-1, self._columns)) for c in every])

    def first(self, places: Places) -> Flags:
        """Return, for each place, whether it is its position's first one.

        A row whose stones are symmetrical holds their positions several times.
        """
        return firsts(*self._masks(places), self._board)

    def board(self, turn: bool, place: int) -> MorrisBoard:
        table, at = self._layout.table, divmod(place, self._columns)
        primary, other = index.position(*table.stones, *at, self._board)
        board = MorrisBoard(table.variant)
        board.turn = turn
        board.stones[:] = other, primary
        board.hand[:] = [hand for _, hand in table.sides[::-1]]
        board.number = 1 + table.variant.stones - max(board.hand)
        return board

    def _masks(self, places: Places) -> tuple[Masks, Masks]:
        """Return the stones of the primary and of the other side at some places."""
        at = np.divmod(places, self._columns)
        return index.positions(*self._layout.table.stones, *at, self._board)


def _stand(
    stones: Masks,
    where: tuple[Stand, ...],
    man: str,
    symmetry: int = 0,
    board: Geometry = THREE_RINGS,
) -> Flags:
    """Return, for each mask, whether its image has different stones where conditions require it."""
    asked = [stand.places for stand in where if stand.man == man]
    wanted = board.image(np.array(_choices(asked), np.uint32), symmetry)
    return reduce(
        or_, ((stones & mask) == mask for mask in wanted), np.zeros(stones.size, np.bool_)
    )


def _choices(asked: list[int]) -> list[int]:
    """Return the masks of one point each of some masks, all of them different."""
    masks = {0}
    for places in asked:
        points = [1 << point for point in range(POINTS) if places >> point & 1]
        masks = {mask | point for mask in masks for point in points if not mask & point}
    return sorted(masks)
