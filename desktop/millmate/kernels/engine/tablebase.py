"""Endgame tables in the tree: the bounds they give for a row, and where they are in memory.

Tables are loaded chunk by chunk. The engine finds a position's material in a list, and from it the
chunk and the byte. If the chunk is missing, the engine marks it, and the caller loads it before the
next iteration (see `search.tree_tables`). Bytes have the same meaning as on disk: 0 a draw, n in
1..127 the side to move mates in n moves, 128 + n it is mated in n.

A table of a solved position may guarantee its values to one side only (see `tablebase.reach`). So a
probe returns bounds: the least and the greatest score of the side to move, packed into one number.
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
    integer,
    pointer,
    word_at,
)
from millmate.kernels.engine.position import bit_of
from millmate.kernels.integers import first_bit, popcount

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF, _QUARTER = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF)
_SECOND_FACTOR = np.uint64(0xC2B2AE3D27D4EB4F)
_LOST = 128
_FIFTY_MOVES = 100  # plies
NOTHING_KNOWN = (L.INFINITE << 16) - L.INFINITE + 32768


@compiled
def _material(w: Words, r: int) -> np.uint64:
    """Return the numbers of men but the kings as a code: four bits each, White's pawns lowest."""
    code = U0
    for side in range(2):
        for kind in range(5):
            men = np.uint64(popcount(w[r + kind] & w[r + L.SIDES + side]))
            code |= men << np.uint64(20 * side + 4 * kind)
    return code


@compiled
def _first(code: np.uint64) -> int:
    """Return where the list is to be searched for a material first."""
    return L.LISTED + L.LISTED_WORDS * integer((code * _FACTOR) >> np.uint64(54))


@compiled
def _next(at: int) -> int:
    """Return the place behind one of the list, the first behind the last."""
    at += L.LISTED_WORDS
    return L.LISTED if at == L.CHUNKS else at


@compiled
def _find(w: Words, code: np.uint64, at: int) -> int:
    """Return where a material is listed at `at` or behind, or would be."""
    while w[at + L.MATERIAL] != code and w[at + L.MATERIAL] != U0:
        at = _next(at)
    return at


@compiled
def _entry(w: Words, at: int, white: np.uint64, black: np.uint64) -> int:
    """Return twice the slice of pawns, plus 1 if files are mirrored; -1 if there is no slice.

    See `search.strong.slices_by_key` for the layout.
    """
    key = ((white * _FACTOR) ^ black) * _SECOND_FACTOR
    address = integer(w[at + L.SLICES_AT]) + 16 * integer(key >> w[at + L.KEY_SHIFT])
    while True:
        found = word_at(address)
        if found == key:
            return integer(word_at(address + 8))
        if found == U0 or found > key:
            return -1
        address += 16


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
        entry = _entry(w, at, white, black)
        if entry < 0:
            return -1
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
def _together(least: int, most: int) -> int:
    """Return both as one number, in 32 bits."""
    return (most << 16) + least + 32768


@compiled
def least_in(known: int) -> int:
    """Return the lower bound of the packed bounds `known`."""
    return (known & 0xFFFF) - 32768


@compiled
def most_in(known: int) -> int:
    """Return the most."""
    return known >> 16


@compiled
def _listed(w: Words, r: int) -> int:
    """Return where a row's material is first listed, 0 if it is not or tables lack such rows.

    Tables have no positions with castling rights or a right to take en passant.
    """
    state = integer(w[r + L.STATE])
    if state & 15 or (state >> 4) & 127 != L.NO_SQUARE:
        return 0
    code = _material(w, r)
    at = _find(w, code, _first(code))
    return at if w[at + L.MATERIAL] != U0 else 0


@compiled
def _known_by(w: Words, r: int, at: int, ply: int) -> int:
    """Return the bounds that the table listed at `at` gives for a row `ply` plies from the root.

    Tables count to mate without the fifty-move rule. So a draw is certain; a mate only if it comes
    before the fifty moves are over even without a capture or pawn move. A side that is guaranteed a
    later mate has at least a draw.
    """
    value = _value(w, r, at)
    if value < 0:
        return NOTHING_KNOWN
    lost, side = value >= _LOST, (integer(w[r + L.STATE] >> np.uint64(11)) & 1)
    plies = 2 * (value - _LOST) if lost else 2 * value - 1
    score, promised = 0, integer(w[at + L.PROMISED])
    if value and integer(w[r + L.CLOCK]) + plies > _FIFTY_MOVES:
        if promised == L.BOTH:
            return NOTHING_KNOWN
    elif value:
        score = ply + plies - L.MATE if lost else L.MATE - ply - plies
    if promised == L.BOTH:
        return _together(score, score)
    if promised == side:
        return NOTHING_KNOWN if lost else _together(score, L.INFINITE)
    return NOTHING_KNOWN if value and not lost else _together(-L.INFINITE, score)


@compiled
def probe(w: Words, r: int, ply: int) -> int:
    """Return the bounds from tables for a row `ply` plies from the root (`least_in`, `most_in`)."""
    if popcount(w[r + L.SIDES] | w[r + L.SIDES + 1]) > integer(w[L.MOST_MEN]):
        return NOTHING_KNOWN
    at = _listed(w, r)
    if at == 0:
        return NOTHING_KNOWN
    code, least, most = w[at + L.MATERIAL], -L.INFINITE, L.INFINITE
    while w[at + L.MATERIAL] == code and least < most:
        known = _known_by(w, r, at, ply)
        least, most = max(least, least_in(known)), min(most, most_in(known))
        at = _find(w, code, _next(at))
    known = _together(least, most)
    if known != NOTHING_KNOWN:
        w[L.TB_HITS] += U1
    return known


@entry_point
def place_in_list(words: Words, code: int) -> int:
    """Return where one more table of a material may be listed, by its code (see `_material`)."""
    w = pointer(words)
    at = _first(np.uint64(code))
    while w[at + L.MATERIAL] != U0:
        at = _next(at)
    return at


@entry_point
def look_up(words: Words, row: int) -> int:
    """Return the byte of the row that starts at `row` from the first table of its material.

    Return -1 if it is unknown.
    """
    w = pointer(words)
    at = _listed(w, row)
    return -1 if at == 0 else _value(w, row, at)


@entry_point
def look_up_bounds(words: Words, row: int) -> int:
    """Return the bounds of the row that starts at `row`, as if it were the root."""
    return probe(pointer(words), row, 0)
