"""The tables of chess in a directory, whatever their metric."""

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import chess
import numpy as np
from numpy.typing import ArrayLike, NDArray

from millmate.games.chess.material import FACING, Material, face_each_other
from millmate.games.value import MoveValue, Value
from millmate.kernels.chess_probe import After
from millmate.language import count, tr
from millmate.tablebase import reach_file, store
from millmate.tablebase.blocks import PLACES, codes_in
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.layout import LOST, MOST_OF_CODE, Layout, layout_of
from millmate.tablebase.locate import (
    BARE_KINGS,
    BLACK,
    Key,
    Men,
    fault_of,
    key_within,
    kinds_of,
    men_after,
    men_on,
    pawns_among,
)
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.one_ply import one_ply
from millmate.tablebase.plan import UnsupportedMaterialError, plan
from millmate.tablebase.probe_many import Ints, places_of
from millmate.tablebase.reach import promotions_in
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import NO_WIN, WON, Table
from millmate.tablebase.table_cache import CACHED_BYTES, DirectoryTables, DistanceTables, changed
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

MOST_MEN = 6
_BITS = 16  # of a place in a block
_TWO_BYTES = 1 << 16  # numbers of two bytes are sorted in a tenth of the time
_TOGETHER = 64  # blocks whose codes are read together
_AT_ONCE = 100_000  # positions whose moves are made together

Found = TypeVar("Found")


class _Near(NamedTuple):
    """The tables that moves lead to, None for missing ones, and where the blocks of each start.

    `names` are their materials; the last of `starts` is the end.
    """

    after: After
    names: list[Material]
    tables: list[Table | None]
    starts: list[int]


