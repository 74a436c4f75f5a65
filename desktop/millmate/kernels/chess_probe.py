"""The legal moves of positions in tables, where tables store these, and codes in blocks.

Men are numbered: the kings, White's before Black's, the pieces in the order of the table's axes,
then White's pawns and Black's. A place is that of `Layout.place`; where a position is stored is
counted over the blocks of several tables, one after the other.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_en_passant import is_attacked, legal_targets, man_on, sides
from millmate.kernels.chess_geometry import (
    KING_INDEX,
    ON_DIAGONAL,
    PAWN_ATTACKS,
    TO_TRIANGLE,
    TRANSFORMED,
    TRIANGLE,
)
from millmate.kernels.declare import Ints2D, ReadOnlyBytes, Shape, Words2D, exported, kernel
from millmate.kernels.integers import first_bit, popcount

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Codes = NDArray[np.uint16]
ReadOnlyWords = Annotated[NDArray[np.uint64], Shape(read_only=True)]

# Columns of `After.rows`; from `ORDER` on the men of the table in its order, pivot and lane king
# first, then for each of the others whether the next one is like it.
TABLE, FLIP, SWAPPED, PIECES, OTHERS, NUMBERS, ORDER = range(7)
PROMOTIONS = 9  # none, White's to a knight, bishop, rook and queen, Black's
MOST_MOVES = 28  # of a man; a pawn has 12
NOBODY = 64 * 12  # in `find_targets`: no man
_PAWN, _LOST, _WON = 1, 128, 256
_PLACES_OF_WORD = 32
_KING = 6
_U0, _U1, _U2, _U3 = (np.uint64(n) for n in range(4))
_LOST_BITS = np.uint64(0xAAAAAAAAAAAAAAAA)  # the higher bit of each result


class Positions(NamedTuple):
    """The men of a table: python-chess's kind of each, and whether it is White's.

    `kings` are the squares of the pivot king, `pawns[slice]` those of the pawns.
    """

    kinds: Ints
    white: Flags
    kings: Ints
    pawns: Ints2D


class After(NamedTuple):
    """The tables that moves lead to.

    `rows` has one for each captured man (0 for none) and promotion. `numbers` are those of
    `Layout.slice_numbers`, one table's after another's. A row of `streams`, one for each table, has
    where White's places start and where Black's; the size of a slice; and how far apart places are
    along each axis, the pivot king's first, for White, then for Black.
    """

    rows: Ints2D
    numbers: NDArray[np.int32]
    streams: Ints2D


@kernel
def _unpack(place: int, positions: Positions, squares: Ints) -> bool:
    """Write the squares of the men at a place; return whether White is to move."""
    kings, pawns = positions.kings, positions.pawns
    first = squares.size - pawns.shape[1]
    squares[1] = place & 63
    for man in range(first - 1, 1, -1):
        place >>= 6
        squares[man] = place & 63
    place >>= 6
    squares[0] = kings[place % kings.size]
    place //= kings.size
    for pawn in range(pawns.shape[1]):
        squares[first + pawn] = pawns[place % pawns.shape[0], pawn]
    return bool(place < pawns.shape[0])


@kernel
def _sort(squares: Ints, row: Ints, first: int, end: int) -> None:
    """Sort the squares of like men from number `first` to before `end`."""
    like = row.size - squares.size
    for last in range(first, end - 1):
        man = last
        while man >= first and row[like + man] and squares[man] > squares[man + 1]:
            squares[man], squares[man + 1] = squares[man + 1], squares[man]
            man -= 1


@kernel
def _first_image(row: Ints, lane: int, moved: Ints, other: Ints) -> int:
    """Make a position the first one of itself and its image across the long diagonal.

    `moved` are its pieces, changed; `other`: room for them. Returns the square of the lane king.
    """
    pieces, across = row[PIECES], int(TRANSFORMED[4, lane])
    for man in range(pieces):
        other[man] = TRANSFORMED[4, moved[man]]
    _sort(other, row, 0, pieces)
    difference = 0
    for man in range(pieces):
        if difference == 0:
            difference = other[man] - moved[man]
    if difference > 0 or (difference == 0 and across >= lane):
        return lane
    for man in range(pieces):
        moved[man] = other[man]
    return across


@kernel
def _place(row: Ints, squares: Ints, white_moves: bool, after: After, room: Ints2D) -> int:
    """Return where the table of `row` stores a position, the first one of it and its image."""
    flip, pieces, others, moved = row[FLIP], row[PIECES], row[OTHERS], room[1]
    king = squares[row[ORDER]] ^ flip
    for man in range(others):
        moved[man] = squares[row[ORDER + 2 + man]] ^ flip
    if pieces == others:
        number, transform = 0, TO_TRIANGLE[king]
        king = KING_INDEX[king]
    else:
        _sort(moved, row, pieces, others)
        index = 0
        for man in range(pieces, others):
            index = index << 6 | moved[man]
        entry = np.int64(after.numbers[row[NUMBERS] + index])
        number, transform = int(entry >> 1), entry & 1
        king = TRANSFORMED[transform, king]
    for man in range(pieces):
        moved[man] = TRANSFORMED[transform, moved[man]]
    _sort(moved, row, 0, pieces)
    lane = int(TRANSFORMED[transform, squares[row[ORDER + 1]] ^ flip])
    if pieces == others and ON_DIAGONAL[TRIANGLE[king]]:
        lane = _first_image(row, lane, moved, room[2])
    stream, black = after.streams[row[TABLE]], white_moves == (row[SWAPPED] == 1)
    first, axis = (stream[1], pieces + 5) if black else (stream[0], 3)
    first += number * stream[2] + king * stream[axis] + lane * stream[axis + pieces + 1]
    for man in range(pieces):
        first += moved[man] * stream[axis + 1 + man]
    return int(first)


@exported
@kernel
def find(places: Ints, positions: Positions, after: After, found: Ints, room: Ints2D) -> None:
    """Write where the legal positions at places are stored, -1 for other places and for -1.

    `room` is that of `successors`; the table is the one of `rows[0]`.
    """
    kinds, white, squares = positions.kinds, positions.white, room[0]
    for number in range(places.size):
        found[number] = -1
        if places[number] >= 0:
            turn = _unpack(places[number], positions, squares)
            whites, blacks = sides(squares, white)
            king = squares[1 if turn else 0]
            if popcount(whites | blacks) == squares.size and not is_attacked(
                king, turn, squares, kinds, white, -1
            ):
                found[number] = _place(after.rows[0], squares, turn, after, room)


@kernel
def _passes(man: int, start: int, turn: bool, squares: Ints, kinds: Ints, white: Flags) -> bool:
    """Return whether a man's move lets it be captured en passant, perhaps by a pinned pawn."""
    to = squares[man]
    if kinds[man] != _PAWN or abs(to - start) != 16:
        return False
    beside = PAWN_ATTACKS[0 if turn else 1, (start + to) >> 1]
    for man in range(2, squares.size):
        if kinds[man] == _PAWN and white[man] != turn and beside >> np.uint64(squares[man]) & _U1:
            return True
    return False


