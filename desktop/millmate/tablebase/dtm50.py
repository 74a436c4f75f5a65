"""Mates under the fifty-move rule, where DTM, DTZ and the clock do not settle them; loads kernels.

A slice is solved when a position of it is first asked for, from tables of distances to mate and, if
they exist, of distances to zeroing; those that take longest are kept (see `clock_files`). Without
DTZ, a mate in over fifty moves after a capture or pawn move is in doubt. A slice that leads to such
positions is solved twice, with them as draws and as they are: where both agree the result is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import chess
import numpy as np

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.value import FIFTY
from millmate.tablebase import clock_files, late_mates, store
from millmate.tablebase.chess_tables import ChessTables
from millmate.tablebase.clocks import Places, Solved, Values, solve_clocks
from millmate.tablebase.layout import MOST_OF_CODE, layout_of
from millmate.tablebase.locate import men_on
from millmate.tablebase.lru import LruCache
from millmate.tablebase.metric import Metric
from millmate.tablebase.rule50 import LONGEST, Distance, plies_left, ruled
from millmate.tablebase.table import Table, fill_orders

MOST_WORDS = 10 * 64**3  # of a slice: five men without pawns, or six with two pawns
_KEPT = 400_000_000  # bytes of solved slices kept, besides the latest
_PIECES = 3  # besides the kings, of a pawnless slice that takes long enough to keep in a file
_BARE_KINGS = 2  # men


class AtZero:
    """Reads the values of slices at clock 0 from the tables of a directory.

    A mate within fifty moves is as in DTM. `doubtful` is whether a longer one was met that the rule
    may draw, for want of a table of DTZ; `inexact`, whether the distance of one was in doubt.
    """

    def __init__(self, directory: Path, draws: bool = True) -> None:
        """Take long mates in doubt for draws, or else as they are."""
        self.own: dict[tuple[Material, int, bool], Places] = {}  # late mates that are not in files
        self._late = cache(partial(late_mates.read, directory))
        self._mates = cache(partial(store.opened, directory))
        self._zeroing = cache(partial(_opened, Metric.DTZ.directory(directory)))
        self._draws = draws
        self.doubtful = self.inexact = False

    @property
    def doubts(self) -> tuple[bool, bool]:
        """`doubtful` and `inexact`."""
        return self.doubtful, self.inexact

    def __call__(self, material: Material, number: int, turn: bool) -> Values:
        """Return a slice's values, as `Table.slice_values` does."""
        values = self._mates(material).slice_values(turn, number)
        late = values & MOST_OF_CODE > FIFTY  # a remainder takes far longer
        if not late.any():
            return values
        zeroing = self._zeroing(material)
        if zeroing is None:
            self.doubtful = self.inexact = True
            return np.where(late, np.uint8(0), values) if self._draws else values
        drawn = late & (zeroing.slice_values(turn, number) & MOST_OF_CODE > LONGEST)
        values = np.where(drawn, np.uint8(0), values)
        known = self._late_of(material, number, turn)
        if known is None:
            self.inexact |= bool((late & ~drawn).any())
        else:
            values.reshape(-1)[known.places] = known.codes
            fill_orders(layout_of(material), values)
        return values

    def _late_of(self, material: Material, number: int, turn: bool) -> Places | None:
        """Return the late mates of a slice that are not as in DTM, None if they are unknown."""
        own = self.own.get((material, number, turn))
        sides = None if own else self._late(material)
        if sides is None:
            return own
        size = layout_of(material).slice_size
        places, codes = sides[turn]
        first, last = np.searchsorted(places, [number * size, (number + 1) * size])
        return Places(places[first:last] - number * size, codes[first:last])


def _opened(directory: Path, material: Material) -> Table | None:
    return store.opened(directory, material) if store.exists(directory, material) else None


class _Known(NamedTuple):
    """A solved slice, and how sure its values are, as in `AtZero`."""

    slice: Solved
    doubtful: bool
    inexact: bool


