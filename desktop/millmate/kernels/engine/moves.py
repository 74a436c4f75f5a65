"""Legal moves: written to a list, or only counted.

A man that is pinned stays on the line with its king; when in check, other men may only capture the
checker or stand between. Both are masks, so that no move has to be tried out, but en passant.
"""

import numpy as np

from millmate.kernels.engine.attacks import bishop_attacks, rook_attacks
from millmate.kernels.engine.bits import (
    I8,
    U0,
    U1,
    U8,
    Ints,
    M,
    W,
    Words,
    compiled,
    first,
    integer,
    popcount,
)
from millmate.kernels.engine.layout import (
    BETWEEN,
    BISHOP,
    CASTLING,
    CHECKERS,
    DOUBLE,
    EN_PASSANT,
    KING,
    KING_FROM,
    KNIGHT,
    KNIGHT_FROM,
    LINE,
    NO_SQUARE,
    NONE,
    PAWN,
    PAWN_FROM,
    PINNED,
    QUEEN,
    ROOK,
    SIDES,
    STATE,
)
from millmate.kernels.engine.position import attackers, bit_of, kind_at

TACTICAL, QUIET, ALL = 1, 2, 3  # captures and promotions; the others; both
_ALL_SQUARES = np.uint64(0xFFFFFFFFFFFFFFFF)
_NOT_A, _NOT_H = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
_BACK_RANKS = np.uint64(0xFF000000000000FF)
_RANK_3, _RANK_6 = np.uint64(0x0000000000FF0000), np.uint64(0x0000FF0000000000)
# Castling on White's king's and queen's side: squares that must be empty, and not attacked.
_EMPTY_SHORT, _EMPTY_LONG = np.uint64(0x60), np.uint64(0x0E)


@compiled(U8(U8, I8))
def pawn_steps(pawns: np.uint64, side: int) -> np.uint64:
    """Return the squares one rank ahead."""
    return pawns >> np.uint64(8) if side else pawns << np.uint64(8)


@compiled(U8(U8, I8))
def pawn_west(pawns: np.uint64, side: int) -> np.uint64:
    """Return the squares attacked towards the a-file."""
    pawns &= _NOT_A
    return pawns >> np.uint64(9) if side else pawns << np.uint64(7)


@compiled(U8(U8, I8))
def pawn_east(pawns: np.uint64, side: int) -> np.uint64:
    """Return the squares attacked towards the h-file."""
    pawns &= _NOT_H
    return pawns >> np.uint64(7) if side else pawns << np.uint64(9)


@compiled(U8(W, I8, I8, U8))
def attacked_by(w: Words, r: int, side: int, occupied: np.uint64) -> np.uint64:
    """Return all squares that `side` attacks, with `occupied` in the sliders' way."""
    men = w[r + SIDES + side]
    pawns, queens = w[r + PAWN] & men, w[r + QUEEN] & men
    found = pawn_west(pawns, side) | pawn_east(pawns, side)
    found |= w[KING_FROM + first(w[r + KING] & men)]
    rest = w[r + KNIGHT] & men
    while rest:
        found |= w[KNIGHT_FROM + first(rest)]
        rest &= rest - U1
    rest = (w[r + BISHOP] & men) | queens
    while rest:
        found |= bishop_attacks(w, first(rest), occupied)
        rest &= rest - U1
    rest = (w[r + ROOK] & men) | queens
    while rest:
        found |= rook_attacks(w, first(rest), occupied)
        rest &= rest - U1
    return found


@compiled(U8(W, I8, I8))
def king_targets(w: Words, r: int, side: int) -> np.uint64:
    """Return where the king may step, and, on the second square aside, castle."""
    own, other = w[r + SIDES + side], w[r + SIDES + 1 - side]
    king = first(w[r + KING] & own)
    targets = w[KING_FROM + king] & ~own
    rights = (integer(w[r + STATE]) >> (2 * side)) & 3
    occupied = own | other
    home = np.uint64(56 * side)
    if rights and not w[r + CHECKERS]:
        if rights & 1 and not occupied & (_EMPTY_SHORT << home):
            targets |= bit_of(6) << home
        if rights & 2 and not occupied & (_EMPTY_LONG << home):
            targets |= bit_of(2) << home
    if not targets:
        return U0
    targets &= ~attacked_by(w, r, 1 - side, occupied ^ bit_of(king))
    # A king does not castle over an attacked square: it could have stepped onto that.
    aside = targets & ~w[KING_FROM + king]
    if aside:
        if aside & (bit_of(6) << home) and not targets & (bit_of(5) << home):
            targets ^= bit_of(6) << home
        if aside & (bit_of(2) << home) and not targets & (bit_of(3) << home):
            targets ^= bit_of(2) << home
    return targets


