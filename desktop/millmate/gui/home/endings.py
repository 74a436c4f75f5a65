"""Well-known endings to play against the table, and the three that are offered on a day."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from millmate.games.board import Rules
from millmate.games.catalogue import GAMES, game_of
from millmate.language import mark

OFFERED = 3
AT_ONCE = 5.0  # seconds: what takes no longer is built without a question


@dataclass(frozen=True, slots=True)
class Ending:
    """A position to play, with marked texts: its name, its aim and what is special about it.

    The user plays the side to move.
    """

    name: str
    fen: str
    aim: str
    task: str

    @property
    def side(self) -> bool:
        """The side that the user plays."""
        return self.fen.split()[1] == "w"

    @property
    def rules(self) -> Rules:
        return GAMES[game_of(self.fen)]


@dataclass(frozen=True, slots=True)
class Offer:
    """An ending, and what has to be built before it can be played: tables, bytes and seconds."""

    ending: Ending
    tables: int = 0
    size: int = 0
    seconds: float = 0.0

    @property
    def ready(self) -> bool:
        """Whether all its tables are there."""
        return not self.tables

    @property
    def quick(self) -> bool:
        """Whether it can be played at once, or after a build of some seconds."""
        return self.seconds <= AT_ONCE


_WHITE_WINS = mark("White to move and win")
_WHITE_DRAWS = mark("White to move and draw")
_BLACK_DRAWS = mark("Black to move and draw")

ENDINGS = (
    Ending(
        mark("Lucena's bridge"),
        "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
        _WHITE_WINS,
        mark(
            "Your own king stands in the pawn's way. Drive the black king off with a check, then "
            "build a bridge with the rook on the fourth rank."
        ),
    ),
    Ending(
        mark("Philidor's defence"),
        "3k4/7R/r7/3PK3/8/8/8/8 b - - 0 1",
        _BLACK_DRAWS,
        mark(
            "Keep the rook on the sixth rank until the pawn steps there, then check from behind: "
            "the king finds no shelter."
        ),
    ),
    Ending(
        mark("Bishop and knight"),
        "8/8/8/8/3k4/8/8/KBN5 w - - 0 1",
        _WHITE_WINS,
        mark("Mate is possible only in a corner of the bishop's colour. You have fifty moves."),
    ),
    Ending(
        mark("Queen against rook"),
        "1k6/1r6/2K5/Q7/8/8/8/8 w - - 0 1",
        _WHITE_WINS,
        mark("If only Black were to move: lose a move with the queen, and the rook must leave."),
    ),
    Ending(
        mark("Two knights against a pawn"),
        "8/8/8/7p/7N/4N2k/2K5/8 w - - 0 1",
        _WHITE_WINS,
        mark(
            "Two knights cannot force mate against a bare king. Here the pawn spares Black the "
            "stalemate, and that costs the game."
        ),
    ),
    Ending(
        mark("Morris: all fly"),
        ".B.W..../W..B.W../.B...... w 0 0 0 1",
        _WHITE_WINS,
        mark("With three stones each, both sides may fly. Only one of your 54 moves wins."),
    ),
    Ending(
        mark("Saavedra's pawn"),
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        _WHITE_WINS,
        mark("The pawn beats the rook, but only if it does not become a queen."),
    ),
    Ending(
        mark("Réti's king"),
        "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
        _WHITE_DRAWS,
        mark(
            "The black pawn is two steps too far away, and your own seems lost. One move holds: "
            "it goes after both at once."
        ),
    ),
    Ending(
        mark("The opposition"),
        "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1",
        _WHITE_WINS,
        mark("King and pawn against king: go ahead of the pawn, and let the other king give way."),
    ),
    Ending(
        mark("Two bishops"),
        "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
        _WHITE_WINS,
        mark("Side by side the bishops take rank after rank; mate comes in a corner."),
    ),
    Ending(
        mark("Queen against pawn"),
        "Q7/8/8/5K2/8/8/1pk5/8 w - - 0 1",
        _WHITE_WINS,
        mark(
            "The pawn is about to become a queen. Check until the black king must step before it, "
            "then bring your own king closer."
        ),
    ),
    Ending(
        mark("Rook against king"),
        "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
        _WHITE_WINS,
        mark(
            "The first mate to learn: the rook draws a box, and your king helps to make it smaller."
        ),
    ),
)


def of_the_day(day: date, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return three endings, others every day: first those whose tables are there or built soon."""
    drawn = list(offers)
    random.Random(day.toordinal()).shuffle(drawn)
    drawn.sort(key=lambda offer: 0 if offer.ready else 1 if offer.quick else 2)
    return tuple(drawn[:OFFERED])
