"""A slow, obvious reference for morris tables: every placement of every stone, no symmetries.

Codes are a table's: 0 draw, else the plies to the end of the game and one, so that odd codes are
lost and even ones won for the side to move. Values begin as draws and are backed up from the
successors' until nothing changes: after n rounds every win and loss of up to n plies is known.
"""

from functools import cache
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint8]

# Points are numbered ring by ring from the outer one, each clockwise from its top left corner.
_RINGS = [range(first, first + 8) for first in (0, 8, 16)]
_SIDES = [[ring[(corner + n) % 8] for n in range(3)] for ring in _RINGS for corner in (0, 2, 4, 6)]
_BRIDGES = [[ring[middle] for ring in _RINGS] for middle in (1, 3, 5, 7)]
MILLS = [sum(1 << point for point in line) for line in _SIDES + _BRIDGES]
_NEAR: dict[int, set[int]] = {point: set() for point in range(24)}
for _line in _SIDES + _BRIDGES:
    for _one, _next in pairwise(_line):
        _NEAR[_one].add(_next)
        _NEAR[_next].add(_one)


@cache
def placements(stones: int) -> list[int]:
    """Return the masks of a number of stones, ascending."""
    return sorted(sum(1 << point for point in some) for some in combinations(range(24), stones))


@cache
def number(stones: int) -> dict[int, int]:
    return {mask: at for at, mask in enumerate(placements(stones))}


@cache
def classes(stones: int) -> list[int]:
    """Return the masks that are the smallest of their symmetric images, ascending."""
    return [mask for mask in placements(stones) if mask == min(images(mask))]


def images(mask: int) -> list[int]:
    """Return a placement's images under the sixteen symmetries of the board."""
    points = [divmod(point, 8) for point in range(24) if mask >> point & 1]
    return [
        sum(
            1 << 8 * (2 - ring if exchanged else ring) + ((-at if mirrored else at) + turn) % 8
            for ring, at in points
        )
        for exchanged in (False, True)
        for mirrored in (False, True)
        for turn in (0, 2, 4, 6)
    ]


def closes_mill(mask: int, point: int) -> bool:
    """Return whether the stone on `point` is in a mill."""
    return any(mill >> point & 1 and mask & mill == mill for mill in MILLS)


def removable(mask: int) -> list[int]:
    """Return the points whose stones may be taken: those in no mill, or all if there are none."""
    points = [point for point in range(24) if mask >> point & 1]
    return [point for point in points if not closes_mill(mask, point)] or points


# A rank for each code: losses, longer ones better, then draws, then wins, shorter ones better.
_BEST_LAST = [*range(1, 256, 2), 0, *range(252, 0, -2)]
_WORTH = np.zeros(256, np.uint8)  # 0: there is no such position
_CODE = np.ones(256, np.uint8)  # no move at all: lost
for _worth, _code in enumerate(_BEST_LAST, 1):
    _WORTH[_code], _CODE[_worth] = _worth, _code
# The code of a move for its side, by the code of the position after it.
_MOVE_WORTH = _WORTH[[0, *range(2, 254), 0, 0, 0]]


@cache
def moving(own: int, other: int) -> Codes:
    """Return the codes of `own` stones to move against `other`, `[own, other]` placements.

    Entries of placements that share a point have no meaning.
    """
    return _solved(max(own, other), min(own, other))[0 if own >= other else 1]


@cache
def _solved(more: int, fewer: int) -> tuple[Codes, Codes]:
    sides = [(more, fewer), (fewer, more)]
    captures = [_captures(*side) for side in sides]
    moves = [_quiet_moves(own) for own, _ in sides]
    legal = [_apart(*side) for side in sides]
    codes = [np.zeros(there.shape, np.uint8) for there in legal]
    while True:
        before = [side.copy() for side in codes]
        for side in (0, 1):
            after = np.where(legal[1 - side], _MOVE_WORTH[before[1 - side]], 0).T.copy()
            for row, targets in enumerate(moves[side]):
                best = np.maximum(captures[side][row], after[targets].max(0, initial=0))
                codes[side][row] = np.where(legal[side][row], _CODE[best], 0)
        if all((old == new).all() for old, new in zip(before, codes, strict=True)):
            return codes[0], codes[1]


