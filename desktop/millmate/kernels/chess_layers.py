"""The layers S_n of one winning side in one space, found ply after ply.

S_0 are the positions in which the loser is mated. The winner's positions with a move into S_n are
in S_{n+1}; the loser's positions that have a move, and none to a position not won within n + 1, are
in S_{n+2}. Moves that leave the space contribute *events*: words of positions, sorted by the number
of moves at which they count. See `tablebase.solve` for an example and for why this is right.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards, on_diagonal
from millmate.kernels.chess_dense import cost, unmove_dense
from millmate.kernels.chess_events import MOST_MOVES, Events
from millmate.kernels.chess_geometry import DIAGONAL, ON_DIAGONAL
from millmate.kernels.chess_spaces import Geometry, Indices, Ints, Rows
from millmate.kernels.chess_sparse import keep_if_all_lost, unmove_sparse
from millmate.kernels.integers import first_bit, popcount
from millmate.kernels.jit import Byte, Words2D, inlined, kernel

# The rows of `Search.sets`: no two men on a square; the winner's positions not won yet; the loser's
# that may yet be lost; what was found last with the winner and with the loser to move.
FREE, NOT_WON, OPEN, WON, LOST = range(5)
SETS = 5
# The rows of `Search.lists`: the nonempty words of the rows WON and LOST; working space.
WON_LIST, LOST_LIST, CANDIDATES = range(3)
LISTS = 3
# The entries of `Search.state`: moves done; words listed last, and before that with the winner to
# move; passes over whole sets, words taken back one by one, and words checked for escapes, which
# say where the time goes.
MOVES, LISTED, WON_LISTED, DENSE, SPARSE, CHECKED = range(6)
STATE = 6


class Search(NamedTuple):
    """The search for one winner in one space.

    `winner`: true for White; `sets`: uint64[SETS, words]; `lists`: int32[LISTS, words]; `state`:
    int64[STATE]. For their rows and entries see the names above; all three are updated.
    """

    winner: bool
    sets: Words2D
    lists: Annotated[NDArray[np.int32], types.int32[:, ::1]]
    state: Ints
    geometry: Geometry


_MATED = 128
_U0, _U1 = np.uint64(0), np.uint64(1)
# Nanoseconds that `unmove_sparse` takes for a word, measured on one machine: sets of up to so many
# words are in the second-level cache, larger ones are not.
_NEAR, _SPARSE_NEAR, _SPARSE_FAR = 1 << 18, 150, 400
_SMALL = 256  # words up to which lists are always faster


@kernel
def weight(index: int, word: np.uint64, pieces: int, kings: Ints, images: int) -> int:
    """Return twice the number of positions in `word`, distinct up to the board's symmetry.

    `images` is the number of places that the table has for every position of the space, 0 if that
    depends on the diagonal, as it does without pawns.
    """
    bits = popcount(word)
    if images:
        return 2 * bits // images
    if not ON_DIAGONAL[kings[index >> (6 * pieces)]]:
        return 2 * bits
    if on_diagonal(index & ((1 << (6 * pieces)) - 1), pieces):
        bits += popcount(word & DIAGONAL)
    return bits


@kernel
def count(words: Bitboards, geometry: Geometry) -> int:
    """Return twice the number of positions in a set, distinct up to the board's symmetry."""
    twice, pieces, kings, images = 0, geometry.kinds.size, geometry.kings, geometry.images
    for index in range(words.size):
        if words[index]:
            twice += weight(index, words[index], pieces, kings, images)
    return twice


@kernel
def _put(word: np.uint64, value: Byte, values: Rows, row: int) -> None:
    """Set `values[row, square]` to `value` for the squares in `word`.

    Nothing else is written, not even what is there: another thread may be at work on the rest of
    the row, the other winner's.
    """
    while word:
        values[row, first_bit(word)] = value
        word &= word - _U1


