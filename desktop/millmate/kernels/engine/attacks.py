"""Attacks of pieces: tables for the leapers, magic multiplication for the sliders."""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import U0, U1, Words, compiled, integer

# Magic factors by square (Kannan, 2007): they map the men on a slider's lines to an index without
# a clash. Found by trying sparse random words.
# fmt: off
_BISHOP_FACTORS = np.array(
    [
        0x8840020200420480, 0x0820080310468028, 0x2448022400202400, 0x8004040880012824,
        0x840C052040080000, 0x0201104210300240, 0x4052080402081C08, 0x1241014802080200,
        0x8000388908208400, 0x2000100428006240, 0x000010008C810502, 0x4840082040408002,
        0x0008021210000008, 0xD0400A0990080005, 0x0000140403080801, 0x0000960202430481,
        0x0020004208020084, 0x0450000890008084, 0x8310028308520040, 0x0118000420292000,
        0x0004819400A00000, 0x0101002200808440, 0x0100402201302840, 0x0890208201210800,
        0x0020080510528859, 0x800118180C100421, 0x4000500008008013, 0x2311080001004100,
        0x50084040040100C2, 0x1002008008080500, 0x0100808002280400, 0x0045120202404420,
        0x4030441004043000, 0x80008A2002382803, 0x4000209040480800, 0x0000420083080081,
        0x1040050010050240, 0x0008044900699010, 0x0062080352110400, 0x0082008208082200,
        0x002208A4040C4000, 0x00540C0412400C00, 0x0802420041041000, 0xC020010431001800,
        0x0480908201804810, 0x0C06500200202202, 0x0520060650401214, 0x582C081A00B80640,
        0x0282082904505020, 0x2001420890582201, 0x8001E10401040010, 0x0402900020881014,
        0x000C004045010020, 0x8104202002018108, 0x0005311202040400, 0x1002300201830010,
        0x0000222410241008, 0x0000010402023208, 0x010228C024120820, 0x0800041008840402,
        0x894002C0100A0220, 0x0000082045100220, 0x0280101210240080, 0x8022500200B10200,
    ],
    np.uint64,
)
_ROOK_FACTORS = np.array(
    [
        0x5780004000802014, 0x0A00110080420420, 0x0080200010032880, 0x8200042008120040,
        0x0200200490084600, 0x2400861004002008, 0x89000C0081001A00, 0x0100002082085500,
        0x8810800020400080, 0x8060802010400181, 0x0041001240200100, 0x0801001001000821,
        0x00090008010014D0, 0x0002000410088200, 0x0082000504084200, 0x0081000280510002,
        0x0020898000400820, 0x004001002080C310, 0x0004410020001900, 0x3610010020128900,
        0x0008010010050008, 0x4820808004002600, 0x600A840002010850, 0x3215120004805401,
        0x0010248080004000, 0x000240028020018A, 0x009020028010008A, 0x0000100080280080,
        0x0100080180040080, 0x0C005C0080800200, 0x0080010400081230, 0x0100008200005C01,
        0x0000204001800882, 0x020140A000401000, 0x00A0001008802080, 0x5400100080800800,
        0x0218004200400400, 0x0E40810400800200, 0x0201000405000200, 0x04200410A2000941,
        0x04C1802040008012, 0x001000C020024010, 0x4000600011010040, 0x004100A110010008,
        0xC192002804220010, 0xA0020048108A0004, 0x01001028011C0002, 0x880221008442000C,
        0x20C0218001014900, 0x1104804008200080, 0x0800200080100480, 0x9028C02200481200,
        0x0488010409003100, 0x8000800201440080, 0x30A1010802100400, 0x0200704410810200,
        0x0041810646001022, 0x0804104201008022, 0x0002A00008401101, 0x1881001000082005,
        0x2021001002440801, 0x1202001004830802, 0x0430180086500104, 0x4040004030840502,
    ],
    np.uint64,
)
# fmt: on
# Steps of file and rank: a rook's, a bishop's, a knight's; a king's are the first eight.
_STEPS = np.array(
    [
        *((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)),
        *((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)),
    ],
    np.int64,
)


