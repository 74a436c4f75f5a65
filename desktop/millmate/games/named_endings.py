"""Endings and positions that have names of their own: Lucena's bridge, the Saavedra position."""

from __future__ import annotations

from dataclasses import dataclass

from millmate.language import mark

_AIMS = {  # by the side to move, White or not, and the result
    (True, 1): mark("White to move and win"),
    (True, 0): mark("White to move and draw"),
    (True, -1): mark("White to move loses"),
    (False, 1): mark("Black to move and win"),
    (False, 0): mark("Black to move and draw"),
    (False, -1): mark("Black to move loses"),
}


@dataclass(frozen=True, slots=True)
class NamedEnding:
    """A position of chess or morris known by a name; texts are marked for translation.

    `wdl` is 1 if the side to move wins, 0 if it draws, -1 if it loses. `about` says in few words
    what the position shows, "" if it is an ending like others; `task` tells somebody who is going
    to play it what is special about it, "" if it is not a good one to play.
    """

    name: str
    fen: str
    wdl: int
    about: str = ""
    task: str = ""

    @property
    def white(self) -> bool:
        """Whether White is to move: the side that somebody who tries it plays."""
        return self.fen.split()[1] == "w"

    @property
    def aim(self) -> str:
        """What the side to move can reach."""
        return _AIMS[self.white, self.wdl]


NAMED_ENDINGS = (
    NamedEnding(
        mark("Lucena position"),
        "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
        1,
        mark("White builds a bridge and wins"),
        mark(
            "Your own king stands in the pawn's way. Drive the black king off with a check, then "
            "build a bridge with the rook on the fourth rank."
        ),
    ),
    NamedEnding(
        mark("Philidor position"),
        "3k4/7R/r7/3PK3/8/8/8/8 b - - 0 1",
        0,
        mark("Defence on the third rank: Black draws"),
        mark(
            "Keep the rook on the sixth rank until the pawn steps there, then check from behind: "
            "the king finds no shelter."
        ),
    ),
    NamedEnding(
        mark("Vančura position"),
        "R7/6k1/P4r2/8/8/4K3/8/8 w - - 0 1",
        0,
        mark("The rook defends from the side: a draw"),
    ),
    NamedEnding(
        mark("Saavedra position"),
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        1,
        mark("White promotes to a rook and wins"),
        mark("The pawn beats the rook, but only if it does not become a queen."),
    ),
    NamedEnding(
        mark("Réti's study"),
        "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
        0,
        mark("The king pursues two goals at once: White draws"),
        mark(
            "The black pawn is two steps too far away, and your own seems lost. One move holds: "
            "it goes after both at once."
        ),
    ),
    NamedEnding(
        mark("Philidor: queen against rook"),
        "1k6/1r6/2K5/Q7/8/8/8/8 w - - 0 1",
        1,
        mark("White loses a tempo and wins"),
        mark("If only Black were to move: lose a move with the queen, and the rook must leave."),
    ),
    NamedEnding(
        mark("Philidor: rook and bishop against rook"),
        "3k4/4r3/3K4/3B4/8/8/8/5R2 w - - 0 1",
        1,
        mark("White wins by force"),
    ),
    NamedEnding(
        mark("Trébuchet"),
        "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1",
        -1,
        mark("Mutual zugzwang: whoever is to move loses"),
    ),
    NamedEnding(
        mark("Opposition"),
        "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
        0,
        mark("Black has the opposition: White to move draws"),
    ),
    NamedEnding(
        mark("Wrong rook pawn"),
        "k7/8/1K6/P7/8/8/8/2B5 w - - 0 1",
        0,
        mark("The bishop does not control the corner: a draw"),
    ),
    NamedEnding(
        mark("Queen against bishop's pawn"),
        "7K/8/8/8/8/1Q6/2p5/k7 w - - 0 1",
        0,
        mark("Stalemate in the corner saves Black"),
    ),
    NamedEnding(
        mark("Bishop and knight"),
        "8/8/8/8/3k4/8/8/KBN5 w - - 0 1",
        1,
        task=mark(
            "Mate is possible only in a corner of the bishop's colour. You have fifty moves."
        ),
    ),
    NamedEnding(
        mark("Two knights against a pawn"),
        "8/8/8/7p/7N/4N2k/2K5/8 w - - 0 1",
        1,
        task=mark(
            "Two knights cannot force mate against a bare king. Here the pawn spares Black the "
            "stalemate, and that costs the game."
        ),
    ),
    NamedEnding(
        mark("Morris: all fly"),
        ".B.W..../W..B.W../.B...... w 0 0 0 1",
        1,
        mark("Only one move wins"),
        mark("With three stones each, both sides may fly. Only one of your 54 moves wins."),
    ),
    NamedEnding(
        mark("The king before its pawn"),
        "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1",
        1,
        task=mark(
            "King and pawn against king: go ahead of the pawn, and let the other king give way."
        ),
    ),
    NamedEnding(
        mark("Two bishops"),
        "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
        1,
        task=mark("Side by side the bishops take rank after rank; mate comes in a corner."),
    ),
    NamedEnding(
        mark("Queen against pawn"),
        "Q7/8/8/5K2/8/8/1pk5/8 w - - 0 1",
        1,
        task=mark(
            "The pawn is about to become a queen. Check until the black king must step before it, "
            "then bring your own king closer."
        ),
    ),
    NamedEnding(
        mark("Rook against king"),
        "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
        1,
        task=mark(
            "The first mate to learn: the rook draws a box, and your king helps to make it smaller."
        ),
    ),
)
