"""Events: in how many moves positions are won or lost by leaving their space, found from rows.

Positions that share a row and a number of moves become one word; events are sorted by moves, so
that `chess_layers` finds those that are due.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_spaces import Indices, Ints
from millmate.kernels.declare import Ints2D, Words2D, exported, inlined, kernel
from millmate.kernels.integers import first_bit

MOST_MOVES = 127  # one byte cannot store a longer mate
_DRAW = 128
_U0, _U7 = np.uint64(0), np.uint64(7)
# For comparing eight bytes of a word at a time.
_BYTES = np.uint64(0x0101010101010101)
_LOW_BITS = np.uint64(0x7F7F7F7F7F7F7F7F)
_HIGH_BITS = np.uint64(0x8080808080808080)
_GATHER = np.uint64(0x0102040810204080)


class Events(NamedTuple):
    """Words of positions by numbers of moves.

    They come in parts that are sorted; in part p those of n moves are from `starts[p, n]` to
    `starts[p, n + 1]`. `starts`: int64[parts, `MOST_MOVES` + 3], or longer rows if longer mates
    were read.
    """

    starts: Ints2D
    indices: Indices
    masks: Bitboards


class Unsorted(NamedTuple):
    """Room for events as they are found: the index of each word, the word, the moves."""

    indices: Indices
    masks: Bitboards
    moves: NDArray[np.uint8]


@inlined
def _squares_with(row: Bitboards, key: np.uint64) -> np.uint64:
    """Return the squares whose byte in a row, eight to a word, is `key`."""
    result = _U0
    pattern = key * _BYTES
    for eight in range(8):
        difference = row[eight] ^ pattern
        same = ((((difference & _LOW_BITS) + _LOW_BITS) | difference) & _HIGH_BITS) ^ _HIGH_BITS
        result |= (((same >> _U7) * _GATHER) >> np.uint64(56)) << np.uint64(8 * eight)
    return result


@exported
@kernel
def collect(
    best: Words2D,
    start: int,
    legal: Bitboards,
    quiet: Bitboards,
    wins: Unsorted,
    losses: Unsorted,
    counts: Ints,
) -> int:
    """Turn rows into events.

    Args:
        best: A block of rows, eight keys to a word.
        start: The placement of the first.
        legal: The legal positions with the side to move.
        quiet: Set to those among them with no legal move out of the space.
        wins: Positions that the best such move wins are added to this, as far as there is room.
        losses: Likewise those where every such move loses, with the moves of the slowest loss.
        counts: The numbers of wins and losses so far, updated.

    Returns:
        The number of rows done: fewer than there are if an array is full.
    """
    for number in range(best.shape[0]):
        if max(counts[0], counts[1]) + 64 > wins.indices.size:
            return number
        index, row = start + number, best[number]
        some = _U0
        for eight in range(8):
            some |= row[eight]
        if some == _U0:
            quiet[index] = legal[index]
            continue
        left = legal[index] & ~_squares_with(row, _U0)
        quiet[index] = legal[index] & ~left
        while left:
            square = first_bit(left)
            key = (row[square >> 3] >> np.uint64(8 * (square & 7))) & np.uint64(255)
            word = left & _squares_with(row, key)
            left ^= word
            moves = int(np.int64(key))
            if moves > _DRAW:
                event = counts[0]
                wins.indices[event], wins.masks[event] = index, word
                wins.moves[event] = 256 - moves
                counts[0] = event + 1
            elif moves < _DRAW:
                event = counts[1]
                losses.indices[event], losses.masks[event] = index, word
                losses.moves[event] = moves
                counts[1] = event + 1
    return int(best.shape[0])


@exported
@kernel
def sort_by_moves(
    events: Unsorted,
    count: int,
    first: int,
    starts: Ints,
    sorted_indices: Indices,
    sorted_masks: Bitboards,
) -> None:
    """Write the first `count` events, sorted by moves, to `sorted_indices` and `sorted_masks`.

    They go from place `first` on, those of n moves from `starts[n]` to `starts[n + 1]`; `starts` is
    zero before, and longer than the greatest number of moves by two.
    """
    indices, masks, moves = events
    for event in range(count):
        starts[moves[event] + 2] += 1
    starts[0] = first
    for number in range(1, starts.size):
        starts[number] += starts[number - 1]
    for event in range(count):
        place = starts[moves[event] + 1]
        starts[moves[event] + 1] += 1
        sorted_indices[place], sorted_masks[place] = indices[event], masks[event]
