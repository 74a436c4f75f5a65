"""Look positions up in finished tables; no compiled kernels, so that the window may do it."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

import chess

from millmate.errors import InputError, MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.layout import LOST, Layout, verdict
from millmate.tablebase.store import Table
from millmate.tablebase.verdict import MoveVerdict, Verdict

_CACHED_BYTES = 128_000_000
_MOST_MEN = 4
_DRAW = Verdict(0)

# The pieces of both sides besides the kings: kinds and squares, strongest first.
_Men = tuple[list[tuple[int, int]], list[tuple[int, int]]]
_Kinds = tuple[tuple[int, ...], tuple[int, ...]]


class MissingTableError(MillMateError):
    """No table covers the material of a position."""


class UnprobeableError(InputError):
    """Tables know no such position: castling rights, or an impossible one."""


@dataclass(frozen=True, slots=True)
class _Key:
    """The table of some pieces: its layout, and whether it has the colours swapped."""

    layout: Layout
    swapped: bool


@cache
def _key(kinds: _Kinds) -> _Key:
    white, black = (
        "K" + "".join(chess.piece_symbol(kind).upper() for kind in side) for side in kinds
    )
    material = Material(white, black)
    canonical = material.canonical()
    return _Key(Layout(canonical), canonical != material)


class Tablebase:
    """The tables of a directory, read as they are needed; safe from several threads."""

    def __init__(self, directory: Path) -> None:
        """Open the tables that are in `directory` now (see `refresh`)."""
        self.directory = directory
        self._lock = threading.RLock()
        self._there: frozenset[Material] = frozenset()
        self._open: dict[Material, Table] = {}
        self._chunks: OrderedDict[tuple[Material, int], bytes] = OrderedDict()
        self._cached_bytes = 0
        self.refresh()

    def __enter__(self) -> Self:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()

    def refresh(self) -> None:
        """Look again which tables are there, and forget what was read of them."""
        with self._lock:
            self.close()
            self._there = frozenset(store.materials(self.directory))

    def close(self) -> None:
        """Forget everything that was read; it is read again when it is needed."""
        with self._lock:
            self._open.clear()
            self._chunks.clear()
            self._cached_bytes = 0

    def add(self, table: Table) -> None:
        """Probe `table` too, which need not be in the directory."""
        with self._lock:
            self._there |= {table.layout.material}
            self._open[table.layout.material] = table

    def available(self) -> tuple[Material, ...]:
        """Return the canonical materials that can be probed, smaller first."""
        return tuple(sorted(self._there))

    def covers(self, board: chess.Board) -> bool:
        """Tell whether `probe` has an answer for `board`, unless its table is damaged."""
        if self._missing(board) is not None:
            return False
        try:
            _refuse_impossible(board)
        except UnprobeableError:
            return False
        return True

    def get(self, board: chess.Board) -> Verdict | None:
        """Return the verdict for the side to move, or None where tables know no such position.

        Raises:
            TableError: The table is damaged.
        """
        try:
            return self.probe(board)
        except (MissingTableError, UnprobeableError):
            return None

    def probe(self, board: chess.Board) -> Verdict:
        """Return the verdict for the side to move.

        Raises:
            MissingTableError: No table covers the material.
            UnprobeableError: `board` has castling rights or is impossible.
            TableError: The table is damaged.
        """
        self._refuse(board)
        kings, men = _men(board)
        return verdict(self._value(board.turn, kings, men))

    def moves(self, board: chess.Board) -> list[MoveVerdict]:
        """Return every legal move with its verdict for the side to move, best first.

        Raises:
            MissingTableError: No table covers the material, or what a capture leaves of it.
            UnprobeableError: `board` has castling rights or is impossible.
            TableError: A table is damaged.
        """
        self._refuse(board)
        kings, men = _men(board)
        judged = [
            MoveVerdict(
                move, _BEFORE[self._value(not board.turn, *_after(board, move, kings, men))]
            )
            for move in board.generate_legal_moves()
        ]
        return sorted(judged, key=lambda move: move.rank)

    def _refuse(self, board: chess.Board) -> None:
        _refuse_impossible(board)
        missing = self._missing(board)
        if missing is not None:
            raise MissingTableError(f"no table for {missing}")

    def _missing(self, board: chess.Board) -> Material | None:
        """Return the material of `board` if no table covers it."""
        men = chess.popcount(board.occupied)
        if men == 2 and not board.pawns:
            return None
        material = Material.of(board).canonical() if men > _MOST_MEN or board.pawns else None
        if material is None:
            material = _key(_kinds(_men(board)[1])).layout.material
        return None if material in self._there else material

    def _value(self, turn: bool, kings: tuple[int, int], men: _Men) -> int:
        """Return the byte of a position; `kings` are White's and Black's squares."""
        white, black = men
        if not white and not black:
            return 0
        key = _key(_kinds(men))
        if key.swapped:
            squares = [square for _, square in black] + [square for _, square in white]
            place = key.layout.place(not turn, kings[1], kings[0], squares)
        else:
            squares = [square for _, square in white] + [square for _, square in black]
            place = key.layout.place(turn, kings[0], kings[1], squares)
        number, offset = divmod(place, key.layout.chunk_size)
        return self._chunk(key.layout.material, number)[offset]

    def _chunk(self, material: Material, number: int) -> bytes:
        with self._lock:
            found = self._chunks.get((material, number))
            if found is not None:
                self._chunks.move_to_end((material, number))
                return found
            found = self._table(material).chunk(number)
            self._chunks[material, number] = found
            self._cached_bytes += len(found)
            while self._cached_bytes > _CACHED_BYTES:
                self._cached_bytes -= len(self._chunks.popitem(last=False)[1])
            return found

    def _table(self, material: Material) -> Table:
        if material not in self._open:
            if material not in self._there:
                raise MissingTableError(f"no table for {material}")
            self._open[material] = Table(store.table_path(self.directory, material))
        return self._open[material]


# What a move is worth to the mover, by the byte of the position after it.
_BEFORE = [verdict(code).before() for code in range(LOST + 127)]


def _refuse_impossible(board: chess.Board) -> None:
    """Refuse what tables hold no value for; more men than they have are not looked at."""
    if board.castling_rights:
        raise UnprobeableError(f"tables know no castling rights: {board.fen()}")
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    if white is None or black is None or chess.popcount(board.kings) != 2:
        raise UnprobeableError(f"impossible position, each side has one king: {board.fen()}")
    if chess.BB_KING_ATTACKS[white] & chess.BB_SQUARES[black]:
        raise UnprobeableError(f"impossible position, the kings stand side by side: {board.fen()}")
    if board.was_into_check():
        raise UnprobeableError(
            f"impossible position, the side not to move is in check: {board.fen()}"
        )


def _men(board: chess.Board) -> tuple[tuple[int, int], _Men]:
    """Return the squares of the kings and the pieces of both sides, strongest first."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    men: _Men = ([], [])
    for kind, squares in (
        (chess.QUEEN, board.queens),
        (chess.ROOK, board.rooks),
        (chess.BISHOP, board.bishops),
        (chess.KNIGHT, board.knights),
    ):
        if squares:
            men[0].extend((kind, square) for square in chess.scan_forward(squares & white))
            men[1].extend((kind, square) for square in chess.scan_forward(squares & black))
    kings = board.kings
    return ((kings & white).bit_length() - 1, (kings & black).bit_length() - 1), men


def _kinds(men: _Men) -> _Kinds:
    return tuple([kind for kind, _ in men[0]]), tuple([kind for kind, _ in men[1]])


def _after(
    board: chess.Board, move: chess.Move, kings: tuple[int, int], men: _Men
) -> tuple[tuple[int, int], _Men]:
    """Return what `_men` would after `move`, which is no castling and no pawn's."""
    start, end = move.from_square, move.to_square
    white, black = men
    own, other = (white, black) if board.turn else (black, white)
    if board.kings & chess.BB_SQUARES[start]:
        kings = (end, kings[1]) if board.turn else (kings[0], end)
    else:
        own = [(kind, end if square == start else square) for kind, square in own]
    if board.occupied & chess.BB_SQUARES[end]:
        other = [man for man in other if man[1] != end]
    return kings, (own, other) if board.turn else (other, own)
