"""The 16 symmetries on whole positions: both sides' stones are turned at once.

Each ring is a byte, so that a quarter turn rotates all six bytes by two bits. The order of the
symmetries is that of `morris_geometry.SYMMETRIES`.
"""

import numpy as np

from millmate.kernels.engine.bits import compiled
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_geometry import INVERSE, SYMMETRIES

# Where each symmetry takes a point, and `NOWHERE`.
_IMAGE = np.concatenate([SYMMETRIES, np.full((16, 1), L.NOWHERE)], axis=1)
_ONES = 0x010101010101
_OUTER, _MIDDLE = 0x0000FF0000FF, 0x00FF0000FF00


@compiled
def _turned(board: int) -> int:
    """Return a board after a quarter turn."""
    return (board << 2) & (0xFC * _ONES) | (board >> 6) & (0x03 * _ONES)


@compiled
def _mirrored(board: int) -> int:
    """Return a board mirrored: place p of a ring becomes 2 - p."""
    board = (board >> 1) & (0x55 * _ONES) | (board & (0x55 * _ONES)) << 1
    board = (board >> 2) & (0x33 * _ONES) | (board & (0x33 * _ONES)) << 2
    board = (board >> 4) & (0x0F * _ONES) | (board & (0x0F * _ONES)) << 4
    return (board << 3) & (0xF8 * _ONES) | (board >> 5) & (0x07 * _ONES)


@compiled
def _exchanged(board: int) -> int:
    """Return a board with the outer and the inner ring exchanged."""
    return board & _MIDDLE | (board & _OUTER) << 16 | (board >> 16) & _OUTER


@compiled
def _least_turn(board: int, number: int) -> int:
    """Return the least of four turns of a board, times 16, and its number from `number` on."""
    least = board << 4 | number
    for turn in range(1, 4):
        board = _turned(board)
        least = min(least, board << 4 | (number + turn))
    return least


@compiled
def canonical(position: int) -> int:
    """Return the least image of a position times 16, and the symmetry that leads there."""
    board = position & L.BOARD
    other = _exchanged(board)
    least = min(_least_turn(board, 0), _least_turn(_mirrored(board), 4))
    least = min(least, _least_turn(other, 8))
    least = min(least, _least_turn(_mirrored(other), 12))
    return least | (position & ~L.BOARD) << 4


@compiled
def move_image(move: int, symmetry: int) -> int:
    """Return where a symmetry takes a move."""
    image = _IMAGE[symmetry]
    first, second = image[move >> 10 & 31], image[move >> 15 & 31]
    taken = min(first, second) << 10 | max(first, second) << 15  # the lower point first
    return image[move & 31] | image[move >> 5 & 31] << 5 | taken


@compiled
def move_source(move: int, symmetry: int) -> int:
    """Return the move that a symmetry takes to `move`."""
    return move_image(move, INVERSE[symmetry])
