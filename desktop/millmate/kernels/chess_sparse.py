"""Moves without capture for lists of words: the twin of `chess_dense` for sets mostly empty.

A list holds the indices of the words of a set that are not empty. What is added to a set is written
out in `push` wherever it is needed: a function that takes arrays counts references to them at every
call, which took a tenth of the time of all.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import DIRECTIONS, KNIGHT, KNIGHT_JUMPS, NEXT, TRANSFORMED
from millmate.kernels.chess_spaces import Flags, Ints
from millmate.kernels.chess_words import Words, carried_back, carried_on, dilated

List = NDArray[np.int32]

_U0, _U1 = np.uint64(0), np.uint64(1)


@njit("uint64(int64, int64, uint64, int64[::1])", nogil=True, cache=True)
def occupied(index: int, pieces: int, fixed: np.uint64, kings: Ints) -> np.uint64:
    """Return the squares of all men but the word king."""
    result = fixed | (_U1 << np.uint64(kings[index >> (6 * pieces)]))
    for piece in range(pieces):
        result |= _U1 << np.uint64((index >> (6 * piece)) & 63)
    return result


@njit("int64(int64, int64, int64)", nogil=True, cache=True, inline="always")
def carried(placement: int, pieces: int, transform: int) -> int:
    """Return the squares of `pieces` pieces packed in `placement`, each taken by `transform`."""
    result = 0
    for piece in range(pieces):
        square = (placement >> (6 * piece)) & 63
        result |= TRANSFORMED[transform, square] << (6 * piece)
    return result


@njit(
    "int64(boolean, uint64[::1], int32[::1], int64, uint64[::1], uint64, int64[::1], int64[::1],"
    " boolean[::1], int64[:,:,::1], uint64[::1], int32[::1])",
    nogil=True,
    cache=True,
)
def push(
    white_moves: bool,
    after: Words,
    listed: List,
    count: int,
    wanted: Words,
    fixed: np.uint64,
    kings: Ints,
    kinds: Ints,
    white: Flags,
    steps: Ints,
    before: Words,
    found: List,
) -> int:
    """Take moves of one side back from the `count` words of `after` that are `listed`.

    What is `wanted` among the positions before is added to `before`, and the words that were empty
    there listed in `found`; `steps` is one of `PUSH_STEPS`.

    Returns:
        The number of words in `found`.
    """
    pieces = kinds.size
    size = 1 << (6 * pieces)
    number = 0
    for entry in range(count):
        index = int(listed[entry])
        word = after[index]
        if white_moves:
            king, placement = index >> (6 * pieces), index & (size - 1)
            for way in range(steps.shape[1]):
                if steps[king, way, 0] < 0:
                    break
                transform = steps[king, way, 1]
                target, moved = steps[king, way, 0] * size + placement, word
                if transform:
                    target = steps[king, way, 0] * size + carried(placement, pieces, transform)
                    moved = carried_on(word, transform)
                gained = moved & wanted[target]
                if gained:
                    if before[target] == _U0:
                        found[number] = target
                        number += 1
                    before[target] |= gained
        else:
            gained = dilated(word) & wanted[index]
            if gained:
                if before[index] == _U0:
                    found[number] = index
                    number += 1
                before[index] |= gained
        blockers = occupied(index, pieces, fixed, kings)
        for piece in range(pieces):
            if white[piece] != white_moves:
                continue
            low = 6 * (pieces - 1 - piece)
            square = (index >> low) & 63
            base = index - (square << low)
            if kinds[piece] == KNIGHT:
                for way in range(8):
                    start = KNIGHT_JUMPS[square, way]
                    if start < 0:
                        break
                    target = base + (start << low)
                    gained = word & wanted[target]
                    if gained:
                        if before[target] == _U0:
                            found[number] = target
                            number += 1
                        before[target] |= gained
                continue
            for direction in range(DIRECTIONS[kinds[piece], 0], DIRECTIONS[kinds[piece], 1]):
                start, passed = NEXT[direction, square], word
                while start >= 0:
                    bit = _U1 << np.uint64(start)
                    if blockers & bit:
                        break
                    passed &= ~bit  # the word king blocks
                    target = base + (start << low)
                    gained = passed & wanted[target]
                    if gained:
                        if before[target] == _U0:
                            found[number] = target
                            number += 1
                        before[target] |= gained
                    start = NEXT[direction, start]
    return number


@njit(
    "int64(boolean, uint64[::1], int32[::1], int64, uint64[::1], uint64, int64[::1], int64[::1],"
    " boolean[::1], int64[:,:,::1], int32[::1])",
    nogil=True,
    cache=True,
)
def settle(
    white_moves: bool,
    candidates: Words,
    listed: List,
    count: int,
    escapes: Words,
    fixed: np.uint64,
    kings: Ints,
    kinds: Ints,
    white: Flags,
    steps: Ints,
    found: List,
) -> int:
    """Keep, of the `count` words of `candidates` listed, what has no move into `escapes`.

    `steps` is one of `PULL_STEPS`; the words that keep something are listed in `found`.

    Returns:
        The number of words in `found`.
    """
    pieces = kinds.size
    size = 1 << (6 * pieces)
    number = 0
    for entry in range(count):
        index = int(listed[entry])
        left = candidates[index]
        if not white_moves:
            left &= ~dilated(escapes[index])
        blockers = occupied(index, pieces, fixed, kings)
        for piece in range(pieces):
            if white[piece] != white_moves:
                continue
            if left == _U0:
                break
            low = 6 * (pieces - 1 - piece)
            square = (index >> low) & 63
            base = index - (square << low)
            if kinds[piece] == KNIGHT:
                for way in range(8):
                    target = KNIGHT_JUMPS[square, way]
                    if target < 0:
                        break
                    left &= ~escapes[base + (target << low)]
                continue
            for direction in range(DIRECTIONS[kinds[piece], 0], DIRECTIONS[kinds[piece], 1]):
                target, passing = NEXT[direction, square], left
                while target >= 0 and passing:
                    bit = _U1 << np.uint64(target)
                    if blockers & bit:
                        break
                    passing &= ~bit  # the word king blocks
                    escaped = passing & escapes[base + (target << low)]
                    passing &= ~escaped
                    left &= ~escaped
                    target = NEXT[direction, target]
        if white_moves and left:
            king, placement = index >> (6 * pieces), index & (size - 1)
            for way in range(steps.shape[1]):
                if steps[king, way, 0] < 0 or left == _U0:
                    break
                transform = steps[king, way, 1]
                if transform == 0:
                    left &= ~escapes[steps[king, way, 0] * size + placement]
                else:
                    target = steps[king, way, 0] * size + carried(placement, pieces, transform)
                    left &= ~carried_back(escapes[target], transform)
        candidates[index] = left
        if left:
            found[number] = index
            number += 1
    return number
