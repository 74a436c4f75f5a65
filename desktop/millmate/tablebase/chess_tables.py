"""The tables of chess in a directory, whatever their metric."""

import threading
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import chess
import numpy as np
from numpy.typing import ArrayLike, NDArray

from millmate.games.chess.material import FACING, Material, face_each_other
from millmate.games.value import MoveValue, Value
from millmate.kernels.chess_probe import TABLE_BIT
from millmate.kernels.declare import Ints2D
from millmate.language import count, tr
from millmate.tablebase import reach_file, store
from millmate.tablebase.blocks import PLACES
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.layout import LOST, MOST_OF_CODE, Layout, layout_of
from millmate.tablebase.locate import Key, Men, facing_key, fault_of, key_within, men_after, men_on
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.one_ply import one_ply
from millmate.tablebase.plan import UnsupportedMaterialError, plan
from millmate.tablebase.probe_many import Ints, by_chunk, places_of
from millmate.tablebase.reach import promotions_in
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import NO_WIN, WON, Table
from millmate.tablebase.table_cache import CACHED_BYTES, DirectoryTables, DistanceTables, changed
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

MOST_MEN = 6
_WORTH = 200  # places whose wins are found together in the time that one alone takes, about
_SLICE = 80_000  # places whose wins are found in the time that a slice with pawns takes besides
_PLACE = (1 << TABLE_BIT) - 1
_FEW = 50  # places in a full table that are read one by one
_AT_ONCE = 100_000  # positions whose moves are made together

Found = TypeVar("Found")


