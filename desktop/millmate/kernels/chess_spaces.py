"""Spaces of positions: some men stand fixed, both kings and the other pieces anywhere.

A space has a word for each placement of the pivot king and the movable pieces (see
`chess_geometry`). Fixed men are the pawns of a slice, and a piece that has just been promoted.
Without fixed men the pivot king stays in the triangle; with them it goes everywhere.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_geometry import (
    ATTACKS,
    BEHIND,
    BETWEEN,
    KING_ATTACKS,
    KNIGHT,
    PAWN_ATTACKS,
    TRANSFORMED,
)
from millmate.kernels.declare import (
    Bytes2D,
    Ints2D,
    Ints3D,
    allocating,
    exported,
    inlined,
    kernel,
)

_U0, _U1 = np.uint64(0), np.uint64(1)
_PAWN = 1
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Rows = Bytes2D
Indices = NDArray[np.int32]  # of words


class Geometry(NamedTuple):
    """The description of a space for the kernels.

    `kinds`, `white`: of the movable pieces; `kings`: the squares of the pivot king; `fixed`: the
    squares of the fixed men; `steps`, `steps_all_images`: the pivot king's, of `PIVOT_STEPS` and
    `PIVOT_STEPS_ALL_IMAGES`; `images`: see `chess_layers.weight`.
    """

    kinds: Ints
    white: Flags
    kings: Ints
    fixed: np.uint64
    steps: Ints3D
    steps_all_images: Ints3D
    images: int


@inlined
def _place(
    index: int, pieces: int, squares: Ints, standing: np.uint64, king: np.uint64
) -> np.uint64:
    """Put the pieces of a placement on their squares; return all men's, 0 if two share one."""
    occupied = standing | king
    apart = (standing & king) == _U0
    for piece in range(pieces):
        squares[piece] = (index >> (6 * (pieces - 1 - piece))) & 63
        bit = _U1 << np.uint64(squares[piece])
        apart &= (occupied & bit) == _U0
        occupied |= bit
    return occupied if apart else _U0


@inlined
def _attacks(kind: int, square: int, king: int, squares: Ints) -> np.uint64:
    """Return the squares a piece attacks, blocked by the pivot king and the other men."""
    attacked: np.uint64 = ATTACKS[kind, square]
    if kind != KNIGHT:
        attacked &= ~BEHIND[square, king]
        for other in range(squares.size):
            attacked &= ~BEHIND[square, squares[other]]
    return attacked


