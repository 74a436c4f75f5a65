"""The positions solved next to a directory of whole tables, to probe any board.

`SolvedPositions(directory)` serves all of `directory/positions`; create it once and keep it:

    with SolvedPositions(paths.tables_dir()) as solved:
        answer = solved.answer(board)   # None: no position that was solved leads to this one
        if answer is not None:
            print(in_words(answer, board.turn))  # White mates in at most 31 moves
            for each in solved.moves(board):  # best first, values include the move
                print(each.move, in_words(each.value, board.turn))

Most boards are covered by no table, which the names of the folders alone show. For the meaning of
an answer, and when it is only a bound, see `position_answer`. To use it as the result, check
`Value.decided` first.

Probe whole tables first: they hold exact distances to mate, and results under the fifty-move rule.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import chess

from millmate.errors import InputError, MillMateError
from millmate.games.chess.material import Material
from millmate.games.value import MoveValue, Value
from millmate.language import tr
from millmate.tablebase import reach_file, store
from millmate.tablebase.closing import Closing
from millmate.tablebase.layout import MOST_OF_CODE, Layout
from millmate.tablebase.locate import (
    BARE_KINGS,
    Men,
    fault_of,
    key_within,
    kinds_of,
    men_after,
    men_on,
)
from millmate.tablebase.position_answer import best_together, together
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.reach import PROMOTIONS, Reach
from millmate.tablebase.verdict import MissingTableError

_SIDES = chess.WHITE, chess.BLACK
# The most folders and placements of pawns (about 300 bytes each) that are kept open.
_KEPT, _KEPT_PLACEMENTS = 16, 1_000_000
_CACHED_BYTES = 16_000_000  # of each
# A search looks up tables with at most this many placements, and positions with this many men less.
_MOST_LISTED, _MORE_MEN = 100_000, 4


class SolvedPositions(Closing):
    """The tables of solved positions of a directory; safe from several threads.

    Tables added or removed meanwhile are found by the next query. A table that is still being
    built answers for the materials that are finished.
    """

    def __init__(self, directory: Path) -> None:
        """Serve the tables within `directory`, which is that of the whole tables; opens none."""
        self.directory = directory
        self._lock = threading.Lock()
        self._changed: int | None = None
        self._shapes: dict[_Shape, list[Path]] = {}
        self._opened: OrderedDict[Path, _Opened] = OrderedDict()

    def close(self) -> None:
        """Close the open tables; another query opens them again."""
        with self._lock:
            for each in self._opened.values():
                each.tables.close()
            self._opened.clear()

    def most_men(self) -> int:
        """Return the most men of a position that some table can hold; 0 if none can."""
        return max((sum(shape.men) for shape in self._listed()), default=0)

    def covering(
        self, board: chess.Board, promotions: tuple[int, ...] = PROMOTIONS
    ) -> list[PositionTables]:
        """Return the tables that hold a position, open; most boards have none.

        Args:
            board: The position.
            promotions: The types that pawns can promote to: other tables are of other variants.

        Raises:
            MillMateError: A table that can hold it is damaged.
        """
        likely = self._folders(lambda s: s.promotions == promotions and s.may_hold(board))
        if not likely or fault_of(board):
            return []
        return [tables for tables in map(self._open, likely) if tables and tables.covers(board)]

    def answer(self, board: chess.Board, promotions: tuple[int, ...] = PROMOTIONS) -> Value | None:
        """Return the combined result of all tables for a position, None where none holds it.

        Raises:
            MillMateError: A table is damaged, or they contradict each other.
        """
        covering = self.covering(board, promotions)
        if not covering:
            return None
        found = together([tables.probe(board) for tables in covering])
        if found.decided or not (moves := _moves(covering, board)):
            return found
        return best_together(found, moves)

    def moves(
        self, board: chess.Board, promotions: tuple[int, ...] = PROMOTIONS
    ) -> list[MoveValue]:
        """Return the moves that `promotions` allow, best first; none if no table holds `board`.

        Raises:
            MillMateError: As `answer`, or a table that a move leads to is missing.
        """
        return _moves(self.covering(board, promotions), board)

    def near(self, board: chess.Board) -> list[SolvedTable]:
        """Return the tables of the usual game that moves from a position can lead to.

        Large ones are left out: their list of possible pawn squares is too long for a search.

        Raises:
            MillMateError: A table is damaged.
        """
        likely = self._folders(lambda s: s.promotions == PROMOTIONS and s.is_near(board))
        return [
            SolvedTable(tables, material)
            for tables in map(self._open, likely)
            if tables and tables.placements <= _MOST_LISTED
            for material in store.own_materials(tables.directory)
        ]

    def _folders(self, wanted: Callable[[_Shape], bool]) -> list[Path]:
        """Return the existing folders of some shapes."""
        return [each for shape, own in self._listed().items() if wanted(shape) for each in own]

    def _listed(self) -> dict[_Shape, list[Path]]:
        """Return the existing folders; cheap if none was added or removed."""
        try:
            changed = (self.directory / reach_file.FOLDER).stat().st_mtime_ns
        except OSError:
            return {}
        with self._lock:
            if changed != self._changed:
                self._changed = changed
                self._shapes = _shapes(self.directory)
            return self._shapes

    def _open(self, folder: Path) -> PositionTables | None:
        """Return the tables of a folder, None if it has no plan of them."""
        try:
            changed = (folder / reach_file.FILE).stat().st_mtime_ns
        except OSError:
            return None
        with self._lock:
            found = self._opened.pop(folder, None)
            if found is None or found.changed != changed:
                found = _Opened(opened(folder), changed)
            self._opened[folder] = found
            self._drop()
        found.tables.refresh_if_changed()
        return found.tables

    def _drop(self) -> None:
        """Keep the latest tables; those still in use are closed when their callers are done."""
        while len(self._opened) > 1 and (
            len(self._opened) > _KEPT
            or sum(each.tables.placements for each in self._opened.values()) > _KEPT_PLACEMENTS
        ):
            self._opened.popitem(last=False)


@dataclass(frozen=True)
class PositionTables(Closing):
    """The tables that are for one side, or, where they are exact, for both; to be closed.

    `reach` is the set of positions that they hold, and the side that has their results. Positions
    that one of the `whole` tables holds are answered from these, and so are their moves, which lead
    to tables that `reach` does not name.
    """

    directory: Path
    reach: Reach
    tables: Tablebase = field(repr=False)
    whole: Tablebase = field(repr=False)

    @cached_property
    def placements(self) -> int:
        """The number of placements of pawns."""
        return sum(map(len, self.reach.placements.values()))

    def close(self) -> None:
        """Close the files; another query opens them again."""
        self.tables.close()
        self.whole.close()

    def refresh_if_changed(self) -> None:
        """Find the tables that were added or removed."""
        self.tables.refresh_if_changed()
        self.whole.refresh_if_changed()

    def covers(self, board: chess.Board) -> bool:
        """Return whether `probe` has an answer."""
        return self._asked(men_on(board)).covers(board)

    def probe(self, board: chess.Board) -> Value:
        """Return the proved value of a position; raises as `Tablebase.probe` does."""
        men = men_on(board)
        tables = self._asked(men)
        verdict = tables.probe(board)
        exact = tables is self.whole or self._is_exact(men, mate=verdict.plies == 0)
        return self._answer(verdict, board.turn, exact)

    def moves(self, board: chess.Board) -> list[MoveValue]:
        """Return the moves, best first, with their proved values; raises as `probe` does."""
        men, found = men_on(board), []
        tables = self._asked(men)
        try:
            judged = tables.moves(board)
        except MissingTableError:  # of whole tables, one has been removed
            tables, judged = self.tables, self.tables.moves(board)
        for move, verdict in ((each.move, each.value) for each in judged):
            after, mate = men_after(board, move, men), verdict.wdl > 0 and verdict.plies == 1
            exact = tables is self.whole or self._is_exact(after, mate)
            found.append(MoveValue(move, self._answer(verdict, board.turn, exact)))
        return sorted(found, key=lambda move: move.rank)

    def best(self, board: chess.Board) -> chess.Move | None:
        """Return the best move, None where the game is over or all moves are unknown."""
        if not self.covers(board):
            return None
        return next((each.move for each in self.moves(board)), None)

    def _asked(self, men: Men) -> Tablebase:
        """Return the tables to ask: the whole ones for a position that one of them holds."""
        key = key_within(self.reach, kinds_of(men)) if len(men) > BARE_KINGS else None
        return self.tables if key is None or key.layout.reach is not None else self.whole

    def _answer(self, value: Value, turn: bool, exact: bool) -> Value:
        """Return the proved part of the value of a position or move for the side to move."""
        own = turn == self.reach.for_white
        promised = value.wdl if own else -value.wdl
        if exact or promised > 0:
            return Value(value.wdl, value.plies, exact and (value.moves or 0) < MOST_OF_CODE)
        if promised < 0:
            return Value.between(-1, 1)
        return Value.between(0, 1) if own else Value.between(-1, 0)

    def _is_exact(self, men: Men, mate: bool) -> bool:
        """Return whether the value of a position with these men is exact for either side.

        `mate` is whether a king is mated in it, unless it is outside.
        """
        if len(men) == BARE_KINGS:
            return True
        key = key_within(self.reach, kinds_of(men))
        if key is None or not key.has(men):
            return False
        return mate or self.reach.exact or key.layout.reach is None


@dataclass(frozen=True)
class SolvedTable:
    """The table of one material among those of a position."""

    within: PositionTables
    material: Material

    @property
    def layout(self) -> Layout:
        """The order of its positions."""
        return self.within.reach.layouts[self.material]

    @property
    def for_white(self) -> bool | None:
        """The side for which values are guaranteed; None if they are exact."""
        reach = self.within.reach
        return None if reach.exact else reach.for_white

    def chunk(self, number: int) -> bytes:
        """Return a chunk; see `ChessTables.chunk`."""
        return self.within.tables.chunk(self.material, number)


class _Opened(NamedTuple):
    """The tables of a folder, and when its plan was written."""

    tables: PositionTables
    changed: int


def opened(directory: Path) -> PositionTables:
    """Open the tables of a position; raises `MillMateError` if they are missing or damaged."""
    reach = reach_file.reach_in(directory)
    if reach is None:
        raise InputError(tr("no position was solved in {folder}", folder=directory))
    behind = reach_file.directory_behind(directory) or directory
    return PositionTables(
        directory, reach, Tablebase(directory, _CACHED_BYTES), Tablebase(behind, _CACHED_BYTES)
    )


def _moves(covering: list[PositionTables], board: chess.Board) -> list[MoveValue]:
    found: dict[chess.Move, list[Value]] = {}
    for each in chain.from_iterable(tables.moves(board) for tables in covering):
        found.setdefault(each.move, []).append(each.value)
    joined = [MoveValue(move, together(values)) for move, values in found.items()]
    return sorted(joined, key=lambda move: move.rank)


# The names of folders -----------------------------------------------------------------------------


class _Shape(NamedTuple):
    """The limits of the positions reachable from one, from the name of its folder.

    White's before Black's: `men` are the most men of either side, `pawns` the squares of their
    pawns in the position, as masks.
    """

    men: tuple[int, int]
    pawns: tuple[int, int]
    promotions: tuple[int, ...]

    def may_hold(self, board: chess.Board) -> bool:
        """Return whether `board` may be reachable from the position."""
        sides = zip(_SIDES, self.men, self.pawns, strict=True)
        return board.pawns.bit_count() <= sum(own.bit_count() for own in self.pawns) and all(
            board.occupied_co[side].bit_count() <= men
            and not board.occupied_co[side] & board.pawns & ~_ahead(pawns, side)
            for side, men, pawns in sides
        )

    def is_near(self, board: chess.Board) -> bool:
        """Return whether `board` may be reachable from it, or, with a few more men, lead to it."""
        own = [board.occupied_co[side] for side in _SIDES]
        more = [each.bit_count() - men for each, men in zip(own, self.men, strict=True)]
        return self.may_hold(board) or (
            min(more) >= 0
            and sum(more) <= _MORE_MEN
            and not any(
                pawns & ~_ahead(each & board.pawns, side)
                for side, each, pawns in zip(_SIDES, own, self.pawns, strict=True)
            )
        )


def _shapes(directory: Path) -> dict[_Shape, list[Path]]:
    """Return the folders whose names are those of solved positions, by their shapes."""
    found: dict[_Shape, list[Path]] = {}
    for folder in sorted((directory / reach_file.FOLDER).iterdir()):
        try:
            found.setdefault(_shape(folder.name), []).append(folder)
        except (MillMateError, ValueError):
            continue  # not ours
    return found


def _shape(name: str) -> _Shape:
    """Return the shape in `KPPPPvKPPP_a4d4f4d5_a5f5d6_1_white`; raises `ValueError` and ours."""
    named, white, black, _pieces, _side, *limits = name.split("_")
    material = Material.named(named)
    promotions: tuple[int, ...] = PROMOTIONS
    if limits and limits[0].isupper():  # other limits change no verdict
        promotions = tuple(chess.PIECE_SYMBOLS.index(letter.lower()) for letter in limits[0])
    pawns = [_mask(squares) for squares in (white, black)]
    return _Shape((len(material.white), len(material.black)), (pawns[0], pawns[1]), promotions)


def _mask(squares: str) -> int:
    names = [] if squares == "-" else [squares[i : i + 2] for i in range(0, len(squares), 2)]
    return chess.SquareSet(map(chess.parse_square, names)).mask


@lru_cache(maxsize=4096)
def _ahead(pawns: int, white: bool) -> int:
    """Return the squares that pawns are on or can reach, and their mirror images."""
    found = now = pawns
    for _ in range(6):
        now = chess.shift_up(now) if white else chess.shift_down(now)
        now |= chess.shift_left(now) | chess.shift_right(now)
        found |= now
    return found | chess.flip_horizontal(found)
