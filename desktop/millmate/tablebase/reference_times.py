"""The times in which other programs generate the same tables, for comparison.

Of chess these are `rtbgen -g` and `rtbgenp -g` of syzygy1/tb (written in C), Prophet, chesstb, and
our own first version of the method, one position after the other in each word. Of morris it is a
solver in C++, made for this project beforehand: distances of two bytes, a pair at a time, smaller
ones in memory.
"""

from dataclasses import dataclass

from millmate import resources


@dataclass(frozen=True, slots=True)
class ReferenceTimes:
    """A generator of tables and its CPU time by table, in seconds on one core.

    This project measured all of them on one machine with two shared cores: generation alone, one
    thread, smaller tables present. `metric` is that of the generator's tables: WDL and DTZ
    (distance to the next capture or pawn move) are easier to find than DTM (distance to mate).
    """

    generator: str
    metric: str
    seconds: dict[str, float]


def _parsed(line: str) -> ReferenceTimes:
    generator, metric, times = line.split(": ")
    named = (each.split() for each in times.split(", "))
    return ReferenceTimes(generator, metric, {name: float(seconds) for name, seconds in named})


_LINES = resources.resource("reference_times.txt").read_text("ascii").splitlines()
*REFERENCE_TIMES, MORRIS_REFERENCE_TIMES = map(_parsed, _LINES)