@exported
@allocating
def legal_masks(
    kinds: Ints,
    white: Flags,
    kings: Ints,
    fixed: Ints2D,
    free: Bitboards,
    white_moves: Bitboards,
    black_moves: Bitboards,
) -> None:
    """Fill three sets: men on squares of their own, kings apart; legal with either side to move.

    Args:
        kinds: The kind of each movable piece, then of each fixed man; 1 is a pawn, always fixed.
        white: Whether each is White's.
        kings: The squares of the pivot king.
        fixed: The squares of the fixed men, for each of several spaces end to end.
        free: Set to the positions whose men stand apart.
        white_moves: Set to those in which Black is not in check.
        black_moves: Set to those in which White is not in check.
    """
    men, pieces, words = kinds.size, kinds.size - fixed.shape[1], free.size // fixed.shape[0]
    squares = np.zeros(men, np.int64)
    for at in range(free.size):
        index = at % words
        if index == 0:
            squares[pieces:] = fixed[at // words]
            standing, pawn_attacks = _U0, _U0
            for man in range(pieces, men):
                standing |= _U1 << np.uint64(squares[man])
                if white[man] and kinds[man] == _PAWN:
                    pawn_attacks |= PAWN_ATTACKS[0, squares[man]]
        king = kings[index >> (6 * pieces)]
        king_bit = _U1 << np.uint64(king)
        occupied = _place(index, pieces, squares, standing, king_bit)
        if occupied == _U0:
            free[at] = white_moves[at] = black_moves[at] = _U0
            continue
        room = ~(occupied | KING_ATTACKS[king])
        black_safe, white_safe = room & ~pawn_attacks, room
        for man in range(men):
            kind, square = kinds[man], squares[man]
            if kind == _PAWN:
                if not white[man] and PAWN_ATTACKS[1, square] & king_bit:
                    white_safe = _U0
            elif white[man]:
                black_safe &= ~_attacks(kind, square, king, squares)
            elif ATTACKS[kind, square] & king_bit and not BETWEEN[square, king] & occupied:
                # Only the lane king, standing between them, can keep this one from giving check.
                white_safe &= BETWEEN[square, king]
        free[at], white_moves[at], black_moves[at] = room, black_safe, white_safe


@inlined
def _table_placement(squares: Ints, king_index: int, turned: Ints) -> int:
    """Return the placement in a table, its pieces' squares taken by a symmetry."""
    placement = king_index
    for slot in range(squares.size):
        placement = (placement << 6) | turned[squares[slot]]
    return placement


@exported
@allocating
def read_rows(
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
        table: The slice's values for one side to move, a row of 64 for each placement.
        slots: For each piece of the table its piece in the space: a movable piece's number, or
            -1 - s for the man fixed on square s.
        king_index: The table's index for each square of its pivot king.
        symmetry: The symmetry of the board that goes with it.
        swapped: Whether the table has the colours the other way round.
        flip: 56 if the ranks are mirrored with them, otherwise 0.
        kings: The squares of the space's pivot king.
        pieces: The number of its movable pieces.
        out: Filled; a row for each placement.
    """
    squares = np.zeros(slots.size, np.int64)
    for index in range(out.shape[0]):
        king, row = kings[index >> (6 * pieces)], out[index]
        for slot in range(slots.size):
            piece = slots[slot]
            square = (index >> (6 * (pieces - 1 - piece))) & 63 if piece >= 0 else -1 - piece
            squares[slot] = square ^ flip
        if swapped:
            for square in range(64):
                there = square ^ flip
                turned = TRANSFORMED[symmetry[there]]
                at = _table_placement(squares, king_index[there], turned)
                row[square] = table[at, turned[king ^ flip]]
            continue
        turned = TRANSFORMED[symmetry[king]]
        source = table[_table_placement(squares, king_index[king], turned)]
        if symmetry[king] == 0:
            for square in range(64):
                row[square] = source[square]
        else:
            for square in range(64):
                row[square] = source[turned[square]]


@inlined
def _after_zeroing(value: np.uint8, in_time: np.uint8) -> np.uint8:
    """Return the value of a move into a position that zeroes the clock; for `in_time` see below."""
    lost, won = value & np.uint8(128), np.uint8(value > 0 and value < 128)
    late = np.uint8((value & np.uint8(127)) > in_time)
    return np.uint8(lost + won + late * in_time)


@exported
@kernel
def to_keys(legal: Bitboards, rows: Rows, in_time: int) -> None:
    """Turn values into the keys of the moves that lead to them, in place: more is better.

    0: illegal; n in 1..127: the opponent mates in n; 128: draw; 255 - n: it is mated in n. A best
    move to a mate in 127 would be beyond the range of a byte; see `chess_events.MOST_MOVES`.

    Args:
        legal: The legal positions.
        rows: The values, a row for each word of `legal`; replaced by keys.
        in_time: 0; or, for moves that zero the clock, the longest distance behind them that the
            fifty-move rule allows: distances up to it become 0, greater ones become it.
    """
    for index in range(rows.shape[0]):
        word, row = legal[index], rows[index]
        if in_time:
            for square in range(64):
                row[square] = _after_zeroing(row[square], np.uint8(in_time))
        for square in range(64):
            value = row[square]
            key = value
            if value == 0:
                key = np.uint8(128)
            elif value >= 128:
                key = value ^ np.uint8(127)
            row[square] = key if (word >> np.uint64(square)) & _U1 else np.uint8(0)
