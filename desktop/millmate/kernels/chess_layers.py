"""The layers S_n of one winning side in one space, found ply after ply.

S_0 are the positions in which the loser is mated. The winner's positions with a move into S_n are
in S_{n+1}; the loser's positions that have a move, and none to a position not won within n + 1, are
in S_{n+2}. Moves that leave the space contribute *events*: words of positions, sorted by the number
of moves at which they count. See `tablebase.solve` for an example and for why this is right.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards, on_diagonal
from millmate.kernels.chess_dense import cost, unmove_dense
from millmate.kernels.chess_events import Events
from millmate.kernels.chess_geometry import DIAGONAL, ON_DIAGONAL
from millmate.kernels.chess_spaces import Geometry, Indices, Ints, Rows
from millmate.kernels.chess_sparse import gain, keep_if_all_lost, unmove_sparse
from millmate.kernels.declare import Byte, Ints2D, Shape, Words2D, exported, inlined, kernel
from millmate.kernels.integers import first_bit, popcount

# The rows of `Search.sets`: positions without two men on one square; the winner's positions not won
# yet; the loser's that may yet be lost; the positions found last, with the winner and with the
# loser to move. Distances to zeroing need one more row for the latter, used in odd plies.
FREE, NOT_WON, OPEN, WON, LOST = range(5)
SETS = 5
# The rows of `Search.lists`: working space; the nonempty words of the rows WON and LOST, and of the
# row after LOST.
CANDIDATES, WON_LIST, LOST_LIST = range(3)
LISTS = 3
# The entries of `Search.state`: plies done; words listed last with the winner and with the loser to
# move; passes over whole sets, words taken back one by one, and words checked for escapes, which
# say where the time goes.
PLY, WON_LISTED, LOST_LISTED, DENSE, SPARSE, CHECKED = range(6)
STATE = 6


class Search(NamedTuple):
    """The search for one winner in one space.

    `winner`: true for White; `sets`: uint64[SETS, words]; `lists`: int32[LISTS, words]; `state`:
    int64[STATE]. For their rows and entries see the names above; all three are updated. With one
    row more of both, distances to zeroing are found instead of distances to mate.
    """

    winner: bool
    sets: Words2D
    lists: Annotated[NDArray[np.int32], Shape(2)]
    state: Ints
    geometry: Geometry


class LayerValues(NamedTuple):
    """Where the codes of positions are written, each uint8[words, 64] or without rows.

    `wins`: with the winner to move; `losses`: with the loser to move; the next two: by how much the
    distance exceeds `most`, the greatest that a code can store.
    """

    wins: Rows
    losses: Rows
    more_wins: Rows
    more_losses: Rows
    most: int


_MATED = 128
MOST_ABOVE = 255  # the most by which a distance can exceed the codes' range
_U0, _U1 = np.uint64(0), np.uint64(1)
# Nanoseconds that `unmove_sparse` takes for a word, measured on one machine: sets of up to `_NEAR`
# words fit into the second-level cache, larger ones do not.
_NEAR, _SPARSE_NEAR, _SPARSE_FAR = 1 << 18, 150, 400
_SMALL = 256  # words up to which lists are always faster


@kernel
def weight(index: int, word: np.uint64, pieces: int, kings: Ints, images: int) -> int:
    """Return twice the number of positions in `word`, distinct up to the board's symmetry.

    `images` is the number of places that the table has for every position of the space, 1 or 2; 0
    if that depends on the diagonal, as it does without pawns.
    """
    bits = popcount(word)
    if images:
        return bits << (2 - images)
    if not ON_DIAGONAL[kings[index >> (6 * pieces)]]:
        return 2 * bits
    if on_diagonal(index & ((1 << (6 * pieces)) - 1), pieces):
        bits += popcount(word & DIAGONAL)
    return bits


@exported
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

    Nothing else is written, not even the old values: another thread may be writing the rest of the
    row, which belongs to the other winner.
    """
    while word:
        values[row, first_bit(word)] = value
        word &= word - _U1


@kernel
def record(
    words: Bitboards,
    listed: Indices,
    number: int,
    distance: int,
    mark: int,
    rest: Bitboards,
    values: Rows,
    more: Rows,
    most: int,
    geometry: Geometry,
) -> int:
    """Write the code of the words listed, if `values` has rows, and remove them from `rest`.

    The code is `mark` plus the distance, which counts as `most` if it is greater.

    Returns:
        Twice the number of positions, distinct up to the board's symmetry.
    """
    twice, write, above = 0, values.shape[0] > 0, max(0, distance - most)
    code = mark + distance - above
    if number and above > (0 if write and not more.shape[0] else MOST_ABOVE):
        raise OverflowError
    pieces, kings, images = geometry.kinds.size, geometry.kings, geometry.images
    for entry in range(number):
        index = int(listed[entry])
        word = words[index]
        rest[index] &= ~word
        if write:
            _put(word, code, values, index)
            if above:
                _put(word, above, more, index)
        twice += weight(index, word, pieces, kings, images)
    return twice


