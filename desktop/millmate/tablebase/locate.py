"""Where a table holds a position: the men on the board, and their place in the table."""

from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import chess

from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase.layout import Layout, Part, Pawns, layout_of, mirrored
from millmate.tablebase.reach import home_of
from millmate.tablebase.verdict import UnprobeableError

_TOP_TO_BOTTOM = 56  # exchanges the ranks of a square: turns Black's into White's

# Kinds of the pieces of both sides, strongest first, and their numbers of pawns.
Kinds = tuple[tuple[int, ...], tuple[int, ...], int, int]


class Men(NamedTuple):
    """The men on a board: of each pair, White's first.

    `pieces` are kinds and squares, strongest first, kings and pawns left out; `pawns` squares in
    ascending order.
    """

    kings: tuple[int, int]
    pieces: tuple[list[tuple[int, int]], list[tuple[int, int]]]
    pawns: Pawns

    def kinds(self) -> Kinds:
        (white, black), (white_pawns, black_pawns) = self.pieces, self.pawns
        kinds = tuple([kind for kind, _ in white]), tuple([kind for kind, _ in black])
        return (*kinds, len(white_pawns), len(black_pawns))

    def place(self, turn: bool, key: "Key") -> int:
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
class Key:
    """The table of some pieces: its layout, and whether its colours are swapped."""

    layout: Layout
    swapped: bool

    def has(self, men: Men) -> bool:
        """Return whether the table has the men's placement of pawns."""
        if self.layout.reach is None or men.pawns == ((), ()):
            return True
        return min(men.pawns, mirrored(men.pawns)) in self.layout.slices_of


@cache
def facing_key(kinds: Kinds) -> Key:
    """Return the table of pieces of these kinds and a pair of pawns that face each other."""
    whole = key_of(kinds)
    return Key(layout_of(replace(whole.layout.material, facing=True)), whole.swapped)


@cache
def key_of(kinds: Kinds) -> Key:
    """Return the whole table of pieces of these kinds; they must not be two bare kings."""
    found = key_within(None, kinds)
    assert found is not None
    return found


@cache
def key_within(reach: Part | None, kinds: Kinds) -> Key | None:
    """Return the table of pieces of these kinds among those of `reach`, None without one."""
    white, black = (
        "K" + "".join(chess.piece_symbol(kind).upper() for kind in side) + "P" * pawns
        for side, pawns in zip(kinds[:2], kinds[2:], strict=True)
    )
    found = home_of(reach, Material(white, black))
    return found and Key(*found)


def locate(board: chess.Board) -> tuple[Layout, bool, int]:
    """Return the layout of a position's table, whether colours are swapped there, and the place.

    `board` has more than the two kings. Its right to capture en passant is ignored.

    Raises:
        UnprobeableError: `board` has castling rights or is impossible.
    """
    if fault := fault_of(board):
        raise UnprobeableError(fault)
    men = men_on(board)
    key = key_of(men.kinds())
    return key.layout, key.swapped, men.place(board.turn, key)


def fault_of(board: chess.Board) -> str:
    """Return why tables hold no value for a position, whatever the men; "" if they can."""
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    if board.castling_rights:
        return tr("tables do not cover castling rights: {fen}", fen=board.fen())
    if white is None or black is None or chess.popcount(board.kings) != 2:
        return tr("impossible position, each side has one king: {fen}", fen=board.fen())
    if chess.BB_KING_ATTACKS[white] & chess.BB_SQUARES[black]:
        return tr("impossible position, the kings stand side by side: {fen}", fen=board.fen())
    if board.pawns & chess.BB_BACKRANKS:
        return tr("impossible position, a pawn on rank 1 or 8: {fen}", fen=board.fen())
    if board.ep_square is not None and board.status() & chess.STATUS_INVALID_EP_SQUARE:
        square = chess.square_name(board.ep_square)
        return tr(
            "impossible position, no en passant on {square}: {fen}", square=square, fen=board.fen()
        )
    if board.was_into_check():
        return tr("impossible position, the side not to move is in check: {fen}", fen=board.fen())
    return ""


def men_on(board: chess.Board) -> Men:
    """Return the men on `board`, whether tables cover them or not."""
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
    return Men(kings, pieces, pawns)


def men_after(board: chess.Board, move: chess.Move, men: Men) -> Men:
    """Return the men after `move`, which must not be castling."""
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
        return Men(kings, (own, other), (pawns, others))
    return Men(kings, (other, own), (others, pawns))


def _advanced(
    move: chess.Move, own: list[tuple[int, int]], pawns: tuple[int, ...]
) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """Return a side's pieces and pawns after a pawn's move."""
    left = [square for square in pawns if square != move.from_square]
    if move.promotion is None:
        return own, tuple(sorted([*left, move.to_square]))
    grown = [*own, (move.promotion, move.to_square)]
    return sorted(grown, key=lambda man: -man[0]), tuple(left)
