"""Distance to zeroing: plies to the next capture, pawn move or mate, in one slice of a table.

Tables count plies to mate (DTM), without a clock. Under the fifty-move rule a side wins if it can
force mate, or a zeroing move (a capture or a pawn move) into a position that it wins, before the
clock runs out. All positions between two zeroing moves belong to one slice, so the distance to
zeroing (DTZ) of a whole slice is found with the kernels that find mates, as if every zeroing move
that keeps the win were mate.

The tables decide what follows a zeroing move: mate within fifty moves is a win, since a winner who
follows the table mates before the clock runs out. A longer mate may or may not be a win under the
rule. So a slice that leads to such positions is solved twice: `Bound.PROVEN` takes them for draws,
`Bound.POSSIBLE` for wins. Where the two agree the answer is exact; elsewhere only DTZ tables of the
slices that follow could decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import chess
import numpy as np

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase.conversions import Conversions, promoted_keys
from millmate.tablebase.layer_search import LayerSearch
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.locate import locate
from millmate.tablebase.lru import LruCache
from millmate.tablebase.metric import Metric
from millmate.tablebase.rule50 import LONGEST, Distance, plies_left
from millmate.tablebase.spaces import (
    Values,
    cached_keys,
    images_of,
    slice_space,
)
from millmate.tablebase.store import opened

# Returns the values of a slice, as `spaces.Read` does; all of them fit in memory.
Read = Callable[[Material, int, bool], Values]

MOST_WORDS = 10 * 64**3  # of a slice: five men without pawns, or six with two pawns
_MOVES = LONGEST // 2  # of each side before the clock runs out
_KEYS = 64_000_000  # bytes of keys kept while one slice is solved
_KEPT = 400_000_000  # bytes of solved slices kept; none is larger


class Bound(Enum):
    """The value assumed for positions behind a zeroing move whose mate takes over fifty moves."""

    PROVEN = "draws"
    POSSIBLE = "wins"


class Task(NamedTuple):
    """A slice of a canonical table, to be solved for one winner."""

    material: Material
    number: int
    winner: bool


@dataclass(frozen=True)
class Distances:
    """The distance to zeroing in one slice, for one winner.

    `values`: a code for every place of the slice, uint8[2 (White to move first), places]; 0 where
    the winner does not get there within `LONGEST` plies. `exact` is whether no
    position behind a zeroing move was in doubt.
    """

    task: Task
    values: Values
    exact: bool

    def plies(self, turn: bool, place: int) -> int | None:
        """Return the plies to mate or the zeroing move with best play, None if that is too far."""
        code = int(self.values[0 if turn else 1, place])
        return code % LOST if code else None


def solve_distances(task: Task, read: Read, bound: Bound) -> Distances:
    """Solve a slice.

    Args:
        task: The slice and the winner.
        read: Reads the values of tables; the slice's own are not needed.
        bound: The value of mates in over fifty moves behind a zeroing move.

    Raises:
        MillMateError: The slice has more than `MOST_WORDS` words.
        TableError: A table that a zeroing move leads to is missing or damaged.
    """
    layout = Layout(task.material)
    if layout.words > MOST_WORDS:
        raise MillMateError(f"{task.material} is too large to count its moves to zeroing")
    doubtful = _Doubtful(read, bound)
    space = slice_space(layout, task.number)
    legal = space.masks()
    keys = cached_keys(doubtful, _KEYS)
    promoted = promoted_keys(space, keys)
    out = {
        side: Conversions(space, side, legal.legal[side], keys, promoted).events()
        for side in (True, False)
    }
    geometry = space.geometry(images_of(layout, task.number))
    search = LayerSearch(legal, geometry, task.winner, out, Metric.DTZ)
    values = np.zeros((2, space.words, 64), np.uint8)
    while search.plies <= LONGEST and not search.advance(values, most=LONGEST + 1 - search.plies):
        pass
    return Distances(task, values.reshape(2, -1), not doubtful.met)


class DtzSolver:
    """Distances to zeroing of positions whose tables are in a directory, solved on demand.

    Used in one thread. The latest results are cached.
    """

    def __init__(self, directory: Path) -> None:
        """Solve from the tables in `directory`."""
        self._table = cache(partial(opened, directory))
        self._solved = LruCache[tuple[Task, Bound], Distances](
            _KEPT, lambda distances: distances.values.nbytes
        )

    def distances(self, texts: Sequence[str], winner: bool) -> list[Distance | None]:
        """Return the distances of positions for a winner, None where they cannot be found.

        They hold for the clock of each FEN.
        """
        return [self._distance(chess.Board(fen), winner) for fen in texts]

    def _distance(self, board: chess.Board, winner: bool) -> Distance | None:
        try:
            task, turn, place = _located(board, winner)
            proven = self._solve(task, Bound.PROVEN)
            found = proven.plies(turn, place)
            if proven.exact or (found is not None and found <= plies_left(board)):
                return Distance(found, found)
            return Distance(found, self._solve(task, Bound.POSSIBLE).plies(turn, place))
        except (MillMateError, MemoryError, OSError):
            return None

    def _solve(self, task: Task, bound: Bound) -> Distances:
        return self._solved.get((task, bound), lambda: solve_distances(task, self._read, bound))

    def _read(self, material: Material, number: int, turn: bool) -> Values:
        return self._table(material).slice_values(turn, number)


def _located(board: chess.Board, winner: bool) -> tuple[Task, bool, int]:
    """Return the task that covers a position, and its side to move and place in that slice."""
    layout, swapped, at = locate(board)
    side, inside = divmod(at, layout.slices * layout.slice_size)
    number, place = divmod(inside, layout.slice_size)
    return Task(layout.material, number, winner != swapped), side == 0, place


class _Doubtful:
    """Reads tables for positions after zeroing moves, with mates in over fifty moves as `bound`."""

    def __init__(self, read: Read, bound: Bound) -> None:
        self._read, self._bound = read, bound
        self.met = False

    def __call__(self, material: Material, number: int, turn: bool) -> Values:
        values = self._read(material, number, turn)
        won, lost = np.uint8(1), np.uint8(LOST)
        after = np.where(values >= LOST, lost, np.minimum(values, won))
        long = (values & 127) > _MOVES
        if long.any():
            self.met = True
            if self._bound is Bound.PROVEN:
                after[long] = 0
        return after
