"""Legal moves: written to a list, or only counted.

A man that is pinned stays on the line with its king; when in check, other men may only capture the
checker or stand between. Both are masks, so that no move but en passant has to be tried out.
"""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.attacks import bishop_attacks, rook_attacks
from millmate.kernels.engine.bits import (
    U0,
    U1,
    Ints,
    Words,
    compiled,
    entry_point,
    integer,
    pointer,
)
from millmate.kernels.engine.position import attackers, bit_of, kind_at, make
from millmate.kernels.integers import first_bit, popcount

TACTICAL, QUIET, ALL = 1, 2, 3  # captures and promotions; the others; both
_ALL_SQUARES = np.uint64(0xFFFFFFFFFFFFFFFF)
_NOT_A, _NOT_H = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
_BACK_RANKS = np.uint64(0xFF000000000000FF)
_RANK_3, _RANK_6 = np.uint64(0x0000000000FF0000), np.uint64(0x0000FF0000000000)


@compiled
def pawn_steps(pawns: np.uint64, side: int) -> np.uint64:
    """Return the squares one rank ahead."""
    return pawns >> np.uint64(8) if side else pawns << np.uint64(8)


@compiled
def pawn_west(pawns: np.uint64, side: int) -> np.uint64:
    """Return the squares attacked towards the a-file."""
    pawns &= _NOT_A
    return pawns >> np.uint64(9) if side else pawns << np.uint64(7)


@compiled
def pawn_east(pawns: np.uint64, side: int) -> np.uint64:
    """Return the squares attacked towards the h-file."""
    pawns &= _NOT_H
    return pawns >> np.uint64(7) if side else pawns << np.uint64(9)


@compiled
def attacked_by(w: Words, r: int, side: int, occupied: np.uint64) -> np.uint64:
    """Return all squares that `side` attacks, with `occupied` in the sliders' way."""
    men = w[r + L.SIDES + side]
    pawns, queens = w[r + L.PAWN] & men, w[r + L.QUEEN] & men
    found = pawn_west(pawns, side) | pawn_east(pawns, side)
    found |= w[L.KING_FROM + first_bit(w[r + L.KING] & men)]
    rest = w[r + L.KNIGHT] & men
    while rest:
        found |= w[L.KNIGHT_FROM + first_bit(rest)]
        rest &= rest - U1
    rest = (w[r + L.BISHOP] & men) | queens
    while rest:
        found |= bishop_attacks(w, first_bit(rest), occupied)
        rest &= rest - U1
    rest = (w[r + L.ROOK] & men) | queens
    while rest:
        found |= rook_attacks(w, first_bit(rest), occupied)
        rest &= rest - U1
    return found


@compiled
def king_targets(w: Words, r: int, side: int) -> np.uint64:
    """Return the squares the king may step to.

    With them are g and c of the other side's first rank if it may castle short and long: a king
    that may castle steps to none of these.
    """
    own, other = w[r + L.SIDES + side], w[r + L.SIDES + 1 - side]
    king = first_bit(w[r + L.KING] & own)
    targets = w[L.KING_FROM + king] & ~own
    rights = (integer(w[r + L.STATE]) >> (2 * side)) & 3
    occupied = own | other
    free = 0
    if rights and not w[r + L.CHECKERS]:
        for long in range(2):
            if (rights >> long) & 1 and not occupied & w[L.CASTLES + 8 * side + 4 * long + 2]:
                free |= 1 << long
    if not targets and not free:
        return U0
    attacked = attacked_by(w, r, 1 - side, occupied ^ bit_of(king))
    targets &= ~attacked
    for long in range(2):
        if (free >> long) & 1:
            at = L.CASTLES + 8 * side + 4 * long
            to = 56 * side + 6 - 4 * long
            # The rook may have covered the king's new square.
            after = (occupied ^ bit_of(king) ^ bit_of(integer(w[at + 1]))) | bit_of(to)
            lines = (w[r + L.ROOK] | w[r + L.QUEEN]) & other
            if not attacked & w[at + 3] and not rook_attacks(w, to, after) & lines:
                targets |= bit_of(to ^ 56)
    return targets


@compiled
def passing_pawns(w: Words, r: int, side: int) -> np.uint64:
    """Return the pawns that may legally take en passant."""
    square = integer(w[r + L.STATE] >> np.uint64(4)) & 127
    if square == L.NO_SQUARE:
        return U0
    own, other = w[r + L.SIDES + side], w[r + L.SIDES + 1 - side]
    king = first_bit(w[r + L.KING] & own)
    takers = w[L.PAWN_FROM + 64 * (1 - side) + square] & w[r + L.PAWN] & own
    gone = bit_of(square ^ 8)
    legal = U0
    while takers:
        taker = takers & (~takers + U1)
        takers ^= taker
        occupied = ((own | other) ^ taker ^ gone) | bit_of(square)
        if not attackers(w, r, king, 1 - side, occupied) & ~gone:
            legal |= taker
    return legal


