"""Helpmates: the positions of one space from which a side can still be mated, both sides helping.

The set grows ply by ply backwards: a position is in it if it is a mate of that side, or if some
move of the side to move leads into it, in the space or out of it. Each position's rank is the
number of plies after which it was found, a move out of the space into the set counting one.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_dense import unmove_dense
from millmate.kernels.chess_en_passant import has_move_at, list_men
from millmate.kernels.chess_events import Events
from millmate.kernels.chess_layers import clear, is_sparse, keep_and_list, record
from millmate.kernels.chess_spaces import Flags, Geometry, Indices, Ints, Rows
from millmate.kernels.chess_sparse import unmove_sparse
from millmate.kernels.declare import Bytes3D, Shape, Words2D, allocating, exported, kernel

# The rows of sets: positions not found yet, found last, and being found, each with White and with
# Black to move; and those whose men stand apart.
LEFT, LAST, NEXT, FREE = 0, 2, 4, 6
SETS = 7
LISTS = 4  # the nonempty words found last and being found, with White and with Black to move
MARK = 128  # the code of rank 0
MOST = 127  # the greatest rank that a code can store
_ALIVE, _DEAD = 255, 128  # keys
_U0, _U1 = np.uint64(0), np.uint64(1)


@exported
@kernel
def add_events(events: Events, words: Bitboards) -> None:
    """Add the positions of all events to `words`."""
    for event in range(events.indices.size):
        words[events.indices[event]] |= events.masks[event]


@kernel
def _before(
    white_moves: bool,
    after: Bitboards,
    listed: Indices,
    count: int,
    left: Bitboards,
    free: Bitboards,
    geometry: Geometry,
    before: Bitboards,
    found: Indices,
) -> int:
    """Set `before`, empty so far, to the positions `left` with a move into `after`; list them."""
    if is_sparse(white_moves, count, after.size, geometry):
        return unmove_sparse(white_moves, after, listed, count, left, geometry, before, found)
    unmove_dense(white_moves, after, free, geometry, 0, geometry.kings.size, before)
    return keep_and_list(before, left, True, found)


@exported
@allocating
def spread(
    sets: Words2D,
    lists: Annotated[NDArray[np.int32], Shape(2)],
    geometry: Geometry,
    codes: Bytes3D,
    twice: Ints,
) -> int:
    """Find all positions of a space from which a side can be mated.

    Args:
        sets: uint64[SETS, words]. At first the rows LEFT hold the legal positions, LAST the mates,
            NEXT those with a move out of the space into the set; at the end LEFT holds the
            positions from which there is no helpmate.
        lists: int32[LISTS, words], room.
        geometry: The description of the space.
        codes: uint8[2 (White to move first), words, 64]; `MARK` and the rank is written where a
            position is found.
        twice: int64[2], set to twice the number of positions found with each side to move,
            distinct up to the board's symmetry.

    Returns:
        The greatest rank.

    Raises:
        OverflowError: A rank exceeds `MOST`.
    """
    none, free = np.empty((0, 64), np.uint8), sets[FREE]
    counts = np.zeros(2, np.int64)
    last, following, rank = 0, 2, 0
    for side in range(2):
        counts[side] = keep_and_list(sets[LAST + side], sets[LEFT + side], True, lists[side])
    while True:
        for side in range(2):
            words, left = sets[LAST + last + side], sets[LEFT + side]
            twice[side] += record(
                words, lists[last + side], counts[side], rank, MARK, left, codes[side], none, MOST,
                geometry,
            )  # fmt: skip
        if not (rank == 0 or counts[0] or counts[1]):
            return rank - 1
        found = np.zeros(2, np.int64)
        for side in range(2):
            after, listed = sets[LAST + last + 1 - side], lists[last + 1 - side]
            left, before = sets[LEFT + side], sets[LAST + following + side]
            to = lists[following + side]
            if rank == 0:
                unmove_dense(side == 0, after, free, geometry, 0, geometry.kings.size, before)
                found[side] = keep_and_list(before, left, True, to)
            else:
                found[side] = _before(
                    side == 0, after, listed, counts[1 - side], left, free, geometry, before, to
                )
        for side in range(2):
            clear(sets[LAST + last + side], lists[last + side], counts[side])
        counts, last, following, rank = found, following, last, rank + 1


@exported
@kernel
def to_codes(dead: Bitboards, rows: Rows) -> None:
    """Write `MARK` to rows uint8[words, 64] where a position is not `dead`, 0 where it is."""
    for index in range(dead.size):
        word, row = dead[index], rows[index]
        for square in range(64):
            row[square] = 0 if (word >> np.uint64(square)) & _U1 else MARK


@exported
@allocating
def fold_en_passant(
    pushed: Rows,
    taken: Rows,
    white_pushed: bool,
    kinds: Ints,
    white: Flags,
    pawns: Ints,
    pawns_white: Flags,
) -> None:
    """Add captures en passant to the keys after a double push; see `chess_en_passant`.

    Such a capture can give a helpmate where no other move does; and if it is the only move, the
    position is not mate.
    """
    men = list_men(kinds, white, pawns, pawns_white)
    for index in range(pushed.shape[0]):
        for square in range(64):
            key, capture = pushed[index, square], taken[index, square]
            if key == 0 or capture == 0:
                continue
            if capture > _DEAD:
                pushed[index, square] = _ALIVE
            elif key > _DEAD and not has_move_at(index, square, kinds.size, not white_pushed, men):
                pushed[index, square] = _DEAD