@kernel
def _record(
    words: Bitboards,
    listed: Indices,
    number: int,
    value: Byte,
    rest: Bitboards,
    values: Rows,
    geometry: Geometry,
) -> int:
    """Write the value of the words listed, if `values` has rows, and remove them from `rest`.

    Returns:
        Twice the number of positions, distinct up to the board's symmetry.
    """
    twice, write = 0, values.shape[0] > 0
    pieces, kings, images = geometry.kinds.size, geometry.kings, geometry.images
    for entry in range(number):
        index = int(listed[entry])
        word = words[index]
        rest[index] &= ~word
        if write:
            _put(word, value, values, index)
        twice += weight(index, word, pieces, kings, images)
    return twice


@kernel
def _list(words: Bitboards, mask: Bitboards, inside: bool, listed: Indices) -> int:
    """Set `words` to its part `inside` the mask, or else to the mask's part outside it; list it."""
    number = 0
    for index in range(words.size):
        word = words[index] & mask[index] if inside else mask[index] & ~words[index]
        words[index] = word
        if word:
            listed[number] = index
            number += 1
    return number


@inlined
def _clear(words: Bitboards, listed: Indices, number: int) -> None:
    """Empty the words listed."""
    for entry in range(number):
        words[listed[entry]] = _U0


@kernel
def _add_events(events: Events, moves: int, words: Bitboards) -> None:
    """Add the events of a number of moves to `words`."""
    for part in range(events.starts.shape[0]):
        for event in range(events.starts[part, moves], events.starts[part, moves + 1]):
            words[events.indices[event]] |= events.masks[event]


@inlined
def _is_sparse(white_moves: bool, count: int, words: int, geometry: Geometry) -> bool:
    """Tell whether to take moves back from `count` listed words rather than from all."""
    if words <= _SMALL:
        return True
    each = _SPARSE_NEAR if words <= _NEAR else _SPARSE_FAR
    return count <= words * cost(white_moves, geometry) // each


@inlined
def _find_listed(
    search: Search,
    white_moves: bool,
    events: Events,
    after: Bitboards,
    listed: Indices,
    count: int,
    wanted: Bitboards,
    before: Bitboards,
    found: Indices,
) -> int:
    """Take moves back from listed words of `after`, and add the events that are due.

    What is `wanted` of them is in `before` then, its words listed in `found`; return their number.
    """
    search.state[SPARSE] += count
    moves = search.state[MOVES]
    kinds, white, kings, fixed, _, steps, _ = search.geometry
    number = unmove_sparse(
        white_moves, after, listed, count, wanted, kinds, white, kings, fixed, steps, before, found
    )
    for part in range(events.starts.shape[0]):
        for event in range(events.starts[part, moves], events.starts[part, moves + 1]):
            index = int(events.indices[event])
            word = events.masks[event] & wanted[index]
            if word:
                if before[index] == _U0:
                    found[number] = index
                    number += 1
                before[index] |= word
    return number


@kernel
def find_mated(search: Search, values: Rows) -> int:
    """Record S_0, which the row LOST of `search.sets` holds; see `find_won`."""
    lost, listed = search.sets[LOST], search.lists[LOST_LIST]
    search.state[LISTED] = number = _list(lost, lost, True, listed)
    return _record(lost, listed, number, _MATED, search.sets[OPEN], values, search.geometry)