@compiled(U8(W, I8, I8))
def passing_pawns(w: Words, r: int, side: int) -> np.uint64:
    """Return the pawns that may legally take en passant."""
    square = integer(w[r + STATE] >> np.uint64(4)) & 127
    if square == NO_SQUARE:
        return U0
    own, other = w[r + SIDES + side], w[r + SIDES + 1 - side]
    king = first(w[r + KING] & own)
    takers = w[PAWN_FROM + 64 * (1 - side) + square] & w[r + PAWN] & own
    gone = bit_of(square ^ 8)
    legal = U0
    while takers:
        taker = takers & (~takers + U1)
        takers ^= taker
        occupied = ((own | other) ^ taker ^ gone) | bit_of(square)
        if not attackers(w, r, king, 1 - side, occupied) & ~gone:
            legal |= taker
    return legal


@compiled(U8(W, I8))
def check_mask(w: Words, r: int) -> np.uint64:
    """Return where men other than the king may go: with two checks, nowhere."""
    checkers = w[r + CHECKERS]
    if not checkers:
        return _ALL_SQUARES
    if checkers & (checkers - U1):
        return U0
    side = integer(w[r + STATE] >> np.uint64(11))
    king = first(w[r + KING] & w[r + SIDES + side])
    return checkers | w[BETWEEN + 64 * king + first(checkers)]


@compiled(I8(U8, I8, U8, U8, U8))
def _count_pawns(
    pawns: np.uint64, side: int, occupied: np.uint64, other: np.uint64, mask: np.uint64
) -> int:
    """Return the number of moves of some pawns onto `mask`, each promotion four times."""
    steps = pawn_steps(pawns, side) & ~occupied
    leaps = pawn_steps(steps & (_RANK_6 if side else _RANK_3), side) & ~occupied & mask
    steps &= mask
    west, east = pawn_west(pawns, side) & other & mask, pawn_east(pawns, side) & other & mask
    number = popcount(steps) + popcount(leaps) + popcount(west) + popcount(east)
    if (steps | west | east) & _BACK_RANKS:
        number += 3 * popcount(steps & _BACK_RANKS)
        number += 3 * (popcount(west & _BACK_RANKS) + popcount(east & _BACK_RANKS))
    return number


@compiled(I8(W, I8))
def count(w: Words, r: int) -> int:
    """Return the number of legal moves."""
    side = integer(w[r + STATE] >> np.uint64(11))
    own, other = w[r + SIDES + side], w[r + SIDES + 1 - side]
    number = popcount(king_targets(w, r, side))
    mask = check_mask(w, r)
    if not mask:
        return number
    occupied, pinned = own | other, w[r + PINNED]
    number += popcount(passing_pawns(w, r, side))
    pawns = w[r + PAWN] & own
    number += _count_pawns(pawns & ~pinned, side, occupied, other, mask)
    mask &= ~own
    free = own & ~pinned
    rest = w[r + KNIGHT] & free
    while rest:
        number += popcount(w[KNIGHT_FROM + first(rest)] & mask)
        rest &= rest - U1
    rest = (w[r + BISHOP] | w[r + QUEEN]) & free
    while rest:
        number += popcount(bishop_attacks(w, first(rest), occupied) & mask)
        rest &= rest - U1
    rest = (w[r + ROOK] | w[r + QUEEN]) & free
    while rest:
        number += popcount(rook_attacks(w, first(rest), occupied) & mask)
        rest &= rest - U1
    rest = pinned & ~w[r + KNIGHT]
    king = first(w[r + KING] & own)
    while rest:
        square = first(rest)
        line = w[LINE + 64 * king + square] & mask
        bit = bit_of(square)
        rest &= rest - U1
        if w[r + PAWN] & bit:
            number += _count_pawns(bit, side, occupied, other, line)
        if (w[r + BISHOP] | w[r + QUEEN]) & bit:
            number += popcount(bishop_attacks(w, square, occupied) & line)
        if (w[r + ROOK] | w[r + QUEEN]) & bit:
            number += popcount(rook_attacks(w, square, occupied) & line)
    return number


@compiled(I8(W, M, I8, I8, I8, I8, U8))
def _add(w: Words, m: Ints, r: int, n: int, square: int, kind: int, targets: np.uint64) -> int:
    """Add a man's moves from a square to each of `targets`; return the end of the list."""
    other = w[r + SIDES] | w[r + SIDES + 1]
    start = square | kind << 12
    rest = targets & other
    while rest:
        end = first(rest)
        rest &= rest - U1
        m[n] = np.int32(start | end << 6 | kind_at(w, r, end) << 15)
        n += 1
    rest = targets & ~other
    start |= NONE << 15
    while rest:
        m[n] = np.int32(start | first(rest) << 6)
        rest &= rest - U1
        n += 1
    return n


