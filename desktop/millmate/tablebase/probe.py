"""Look up positions in finished tables, without compiled kernels, so that the window can."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import chess

from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import store
from millmate.tablebase.dtz_process import open_chess
from millmate.tablebase.layout import LOST, Layout, Pawns, verdict
from millmate.tablebase.plan import UnsupportedMaterialError, plan
from millmate.tablebase.store import Table
from millmate.tablebase.table_cache import DirectoryTables, MissingTableError, UnprobeableError
from millmate.tablebase.verdict import MoveVerdict, Verdict

MOST_MEN = 6
_TOP_TO_BOTTOM = 56  # exchanges the ranks of a square: what is Black's becomes White's

# Kinds of the pieces of both sides, strongest first, and their numbers of pawns.
_Kinds = tuple[tuple[int, ...], tuple[int, ...], int, int]


class _Men(NamedTuple):
    """The men on a board: of each pair, White's first.

    `pieces` are kinds and squares, strongest first, kings and pawns left out; `pawns` squares in
    ascending order.
    """

    kings: tuple[int, int]
    pieces: tuple[list[tuple[int, int]], list[tuple[int, int]]]
    pawns: Pawns

    def kinds(self) -> _Kinds:
        """Return the kinds that determine the material."""
        (white, black), (white_pawns, black_pawns) = self.pieces, self.pawns
        kinds = tuple([kind for kind, _ in white]), tuple([kind for kind, _ in black])
        return (*kinds, len(white_pawns), len(black_pawns))

    def place(self, turn: bool, key: "_Key") -> int:
        """Return the place of the position in its table."""
        (white_king, black_king), (white, black), pawns = self
        if not key.swapped:
            squares = [square for _, square in white] + [square for _, square in black]
            return key.layout.place(turn, white_king, black_king, squares, pawns)
        squares = [square for _, square in black] + [square for _, square in white]
        if pawns[0] or pawns[1]:
            flip = _TOP_TO_BOTTOM
            squares = [square ^ flip for square in squares]
            white_king, black_king = white_king ^ flip, black_king ^ flip
            one, other = (tuple(sorted(square ^ flip for square in side)) for side in pawns)
            pawns = other, one
        return key.layout.place(not turn, black_king, white_king, squares, pawns)


@dataclass(frozen=True, slots=True)
class _Key:
    """The table of some pieces: its layout, and whether its colours are swapped."""

    layout: Layout
    swapped: bool


@cache
def _key(kinds: _Kinds) -> _Key:
    white, black = (
        "K" + "".join(chess.piece_symbol(kind).upper() for kind in side) + "P" * pawns
        for side, pawns in zip(kinds[:2], kinds[2:], strict=True)
    )
    material = Material(white, black)
    canonical = material.canonical()
    return _Key(_layout(canonical), canonical != material)


@cache
def _layout(material: Material) -> Layout:
    return Layout(material)


class Tablebase(DirectoryTables[Material, Table, chess.Board, Verdict]):
    """The tables of chess in a directory, read as they are needed; safe from several threads."""

    def __init__(self, directory: Path) -> None:
        """Open the tables that `directory` has now (see `refresh`)."""
        super().__init__(
            directory,
            lambda: store.materials(directory),
            lambda material: Table(store.table_path(directory, material)),
            open_chess,
        )

    def add(self, table: Table) -> None:
        """Probe `table` too, which need not be in the directory."""
        self._cache.add(table.layout.material, table)

    def available(self) -> tuple[Material, ...]:
        """Return the canonical materials that can be probed, smaller first."""
        return tuple(sorted(self._cache.names))

    def layout(self, material: Material) -> Layout:
        """Return the layout of the table of a canonical material."""
        return _layout(material)

    def covers(self, board: chess.Board) -> bool:
        """Return whether `probe` has an answer for `board`, unless its table is damaged."""
        if self._missing(board, _men(board)) is not None:
            return False
        try:
            _refuse_impossible(board)
        except UnprobeableError:
            return False
        return True

    def probe(self, board: chess.Board) -> Verdict:
        """Return the verdict for the side to move.

        Raises:
            MissingTableError: No table covers the material, or the one after a capture en passant.
            UnprobeableError: `board` has castling rights or is impossible.
            TableError: The table is damaged.
        """
        return self._verdict(board, self._admitted(board))

    def moves(self, board: chess.Board) -> list[MoveVerdict]:
        """Return every legal move with its verdict for the side to move, best first.

        Raises:
            MissingTableError: No table covers the material, or what a move makes of it.
            UnprobeableError: `board` has castling rights or is impossible.
            TableError: A table is damaged.
        """
        men = self._admitted(board)
        judged = [self._judged(board, move, men) for move in board.generate_legal_moves()]
        return sorted(judged, key=lambda move: move.rank)

    def mend(self, board: chess.Board) -> str:
        """Return the remedy for the missing table of `board`."""
        try:
            plan([Material.of(board)], self.directory)
        except UnsupportedMaterialError as error:
            return str(error)
        return tr("build it first")

    def _judged(self, board: chess.Board, move: chess.Move, men: _Men) -> MoveVerdict:
        if not _is_double_push(board, move):
            code = self._value(not board.turn, _after(board, move, men))
            return MoveVerdict(move, _BEFORE[code])
        after = board.copy(stack=False)  # the pawn may be captured en passant
        after.push(move)
        return MoveVerdict(move, self._verdict(after, _men(after)).before())

    def _verdict(self, board: chess.Board, men: _Men) -> Verdict:
        """Return the verdict of a position; tables ignore the right to capture en passant."""
        captures = list(board.generate_legal_ep()) if board.ep_square is not None else []
        if not captures:
            return verdict(self._value(board.turn, men))
        judged = [
            MoveVerdict(move, _BEFORE[self._value(not board.turn, _after(board, move, men))])
            for move in captures
        ]
        # Without another move the table has the position as stalemate or mate.
        if any(move not in captures for move in board.generate_legal_moves()):
            others = verdict(self._value(board.turn, men))
            judged.append(MoveVerdict(captures[0], others))
        return min(judged, key=lambda move: move.rank).verdict

    def _admitted(self, board: chess.Board) -> _Men:
        """Return the men of `board`, if tables cover them."""
        _refuse_impossible(board)
        men = _men(board)
        missing = self._missing(board, men)
        if missing is not None:
            raise MissingTableError(missing)
        return men

    def _missing(self, board: chess.Board, men: _Men) -> str | None:
        """Return a sentence about the missing table that `board` needs, None if none is missing."""
        number = chess.popcount(board.occupied)
        if number > MOST_MEN:
            return tr(
                "tables have at most {most_men} men, this position has {number}",
                most_men=MOST_MEN,
                number=number,
            )
        needed = [men]
        if board.ep_square is not None:
            needed += [_after(board, move, men) for move in board.generate_legal_ep()]
        for each in needed:
            kinds = each.kinds()
            if any(kinds):
                material = _key(kinds).layout.material
                if material not in self._cache.names:
                    return tr("no table for {material}", material=material)
        return None

    def _value(self, turn: bool, men: _Men) -> int:
        """Return the byte of a position."""
        kinds = men.kinds()
        if not any(kinds):
            return 0
        key = _key(kinds)
        number, offset = key.layout.chunk_of(men.place(turn, key))
        return self._cache.chunk(key.layout.material, number)[offset]


def locate(board: chess.Board) -> tuple[Layout, bool, int]:
    """Return the layout of a position's table, whether colours are swapped there, and the place.

    `board` has more than the two kings. Its right to capture en passant is ignored.

    Raises:
        UnprobeableError: `board` has castling rights or is impossible.
    """
    _refuse_impossible(board)
    men = _men(board)
    key = _key(men.kinds())
    return key.layout, key.swapped, men.place(board.turn, key)


# The verdict of a move for the mover, by the byte of the position after it.
_BEFORE = [verdict(code).before() for code in range(LOST + 127)]


def _refuse_impossible(board: chess.Board) -> None:
    """Refuse positions that tables hold no value for, whatever their number of men."""
    if board.castling_rights:
        raise UnprobeableError(tr("tables know no castling rights: {fen}", fen=board.fen()))
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    if white is None or black is None or chess.popcount(board.kings) != 2:
        raise UnprobeableError(
            tr("impossible position, each side has one king: {fen}", fen=board.fen())
        )
    if chess.BB_KING_ATTACKS[white] & chess.BB_SQUARES[black]:
        raise UnprobeableError(
            tr("impossible position, the kings stand side by side: {fen}", fen=board.fen())
        )
    if board.pawns & chess.BB_BACKRANKS:
        raise UnprobeableError(
            tr("impossible position, a pawn on rank 1 or 8: {fen}", fen=board.fen())
        )
    if board.ep_square is not None and board.status() & chess.STATUS_INVALID_EP_SQUARE:
        square = chess.square_name(board.ep_square)
        raise UnprobeableError(
            tr(
                "impossible position, no en passant on {square}: {fen}",
                square=square,
                fen=board.fen(),
            )
        )
    if board.was_into_check():
        raise UnprobeableError(
            tr("impossible position, the side not to move is in check: {fen}", fen=board.fen())
        )


def _men(board: chess.Board) -> _Men:
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    pieces: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for kind, squares in (
        (chess.QUEEN, board.queens),
        (chess.ROOK, board.rooks),
        (chess.BISHOP, board.bishops),
        (chess.KNIGHT, board.knights),
    ):
        if squares:
            pieces[0].extend((kind, square) for square in chess.scan_forward(squares & white))
            pieces[1].extend((kind, square) for square in chess.scan_forward(squares & black))
    pawns: Pawns = ((), ())
    if board.pawns:
        pawns = (
            tuple(chess.scan_forward(board.pawns & white)),
            tuple(chess.scan_forward(board.pawns & black)),
        )
    kings = (board.kings & white).bit_length() - 1, (board.kings & black).bit_length() - 1
    return _Men(kings, pieces, pawns)


def _after(board: chess.Board, move: chess.Move, men: _Men) -> _Men:
    """Return the men after `move`, which is no castling."""
    start, end = move.from_square, move.to_square
    kings, (white, black), (white_pawns, black_pawns) = men
    own, other = (white, black) if board.turn else (black, white)
    pawns, others = (white_pawns, black_pawns) if board.turn else (black_pawns, white_pawns)
    if board.occupied & chess.BB_SQUARES[end]:
        other = [man for man in other if man[1] != end]
        others = tuple([square for square in others if square != end])
    if board.kings & chess.BB_SQUARES[start]:
        kings = (end, kings[1]) if board.turn else (kings[0], end)
    elif not board.pawns & chess.BB_SQUARES[start]:
        own = [(kind, end if square == start else square) for kind, square in own]
    else:
        own, pawns = _advanced(move, own, pawns)
        if end == board.ep_square:
            taken = end - 8 if board.turn else end + 8
            others = tuple([square for square in others if square != taken])
    if board.turn:
        return _Men(kings, (own, other), (pawns, others))
    return _Men(kings, (other, own), (others, pawns))


def _advanced(
    move: chess.Move, own: list[tuple[int, int]], pawns: tuple[int, ...]
) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """Return a side's pieces and pawns after a pawn's move."""
    left = [square for square in pawns if square != move.from_square]
    if move.promotion is None:
        return own, tuple(sorted([*left, move.to_square]))
    grown = [*own, (move.promotion, move.to_square)]
    return sorted(grown, key=lambda man: -man[0]), tuple(left)


def _is_double_push(board: chess.Board, move: chess.Move) -> bool:
    """Tell whether a legal move is a pawn's of two ranks."""
    far = abs(move.to_square - move.from_square) == 16
    return far and bool(board.pawns & chess.BB_SQUARES[move.from_square])