@kernel
def find_won(search: Search, wins: Events, values: Rows) -> int:
    """Find the positions that the winner wins in one move more than before.

    Args:
        search: The search, updated: the list and the row WON hold what was found.
        wins: Positions that the winner wins by a move out of the space, by moves.
        values: Those with the winner to move, uint8[words, 64], where the codes of tables are
            written; nothing is if it has no rows.

    Returns:
        Twice the number of positions found, distinct up to the board's symmetry.

    Raises:
        OverflowError: There is a mate in more than MOST_MOVES moves.
    """
    winner, sets, lists, state, geometry = search
    not_won, won, lost = sets[NOT_WON], sets[WON], sets[LOST]
    listed, found, count = lists[LOST_LIST], lists[WON_LIST], state[LISTED]
    state[MOVES] += 1
    moves = state[MOVES]
    if _is_sparse(winner, count, won.size, geometry):
        number = _find_listed(search, winner, wins, lost, listed, count, not_won, won, found)
    else:
        state[DENSE] += 1
        won[:] = _U0
        unmove_dense(winner, lost, sets[FREE], geometry, won)
        _add_events(wins, moves, won)
        number = _list(won, not_won, True, found)
    _clear(lost, listed, count)
    state[LISTED] = number
    if moves > MOST_MOVES:
        if number:
            raise OverflowError
        return 0
    return _record(won, found, number, moves, not_won, values, geometry)


@kernel
def find_lost(search: Search, losses: Events, values: Rows) -> int:
    """Find the positions that the loser loses in as many moves as the winner was just found to win.

    `losses` are the loser's positions with moves out of the space, all of which lose, by the moves
    of the slowest; `values` are those with the loser to move. For the rest see `find_won`.
    """
    winner, sets, lists, state, geometry = search
    loser = not winner
    not_won, still, won, lost = sets[NOT_WON], sets[OPEN], sets[WON], sets[LOST]
    listed, found, candidates = lists[WON_LIST], lists[LOST_LIST], lists[CANDIDATES]
    moves, count = state[MOVES], state[LISTED]
    if moves > MOST_MOVES:
        return 0
    _add_events(losses, moves, still)
    if _is_sparse(loser, count, won.size, geometry):
        number = _find_listed(search, loser, losses, won, listed, count, still, lost, candidates)
        state[CHECKED] += number
        kinds, white, kings, fixed, steps, _, _ = geometry
        number = keep_if_all_lost(
            loser, lost, candidates, number, not_won, kinds, white, kings, fixed, steps, found
        )
    else:
        state[DENSE] += 1
        unmove_dense(loser, not_won, sets[FREE], geometry, lost)
        number = _list(lost, still, False, found)
    _clear(won, listed, count)
    state[WON_LISTED], state[LISTED] = count, number
    return _record(lost, found, number, _MATED + moves, still, values, geometry)


@kernel
def last_event(events: Events) -> int:
    """Return the greatest number of moves of `events`, 0 if there are none."""
    last = 0
    for part in range(events.starts.shape[0]):
        for moves in range(last, events.starts.shape[1] - 1):
            if events.starts[part, moves + 1] > events.starts[part, moves]:
                last = moves
    return last


@kernel
def advance(
    search: Search,
    wins: Events,
    losses: Events,
    win_values: Rows,
    loss_values: Rows,
    twice: Ints,
    most: int,
) -> bool:
    """Find the layers of up to `most` further moves; return whether these were the last.

    Where `search.state` is zero the row LOST of its sets holds S_0, OPEN the loser's other
    positions that have moves and none of them leaving the space, NOT_WON all legal positions of the
    winner. `twice[n]` is set to twice the number of positions in S_n; for the other arguments see
    `find_won` and `find_lost`.
    """
    last, state = max(last_event(wins), last_event(losses)), search.state
    if state[MOVES] == 0:
        twice[0] = find_mated(search, loss_values)
    for _ in range(most):
        won = find_won(search, wins, win_values)
        lost = find_lost(search, losses, loss_values)
        moves = state[MOVES]
        if moves > MOST_MOVES:
            return True
        twice[2 * moves - 1], twice[2 * moves] = won, lost
        if state[WON_LISTED] == 0 and state[LISTED] == 0 and moves >= last:
            return True
    return False


@kernel
def write_rows(indices: Indices, words: Bitboards, first: int, value: Byte, rows: Rows) -> None:
    """Write the value of listed words to `rows`, the first of which is that of word `first`."""
    for entry in range(indices.size):
        _put(words[entry], value, rows, int(indices[entry]) - first)
