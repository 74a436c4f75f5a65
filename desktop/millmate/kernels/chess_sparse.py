"""Moves without capture taken back for lists of words: like `chess_dense`, for sets mostly empty.

A list holds the indices of the words of a set that are not empty. The helpers are inlined, since a
function that takes arrays counts references to them at every call.
"""

import numpy as np

from millmate.kernels.chess_bitboards import (
    Bitboards,
    forward_transform,
    inverse_transform,
    king_attacks,
)
from millmate.kernels.chess_geometry import DIRECTIONS, KNIGHT, KNIGHT_JUMPS, NEXT, TRANSFORMED
from millmate.kernels.chess_spaces import (
    BITBOARDS,
    FLAG,
    GEOMETRY,
    INDICES,
    INT,
    INTS,
    STEPS,
    WORD,
    Geometry,
    Indices,
    Ints,
)
from millmate.kernels.jit import kernel

_U0, _U1 = np.uint64(0), np.uint64(1)
_MOST_MOVES = 16 + 4 * 27  # of a king that may be found in mirror images, and of four queens


@kernel("uint64(int64, int64, uint64, int64[::1])", inline=True)
def occupied(index: int, pieces: int, fixed: np.uint64, kings: Ints) -> np.uint64:
    """Return the squares of all men but the lane king."""
    result = fixed | (_U1 << np.uint64(kings[index >> (6 * pieces)]))
    for piece in range(pieces):
        result |= _U1 << np.uint64((index >> (6 * piece)) & 63)
    return result


@kernel("int64(int64, int64, int64)", inline=True)
def transform_placement(placement: int, pieces: int, transform: int) -> int:
    """Return the squares of `pieces` pieces packed in `placement`, each taken by `transform`."""
    result = 0
    for piece in range(pieces):
        square = (placement >> (6 * piece)) & 63
        result |= TRANSFORMED[transform, square] << (6 * piece)
    return result


# Moves taken back ---------------------------------------------------------------------------------


_MOVES = INTS, BITBOARDS, INT


@kernel(INT(INT, WORD, INT, STEPS, *_MOVES), inline=True)
def _unmove_pivot_king(
    index: int,
    word: np.uint64,
    pieces: int,
    steps: Ints,
    targets: Ints,
    moved: Bitboards,
    number: int,
) -> int:
    """Take back its steps. A position before one may be in the set in two mirror images."""
    king, placement = index >> (6 * pieces), index & ((1 << (6 * pieces)) - 1)
    for way in range(steps.shape[1]):
        if steps[king, way, 0] < 0:
            break
        transform, there = steps[king, way, 1], steps[king, way, 0] << (6 * pieces)
        targets[number], moved[number] = there + placement, word
        if transform:
            targets[number] = there + transform_placement(placement, pieces, transform)
            moved[number] = forward_transform(word, transform)
        number += 1
    return number


@kernel(INT(INT, INT, WORD, *_MOVES), inline=True)
def _unmove_knight(
    index: int, low: int, word: np.uint64, targets: Ints, moved: Bitboards, number: int
) -> int:
    """Take back the jumps of the knight whose square is in the six bits of `index` from `low`."""
    square = (index >> low) & 63
    for way in range(8):
        start = KNIGHT_JUMPS[square, way]
        if start < 0:
            break
        targets[number], moved[number] = index + ((start - square) << low), word
        number += 1
    return number


@kernel(INT(INT, INT, INT, WORD, WORD, *_MOVES), inline=True)
def _unmove_slider(
    index: int,
    low: int,
    kind: int,
    word: np.uint64,
    blockers: np.uint64,
    targets: Ints,
    moved: Bitboards,
    number: int,
) -> int:
    """Take back the moves of the slider whose square is in the six bits of `index` from `low`."""
    square = (index >> low) & 63
    for direction in range(DIRECTIONS[kind, 0], DIRECTIONS[kind, 1]):
        start, passed = NEXT[direction, square], word
        while start >= 0:
            bit = _U1 << np.uint64(start)
            if blockers & bit:
                break
            passed &= ~bit  # the lane king blocks
            targets[number], moved[number] = index + ((start - square) << low), passed
            number += 1
            start = NEXT[direction, start]
    return number