@kernel
def _add(
    man: int,
    start: int,
    gone: int,
    head: int,
    positions: Positions,
    after: After,
    room: Ints2D,
    count: int,
    heads: Ints,
    found: Ints,
) -> int:
    """Add the positions after a man's move from `start`; return the count."""
    kinds, white, squares = positions.kinds, positions.white, room[0]
    to, turn, pawn, first = squares[man], white[man], kinds[man] == _PAWN, man
    at, end = 0, 1
    if pawn and (to < 8 or to >= 56):
        at, end = (1, 5) if turn else (5, 9)
        while white[first - 1] == turn and kinds[first - 1] == _PAWN:
            first -= 1  # pawns are alike: let the first one promote
        squares[man], squares[first] = squares[first], to
    for promotion in range(at, end):
        row = after.rows[(gone + 1) * PROMOTIONS + promotion]
        if row[TABLE] >= 0:
            heads[count] = head | (1 if pawn or gone >= 0 else 0)
            found[count] = _place(row, squares, not turn, after, room)
            count += 1
    if first != man:
        squares[first] = squares[man]
    squares[man] = start
    return count


@exported
@kernel
def successors(
    places: Ints,
    positions: Positions,
    after: After,
    heads: Ints,
    found: Ints,
    passing: Flags,
    room: Ints2D,
) -> tuple[int, int]:
    """Find where the positions that the legal moves of positions lead to are stored.

    Left out are bare kings, and pawns that can be captured en passant: `passing` marks the
    positions that have such moves.

    Args:
        places: Those of the positions, which are legal.
        positions: Their men.
        after: The tables that moves lead to.
        heads: Room for twice the number of a position in `places`, and 1 for captures and moves of
            pawns.
        found: Room for where they are.
        passing: Marked.
        room: Three numbers for each man.

    Returns:
        The number of positions for which there was room, and that of their successors.
    """
    kinds, white, squares, count = positions.kinds, positions.white, room[0], 0
    for number in range(places.size):
        if count + MOST_MOVES * kinds.size > heads.size:
            return number, count
        turn = _unpack(places[number], positions, squares)
        for man in range(kinds.size):
            if white[man] != turn:
                continue
            start, targets = squares[man], legal_targets(man, squares, kinds, white)
            while targets:
                to = first_bit(targets)
                targets &= targets - _U1
                gone = man_on(to, squares)
                squares[man] = to
                if _passes(man, start, turn, squares, kinds, white):
                    passing[number] = True
                else:
                    count = _add(
                        man, start, gone, number << 1, positions, after, room, count, heads, found
                    )
                squares[man] = start
    return places.size, count


