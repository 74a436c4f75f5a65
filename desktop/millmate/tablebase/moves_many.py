"""Positions of few men as arrays, and their legal moves: NumPy alone, no compiled kernels.

A man is a number: 64 times the place of its letter in `LETTERS`, plus its square, a1 = 0. A
position is a column of men, filled up with `NOBODY` where others have more of them; in ascending
order they are those of its material's name. Castling and captures en passant are left out:
`Moves.passing` marks the moves after which a pawn might be captured en passant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import ATTACKS, BEHIND, KING_ATTACKS, PAWN_ATTACKS

LETTERS = "KQRBNPkqrbnp"
NOBODY = 64 * len(LETTERS)
# By place in `LETTERS`: python-chess's kind of a man, 0 for `NOBODY`.
KINDS = np.array([6, 5, 4, 3, 2, 1, 6, 5, 4, 3, 2, 1, 0])
_BLACK = NOBODY // 2  # the first of Black's men
_PROMOTIONS = 4  # kinds that a pawn can promote to, queen first

Bits = NDArray[np.uint64]  # sets of squares
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


class Boards(NamedTuple):
    """Positions: whether White is to move, bool[n], and the men, int[most men, n]."""

    turns: Bools
    men: Ints

    def at(self, numbers: Ints | Bools) -> Boards:
        """Return some of them."""
        return Boards(self.turns[numbers], self.men[:, numbers])

    def and_those(self, others: Boards) -> Boards:
        """Return these and others, which have the same number of rows of men."""
        turns = np.concatenate([self.turns, others.turns])
        return Boards(turns, np.concatenate([self.men, others.men], axis=1))

    def board(self, number: int) -> chess.Board:
        """Return one of them."""
        found = chess.Board(None)
        for man in self.men[:, number].tolist():
            if man < NOBODY:
                found.set_piece_at(man & 63, chess.Piece.from_symbol(LETTERS[man >> 6]))
        found.turn = bool(self.turns[number])
        return found


def boards_of(positions: Sequence[chess.Board]) -> Boards:
    """Return positions as arrays, without their rights to castle or to capture en passant."""
    columns = [_men_on(board) for board in positions]
    most = max(map(len, columns), default=0)
    rows = [column + [NOBODY] * (most - len(column)) for column in columns]
    turns = np.array([board.turn for board in positions], np.bool_)
    return Boards(turns, np.ascontiguousarray(np.array(rows, np.int64).reshape(len(rows), most).T))


def _men_on(board: chess.Board) -> list[int]:
    kinds = (board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns)
    found = list[int]()
    for first, side in ((0, chess.WHITE), (_BLACK, chess.BLACK)):
        own = board.occupied_co[side]
        for place, squares in enumerate(kinds):
            if squares & own:
                found += [first + 64 * place + at for at in chess.scan_forward(squares & own)]
    return found


class Moves(NamedTuple):
    """Moves of boards, as arrays of equal length.

    `of` is the number of the board; `man` the one that moves, with its square before; `to` its new
    square; `captured` the man that was there, or `NOBODY`; `promotion` python-chess's kind, or 0;
    `passing` whether a pawn passes another one, so that it might be captured en passant; `after`
    the positions that they lead to.
    """

    of: Ints
    man: Ints
    to: Ints
    captured: Ints
    promotion: Ints
    passing: Bools
    after: Boards

    @property
    def zeroing(self) -> Bools:
        """Whether they capture, or move a pawn."""
        return (self.captured < NOBODY) | _PAWNS[self.man]

    def at(self, numbers: Ints | Bools) -> Moves:
        """Return some of them."""
        of, man, to, captured, promotion, passing, after = self
        each = (of[numbers], man[numbers], to[numbers], captured[numbers], promotion[numbers])
        return Moves(*each, passing[numbers], after.at(numbers))


def legal_moves(boards: Boards) -> Moves:
    """Return the legal moves of positions in which the side not to move is not in check."""
    rows, of, to = _steps(_View(boards).targets(boards.men))
    man = boards.men[rows, of]
    last = (to < 8) | (to >= 56)
    repeats = np.where(last & _PAWNS[man], _PROMOTIONS, 1)
    if (repeats > 1).any():
        rows, of, to, man = (np.repeat(values, repeats) for values in (rows, of, to, man))
    firsts = np.repeat(np.cumsum(repeats) - repeats, repeats)
    repeats = np.repeat(repeats, repeats)
    promotion = np.where(repeats > 1, chess.QUEEN - (np.arange(len(to)) - firsts), 0)
    moved = (man & ~63 | to) - (promotion > 0) * (promotion - chess.PAWN << 6)
    men = boards.men[:, of]
    hit = (men & 63 == to) & (men < NOBODY)
    captured = np.where(hit, men, NOBODY).min(axis=0, initial=NOBODY)
    men[hit] = NOBODY
    men[rows, np.arange(len(to))] = moved
    after = Boards(~boards.turns[of], men)
    moves = Moves(of, man, to, captured, promotion, _passing(man, to, men), after)
    return moves.at(~_View(after).wins_king)


def states(boards: Boards) -> tuple[Bools, Bools]:
    """Return whether the side to move is in check, and whether it has no legal move."""
    view = _View(boards)
    final = ~view.king_can_move
    doubtful = np.flatnonzero(final)
    if doubtful.size:
        final[doubtful[legal_moves(boards.at(doubtful)).of]] = False
    return view.checked, final


def _steps(targets: Bits) -> tuple[Ints, Ints, Ints]:
    """Return rows and columns of sets of squares, and a square, for each one in each set."""
    count = targets.shape[1]
    octets = np.ascontiguousarray(targets, "<u8").view(np.uint8)
    found = np.flatnonzero(np.unpackbits(octets, bitorder="little"))
    rows, of = np.divmod(found >> 6, max(count, 1))
    return rows, of, found & 63


def _passing(man: Ints, to: Ints, men: Ints) -> Bools:
    """Return whether moves are a pawn's of two ranks, to a square next to an enemy pawn."""
    passing: Bools = _PAWNS[man] & (abs(to - (man & 63)) == 16)
    some = np.flatnonzero(passing)
    if some.size:
        others, end = men[:, some], to[some]
        enemies = _PAWNS[others] & ((others < _BLACK) != (man[some] < _BLACK))
        passing[some] = (enemies & (_BESIDE[end] & _BITS[others] != 0)).any(axis=0)
    return passing


