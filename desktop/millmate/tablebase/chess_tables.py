"""The tables of chess in a directory, whatever their metric, read without compiled kernels."""

import threading
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import chess
import numpy as np
from numpy.typing import ArrayLike, NDArray

from millmate.games.chess.material import FACING, Material, face_each_other
from millmate.games.value import MoveValue, Value
from millmate.language import tr
from millmate.tablebase import reach_file, store
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.layout import LOST, MOST_OF_CODE, Layout, layout_of
from millmate.tablebase.locate import Key, Men, facing_key, fault_of, key_within, men_after, men_on
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.plan import UnsupportedMaterialError, plan
from millmate.tablebase.probe_many import Ints, by_chunk, places_of
from millmate.tablebase.reach import promotions_in
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import WON, Table
from millmate.tablebase.table_cache import CACHED_BYTES, DirectoryTables, DistanceTables, changed
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

MOST_MEN = 6
_WORTH = 10_000  # places whose wins are found together in the time that one probe takes, about

Found = TypeVar("Found")


class ChessTables(DirectoryTables[Material, Table, chess.Board]):
    """The tables of chess in a directory, read as they are needed; safe from several threads."""

    metric: Metric

    def __init__(self, directory: Path, cached: int = CACHED_BYTES) -> None:
        """Open the tables that `directory` has now (see `refresh`); cache up to `cached` bytes."""
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

        def read(table: Table) -> NDArray[np.uint16]:
            if not isinstance(table, CompactTable):
                return self._codes(table, layout, places).astype(np.uint16)
            return table.codes(places, lambda number: self._block(table, number))

        return self._read_from(layout.material, read)

    def wins_many(
        self, material: Material, turns: ArrayLike, squares: ArrayLike
    ) -> NDArray[np.uint16]:
        """Return the codes of a few won positions of which a table leaves out the distances.

        Arguments and errors are those of `probe_many`.
        """
        self._table(material.canonical())  # see `stored_many`
        layout, places = places_of(material, turns, squares)
        return np.array([self._won(layout, place) for place in map(int, places)], np.uint16)

    def _codes(self, table: Table, layout: Layout, places: Ints) -> NDArray[np.uint8]:
        """Return the codes of places, 0 for places without a legal position."""
        codes = np.zeros(len(places), np.uint8)
        # Cached chunks are read first, before others displace them.
        groups = sorted(
            by_chunk(layout, places),
            key=lambda group: (table.path, ~group.chunk) not in self._chunks,
        )
        together = max(layout.chunk_size, layout.slice_size)
        asked: Counter[Hashable] = Counter()
        for group in groups:
            asked[table.unfound(group.chunk)] += len(group.positions)
        for group in groups:
            unfound = table.unfound(group.chunk)
            if unfound is not None and asked[unfound] * _WORTH < together:
                each = places[group.positions].tolist()
                codes[group.positions] = [self._legal_code(layout, place) for place in each]
            else:
                chunk = np.frombuffer(self._whole_chunk(table, group.chunk), np.uint8)
                codes[group.positions] = chunk[group.offsets]
        return codes

    def mend(self, board: chess.Board) -> str:
        try:
            plan([Material.to_build(board)], self.directory)
        except UnsupportedMaterialError as error:
            return str(error)
        return tr("build it first")

    def _forget(self) -> None:
        super()._forget()
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

    def _legal_code(self, layout: Layout, place: int) -> int:
        """Return the code of a place, 0 if no legal position is there."""
        board = layout.board(place)
        legal = chess.popcount(board.occupied) == layout.material.men and not fault_of(board)
        return self._code_at(layout, place) if legal else 0

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

    def _won(self, layout: Layout, place: int) -> int:
        """Return the code of a won position: one more than the shortest loss a move leads to."""
        best = WON
        for loss, zeroes in self._losses_after(layout, place):
            best = min(best, self._won_by(loss, zeroes))
            if best == 1:  # no win is shorter
                break
        return best

    def _losses_after(self, layout: Layout, place: int) -> Iterator[tuple[int, bool]]:
        """Yield the code of each lost position that a move leads to, and whether that zeroes."""
        board = layout.board(place)
        men = men_on(board)
        own = board.occupied_co[board.turn]
        zeroing = (
            board.generate_legal_moves(own, board.occupied_co[not board.turn]),
            board.generate_legal_moves(board.pawns & own, ~board.occupied),
        )
        for move in chain(*zeroing):
            code = self._loss_after(board, move, men)
            if code >= LOST:
                yield code, True
        quiet = list(quiet_places(layout, place, board))
        codes = self._read_from(
            layout.material, lambda table: [self._read_code(table, after) for after in quiet]
        )
        yield from ((code, False) for code in codes if LOST <= code < WON)

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

    def _won_by(self, loss: int, zeroes: bool) -> int:
        """Return the code of a position by that of the best one a move leads to, a loss."""
        units = loss - LOST
        if zeroes and self.metric is Metric.DTZ:
            return 1 if units <= LONGEST else CURSED
        return min(units + 1, MOST_OF_CODE)


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


# --- ----------------------------------------------------------------------------------------------
# The places that quiet moves lead to, found on the digits of a place rather than on a board.
#
# This takes a third of the time of making the moves, on which a probe of a won position spends
# most of its time where a table leaves the distances of wins out.


def quiet_places(layout: Layout, place: int, board: chess.Board) -> Iterator[int]:
    """Yield a place of each position after a move of a piece or of a king to an empty square.

    `board` is the position at `place`, without the right to castle.
    """
    turn, number = board.turn, place // layout.slice_size % layout.slices
    side = layout.slices * layout.slice_size
    other = place + side if turn else place - side
    shifts = range(6 * layout.pieces, 0, -6)
    squares = [place >> shift & 63 for shift in shifts]
    kings = chess.msb(board.kings & board.occupied_co[chess.WHITE]), place & 63
    allowed = _allowed(board)
    for man, (shift, square) in enumerate(zip(shifts, squares, strict=True)):
        if layout.white[man] != turn:
            continue
        like = man in layout.like or man - 1 in layout.like
        targets = board.attacks_mask(square) & allowed & board.pin_mask(turn, square)
        for to in chess.scan_forward(targets):
            if like:
                moved = [*squares[:man], to, *squares[man + 1 :]]
                yield layout.place(not turn, *kings, moved, layout.placements[number])
            else:
                yield other ^ (square ^ to) << shift
    for to in _king_squares(board):
        if turn:
            yield layout.place(False, to, kings[1], squares, layout.placements[number])
        else:
            yield other ^ kings[1] ^ to


def _allowed(board: chess.Board) -> chess.Bitboard:
    """Return the empty squares where a piece ends a check, all empty ones without a check."""
    empty = chess.BB_ALL & ~board.occupied
    checkers = board.checkers_mask()
    if not checkers:
        return empty
    king = board.king(board.turn)
    if king is None or checkers & (checkers - 1):
        return chess.BB_EMPTY
    return empty & chess.between(king, chess.lsb(checkers))


def _king_squares(board: chess.Board) -> Iterator[chess.Square]:
    """Yield the empty squares that the king of the side to move can go to."""
    king = board.kings & board.occupied_co[board.turn]
    others = board.occupied ^ king
    for square in chess.scan_forward(chess.BB_KING_ATTACKS[chess.lsb(king)] & ~board.occupied):
        if not board.attackers_mask(not board.turn, square, others):
            yield square
