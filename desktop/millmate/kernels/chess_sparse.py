"""Moves without capture taken back for lists of words: like `chess_dense`, for sets mostly empty.

A list holds the indices of the words of a set that are not empty. The loops are written out, and
the fields of a `Geometry` are arguments of their own: helpers that take arrays, even inlined, and
named tuples make Numba count references at every move, which doubled the time.
"""

import numpy as np

from millmate.kernels.chess_bitboards import (
    Bitboards,
    forward_transform,
    inverse_transform,
    king_attacks,
)
from millmate.kernels.chess_geometry import DIRECTIONS, KNIGHT, KNIGHT_JUMPS, NEXT, TRANSFORMED
from millmate.kernels.chess_spaces import Flags, Indices, Ints
from millmate.kernels.declare import Ints3D, exported, inlined, kernel

_U0, _U1 = np.uint64(0), np.uint64(1)


@inlined
def occupied(index: int, pieces: int, fixed: np.uint64, kings: Ints) -> np.uint64:
    """Return the squares of all men but the lane king."""
    result = fixed | (_U1 << np.uint64(kings[index >> (6 * pieces)]))
    for piece in range(pieces):
        result |= _U1 << np.uint64((index >> (6 * piece)) & 63)
    return result


@inlined
def transform_placement(placement: int, pieces: int, transform: int) -> int:
    """Return the squares of `pieces` pieces packed in `placement`, each taken by `transform`."""
    result = 0
    for piece in range(pieces):
        square = (placement >> (6 * piece)) & 63
        result |= TRANSFORMED[transform, square] << (6 * piece)
    return result


@exported
@kernel
def unmove_sparse(
    white_moves: bool,
    after: Bitboards,
    listed: Indices,
    count: int,
    wanted: Bitboards,
    kinds: Ints,
    white: Flags,
    kings: Ints,
    fixed: np.uint64,
    steps: Ints3D,
    before: Bitboards,
    found: Indices,
) -> int:
    """Take back one side's moves from the `count` words of `after` that are `listed`.

    The positions before them that are `wanted` are added to `before`, and the words of it that were
    empty are listed in `found`. `steps` are `Geometry.steps_all_images`; for `kinds`, `white`,
    `kings` and `fixed` see there too.

    Returns:
        The number of words in `found`.
    """
    pieces, number = kinds.size, 0
    for entry in range(count):
        index = int(listed[entry])
        word = after[index]
        if white_moves:
            king, placement = index >> (6 * pieces), index & ((1 << (6 * pieces)) - 1)
            for way in range(steps.shape[1]):  # perhaps to two mirror images of a position
                if steps[king, way, 0] < 0:
                    break
                transform, there = steps[king, way, 1], steps[king, way, 0] << (6 * pieces)
                target, moved = there + placement, word
                if transform:
                    target = there + transform_placement(placement, pieces, transform)
                    moved = forward_transform(word, transform)
                gained = moved & wanted[target]
                if gained:
                    if before[target] == _U0:
                        found[number] = target
                        number += 1
                    before[target] |= gained
        else:
            gained = king_attacks(word) & wanted[index]
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
                    passed &= ~bit  # the lane king blocks
                    target = base + (start << low)
                    gained = passed & wanted[target]
                    if gained:
                        if before[target] == _U0:
                            found[number] = target
                            number += 1
                        before[target] |= gained
                    start = NEXT[direction, start]
    return number


@exported
@kernel
def keep_if_all_lost(
    white_moves: bool,
    candidates: Bitboards,
    listed: Indices,
    count: int,
    escapes: Bitboards,
    kinds: Ints,
    white: Flags,
    kings: Ints,
    fixed: np.uint64,
    steps: Ints3D,
    found: Indices,
) -> int:
    """Keep, of the `count` words of `candidates` listed, the positions with no move into `escapes`.

    The words that keep something are listed in `found`. `steps` are `Geometry.steps`; for `kinds`,
    `white`, `kings` and `fixed` see there too.

    Returns:
        The number of words in `found`.
    """
    pieces, number = kinds.size, 0
    for entry in range(count):
        index = int(listed[entry])
        word = candidates[index]
        if not white_moves:
            word &= ~king_attacks(escapes[index])
        blockers = occupied(index, pieces, fixed, kings)
        for piece in range(pieces):
            if white[piece] != white_moves:
                continue
            if word == _U0:
                break
            low = 6 * (pieces - 1 - piece)
            square = (index >> low) & 63
            base = index - (square << low)
            if kinds[piece] == KNIGHT:
                for way in range(8):
                    target = KNIGHT_JUMPS[square, way]
                    if target < 0:
                        break
                    word &= ~escapes[base + (target << low)]
                continue
            for direction in range(DIRECTIONS[kinds[piece], 0], DIRECTIONS[kinds[piece], 1]):
                target, passing = NEXT[direction, square], word
                while target >= 0 and passing:
                    bit = _U1 << np.uint64(target)
                    if blockers & bit:
                        break
                    passing &= ~bit  # the lane king blocks
                    escaped = passing & escapes[base + (target << low)]
                    passing &= ~escaped
                    word &= ~escaped
                    target = NEXT[direction, target]
        if white_moves and word:
            king, placement = index >> (6 * pieces), index & ((1 << (6 * pieces)) - 1)
            for way in range(steps.shape[1]):
                if steps[king, way, 0] < 0 or word == _U0:
                    break
                transform, there = steps[king, way, 1], steps[king, way, 0] << (6 * pieces)
                if transform == 0:
                    word &= ~escapes[there + placement]
                else:
                    target = there + transform_placement(placement, pieces, transform)
                    word &= ~inverse_transform(escapes[target], transform)
        candidates[index] = word
        if word:
            found[number] = index
            number += 1
    return number
