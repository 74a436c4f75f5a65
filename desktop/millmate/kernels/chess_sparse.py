"""Moves without capture taken back for lists of words: like `chess_dense`, for sets mostly empty.

A list holds the indices of the words of a set that are not empty.
"""

import numpy as np

from millmate.kernels.chess_bitboards import (
    Bitboards,
    forward_transform,
    inverse_transform,
    king_attacks,
)
from millmate.kernels.chess_geometry import DIRECTIONS, JUMPS, NEXT, TRANSFORMED
from millmate.kernels.chess_spaces import Geometry, Indices, Ints
from millmate.kernels.declare import exported, inlined, kernel

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


@inlined
def gain(
    word: np.uint64,
    target: int,
    wanted: Bitboards,
    before: Bitboards,
    found: Indices,
    number: int,
) -> int:
    """Add the positions of a word that are wanted to `before[target]`.

    If that was empty, it is listed behind the `number` words of `found`; return their new number.
    """
    gained = word & wanted[target]
    if gained:
        if before[target] == _U0:
            found[number] = target
            number += 1
        before[target] |= gained
    return number


@exported
@kernel
def unmove_sparse(
    white_moves: bool,
    after: Bitboards,
    listed: Indices,
    count: int,
    wanted: Bitboards,
    geometry: Geometry,
    before: Bitboards,
    found: Indices,
) -> int:
    """Take back one side's moves from the `count` words of `after` that are `listed`.

    The positions before them that are `wanted` are added to `before`, and the words of it that were
    empty are listed in `found`.

    Returns:
        The number of words in `found`.
    """
    kinds, white, kings, fixed, _, steps, _ = geometry
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
                number = gain(moved, target, wanted, before, found, number)
        else:
            number = gain(king_attacks(word), index, wanted, before, found, number)
        blockers = occupied(index, pieces, fixed, kings)
        for piece in range(pieces):
            if white[piece] != white_moves:
                continue
            low = 6 * (pieces - 1 - piece)
            square = (index >> low) & 63
            base = index - (square << low)
            for direction in range(DIRECTIONS[kinds[piece], 0], DIRECTIONS[kinds[piece], 1]):
                start, passed = NEXT[direction, square], word
                while start >= 0:
                    bit = _U1 << np.uint64(start)
                    if blockers & bit:
                        break
                    passed &= ~bit  # the lane king blocks
                    number = gain(passed, base + (start << low), wanted, before, found, number)
                    start = NEXT[direction, start] if direction < JUMPS else -1
    return number


@exported
@kernel
def keep_if_all_lost(
    white_moves: bool,
    candidates: Bitboards,
    listed: Indices,
    count: int,
    escapes: Bitboards,
    geometry: Geometry,
    found: Indices,
) -> int:
    """Keep, of the `count` words of `candidates` listed, the positions with no move into `escapes`.

    The words that keep something are listed in `found`.

    Returns:
        The number of words in `found`.
    """
    kinds, white, kings, fixed, steps, _, _ = geometry
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
                    target = NEXT[direction, target] if direction < JUMPS else -1
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
