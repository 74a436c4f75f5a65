"""Solve a slice whose values do not fit in memory: six men without pawns.

The sets stay in memory, one winning side after the other. The search writes every S_n to disk (see
`layer_file`) and, from time to time, how far it has come: the sets follow from the layers. The
values are assembled from there part by part.
"""

import json
import shutil
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

import google_crc32c
import numpy as np
from chess import COLOR_NAMES
from numpy.typing import NDArray

from millmate import limits
from millmate.decoder import DecodeError, decode_text
from millmate.files import write_atomically
from millmate.kernels.chess_events import MOST_MOVES, Events
from millmate.kernels.chess_layers import (
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
    count,
    find_layer,
    find_mated,
    find_part,
    finds_densely,
    is_over,
)
from millmate.regular_files import NotRegularError
from millmate.tablebase.codec import UnsoundError
from millmate.tablebase.conversions import Conversions
from millmate.tablebase.layer_file import LayeredSlice, LayerFile
from millmate.tablebase.layer_search import MOST_PLIES, initialize
from millmate.tablebase.layout import Layout
from millmate.tablebase.spaces import Keys, images_of, slice_space
from millmate.tablebase.table import fill_orders_of

_SAVE = 600.0  # seconds between two checkpoints
_STATE = "layers"
_SIDES = str(True), str(False)  # as JSON names them
_LARGEST_STATE = 1_000_000  # bytes
_NO_ROWS = np.empty((0, 64), np.uint8)