@kernel(INT(FLAG, BITBOARDS, INDICES, INT, BITBOARDS, GEOMETRY, BITBOARDS, INDICES))
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
    # The words before the moves of one word: where they are, then, together, what is there.
    targets, moved = np.empty(_MOST_MOVES, np.int64), np.empty(_MOST_MOVES, np.uint64)
    for entry in range(count):
        index = int(listed[entry])
        word, moves = after[index], 0
        if white_moves:
            moves = _unmove_pivot_king(index, word, pieces, steps, targets, moved, moves)
        else:
            targets[0], moved[0], moves = index, king_attacks(word), 1
        blockers = occupied(index, pieces, fixed, kings)
        for piece in range(pieces):
            if white[piece] != white_moves:
                continue
            low = 6 * (pieces - 1 - piece)
            if kinds[piece] == KNIGHT:
                moves = _unmove_knight(index, low, word, targets, moved, moves)
            else:
                moves = _unmove_slider(
                    index, low, kinds[piece], word, blockers, targets, moved, moves
                )
        for move in range(moves):
            target = targets[move]
            gained = moved[move] & wanted[target]
            if gained:
                if before[target] == _U0:
                    found[number] = target
                    number += 1
                before[target] |= gained
    return number


# Escapes ------------------------------------------------------------------------------------------


@kernel(WORD(INT, WORD, INT, STEPS, BITBOARDS), inline=True)
def _held_pivot_king(
    index: int, word: np.uint64, pieces: int, steps: Ints, escapes: Bitboards
) -> np.uint64:
    """Return the positions of `word` in which the pivot king has no step into `escapes`."""
    king, placement = index >> (6 * pieces), index & ((1 << (6 * pieces)) - 1)
    for way in range(steps.shape[1]):
        if steps[king, way, 0] < 0 or word == _U0:
            break
        transform, target = steps[king, way, 1], steps[king, way, 0] << (6 * pieces)
        if transform == 0:
            word &= ~escapes[target + placement]
        else:
            target += transform_placement(placement, pieces, transform)
            word &= ~inverse_transform(escapes[target], transform)
    return word


@kernel(WORD(INT, INT, WORD, BITBOARDS), inline=True)
def _held_knight(index: int, low: int, word: np.uint64, escapes: Bitboards) -> np.uint64:
    """Return the positions of `word` in which a knight has no jump into `escapes`."""
    square = (index >> low) & 63
    for way in range(8):
        target = KNIGHT_JUMPS[square, way]
        if target < 0:
            break
        word &= ~escapes[index + ((target - square) << low)]
    return word


@kernel(WORD(INT, INT, INT, WORD, WORD, BITBOARDS), inline=True)
def _held_slider(
    index: int, low: int, kind: int, word: np.uint64, blockers: np.uint64, escapes: Bitboards
) -> np.uint64:
    """Return the positions of `word` in which a slider has no move into `escapes`."""
    square = (index >> low) & 63
    for direction in range(DIRECTIONS[kind, 0], DIRECTIONS[kind, 1]):
        target, passing = NEXT[direction, square], word
        while target >= 0 and passing:
            bit = _U1 << np.uint64(target)
            if blockers & bit:
                break
            passing &= ~bit  # the lane king blocks
            escaped = passing & escapes[index + ((target - square) << low)]
            passing &= ~escaped
            word &= ~escaped
            target = NEXT[direction, target]
    return word


@kernel(INT(FLAG, BITBOARDS, INDICES, INT, BITBOARDS, GEOMETRY, INDICES))
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
            if kinds[piece] == KNIGHT:
                word = _held_knight(index, low, word, escapes)
            else:
                word = _held_slider(index, low, kinds[piece], word, blockers, escapes)
        if white_moves and word:
            word = _held_pivot_king(index, word, pieces, steps, escapes)
        candidates[index] = word
        if word:
            found[number] = index
            number += 1
    return number