class ChessTables(DirectoryTables[Material, Table, chess.Board]):
    """The tables of chess in a directory, read as they are needed; safe from several threads."""

    metric: Metric

    def __init__(self, directory: Path, cached: int = CACHED_BYTES) -> None:
        """Open the tables that `directory` has now (see `refresh`); cache up to `cached` bytes."""
        self._after: dict[Layout, _Near] = {}
        self._won_before = _codes_before(type(self).metric)
        super().__init__(
            directory,
            lambda: store.materials(directory),
            lambda material: store.opened(directory, material),
            type(self).open_dtz,
            cached,
        )
        self._reach = reach_file.reach_in(directory)

    def _last_change(self) -> int | None:
        own, facing = super()._last_change(), changed(self.directory / FACING)
        return own if own is None or facing is None else max(own, facing)

    @staticmethod
    @abstractmethod
    def open_dtz(directory: Path) -> DistanceTables:
        """Return the tables that answer in a child process."""

    def add(self, table: Table) -> None:
        """Probe `table` too, which need not be in the directory."""
        with self._lock:
            self._names |= {table.layout.material}
            self._open[table.layout.material] = table
            self._after.clear()

    def chunk(self, name: Material, number: int) -> bytes:
        """Return a chunk with all wins; it is not kept. Raises as `probe_many` does."""

        def read() -> bytes:
            table = self._table(name)
            if not isinstance(table, CompactTable):
                return table.chunk(number)
            layout = table.layout
            side, at = divmod(number, layout.side_chunks)
            half, start = layout.size // 2, at * layout.chunk_size
            places = np.arange(start, min(start + layout.chunk_size, half)) + side * half
            return self._codes(layout, places).tobytes().ljust(layout.chunk_size, b"\0")

        return self._retried(read)

    def available(self) -> tuple[Material, ...]:
        """Return the canonical materials that can be probed, smaller first."""
        return tuple(sorted(self._names))

    def has(self, material: Material) -> bool:
        """Return whether there is a table of a material, whichever side is the stronger."""
        return material.canonical() in self._names

    def layout(self, material: Material) -> Layout:
        return layout_of(material)

    def solved_near(self, board: chess.Board) -> Sequence[Any]:
        """Return the tables of solved positions that `board` can lead to."""
        return ()

    def covers(self, board: chess.Board) -> bool:
        """Return whether `probe` has an answer for `board`, unless its table is damaged."""
        return not self._missing(board, men_on(board)) and not fault_of(board)

    def probe(self, board: chess.Board) -> Value:
        return self._verdict(board, self._admitted(board))

    def moves(self, board: chess.Board) -> list[MoveValue]:
        men = self._admitted(board)
        judged = [self._judged(board, move, men) for move in self._allowed(board)]
        return sorted(judged, key=lambda move: move.rank)

    def probe_many(
        self, material: Material, turns: ArrayLike, squares: ArrayLike
    ) -> NDArray[np.uint8]:
        """Return the codes of many positions of a material, without castling and en passant.

        They are those of `layout`: 0 for a draw, n for a win in n units of the metric, 128 + n for
        a loss, up to 127; 0 for illegal positions too. See `probe_many.places_of` for the
        arguments. Data read is cached as for `probe`.

        Raises:
            MissingTableError: There is no such table, or one that its wins lead to is missing.
            TableError: The table is damaged.
            ValueError: The arrays have wrong shapes or values.
        """
        layout, places = places_of(material, turns, squares)
        self._table(layout.material)  # or it is missing
        return self._codes(layout, places)

    def stored_many(
        self, material: Material, turns: ArrayLike, squares: ArrayLike
    ) -> NDArray[np.uint16]:
        """Return the codes of legal positions as they are stored, quickly found.

        Wins whose distance the table leaves out are `WON`. Arguments and errors are those of
        `probe_many`.
        """
        self._table(material.canonical())  # or it is missing: then the layout may be too large
        return self._stored_codes(*places_of(material, turns, squares))

    def _codes(self, layout: Layout, places: Ints) -> NDArray[np.uint8]:
        """Return the codes of places, 0 for places without a legal position."""
        codes = self._stored_codes(layout, places)
        won = codes == WON
        codes[won] = self._wins(layout, places[won])
        return codes.astype(np.uint8)

    def _stored_codes(self, layout: Layout, places: Ints) -> NDArray[np.uint16]:
        """Return the codes of places as they are stored, 0 for places without a legal position."""

        def read() -> NDArray[np.uint16]:
            near, codes = self._near(layout), np.zeros(len(places), np.uint16)
            found = one_ply(layout).find(places, near.after)
            legal = found >= 0
            codes[legal] = self._codes_at(near, found[legal])
            return codes

        return self._retried(read)

    def _wins(self, layout: Layout, places: Ints) -> NDArray[np.uint16]:
        """Return the codes of won positions: one more than the shortest loss a move leads to."""

        def read(own: Ints) -> tuple[Ints, NDArray[np.uint16], NDArray[np.bool_]]:
            near = self._near(layout)
            heads, found, passing = one_ply(layout).successors(own, near.after)
            return heads, self._codes_at(near, found), passing

        best = np.full(len(places), WON, np.uint16)
        for first in range(0, len(places), _AT_ONCE):
            own = slice(first, first + _AT_ONCE)
            heads, codes, passing = self._retried(partial(read, places[own]))
            before = self._won_before[heads & 1, codes]
            won = np.flatnonzero(before < WON)
            np.minimum.at(best[own], heads[won] >> 1, before[won])
            for number in (first + np.flatnonzero(passing)).tolist():
                best[number] = min([best[number], *self._pushed(layout, int(places[number]))])
        self._refuse(layout, int((best == WON).sum()))
        return best

    def _win(self, layout: Layout, place: int) -> int:
        """Return the code of one won position as `_wins` does, in a third of the time."""
        near, best, last, block = self._near(layout), WON, -1, None
        table = near.tables[0] or self._table(layout.material)
        heads, found, passing = one_ply(layout).successors(np.array([place]), near.after)
        for after, head in sorted(zip(found.tolist(), heads.tolist(), strict=True)):
            if after >> _BITS != last:
                last = after >> _BITS
                table, block = self._block_at(near, last)
            code = table.code(block, after % PLACES)
            if LOST <= code < WON:
                best = min(best, int(self._won_before[head & 1, code]))
        best = min([best, *self._pushed(layout, place)]) if passing[0] else best
        self._refuse(layout, int(best == WON))
        return best

    def _refuse(self, layout: Layout, faults: int) -> None:
        """Raise `TableError` if positions of a table have no move that wins, but should."""
        if faults:
            raise TableError(self._table(layout.material).path, count(faults, *NO_WIN))

    def _codes_at(self, near: _Near, found: Ints) -> NDArray[np.uint16]:
        """Return the codes at places counted over the blocks of tables, in any order."""
        codes, blocks = np.empty(len(found), np.uint16), found >> _BITS
        small = near.starts[-1] <= _TWO_BYTES
        order = np.argsort(blocks.astype(np.uint16) if small else blocks, kind="stable")
        blocks, found, start = blocks[order], found[order], 0
        ends = [*(np.flatnonzero(blocks[1:] != blocks[:-1]) + 1).tolist(), len(blocks)]
        for first in range(0, len(ends) if len(found) else 0, _TOGETHER):
            own = ends[first : first + _TOGETHER]
            content = [self._block_at(near, int(blocks[end - 1]))[1] for end in own]
            here = slice(start, own[-1])
            codes[order[here]] = codes_in(content, [end - start for end in own], found[here])
            start = own[-1]
        return codes

    def _block_at(self, near: _Near, number: int) -> tuple[Table, Any]:
        """Return the table of a block that is counted over several tables, and the block."""
        at = bisect_right(near.starts, number) - 1
        table = near.tables[at] or self._table(near.names[at])  # which is missing
        return table, self._block(table, number - near.starts[at])

    def _near(self, layout: Layout) -> _Near:
        """Return the tables that moves from positions of a table lead to, itself the first."""
        with self._lock:
            if layout not in self._after:
                ply = one_ply(layout)
                names = [each.material for each in ply.layouts]
                tables = [self._table(name) if name in self._names else None for name in names]
                sizes = [2 * table.layout.side_blocks if table else 1 for table in tables]
                starts = [0, *accumulate(sizes)]
                streams = np.zeros((len(tables), 5 + 2 * layout.material.men), np.int64)
                for row, table, start in zip(streams, tables, starts, strict=False):
                    row[:2] = start << _BITS
                    if table is not None:
                        own = table.layout
                        steps = [step for each in table.streams for step in each.steps[::-1]]
                        row[1] += own.side_blocks << _BITS
                        row[2 : 3 + len(steps)] = [own.slice_size, *steps]
                ranked = [table is not None and not table.by_number for table in tables]
                after = After(ply.rows_for(ranked), ply.numbers, streams)
                self._after[layout] = _Near(after, names, tables, starts)
            return self._after[layout]

    def mend(self, board: chess.Board) -> str:
        try:
            plan([Material.to_build(board)], self.directory)
        except UnsupportedMaterialError as error:
            return str(error)
        return tr("build it first")

    def _forget(self) -> None:
        super()._forget()
        self._after.clear()

    def _judged(self, board: chess.Board, move: chess.Move, men: Men) -> MoveValue:
        """Return a legal move and its value; `men` are those before it."""
        if not is_double_push(board, move):
            return MoveValue(move, self._moved(board, move, men))
        after = board.copy(stack=False)  # the pawn may be captured en passant
        after.push(move)
        return MoveValue(move, self._before(board, move, self._verdict(after, men_on(after))))

    def _verdict(self, board: chess.Board, men: Men) -> Value:
        """Return the value of a position; tables ignore the right to capture en passant."""
        captures = list(board.generate_legal_ep()) if board.ep_square is not None else []
        if not captures:
            return self._probed(board.turn, men)
        found = [self._moved(board, move, men) for move in captures]
        # Without another move the table has the position as stalemate or mate.
        if any(move not in captures for move in board.generate_legal_moves()):
            found.append(self._probed(board.turn, men))
        return min(found, key=lambda value: MoveValue(captures[0], value).rank)

    def _probed(self, turn: bool, men: Men) -> Value:
        """Return the value of the table, the right to capture en passant left out."""
        if len(men) == BARE_KINGS:
            return self._value(0, 0)
        key = self.key(men)
        if key is None or not key.has(men):
            assert self._reach is not None
            others = sum((man >= BLACK) == self._reach.for_white for man in men)
            return self._value(self._reach.code_outside(turn, others > 1), 0)
        layout, place = key.layout, key.place(turn, men)
        code, more = self._code_at(layout, place), 0
        if code % LOST == MOST_OF_CODE:
            more = self._table(layout.material).more_of(place)
        return self._value(code, more)

    def _moved(self, board: chess.Board, move: chess.Move, men: Men) -> Value:
        """Return the value of a move by the table's value after it; `men` are those before it."""
        after = self._probed(not board.turn, men_after(board, move, men))
        return self._before(board, move, after)

    @staticmethod
    @abstractmethod
    def _value(code: int, more: int) -> Value:
        """Return the value of a position by its code and the excess of its distance over 127."""

    @staticmethod
    @abstractmethod
    def _before(board: chess.Board, move: chess.Move, after: Value) -> Value:
        """Return the value of a move by that of the position after it."""

    def _admitted(self, board: chess.Board) -> Men:
        """Return the men of `board`, if tables cover them."""
        if fault := fault_of(board):
            raise UnprobeableError(fault)
        men = men_on(board)
        if missing := self._missing(board, men):
            raise MissingTableError(missing)
        return men

    def _allowed(self, board: chess.Board) -> Iterator[chess.Move]:
        """Yield the legal moves with promotions that the tables allow."""
        allowed = promotions_in(self._reach)
        for move in board.generate_legal_moves():
            if move.promotion is None or move.promotion in allowed:
                yield move

    def _missing(self, board: chess.Board, men: Men) -> str:
        """Return a sentence about the missing table that `board` needs, "" if none is missing."""
        number = chess.popcount(board.occupied)
        if number > MOST_MEN and self._reach is None:
            return tr(
                "tables have at most {most_men} men, this position has {number}",
                most_men=MOST_MEN,
                number=number,
            )
        needed = [men]
        if board.ep_square is not None:
            needed += [men_after(board, move, men) for move in board.generate_legal_ep()]
        for each in needed:
            if len(each) == BARE_KINGS:
                continue
            key = self.key(each)
            if key is None or not key.has(each):
                if each is not men:
                    continue  # a capture en passant that leads outside
                return tr("the tables of this position do not cover {fen}", fen=board.fen())
            if key.layout.material not in self._names:
                whole = key.layout.material
                wanted = Material.to_build(board) if each is men else whole
                return tr("no table for {material}", material=wanted)
        return ""

    def key(self, men: Men) -> Key | None:
        """Return the table of some men: one of facing pawns only where the whole one is missing."""
        key = key_within(self._reach, kinds_of(men))
        if self._reach is None and key is not None and key.layout.pawns == (1, 1):
            whole = key.layout.material
            if whole not in self._names and face_each_other(*pawns_among(men)):
                facing = replace(whole, facing=True)
                return Key(layout_of(facing), key.swapped) if facing in self._names else key
        return key

    def _code_at(self, layout: Layout, place: int) -> int:
        code = self._stored(layout, place)
        return self._retried(lambda: self._win(layout, place)) if code == WON else code

    def _stored(self, layout: Layout, place: int) -> int:
        """Return the code of a place as it is stored, `WON` if the table leaves the moves out."""

        def read() -> int:
            table = self._table(layout.material)
            number, offset = table.block_of(place)
            return table.code(self._block(table, number), offset)

        return self._retried(read)

    def _block(self, table: Table, number: int) -> Any:
        """Return a block; it is kept."""
        return self._chunks.get((table.path, number), lambda: table.block(number))

    def _retried(self, read: Callable[[], Found]) -> Found:
        """Return the result of `read`, called again if a table it reads was made compact."""
        try:
            return read()
        except TableError as error:
            if error.path.exists():
                raise
        self.refresh()
        return read()

    def _pushed(self, layout: Layout, place: int) -> Iterator[int]:
        """Yield the codes of a won position by the moves that `OnePly.successors` leaves out."""
        board = layout.board(place)
        for move in filter(partial(is_double_push, board), board.generate_legal_moves(board.pawns)):
            after = board.copy(stack=False)
            after.push(move)
            if after.has_pseudo_legal_en_passant():
                found = self._verdict(after, men_on(after))
                if found.wdl < 0:
                    units = (found.plies or found.zeroing or 0) // self.metric.unit
                    yield int(self._won_before[1, LOST + min(units, MOST_OF_CODE)])


def _codes_before(metric: Metric) -> NDArray[np.uint16]:
    """Return the code of a position that is won by a move, by whether it zeroes and the code after.

    It is `WON` unless the other side has lost.
    """
    units = np.arange(LOST)
    found = np.full((2, WON + 1), WON, np.uint16)
    found[:, LOST:WON] = np.minimum(units + 1, MOST_OF_CODE)
    if metric is Metric.DTZ:
        found[1, LOST:WON] = np.where(units <= LONGEST, 1, CURSED)
    return found


def is_double_push(board: chess.Board, move: chess.Move) -> bool:
    """Return whether a legal move is a pawn's advance by two ranks."""
    far = abs(move.to_square - move.from_square) == 16
    return far and bool(board.pawns & chess.BB_SQUARES[move.from_square])
