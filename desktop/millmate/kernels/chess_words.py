"""Words of 64 positions: symmetry, counting, and the way to and from a table's bytes."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import DIAGONAL, ON_DIAGONAL, TRIANGLE

Words = NDArray[np.uint64]

_U0, _U1, _U2, _U4, _U7 = (np.uint64(n) for n in (0, 1, 2, 4, 7))
_U8, _U14, _U16, _U28, _U32, _U56 = (np.uint64(n) for n in (8, 14, 16, 28, 32, 56))
_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_M8 = np.uint64(0x00FF00FF00FF00FF)
_M16 = np.uint64(0x0000FFFF0000FFFF)
_ONES = np.uint64(0x0101010101010101)
_T28 = np.uint64(0x0F0F0F0F00000000)
_T14 = np.uint64(0x3333000033330000)
_T7 = np.uint64(0x5500550055005500)
_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)


@njit("uint64(uint64)", nogil=True, cache=True, inline="always")
def popcount(word: np.uint64) -> np.uint64:
    """Return the number of bits in `word`."""
    word = word - ((word >> _U1) & _M1)
    word = (word & _M2) + ((word >> _U2) & _M2)
    word = (word + (word >> _U4)) & _M4
    return (word * _ONES) >> _U56


@njit("uint64(uint64)", nogil=True, cache=True, inline="always")
def dilated(word: np.uint64) -> np.uint64:
    """Return the squares one king's step from those in `word`."""
    east, west = (word << _U1) & _NOT_A, (word >> _U1) & _NOT_H
    rows = word | east | west
    return east | west | (rows << _U8) | (rows >> _U8)


@njit("uint64(uint64, int64)", nogil=True, cache=True)
def carried_back(word: np.uint64, transform: int) -> np.uint64:
    """Return the squares that the symmetry `transform` takes into those of `word`."""
    if transform & 4:
        change = _T28 & (word ^ (word << _U28))
        word ^= change ^ (change >> _U28)
        change = _T14 & (word ^ (word << _U14))
        word ^= change ^ (change >> _U14)
        change = _T7 & (word ^ (word << _U7))
        word ^= change ^ (change >> _U7)
    if transform & 2:
        word = ((word >> _U8) & _M8) | ((word & _M8) << _U8)
        word = ((word >> _U16) & _M16) | ((word & _M16) << _U16)
        word = (word >> _U32) | (word << _U32)
    if transform & 1:
        word = ((word >> _U1) & _M1) | ((word & _M1) << _U1)
        word = ((word >> _U2) & _M2) | ((word & _M2) << _U2)
        word = ((word >> _U4) & _M4) | ((word & _M4) << _U4)
    return word


@njit("boolean(int64, int64)", nogil=True, cache=True)
def on_diagonal(placement: int, pieces: int) -> bool:
    """Tell whether all `pieces` squares in `placement` lie on the long diagonal."""
    for _ in range(pieces):
        if not ON_DIAGONAL[placement & 63]:
            return False
        placement >>= 6
    return True


@njit("int64(uint64[::1], int64)", nogil=True, cache=True)
def count(words: Words, pieces: int) -> int:
    """Return how many positions `words` holds, distinct up to the board's symmetry.

    With the index king on the diagonal a position and its mirror image are both in the set.
    """
    placements = 1 << (6 * pieces)
    twice = 0
    for king in range(10):
        diagonal = ON_DIAGONAL[TRIANGLE[king]]
        for placement in range(placements):
            word = words[king * placements + placement]
            if word == _U0:
                continue
            if not diagonal:
                twice += 2 * int(np.int64(popcount(word)))
                continue
            twice += int(np.int64(popcount(word)))
            if on_diagonal(placement, pieces):
                twice += int(np.int64(popcount(word & DIAGONAL)))
    return twice // 2


@njit("void(uint64[::1], uint8, uint8[:,::1])", nogil=True, cache=True)
def write_values(words: Words, code: int, values: NDArray[np.uint8]) -> None:
    """Put `code` into `values[index, square]` for every position in `words`."""
    for index in range(words.size):
        word = words[index]
        while word != _U0:
            lowest = word & (~word + _U1)
            values[index, np.int64(popcount(lowest - _U1))] = code
            word ^= lowest


@njit("void(uint8[:,::1], uint8, uint8, uint64[::1])", nogil=True, cache=True)
def select(values: NDArray[np.uint8], least: int, most: int, words: Words) -> None:
    """Set `words` to the positions whose value lies between `least` and `most`, both included."""
    for index in range(words.size):
        word = _U0
        for square in range(64):
            value = values[index, square]
            if least <= value <= most:
                word |= _U1 << np.uint64(square)
        words[index] = word


@njit("void(uint64[::1], uint8[:,::1], int64, int64[::1])", nogil=True, cache=True)
def histogram(
    legal: Words, values: NDArray[np.uint8], pieces: int, twice: NDArray[np.int64]
) -> None:
    """Add to `twice[value]` two for each legal position, distinct up to the board's symmetry."""
    placements = 1 << (6 * pieces)
    for index in range(legal.size):
        word = legal[index]
        diagonal = ON_DIAGONAL[TRIANGLE[index // placements]]
        alone = diagonal and on_diagonal(index % placements, pieces)
        for square in range(64):
            if (word >> np.uint64(square)) & _U1:
                weight = 1 if diagonal and not (alone and ON_DIAGONAL[square]) else 2
                twice[values[index, square]] += weight
