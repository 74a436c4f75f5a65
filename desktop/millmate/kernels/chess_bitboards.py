"""Bitboards of 64 positions, one for each square of the lane king: steps, symmetry."""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import ON_DIAGONAL
from millmate.kernels.declare import inlined, kernel

Bitboards = NDArray[np.uint64]

_U1, _U2, _U4, _U7, _U8 = (np.uint64(n) for n in (1, 2, 4, 7, 8))
_U14, _U16, _U28, _U32 = (np.uint64(n) for n in (14, 16, 28, 32))
_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_M8 = np.uint64(0x00FF00FF00FF00FF)
_M16 = np.uint64(0x0000FFFF0000FFFF)
_T28 = np.uint64(0x0F0F0F0F00000000)
_T14 = np.uint64(0x3333000033330000)
_T7 = np.uint64(0x5500550055005500)
_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)


@inlined
def king_attacks(word: np.uint64) -> np.uint64:
    """Return the squares one king's step from those in `word`."""
    east, west = (word << _U1) & _NOT_A, (word >> _U1) & _NOT_H
    rows = word | east | west
    return east | west | (rows << _U8) | (rows >> _U8)


@inlined
def inverse_transform(word: np.uint64, transform: int) -> np.uint64:
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


@kernel
def forward_transform(word: np.uint64, transform: int) -> np.uint64:
    """Return the squares that the symmetry `transform` takes those of `word` to."""
    word = inverse_transform(word, transform & 3)
    return inverse_transform(word, transform & 4)


@kernel
def inverse_transform_block(words: Bitboards, transform: int) -> None:
    """Do what `inverse_transform` does for each of `words`, in place and several at a time."""
    if transform & 4:
        for i in range(words.size):
            words[i] = inverse_transform(words[i], 4)
    if transform & 2:
        for i in range(words.size):
            words[i] = inverse_transform(words[i], 2)
    if transform & 1:
        for i in range(words.size):
            words[i] = inverse_transform(words[i], 1)


@kernel
def on_diagonal(placement: int, pieces: int) -> bool:
    """Return whether all `pieces` squares in `placement` are on the long diagonal."""
    for _ in range(pieces):
        if not ON_DIAGONAL[placement & 63]:
            return False
        placement >>= 6
    return True
