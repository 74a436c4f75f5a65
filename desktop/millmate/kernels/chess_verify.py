"""One-ply verification of a finished table, position by position.

It shares nothing with the kernels that build: a mailbox board, plain loops over the moves, its own
arithmetic from squares to the place in a table. If every value equals one more than the best
successor's, the table is right: by induction on the distance there is only one such table.

Men are numbered: 0 the white king, 1 the black king, 2 and up the pieces. A man's kind is 6 for a
king, otherwise as in python-chess. `board[square]` holds the man there, or -1.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

_KING, _KNIGHT, _BISHOP, _ROOK = 6, 2, 3, 4
_FILES = np.array([1, 1, 0, -1, -1, -1, 0, 1, 1, 2, 2, 1, -1, -2, -2, -1], np.int64)
_RANKS = np.array([0, 1, 1, 1, 0, -1, -1, -1, 2, 1, -1, -2, -2, -1, 1, 2], np.int64)
_LOST = 128

Ints = NDArray[np.int64]


@njit("int64(int64[::1], int64[::1], boolean, boolean)", nogil=True, cache=True)
def place(squares: Ints, order: Ints, black_to_move: bool, swapped: bool) -> int:
    """Return where a table keeps the position, -1 in `order` ending the list of its pieces.

    `swapped`: the table has the colours the other way round.
    """
    king, other = (squares[1], squares[0]) if swapped else (squares[0], squares[1])
    flip = 0
    if king & 7 > 3:
        flip ^= 7
    if king >> 3 > 3:
        flip ^= 56
    king ^= flip
    turned = (king >> 3) > (king & 7)
    if turned:
        king = (king & 7) << 3 | king >> 3
    rank, file = king >> 3, king & 7
    # Below the diagonal, ranks 1 to 4 hold 4, 3, 2 and 1 squares.
    result = file + (0, 3, 5, 6)[rank]
    pieces = 0
    for man in order:
        if man < 0:
            break
        square = squares[man] ^ flip
        if turned:
            square = (square & 7) << 3 | square >> 3
        result = result * 64 + square
        pieces += 1
    other ^= flip
    if turned:
        other = (other & 7) << 3 | other >> 3
    result = result * 64 + other
    if black_to_move != swapped:
        result += 10 * 64 ** (pieces + 1)
    return int(result)


@njit("boolean(int64[::1], int64, int64, int64)", nogil=True, cache=True)
def hits(board: Ints, kind: int, start: int, target: int) -> bool:
    """Tell whether a man of `kind` on `start` attacks `target`."""
    files, ranks = (target & 7) - (start & 7), (target >> 3) - (start >> 3)
    if kind == _KNIGHT:
        return bool(abs(files * ranks) == 2)
    if kind == _KING:
        return bool(max(abs(files), abs(ranks)) == 1)
    straight, diagonal = files == 0 or ranks == 0, abs(files) == abs(ranks)
    if kind == _ROOK and not straight:
        return False
    if kind == _BISHOP and not diagonal:
        return False
    if not (straight or diagonal) or start == target:
        return False
    step = np.sign(files) + 8 * np.sign(ranks)
    square = start + step
    while square != target:
        if board[square] >= 0:
            return False
        square += step
    return True


@njit(
    "boolean(int64[::1], int64[::1], int64[::1], boolean[::1], boolean, int64)",
    nogil=True,
    cache=True,
)
def in_check(
    board: Ints,
    squares: Ints,
    kinds: Ints,
    white: NDArray[np.bool_],
    white_king: bool,
    captured: int,
) -> bool:
    """Tell whether a king is attacked; the man `captured` (or -1) is off the board."""
    target = squares[0 if white_king else 1]
    for man in range(squares.size):
        if (
            man != captured
            and white[man] != white_king
            and hits(board, kinds[man], squares[man], target)
        ):
            return True
    return False


@njit(
    "int64(uint8[::1], uint8[::1], int64[::1], boolean[::1], int64[:,::1], int64[::1],"
    " int64[::1], boolean[::1], boolean, int64[::1], int64[::1])",
    nogil=True,
    cache=True,
)
def expected_value(
    values: NDArray[np.uint8],
    smaller: NDArray[np.uint8],
    offsets: Ints,
    swapped: NDArray[np.bool_],
    orders: Ints,
    squares: Ints,
    kinds: Ints,
    white: NDArray[np.bool_],
    black_to_move: bool,
    board: Ints,
    own_order: Ints,
) -> int:
    """Return the value that the successors in the tables give to a legal position."""
    mover = not black_to_move
    moves = 0
    quickest, drawn, slowest = 256, False, 0
    for man in range(squares.size):
        if white[man] != mover:
            continue
        start, kind = squares[man], kinds[man]
        first = 8 if kind == _KNIGHT else 0
        for way in range(first, first + 8):
            straight = way % 2 == 0
            if (kind == _ROOK and not straight) or (kind == _BISHOP and straight):
                continue
            file, rank = start & 7, start >> 3
            while True:
                file, rank = file + _FILES[way], rank + _RANKS[way]
                if file < 0 or file > 7 or rank < 0 or rank > 7:
                    break
                target = rank * 8 + file
                victim = board[target]
                if victim >= 0 and (white[victim] == mover or victim < 2):
                    break
                board[start], board[target] = -1, man
                squares[man] = target
                if not in_check(board, squares, kinds, white, mover, victim):
                    moves += 1
                    if victim < 0:
                        value = int(values[place(squares, own_order, mover, False)])
                    else:
                        at = place(squares, orders[victim - 2], mover, swapped[victim - 2])
                        value = int(smaller[offsets[victim - 2] + at])
                    if value >= _LOST:
                        quickest = min(quickest, value - _LOST + 1)
                    elif value == 0:
                        drawn = True
                    else:
                        slowest = max(slowest, value)
                squares[man] = start
                board[start], board[target] = man, victim
                if victim >= 0 or kind in (_KING, _KNIGHT):
                    break
    if moves == 0:
        return _LOST if in_check(board, squares, kinds, white, mover, -1) else 0
    if quickest < 256:
        return quickest
    return 0 if drawn else _LOST + slowest


@njit(
    "UniTuple(int64, 3)(uint8[::1], uint8[::1], int64[::1], boolean[::1], int64[:,::1],"
    " int64[::1], boolean[::1], int64, int64)",
    nogil=True,
    cache=True,
)
def verify(
    values: NDArray[np.uint8],
    smaller: NDArray[np.uint8],
    offsets: Ints,
    swapped: NDArray[np.bool_],
    orders: Ints,
    kinds: Ints,
    white: NDArray[np.bool_],
    start: int,
    stop: int,
) -> tuple[int, int, int]:
    """Check the places from `start` to `stop` of a table.

    Args:
        values: The table, flat: side to move, index king, pieces, word king.
        smaller: The tables that captures lead into, flat, one after the other.
        offsets: Where in `smaller` the table without each piece begins.
        swapped: Whether that table has the colours the other way round.
        orders: The men that are its pieces, in its order, ended by -1.
        kinds: The kind of each man, kings first.
        white: Whether each man is White's.
        start: First place to check.
        stop: One past the last.

    Returns:
        The numbers of legal positions and of wrong values, and the first wrong place or -1.
    """
    men = kinds.size
    half = 10 * 64 ** (men - 1)
    legal, faults, first = 0, 0, -1
    squares = np.zeros(men, np.int64)
    board = np.full(64, -1, np.int64)
    own_order = np.full(men - 1, -1, np.int64)
    for man in range(2, men):
        own_order[man - 2] = man
    for at in range(start, stop):
        black_to_move, rest = at >= half, at % half
        squares[1] = rest & 63
        for man in range(men - 1, 1, -1):
            rest >>= 6
            squares[man] = rest & 63
        squares[0] = (0, 1, 2, 3, 9, 10, 11, 18, 19, 27)[rest >> 6]
        apart = True
        for man in range(men):
            apart &= board[squares[man]] < 0
            board[squares[man]] = man
        if (
            apart
            and not hits(board, _KING, squares[0], squares[1])
            and not in_check(board, squares, kinds, white, black_to_move, -1)
        ):
            legal += 1
            right = expected_value(
                values,
                smaller,
                offsets,
                swapped,
                orders,
                squares,
                kinds,
                white,
                black_to_move,
                board,
                own_order,
            )
            if np.int64(values[at]) != right:
                faults += 1
                first = at if first < 0 else first
        for man in range(men):
            board[squares[man]] = -1
    return legal, faults, first
