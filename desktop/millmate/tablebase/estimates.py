"""What tables cost: bytes on disk, memory and time, estimated before anything is built.

All formulas stand here. They count places (positions stored, legal or not) and multiply by what
was measured; see the constants.
"""

from functools import cache
from math import comb, factorial, prod

from millmate.games.chess.material import Material

# Measured with 111 tables of three to five men, built on one core of a 2-core x86-64 machine: an
# estimate is within a factor of two of the truth but for tables of little but draws, which pack
# to nothing, and for those of milliseconds.
BYTES_PER_PLACE = 0.165  # on disk, like pieces in one order; 0.08 to 0.33 where one side wins a lot
# Solving, verifying and writing together, by the number of pieces besides kings and pawns: small
# slices cost more a place. Without pawns 12 to 24 ns, with two pieces and a pawn 24 to 33 ns.
_NANOSECONDS = {0: 150.0, 1: 22.0}
_NANOSECONDS_WITH_PAWNS, _NANOSECONDS_WITHOUT = 28.0, 17.0
_NANOSECONDS_LARGE = 35.0  # KRBNvKR, the processor's caches being small for it
SECONDS_PER_TABLE = 0.02
PROGRAM = 200_000_000  # bytes that the building process takes with its kernels and no table

# What one unit under way holds besides its values, in bytes a word and as a plain sum.
_SETS = 17 * 8  # sets of 64 positions in 8 bytes, events, and lists: 710 MB in all for KRBvKR
_KEYS = 64  # the verifier's keys of one side to move
# Of a large one: five sets, the words of events, and lists as far as they are used; on disk, a
# place's value and its share of the sets found.
_LARGE_SETS = 5 * 8 + 52  # 15.8 GB in all for KRBNvKR
_LARGE_PLACE = 2.4  # 51 GB for KRBNvKR
_UNIT = 20_000_000
# Slices read last, where pawns make many of them: both the search and the verification want what
# two groups of eight slices with a piece promote to, 134 MB.
KEPT = 160_000_000
FINISHING = 30_000_000  # bytes that putting a table together takes: a shard's frames are copied

# Slices of one unit, by the number of pieces besides kings and pawns.
_TOGETHER = {0: 1024, 1: 16, 2: 4}
# A table of kings and pawns with up to so many slices is one unit.
_WHOLE = 2048


def together(material: Material) -> int:
    """Return how many slices, at most, are one unit of work."""
    if not pieces(material) and slices(material) <= _WHOLE:
        return slices(material)
    return _TOGETHER.get(pieces(material), 1)


@cache
def slices(material: Material) -> int:
    """Return the number of pawn placements, mirror images counted once; 1 without pawns."""
    white, black = material.pawns
    if not white + black:
        return 1
    placements = comb(48, white) * comb(48 - white, black)
    if white % 2 or black % 2:  # no placement is its own mirror image
        return placements // 2
    # Those that are have a slice each, the others one for two.
    return (placements + comb(24, white // 2) * comb(24 - white // 2, black // 2)) // 2


def pieces(material: Material) -> int:
    """Return the number of men but kings and pawns."""
    return material.men - 2 - sum(material.pawns)


def words(material: Material) -> int:
    """Return the words of a slice: placements of all men but pawns and the lane king."""
    return int((64 if material.has_pawns else 10) * 64 ** pieces(material))


def places(material: Material) -> int:
    """Return the number of bytes of a table that is not compressed."""
    return 2 * slices(material) * words(material) * 64


def disk(material: Material) -> int:
    """Return the estimated bytes of a table on disk."""
    return round(places(material) * BYTES_PER_PLACE / _orders(material)) + 10_000


def seconds(material: Material) -> float:
    """Return the estimated computing time of a table on one core, in seconds."""
    if large(material):
        each = _NANOSECONDS_LARGE
    elif material.has_pawns:
        each = _NANOSECONDS.get(pieces(material), _NANOSECONDS_WITH_PAWNS)
    else:
        each = _NANOSECONDS_WITHOUT
    return each * 1e-9 * places(material) + SECONDS_PER_TABLE


def unit_memory(material: Material) -> int:
    """Return the estimated bytes that the greediest unit of a table takes while under way.

    That is one with a pawn about to promote: tables are read in which a piece stands in its place.
    """
    own = words(material)
    if large(material):
        return max(_LARGE_SETS, _KEYS) * own + _UNIT
    memory = 2 * together(material) * own * 64 + max(_SETS, _KEYS) * own + _UNIT
    return memory + (_promoted(material) + KEPT if material.has_pawns else 0)


def large(material: Material) -> bool:
    """Tell whether a table's slices are solved with their values on disk, not in memory."""
    return words(material) > 64**4


def workspace(material: Material) -> int:
    """Return the estimated bytes on disk that solving takes besides the table."""
    return round(_LARGE_PLACE * places(material)) if large(material) else 0


def _orders(material: Material) -> int:
    """Return in how many orders like pieces can stand: they are stored in one of them."""
    sides = (material.white, material.black)
    return prod(factorial(side.count(letter)) for side in sides for letter in "QRBN")


def _promoted(material: Material) -> int:
    """Return the bytes of one side to move of a slice with a piece more and a pawn less."""
    alone = sum(material.pawns) == 1
    return int((10 if alone else 64) * 64 ** (pieces(material) + 1) * 64)
