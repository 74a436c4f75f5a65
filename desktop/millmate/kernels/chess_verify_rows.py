"""Rows of keys: the 64 lanes of one placement of the other men, one byte each.

A *key* says what a position is worth to the side that has just moved, the more the better: 0 it is
illegal, n (1 to 127) the other side mates in n moves, 128 a draw, 255 - n the other side is mated
in n moves. So the best move's key is the greatest. There is no key for mates in 127 moves: they get
that of mates in 126. So a best move of that key, or of that of wins in 127 moves, stands for all
longer distances as well (see `tablebase.verify_passes`).
"""

from typing import Annotated, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from millmate.kernels.chess_verify_board import SYMMETRY, Word
from millmate.kernels.jit import Bytes2D, Words2D, kernel

Bytes = Bytes2D
ReadOnlyBytes = Annotated[NDArray[np.uint8], types.Array(types.uint8, 2, "C", readonly=True)]

DRAW = 128
_LOST = 128
_LONGEST = np.uint8(129)  # the key of the longest mates

# EXPANDED[b]: the eight bits of b as eight bytes, 255 for 1.
EXPANDED = np.array(
    [sum(255 << 8 * bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], np.uint64
)
# WITHOUT[square]: a row of 255, 0 in one lane.
WITHOUT = (255 * (1 - np.eye(64))).astype(np.uint8)


class Window(NamedTuple):
    """How codes of a slice with one side to move are read.

    `codes`: of consecutive rows from `first` on; `more`: what their distances exceed 127 by, no
    rows if none does; `off`: what is taken from every distance, `added` to every won one.
    """

    codes: ReadOnlyBytes
    more: ReadOnlyBytes
    first: int
    off: int
    added: int


@kernel
def key_of(code: np.uint8) -> np.uint8:
    """Return the key of a code."""
    won = np.uint8(DRAW) if code == 0 else code
    lost = max(np.uint8(code ^ 127), _LONGEST)
    return lost if code >= _LOST else won


@kernel
def key_of_reply(code: np.uint8) -> np.uint8:
    """Return 256 less the key that a reply gives, by the code of the position that it leads to.

    The greatest is the best reply, and 0 is left for those that are illegal.
    """
    won = min(np.uint8(code + 1), np.uint8(256 - np.int64(_LONGEST)))
    lost = max(np.uint8(code ^ 127), _LONGEST)
    decided = lost if code >= _LOST else won
    return np.uint8(DRAW) if code == 0 else decided


@kernel
def move_window(code: np.uint8, above: np.uint8, off: int, added: int) -> np.uint8:
    """Return the code that stands for one in a window, `above` being what exceeds 127."""
    distance = int(np.int64(code & 127)) + int(np.int64(above)) - off
    won = np.uint8(min(max(distance + added, 1), 127))
    lost = np.uint8(min(max(distance, 0), 127) + _LOST)
    decided = lost if code >= _LOST else won
    return np.uint8(0) if code == 0 else decided


@kernel
def read_row(work: Bytes, to: int, zeros: int, row: int, window: Window) -> None:
    """Put the codes of a row, as a window has them, into `work`, a row of which holds `zeros`."""
    codes, more, first, off, added = window
    at = row - first
    if more.shape[0]:
        for lane in range(64):
            work[to, lane] = move_window(codes[at, lane], more[at, lane], off, added)
    elif off or added:
        for lane in range(64):
            work[to, lane] = move_window(codes[at, lane], np.uint8(0), off, added)
    else:
        for lane in range(64):
            work[to, lane] = max(work[zeros, lane], codes[at, lane])  # see `combine`


@kernel
def expand(words: Words2D, to: int, lanes: Word) -> None:
    """Make a row of bytes, 255 in `lanes` and 0 elsewhere, written as eight words."""
    for rank in range(8):
        words[to, rank] = EXPANDED[(lanes >> np.uint64(8 * rank)) & np.uint64(255)]


@kernel
def clear(work: Bytes, row: int) -> None:
    """Put zeros into a row."""
    for lane in range(64):
        work[row, lane] = np.uint8(0)


@kernel
def combine(out: Bytes, to: int, work: Bytes, at: int, rows: Bytes, row: int) -> None:
    """Put the greater of two rows into a third.

    With zeros it copies, faster than a plain loop, which the compiler unrolls byte by byte.
    """
    for lane in range(64):
        out[to, lane] = max(work[at, lane], rows[row, lane])


@kernel
def raise_to(work: Bytes, to: int, rows: Bytes, row: int) -> None:
    """Put the greater of the row `to` of `work` and a row there."""
    for lane in range(64):
        work[to, lane] = max(work[to, lane], rows[row, lane])


@kernel
def raise_in(best: Bytes, to: int, work: Bytes, lanes: int, rows: Bytes, row: int) -> None:
    """Do as `raise_to` where the row `lanes` of `work` is 255."""
    for lane in range(64):
        best[to, lane] = max(best[to, lane], rows[row, lane] & work[lanes, lane])


@kernel
def convert(keys: Bytes, row: int, work: Bytes, codes: int, legal: int, longest: int) -> None:
    """Write the keys of a row of `work`, 255 in another one telling the lanes of legal positions.

    The row `longest` gets 255 in lanes with distances of 127 or more.
    """
    for lane in range(64):
        code = work[codes, lane]
        keys[row, lane] = key_of(code) & work[legal, lane]
        work[longest, lane] |= np.uint8(255 if code & 127 == 127 else 0) & work[legal, lane]


@kernel
def raise_by_codes(out: Bytes, to: int, work: Bytes) -> np.uint8:
    """Do as `raise_to` with the keys of codes; return whether a distance is 127.

    The codes are in `work[0]`; `work[1]` is 255 in the lanes that count.
    """
    seen = np.uint8(0)
    for lane in range(64):
        code, legal = work[0, lane], work[1, lane]
        out[to, lane] = max(out[to, lane], np.uint8(key_of(code) & legal))
        seen |= np.uint8(255 if code & 127 == 127 else 0) & legal
    return seen


@kernel
def raise_by_replies(out: Bytes, to: int, work: Bytes) -> np.uint8:
    """Do as `raise_by_codes` with the keys of replies."""
    seen = np.uint8(0)
    for lane in range(64):
        code, legal = work[0, lane], work[1, lane]
        out[to, lane] = max(out[to, lane], np.uint8(key_of_reply(code) & legal))
        seen |= np.uint8(255 if code & 127 == 127 else 0) & legal
    return seen


@kernel
def turn_row(work: Bytes, rows: ReadOnlyBytes, row: int, symmetry: int) -> None:
    """Put into each lane of `work[0]` what a row has in the lane that a symmetry takes it to.

    `work[2]` holds zeros (see `combine`).
    """
    if symmetry:
        for lane in range(64):
            work[0, lane] = rows[row, SYMMETRY[symmetry, lane]]
    else:
        for lane in range(64):
            work[0, lane] = max(work[2, lane], rows[row, lane])


@kernel
def expected(best: np.uint8, check: np.uint8) -> np.uint8:
    """Return the code of a position by the key of its best move; `check` is 255 in check."""
    won = np.uint8((best ^ 255) + 1)
    lost = np.uint8(best ^ _LOST)
    decided = won if best > DRAW else lost
    drawn = np.uint8(0) if best == DRAW else decided
    return np.uint8(check & _LOST) if best == 0 else drawn


@kernel
def _counts(code: np.uint8, least: np.uint8) -> np.uint8:
    """Return 255 if the distance in a code is at least so great."""
    return np.uint8(255 if code & 127 >= least else 0)


@kernel
def counts_any(work: Bytes, codes: int, least: np.uint8) -> bool:
    """Return whether a row of codes has a distance at least so great."""
    any_ = np.uint8(0)
    for lane in range(64):
        any_ |= _counts(work[codes, lane], least)
    return bool(any_)


@kernel
def differs(
    best: Bytes, at: int, work: Bytes, codes: int, check: int, legal: int, least: np.uint8
) -> np.uint8:
    """Return 0 where a row of codes is what the best moves' keys make it, in the legal lanes.

    Codes of distances below `least` do not count.
    """
    wrong = np.uint8(0)
    for lane in range(64):
        right, code = expected(best[at, lane], work[check, lane]), work[codes, lane]
        wrong |= (right ^ code) & work[legal, lane] & _counts(code, least)
    return wrong


@kernel
def unequal(work: Bytes, legal: int, rows: ReadOnlyBytes, row: int, twin: int) -> np.uint8:
    """Return 0 where two rows hold the same in the legal lanes."""
    wrong = np.uint8(0)
    for lane in range(64):
        wrong |= (rows[row, lane] ^ rows[twin, lane]) & work[legal, lane]
    return wrong


@kernel
def wrong_lanes(
    best: Bytes, at: int, work: Bytes, codes: int, check: int, legal: int, least: np.uint8
) -> tuple[int, int]:
    """Return how many legal lanes `differs` found, and the first."""
    wrong, first = 0, -1
    for lane in range(63, -1, -1):
        right, code = expected(best[at, lane], work[check, lane]), work[codes, lane]
        if work[legal, lane] and code != right and _counts(code, least):
            wrong, first = wrong + 1, lane
    return wrong, first


@kernel
def unequal_lanes(
    work: Bytes, legal: int, rows: ReadOnlyBytes, row: int, twin: int
) -> tuple[int, int]:
    """Return how many legal lanes `unequal` found, and the first."""
    wrong, first = 0, -1
    for lane in range(63, -1, -1):
        if work[legal, lane] and rows[row, lane] != rows[twin, lane]:
            wrong, first = wrong + 1, lane
    return wrong, first


@kernel
def step(work: Bytes, words: Words2D, best: Bytes, to: int) -> None:
    """Raise a row of `best` in each lane by the keys of the lanes a king's move away.

    The keys are in `work[0]`; `work` and `words` are the same memory, three rows of it used.
    """
    for rank in range(8):
        words[1, rank] = words[0, rank] << np.uint64(8)
        words[2, rank] = words[0, rank] >> np.uint64(8)
    for lane in range(64):
        work[1, lane] = max(work[1, lane], work[2, lane])
    for lane in range(64):
        work[2, lane] = max(work[1, lane], work[0, lane])
        best[to, lane] = max(best[to, lane], work[1, lane])
    for lane in range(56):
        best[to, lane] = max(best[to, lane], work[2, lane + 8])
    for lane in range(8, 64):
        best[to, lane] = max(best[to, lane], work[2, lane - 8])


_HALVES = np.array([0x00000000FFFFFFFF, 0x0000FFFF0000FFFF, 0x00FF00FF00FF00FF], np.uint64)


@kernel
def _transpose(words: Words2D, row: int) -> None:
    """Exchange files and ranks: blocks of 4, of 2, of 1."""
    for stage in range(3):
        size = 4 >> stage
        shift = np.uint64(8 * size)
        for rank in range(8):
            if rank & size == 0:
                upper = words[row, rank + size]
                moved = ((words[row, rank] >> shift) ^ upper) & _HALVES[stage]
                words[row, rank + size] = upper ^ moved
                words[row, rank] ^= moved << shift


@kernel
def turn_back(words: Words2D, row: int, symmetry: int) -> None:
    """Give each lane what the lane holds that a symmetry of the board takes it to."""
    if symmetry & 4:
        _transpose(words, row)
    if symmetry & 2:
        for rank in range(4):
            lower = words[row, rank]
            words[row, rank] = words[row, 7 - rank]
            words[row, 7 - rank] = lower
    if symmetry & 1:
        for rank in range(8):
            word = words[row, rank]
            for stage in range(3):
                shift, half = np.uint64(32 >> stage), _HALVES[stage]
                word = (word >> shift) & half | (word & half) << shift
            words[row, rank] = word
