"""Rows of keys: the 64 lanes of one placement of the other men, one byte each.

A *key* says what a position is worth to the side that has just moved, the more the better: 0 it is
illegal, n (1 to 127) the other side mates in n moves, 128 a draw, 255 - n the other side is mated
in n moves. So the best move's key is the greatest. One code has no key left: 255, mated in 127
moves, gets `rare`, 128 or 129. A value that is right with either is right (see `expected`).
"""

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from millmate.kernels.chess_verify_board import Words

Bytes = NDArray[np.uint8]

DRAW = 128
_LOST = 128
_ROW, _ROWS = types.uint8[::1], types.uint8[:, ::1]
READ_ONLY_ROWS = types.Array(types.uint8, 2, "C", readonly=True)

# EXPANDED[b]: the eight bits of b as eight bytes, 255 for 1.
EXPANDED = np.array(
    [sum(255 << 8 * bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], np.uint64
)
# WITHOUT[square]: a row of 255, 0 in one lane.
WITHOUT = (255 * (1 - np.eye(64))).astype(np.uint8)


def keys_of_codes(rare: int) -> NDArray[np.uint16]:
    """Return the key of each code; 256 is added where the key depends on `rare`."""
    codes = np.arange(256)
    keys = np.where(codes >= _LOST, np.maximum(codes ^ 127, rare), codes)
    keys[0], keys[255] = DRAW, 256 + rare
    return keys.astype(np.uint16)


def keys_of_replies(rare: int) -> NDArray[np.uint16]:
    """Return 256 less the key that a reply gives, by the code of the position that it leads to.

    The greatest is the best reply, and 0 is left for those that are illegal.
    """
    codes = np.arange(256)
    won = np.maximum(255 - codes, rare)  # by the side that is to move after the reply
    lost = np.minimum(codes - _LOST + 1, 127 - (rare - DRAW))
    keys = np.where(codes >= _LOST, lost, won)
    keys[0] = DRAW
    return (256 - keys + 256 * ((codes == 127) | (codes == 255))).astype(np.uint16)


@njit("void(uint64, uint64[::1])", nogil=True, cache=True)
def expand(lanes: int, row: Words) -> None:
    """Make a row of bytes, 255 in `lanes` and 0 elsewhere, written as eight words."""
    for rank in range(8):
        row[rank] = EXPANDED[(np.uint64(lanes) >> np.uint64(8 * rank)) & np.uint64(255)]


@njit("void(uint8[::1], uint8[:,::1], int64)", nogil=True, cache=True)
def copy(best: Bytes, rows: Bytes, row: int) -> None:
    """Put a row into `best`."""
    for lane in range(64):
        best[lane] = rows[row, lane]


@njit("void(uint8[::1], uint8[:,::1], int64)", nogil=True, cache=True)
def raise_to(best: Bytes, rows: Bytes, row: int) -> None:
    """Put the greater of `best` and a row into `best`."""
    for lane in range(64):
        best[lane] = max(best[lane], rows[row, lane])


@njit("void(uint8[::1], int64)", nogil=True, cache=True)
def block(best: Bytes, square: int) -> None:
    """Clear the lane of the word king on `square`: it stops what comes from beyond."""
    for lane in range(64):
        best[lane] &= WITHOUT[square, lane]


@njit(types.void(_ROWS, READ_ONLY_ROWS, types.int64, _ROW, types.uint8), nogil=True, cache=True)
def convert(keys: Bytes, codes: Bytes, row: int, legal: Bytes, rare: int) -> None:
    """Write the keys of a row of codes; `legal` holds 255 in the lanes of legal positions."""
    for lane in range(64):
        code = codes[row, lane]
        key = max(code ^ 127, rare) if code >= _LOST else (DRAW if code == 0 else code)
        keys[row, lane] = np.uint8(key & legal[lane])


@njit("uint8(uint8, uint8)", nogil=True, cache=True)
def expected(best: int, check: int) -> int:
    """Return the code of a position by the key of its best move; `check` is 255 in check.

    A best key of 128 asks for a draw, one of 129 for a mate in 127 moves. Where the best move leads
    to a code of 255, one pass asks for the first and another for the second, so that no byte will
    do: right would be a mate in 128 moves, which cannot be stored.
    """
    if best == 0:  # no legal move
        return np.uint8(check & _LOST)
    if best < DRAW:
        return np.uint8(best ^ _LOST)
    return np.uint8(0 if best == DRAW else (best ^ 255) + 1)


@njit(types.uint8(_ROW, _ROW, _ROW, READ_ONLY_ROWS, types.int64), nogil=True, cache=True)
def differs(best: Bytes, check: Bytes, legal: Bytes, codes: Bytes, row: int) -> int:
    """Return 0 where a row of codes is what the best moves' keys make it, in the legal lanes."""
    wrong = np.uint8(0)
    for lane in range(64):
        wrong |= (expected(best[lane], check[lane]) ^ codes[row, lane]) & legal[lane]
    return wrong


@njit("void(uint8[::1], uint8[:,::1], uint64[:,::1])", nogil=True, cache=True)
def step(best: Bytes, rows: Bytes, words: Words) -> None:
    """Raise `best` in each lane by the keys of the up to eight lanes a king's move away.

    The keys are in `rows[0]`; `rows` and `words` are the same memory, three rows of it used.
    """
    for rank in range(8):
        words[1, rank] = words[0, rank] << np.uint64(8)
        words[2, rank] = words[0, rank] >> np.uint64(8)
    for lane in range(64):
        side = max(rows[1, lane], rows[2, lane])
        rows[1, lane] = side
        rows[2, lane] = max(side, rows[0, lane])
    for lane in range(64):
        best[lane] = max(best[lane], rows[1, lane])
    for lane in range(56):
        best[lane] = max(best[lane], rows[2, lane + 8])
    for lane in range(56):
        best[lane + 8] = max(best[lane + 8], rows[2, lane])


_HALVES = np.array([0x00000000FFFFFFFF, 0x0000FFFF0000FFFF, 0x00FF00FF00FF00FF], np.uint64)


@njit("void(uint64[::1])", nogil=True, cache=True)
def _transpose(row: Words) -> None:
    """Exchange files and ranks: blocks of 4, of 2, of 1."""
    for stage in range(3):
        size = 4 >> stage
        shift = np.uint64(8 * size)
        for rank in range(8):
            if rank & size == 0:
                moved = ((row[rank] >> shift) ^ row[rank + size]) & _HALVES[stage]
                row[rank + size] ^= moved
                row[rank] ^= moved << shift


@njit("void(uint64[::1], int64)", nogil=True, cache=True)
def turn_back(row: Words, symmetry: int) -> None:
    """Give each lane what the lane holds that a symmetry of the board takes it to."""
    if symmetry & 4:
        _transpose(row)
    if symmetry & 2:
        for rank in range(4):
            row[rank], row[7 - rank] = row[7 - rank], row[rank]
    if symmetry & 1:
        for rank in range(8):
            word = row[rank]
            for stage in range(3):
                shift, half = np.uint64(32 >> stage), _HALVES[stage]
                word = (word >> shift) & half | (word & half) << shift
            row[rank] = word
