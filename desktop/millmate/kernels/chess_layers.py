"""The sets S_n of one winning side in one space, found ply after ply.

S_0 are the positions in which the loser is mated. The winner's positions with a move into S_n are
in S_{n+1}; the loser's positions that have a move, and none to a position not won within n + 1, are
in S_{n+2}. What moves that leave the space (captures, promotions, pawn moves) contribute comes as
*events*: words of positions, sorted by the number of moves at which they count.
"""

import numpy as np
from numba import njit
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
# The entries of `state`: moves done, words listed with the loser to move, passes over whole sets,
# words pushed and settled by lists: the last three to tell where the time goes.
MOVES, LISTED, DENSE, PUSHED, SETTLED = range(5)
STATE = 5

MOST_MOVES = 127  # one byte tells no longer mate
_MATED = 128
_U0, _U1 = np.uint64(0), np.uint64(1)
_FEW = np.uint64(10)  # bits up to which it is faster to visit them one by one
_PUSHING = 400  # nanoseconds that pushing a word takes, measured on one machine
_SMALL = 4096  # words up to which lists are always faster


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


@njit("void(uint64, uint8, uint8[::1])", nogil=True, cache=True, inline="always")
def _put(word: np.uint64, value: int, row: NDArray[np.uint8]) -> None:
    """Set `row[square]` to `value` for the squares in `word`."""
    if popcount(word) > _FEW:
        for square in range(64):
            row[square] = value if (word >> np.uint64(square)) & _U1 else row[square]
        return
    while word:
        row[first_square(word)] = value
        word &= word - _U1


@njit(
    "int64(uint64[::1], int32[::1], int64, uint8, uint64[::1], uint8[:,::1], int64[::1], int64)",
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
    kings: Ints,
    images: int,
) -> int:
    """Write the value of the words listed, and take them from `rest`.

    Returns:
        Twice the number of positions, distinct up to the board's symmetry.
    """
    twice, pieces, size = 0, 0, kings.size
    while size < values.shape[0]:
        size <<= 6
        pieces += 1
    for entry in range(number):
        index = int(listed[entry])
        word = words[index]
        rest[index] &= ~word
        _put(word, value, values[index])
        twice += weight(index, word, pieces, kings, images)
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


@njit(
    "int64(int64[::1], int32[::1], uint64[::1], int64, uint64[::1], uint64[::1], int32[::1],"
    " int64)",
    nogil=True,
    cache=True,
)
def _add_events(
    starts: Ints,
    indices: List,
    masks: Words,
    moves: int,
    wanted: Words,
    words: Words,
    listed: List,
    number: int,
) -> int:
    """Add the events of a number of moves to `words`, if `wanted`; return the list's length."""
    for event in range(starts[moves], starts[moves + 1]):
        index = int(indices[event])
        word = masks[event] & wanted[index]
        if word:
            if words[index] == _U0:
                listed[number] = index
                number += 1
            words[index] |= word
    return number


