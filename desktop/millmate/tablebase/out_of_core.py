"""Solve a slice whose values do not fit in memory: six men without pawns.

The sets stay in memory, one winning side after the other. The search writes every S_n to disk (see
`layer_file`): a search that was stopped resumes from there, and the values are assembled from there
part by part.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from chess import COLOR_NAMES
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_events import MOST_MOVES, Events
from millmate.kernels.chess_layers import (
    DENSE,
    FREE,
    LISTS,
    LOST,
    LOST_LIST,
    LOST_LISTED,
    NOT_WON,
    OPEN,
    PLY,
    SETS,
    STATE,
    WON,
    WON_LIST,
    WON_LISTED,
    LayerValues,
    Search,
    begin_layer,
    find_layer,
    find_mated,
    find_part,
    finds_densely,
    is_over,
)
from millmate.kernels.chess_spaces import Indices
from millmate.tablebase.conversions import Conversions
from millmate.tablebase.layer_file import LayeredSlice, LayerFile
from millmate.tablebase.layer_search import MOST_PLIES, initialize
from millmate.tablebase.layout import Layout
from millmate.tablebase.spaces import Keys, images_of, slice_space
from millmate.tablebase.table import fill_orders_of

_NO_ROWS = np.empty((0, 64), np.uint8)


@dataclass
class OutOfCoreSearch:
    """The search of slice `number`; resumes after the layers that are in `workspace`.

    `found` and `most` are as in `solve`.
    """

    layout: Layout
    number: int
    keys: Keys
    found: Callable[[bool, int, int], None]
    workspace: Path
    most: int = MOST_MOVES
    threads: int = 1

    def __post_init__(self) -> None:
        self.space = slice_space(self.layout, self.number)
        self.geometry = self.space.geometry(images_of(self.layout, self.number))

    def run(self) -> LayeredSlice:
        """Find the layers of the sides that can win, from which the values are assembled.

        Raises:
            OverflowError: A distance exceeds the most that codes hold by more than 255.
            OSError: The disk is full.
        """
        self.workspace.mkdir(exist_ok=True)
        winners = [side for side in (True, False) if self.space.can_win(side)]
        files = {winner: self._search(winner) for winner in winners}
        return LayeredSlice(self.layout, files, self.most)

    def _search(self, winner: bool) -> LayerFile:
        file = LayerFile(self.workspace / f"{COLOR_NAMES[winner]}-wins", self.layout)
        if file.done:
            return file
        sets, wins, losses = self._begin(winner)
        lists = np.empty((LISTS, self.space.words), np.int32)
        search = Search(winner, sets, lists, np.zeros(STATE, np.int64), self.geometry)
        no_values = LayerValues(_NO_ROWS, _NO_ROWS, _NO_ROWS, _NO_ROWS, self.most)
        over = partial(is_over, search, wins, losses)
        twice = np.zeros((2, MOST_PLIES + 1), np.int64)
        if file.layers:
            self._resume(search, losses, file)
        else:
            twice[0, 0] = find_mated(search, no_values)
            self._add(file, search, twice, last=over())
        while not over():
            if finds_densely(search):
                self._find_in_parts(search, wins, losses, no_values, twice)
            else:
                find_layer(search, wins, losses, no_values, twice)
            self._add(file, search, twice, last=over())
        return file

    def _add(
        self, file: LayerFile, search: Search, twice: NDArray[np.int64], *, last: bool
    ) -> None:
        """Append the layer that was found last."""
        state, ply = search.state, int(search.state[PLY])
        row, list_, size = (
            (WON, WON_LIST, WON_LISTED) if ply % 2 else (LOST, LOST_LIST, LOST_LISTED)
        )
        positions = int(twice[ply % 2, ply])
        about = positions, *state[DENSE:].tolist()
        file.add(search.lists[list_, : state[size]], search.sets[row], about, last)
        self.found(search.winner, ply, positions // 2)

    def _find_in_parts(
        self,
        search: Search,
        wins: Events,
        losses: Events,
        values: LayerValues,
        twice: NDArray[np.int64],
    ) -> None:
        """Find a layer as `find_layer` does, threads sharing the squares of the pivot king."""
        begin_layer(search, wins, losses)
        state, ply, words = search.state, int(search.state[PLY]), self.space.words
        row, list_, size, before = (
            (1, WON_LIST, WON_LISTED, LOST) if ply % 2 else (0, LOST_LIST, LOST_LISTED, WON)
        )
        kings = range(len(self.space.kings))
        with ThreadPoolExecutor(self.threads, "layers") as pool:
            parts = list(pool.map(lambda king: find_part(search, values, king, king + 1), kings))
        found, listed = 0, search.lists[list_]
        for king, (number, counted) in zip(kings, parts, strict=True):
            first = king * words // len(kings)
            listed[found : found + number] = listed[first : first + number]
            found, twice[row, ply] = found + number, twice[row, ply] + counted
        search.sets[before] = 0
        state[WON_LISTED] = state[LOST_LISTED] = 0
        state[size] = found

    def _begin(self, winner: bool) -> tuple[NDArray[np.uint64], Events, Events]:
        """Return the first sets and the events of conversions, without holding anything twice."""
        space, loser = self.space, not winner
        sets = np.empty((SETS, space.words), np.uint64)
        white, black = (NOT_WON, OPEN) if winner else (OPEN, NOT_WON)
        space.fill_masks(sets[FREE], sets[white], sets[black])
        mine = Conversions(self.layout, [self.number], winner, self.keys)
        wins = mine.events(sets[NOT_WON], sets[WON], losses=False).wins
        self.found(winner, 0, 0)
        other = Conversions(self.layout, [self.number], loser, self.keys)
        losses = other.events(sets[OPEN], sets[LOST], wins=False).losses
        self.found(winner, 0, 0)
        sets[OPEN] = sets[LOST]
        initialize(self.geometry, winner, sets)
        return sets, wins, losses

    def _resume(self, search: Search, losses: Events, file: LayerFile) -> None:
        """Make the first sets those after the layers of a file."""
        sets, ply = search.sets, len(file.layers) - 1
        search.state[:] = file.state
        for starts in losses.starts:  # events that are due
            here = slice(starts[1], starts[min(ply // 2 + 1, len(starts) - 1)])
            np.bitwise_or.at(sets[OPEN], losses.indices[here], losses.masks[here])
        for row, won in ((NOT_WON, True), (OPEN, False)):
            found = self._union(file.sets(won), sets[WON])
            np.bitwise_not(found, out=found)
            sets[row] &= found
        listed = np.flatnonzero(self._union([*file.sets(False)][-1:], sets[LOST]))
        search.state[LOST_LISTED] = listed.size
        search.lists[LOST_LIST, : listed.size] = listed
        sets[WON] = 0

    def _union(self, layers: Iterable[tuple[int, Indices, Bitboards]], out: Bitboards) -> Bitboards:
        """Set `out` to all of some layers, like pieces in every order, and return it."""
        out[:] = 0
        for _, indices, words in layers:
            out[indices] |= words
        fill_orders_of(out, self.layout.pieces - 1, self.layout.like)
        return out
