"""The sets S_n of one winning side in one space, found ply after ply.

S_0 are the positions in which the loser is mated. The winner's positions with a move into S_n are
in S_{n+1}; the loser's positions that have a move, and none to a position not won within n + 1, are
in S_{n+2}. What moves that leave the space (captures, promotions, pawn moves) contribute comes as
*events*: words of positions, sorted by the number of moves at which they count.
"""

from typing import NamedTuple

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from millmate.kernels.chess_dense import cost, pull
from millmate.kernels.chess_geometry import DIAGONAL, ON_DIAGONAL
from millmate.kernels.chess_spaces import Flags, Ints, Rows
from millmate.kernels.chess_sparse import List, push, settle
from millmate.kernels.chess_words import Words, first_square, on_diagonal, popcount

# The rows of `sets`: no two men on a square; the winner's positions not won yet; the loser's that
# may yet be lost; what was found last with the winner and with the loser to move.
FREE, NOT_WON, OPEN, WON, LOST = range(5)
SETS = 5
# The rows of `lists`: the words of the rows WON and LOST that are not empty; working space.
WON_LIST, LOST_LIST, CANDIDATES = range(3)
LISTS = 3
# The entries of `state`: moves done, words listed last, and with the winner to move before them;
# passes over whole sets, words pushed and settled by lists, which tell where the time goes.
MOVES, LISTED, WON_LISTED, DENSE, PUSHED, SETTLED = range(6)
STATE = 6


class Ground(NamedTuple):
    """What stays the same while one space is searched.

    `kinds`, `white`: of the movable pieces; `kings`: the squares of the index king; `fixed`: the
    squares of the fixed men; `pull_steps`, `push_steps`: the index king's, of `PULL_STEPS` and
    `PUSH_STEPS`; `images`: see `weight`.
    """

    kinds: Ints
    white: Flags
    kings: Ints
    fixed: np.uint64
    pull_steps: Ints
    push_steps: Ints
    images: int


class Events(NamedTuple):
    """Words of positions by numbers of moves.

    They come in parts that are sorted; in part p those of n moves are from `starts[p, n]` to
    `starts[p, n + 1]`. `starts`: int64[parts, MOST_MOVES + 3].
    """

    starts: Ints
    indices: List
    masks: Words


_INTS, _WORDS, _LIST = types.int64[::1], types.uint64[::1], types.int32[::1]
_STEPS, _ROWS = types.int64[:, :, ::1], types.uint8[:, ::1]
_GROUND = types.NamedTuple(  # type: ignore[no-untyped-call]
    [_INTS, types.boolean[::1], _INTS, types.uint64, _STEPS, _STEPS, types.int64], Ground
)
_EVENTS = types.NamedTuple([types.int64[:, ::1], _LIST, _WORDS], Events)  # type: ignore[no-untyped-call]
_SEARCH = types.boolean, types.uint64[:, ::1], types.int32[:, ::1], types.int64[::1], _GROUND

MOST_MOVES = 127  # one byte tells no longer mate
_MATED = 128
_U0, _U1 = np.uint64(0), np.uint64(1)
# Nanoseconds that pushing a word takes, measured on one machine: sets of up to so many words are in
# the second-level cache, larger ones are not.
_NEAR, _PUSHING_NEAR, _PUSHING_FAR = 1 << 18, 150, 400
_SMALL = 256  # words up to which lists are always faster


@njit("int64(int64, uint64, int64, int64[::1], int64)", nogil=True, cache=True)
def weight(index: int, word: np.uint64, pieces: int, kings: Ints, images: int) -> int:
    """Return twice the number of positions in `word`, distinct up to the board's symmetry.

    `images`: in how many places of the table every position of the space is; 0 if that depends on
    the diagonal, as it does without pawns.
    """
    bits = int(np.int64(popcount(word)))
    if images:
        return 2 * bits // images
    if not ON_DIAGONAL[kings[index >> (6 * pieces)]]:
        return 2 * bits
    if on_diagonal(index & ((1 << (6 * pieces)) - 1), pieces):
        bits += int(np.int64(popcount(word & DIAGONAL)))
    return bits


@njit("int64(uint64[::1], int64, int64[::1], int64)", nogil=True, cache=True)
def count(words: Words, pieces: int, kings: Ints, images: int) -> int:
    """Return twice the number of positions in a set, distinct up to the board's symmetry."""
    twice = 0
    for index in range(words.size):
        if words[index]:
            twice += weight(index, words[index], pieces, kings, images)
    return twice


@njit("void(uint64, uint8, uint8[:,::1], int64)", nogil=True, cache=True)
def _put(word: np.uint64, value: int, values: Rows, row: int) -> None:
    """Set `values[row, square]` to `value` for the squares in `word`.

    Nothing else is written, not even what is there: another thread may be at work on the rest of
    the row, the other winner's.
    """
    while word:
        values[row, first_square(word)] = value
        word &= word - _U1