@kernel
def keep_and_list(words: Bitboards, mask: Bitboards, inside: bool, listed: Indices) -> int:
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
def clear(words: Bitboards, listed: Indices, number: int) -> None:
    """Empty the words listed."""
    for entry in range(number):
        words[listed[entry]] = _U0


@kernel
def _add_events(events: Events, moves: int, words: Bitboards) -> None:
    """Add the events of a number of moves to `words`."""
    if moves + 1 >= events.starts.shape[1]:
        return
    for part in range(events.starts.shape[0]):
        for event in range(events.starts[part, moves], events.starts[part, moves + 1]):
            words[events.indices[event]] |= events.masks[event]


@inlined
def is_sparse(white_moves: bool, count: int, words: int, geometry: Geometry) -> bool:
    """Return whether to take moves back from `count` listed words rather than from all."""
    if words <= _SMALL:
        return True
    each = _SPARSE_NEAR if words <= _NEAR else _SPARSE_FAR
    return count <= words * cost(white_moves, geometry) // each


@inlined
def _find_listed(
    search: Search,
    white_moves: bool,
    events: Events,
    due: int,
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
    number = unmove_sparse(
        white_moves, after, listed, count, wanted, search.geometry, before, found
    )
    for part in range(events.starts.shape[0] if due + 1 < events.starts.shape[1] else 0):
        for event in range(events.starts[part, due], events.starts[part, due + 1]):
            index = int(events.indices[event])
            number = gain(events.masks[event], index, wanted, before, found, number)
    return number


@exported
@kernel
def find_mated(search: Search, values: LayerValues) -> int:
    """Record S_0, which the row LOST of `search.sets` holds.

    Returns:
        Twice the number of positions in it, distinct up to the board's symmetry.
    """
    lost, listed = search.sets[LOST], search.lists[LOST_LIST]
    search.state[LOST_LISTED] = number = keep_and_list(lost, lost, True, listed)
    rows, more, most, geometry = values.losses, values.more_losses, values.most, search.geometry
    return record(lost, listed, number, 0, _MATED, search.sets[OPEN], rows, more, most, geometry)


@inlined
def _find_lost(search: Search, losses: Events, due: int, lost: Bitboards, found: Indices) -> int:
    """Set `lost`, empty before, to the next layer with the loser to move; list it in `found`."""
    winner, sets, lists, state, geometry = search
    loser, not_won, still, won = not winner, sets[NOT_WON], sets[OPEN], sets[WON]
    listed, candidates, count = lists[WON_LIST], lists[CANDIDATES], state[WON_LISTED]
    _add_events(losses, due, still)
    if not is_sparse(loser, count, won.size, geometry):
        state[DENSE] += 1
        unmove_dense(loser, not_won, sets[FREE], geometry, 0, geometry.kings.size, lost)
        return keep_and_list(lost, still, False, found)
    number = _find_listed(search, loser, losses, due, won, listed, count, still, lost, candidates)
    state[CHECKED] += number
    return keep_if_all_lost(loser, lost, candidates, number, not_won, geometry, found)


@inlined
def _find_won(search: Search, wins: Events, due: int, lost: Bitboards, listed: Indices) -> int:
    """Set the row WON, empty before, to the next layer with the winner to move, and list it.

    `lost` and `listed` are the last layer with the loser to move.
    """
    winner, sets, lists, state, geometry = search
    not_won, won, found, count = sets[NOT_WON], sets[WON], lists[WON_LIST], state[LOST_LISTED]
    if is_sparse(winner, count, won.size, geometry):
        return _find_listed(search, winner, wins, due, lost, listed, count, not_won, won, found)
    state[DENSE] += 1
    unmove_dense(winner, lost, sets[FREE], geometry, 0, geometry.kings.size, won)
    _add_events(wins, due, won)
    return keep_and_list(won, not_won, True, found)


@exported
@kernel
def finds_densely(search: Search) -> bool:
    """Return whether the next layer is found in passes over all words; for distances to mate."""
    state, words = search.state, search.sets.shape[1]
    if state[PLY] & 1:
        return not is_sparse(not search.winner, state[WON_LISTED], words, search.geometry)
    return not is_sparse(search.winner, state[LOST_LISTED], words, search.geometry)


@exported
@kernel
def begin_layer(search: Search, wins: Events, losses: Events) -> None:
    """Prepare to find the next layer in parts: count the ply, add the events that are due."""
    sets, state = search.sets, search.state
    state[PLY] += 1
    state[DENSE] += 1
    if state[PLY] & 1:
        _add_events(wins, (state[PLY] + 1) >> 1, sets[WON])
    else:
        _add_events(losses, state[PLY] >> 1, sets[OPEN])


@exported
@kernel
def find_part(search: Search, values: LayerValues, first: int, stop: int) -> tuple[int, int]:
    """Find the part of a layer whose pivot king has an index from `first` to `stop`.

    `begin_layer` must have been called; `values` have no rows. Several threads can each find one
    part at the same time. The layer's list holds the words of each part from the part's first word
    on.

    Returns:
        The number of words listed, and twice the number of their positions.

    Raises:
        OverflowError: The distance is too great.
    """
    winner, sets, lists, state, geometry = search
    pieces = geometry.kinds.size
    start, end, won = first << (6 * pieces), stop << (6 * pieces), bool(state[PLY] & 1)
    row = WON if won else LOST
    rest = sets[NOT_WON] if won else sets[OPEN]
    found, listed = sets[row], lists[WON_LIST if won else LOST_LIST][start:end]
    after = sets[LOST] if won else sets[NOT_WON]
    unmove_dense(winner == won, after, sets[FREE], geometry, first, stop, found)
    number = keep_and_list(found[start:end], rest[start:end], won, listed)
    for entry in range(number):
        listed[entry] += start
    due, rows, more = (state[PLY] + 1) >> 1, values.wins, values.more_wins
    return number, record(found, listed, number, due, 0, rest, rows, more, values.most, geometry)


@exported
@kernel
def find_layer(
    search: Search, wins: Events, losses: Events, values: LayerValues, twice: Ints2D
) -> None:
    """Find S_n for the next n; for the arguments see `advance`.

    Raises:
        OverflowError: It has positions, and `values` has no room for distances so great.
    """
    _, sets, lists, state, geometry = search
    state[PLY] += 1
    ply, to_zeroing = state[PLY], sets.shape[0] > SETS
    # Distances to mate are odd for the winner and even for the loser: one of the layers is empty.
    # Distances to a zeroing move are not, and the last losses are needed while the next are found.
    row = (ply & 1) if to_zeroing else 0
    last = 1 - row if to_zeroing else 0
    lost, listed, found_won, found_lost = sets[LOST + row], lists[LOST_LIST + row], 0, 0
    if to_zeroing or ply & 1 == 0:
        due = ply if to_zeroing else ply >> 1
        found_lost = _find_lost(search, losses, due, lost, listed)
        clear(sets[WON], lists[WON_LIST], state[WON_LISTED])
        rows, more = values.losses, values.more_losses
        twice[0, ply] = record(
            lost, listed, found_lost, due, _MATED, sets[OPEN], rows, more, values.most, geometry
        )
    if to_zeroing or ply & 1 == 1:
        due = ply if to_zeroing else (ply + 1) >> 1
        found_won = _find_won(search, wins, due, sets[LOST + last], lists[LOST_LIST + last])
        clear(sets[LOST + last], lists[LOST_LIST + last], state[LOST_LISTED])
        rows, more = values.wins, values.more_wins
        twice[1, ply] = record(
            sets[WON],
            lists[WON_LIST],
            found_won,
            due,
            0,
            sets[NOT_WON],
            rows,
            more,
            values.most,
            geometry,
        )
    state[WON_LISTED], state[LOST_LISTED] = found_won, found_lost


@kernel
def _last_event(events: Events) -> int:
    """Return the greatest number of moves of `events`, 0 if it is empty."""
    last = 0
    for part in range(events.starts.shape[0]):
        for moves in range(last, events.starts.shape[1] - 1):
            if events.starts[part, moves + 1] > events.starts[part, moves]:
                last = moves
    return last


@exported
@kernel
def is_over(search: Search, wins: Events, losses: Events) -> bool:
    """Return whether all layers to come are empty."""
    state = search.state
    if state[WON_LISTED] or state[LOST_LISTED]:
        return False
    last = max(_last_event(wins), _last_event(losses))
    return bool(state[PLY] >= (last if search.sets.shape[0] > SETS else 2 * last))


@exported
@kernel
def advance(
    search: Search,
    wins: Events,
    losses: Events,
    values: LayerValues,
    twice: Ints2D,
    most: int,
) -> bool:
    """Find up to `most` further layers; return whether these were the last.

    Args:
        search: The search, updated: its sets and lists hold the positions found. If `search.state`
            is zero, the row LOST of its sets holds S_0, OPEN the loser's other positions that have
            moves but none that leaves the space, NOT_WON all legal positions of the winner.
        wins: Positions that the winner wins by a move out of the space, by moves to mate or by
            plies to zeroing.
        losses: The loser's positions with moves out of the space, all of which lose, likewise by
            the slowest.
        values: Where the codes of tables are written.
        twice: int64[2, plies]; entry [0, n] is set to twice the number of positions in S_n with the
            loser to move, distinct up to the board's symmetry, and [1, n] with the winner to move.
        most: How many layers.

    Raises:
        OverflowError: `values` has no room for a distance.
    """
    if search.state[PLY] == 0:
        twice[0, 0] = find_mated(search, values)
    for _ in range(most):
        if search.state[PLY] and is_over(search, wins, losses):
            return True
        find_layer(search, wins, losses, values, twice)
    return bool(is_over(search, wins, losses))


@exported
@kernel
def write_rows(indices: Indices, words: Bitboards, first: int, value: Byte, rows: Rows) -> None:
    """Write the value of listed words to `rows`, the first of which is that of word `first`."""
    for entry in range(indices.size):
        _put(words[entry], value, rows, int(indices[entry]) - first)
