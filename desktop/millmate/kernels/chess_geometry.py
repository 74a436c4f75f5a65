"""The chess board as arrays: rays, jumps, the lines between squares, and the eight symmetries.

Squares count from a1 = 0 along the ranks to h8 = 63, as in python-chess. Kinds of pieces are
numbered as there: knight 2, bishop 3, rook 4, queen 5.

A set of positions is an array of words, one bit for each square of the *lane king* (Black's),
indexed by the *pivot king* (White's, in the a1-d1-d4 triangle) and the squares of the k pieces:
`index = king * 64**k + piece_1 * 64**(k - 1) + ... + piece_k`.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

KNIGHT, BISHOP, ROOK, QUEEN = 2, 3, 4, 5

# Rook's directions first, then bishop's, then a knight's jumps; a piece's are `DIRECTIONS[kind]`,
# first and one past. Those before `JUMPS` can be repeated.
_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = len(_STEPS)
DIRECTIONS = np.array([[0, 0], [0, 0], [8, 16], [4, 8], [0, 4], [0, 8]], np.int64)
_KNIGHT_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

# The pivot king's squares in the order of the index, and the ones among them that the long
# diagonal runs through: positions there have a mirror image in the same triangle.
TRIANGLE = np.array([0, 1, 2, 3, 9, 10, 11, 18, 19, 27], np.int64)
ON_DIAGONAL = np.array([square % 9 == 0 for square in range(64)], np.bool_)
DIAGONAL = np.uint64(sum(1 << square for square in range(0, 64, 9)))


def _shifted(square: int, step: tuple[int, int]) -> int:
    """Return the square one `step` (files, ranks) away, or -1 beyond the edge."""
    file, rank = square % 8 + step[0], square // 8 + step[1]
    return rank * 8 + file if 0 <= file < 8 and 0 <= rank < 8 else -1


def _mask(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares if square >= 0)


def _lines() -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the squares between two, those behind the second, and attacks on an empty board."""
    between = np.zeros((64, 64), np.uint64)
    behind = np.zeros((64, 64), np.uint64)
    attacks = np.zeros((6, 64), np.uint64)
    for start in range(64):
        attacks[KNIGHT, start] = _mask(_shifted(start, jump) for jump in _KNIGHT_JUMPS)
        for direction, step in enumerate(_STEPS):
            passed: list[int] = []
            square = _shifted(start, step)
            while square >= 0:
                between[start, square] = _mask(passed)
                passed.append(square)
                square = _shifted(square, step)
            for number, square in enumerate(passed):
                behind[start, square] = _mask(passed[number + 1 :])
            for kind in (ROOK if direction < 4 else BISHOP, QUEEN):
                attacks[kind, start] |= np.uint64(_mask(passed))
    return between, behind, attacks


# BEHIND[a, b]: where a slider on a cannot go because of a man on b.
BETWEEN, BEHIND, ATTACKS = _lines()
KING_ATTACKS = np.array(
    [_mask(_shifted(square, jump) for jump in _STEPS) for square in range(64)], np.uint64
)
# NEXT[direction, square]: the next square that way, -1 beyond the edge.
NEXT = np.array(
    [[_shifted(s, step) for s in range(64)] for step in (*_STEPS, *_KNIGHT_JUMPS)], np.int64
)


# FROM_EDGE[direction]: an order of squares in which each comes right after the next one that way,
# line by line.
FROM_EDGE = np.array(
    [
        sorted(
            range(64),
            key=lambda s: (files * (s >> 3) - ranks * (s & 7), -files * (s & 7) - ranks * (s >> 3)),
        )
        for files, ranks in _STEPS
    ],
    np.int64,
)
# JUMPS[square]: where a knight (KING_JUMPS: a king) goes from there, then -1.
KING_JUMPS, KNIGHT_JUMPS = (
    -np.sort(np.ascontiguousarray(-ways.T)) for ways in (NEXT[:JUMPS], NEXT[JUMPS:])
)


# PAWN_ATTACKS[0 for White, square].
PAWN_ATTACKS = np.array(
    [
        [_mask(_shifted(square, (file, rank)) for file in (-1, 1)) for square in range(64)]
        for rank in (1, -1)
    ],
    np.uint64,
)


def _transformed(square: int, transform: int) -> int:
    """Return where a symmetry of the board takes `square`.

    `transform` is a sum: 1 mirrors the files, 2 the ranks, 4 then exchanges files and ranks.
    """
    file, rank = square % 8, square // 8
    if transform & 1:
        file = 7 - file
    if transform & 2:
        rank = 7 - rank
    if transform & 4:
        file, rank = rank, file
    return rank * 8 + file


TRANSFORMED = np.array([[_transformed(s, t) for s in range(64)] for t in range(8)], np.int64)
# TO_TRIANGLE[square]: the symmetry that takes it into the triangle; KING_INDEX: to which index.
TO_TRIANGLE = np.array(
    [min(t for t in range(8) if _transformed(s, t) in TRIANGLE) for s in range(64)], np.int64
)
KING_INDEX = np.array(
    [list(TRIANGLE).index(_transformed(s, int(TO_TRIANGLE[s]))) for s in range(64)], np.int64
)


# Steps of the pivot king: rows of (index of the target square, symmetry that takes it there),
# ended by -1. Dense passes need one such pair a step, sparse ones all: where the target lies on
# the long diagonal, a position and its mirror image are both in the set.
def _king_steps(kings: Iterable[int], every: bool) -> NDArray[np.int64]:
    squares = list(kings)
    steps = np.full((len(squares), 17, 2), -1, np.int64)
    for king, square in enumerate(squares):
        targets = [target for target in KING_JUMPS[square].tolist() if target >= 0]
        if len(squares) == 64:
            pairs = [(target, 0) for target in targets]
        elif every:
            pairs = sorted(
                {
                    (squares.index(image), transform)
                    for target in targets
                    for transform, image in enumerate(TRANSFORMED[:, target].tolist())
                    if image in squares
                }
            )
        else:
            pairs = [(int(KING_INDEX[t]), int(TO_TRIANGLE[t])) for t in targets]
        steps[king, : len(pairs)] = pairs
    return steps


# By whether there are pawns: the squares of the pivot king, and its steps.
KINGS = {False: TRIANGLE, True: np.arange(64, dtype=np.int64)}
PIVOT_STEPS, PIVOT_STEPS_ALL_IMAGES = (
    {pawns: _king_steps(squares.tolist(), every) for pawns, squares in KINGS.items()}
    for every in (False, True)
)