class ClockSlices:
    """Values at every clock, of positions whose tables are in a directory, solved on demand.

    Used in one thread. The latest slices are kept.
    """

    def __init__(self, directory: Path, mates: ChessTables, zeroing: ChessTables) -> None:
        """Solve from the tables in `directory`, where `mates` has those of DTM."""
        self._directory, self._mates, self._zeroing = directory, mates, zeroing
        self._solved = LruCache[tuple[Material, int, bool], _Known](
            _KEPT, lambda known: known.slice.nbytes, keep_last=True
        )

    def distances(self, texts: Sequence[str], winner: bool) -> list[Distance | None]:
        """Return the distances of positions for a winner, None where they cannot be found.

        They hold for the clock of each FEN.
        """
        found: list[Distance | None] = []
        for fen in texts:
            try:
                found.append(self._distance(chess.Board(fen), winner))
            except (MillMateError, MemoryError, OSError):
                found.append(None)
        return found

    def _distance(self, board: chess.Board, winner: bool) -> Distance:
        captures = list(board.generate_legal_ep()) if board.ep_square is not None else []
        if not captures:
            return self._without_passant(board, winner)
        found = [self._after(board, move, winner) for move in captures]
        if any(move not in captures for move in board.generate_legal_moves()):
            plain = board.copy(stack=False)
            plain.ep_square = None
            found.append(self._without_passant(plain, winner))
        return _best(found, board.turn == winner)

    def _after(self, board: chess.Board, move: chess.Move, winner: bool) -> Distance:
        """Return the distance by a capture en passant, which sets the clock back."""
        board = board.copy(stack=False)
        board.push(move)
        found = ruled(board, self._mates.probe(board), self.resolve)
        if found.final.wdl is None:
            return Distance(None, 1)
        if found.final.wdl != (1 if board.turn == winner else -1):
            return Distance(None, None)
        mate = found.plies if found.in_time else None
        return Distance(1, 1, None if mate is None else mate + 1)

    def resolve(self, boards: Sequence[chess.Board], winner: bool) -> list[Distance]:
        """Return the distances of positions for a winner: a `rule50.Resolver`.

        Raises:
            MillMateError: A table is missing or damaged, or a slice too large.
        """
        return [self._distance(board, winner) for board in boards]

    def _without_passant(self, board: chess.Board, winner: bool) -> Distance:
        value, left = self._mates.probe(board), plies_left(board)
        if value.plies is None or value.wdl != (1 if board.turn == winner else -1):
            return Distance(None, None)
        place, zeroed = _Place.of(board, self._mates), self._zeroing.get(board)
        if zeroed is not None:
            known = Distance(zeroed.zeroing, zeroed.zeroing)
        else:
            known = self._counted(place, value.plies, left)
        if known.proven is None or known.proven > left:
            return known
        found = self._solve(place)
        if found.inexact:
            return known
        plies = found.slice.plies(place.turn, place.at, LONGEST - left)
        return known._replace(mate=value.plies if plies is None else abs(plies))

    def _counted(self, place: _Place, plies: int, left: int) -> Distance:
        """Return the distance to zeroing of a position without DTZ, `plies` from mate by DTM."""

        def zeroing(found: _Known) -> int | None:
            born = found.slice.zeroing(place.turn, place.at)
            return plies if born is None and plies <= LONGEST else born

        found = self._solve(place)
        proven = zeroing(found)
        if not found.doubtful or (proven is not None and proven <= left):
            return Distance(proven, proven)
        return Distance(proven, zeroing(self._solve(place, draws=False)))

    def _solve(self, place: _Place, draws: bool = True) -> _Known:
        """Return a slice, long mates behind it taken for draws or not where they are in doubt."""

        def solve() -> _Known:
            layout, read = layout_of(place.material), AtZero(self._directory, draws)
            if layout.words > MOST_WORDS:
                raise MillMateError(f"{place.material} is too large to count its moves to mate")
            births = not self._zeroing.has(place.material)
            if layout.pieces < _PIECES or layout.slices > 1:
                return _Known(solve_clocks(layout, place.number, read, births), *read.doubts)
            path, sources = self._file_of(place.material)
            found = clock_files.read(path, sources, births, layout.words)
            if found is not None:
                return _Known(found, False, False)
            found = solve_clocks(layout, place.number, read, births)
            if not any(read.doubts) and found.beyond is None:
                with suppress(OSError):
                    clock_files.write(path, sources, births, found)
            return _Known(found, *read.doubts)

        return self._solved.get((place.material, place.number, draws), solve)

    def _file_of(self, material: Material) -> tuple[Path, clock_files.Sources]:
        """Return the file of a pawnless ending, and the checksums of the tables it comes from."""
        tables = [each for each in (material, *material.captures()) if each.men > _BARE_KINGS]
        sums = {str(each): store.opened(self._directory, each).info.checksum for each in tables}
        return store.clocks_path(self._directory, material), sums


class _Place(NamedTuple):
    """Where a position is: the table, its slice, the side to move in it, and the place there."""

    material: Material
    number: int
    turn: bool
    at: int

    @classmethod
    def of(cls, board: chess.Board, tables: ChessTables) -> _Place:
        """Return the place of a position that one of `tables` holds."""
        key = tables.key(men_on(board))
        assert key is not None
        layout = key.layout
        place = key.place(board.turn, men_on(board))
        side, inside = divmod(place, layout.slices * layout.slice_size)
        number, place = divmod(inside, layout.slice_size)
        return cls(layout.material, number, side == 0, place)


def _best(found: Sequence[Distance], own: bool) -> Distance:
    """Return the distance of a position by those of its moves, `own` if the winner's."""

    def best(values: Sequence[int | None]) -> int | None:
        known = [value for value in values if value is not None]
        if own:
            return min(known, default=None)
        return max(known) if len(known) == len(values) else None

    proven, possible, mates = zip(*found, strict=True)
    sure = all(each.mate is not None for each in found if each.proven is not None)
    return Distance(best(proven), best(possible), best(mates) if sure else None)