def _apart(own: int, other: int) -> NDArray[np.bool_]:
    mine, theirs = (np.array(placements(stones)) for stones in (own, other))
    return (mine[:, None] & theirs[None, :]) == 0


def _turns(mask: int) -> list[tuple[int, int]]:
    """Return the placement after each move on an empty board, and the point moved to."""
    points = [point for point in range(24) if mask >> point & 1]
    return [
        (mask ^ 1 << origin ^ 1 << target, target)
        for origin in points
        for target in (range(24) if len(points) == 3 else _NEAR[origin])
        if not mask >> target & 1
    ]


def _quiet_moves(own: int) -> list[NDArray[np.int64]]:
    """Return, for each placement, the numbers of the placements after moves without a mill."""
    quiet = (
        [number(own)[after] for after, target in _turns(mask) if not closes_mill(after, target)]
        for mask in placements(own)
    )
    return [np.array(numbers, np.int64) for numbers in quiet]


def _captures(own: int, other: int) -> NDArray[np.uint8]:
    """Return the rank of the best move that takes a stone, 0 if there is none."""
    worth = np.zeros((len(placements(own)), len(placements(other))), np.uint8)
    fewer = _after_removal(other)
    free = _apart(own, other)
    theirs = np.array(placements(other))
    left = None if other == 3 else _MOVE_WORTH[moving(other - 1, own)].T.copy()
    for row, mask in enumerate(placements(own)):
        for after, target in _turns(mask):
            if closes_mill(after, target):
                if left is None:
                    best = np.full(len(theirs), _WORTH[2])
                else:
                    best = np.where(fewer < 0, 0, left[number(own)[after]][fewer]).max(1)
                possible = free[row] & (theirs >> target & 1 == 0)
                np.maximum(worth[row], np.where(possible, best, 0), out=worth[row])
    return worth


def _after_removal(stones: int) -> NDArray[np.int64]:
    """Return the numbers of the placements after each removal; -1 where fewer can be removed."""
    if stones == 3:
        return np.zeros((0, 0), np.int64)
    rows = [
        [number(stones - 1)[mask ^ 1 << point] for point in removable(mask)]
        for mask in placements(stones)
    ]
    return np.array([row + [-1] * (stones - len(row)) for row in rows])


def _in_table_order(own: int, other: int, codes: Codes) -> Codes:
    """Return `codes[own, other]` in the order of a table in which `own` is the primary side."""
    theirs = np.array(placements(other))
    return np.stack([codes[number(own)[mask]][theirs & mask == 0] for mask in classes(own)])


def table(primary: int, other: int) -> Codes:
    """Return the codes of a pair in the order of its table, `[side to move, row, column]`."""
    first = _in_table_order(primary, other, moving(primary, other))
    if primary == other:
        return first[None]
    return np.stack([first, _in_table_order(primary, other, moving(other, primary).T)])


def counts(own: int, other: int) -> tuple[list[int], list[int]]:
    """Return the number of positions of each code, `own` stones to move: all, up to symmetry."""
    codes = moving(own, other)
    raw = np.bincount(codes[_apart(own, other)], minlength=256)
    distinct = np.zeros(256, np.int64)
    theirs = np.array(placements(other))
    turned = np.array([images(mask) for mask in placements(other)])
    for mask in classes(own):
        same = [t for t, image in enumerate(images(mask)) if image == mask]
        least = (theirs & mask == 0) & (turned[:, same].min(1) == theirs)
        distinct += np.bincount(codes[number(own)[mask]][least], minlength=256)
    return raw.tolist(), distinct.tolist()