@compiled
def check_mask(w: Words, r: int) -> np.uint64:
    """Return the squares to which men other than the king can go: none in double check."""
    checkers = w[r + L.CHECKERS]
    if not checkers:
        return _ALL_SQUARES
    if checkers & (checkers - U1):
        return U0
    side = integer(w[r + L.STATE] >> np.uint64(11))
    king = first_bit(w[r + L.KING] & w[r + L.SIDES + side])
    return checkers | w[L.BETWEEN + 64 * king + first_bit(checkers)]


@compiled
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


@compiled
def count(w: Words, r: int) -> int:
    """Return the number of legal moves."""
    side = integer(w[r + L.STATE] >> np.uint64(11))
    own, other = w[r + L.SIDES + side], w[r + L.SIDES + 1 - side]
    number = popcount(king_targets(w, r, side))
    mask = check_mask(w, r)
    if not mask:
        return number
    occupied, pinned = own | other, w[r + L.PINNED]
    number += popcount(passing_pawns(w, r, side))
    pawns = w[r + L.PAWN] & own
    number += _count_pawns(pawns & ~pinned, side, occupied, other, mask)
    mask &= ~own
    free = own & ~pinned
    rest = w[r + L.KNIGHT] & free
    while rest:
        number += popcount(w[L.KNIGHT_FROM + first_bit(rest)] & mask)
        rest &= rest - U1
    rest = (w[r + L.BISHOP] | w[r + L.QUEEN]) & free
    while rest:
        number += popcount(bishop_attacks(w, first_bit(rest), occupied) & mask)
        rest &= rest - U1
    rest = (w[r + L.ROOK] | w[r + L.QUEEN]) & free
    while rest:
        number += popcount(rook_attacks(w, first_bit(rest), occupied) & mask)
        rest &= rest - U1
    rest = pinned & ~w[r + L.KNIGHT]
    king = first_bit(w[r + L.KING] & own)
    while rest:
        square = first_bit(rest)
        line = w[L.LINE + 64 * king + square] & mask
        bit = bit_of(square)
        rest &= rest - U1
        if w[r + L.PAWN] & bit:
            number += _count_pawns(bit, side, occupied, other, line)
        if (w[r + L.BISHOP] | w[r + L.QUEEN]) & bit:
            number += popcount(bishop_attacks(w, square, occupied) & line)
        if (w[r + L.ROOK] | w[r + L.QUEEN]) & bit:
            number += popcount(rook_attacks(w, square, occupied) & line)
    return number


@compiled
def _add(w: Words, m: Ints, r: int, n: int, square: int, kind: int, targets: np.uint64) -> int:
    """Add a man's moves from a square to each of `targets`; return the end of the list."""
    other = w[r + L.SIDES] | w[r + L.SIDES + 1]
    start = square | kind << 12
    rest = targets & other
    while rest:
        end = first_bit(rest)
        rest &= rest - U1
        m[n] = np.int32(start | end << 6 | kind_at(w, r, end) << 15)
        n += 1
    rest = targets & ~other
    start |= L.NONE << 15
    while rest:
        m[n] = np.int32(start | first_bit(rest) << 6)
        rest &= rest - U1
        n += 1
    return n


@compiled
def _add_pawns(
    w: Words, m: Ints, r: int, n: int, targets: np.uint64, back: int, special: int
) -> int:
    """Add pawn moves to `targets` from squares `back` before them; return the end of the list."""
    while targets:
        end = first_bit(targets)
        targets &= targets - U1
        move = (end - back) | end << 6 | kind_at(w, r, end) << 15 | special << 21
        if end < 8 or end > 55:
            for kind in (L.QUEEN, L.KNIGHT, L.ROOK, L.BISHOP):
                m[n] = np.int32(move | kind << 18)
                n += 1
        else:
            m[n] = np.int32(move)
            n += 1
    return n


@compiled
def _pawn_moves(
    w: Words, m: Ints, r: int, n: int, side: int, pawns: np.uint64, mask: np.uint64, which: int
) -> int:
    """Add moves of some pawns onto `mask`; return the end of the list."""
    other = w[r + L.SIDES + 1 - side]
    free = ~(w[r + L.SIDES] | w[r + L.SIDES + 1])
    ahead = -8 if side else 8
    steps = pawn_steps(pawns, side) & free
    if which & TACTICAL:
        n = _add_pawns(w, m, r, n, pawn_west(pawns, side) & other & mask, ahead - 1, 0)
        n = _add_pawns(w, m, r, n, pawn_east(pawns, side) & other & mask, ahead + 1, 0)
        n = _add_pawns(w, m, r, n, steps & mask & _BACK_RANKS, ahead, 0)
    if which & QUIET:
        leaps = pawn_steps(steps & (_RANK_6 if side else _RANK_3), side) & free & mask
        n = _add_pawns(w, m, r, n, steps & mask & ~_BACK_RANKS, ahead, 0)
        n = _add_pawns(w, m, r, n, leaps, 2 * ahead, L.DOUBLE)
    return n


