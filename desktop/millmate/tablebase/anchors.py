"""How long other programs take to generate the same tables, to measure ours against."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Anchor:
    """A generator of tables, and its computing time by material, in seconds on one core.

    All were measured by this project on one machine with two shared cores, generation alone, one
    thread, smaller tables present. `metric` is what the generator's tables tell: WDL and DTZ
    (distance to the next capture or pawn move) are easier to find than DTM (distance to mate).
    """

    generator: str
    metric: str
    seconds: dict[str, float]


ANCHORS = (
    # syzygy1/tb, written in C: `rtbgen -g`, and for pawns `rtbgenp -g`.
    Anchor(
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
    Anchor("Prophet", "DTM", {"KBNvK": 4.4, "KQvKR": 6.8}),
    Anchor("chesstb", "DTM", {"KBNvK": 15.0, "KQvKR": 16.0}),
    # Our own first try at the method, one position after the other in each word.
    Anchor("prototype", "DTM", {"KRBvKR": 2.8}),
)
