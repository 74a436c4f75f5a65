"""Spaces of positions: some men stand fixed, both kings and the other pieces anywhere.

A space has a word for each placement of the index king and the movable pieces (see
`chess_geometry`). Fixed men are the pawns of a slice, and a piece that has just been promoted.
Without fixed men the index king stays in the triangle; with them it goes everywhere.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import (
    ATTACKS,
    BEHIND,
    BETWEEN,
    KING_ATTACKS,
    KNIGHT,
    PAWN_ATTACKS,
    TRANSFORMED,
)
from millmate.kernels.chess_words import Words

_U0, _U1 = np.uint64(0), np.uint64(1)
_PAWN = 1
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Rows = NDArray[np.uint8]


@njit(
    "void(int64[::1], boolean[::1], int64[::1], int64[::1], boolean[::1], int64[::1],"
    " uint64[::1], uint64[::1], uint64[::1])",
    nogil=True,
    cache=True,
)
def legal_masks(
    kinds: Ints,
    white: Flags,
    kings: Ints,
    fixed_kinds: Ints,
    fixed_white: Flags,
    fixed: Ints,
    free: Words,
    white_moves: Words,
    black_moves: Words,
) -> None:
    """Fill three sets: no two men on a square nor kings side by side; legal for either to move.

    Args:
        kinds: The kind of each of the k movable pieces.
        white: Whether each is White's.
        kings: The squares of the index king.
        fixed_kinds: The kind of each fixed man, 1 a pawn.
        fixed_white: Whether each is White's.
        fixed: Their squares.
        free: Filled with the positions whose men stand apart; a word a placement, as the others.
        white_moves: Filled with those in which Black is not in check.
        black_moves: Filled with those in which White is not in check.
    """
    pieces, men = kinds.size, kinds.size + fixed.size
    squares, kind, own = np.zeros(men, np.int64), np.zeros(men, np.int64), np.zeros(men, np.bool_)
    standing, pawned = _U0, _U0
    for man in range(fixed.size):
        squares[pieces + man], kind[pieces + man] = fixed[man], fixed_kinds[man]
        own[pieces + man] = fixed_white[man]
        standing |= _U1 << np.uint64(fixed[man])
        if fixed_white[man] and fixed_kinds[man] == _PAWN:
            pawned |= PAWN_ATTACKS[0, fixed[man]]
    kind[:pieces], own[:pieces] = kinds, white
    for index in range(free.size):
        king = kings[index >> (6 * pieces)]
        king_bit = _U1 << np.uint64(king)
        occupied = standing
        apart = (occupied & king_bit) == _U0
        occupied |= king_bit
        for piece in range(pieces):
            squares[piece] = (index >> (6 * (pieces - 1 - piece))) & 63
            bit = _U1 << np.uint64(squares[piece])
            apart &= (occupied & bit) == _U0
            occupied |= bit
        if not apart:
            free[index] = white_moves[index] = black_moves[index] = _U0
            continue
        room = ~(occupied | KING_ATTACKS[king])
        calm_black, calm_white = room & ~pawned, room
        for man in range(men):
            square = squares[man]
            if kind[man] == _PAWN:
                if not own[man] and PAWN_ATTACKS[1, square] & king_bit:
                    calm_white = _U0
                continue
            attacked = ATTACKS[kind[man], square]
            if own[man]:
                if kind[man] != KNIGHT:
                    attacked &= ~BEHIND[square, king]
                    for other in range(men):
                        attacked &= ~BEHIND[square, squares[other]]
                calm_black &= ~attacked
            elif attacked & king_bit and not BETWEEN[square, king] & occupied:
                # Only the word king, between them, can keep this one from giving check.
                calm_white &= BETWEEN[square, king]
        free[index], white_moves[index], black_moves[index] = room, calm_black, calm_white


@njit(
    "void(uint8[:,::1], int64[::1], int64[::1], int64[::1], boolean, int64, int64[::1], int64,"
    " uint8[:,::1])",
    nogil=True,
    cache=True,
)
def fetch(
    table: Rows,
    slots: Ints,
    king_index: Ints,
    symmetry: Ints,
    swapped: bool,
    flip: int,
    kings: Ints,
    pieces: int,
    out: Rows,
) -> None:
    """Fill the rows of a space with the values of a table's slice.

    Args:
        table: The slice's values for one side to move, a row of 64 a placement.
        slots: What each piece of the table is in the space: a movable piece's number, or -1 - s
            for the man fixed on square s.
        king_index: The table's index for each square of its index king.
        symmetry: The symmetry of the board that goes with it.
        swapped: Whether the table has the colours the other way round.
        flip: 56 if the ranks are mirrored with them, otherwise 0.
        kings: The squares of the space's index king.
        pieces: The number of its movable pieces.
        out: Filled; a row a placement.
    """
    squares = np.zeros(slots.size, np.int64)
    for index in range(out.shape[0]):
        king = kings[index >> (6 * pieces)]
        for slot in range(slots.size):
            piece = slots[slot]
            if piece >= 0:
                squares[slot] = ((index >> (6 * (pieces - 1 - piece))) & 63) ^ flip
            else:
                squares[slot] = (-1 - piece) ^ flip
        row = out[index]
        if swapped:
            for square in range(64):
                there = square ^ flip
                turned = TRANSFORMED[symmetry[there]]
                at = king_index[there]
                for slot in range(slots.size):
                    at = (at << 6) | turned[squares[slot]]
                row[square] = table[at, turned[king ^ flip]]
            continue
        transform, at = symmetry[king], king_index[king]
        turned = TRANSFORMED[transform]
        for slot in range(slots.size):
            at = (at << 6) | turned[squares[slot]]
        source = table[at]
        if transform == 0:
            for square in range(64):
                row[square] = source[square]
        else:
            for square in range(64):
                row[square] = source[turned[square]]


@njit("void(uint64[::1], uint8[:,::1])", nogil=True, cache=True)
def to_keys(legal: Words, rows: Rows) -> None:
    """Turn values into what the move into them is worth, in place: more is better.

    0: illegal; n in 1..127: the opponent mates in n; 128: draw; 255 - n: it is mated in n. A mate
    in 127 that would be the best move is beyond what one byte tells; see `layers`.
    """
    for index in range(rows.shape[0]):
        word, row = legal[index], rows[index]
        for square in range(64):
            value = row[square]
            key = value
            if value == 0:
                key = np.uint8(128)
            elif value >= 128:
                key = value ^ np.uint8(127)
            row[square] = key if (word >> np.uint64(square)) & _U1 else np.uint8(0)
