"""Endgame tables in the tree: the value of a row, where the tables are in memory.

Tables are loaded chunk by chunk. The engine finds a position's material in a list, and from it the
chunk and the byte. Where the chunk is missing it leaves a mark, and its caller loads the chunk
before the next iteration (see `search.tree_tables`). Bytes have the same meaning as on disk: 0 a
draw, n in 1..127 the side to move mates in n moves, 128 + n it is mated in n.
"""

import numpy as np

from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE, TRANSFORMED
from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import (
    U0,
    U1,
    Words,
    byte_at,
    compiled,
    entry_point,
    int_at,
    integer,
    pointer,
)
from millmate.kernels.engine.position import bit_of
from millmate.kernels.integers import first_bit, popcount

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF, _QUARTER = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF)
_LOST = 128
_FIFTY_MOVES = 100  # plies


@compiled
def _material(w: Words, r: int) -> np.uint64:
    """Return the numbers of men but the kings as a code: three bits each, White's pawns lowest."""
    code = U0
    for side in range(2):
        for kind in range(5):
            men = np.uint64(popcount(w[r + kind] & w[r + L.SIDES + side]))
            code |= men << np.uint64(15 * side + 3 * kind)
    return code


@compiled
def _find(w: Words, code: np.uint64) -> int:
    """Return where a material is listed, or would be."""
    slot = integer((code * _FACTOR) >> np.uint64(54))
    while True:
        at = L.LISTED + L.LISTED_WORDS * slot
        if w[at + L.MATERIAL] == code or w[at + L.MATERIAL] == U0:
            return at
        slot = (slot + 1) & 1023


@compiled
def _upside_down(squares: np.uint64) -> np.uint64:
    """Return a set of squares with the ranks reversed."""
    squares = ((squares >> np.uint64(8)) & _HALF) | ((squares & _HALF) << np.uint64(8))
    squares = ((squares >> np.uint64(16)) & _QUARTER) | ((squares & _QUARTER) << np.uint64(16))
    return (squares >> np.uint64(32)) | (squares << np.uint64(32))


@compiled
def _append(squares: np.uint64, index: int) -> int:
    """Return an index with the squares of a set appended, the lowest first."""
    while squares:
        index = index << 6 | first_bit(squares)
        squares &= squares - U1
    return index


@compiled
def _append_pieces(w: Words, r: int, side: int, flip: int, transform: int, index: int) -> int:
    """Return an index with a side's pieces appended, the strongest first."""
    for kind in (L.QUEEN, L.ROOK, L.BISHOP, L.KNIGHT):
        men, turned = w[r + kind] & w[r + L.SIDES + side], U0
        while men:
            turned |= bit_of(TRANSFORMED[transform, first_bit(men) ^ flip])
            men &= men - U1
        index = _append(turned, index)
    return index


@compiled
def _value(w: Words, r: int, at: int) -> int:
    """Return the byte of a row whose material is listed at `at`, -1 if it is not in memory."""
    swapped = integer(w[at + L.SWAPPED])
    pawned = w[r + L.PAWN] != U0
    flip = 56 if swapped and pawned else 0
    king = first_bit(w[r + L.KING] & w[r + L.SIDES + swapped]) ^ flip
    if pawned:
        white = w[r + L.PAWN] & w[r + L.SIDES + swapped]
        black = w[r + L.PAWN] & w[r + L.SIDES + 1 - swapped]
        if flip:
            white, black = _upside_down(white), _upside_down(black)
        entry = int_at(integer(w[at + L.SLICES_AT]) + 4 * _append(black, _append(white, 0)))
        transform = entry & 1  # 1 mirrors the files
        index = entry >> 1 << 6 | integer(TRANSFORMED[transform, king])
    else:
        transform = integer(TO_TRIANGLE[king])
        index = integer(KING_INDEX[king])
    index = _append_pieces(w, r, swapped, flip, transform, index)
    index = _append_pieces(w, r, 1 - swapped, flip, transform, index)
    other = first_bit(w[r + L.KING] & w[r + L.SIDES + 1 - swapped]) ^ flip
    index = index << 6 | integer(TRANSFORMED[transform, other])
    shift = integer(w[at + L.CHUNK_SHIFT])
    side = (integer(w[r + L.STATE] >> np.uint64(11)) & 1) ^ swapped
    chunk = integer(w[at + L.CHUNKS_AT]) + side * integer(w[at + L.SIDE_CHUNKS]) + (index >> shift)
    address = integer(w[chunk])
    if address <= 2:
        if address == 0:
            w[chunk] = np.uint64(L.ASKED)
        return -1
    return byte_at(address + (index & ((1 << shift) - 1)))


@compiled
def probe(w: Words, r: int) -> int:
    """Return the byte of a row, -1 if it is not known.

    Tables know no castling, and no right to take en passant.
    """
    state = integer(w[r + L.STATE])
    if state & 15 or (state >> 4) & 127 != L.NO_SQUARE:
        return -1
    at = _find(w, _material(w, r))
    if w[at + L.MATERIAL] == U0:
        return -1
    return _value(w, r, at)


@compiled
def probe_score(w: Words, r: int, ply: int) -> int:
    """Return the exact score of a row `ply` plies from the root, `UNKNOWN` if tables lack it.

    Tables count to mate without the fifty-move rule. So a draw is certain; a mate is
    reported only if it comes before the fifty moves are over even without a capture or pawn move.
    """
    if popcount(w[r + L.SIDES] | w[r + L.SIDES + 1]) > integer(w[L.MOST_MEN]):
        return L.UNKNOWN
    value = probe(w, r)
    if value < 0:
        return L.UNKNOWN
    plies = 2 * (value - _LOST) if value >= _LOST else 2 * value - 1
    if value and integer(w[r + L.CLOCK]) + plies > _FIFTY_MOVES:
        return L.UNKNOWN
    w[L.TB_HITS] += U1
    if value == 0:
        return 0
    score = L.MATE - ply - plies
    return -score if value >= _LOST else score


@entry_point
def place_in_list(words: Words, code: int) -> int:
    """Return where a material is listed, or would be, by its code (see `_material`)."""
    return _find(pointer(words), np.uint64(code))


@entry_point
def look_up(words: Words, row: int) -> int:
    """Return the byte of the row that begins at `row`, -1 if that is not known."""
    return probe(pointer(words), row)