@compiled
def _piece_moves(
    w: Words, m: Ints, r: int, n: int, side: int, mask: np.uint64, occupied: np.uint64
) -> int:
    """Add the moves of knights, bishops, rooks and queens onto `mask`; return the list's end."""
    own, pinned = w[r + L.SIDES + side], w[r + L.PINNED]
    king = first_bit(w[r + L.KING] & own)
    rest = w[r + L.KNIGHT] & own & ~pinned
    while rest:
        square = first_bit(rest)
        rest &= rest - U1
        n = _add(w, m, r, n, square, L.KNIGHT, w[L.KNIGHT_FROM + square] & mask)
    rest = (w[r + L.BISHOP] | w[r + L.ROOK] | w[r + L.QUEEN]) & own
    while rest:
        square = first_bit(rest)
        bit = bit_of(square)
        rest &= rest - U1
        targets, kind = U0, L.BISHOP
        if (w[r + L.BISHOP] | w[r + L.QUEEN]) & bit:
            targets = bishop_attacks(w, square, occupied)
        if (w[r + L.ROOK] | w[r + L.QUEEN]) & bit:
            targets |= rook_attacks(w, square, occupied)
            kind = L.ROOK
            if w[r + L.QUEEN] & bit:
                kind = L.QUEEN
        targets &= mask
        if pinned & bit:
            targets &= w[L.LINE + 64 * king + square]
        n = _add(w, m, r, n, square, kind, targets)
    return n


@compiled
def generate(w: Words, m: Ints, r: int, n: int, which: int) -> int:
    """Write the legal moves of the sort `which` from `m[n]`; return where they end."""
    side = integer(w[r + L.STATE] >> np.uint64(11))
    own, other = w[r + L.SIDES + side], w[r + L.SIDES + 1 - side]
    occupied = own | other
    wanted = U0
    if which & TACTICAL:
        wanted |= other
    if which & QUIET:
        wanted |= ~occupied
    king = first_bit(w[r + L.KING] & own)
    mask = check_mask(w, r)
    if mask:
        pawns, pinned = w[r + L.PAWN] & own, w[r + L.PINNED]
        n = _pawn_moves(w, m, r, n, side, pawns & ~pinned, mask, which)
        rest = pawns & pinned
        while rest:
            line = w[L.LINE + 64 * king + first_bit(rest)] & mask
            n = _pawn_moves(w, m, r, n, side, rest & (~rest + U1), line, which)
            rest &= rest - U1
        if which & TACTICAL:
            takers = passing_pawns(w, r, side)
            passing = (integer(w[r + L.STATE]) >> 4) & 127
            while takers:
                move = first_bit(takers) | passing << 6 | L.PAWN << 15 | L.EN_PASSANT << 21
                m[n] = np.int32(move)
                takers &= takers - U1
                n += 1
        n = _piece_moves(w, m, r, n, side, mask & wanted, occupied)
    targets = w[L.KING_FROM + king] & wanted
    if which & QUIET or targets:
        targets = king_targets(w, r, side)
        near = w[L.KING_FROM + king]
        n = _add(w, m, r, n, king, L.KING, targets & near & wanted)
        rest = U0
        if which & QUIET:
            rest = targets & ~near
        while rest:
            right = 2 * side + (1 if first_bit(rest) & 7 == 2 else 0)
            end = integer(w[L.CASTLES + 4 * right])
            m[n] = np.int32(king | end << 6 | L.KING << 12 | L.NONE << 15 | L.CASTLING << 21)
            rest &= rest - U1
            n += 1
    return n


@entry_point
def list_moves(words: Words, ints: Ints, row: int) -> int:
    """Write the legal moves of a row from `ints[0]`; return how many there are."""
    return generate(pointer(words), pointer(ints), row, 0, ALL)


@compiled
def _leaves(w: Words, m: Ints, row: int, begin: int, depth: int) -> int:
    """Count from a row, with its list of moves at `begin`; the last ply is counted, not made."""
    if depth <= 1:
        return count(w, row)
    end = generate(w, m, row, begin, ALL)
    leaves = 0
    for at in range(begin, end):
        make(w, row, m[at])
        leaves += _leaves(w, m, row + L.ROW, end, depth - 1)
    return leaves


@entry_point
def perft(words: Words, ints: Ints, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves from the position of row 0."""
    return _leaves(pointer(words), pointer(ints), L.ROWS, 0, depth) if depth > 0 else 1