# Boards -------------------------------------------------------------------------------------------


@exported
@kernel
def find_targets(
    turns: Flags, men: Ints2D, targets: Words2D, checks: Flags, room: Ints2D, white: Flags
) -> None:
    """Write where the men of boards can legally go, en passant and castling left out.

    Args:
        turns: Whether White is to move, for each board.
        men: `men[man, board]`, as in `moves_many`: both kings and any others, `NOBODY` for none.
        targets: Room for the squares, likewise; none for those of the side not to move.
        checks: Room for whether the side to move is in check.
        room: Three numbers for each man of a board.
        white: A flag for each man of a board.
    """
    for board in range(turns.size):
        count, turn = 2, turns[board]
        for man in range(men.shape[0]):
            code = men[man, board]
            kind, at = _KING - code % (NOBODY >> 1) // 64, count
            if kind == _KING:
                at = code // (NOBODY >> 1)
            if code < NOBODY:
                room[0, at], room[1, at], room[2, at] = code & 63, kind, man
                white[at] = code < NOBODY >> 1
                count += 1 if at > 1 else 0
            targets[man, board] = _U0
        squares, kinds, own = room[0, :count], room[1, :count], white[:count]
        checks[board] = is_attacked(squares[0 if turn else 1], not turn, squares, kinds, own, -1)
        for at in range(count):
            if own[at] == turn:
                targets[room[2, at], board] = legal_targets(at, squares, kinds, own)


# Compact tables -----------------------------------------------------------------------------------


@exported
@kernel
def read_codes(
    words: ReadOnlyWords,
    losses: ReadOnlyBytes,
    blocks: Ints2D,
    places: Ints,
    codes: Codes,
    before: Ints,
) -> int:
    """Read codes in blocks of a compact table, 256 for wins.

    Args:
        words: The results of the blocks, one after the other, 32 places in a word.
        losses: The distances of their losses, likewise; none: the code of each is 128.
        blocks: For each block, one past the last of its `places`, and where its losses end; then
            written: the number of codes of losses.
        places: Where the codes are, in the order of the blocks.
        codes: Room for the codes.
        before: Room for a number for each word of a block.

    Returns:
        The number of a block with too few distances or too great ones, -1 without one.
    """
    number, start, wrong, size = 0, 0, -1, before.size
    for block in range(blocks.shape[0]):
        first, lost, losing = block * size, 0, start
        for word in range(size if losses.size else 0):
            before[word] = losing
            losing += popcount(words[first + word] & _LOST_BITS)
        while number < blocks[block, 0]:
            at = places[number] & (_PLACES_OF_WORD * size - 1)
            shift, at = np.uint64(at << 1 & 63), at >> 5
            result = words[first + at] >> shift & _U3
            codes[number] = 0 if result == _U0 else _WON
            if result == _U2:
                codes[number], lost = _LOST, lost + 1
                if losses.size:
                    less = words[first + at] & _LOST_BITS & ((_U1 << shift) - _U1)
                    index = before[at] + popcount(less)
                    if index < blocks[block, 1] and losses[index] < _LOST:
                        codes[number] = _LOST + losses[index]
                    else:
                        wrong = block
            number += 1
        start = blocks[block, 1]
        blocks[block, 2] = lost
    return wrong
