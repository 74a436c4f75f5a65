"""Where a table holds a position: the men on the board, and their place in the table.

A man is a number: 64 times the place of its letter in `LETTERS`, plus its square, a1 = 0. Men in
ascending order are in that of their material's name.
"""

from dataclasses import dataclass
from functools import cache

import chess

from millmate.language import tr
from millmate.tablebase.layout import Layout, Part, Pawns, mirrored
from millmate.tablebase.reach import home_of_men
from millmate.tablebase.verdict import UnprobeableError

LETTERS = "KQRBNPkqrbnp"
BARE_KINGS = 2  # men
_SIDE = len(LETTERS) // 2  # kinds of men of a side
_ALL = 64 * len(LETTERS)
BLACK = _ALL // 2  # the first of Black's men
_PAWNS = LETTERS.index("P"), LETTERS.index("p")
_NO_PAWNS: Pawns = ((), ())
_TOP_TO_BOTTOM = 56  # exchanges the ranks of a square: turns Black's into White's

Men = list[int]  # in ascending order
Kinds = tuple[int, ...]  # the places of their letters


@dataclass(frozen=True, slots=True)
class Key:
    """The table of some men: its layout, and whether its colours are swapped."""

    layout: Layout
    swapped: bool

    def has(self, men: Men) -> bool:
        """Return whether the table has the men's placement of pawns."""
        if self.layout.reach is None or not any(self.layout.pawns):
            return True
        pawns = pawns_among(men)
        return min(pawns, mirrored(pawns)) in self.layout.slices_of

    def place(self, turn: bool, men: Men) -> int:
        """Return the place of a position in the table."""
        layout, (own_pawns, other_pawns) = self.layout, self.layout.pawns
        if self.swapped:
            turn, flip = not turn, _TOP_TO_BOTTOM if own_pawns + other_pawns else 0
            men = sorted([(man + BLACK) % _ALL ^ flip for man in men])
        squares, white = [man & 63 for man in men], len(layout.material.white)
        own, other = white - own_pawns, len(men) - other_pawns
        pieces, pawns = squares[1:own] + squares[white + 1 : other], _NO_PAWNS
        if own_pawns + other_pawns:
            pawns = tuple(squares[own:white]), tuple(squares[other:])
        return layout.place(turn, squares[0], squares[white], pieces, pawns)


def kinds_of(men: Men) -> Kinds:
    return tuple([man >> 6 for man in men])


def pawns_among(men: Men) -> Pawns:
    """Return the squares of White's and of Black's pawns, ascending."""
    white, black = (tuple([man & 63 for man in men if man >> 6 == kind]) for kind in _PAWNS)
    return white, black


@cache
def key_within(reach: Part | None, kinds: Kinds) -> Key | None:
    """Return the table of men of these kinds among those of `reach`, None without one."""
    men = [(_SIDE - kind % _SIDE, kind < _SIDE) for kind in kinds if kind % _SIDE]
    found = home_of_men(reach, men)
    return found and Key(*found[:2])


def locate(board: chess.Board) -> tuple[Layout, bool, int]:
    """Return the layout of a position's table, whether colours are swapped there, and the place.

    `board` has more than the two kings. Its right to capture en passant is ignored.

    Raises:
        UnprobeableError: `board` has castling rights or is impossible.
    """
    if fault := fault_of(board):
        raise UnprobeableError(fault)
    men = men_on(board)
    key = key_within(None, kinds_of(men))
    assert key is not None
    return key.layout, key.swapped, key.place(board.turn, men)


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
    kinds = board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    each = enumerate([*[kind & white for kind in kinds], *[kind & black for kind in kinds]])
    return [place << 6 | at for place, own in each if own for at in chess.scan_forward(own)]


def men_after(board: chess.Board, move: chess.Move, men: Men) -> Men:
    """Return the men after `move`, which must not be castling."""
    start, end, taken, moved, left = move.from_square, move.to_square, move.to_square, 0, []
    if end == board.ep_square and board.pawns & chess.BB_SQUARES[start]:
        taken += -8 if board.turn else 8
    for man in men:
        square = man & 63
        if square == start:
            moved = man
        elif square != taken:
            left.append(man)
    if move.promotion is not None:
        moved -= move.promotion - chess.PAWN << 6
    left.append(moved & ~63 | end)
    left.sort()
    return left