@compiled(I8(W, M, I8, I8, U8, I8, I8))
def _add_pawns(
    w: Words, m: Ints, r: int, n: int, targets: np.uint64, back: int, special: int
) -> int:
    """Add pawn moves to `targets` from squares `back` before them; return the end of the list."""
    while targets:
        end = first(targets)
        targets &= targets - U1
        move = (end - back) | end << 6 | kind_at(w, r, end) << 15 | special << 21
        if end < 8 or end > 55:
            for kind in (QUEEN, KNIGHT, ROOK, BISHOP):
                m[n] = np.int32(move | kind << 18)
                n += 1
        else:
            m[n] = np.int32(move)
            n += 1
    return n


@compiled(I8(W, M, I8, I8, I8, U8, U8, I8))
def _pawn_moves(
    w: Words, m: Ints, r: int, n: int, side: int, pawns: np.uint64, mask: np.uint64, which: int
) -> int:
    """Add moves of some pawns onto `mask`; return the end of the list."""
    other = w[r + SIDES + 1 - side]
    free = ~(w[r + SIDES] | w[r + SIDES + 1])
    ahead = -8 if side else 8
    steps = pawn_steps(pawns, side) & free
    if which & TACTICAL:
        n = _add_pawns(w, m, r, n, pawn_west(pawns, side) & other & mask, ahead - 1, 0)
        n = _add_pawns(w, m, r, n, pawn_east(pawns, side) & other & mask, ahead + 1, 0)
        n = _add_pawns(w, m, r, n, steps & mask & _BACK_RANKS, ahead, 0)
    if which & QUIET:
        leaps = pawn_steps(steps & (_RANK_6 if side else _RANK_3), side) & free & mask
        n = _add_pawns(w, m, r, n, steps & mask & ~_BACK_RANKS, ahead, 0)
        n = _add_pawns(w, m, r, n, leaps, 2 * ahead, DOUBLE)
    return n


@compiled(I8(W, M, I8, I8, I8, U8, U8))
def _piece_moves(
    w: Words, m: Ints, r: int, n: int, side: int, mask: np.uint64, occupied: np.uint64
) -> int:
    """Add the moves of knights, bishops, rooks and queens onto `mask`; return the list's end."""
    own, pinned = w[r + SIDES + side], w[r + PINNED]
    king = first(w[r + KING] & own)
    rest = w[r + KNIGHT] & own & ~pinned
    while rest:
        square = first(rest)
        rest &= rest - U1
        n = _add(w, m, r, n, square, KNIGHT, w[KNIGHT_FROM + square] & mask)
    rest = (w[r + BISHOP] | w[r + ROOK] | w[r + QUEEN]) & own
    while rest:
        square = first(rest)
        bit = bit_of(square)
        rest &= rest - U1
        targets, kind = U0, BISHOP
        if (w[r + BISHOP] | w[r + QUEEN]) & bit:
            targets = bishop_attacks(w, square, occupied)
        if (w[r + ROOK] | w[r + QUEEN]) & bit:
            targets |= rook_attacks(w, square, occupied)
            kind = ROOK
            if w[r + QUEEN] & bit:
                kind = QUEEN
        targets &= mask
        if pinned & bit:
            targets &= w[LINE + 64 * king + square]
        n = _add(w, m, r, n, square, kind, targets)
    return n


@compiled(I8(W, M, I8, I8, I8))
def generate(w: Words, m: Ints, r: int, n: int, which: int) -> int:
    """Write the legal moves of some sort from `m[n]`; return where they end."""
    side = integer(w[r + STATE] >> np.uint64(11))
    own, other = w[r + SIDES + side], w[r + SIDES + 1 - side]
    occupied = own | other
    wanted = U0
    if which & TACTICAL:
        wanted |= other
    if which & QUIET:
        wanted |= ~occupied
    king = first(w[r + KING] & own)
    mask = check_mask(w, r)
    if mask:
        pawns, pinned = w[r + PAWN] & own, w[r + PINNED]
        n = _pawn_moves(w, m, r, n, side, pawns & ~pinned, mask, which)
        rest = pawns & pinned
        while rest:
            line = w[LINE + 64 * king + first(rest)] & mask
            n = _pawn_moves(w, m, r, n, side, rest & (~rest + U1), line, which)
            rest &= rest - U1
        if which & TACTICAL:
            takers = passing_pawns(w, r, side)
            passing = (integer(w[r + STATE]) >> 4) & 127
            while takers:
                move = first(takers) | passing << 6 | PAWN << 15 | EN_PASSANT << 21
                m[n] = np.int32(move)
                takers &= takers - U1
                n += 1
        n = _piece_moves(w, m, r, n, side, mask & wanted, occupied)
    targets = w[KING_FROM + king] & wanted
    if which & QUIET or targets:
        targets = king_targets(w, r, side) & wanted
        near = w[KING_FROM + king]
        n = _add(w, m, r, n, king, KING, targets & near)
        rest = targets & ~near
        while rest:
            move = king | first(rest) << 6 | KING << 12 | NONE << 15 | CASTLING << 21
            m[n] = np.int32(move)
            rest &= rest - U1
            n += 1
    return n