@dataclass
class Progress:
    """The state of a search that a checkpoint stores.

    By winning side: `twice` and `legal` as in `solve`, the kernels' `state` while the search runs,
    and whether it is done. `layers` are those in the layer files, their plies and numbers of words,
    by winning side and side to move; `checksums` belong to those files.
    """

    twice: dict[str, list[list[int]]] = field(default_factory=dict)
    legal: dict[str, int] = field(default_factory=dict)
    state: dict[str, list[int]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    layers: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    checksums: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def is_sound(self) -> bool:
        """Return whether a search can reach this state: all parts present, all numbers in range."""
        begun = self.state.keys()
        sides = [(side, won) for side in begun for won in (0, 1)]
        return (
            begun == self.twice.keys()
            and set(self.done) <= begun <= set(_SIDES)
            and (not begun or self.legal.keys() == set(_SIDES))
            and all(len(state) == STATE and min(state) >= 0 for state in self.state.values())
            and all(self.state[side][PLY] <= MOST_PLIES for side in begun - set(self.done))
            and all(
                len(twice) == 2
                and all(len(plies) == MOST_PLIES + 1 and min(plies) >= 0 for plies in twice)
                for twice in self.twice.values()
            )
            and all(words > 0 for layers in self.layers.values() for _, words in layers)
            and all(self._plies(side, won) == self._listed(side, won) for side, won in sides)
        )

    def _plies(self, side: str, won: int) -> list[int]:
        """Return the plies of the nonempty layers found, with the winner or the loser to move."""
        return [plies for plies, number in enumerate(self.twice[side][won]) if number]

    def _listed(self, side: str, won: int) -> list[int]:
        """Return the plies of the layers in the files."""
        return [plies for plies, _ in self.layers.get(f"{side} {(side == str(True)) == won}", [])]


class OutOfCoreSearch:
    """The search of one slice; its files are in `workspace`."""

    def __init__(
        self,
        layout: Layout,
        number: int,
        keys: Keys,
        found: Callable[[bool, int, int], None],
        workspace: Path,
        most: int = MOST_MOVES,
        threads: int = 1,
    ) -> None:
        """Prepare to start, or to resume from the last checkpoint."""
        self._threads = threads
        self._layout, self._number = layout, number
        self.space = slice_space(layout, number)
        self._geometry = self.space.geometry(images_of(layout, number))
        self._keys = keys
        self._found = found
        self._workspace = workspace
        self._most = most
        self.progress = Progress()

    def run(self, winners: list[bool]) -> LayeredSlice:
        """Find the layers of these winning sides, from which the values are assembled.

        A damaged checkpoint is discarded, and the search starts again.

        Raises:
            OverflowError: A distance exceeds the most that codes hold by more than 255.
            OSError: The disk is full.
        """
        try:
            return self._run(winners)
        except UnsoundError:
            shutil.rmtree(self._workspace)
            return self._run(winners)

    def _run(self, winners: list[bool]) -> LayeredSlice:
        self._workspace.mkdir(exist_ok=True)
        self.progress = _progress(self._workspace / _STATE)
        for winner in winners:
            if str(winner) not in self.progress.done:
                self._search(winner)
        files = {
            turn: [self._layer_files(winner)[0 if turn == winner else 1] for winner in winners]
            for turn in (True, False)
        }
        found = LayeredSlice(self._layout, files, self._most)
        for turn in files:
            for file in files[turn]:
                for _ in file.sets():  # which checks them
                    self._found(winners[-1], 0, 0)  # check for a stop here
        return found

    def first_place(self, winner: bool, plies: int) -> int:
        """Return the first place of a layer with the winner to move."""
        return self._layer_files(winner)[0].first(plies)

    def _search(self, winner: bool) -> None:
        name = str(winner)
        sets, wins, losses = self._begin(winner)
        lists = np.empty((LISTS, self.space.words), np.int32)
        search = Search(winner, sets, lists, np.zeros(STATE, np.int64), self._geometry)
        no_values = LayerValues(_NO_ROWS, _NO_ROWS, _NO_ROWS, _NO_ROWS, self._most)
        state, twice = search.state, np.zeros((2, MOST_PLIES + 1), np.int64)
        mine, other = files = self._layer_files(winner)
        if name in self.progress.state:
            state[:], twice[:] = self.progress.state[name], self.progress.twice[name]
            self._resume(search, losses, files)
        else:
            twice[0, 0] = find_mated(search, no_values)
            other.add(0, lists[LOST_LIST, : state[LOST_LISTED]], sets[LOST])
            self._found(winner, 0, int(twice[0, 0]) // 2)
        saved = time.monotonic()
        while not is_over(search, wins, losses):
            if finds_densely(search):
                self._find_in_parts(search, wins, losses, no_values, twice)
            else:
                find_layer(search, wins, losses, no_values, twice)
            ply = int(state[PLY])
            if ply % 2:
                mine.add(ply, lists[WON_LIST, : state[WON_LISTED]], sets[WON])
            else:
                other.add(ply, lists[LOST_LIST, : state[LOST_LISTED]], sets[LOST])
            self._found(winner, ply, int(twice[:, ply].sum()) // 2)
            if not ply % 2 and time.monotonic() - saved > _SAVE:
                self._note(search, twice, files)
                saved = time.monotonic()
        self.progress.done.append(name)
        self._note(search, twice, files)

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
        with ThreadPoolExecutor(self._threads, "layers") as pool:
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
        for side, legal in ((winner, sets[NOT_WON]), (loser, sets[OPEN])):
            self.progress.legal[str(side)] = int(count(legal, self._geometry))
        mine = Conversions(self._layout, [self._number], winner, self._keys)
        wins = mine.events(sets[NOT_WON], sets[WON], losses=False).wins
        self._found(winner, 0, 0)
        other = Conversions(self._layout, [self._number], loser, self._keys)
        losses = other.events(sets[OPEN], sets[LOST], wins=False).losses
        self._found(winner, 0, 0)
        sets[OPEN] = sets[LOST]
        initialize(self._geometry, winner, sets)
        return sets, wins, losses

    # Files ----------------------------------------------------------------------------------------

    def _layer_files(self, winner: bool) -> tuple[LayerFile, LayerFile]:
        """Return the files of a winning side: with it to move, and with the other side to move."""
        mine, other = (
            LayerFile(
                self._workspace / f"{COLOR_NAMES[winner]}-wins-{COLOR_NAMES[turn]}-to-move",
                self._layout,
                self.progress.layers.get(f"{winner} {turn}"),
                self.progress.checksums.get(f"{winner} {turn}"),
            )
            for turn in (winner, not winner)
        )
        return mine, other

    def _note(
        self, search: Search, twice: NDArray[np.int64], files: tuple[LayerFile, LayerFile]
    ) -> None:
        """Write a checkpoint."""
        winner = search.winner
        self.progress.state[str(winner)] = search.state.tolist()
        self.progress.twice[str(winner)] = twice.tolist()
        for turn, file in zip((winner, not winner), files, strict=True):
            file.sync()
            self.progress.layers[f"{winner} {turn}"] = file.layers
            self.progress.checksums[f"{winner} {turn}"] = file.checksums
        content = json.dumps(asdict(self.progress)).encode()
        seal = b"%08x\n" % google_crc32c.value(content)
        write_atomically(self._workspace / _STATE, seal + content)

    def _resume(self, search: Search, losses: Events, files: tuple[LayerFile, LayerFile]) -> None:
        """Make the first sets those of the last checkpoint; raises `UnsoundError`."""
        sets, ply = search.sets, int(search.state[PLY])
        for starts in losses.starts:  # events that are due
            here = slice(starts[1], starts[min(ply // 2 + 1, len(starts) - 1)])
            np.bitwise_or.at(sets[OPEN], losses.indices[here], losses.masks[here])
        for row, file in zip((NOT_WON, OPEN), files, strict=True):
            found = self._union(file, range(ply + 1), sets[WON])
            np.bitwise_not(found, out=found)
            sets[row] &= found
        listed = np.flatnonzero(self._union(files[1], range(ply, ply + 1), sets[LOST]))
        search.state[LOST_LISTED] = listed.size
        search.lists[LOST_LIST, : listed.size] = listed
        sets[WON] = 0

    def _union(self, file: LayerFile, plies: range, out: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Set `out` to all layers of these plies, like pieces in every order, and return it."""
        out[:] = 0
        for each, indices, words in file.sets():
            if each in plies:
                out[indices] |= words
        fill_orders_of(out, self._layout.pieces - 1, self._layout.like)
        return out


def _progress(file: Path) -> Progress:
    """Return the state in the last checkpoint, or an initial one without a checkpoint."""
    try:
        seal, _, content = limits.read(file, _LARGEST_STATE).partition(b"\n")
    except FileNotFoundError:
        return Progress()
    except (limits.TooLargeError, NotRegularError, IsADirectoryError):
        raise UnsoundError("the last checkpoint cannot be parsed") from None
    if seal != b"%08x" % google_crc32c.value(content):
        raise UnsoundError("the last checkpoint does not match its checksum")
    try:
        found = decode_text(Progress, content)
    except DecodeError:
        raise UnsoundError("the last checkpoint has another format") from None
    if not found.is_sound:
        raise UnsoundError("the last checkpoint describes an impossible state")
    return found
