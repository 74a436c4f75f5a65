"""Captures en passant, folded into the keys of the positions after double pushes.

Tables store no separate values for those positions: the value is the better of the normal value and
the best capture en passant, for the side that may capture. Whether there are normal moves matters
only if all of them fail: without any, the position would be stalemate, but with the capture it is
not. Men are listed one by one here, since that is rare.
"""

import numpy as np

from millmate.kernels.chess_geometry import ATTACKS, BEHIND, KING_ATTACKS, PAWN_ATTACKS
from millmate.kernels.chess_spaces import Flags, Ints, Rows
from millmate.kernels.declare import allocating, exported, kernel
from millmate.kernels.integers import first_bit

Men = tuple[Ints, Ints, Flags]  # the square, the kind and the colour of each; see `has_move`

_U0, _U1 = np.uint64(0), np.uint64(1)
_PAWN, _KING = 1, 6
_DRAW = 128


@kernel
def attacks(man: int, squares: Ints, kinds: Ints, white: Flags, gone: int) -> np.uint64:
    """Return the squares that a man attacks when man number `gone` is off the board."""
    kind, square = kinds[man], squares[man]
    attacked: np.uint64
    if kind == _PAWN:
        attacked = PAWN_ATTACKS[0 if white[man] else 1, square]
    elif kind == _KING:
        attacked = KING_ATTACKS[square]
    else:
        attacked = ATTACKS[kind, square]
        for other in range(squares.size):
            if other != gone:
                attacked &= ~BEHIND[square, squares[other]]
    return attacked


@kernel
def is_attacked(
    target: int, by_white: bool, squares: Ints, kinds: Ints, white: Flags, gone: int
) -> bool:
    """Return whether a man attacks `target`; man number `gone` is off the board."""
    bit = _U1 << np.uint64(target)
    for man in range(squares.size):
        if man == gone or white[man] != by_white:
            continue
        if attacks(man, squares, kinds, white, gone) & bit:
            return True
    return False


@kernel
def pawn_targets(square: int, white: bool, own: np.uint64, others: np.uint64) -> np.uint64:
    """Return where a pawn can go, en passant not counted."""
    forward, occupied = 8 if white else -8, own | others
    targets: np.uint64 = PAWN_ATTACKS[0 if white else 1, square] & others
    ahead = _U1 << np.uint64(square + forward)
    if not ahead & occupied:
        targets |= ahead
        if square >> 3 == (1 if white else 6):
            targets |= (_U1 << np.uint64(square + 2 * forward)) & ~occupied
    return targets


@kernel
def sides(squares: Ints, white: Flags) -> tuple[np.uint64, np.uint64]:
    """Return the squares of White's and of Black's men."""
    whites, blacks = _U0, _U0
    for man in range(squares.size):
        if white[man]:
            whites |= _U1 << np.uint64(squares[man])
        else:
            blacks |= _U1 << np.uint64(squares[man])
    return whites, blacks


@kernel
def man_on(square: int, squares: Ints) -> int:
    """Return the number of the man on a square, -1 if it is empty."""
    for man in range(squares.size):
        if squares[man] == square:
            return man
    return -1


@kernel
def legal_targets(man: int, squares: Ints, kinds: Ints, white: Flags) -> np.uint64:
    """Return where a man can legally go, en passant not counted; the kings are first."""
    start, mover = squares[man], white[man]
    whites, blacks = sides(squares, white)
    own, others = (whites, blacks) if mover else (blacks, whites)
    if kinds[man] == _PAWN:
        left = pawn_targets(start, mover, own, others)
    else:
        left = attacks(man, squares, kinds, white, -1) & ~own
    targets, king = left, 0 if mover else 1
    while left:
        to = first_bit(left)
        left &= left - _U1
        gone = man_on(to, squares)
        squares[man] = to
        if is_attacked(squares[king], not mover, squares, kinds, white, gone):
            targets &= ~(_U1 << np.uint64(to))
        squares[man] = start
    return targets


@kernel
def has_move(white_moves: bool, squares: Ints, kinds: Ints, white: Flags) -> bool:
    """Return whether a side has a legal move, en passant not counted.

    Args:
        white_moves: The side to move.
        squares: The square of each man, the kings first, White's before Black's.
        kinds: The kind of each man, as in python-chess: 1 a pawn, 6 a king.
        white: Whether each is White's.
    """
    for man in range(squares.size):
        if white[man] == white_moves and legal_targets(man, squares, kinds, white):
            return True
    return False


@allocating
def list_men(kinds: Ints, white: Flags, pawns: Ints, pawns_white: Flags) -> Men:
    """Return the men of a space, the kings and movable pieces of `kinds` on no square yet."""
    pieces = kinds.size
    men = 2 + pieces + pawns.size
    squares, kind, own = np.zeros(men, np.int64), np.zeros(men, np.int64), np.zeros(men, np.bool_)
    kind[:2], own[0] = _KING, True
    kind[2 : 2 + pieces], own[2 : 2 + pieces] = kinds, white
    squares[2 + pieces :], kind[2 + pieces :], own[2 + pieces :] = pawns, _PAWN, pawns_white
    return squares, kind, own


@kernel
def has_move_at(index: int, square: int, pieces: int, white_moves: bool, men: Men) -> bool:
    """Return whether a side has a legal move with White's king and `pieces` placed as in `index`.

    `square` is that of Black's king; these squares are written to `men`.
    """
    squares, kinds, white = men
    squares[0], squares[1] = index >> (6 * pieces), square
    for piece in range(pieces):
        squares[2 + piece] = (index >> (6 * (pieces - 1 - piece))) & 63
    return has_move(white_moves, squares, kinds, white)


@exported
@allocating
def fold_en_passant(
    pushed: Rows,
    taken: Rows,
    white_pushed: bool,
    kinds: Ints,
    white: Flags,
    pawns: Ints,
    pawns_white: Flags,
    helping: bool,
) -> None:
    """Give the opponent its capture en passant: change the keys of the space after a double push.

    Args:
        pushed: Keys of the space after the double push, for the side that pushed; changed.
        taken: Keys of the space after the capture en passant, for the side that captured.
        white_pushed: Which side pushed.
        kinds: The kind of each movable piece.
        white: Whether each is White's.
        pawns: The squares of the pawns after the double push.
        pawns_white: Whether each is White's.
        helping: Whether the opponent wants the same, as in helpmates: the keys of both sides mean
            the same then. Where the capture is the only move, the position is not mate.
    """
    men = list_men(kinds, white, pawns, pawns_white)
    for index in range(pushed.shape[0]):
        for square in range(64):
            key, capture = np.int64(pushed[index, square]), np.int64(taken[index, square])
            if key == 0 or capture == 0:
                continue
            # The key of the capture for the side that pushed.
            after = 256 - capture if capture > _DRAW else capture
            if capture < _DRAW:
                after = 255 - capture
            if helping:
                after = capture
            stuck = key > after if helping else key == _DRAW and after > _DRAW
            if stuck and not has_move_at(index, square, kinds.size, not white_pushed, men):
                pushed[index, square] = after  # no mate or stalemate: the capture is forced
            else:
                pushed[index, square] = max(key, after) if helping else min(key, after)
