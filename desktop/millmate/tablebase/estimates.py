"""The cost of tables: estimates of bytes on disk, memory and time before anything is built.

Many tables of three to five men have been measured (see `measured`). The formulas for others count
places (positions stored, legal or not) and multiply them by measured constants. All times are those
of a machine without other work.
"""

from functools import cache
from math import factorial, prod
from typing import NamedTuple

from millmate import resources
from millmate.games.chess.material import Material
from millmate.tablebase.layout import number_of_slices
from millmate.tablebase.metric import Metric

# Bytes of a place on disk, like pieces in one order: of a table, and of the codes of all positions.
BYTES_PER_PLACE, _BYTES_OF_CODE = 0.055, 0.165
# Solving and verifying together, by the number of pieces besides kings and pawns: small slices cost
# more a place.
_NANOSECONDS = {0: 90.0, 1: 36.0}
_NANOSECONDS_WITH_PAWNS, _NANOSECONDS_WITHOUT = 22.0, 14.0
_NANOSECONDS_LARGE = 35.0  # KRBNvKR, too large for the processor's caches
_NANOSECONDS_LARGE_BARE = 26.0  # against a bare king: 19 to 29 for ten tables of six men
# For each place of the slices that a pawn promotes to, where these are too large to keep: KNNPPvK.
_NANOSECONDS_PROMOTED = 0.7
_NANOSECONDS_PACKED = 11.0  # packing a place, where that is done
_SECONDS_PER_TABLE = 0.07  # assembling it, and checking samples
# Distances to zeroing, as a share of those to mate: their bytes, and the time to solve them.
_ZEROING_BYTES, _ZEROING_TIME = 0.77, 1.0
PROGRAM = 200_000_000  # bytes of the building process with its kernels and no table

# The memory of one running job besides its values, in bytes a word and as a plain sum.
_SETS = 17 * 8  # sets of 64 positions in 8 bytes, events, and lists: 710 MB in all for KRBvKR
_KEYS = 64  # the verifier's keys of one side to move
# Of a large one: five sets, the words of events, and lists as far as they are used; on disk, a
# place's share of the layers found, like pieces in one order.
_LARGE_SETS = 5 * 8 + 52  # 15.8 GB in all for KRBNvKR
_LARGE_PLACE = 1.4  # 14 GB for KRNvKNN
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
    if not pieces(material) and number_of_slices(material) <= _WHOLE:
        return number_of_slices(material)
    return _TOGETHER.get(pieces(material), 1)


def pieces(material: Material) -> int:
    """Return the number of men except kings and pawns."""
    return material.men - 2 - sum(material.pawns)


def words(material: Material) -> int:
    """Return the words of a slice: placements of all men but pawns and the lane king."""
    return int((64 if material.has_pawns else 10) * 64 ** pieces(material))


def places(material: Material, number: int | None = None) -> int:
    """Return the number of bytes of an uncompressed table, or of `number` of its slices."""
    return 2 * (number_of_slices(material) if number is None else number) * words(material) * 64


class Cost(NamedTuple):
    """The cost of a table: CPU seconds on one core, bytes on disk, and bytes of its plane.

    A table that is not packed has no plane: it has the codes of all positions itself.
    """

    seconds: float
    disk: int
    plane: int = 0

    @property
    def codes(self) -> int:
        """The bytes of the codes of all positions."""
        return self.plane or self.disk


@cache
def measured() -> dict[str, Cost]:
    """Return the measured costs of tables of three to five men, by their titles."""
    found = {}
    for line in resources.resource("costs.txt").read_text("ascii").splitlines():
        seconds, disk, plane, title = line.split(maxsplit=3)
        found[title] = Cost(float(seconds), int(disk), int(plane))
    return found


def cost(material: Material, metric: Metric = Metric.DTM, number: int | None = None) -> Cost:
    """Return the estimated cost of a table, or of a table of `number` slices of a position."""
    known = measured().get(metric.titled(material)) if number is None else None
    if known is not None:
        return known
    if metric is Metric.DTZ:
        seconds, *stored = cost(material, Metric.DTM, number)
        return Cost(_ZEROING_TIME * seconds, *(round(_ZEROING_BYTES * each) for each in stored))
    places_stored = places(material, number) / _orders(material)
    table, codes = (
        round(places_stored * each) + 10_000 for each in (BYTES_PER_PLACE, _BYTES_OF_CODE)
    )
    seconds = _solving(material, number) + _SECONDS_PER_TABLE
    if number is not None or large(material):
        return Cost(seconds, codes)
    return Cost(seconds + _NANOSECONDS_PACKED * places(material) * 1e-9, table, codes)


def _solving(material: Material, number: int | None) -> float:
    """Return the CPU seconds that solving and verifying takes."""
    if large(material):
        each = _NANOSECONDS_LARGE_BARE if material.black == "K" else _NANOSECONDS_LARGE
    elif material.has_pawns:
        each = _NANOSECONDS.get(pieces(material), _NANOSECONDS_WITH_PAWNS)
    else:
        each = _NANOSECONDS_WITHOUT
    nanoseconds = each * places(material, number)
    if sum(material.pawns) > 1 and pieces(material) > 1:
        # A pawn can be on six ranks, and promote to four pieces.
        reads = (
            4 * sum(material.pawns) / 6 * (number_of_slices(material) if number is None else number)
        )
        nanoseconds += _NANOSECONDS_PROMOTED * reads * 2 * 64 * words(material) * 64
    return nanoseconds * 1e-9


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
    return round(_LARGE_PLACE * places(material) / _orders(material))


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
