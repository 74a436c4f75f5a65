"""The verifier's board: its own tables, and the squares allowed for the lane king.

Nothing here is shared with the kernels that build. Squares count from a1 = 0 along the ranks, as
in python-chess. A man has a *code*: 2 to 5 for knight, bishop, rook and queen as there, 6 for a
king, 1 for a white pawn and 0 for a black one.

A *lane* is a square of the lane king (Black's); a set of lanes is a word of 64 bits.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.declare import kernel

BLACK_PAWN, WHITE_PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(7)

Ints = NDArray[np.int64]
Word = np.uint64
Words = NDArray[np.uint64]
Flags = NDArray[np.bool_]

_ONE = np.uint64(1)
ALL_LANES = np.uint64(2**64 - 1)

# Directions counter-clockwise from the east: straight ones are even, diagonal ones odd.
_WAYS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_LEAPS = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))
JUMPS = 8  # the first of a knight's ways; those before are the directions of sliders
# The ways of a piece: range(FIRST_WAY[code], LAST_WAY[code], WAY_STEP[code]).
FIRST_WAY = np.array([0, 0, JUMPS, 1, 0, 0, 0], np.int64)
LAST_WAY = np.array([0, 0, 16, 8, 8, 8, 8], np.int64)
WAY_STEP = np.array([1, 1, 1, 2, 2, 1, 1], np.int64)


def _walk(square: int, way: tuple[int, int], steps: int = 7) -> Iterator[int]:
    """Yield the squares that lie `way` of a square, near ones first."""
    file, rank = square % 8 + way[0], square // 8 + way[1]
    while 0 <= file < 8 and 0 <= rank < 8 and steps > 0:
        yield rank * 8 + file
        file, rank, steps = file + way[0], rank + way[1], steps - 1


def _rays() -> NDArray[np.int64]:
    """Return RAYS[way, square]: the squares that way, near ones first, ended by -1."""
    rays = np.full((16, 64, 8), -1, np.int64)
    for number, way in enumerate((*_WAYS, *_LEAPS)):
        for square in range(64):
            passed = list(_walk(square, way, 7 if number < JUMPS else 1))
            rays[number, square, : len(passed)] = passed
    return rays


def _steps() -> NDArray[np.int64]:
    """Return STEPS[way]: pairs of a square and the next one that way, ended by -1.

    They follow one line after another, each from its end on.
    """
    steps = np.full((16, 57, 2), -1, np.int64)
    for way in range(16):
        nexts, pairs = RAYS[way, :, 0].tolist(), list[tuple[int, int]]()
        for end in range(64):
            square = end if nexts[end] < 0 else -1
            while square in nexts and square >= 0:
                pairs.append((nexts.index(square), square))
                square = nexts.index(square)
        steps[way, : len(pairs)] = pairs
    return steps


def _king_jumps() -> NDArray[np.int64]:
    """Return where a king goes from every square, ended by -1."""
    jumps = np.full((64, 9), -1, np.int64)
    for square in range(64):
        targets = [target for way in _WAYS for target in _walk(square, way, 1)]
        jumps[square, : len(targets)] = targets
    return jumps


def _reaches() -> NDArray[np.uint64]:
    """Return REACH[code, square]: what a man attacks on an empty board."""
    reach = np.zeros((7, 64), np.uint64)
    pawns = {BLACK_PAWN: (_WAYS[5], _WAYS[7]), WHITE_PAWN: (_WAYS[1], _WAYS[3])}
    ways = {**pawns, KNIGHT: _LEAPS, BISHOP: _WAYS[1::2], ROOK: _WAYS[::2], QUEEN: _WAYS}
    ways[KING] = _WAYS
    for code, square in np.ndindex(7, 64):
        steps = 7 if BISHOP <= code <= QUEEN else 1
        targets = {target for way in ways[code] for target in _walk(square, way, steps)}
        reach[code, square] = sum(1 << target for target in targets)
    return reach


def _lines() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return SHADOW[a, b], the squares behind b as seen from a, and BETWEEN[a, b]."""
    shadow, between = np.zeros((2, 64, 64), np.uint64)
    for way, start in np.ndindex(8, 64):
        passed = list(_walk(start, _WAYS[way]))
        for number, square in enumerate(passed):
            shadow[start, square] = sum(1 << behind for behind in passed[number + 1 :])
            between[start, square] = sum(1 << near for near in passed[:number])
    return shadow, between