class _View:
    """The squares that the men of boards attack; own ones are those of the side to move."""

    def __init__(self, boards: Boards) -> None:
        men = boards.men
        black = men >= _BLACK
        own = (black != boards.turns) & (men < NOBODY)
        bits, kings = _BITS[men], _KINGS[men]
        self.occupied, self.own = _union(bits), _union(bits * own)
        attacks = _attacks(men, black, kings)
        self.attacks = attacks * own
        self.attacked = _union(attacks * ~own)
        self.king = own & kings
        self.checked = (self.attacked & _union(bits * self.king)) != 0
        self.wins_king = (_union(self.attacks) & _union(bits * (kings & ~own))) != 0
        safe = ~(self.own | self.attacked)
        self.king_can_move = (_union(self.attacks * self.king) & safe) != 0

    def targets(self, men: Ints) -> Bits:
        """Return where the men of the side to move go; other than kings, pinned ones too."""
        once = _PUSHES[men] & ~self.occupied
        twice = _LONG_PUSHES[men] & ~self.occupied * (once != 0)
        found: Bits = np.where(_PAWNS[men], self.attacks & self.occupied, self.attacks)
        found |= (once | twice) * (self.attacks != 0)
        found &= ~(self.own | self.attacked * self.king)
        return found


def _attacks(men: Ints, black: Bools, kings: Bools) -> Bits:
    """Return the squares that each man attacks, through the king of the other side.

    Where such a king flees along the line, it is still in check.
    """
    found, squares = _ATTACKS[men], (men & 63) * 65
    for row, column in enumerate(men):
        hidden = _BEHIND[squares + np.where(column < NOBODY, column & 63, 64)]
        hidden *= ~(kings[row] & (black != black[row]))
        found &= ~hidden
    return found


def _union(sets: Bits) -> Bits:
    found: Bits = np.bitwise_or.reduce(sets, axis=0)
    return found


def _by_man(sets: Callable[[int, bool, int], Any], dtype: type) -> NDArray[Any]:
    """Return `sets(kind, white, square)` for each man, and nothing for `NOBODY`."""
    men = [(int(KINDS[man >> 6]), man < _BLACK, man & 63) for man in range(NOBODY)]
    return np.array([*(sets(*man) for man in men), 0], dtype)


def _attacked(kind: int, white: bool, square: int) -> int:
    if kind == chess.PAWN:
        return int(PAWN_ATTACKS[0 if white else 1, square])
    return int(KING_ATTACKS[square] if kind == chess.KING else ATTACKS[kind, square])


def _pushed(kind: int, white: bool, square: int) -> int:
    end = square + (8 if white else -8)
    return 1 << end if kind == chess.PAWN and 0 <= end < 64 else 0


def _pushed_far(kind: int, white: bool, square: int) -> int:
    home = square >> 3 == (1 if white else 6)
    return 1 << square + (16 if white else -16) if kind == chess.PAWN and home else 0


_BITS: Bits = _by_man(lambda _, white, square: 1 << square, np.uint64)
_KINGS: Bools = _by_man(lambda kind, *_: kind == chess.KING, np.bool_)
_PAWNS: Bools = _by_man(lambda kind, *_: kind == chess.PAWN, np.bool_)
_ATTACKS: Bits = _by_man(_attacked, np.uint64)
_PUSHES: Bits = _by_man(_pushed, np.uint64)
_LONG_PUSHES: Bits = _by_man(_pushed_far, np.uint64)
_BESIDE = np.array(
    [chess.BB_KING_ATTACKS[at] & chess.BB_RANKS[at >> 3] for at in range(64)], np.uint64
)
# By 65 * a + b: where the man on a cannot go because of a man on b; 64 stands for no man.
_BEHIND = np.pad(BEHIND, ((0, 0), (0, 1))).reshape(-1)
