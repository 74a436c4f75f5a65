"""Endings and positions that have names of their own: Lucena's bridge, the Saavedra position."""

from __future__ import annotations

from dataclasses import dataclass

from millmate.language import mark


@dataclass(frozen=True, slots=True)
class NamedEnding:
    """A position known by a name; `name` and `about` are marked texts, `about` says what it shows.

    `wdl` is 1 if the side to move wins, 0 if it draws, -1 if it loses.
    """

    name: str
    fen: str
    about: str
    wdl: int


NAMED_ENDINGS = (
    NamedEnding(
        mark("Lucena position"),
        "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
        mark("White builds a bridge and wins"),
        1,
    ),
    NamedEnding(
        mark("Philidor position"),
        "4k3/7R/1r6/3KP3/8/8/8/8 b - - 0 1",
        mark("Defence on the third rank: Black draws"),
        0,
    ),
    NamedEnding(
        mark("Vančura position"),
        "R7/6k1/P4r2/8/8/4K3/8/8 w - - 0 1",
        mark("The rook defends from the side: a draw"),
        0,
    ),
    NamedEnding(
        mark("Saavedra position"),
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        mark("White promotes to a rook and wins"),
        1,
    ),
    NamedEnding(
        mark("Réti's study"),
        "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
        mark("The king pursues two goals at once: White draws"),
        0,
    ),
    NamedEnding(
        mark("Philidor: queen against rook"),
        "1k6/1r6/2K5/Q7/8/8/8/8 w - - 0 1",
        mark("White loses a tempo and wins"),
        1,
    ),
    NamedEnding(
        mark("Philidor: rook and bishop against rook"),
        "3k4/4r3/3K4/3B4/8/8/8/5R2 w - - 0 1",
        mark("White wins by force"),
        1,
    ),
    NamedEnding(
        mark("Trébuchet"),
        "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1",
        mark("Mutual zugzwang: whoever is to move loses"),
        -1,
    ),
    NamedEnding(
        mark("Opposition"),
        "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
        mark("Black has the opposition: White to move draws"),
        0,
    ),
    NamedEnding(
        mark("Wrong rook pawn"),
        "k7/8/1K6/P7/8/8/8/2B5 w - - 0 1",
        mark("The bishop does not control the corner: a draw"),
        0,
    ),
    NamedEnding(
        mark("Queen against bishop's pawn"),
        "7K/8/8/8/8/1Q6/2p5/k7 w - - 0 1",
        mark("Stalemate in the corner saves Black"),
        0,
    ),
)
