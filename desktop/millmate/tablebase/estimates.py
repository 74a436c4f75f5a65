"""The cost of tables: estimates of bytes on disk, memory and time before anything is built.

The formulas count places (positions stored, legal or not) and multiply them by measured constants.
"""

from functools import cache
from math import comb, factorial, prod

from millmate.games.chess.material import Material

# Measured with 111 tables of three to five men, built on one core of a 2-core x86-64 machine:
# estimates are within a factor of two of the truth except for tables of almost nothing but draws,
# which pack to nothing, and for those that take milliseconds.
BYTES_PER_PLACE = 0.055  # on disk, like pieces in one order
# The same of the codes of all positions: 0.08 to 0.33 if one side wins much.
_BYTES_OF_CODE = 0.165
# All 145 tables of distances to zeroing take 5.8 GB; these estimates add up to 7.5 GB. Their CPU
# time is that of the others: 1.01 of it for 48 tables, 0.6 to 1.9 for one.
ZEROING_SHARE = 0.77
# Solving, verifying and writing together, by the number of pieces besides kings and pawns: small
# slices cost more a place. Without pawns 12 to 24 ns, with two pieces and a pawn 24 to 33 ns.
_NANOSECONDS = {0: 150.0, 1: 22.0}
_NANOSECONDS_WITH_PAWNS, _NANOSECONDS_WITHOUT = 28.0, 17.0
_NANOSECONDS_LARGE = 35.0  # KRBNvKR, too large for the processor's caches
_NANOSECONDS_LARGE_BARE = 26.0  # against a bare king: 19 to 29 for ten tables of six men
# For each place of the slices that a pawn promotes to, where these are too large to keep: KNNPPvK.
_NANOSECONDS_PROMOTED = 0.7
SECONDS_PER_TABLE = 0.02
PROGRAM = 200_000_000  # bytes of the building process with its kernels and no table

# The memory of one running job besides its values, in bytes a word and as a plain sum.
_SETS = 17 * 8  # sets of 64 positions in 8 bytes, events, and lists: 710 MB in all for KRBvKR
_KEYS = 64  # the verifier's keys of one side to move
# Of a large one: five sets, the words of events, and lists as far as they are used; on disk, a
# place's share of the layers found, like pieces in one order, and two checkpoints of three sets.
_LARGE_SETS = 5 * 8 + 52  # 15.8 GB in all for KRBNvKR
_LARGE_PLACE = 1.4  # 14 GB for KRNvKNN
_CHECKPOINTS = 2 * 3 * 8
_JOB = 20_000_000
# The slices read last, which pawns make numerous: search and verification both need what two groups
# of eight slices with a piece promote to, 134 MB.
KEPT = 160_000_000
FINISHING = 30_000_000  # bytes that completing a table takes: it reads all blocks once more

# Slices of one job, by the number of pieces besides kings and pawns.
_TOGETHER = {0: 1024, 1: 16, 2: 4}
# A table of kings and pawns with up to this number of slices is one job.
_WHOLE = 2048


def together(material: Material) -> int:
    """Return the most slices of one job."""
    if not pieces(material) and slices(material) <= _WHOLE:
        return slices(material)
    return _TOGETHER.get(pieces(material), 1)


@cache
def slices(material: Material) -> int:
    """Return the number of pawn placements, mirror images counted once; 1 without pawns."""
    white, black = material.pawns
    if not white + black:
        return 1
    if material.facing:
        return 60  # pairs of ranks on half of the files
    placements = comb(48, white) * comb(48 - white, black)
    if white % 2 or black % 2:  # no placement is its own mirror image
        return placements // 2
    # Those that are have a slice each, the others one for two.
    return (placements + comb(24, white // 2) * comb(24 - white // 2, black // 2)) // 2


def pieces(material: Material) -> int:
    """Return the number of men except kings and pawns."""
    return material.men - 2 - sum(material.pawns)


def words(material: Material) -> int:
    """Return the words of a slice: placements of all men but pawns and the lane king."""
    return int((64 if material.has_pawns else 10) * 64 ** pieces(material))


def places(material: Material, number: int | None = None) -> int:
    """Return the number of bytes of an uncompressed table, or of `number` of its slices."""
    return 2 * (slices(material) if number is None else number) * words(material) * 64


def disk(material: Material, number: int | None = None) -> int:
    """Return the estimated bytes on disk of a table, or of `number` of its slices."""
    each = _BYTES_OF_CODE if large(material) else BYTES_PER_PLACE
    return round(places(material, number) * each / _orders(material)) + 10_000


def plane(material: Material, number: int | None = None) -> int:
    """Return the estimated bytes on disk of the codes of all positions of a table, or slices."""
    return round(places(material, number) * _BYTES_OF_CODE / _orders(material)) + 10_000


def seconds(material: Material, number: int | None = None) -> float:
    """Return the estimated CPU seconds on one core of a table, or of `number` of its slices."""
    if large(material):
        each = _NANOSECONDS_LARGE_BARE if material.black == "K" else _NANOSECONDS_LARGE
    elif material.has_pawns:
        each = _NANOSECONDS.get(pieces(material), _NANOSECONDS_WITH_PAWNS)
    else:
        each = _NANOSECONDS_WITHOUT
    nanoseconds = each * places(material, number)
    if sum(material.pawns) > 1 and pieces(material) > 1:
        # A pawn can be on six ranks, and promote to four pieces.
        reads = 4 * sum(material.pawns) / 6 * (slices(material) if number is None else number)
        nanoseconds += _NANOSECONDS_PROMOTED * reads * 2 * 64 * words(material) * 64
    return nanoseconds * 1e-9 + SECONDS_PER_TABLE


def job_memory(material: Material) -> int:
    """Return the estimated bytes that the job of a table needing most takes while it runs.

    That is one with a pawn about to promote, which reads tables with a piece in its place.
    """
    own = words(material)
    if large(material):
        return max(_LARGE_SETS, _KEYS) * own + _JOB
    memory = 2 * together(material) * own * 64 + max(_SETS, _KEYS) * own + _JOB
    return memory + (_promoted(material) + KEPT if material.promotions() else 0)


def large(material: Material) -> bool:
    """Return whether a slice is solved out of core, with its layers on disk.

    The codes of all positions of such a table are kept: leaving out the distances of wins takes a
    slice in memory a few times.
    """
    return words(material) > 64**4


def in_parts(material: Material) -> bool:
    """Return whether a table's only slice is read in parts: those that promotions lead to."""
    return large(material) and not material.has_pawns


def workspace(material: Material) -> int:
    """Return the estimated bytes on disk that solving takes besides the table."""
    if not large(material):
        return 0
    layers = _LARGE_PLACE * places(material) / _orders(material)
    return round(layers) + _CHECKPOINTS * words(material)


def _orders(material: Material) -> int:
    """Return the number of orders of like pieces, which are stored in one of them."""
    sides = (material.white, material.black)
    return prod(factorial(side.count(letter)) for side in sides for letter in "QRBN")


def _promoted(material: Material) -> int:
    """Return the bytes of one side to move of a slice with a piece more and a pawn less.

    Of one that is read in parts it is a part and a tenth of the whole: 7.0 GB in all for KNNNvKP.
    """
    promoted = material.promotions()[0]
    return (2 * words(material) if in_parts(promoted) else words(promoted)) * 64
