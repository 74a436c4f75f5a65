"""Moves that leave a space: captures, promotions and pawn moves, and what they are worth.

For every position with one side to move, the best such move is found in *rows*: 64 keys (see
`chess_spaces.to_keys`), one for each square of the word king, so that the better of two moves is
the greater byte, and 0 stands for no legal move. `best` is a block of such rows that begins with
the placement `start`. What is found becomes events for `chess_layers`.
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
from millmate.kernels.chess_spaces import Flags, Ints, Rows
from millmate.kernels.chess_sparse import List, carried
from millmate.kernels.chess_words import Words, first_square

_U0, _U1, _U7 = np.uint64(0), np.uint64(1), np.uint64(7)
_PAWN = 1
DRAW = 128
# For comparing eight bytes of a word at a time.
_BYTES = np.uint64(0x0101010101010101)
_LOW_BITS = np.uint64(0x7F7F7F7F7F7F7F7F)
_HIGH_BITS = np.uint64(0x8080808080808080)
_GATHER = np.uint64(0x0102040810204080)


@njit("void(uint8[::1], uint8[::1])", nogil=True, cache=True, inline="always")
def _improve(row: NDArray[np.uint8], other: NDArray[np.uint8]) -> None:
    for square in range(64):
        row[square] = max(row[square], other[square])


@njit("void(uint8[::1], uint8[::1], uint64)", nogil=True, cache=True)
def _improve_but(row: NDArray[np.uint8], other: NDArray[np.uint8], kept: np.uint64) -> None:
    """Improve `row` but on the squares `kept`, which are few."""
    saved = np.empty(8, np.uint8)
    number, squares = 0, kept
    while squares:
        saved[number] = row[first_square(squares)]
        squares &= squares - _U1
        number += 1
    _improve(row, other)
    number, squares = 0, kept
    while squares:
        row[first_square(squares)] = saved[number]
        squares &= squares - _U1
        number += 1


@njit("void(uint8[::1], uint64, uint8)", nogil=True, cache=True, inline="always")
def _improve_on(row: NDArray[np.uint8], squares: np.uint64, key: int) -> None:
    while squares:
        square = first_square(squares)
        row[square] = max(row[square], key)
        squares &= squares - _U1


@njit("int64(int64, int64)", nogil=True, cache=True, inline="always")
def _without(placement: int, low: int) -> int:
    """Return `placement` with the square at the bits from `low` taken out."""
    return ((placement >> (low + 6)) << low) | (placement & ((1 << low) - 1))


@njit(
    "void(uint8[:,::1], int64, uint64[::1], boolean, int64, uint8[:,::1], int64[::1],"
    " boolean[::1], int64[::1], uint64, int64[::1], int64[::1])",
    nogil=True,
    cache=True,
)
def capture_piece(
    best: Rows,
    start: int,
    legal: Words,
    white_moves: bool,
    victim: int,
    keys: Rows,
    kinds: Ints,
    white: Flags,
    kings: Ints,
    fixed: np.uint64,
    king_index: Ints,
    symmetry: Ints,
) -> None:
    """Improve `best` by the captures of one movable piece by kings and pieces.

    `keys` are those of the space without the victim; `king_index` and `symmetry` say for each
    square where a king on it is found there. `legal` are the legal positions with the side to move.
    """
    pieces = kinds.size
    size = 1 << (6 * pieces)
    fewer = size >> 6
    low = 6 * (pieces - 1 - victim)
    for number in range(best.shape[0]):
        index = start + number
        if legal[index] == _U0:
            continue
        king, placement = index >> (6 * pieces), index & (size - 1)
        occupied = fixed | (_U1 << np.uint64(kings[king]))
        for piece in range(pieces):
            occupied |= _U1 << np.uint64((placement >> (6 * piece)) & 63)
        target = (placement >> low) & 63
        bit = _U1 << np.uint64(target)
        row = best[number]
        for piece in range(pieces):
            at = 6 * (pieces - 1 - piece)
            square = (placement >> at) & 63
            if white[piece] != white_moves or not ATTACKS[kinds[piece], square] & bit:
                continue
            between = BETWEEN[square, target]
            if not between & occupied:
                moved = (placement & ~(63 << at)) | (target << at)
                _improve_but(row, keys[king * fewer + _without(moved, low)], between)
        rest = _without(placement, low)
        if not white_moves:
            _improve_on(row, KING_ATTACKS[target], keys[king * fewer + rest, target])
        elif KING_ATTACKS[kings[king]] & bit:
            transform = symmetry[target]
            there = keys[king_index[target] * fewer + carried(rest, pieces - 1, transform)]
            turned = TRANSFORMED[transform]
            for square in range(64):
                row[square] = max(row[square], there[turned[square]])


@njit(
    "void(uint8[:,::1], int64, uint64[::1], boolean, int64, uint8[:,::1], int64[::1],"
    " boolean[::1], int64[::1], uint64)",
    nogil=True,
    cache=True,
)
def capture_fixed(
    best: Rows,
    start: int,
    legal: Words,
    white_moves: bool,
    target: int,
    keys: Rows,
    kinds: Ints,
    white: Flags,
    kings: Ints,
    fixed: np.uint64,
) -> None:
    """Improve `best` by the captures of the pawn on `target` by kings and pieces.

    `keys` are those of the space without the pawn, the index king on every square.
    """
    pieces = kinds.size
    size = 1 << (6 * pieces)
    bit = _U1 << np.uint64(target)
    for number in range(best.shape[0]):
        index = start + number
        if legal[index] == _U0:
            continue
        king, placement = index >> (6 * pieces), index & (size - 1)
        occupied = fixed | (_U1 << np.uint64(kings[king]))
        for piece in range(pieces):
            occupied |= _U1 << np.uint64((placement >> (6 * piece)) & 63)
        row = best[number]
        for piece in range(pieces):
            at = 6 * (pieces - 1 - piece)
            square = (placement >> at) & 63
            if white[piece] != white_moves or not ATTACKS[kinds[piece], square] & bit:
                continue
            between = BETWEEN[square, target]
            if not between & occupied:
                moved = (index & ~(63 << at)) | (target << at)
                _improve_but(row, keys[moved], between)
        if not white_moves:
            _improve_on(row, KING_ATTACKS[target], keys[index, target])
        elif KING_ATTACKS[kings[king]] & bit:
            _improve(row, keys[target * size + placement])


@njit("void(uint8[:,::1], int64, int64, int64, int64, uint8[:,::1])", nogil=True, cache=True)
def pawn_takes(best: Rows, start: int, pieces: int, victim: int, target: int, keys: Rows) -> None:
    """Improve `best` where a piece that a pawn can take stands on `target`.

    `keys` are those of the space without the victim, the pawn where it has gone.
    """
    size = 1 << (6 * pieces)
    low = 6 * (pieces - 1 - victim)
    for number in range(best.shape[0]):
        index = start + number
        placement = index & (size - 1)
        if (placement >> low) & 63 == target:
            king = index >> (6 * pieces)
            _improve(best[number], keys[king * (size >> 6) + _without(placement, low)])


@njit("void(uint8[:,::1], int64, int64, int64, uint8[:,::1])", nogil=True, cache=True)
def pawn_moves(best: Rows, start: int, pieces: int, passed: int, keys: Rows) -> None:
    """Improve `best` by a pawn's move to where `keys` are those of the space after it.

    `passed` is the square that has to be empty for a double push, otherwise -1.
    """
    size = 1 << (6 * pieces)
    for number in range(best.shape[0]):
        index = start + number
        if passed < 0:
            _improve(best[number], keys[index])
            continue
        free = index >> (6 * pieces) != passed  # with pawns, the king's index is its square
        for piece in range(pieces):
            free &= ((index & (size - 1)) >> (6 * piece)) & 63 != passed
        if free:
            _improve_but(best[number], keys[index], _U1 << np.uint64(passed))


@njit("void(uint8[:,::1], uint8[:,::1])", nogil=True, cache=True)
def improve_all(best: Rows, keys: Rows) -> None:
    """Improve each row of `best` by that of `keys`."""
    for number in range(best.shape[0]):
        _improve(best[number], keys[number])


# En passant ---------------------------------------------------------------------------------------


@njit(
    "boolean(int64, boolean, int64[::1], int64[::1], boolean[::1], int64)", nogil=True, cache=True
)
def _attacked(
    target: int, by_white: bool, squares: Ints, kinds: Ints, white: Flags, gone: int
) -> bool:
    """Tell whether a man attacks `target`; man number `gone` is off the board. Kings are kind 6."""
    occupied = _U0
    for man in range(squares.size):
        if man != gone:
            occupied |= _U1 << np.uint64(squares[man])
    bit = _U1 << np.uint64(target)
    for man in range(squares.size):
        if man == gone or white[man] != by_white:
            continue
        square, kind = squares[man], kinds[man]
        if kind == _PAWN:
            hit = PAWN_ATTACKS[0 if by_white else 1, square] & bit != _U0
        elif kind == 6:
            hit = KING_ATTACKS[square] & bit != _U0
        else:
            hit = ATTACKS[kind, square] & bit != _U0 and not BETWEEN[square, target] & occupied
        if hit:
            return True
    return False


@njit("boolean(boolean, int64[::1], int64[::1], boolean[::1])", nogil=True, cache=True)
def has_move(white_moves: bool, squares: Ints, kinds: Ints, white: Flags) -> bool:
    """Tell whether a side has a legal move, en passant not counted.

    Args:
        white_moves: The side to move.
        squares: The square of each man, the kings first, White's before Black's.
        kinds: The kind of each man, as in python-chess: 1 a pawn, 6 a king.
        white: Whether each is White's.
    """
    men = squares.size
    own, others = _U0, _U0
    for man in range(men):
        if white[man] == white_moves:
            own |= _U1 << np.uint64(squares[man])
        else:
            others |= _U1 << np.uint64(squares[man])
    occupied = own | others
    king = 0 if white_moves else 1
    for man in range(men):
        if white[man] != white_moves:
            continue
        start, kind = squares[man], kinds[man]
        if kind == _PAWN:
            forward = 8 if white_moves else -8
            targets = PAWN_ATTACKS[0 if white_moves else 1, start] & others
            ahead = _U1 << np.uint64(start + forward)
            if not ahead & occupied:
                targets |= ahead
                if start >> 3 == (1 if white_moves else 6):
                    targets |= (_U1 << np.uint64(start + 2 * forward)) & ~occupied
        elif kind == 6:
            targets = KING_ATTACKS[start] & ~own
        else:
            targets = ATTACKS[kind, start] & ~own
            if kind != KNIGHT:
                blockers = occupied
                while blockers:
                    blocker = first_square(blockers)
                    targets &= ~BEHIND[start, blocker]
                    blockers &= blockers - _U1
        while targets:
            target = first_square(targets)
            targets &= targets - _U1
            gone = -1
            for other in range(men):
                if squares[other] == target:
                    gone = other
            squares[man] = target
            safe = not _attacked(squares[king], not white_moves, squares, kinds, white, gone)
            squares[man] = start
            if safe:
                return True
    return False


@njit(
    "void(uint8[:,::1], uint8[:,::1], boolean, int64[::1], boolean[::1], int64[::1], boolean[::1])",
    nogil=True,
    cache=True,
)
def fold_en_passant(
    pushed: Rows,
    taken: Rows,
    white_pushed: bool,
    kinds: Ints,
    white: Flags,
    pawns: Ints,
    pawns_white: Flags,
) -> None:
    """Give the opponent its capture en passant: lower the keys of the space after a double push.

    Args:
        pushed: Keys of the space after the double push, for the side that pushed; changed.
        taken: Keys of the space after the capture en passant, for the side that captured.
        white_pushed: Which side pushed.
        kinds: The kind of each movable piece.
        white: Whether each is White's.
        pawns: The squares of the pawns after the double push.
        pawns_white: Whether each is White's.
    """
    pieces = kinds.size
    men = 2 + pieces + pawns.size
    squares, kind, own = np.zeros(men, np.int64), np.zeros(men, np.int64), np.zeros(men, np.bool_)
    kind[0], kind[1], own[0] = 6, 6, True
    kind[2 : 2 + pieces], own[2 : 2 + pieces] = kinds, white
    squares[2 + pieces :], kind[2 + pieces :], own[2 + pieces :] = pawns, _PAWN, pawns_white
    for index in range(pushed.shape[0]):
        for square in range(64):
            key, capture = np.int64(pushed[index, square]), np.int64(taken[index, square])
            if key == 0 or capture == 0:
                continue
            # What the capture is worth to the side that pushed.
            after = 256 - capture if capture > DRAW else capture
            if capture < DRAW:
                after = 255 - capture
            if key == DRAW and after > DRAW:
                squares[0], squares[1] = index >> (6 * pieces), square
                for piece in range(pieces):
                    squares[2 + piece] = (index >> (6 * (pieces - 1 - piece))) & 63
                if not has_move(not white_pushed, squares, kind, own):
                    pushed[index, square] = after  # no stalemate: the capture is forced
                    continue
            pushed[index, square] = min(key, after)


# From rows to events ------------------------------------------------------------------------------


@njit("uint64(uint64[::1], uint64)", nogil=True, cache=True, inline="always")
def _squares_with(row: Words, key: np.uint64) -> np.uint64:
    """Return the squares whose byte in a row, eight to a word, is `key`."""
    result = _U0
    pattern = key * _BYTES
    for eight in range(8):
        difference = row[eight] ^ pattern
        same = ((((difference & _LOW_BITS) + _LOW_BITS) | difference) & _HIGH_BITS) ^ _HIGH_BITS
        result |= (((same >> _U7) * _GATHER) >> np.uint64(56)) << np.uint64(8 * eight)
    return result


@njit(
    "int64(uint64[:,::1], int64, uint64[::1], uint64[::1], int32[::1], uint64[::1], uint8[::1],"
    " int32[::1], uint64[::1], uint8[::1], int64[::1])",
    nogil=True,
    cache=True,
)
def collect(
    best: NDArray[np.uint64],
    start: int,
    legal: Words,
    quiet: Words,
    win_indices: List,
    win_masks: Words,
    win_moves: NDArray[np.uint8],
    loss_indices: List,
    loss_masks: Words,
    loss_moves: NDArray[np.uint8],
    counts: Ints,
) -> int:
    """Turn rows into events: in how many moves the side to move wins or loses by leaving the space.

    Args:
        best: A block of rows, eight keys to a word.
        start: The placement of the first.
        legal: The legal positions with the side to move.
        quiet: Set to those among them with no legal move out of the space.
        win_indices: The words of positions won in `win_moves` moves are added here...
        win_masks: ...and here, as far as there is room.
        win_moves: Their numbers of moves.
        loss_indices: The same for positions where every such move loses.
        loss_masks: Their words.
        loss_moves: The number of moves of the slowest such loss.
        counts: The numbers of events of either kind so far, updated.

    Returns:
        The number of rows done: fewer than there are if an array is full.
    """
    for number in range(best.shape[0]):
        if counts.max() + 64 > win_indices.size:
            return number
        index, row = start + number, best[number]
        left = legal[index] & ~_squares_with(row, _U0)
        quiet[index] = legal[index] & ~left
        while left:
            square = first_square(left)
            key = (row[square >> 3] >> np.uint64(8 * (square & 7))) & np.uint64(255)
            word = left & _squares_with(row, key)
            left ^= word
            moves = np.int64(key)
            if moves > DRAW:
                event = counts[0]
                win_indices[event], win_masks[event] = index, word
                win_moves[event] = 256 - moves
                counts[0] = event + 1
            elif moves < DRAW:
                event = counts[1]
                loss_indices[event], loss_masks[event] = index, word
                loss_moves[event] = moves
                counts[1] = event + 1
    return int(best.shape[0])


@njit(
    "void(int32[::1], uint64[::1], uint8[::1], int64, int64[::1], int32[::1], uint64[::1])",
    nogil=True,
    cache=True,
)
def sort_by_moves(
    indices: List,
    masks: Words,
    moves: NDArray[np.uint8],
    first: int,
    starts: Ints,
    sorted_indices: List,
    sorted_masks: Words,
) -> None:
    """Put events, sorted by their numbers of moves, from place `first` on.

    Those of n moves go from `starts[n]` to the next; it is zero before, and longer than the
    greatest number of moves by two.
    """
    for event in range(indices.size):
        starts[moves[event] + 2] += 1
    starts[0] = first
    for number in range(1, starts.size):
        starts[number] += starts[number - 1]
    for event in range(indices.size):
        place = starts[moves[event] + 1]
        starts[moves[event] + 1] += 1
        sorted_indices[place], sorted_masks[place] = indices[event], masks[event]
