"""Find the positions of slices from which a side cannot be mated, the opponent helping or not.

The complement is found: the least set that holds the mates of that side, and every position with a
legal move into the set, whichever side is to move. It is searched backwards, ply by ply, as the
layers S_n of a forced mate are (`tablebase.solve`), except that one move suffices for either side.
Positions that are never found are dead: every series of moves from there stays outside the set.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from chess import COLOR_NAMES
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels import chess_layers as layers
from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_helpmates import (
    FREE,
    LAST,
    LEFT,
    LISTS,
    MARK,
    NEXT,
    SETS,
    spread,
)
from millmate.kernels.chess_layers import count
from millmate.kernels.chess_spaces import Geometry
from millmate.tablebase.conversions import Conversions, conversions_of
from millmate.tablebase.helpmates.files import SIDES, DeadCounts, DeadSet
from millmate.tablebase.layer_search import initialize
from millmate.tablebase.layout import Layout
from millmate.tablebase.lru import latest
from millmate.tablebase.spaces import (
    Keys,
    Masks,
    Space,
    Values,
    batches,
    bits_of,
    cached_keys,
    images_of,
    slice_space,
)

# Returns the dead positions of a slice of a canonical material, uint64[words], by the slice, the
# side to move and the side that is mated.
Dead = Callable[[Material, int, bool, bool], Bitboards]

_KEYS = 64_000_000  # bytes of keys kept for the next slices


class Found(NamedTuple):
    """The results for slices that are solved together.

    `numbers`: the slices; `codes`: uint8[2 (White to move first), slices, words, 64], 0 for a dead
    position, else 128 and the rank (see `kernels.chess_helpmates`); `mated`: uint64[slices,
    words], where the other side is mated.
    """

    numbers: Sequence[int]
    codes: Values
    mated: NDArray[np.uint64]


def solve(
    layout: Layout,
    victim: bool,
    dead: Dead,
    found: Callable[[Found, Dead], None] = lambda found, dead: None,
    done: Callable[[float], None] = lambda share: None,
) -> DeadSet:
    """Find the dead positions of a table for one side.

    Args:
        layout: The table's.
        victim: The side that is mated or cannot be, true for White.
        dead: Returns the dead positions of smaller tables.
        found: Called with slices as they are solved, in order, and a function that reads them and
            all that were solved before.
        done: Called with the share that is done; may raise to stop.

    Raises:
        OverflowError: A rank is above 127.
    """
    out = np.zeros((2, layout.slices, layout.words), np.uint64)
    solved = np.zeros(layout.slices, np.bool_)

    def dead_or_own(material: Material, number: int, turn: bool, side: bool) -> Bitboards:
        if material == layout.material and side is victim and solved[number]:
            own: Bitboards = out[0 if turn else 1, number]
            return own
        return dead(material, number, turn, side)

    totals, greatest = np.zeros((2, 2), np.int64), 0
    todo = list(chain.from_iterable(batches(layout, range(layout.slices))))
    keys = cached_keys(_keys_of(dead_or_own, victim), _KEYS)
    found_ahead = conversions_of(layout, todo, keys, _keys_of(dead, victim), helping=True)
    for at, (numbers, conversions) in enumerate(zip(todo, found_ahead, strict=True)):
        done(at / len(todo))
        own, numbered, words, rank = _search(layout, numbers, victim, conversions)
        totals, greatest = totals + numbered, max(greatest, rank)
        out[:, numbers], solved[list(numbers)] = words, True
        found(own, dead_or_own)
    orders = math.prod(math.factorial(pawns) for pawns in layout.pawns)
    every = (orders * totals // 2).T.tolist()
    counts: dict[str, DeadCounts] = {
        COLOR_NAMES[side]: DeadCounts(*own) for side, own in zip(SIDES, every, strict=True)
    }
    return DeadSet(out, counts, greatest)


def read_codes(dead: Dead) -> Callable[[Material, int, bool, bool], Values]:
    """Return a function that reads the codes of slices: 0 for a dead position, 128 otherwise."""

    def read(material: Material, number: int, turn: bool, victim: bool) -> Values:
        return np.uint8(MARK) * (1 - bits_of(dead(material, number, turn, victim)))

    return read


def _keys_of(dead: Dead, victim: bool) -> Keys:
    """Return a function that returns the keys of spaces; only the last values read are kept."""
    read = latest(read_codes(dead))

    def keys(space: Space, turn: bool) -> Values:
        mated = victim is not space.swapped
        return space.keys(turn, lambda of, number, t: read(of, number, t, mated))

    return keys


def _search(
    layout: Layout, numbers: Sequence[int], victim: bool, conversions: Mapping[bool, Conversions]
) -> tuple[Found, NDArray[np.int64], NDArray[np.uint64], int]:
    """Search in slices that are solved together.

    Returns:
        The results; twice the numbers of positions, and of dead ones, by the side to move,
        distinct up to the board's symmetry; the dead ones as in `DeadSet`; the greatest rank.
    """
    space = slice_space(layout, *numbers)
    masks, geometry = space.masks(), space.geometry(images_of(layout, numbers[0]))
    shape = len(numbers), layout.words
    sets = np.zeros((SETS, space.words), np.uint64)
    sets[FREE], sets[LEFT], sets[LEFT + 1] = masks.free, *[masks.legal[side] for side in SIDES]
    for at, side in enumerate(SIDES):
        events = conversions[side].events(masks.legal[side])
        sets[NEXT + at, events.wins.indices] = events.wins.masks  # all have the same key
        found_mated = _mates(masks, geometry, side, events.quiet)
        if side is victim:
            sets[LAST + at] = found_mated
        else:
            mated = found_mated.reshape(shape)
    codes, twice = np.zeros((2, space.words, 64), np.uint8), np.zeros(2, np.int64)
    rank = spread(sets, np.empty((LISTS, space.words), np.int32), geometry, codes, twice)
    legal = np.array([count(masks.legal[side], geometry) for side in SIDES], np.int64)
    words = sets[LEFT : LEFT + 2]
    for at, side in enumerate(SIDES):
        if 2 * twice[at] < legal[at]:
            words[at] |= ~masks.legal[side]
    found = Found(numbers, codes.reshape(2, *shape, 64), mated)
    return found, np.stack([legal, legal - twice]), words.reshape(2, *shape), int(rank)


def _mates(masks: Masks, geometry: Geometry, side: bool, quiet: Bitboards) -> Bitboards:
    """Return the positions in which `side`, to move, is mated: uint64[words].

    `quiet` are its legal positions without a move out of the space.
    """
    sets = np.zeros((5, masks.free.size), np.uint64)
    sets[layers.FREE], sets[layers.NOT_WON] = masks.free, masks.legal[not side]
    sets[layers.OPEN] = quiet
    initialize(geometry, not side, sets)
    mated: Bitboards = sets[layers.LOST]
    return mated