class ChessTables(DirectoryTables[Material, Table, chess.Board]):
    """The tables of chess in a directory, read as they are needed; safe from several threads."""

    metric: Metric

    def __init__(self, directory: Path, cached: int = CACHED_BYTES) -> None:
        """Open the tables that `directory` has now (see `refresh`); cache up to `cached` bytes."""
        self._after: dict[Layout, tuple[Ints2D, Ints2D, list[Table | None]]] = {}
        super().__init__(
            directory,
            lambda: store.materials(directory),
            lambda material: store.opened(directory, material),
            type(self).open_dtz,
            cached,
        )
        self._later = Later()
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

    def chunk_soon(self, name: Material, number: int) -> bytes | None:
        def read(table: Table) -> bytes | None:
            unfound = table.unfound(number)
            if unfound is None:
                return table.chunk(number)
            self._later.ask((name, unfound), lambda: table.chunk(number))
            return None

        return self._read_from(name, read)

    def available(self) -> tuple[Material, ...]:
        """Return the canonical materials that can be probed, smaller first."""
        return tuple(sorted(self._names))

    def has(self, material: Material) -> bool:
        """Return whether there is a table of a material, whichever side is the stronger."""
        return material.canonical() in self._names

    def is_compact(self, material: Material) -> bool:
        """Return whether a table leaves out wins, which takes time or kernels to find."""
        return isinstance(self._table(material.canonical()), CompactTable)

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
        return self._read_from(layout.material, lambda table: self._codes(table, layout, places))

    def stored_many(
        self, material: Material, turns: ArrayLike, squares: ArrayLike
    ) -> NDArray[np.uint16]:
        """Return the codes of legal positions as they are stored, quickly found.

        Wins whose distance the table leaves out are `WON`; see `wins_many`. Arguments and errors
        are those of `probe_many`.
        """
        self._table(material.canonical())  # or it is missing: then the layout may be too large
        layout, places = places_of(material, turns, squares)

        return self._stored_codes(layout, places)

    def wins_many(
        self, material: Material, turns: ArrayLike, squares: ArrayLike
    ) -> NDArray[np.uint16]:
        """Return the codes of a few won positions of which a table leaves out the distances.

        Arguments and errors are those of `probe_many`.
        """
        self._table(material.canonical())  # see `stored_many`
        layout, places = places_of(material, turns, squares)
        return self._wins(layout, places)

    def _codes(self, table: Table, layout: Layout, places: Ints) -> NDArray[np.uint8]:
        """Return the codes of places, 0 for places without a legal position."""
        codes = np.zeros(len(places), np.uint8)
        # Cached chunks are read first, before others displace them.
        groups = sorted(
            by_chunk(layout, places),
            key=lambda group: (table.path, ~group.chunk) not in self._chunks,
        )
        together = max(layout.chunk_size, layout.slice_size)
        together += _SLICE * layout.chunk_slices if any(layout.pawns) else 0
        asked: Counter[Hashable] = Counter()
        for group in groups:
            asked[table.unfound(group.chunk)] += len(group.positions)
        few = []
        for group in groups:
            unfound = table.unfound(group.chunk)
            if unfound is not None and asked[unfound] * _WORTH < together:
                few.append(group.positions)
            else:
                chunk = np.frombuffer(self._whole_chunk(table, group.chunk), np.uint8)
                codes[group.positions] = chunk[group.offsets]
        if few:
            left = np.concatenate(few)
            legal = left[one_ply(layout).legal(places[left])]
            stored = self._stored_codes(layout, places[legal])
            won = stored == WON
            stored[won] = self._wins(layout, places[legal[won]])
            codes[legal] = stored
        return codes

    def _stored_codes(self, layout: Layout, places: Ints) -> NDArray[np.uint16]:
        """Return the codes of legal positions as they are stored."""

        def read(table: Table) -> NDArray[np.uint16]:
            if isinstance(table, CompactTable):
                return table.codes(places, partial(self._block, table))
            if len(places) < _FEW:
                codes = [self._read_code(table, place) for place in places.tolist()]
                return np.array(codes, np.uint16)
            return self._codes(table, layout, places).astype(np.uint16)

        return self._read_from(layout.material, read)

    def _wins(self, layout: Layout, places: Ints) -> NDArray[np.uint16]:
        """Return the codes of won positions: one more than the shortest loss a move leads to."""
        best = np.full(len(places), WON, np.uint16)
        for first in range(0, len(places), _AT_ONCE):
            own = slice(first, first + _AT_ONCE)
            heads, codes, passing = self._codes_after(layout, places[own])
            before = _codes_before(self.metric)[heads & 1, codes]
            won = np.flatnonzero(before < WON)
            np.minimum.at(best[own], heads[won] >> 1, before[won])
            for number in (first + np.flatnonzero(passing)).tolist():
                best[number] = min([best[number], *self._pushed(layout, int(places[number]))])
        self._refuse(layout, int((best == WON).sum()))
        return best

    def _won(self, layout: Layout, place: int) -> int:
        """Return the code of a won position, as `_wins` does: faster for a single one."""
        best: int = WON
        before, blocks = _before(self.metric), dict[tuple[int, int], Any]()
        ply, (rows, streams, tables) = one_ply(layout), self._streams_after(layout)
        heads, found, passing = ply.successors(np.array([place]), rows, streams)
        pairs = zip(heads.tolist(), found.tolist(), strict=True)
        for head, key in sorted(pairs, key=lambda pair: ~pair[0] & 1):  # zeroing ones first
            table, after = tables[key >> TABLE_BIT], key & _PLACE
            if isinstance(table, CompactTable):
                number = after // PLACES
                block = blocks.get((key >> TABLE_BIT, number))
                if block is None:
                    block = blocks[key >> TABLE_BIT, number] = self._block(table, number)
                code = table.code(block, after % PLACES)
            else:
                code = self._stored(ply.layouts[key >> TABLE_BIT], after)
            best = min(best, before[head & 1][code])
            if best == 1:  # no win is shorter
                return best
        best = min([best, *self._pushed(layout, place)]) if passing[0] else best
        self._refuse(layout, int(best == WON))
        return best

    def _refuse(self, layout: Layout, faults: int) -> None:
        """Raise `TableError` if positions of a table have no move that wins, but should."""
        if faults:
            raise TableError(self._table(layout.material).path, count(faults, *NO_WIN))

    def _codes_after(
        self, layout: Layout, places: Ints
    ) -> tuple[Ints, NDArray[np.uint16], NDArray[np.bool_]]:
        """Return heads and stored codes of the positions that moves lead to, and who can be taken.

        See `OnePly.successors`.
        """
        ply, (rows, streams, tables) = one_ply(layout), self._streams_after(layout)
        heads, found, passing = ply.successors(places, rows, streams)
        order = np.argsort(found)
        found, codes = found[order], np.empty(len(found), np.uint16)
        ends = np.searchsorted(found, np.arange(len(tables) + 1) << TABLE_BIT).tolist()
        try:
            for table, after, (start, end) in zip(tables, ply.layouts, pairwise(ends), strict=True):
                own = found[start:end] & _PLACE
                if start == end:
                    continue
                if isinstance(table, CompactTable):
                    codes[start:end] = table.sorted_codes(own, partial(self._block, table))
                else:
                    codes[start:end] = self._stored_codes(after, own)
        except TableError:
            if all(table is None or table.path.exists() for table in tables):
                raise
            self.refresh()  # a table was made compact meanwhile
            return self._codes_after(layout, places)
        return heads[order], codes, passing

    def _streams_after(self, layout: Layout) -> tuple[Ints2D, Ints2D, list[Table | None]]:
        """Return the parts of `chess_probe.After` on the tables that moves lead to, and these.

        Missing tables are None.
        """
        with self._lock:
            if layout not in self._after:
                each = [after.material for after in one_ply(layout).layouts]
                tables = [self._table(name) if name in self._names else None for name in each]
                streams = np.full((len(tables), 4 + 2 * layout.material.men), -1)
                for row, table in zip(streams, tables, strict=True):
                    if isinstance(table, CompactTable):
                        row[: len(table.stream_row)] = table.stream_row
                ranked = [isinstance(each, CompactTable) and not each.by_number for each in tables]
                self._after[layout] = one_ply(layout).rows_for(ranked), streams, tables
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
        self._later.forget()

    def _judged(self, board: chess.Board, move: chess.Move, men: Men) -> MoveValue:
        """Return a legal move and its value; `men` are those before it."""
        if not is_double_push(board, move):
            return MoveValue(move, self._moved(board, move, men))
        after = board.copy(stack=False)  # the pawn may be captured en passant
        after.push(move)
        return MoveValue(move, self._zeroed(self._verdict(after, men_on(after))))

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

    @abstractmethod
    def _probed(self, turn: bool, men: Men) -> Value:
        """Return the value of the table, the right to capture en passant left out."""

    @abstractmethod
    def _moved(self, board: chess.Board, move: chess.Move, men: Men) -> Value:
        """Return the value of a move by the table's value after it; `men` are those before it."""

    @abstractmethod
    def _zeroed(self, found: Value) -> Value:
        """Return a value for the side whose zeroing move led to it."""

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
            kinds = each.kinds()
            if not any(kinds):
                continue
            key = self._key(each)
            if key is None or not key.has(each):
                if each is not men:
                    continue  # a capture en passant that leads outside
                return tr("the tables of this position do not cover {fen}", fen=board.fen())
            if key.layout.material not in self._names:
                whole = key.layout.material
                wanted = Material.to_build(board) if each is men else whole
                return tr("no table for {material}", material=wanted)
        return ""

    def _key(self, men: Men) -> Key | None:
        """Return the table of some men: one of facing pawns only where the whole one is missing."""
        key = key_within(self._reach, men.kinds())
        if key is not None and self._reach is None and face_each_other(*men.pawns):
            facing = facing_key(men.kinds())
            if facing.layout.material in self._names and key.layout.material not in self._names:
                return facing
        return key

    def _code(self, turn: bool, men: Men) -> tuple[int, Material | None, int]:
        """Return the stored code of a position, its material and its place in the table."""
        kinds = men.kinds()
        if not any(kinds):
            return 0, None, 0
        key = self._key(men)
        if key is None or not key.has(men):
            assert self._reach is not None
            other = 1 if self._reach.for_white else 0
            return self._reach.code_outside(turn, bool(kinds[other] or kinds[other + 2])), None, 0
        place = men.place(turn, key)
        return self._code_at(key.layout, place), key.layout.material, place

    def _code_at(self, layout: Layout, place: int) -> int:
        code = self._stored(layout, place)
        return self._won(layout, place) if code == WON else code

    def _whole_chunk(self, table: Table, number: int) -> bytes:
        """Return a chunk; it is kept, by the table itself if that leaves out wins."""
        if isinstance(table, CompactTable):
            return table.chunk(number)
        # Blocks have the numbers from 0 up.
        kept: bytes = self._chunks.get((table.path, ~number), lambda: table.chunk(number))
        return kept

    def _stored(self, layout: Layout, place: int) -> int:
        """Return the code of a place as it is stored, `WON` if the table leaves the moves out."""
        return self._read_from(layout.material, lambda table: self._read_code(table, place))

    def _read_code(self, table: Table, place: int) -> int:
        number, offset = table.block_of(place)
        return table.code(self._block(table, number), offset)

    def _block(self, table: Table, number: int) -> Any:
        """Return a block; it is kept."""
        return self._chunks.get((table.path, number), lambda: table.block(number))

    def _read_from(self, material: Material, read: Callable[[Table], Found]) -> Found:
        """Return the result of `read` for a table, even if the table was made compact meanwhile."""
        table = self._table(material)
        try:
            return read(table)
        except TableError:
            if table.path.exists():
                raise
        self.refresh()
        return read(self._table(material))

    def _pushed(self, layout: Layout, place: int) -> Iterator[int]:
        """Yield the codes of a won position by its double pushes that win."""
        board = layout.board(place)
        men = men_on(board)
        for move in board.generate_legal_moves(board.pawns):
            if is_double_push(board, move):
                code = self._loss_after(board, move, men)
                if code >= LOST:
                    yield _before(self.metric)[True][code]

    def _loss_after(self, board: chess.Board, move: chess.Move, men: Men) -> int:
        """Return the code after a move, if the other side then loses."""
        if is_double_push(board, move):
            after = board.copy(stack=False)  # the pawn may be captured en passant
            after.push(move)
            if after.has_legal_en_passant():
                found = self._verdict(after, men_on(after))
                units = (found.plies or found.zeroing or 0) // self.metric.unit
                return LOST + min(units, MOST_OF_CODE) if found.wdl < 0 else 0
        moved = men_after(board, move, men)
        kinds = moved.kinds()
        if not any(kinds):
            return 0
        key = self._key(moved)
        assert key is not None  # position tables are full
        return self._stored(key.layout, moved.place(not board.turn, key)) % WON


