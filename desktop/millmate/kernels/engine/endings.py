"""Tables of endings in the tree: what they say of a row, as far as they are in memory.

A table is there in parts, chunk by chunk. The engine finds a position's material in a list, from
that the chunk and the byte; where the chunk is not there it leaves a mark, and whoever called it
fetches the chunk before the next iteration (see `search.tree_tables`). Bytes mean what they do on
disk: 0 a draw, n in 1..127 the side to move mates in n moves, 128 + n it is mated in n.
"""

import numpy as np

from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE, TRANSFORMED
from millmate.kernels.engine.bits import (
    I8,
    U0,
    U1,
    U8,
    W,
    Words,
    byte_at,
    compiled,
    first,
    int_at,
    integer,
    pointer,
    popcount,
)
from millmate.kernels.engine.layout import (
    ASKED,
    BISHOP,
    CHUNK_SHIFT,
    CHUNKS_AT,
    CLOCK,
    HITS,
    KING,
    KNIGHT,
    LISTED,
    LISTED_WORDS,
    MATE,
    MATERIAL,
    MOST_MEN,
    NO_SQUARE,
    PAWN,
    QUEEN,
    ROOK,
    SIDE_CHUNKS,
    SIDES,
    SLICES_AT,
    STATE,
    SWAPPED,
    UNKNOWN,
)
from millmate.kernels.engine.position import bit_of

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF, _QUARTER = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF)
_LOST = 128
_FIFTY_MOVES = 100  # plies


@compiled(U8(W, I8))
def _material(w: Words, r: int) -> np.uint64:
    """Return the numbers of men, kings left out: three bits each, White's pawns lowest."""
    code = U0
    for side in range(2):
        for kind in range(5):
            men = np.uint64(popcount(w[r + kind] & w[r + SIDES + side]))
            code |= men << np.uint64(15 * side + 3 * kind)
    return code


@compiled(I8(W, U8))
def _find(w: Words, code: np.uint64) -> int:
    """Return where a material is listed, or would be."""
    slot = integer((code * _FACTOR) >> np.uint64(54))
    while True:
        at = LISTED + LISTED_WORDS * slot
        if w[at + MATERIAL] == code or w[at + MATERIAL] == U0:
            return at
        slot = (slot + 1) & 1023


@compiled(U8(U8))
def _upside_down(squares: np.uint64) -> np.uint64:
    """Return squares with the ranks the other way round."""
    squares = ((squares >> np.uint64(8)) & _HALF) | ((squares & _HALF) << np.uint64(8))
    squares = ((squares >> np.uint64(16)) & _QUARTER) | ((squares & _QUARTER) << np.uint64(16))
    return (squares >> np.uint64(32)) | (squares << np.uint64(32))


@compiled(I8(U8, I8))
def _append(squares: np.uint64, index: int) -> int:
    """Return an index with the squares of a set appended, the lowest first."""
    while squares:
        index = index << 6 | first(squares)
        squares &= squares - U1
    return index


@compiled(I8(W, I8, I8, I8, I8, I8))
def _append_pieces(w: Words, r: int, side: int, flip: int, transform: int, index: int) -> int:
    """Return an index with a side's pieces appended, the strongest first."""
    for kind in (QUEEN, ROOK, BISHOP, KNIGHT):
        men, turned = w[r + kind] & w[r + SIDES + side], U0
        while men:
            turned |= bit_of(TRANSFORMED[transform, first(men) ^ flip])
            men &= men - U1
        index = _append(turned, index)
    return index


@compiled(I8(W, I8, I8))
def _value(w: Words, r: int, at: int) -> int:
    """Return the byte of a row whose material is listed at `at`, -1 if it is not in memory."""
    swapped = integer(w[at + SWAPPED])
    pawned = w[r + PAWN] != U0
    flip = 56 if swapped and pawned else 0
    king = first(w[r + KING] & w[r + SIDES + swapped]) ^ flip
    if pawned:
        white, black = (
            w[r + PAWN] & w[r + SIDES + swapped],
            w[r + PAWN] & w[r + SIDES + 1 - swapped],
        )
        if flip:
            white, black = _upside_down(white), _upside_down(black)
        entry = int_at(integer(w[at + SLICES_AT]) + 4 * _append(black, _append(white, 0)))
        transform = entry & 1  # 1 mirrors the files
        index = entry >> 1 << 6 | integer(TRANSFORMED[transform, king])
    else:
        transform = integer(TO_TRIANGLE[king])
        index = integer(KING_INDEX[king])
    index = _append_pieces(w, r, swapped, flip, transform, index)
    index = _append_pieces(w, r, 1 - swapped, flip, transform, index)
    other = first(w[r + KING] & w[r + SIDES + 1 - swapped]) ^ flip
    index = index << 6 | integer(TRANSFORMED[transform, other])
    shift = integer(w[at + CHUNK_SHIFT])
    side = (integer(w[r + STATE] >> np.uint64(11)) & 1) ^ swapped
    chunk = integer(w[at + CHUNKS_AT]) + side * integer(w[at + SIDE_CHUNKS]) + (index >> shift)
    address = integer(w[chunk])
    if address <= 2:
        if address == 0:
            w[chunk] = np.uint64(ASKED)
        return -1
    return byte_at(address + (index & ((1 << shift) - 1)))


@compiled(I8(W, I8))
def value_of(w: Words, r: int) -> int:
    """Return a row's byte, -1 if that is not known.

    Tables know no castling, and no right to take en passant.
    """
    state = integer(w[r + STATE])
    if state & 15 or (state >> 4) & 127 != NO_SQUARE:
        return -1
    at = _find(w, _material(w, r))
    if w[at + MATERIAL] == U0:
        return -1
    return _value(w, r, at)


@compiled(I8(W, I8, I8))
def table_score(w: Words, r: int, ply: int) -> int:
    """Return the exact score of a row `ply` plies from the root, `UNKNOWN` if tables do not tell.

    Tables count to mate without the fifty-move rule. So a draw is one; of a mate nothing is said
    unless it comes before the fifty moves are over, were there no capture or pawn move on the way.
    """
    if popcount(w[r + SIDES] | w[r + SIDES + 1]) > integer(w[MOST_MEN]):
        return UNKNOWN
    value = value_of(w, r)
    if value < 0:
        return UNKNOWN
    plies = 2 * (value - _LOST) if value >= _LOST else 2 * value - 1
    if value and integer(w[r + CLOCK]) + plies > _FIFTY_MOVES:
        return UNKNOWN
    w[HITS] += U1
    if value == 0:
        return 0
    score = MATE - ply - plies
    return -score if value >= _LOST else score


@compiled("int64(uint64[::1], int64)")
def place_in_list(words: Words, code: int) -> int:
    """Return where a material is listed, or would be, by its code (see `_material`)."""
    return _find(pointer(words), np.uint64(code))


@compiled("int64(uint64[::1], int64)")
def look_up(words: Words, row: int) -> int:
    """Return the byte of the row that begins at `row`, -1 if that is not known."""
    return value_of(pointer(words), row)