def _symmetries() -> NDArray[np.int64]:
    """Return SYMMETRY[t, square]: bit 0 of t mirrors files, 1 ranks, 2 then swaps the two."""
    symmetry = np.zeros((8, 64), np.int64)
    for t, square in np.ndindex(8, 64):
        file, rank = square % 8, square // 8
        file, rank = 7 - file if t & 1 else file, 7 - rank if t & 2 else rank
        symmetry[t, square] = file * 8 + rank if t & 4 else rank * 8 + file
    return symmetry


RAYS, KING_JUMPS = _rays(), _king_jumps()
STEPS = _steps()
REACH = _reaches()
SHADOW, BETWEEN = _lines()
SYMMETRY = _symmetries()


@kernel
def has(lanes: Word, square: int) -> bool:
    """Return whether a square is in a set."""
    return bool((lanes >> np.uint64(square)) & _ONE)


@kernel
def count(lanes: Word) -> int:
    """Return how many lanes are in the set."""
    n = lanes
    n -= (n >> np.uint64(1)) & np.uint64(0x5555555555555555)
    n = (n & np.uint64(0x3333333333333333)) + ((n >> np.uint64(2)) & np.uint64(0x3333333333333333))
    n = (n + (n >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((n * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def legal_lanes(king: int, squares: Ints, codes: Ints, white: Flags, black_to_move: bool) -> Word:
    """Return the lanes of legal positions: the side that has moved is not in check.

    The lane king is off all other men and not beside the pivot king on `king`; where two men share
    a square nothing is legal. With White to move it is not attacked, with Black to move no black
    man attacks the pivot king, the lane king itself perhaps shielding it.
    """
    occupied: Word = _ONE << np.uint64(king)
    attacked, shielded = np.uint64(REACH[KING, king]), ALL_LANES
    for man in range(squares.size):
        bit = _ONE << np.uint64(squares[man])
        if occupied & bit:
            return np.uint64(0)
        occupied |= bit
    for man in range(squares.size):
        square = squares[man]
        seen = REACH[codes[man], square] & ~SHADOW[square, king]
        for other in range(squares.size):
            seen &= ~SHADOW[square, squares[other]]
        if white[man]:
            attacked |= seen
        elif (seen >> np.uint64(king)) & _ONE:
            shielded &= BETWEEN[square, king]
    free = ~(occupied | REACH[KING, king])
    return np.uint64(free & shielded if black_to_move else free & ~attacked)


@kernel
def lanes_along(
    king: int,
    squares: Ints,
    codes: Ints,
    white: Flags,
    last: int,
    seen: Words,
    white_moves: Words,
    black_moves: Words,
) -> None:
    """Find the lanes of legal positions with either side to move, for all squares of one man.

    That man is number `last`, its place in `squares` of no account; the others' stand fixed. `seen`
    is room for a word for each man.
    """
    fixed: Word = _ONE << np.uint64(king)
    white_moves[:] = np.uint64(0)
    black_moves[:] = np.uint64(0)
    for man in range(squares.size):
        if man == last:
            continue
        square = squares[man]
        if has(fixed, square):
            return
        fixed |= _ONE << np.uint64(square)
        seen[man] = REACH[codes[man], square] & ~SHADOW[square, king]
        for other in range(squares.size):
            if other != last:
                seen[man] &= ~SHADOW[square, squares[other]]
    beside = np.uint64(REACH[KING, king])
    for square in range(64):
        if has(fixed, square):
            continue
        attacked, shielded = beside, ALL_LANES
        for man in range(squares.size):
            if man == last:
                stands, sees = square, REACH[codes[last], square] & ~SHADOW[square, king]
                for other in range(squares.size):
                    if other != last:
                        sees &= ~SHADOW[square, squares[other]]
            else:
                stands, sees = squares[man], seen[man] & ~SHADOW[squares[man], square]
            if white[man]:
                attacked |= sees
            elif has(sees, king):
                shielded &= BETWEEN[stands, king]
        free = ~(fixed | beside | _ONE << np.uint64(square))
        white_moves[square], black_moves[square] = free & ~attacked, free & shielded
