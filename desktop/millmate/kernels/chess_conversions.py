"""Conversions, the moves that leave a space: captures, promotions and pawn moves.

For every position with one side to move, the best such move is found in *rows*: 64 keys (see
`chess_spaces.to_keys`), one for each square of the lane king, so that the better of two moves is
the greater byte, and 0 stands for no legal move. `best` is a block of such rows that starts with
the placement `start`; each kernel improves it by moves of one kind. See `chess_events` for what
becomes of the rows.
"""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_geometry import ATTACKS, BETWEEN, KING_ATTACKS, TRANSFORMED
from millmate.kernels.chess_spaces import Flags, Ints, Rows
from millmate.kernels.chess_sparse import occupied, transform_placement
from millmate.kernels.declare import Byte, exported, inlined, kernel
from millmate.kernels.integers import first_bit

_U0, _U1, _U8, _U255 = (np.uint64(n) for n in (0, 1, 8, 255))


@inlined
def _improve(row: NDArray[np.uint8], other: NDArray[np.uint8]) -> None:
    for square in range(64):
        row[square] = max(row[square], other[square])


@kernel
def _improve_but(row: NDArray[np.uint8], other: NDArray[np.uint8], kept: np.uint64) -> None:
    """Improve `row` except on the squares `kept`, which are eight at most."""
    saved, shift, squares = _U0, _U0, kept
    while squares:
        saved |= np.uint64(row[first_bit(squares)]) << shift
        squares &= squares - _U1
        shift += _U8
    _improve(row, other)
    shift, squares = _U0, kept
    while squares:
        row[first_bit(squares)] = np.uint8((saved >> shift) & _U255)
        squares &= squares - _U1
        shift += _U8


@inlined
def _improve_on(row: NDArray[np.uint8], squares: np.uint64, key: Byte) -> None:
    while squares:
        square = first_bit(squares)
        row[square] = max(row[square], key)
        squares &= squares - _U1


@inlined
def _without(index: int, low: int) -> int:
    """Return `index` without the piece whose square is in the six bits from `low`."""
    return ((index >> (low + 6)) << low) | (index & ((1 << low) - 1))


@exported
@kernel
def capture(
    best: Rows,
    start: int,
    legal: Bitboards,
    white_moves: bool,
    victim: int,
    pawns: Ints,
    keys: Rows,
    kinds: Ints,
    white: Flags,
    kings: Ints,
    fixed: np.uint64,
    king_index: Ints,
    symmetry: Ints,
) -> None:
    """Improve `best` by the captures of one man by kings and pieces.

    Args:
        best: A block of rows.
        start: The placement of the first.
        legal: The legal positions with the side to move.
        white_moves: The side to move.
        victim: The number of the movable piece that is captured, or -1 for a pawn.
        pawns: The square of that pawn, for each of the spaces: several have no movable pieces.
        keys: Those of the spaces without the victim.
        kinds: The kinds of the movable pieces.
        white: Whether each is White's.
        kings: The squares of the pivot king.
        fixed: The squares of the fixed men.
        king_index: For each square the index of a pivot king on it in the space of `keys`.
        symmetry: The symmetry of the board that goes with it.
    """
    pieces = kinds.size
    low = 6 * (pieces - 1 - victim)
    left = pieces if victim < 0 else pieces - 1
    for number in range(best.shape[0]):
        index = start + number
        if legal[index] == _U0:
            continue
        space = 0 if pieces else index >> 6
        first, index = space << 6, index - (space << 6)
        men = occupied(index, pieces, fixed, kings)
        target = pawns[space] if victim < 0 else (index >> low) & 63
        rest = index if victim < 0 else _without(index, low)
        bit, row = _U1 << np.uint64(target), best[number]
        for piece in range(pieces):
            at = 6 * (pieces - 1 - piece)
            square = (index >> at) & 63
            if white[piece] != white_moves or not ATTACKS[kinds[piece], square] & bit:
                continue
            between = BETWEEN[square, target]
            if not between & men:
                moved = (index & ~(63 << at)) | (target << at)
                _improve_but(row, keys[moved if victim < 0 else _without(moved, low)], between)
        if not white_moves:
            _improve_on(row, KING_ATTACKS[target], keys[first + rest, target])
        elif KING_ATTACKS[kings[index >> (6 * pieces)]] & bit:
            transform, others = symmetry[target], rest & ((1 << (6 * left)) - 1)
            placement = transform_placement(others, left, transform)
            there = keys[first + (king_index[target] << (6 * left)) + placement]
            if transform == 0:
                _improve(row, there)
                continue
            turned = TRANSFORMED[transform]
            for square in range(64):
                row[square] = max(row[square], there[turned[square]])


@exported
@kernel
def pawn_takes(best: Rows, start: int, pieces: int, victim: int, target: int, keys: Rows) -> None:
    """Improve `best` where a piece that a pawn can take is on `target`.

    `keys` are those of the space without the victim, the pawn where it has gone.
    """
    low = 6 * (pieces - 1 - victim)
    for number in range(best.shape[0]):
        index = start + number
        if (index >> low) & 63 == target:
            _improve(best[number], keys[_without(index, low)])


@exported
@kernel
def pawn_moves(best: Rows, start: int, pieces: int, spaces: Ints, passed: Ints, keys: Rows) -> None:
    """Improve `best` by a pawn's move in some of several spaces, end to end.

    `keys` are those of the spaces after it. `passed` are the squares that have to be empty for a
    double push, none for another move.
    """
    words = keys.shape[0] // spaces.size
    for space in range(spaces.size):
        first = spaces[space] * words - start  # of the space's rows in `best`
        for index in range(max(0, -first), min(words, best.shape[0] - first)):
            row, better = best[first + index], keys[space * words + index]
            if passed.size == 0:
                _improve(row, better)
                continue
            empty = passed[space]
            free = index >> (6 * pieces) != empty  # with pawns, the king's index is its square
            for piece in range(pieces):
                free &= (index >> (6 * piece)) & 63 != empty
            if free:
                _improve_but(row, better, _U1 << np.uint64(empty))
