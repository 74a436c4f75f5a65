"""The times in which other programs generate the same tables, for comparison."""

from dataclasses import dataclass


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


REFERENCE_TIMES = (
    # syzygy1/tb, written in C: `rtbgen -g`, and for pawns `rtbgenp -g`.
    ReferenceTimes(
        "rtbgen",
        "WDL, DTZ",
        {
            "KBNvK": 0.35,
            "KQvKR": 0.52,
            "KRBvKR": 17.1,
            "KQRvKR": 20.1,
            "KRPvK": 0.58,
            "KPvKP": 0.61,
            "KRPvKR": 50.0,
        },
    ),
    ReferenceTimes("Prophet", "DTM", {"KBNvK": 4.4, "KQvKR": 6.8}),
    ReferenceTimes("chesstb", "DTM", {"KBNvK": 15.0, "KQvKR": 16.0}),
    # Our own first version of the method, one position after the other in each word.
    ReferenceTimes("prototype", "DTM", {"KRBvKR": 2.8}),
)

# A solver of nine men's morris written in C++ for this project beforehand: distances of two bytes,
# a pair at a time, smaller ones in memory.
MORRIS_REFERENCE_TIMES = ReferenceTimes(
    "C++ solver",
    "plies to the end",
    {
        "morris:3-3": 0.14,
        "morris:4-3": 0.20,
        "morris:4-4": 0.11,
        "morris:5-3": 0.79,
        "morris:5-4": 0.89,
        "morris:6-3": 2.85,
        "morris:5-5": 1.56,
        "morris:6-4": 4.98,
        "morris:7-3": 12.49,
        "morris:6-5": 15.47,
        "morris:7-4": 22.31,
        "morris:8-3": 25.98,
        "morris:6-6": 24.30,
        "morris:7-5": 63.85,
        "morris:8-4": 41.77,
        "morris:9-3": 34.05,
        "morris:7-6": 126.78,
        "morris:8-5": 106.74,
        "morris:9-4": 57.97,
        "morris:7-7": 131.16,
        "morris:8-6": 236.16,
        "morris:9-5": 163.70,
        "morris:8-7": 354.36,
        "morris:9-6": 281.95,
        "morris:8-8": 195.45,
        "morris:9-7": 359.19,
        "morris:9-8": 370.09,
        "morris:9-9": 149.21,
    },
)