@cache
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


@cache
def _before(metric: Metric) -> list[list[int]]:
    rows: list[list[int]] = _codes_before(metric).tolist()
    return rows


def is_double_push(board: chess.Board, move: chess.Move) -> bool:
    """Return whether a legal move is a pawn's advance by two ranks."""
    far = abs(move.to_square - move.from_square) == 16
    return far and bool(board.pawns & chess.BB_SQUARES[move.from_square])


# --- Slow searches run in a thread, so that the caller need not wait ------------------------------

_MOST_AWAITED = 8  # further requests are dropped: a caller that still needs the result asks again


class Later:
    """Finds one thing after another in its own thread; safe from several threads.

    The thread is not joined: it ends when nothing is left to be found, or with the program.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._awaited: dict[Hashable, Callable[[], object]] = {}
        self._failures: dict[Hashable, Exception] = {}
        self._current: Hashable = None  # the key being worked on
        self._thread: threading.Thread | None = None

    def ask(self, key: Hashable, find: Callable[[], object]) -> None:
        """Schedule `find`, unless it is already scheduled or too many others are.

        Raises:
            Exception: The last call for `key` raised it.
        """
        with self._lock:
            if key in self._failures:
                raise self._failures[key]
            if key == self._current or len(self._awaited) == _MOST_AWAITED:
                return
            self._awaited.setdefault(key, find)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="later", daemon=True)
                self._thread.start()

    def forget(self) -> None:
        """Drop the scheduled calls and the recorded failures."""
        with self._lock:
            self._awaited.clear()
            self._failures = {}

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._awaited:
                    self._thread = self._current = None
                    return
                self._current = next(iter(self._awaited))
                find, failures = self._awaited.pop(self._current), self._failures
            try:
                find()
            except Exception as error:
                failures[self._current] = error
