"""Attacks of sliders: tables of them, found by magic multiplication."""

import numpy as np

from millmate.kernels.chess_geometry import ATTACKS, BEHIND, BISHOP
from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import U0, U1, Words, compiled, entry_point, integer, pointer
from millmate.kernels.integers import first_bit

# Magic factors by square, the bishop's, then the rook's (Kannan, 2007): they map the men on a
# slider's lines to an index without a clash. Found by trying sparse random words.
# fmt: off
_FACTORS = np.array(
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
@compiled
def _attacks(w: Words, at: int, occupied: np.uint64) -> np.uint64:
    index = ((occupied & w[at]) * w[at + 1]) >> w[at + 2]
    return w[integer(w[at + 3]) + integer(index)]


@compiled
def bishop_attacks(w: Words, square: int, occupied: np.uint64) -> np.uint64:
    """Return the squares a bishop attacks, the first man on each line included."""
    return _attacks(w, L.BISHOP_MAGIC + 4 * square, occupied)


@compiled
def rook_attacks(w: Words, square: int, occupied: np.uint64) -> np.uint64:
    """Return the squares a rook attacks, the first man on each line included."""
    return _attacks(w, L.ROOK_MAGIC + 4 * square, occupied)


@compiled
def _behind(square: int, men: np.uint64) -> np.uint64:
    """Return the squares that men hide from a slider."""
    hidden = U0
    while men:
        hidden |= BEHIND[square, first_bit(men)]
        men &= men - U1
    return hidden


@entry_point
def fill_sliders(words: Words) -> None:
    """Write the magics of the sliders on every square, and their attacks by index."""
    w, base = pointer(words), L.SLIDER_ATTACKS
    for number in range(128):
        square, factor = number & 63, _FACTORS[number]
        every = ATTACKS[BISHOP + (number >> 6), square]
        blockers, shift, rest = U0, 64, every  # blockers: where a man hides something
        while rest:
            bit = rest & (~rest + U1)
            rest ^= bit
            if _behind(square, bit):
                blockers |= bit
                shift -= 1
        at, subset = L.BISHOP_MAGIC + 4 * number, U0
        w[at], w[at + 1], w[at + 2] = blockers, factor, np.uint64(shift)
        w[at + 3] = np.uint64(base)
        for _ in range(1 << (64 - shift)):
            index = integer((subset * factor) >> np.uint64(shift))
            w[base + index] = every & ~_behind(square, subset)
            subset = (subset - blockers) & blockers
        base += 1 << (64 - shift)