@njit(
    types.int64(_WORDS, _LIST, types.int64, types.uint8, _WORDS, _ROWS, _GROUND),
    nogil=True,
    cache=True,
)
def _record(
    words: Words,
    listed: List,
    number: int,
    value: int,
    rest: Words,
    values: Rows,
    ground: Ground,
) -> int:
    """Write the value of the words listed, if `values` has rows, and take them from `rest`.

    Returns:
        Twice the number of positions, distinct up to the board's symmetry.
    """
    twice, pieces, write = 0, ground.kinds.size, values.shape[0] > 0
    for entry in range(number):
        index = int(listed[entry])
        word = words[index]
        rest[index] &= ~word
        if write:
            _put(word, value, values, index)
        twice += weight(index, word, pieces, ground.kings, ground.images)
    return twice


@njit("int64(uint64[::1], uint64[::1], boolean, int32[::1])", nogil=True, cache=True)
def _list(words: Words, mask: Words, inside: bool, listed: List) -> int:
    """Keep of `words` what is in `mask`, or else keep of `mask` what is not in `words`; list it."""
    number = 0
    for index in range(words.size):
        word = words[index] & mask[index] if inside else mask[index] & ~words[index]
        words[index] = word
        if word:
            listed[number] = index
            number += 1
    return number


@njit(types.int64(_EVENTS, types.int64, _WORDS, _WORDS, _LIST, types.int64), nogil=True, cache=True)
def _add_events(
    events: Events, moves: int, wanted: Words, words: Words, listed: List, number: int
) -> int:
    """Add the events of a number of moves to `words`, if `wanted`; return the list's length."""
    for part in range(events.starts.shape[0]):
        for event in range(events.starts[part, moves], events.starts[part, moves + 1]):
            index = int(events.indices[event])
            word = events.masks[event] & wanted[index]
            if word:
                if words[index] == _U0:
                    listed[number] = index
                    number += 1
                words[index] |= word
    return number


@njit(types.void(_EVENTS, types.int64, _WORDS), nogil=True, cache=True)
def _unite_events(events: Events, moves: int, words: Words) -> None:
    """Add the events of a number of moves to `words`."""
    for part in range(events.starts.shape[0]):
        for event in range(events.starts[part, moves], events.starts[part, moves + 1]):
            words[events.indices[event]] |= events.masks[event]


@njit(types.int64(types.boolean, types.int64, _GROUND), nogil=True, cache=True)
def _most_listed(white_moves: bool, words: int, ground: Ground) -> int:
    """Return the number of words up to which lists are faster than passes over all."""
    if words <= _SMALL:
        return words
    pushing = _PUSHING_NEAR if words <= _NEAR else _PUSHING_FAR
    return words * cost(white_moves, ground.kinds, ground.white) // pushing


@njit(types.int64(*_SEARCH, _EVENTS, _ROWS), nogil=True, cache=True)
def find_mated(
    winner: bool,
    sets: NDArray[np.uint64],
    lists: NDArray[np.int32],
    state: Ints,
    ground: Ground,
    losses: Events,
    values: Rows,
) -> int:
    """Take S_0 in, which the row LOST of `sets` holds; see `find_won` for the arguments.

    Returns:
        Twice the number of its positions, distinct up to the board's symmetry.
    """
    lost = sets[LOST]
    state[LISTED] = _list(lost, lost, True, lists[LOST_LIST])
    return _record(lost, lists[LOST_LIST], state[LISTED], _MATED, sets[OPEN], values, ground)


@njit(types.int64(*_SEARCH, _EVENTS, _ROWS), nogil=True, cache=True)
def find_won(
    winner: bool,
    sets: NDArray[np.uint64],
    lists: NDArray[np.int32],
    state: Ints,
    ground: Ground,
    wins: Events,
    values: Rows,
) -> int:
    """Find the positions that the winner wins in one move more than was done.

    Args:
        winner: The winning side, True for White.
        sets: See the names of its rows; uint64[SETS, words].
        lists: See the names of its rows; int32[LISTS, words].
        state: See the names of its entries; updated.
        ground: The space.
        wins: Positions that the winner wins by a move out of the space, by moves.
        values: Those with the winner to move, uint8[words, 64], where the codes of tables are
            written; or without rows, and the list and the row WON tell what was found.

    Returns:
        Twice the number of positions found, distinct up to the board's symmetry.

    Raises:
        OverflowError: There is a mate in more than MOST_MOVES moves.
    """
    not_won, won, lost = sets[NOT_WON], sets[WON], sets[LOST]
    listed, found = lists[LOST_LIST], lists[WON_LIST]
    moves, count = state[MOVES] + 1, state[LISTED]
    if count > _most_listed(winner, won.size, ground):
        state[DENSE] += 1
        won[:] = _U0
        pull(winner, lost, sets[FREE], ground.kinds, ground.white, ground.pull_steps, won)
        _unite_events(wins, moves, won)
        number = _list(won, not_won, True, found)
    else:
        state[PUSHED] += count
        number = push(
            winner, lost, listed, count, not_won, ground.fixed, ground.kings, ground.kinds,
            ground.white, ground.push_steps, won, found,
        )  # fmt: skip
        number = _add_events(wins, moves, not_won, won, found, number)
    for entry in range(count):
        lost[listed[entry]] = _U0
    state[MOVES], state[LISTED] = moves, number
    if moves > MOST_MOVES:
        if number:
            raise OverflowError
        return 0
    return _record(won, found, number, moves, not_won, values, ground)