@compiled
def bishop_attacks(w: Words, square: int, occupied: np.uint64) -> np.uint64:
    """Return the squares a bishop attacks, the first man on each line included."""
    at = L.BISHOP_MAGIC + 4 * square
    index = ((occupied & w[at]) * w[at + 1]) >> w[at + 2]
    return w[integer(w[at + 3]) + integer(index)]


@compiled
def rook_attacks(w: Words, square: int, occupied: np.uint64) -> np.uint64:
    """Return the squares a rook attacks, the first man on each line included."""
    at = L.ROOK_MAGIC + 4 * square
    index = ((occupied & w[at]) * w[at + 1]) >> w[at + 2]
    return w[integer(w[at + 3]) + integer(index)]


@compiled
def _walk(square: int, begin: int, end: int, occupied: np.uint64, most: int) -> np.uint64:
    """Return the squares reached by at most `most` of some steps, up to the first man."""
    reached = U0
    for number in range(begin, end):
        file, rank = square & 7, square >> 3
        for _ in range(most):
            file += _STEPS[number, 0]
            rank += _STEPS[number, 1]
            if file < 0 or file > 7 or rank < 0 or rank > 7:
                break
            bit = U1 << np.uint64(8 * rank + file)
            reached |= bit
            if occupied & bit:
                break
    return reached


@compiled
def _blockers(square: int, begin: int) -> np.uint64:
    """Return the squares where a man can shorten a slider's line: not the last of a line."""
    found = U0
    for number in range(begin, begin + 4):
        line = _walk(square, number, number + 1, U0, 7)
        for other in range(64):
            if line >> np.uint64(other) & U1 and _walk(other, number, number + 1, U0, 1):
                found |= U1 << np.uint64(other)
    return found


@compiled
def _fill_slider(w: Words, at: int, square: int, begin: int, factor: np.uint64, base: int) -> int:
    """Write a slider's magic and its attacks from a square; return where the next start."""
    blockers = _blockers(square, begin)
    size, rest = 1, blockers
    shift = 64
    while rest:
        rest &= rest - U1
        size *= 2
        shift -= 1
    w[at], w[at + 1], w[at + 2], w[at + 3] = blockers, factor, np.uint64(shift), np.uint64(base)
    subset = U0
    for _ in range(size):
        index = integer((subset * factor) >> np.uint64(shift))
        w[base + index] = _walk(square, begin, begin + 4, subset, 7)
        subset = (subset - blockers) & blockers
    return base + size


@compiled
def _fill_pair(w: Words, square: int, other: int) -> None:
    """Write the line through two squares and what lies between them."""
    a, b = U1 << np.uint64(square), U1 << np.uint64(other)
    for begin in (0, 4):
        if square != other and _walk(square, begin, begin + 4, U0, 7) & b:
            through = _walk(square, begin, begin + 4, U0, 7) & _walk(other, begin, begin + 4, U0, 7)
            w[L.LINE + 64 * square + other] = through | a | b
            inner = _walk(square, begin, begin + 4, b, 7) & _walk(other, begin, begin + 4, a, 7)
            w[L.BETWEEN + 64 * square + other] = inner


@compiled
def fill_attacks(w: Words) -> None:
    """Write all tables of attacks and lines."""
    base = L.SLIDER_ATTACKS
    for square in range(64):
        base = _fill_slider(
            w, L.BISHOP_MAGIC + 4 * square, square, 4, _BISHOP_FACTORS[square], base
        )
    for square in range(64):
        base = _fill_slider(w, L.ROOK_MAGIC + 4 * square, square, 0, _ROOK_FACTORS[square], base)
    for square in range(64):
        bit, file = U1 << np.uint64(square), square & 7
        w[L.KNIGHT_FROM + square] = _walk(square, 8, 16, U0, 1)
        w[L.KING_FROM + square] = _walk(square, 0, 8, U0, 1)
        west = bit if file > 0 else U0
        east = bit if file < 7 else U0
        w[L.PAWN_FROM + square] = (west << np.uint64(7)) | (east << np.uint64(9))
        w[L.PAWN_FROM + 64 + square] = (west >> np.uint64(9)) | (east >> np.uint64(7))
        for other in range(64):
            _fill_pair(w, square, other)