@njit(
    "boolean(boolean, uint64[:,::1], int32[:,::1], int64[::1], uint64, int64[::1], int64[::1],"
    " boolean[::1], int64[:,:,::1], int64[:,:,::1], int64[::1], int32[::1], uint64[::1],"
    " int64[::1], int32[::1], uint64[::1], int64, uint8[:,::1], uint8[:,::1], int64[::1], int64)",
    nogil=True,
    cache=True,
)
def advance(
    winner: bool,
    sets: NDArray[np.uint64],
    lists: NDArray[np.int32],
    state: Ints,
    fixed: np.uint64,
    kings: Ints,
    kinds: Ints,
    white: Flags,
    pull_steps: Ints,
    push_steps: Ints,
    win_starts: Ints,
    win_indices: List,
    win_masks: Words,
    loss_starts: Ints,
    loss_indices: List,
    loss_masks: Words,
    images: int,
    win_values: Rows,
    loss_values: Rows,
    twice: Ints,
    most: int,
) -> bool:
    """Find the sets of up to `most` further moves; return whether these were the last.

    Where `state` is zero the row LOST of `sets` holds S_0, OPEN the loser's other positions that
    have moves and none of them leaving the space, NOT_WON all legal positions of the winner.

    Args:
        winner: The winning side, True for White.
        sets: See the names of its rows; uint64[SETS, words].
        lists: Working space, int32[3, words].
        state: See the names of its entries; the numbers of a search that is under way.
        fixed: The squares of the fixed men.
        kings: The squares of the index king.
        kinds: The kind of each movable piece.
        white: Whether each is White's.
        pull_steps: The index king's steps, of `PULL_STEPS`.
        push_steps: The same, of `PUSH_STEPS`.
        win_starts: Where the events of n moves begin, int64[MOST_MOVES + 3]: positions that the
            winner wins in n moves by a move out of the space.
        win_indices: Their words' indices.
        win_masks: Their words.
        loss_starts: The same for the loser: positions with moves out of the space, all of which
            lose, the slowest in n moves.
        loss_indices: Their words' indices.
        loss_masks: Their words.
        images: See `weight`.
        win_values: The values with the winner to move, uint8[words, 64]; the codes of tables are
            written where a position is decided.
        loss_values: Those with the loser to move.
        twice: twice[n] is set to twice the number of positions in S_n.
        most: The number of moves after which to return; the next call goes on.

    Raises:
        OverflowError: There is a mate in more than MOST_MOVES moves.
    """
    free, not_won, still, won, lost = sets[FREE], sets[NOT_WON], sets[OPEN], sets[WON], sets[LOST]
    win_list, loss_list, candidates = lists[0], lists[1], lists[2]
    loser = not winner
    words = free.size
    win_limit, loss_limit = words, words
    if words > _SMALL:
        win_limit = words * cost(winner, kinds, white) // _PUSHING
        loss_limit = words * cost(loser, kinds, white) // _PUSHING
    last = 0
    for moves in range(MOST_MOVES + 1):
        if win_starts[moves + 1] > win_starts[moves] or loss_starts[moves + 1] > loss_starts[moves]:
            last = moves
    if state[MOVES] == 0:
        state[LISTED] = _list(lost, lost, True, loss_list)
        twice[0] = _record(
            lost, loss_list, state[LISTED], _MATED, still, loss_values, kings, images
        )
    lost_number = state[LISTED]
    for moves in range(state[MOVES] + 1, state[MOVES] + 1 + most):
        if lost_number > win_limit:
            state[DENSE] += 1
            won[:] = _U0
            pull(winner, lost, free, kinds, white, pull_steps, won)
            for event in range(win_starts[moves], win_starts[moves + 1]):
                won[win_indices[event]] |= win_masks[event]
            won_number = _list(won, not_won, True, win_list)
        else:
            state[PUSHED] += lost_number
            won_number = push(
                winner, lost, loss_list, lost_number, not_won, fixed, kings, kinds, white,
                push_steps, won, win_list,
            )  # fmt: skip
            won_number = _add_events(
                win_starts, win_indices, win_masks, moves, not_won, won, win_list, won_number
            )
        if moves > MOST_MOVES:
            if won_number:
                raise OverflowError
            return True
        twice[2 * moves - 1] = _record(
            won, win_list, won_number, moves, not_won, win_values, kings, images
        )
        for entry in range(lost_number):
            lost[loss_list[entry]] = _U0
        for event in range(loss_starts[moves], loss_starts[moves + 1]):
            still[loss_indices[event]] |= loss_masks[event]
        if won_number > loss_limit:
            state[DENSE] += 1
            pull(loser, not_won, free, kinds, white, pull_steps, lost)
            lost_number = _list(lost, still, False, loss_list)
        else:
            state[PUSHED] += won_number
            number = push(
                loser, won, win_list, won_number, still, fixed, kings, kinds, white, push_steps,
                lost, candidates,
            )  # fmt: skip
            number = _add_events(
                loss_starts, loss_indices, loss_masks, moves, still, lost, candidates, number
            )
            state[SETTLED] += number
            lost_number = settle(
                loser, lost, candidates, number, not_won, fixed, kings, kinds, white, pull_steps,
                loss_list,
            )  # fmt: skip
        for entry in range(won_number):
            won[win_list[entry]] = _U0
        twice[2 * moves] = _record(
            lost, loss_list, lost_number, _MATED + moves, still, loss_values, kings, images
        )
        state[MOVES], state[LISTED] = moves, lost_number
        if won_number == 0 and lost_number == 0 and moves >= last:
            return True
    return False