@njit(types.int64(*_SEARCH, _EVENTS, _ROWS), nogil=True, cache=True)
def find_lost(
    winner: bool,
    sets: NDArray[np.uint64],
    lists: NDArray[np.int32],
    state: Ints,
    ground: Ground,
    losses: Events,
    values: Rows,
) -> int:
    """Find the positions that the loser loses in as many moves as the winner was just found to win.

    Arguments and result are as those of `find_won`.

    Args:
        winner: As there.
        sets: As there.
        lists: As there.
        state: As there.
        ground: As there.
        losses: Positions of the loser with moves out of the space, all of which lose, by the moves
            of the slowest.
        values: Those with the loser to move.
    """
    loser = not winner
    not_won, still, won, lost = sets[NOT_WON], sets[OPEN], sets[WON], sets[LOST]
    listed, found = lists[WON_LIST], lists[LOST_LIST]
    moves, count = state[MOVES], state[LISTED]
    if moves > MOST_MOVES:
        return 0
    _unite_events(losses, moves, still)
    if count > _most_listed(loser, won.size, ground):
        state[DENSE] += 1
        pull(loser, not_won, sets[FREE], ground.kinds, ground.white, ground.pull_steps, lost)
        number = _list(lost, still, False, found)
    else:
        state[PUSHED] += count
        candidates = lists[CANDIDATES]
        number = push(
            loser, won, listed, count, still, ground.fixed, ground.kings, ground.kinds,
            ground.white, ground.push_steps, lost, candidates,
        )  # fmt: skip
        number = _add_events(losses, moves, still, lost, candidates, number)
        state[SETTLED] += number
        number = settle(
            loser, lost, candidates, number, not_won, ground.fixed, ground.kings, ground.kinds,
            ground.white, ground.pull_steps, found,
        )  # fmt: skip
    for entry in range(count):
        won[listed[entry]] = _U0
    state[WON_LISTED], state[LISTED] = count, number
    return _record(lost, found, number, _MATED + moves, still, values, ground)


@njit(types.int64(_EVENTS), nogil=True, cache=True)
def last_event(events: Events) -> int:
    """Return the greatest number of moves of `events`, 0 if there are none."""
    last = 0
    for part in range(events.starts.shape[0]):
        for moves in range(last, events.starts.shape[1] - 1):
            if events.starts[part, moves + 1] > events.starts[part, moves]:
                last = moves
    return last


@njit(
    types.boolean(*_SEARCH, _EVENTS, _EVENTS, _ROWS, _ROWS, _INTS, types.int64),
    nogil=True,
    cache=True,
)
def advance(
    winner: bool,
    sets: NDArray[np.uint64],
    lists: NDArray[np.int32],
    state: Ints,
    ground: Ground,
    wins: Events,
    losses: Events,
    win_values: Rows,
    loss_values: Rows,
    twice: Ints,
    most: int,
) -> bool:
    """Find the sets of up to `most` further moves; return whether these were the last.

    Where `state` is zero the row LOST of `sets` holds S_0, OPEN the loser's other positions that
    have moves and none of them leaving the space, NOT_WON all legal positions of the winner.
    `twice[n]` is set to twice the number of positions in S_n; for the other arguments see
    `find_won` and `find_lost`.
    """
    last = max(last_event(wins), last_event(losses))
    if state[MOVES] == 0:
        twice[0] = find_mated(winner, sets, lists, state, ground, losses, loss_values)
    for _ in range(most):
        won = find_won(winner, sets, lists, state, ground, wins, win_values)
        lost = find_lost(winner, sets, lists, state, ground, losses, loss_values)
        moves = state[MOVES]
        if moves > MOST_MOVES:
            return True
        twice[2 * moves - 1], twice[2 * moves] = won, lost
        if state[WON_LISTED] == 0 and state[LISTED] == 0 and moves >= last:
            return True
    return False


@njit(types.void(_LIST, _WORDS, types.int64, types.uint8, _ROWS), nogil=True, cache=True)
def write_rows(indices: List, words: Words, first: int, value: int, rows: Rows) -> None:
    """Write the value of listed words to `rows`, the first of which is that of word `first`."""
    for entry in range(indices.size):
        _put(words[entry], value, rows, int(indices[entry]) - first)
