"""How games end."""

from dataclasses import dataclass
from enum import Enum

# Colours are booleans as in python-chess: the side that moves first is True.
WHITE = True
BLACK = False


class Termination(Enum):
    """Every way a game ends; the value is the reason in words."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "insufficient material"
    FIFTY_MOVES = "fifty moves without a capture or pawn move"
    SEVENTYFIVE_MOVES = "seventy-five moves without a capture or pawn move"
    THREEFOLD_REPETITION = "threefold repetition"
    FIVEFOLD_REPETITION = "fivefold repetition"
    FEW_STONES = "fewer than three stones left"
    NO_MOVES = "no legal move"
    FULL_BOARD = "the board is full"
    FIFTY_QUIET_MOVES = "fifty moves of each side without a mill or placement"
    SEVENTYFIVE_QUIET_MOVES = "seventy-five moves of each side without a mill or placement"
    MANY_TURNS = "the game has gone on for too long"  # this and the next two: in tournaments
    NO_MILLS = "too many turns of a side without a mill"
    REPEATED = "a position has come up too often"
    TABLES = "decided by tables"
    SCORES = "decided by both players' scores"
    TIME = "time forfeit"
    RESIGNATION = "resignation"
    AGREEMENT = "draw agreed"
    FAILURE = "a player failed"
    ABANDONED = "abandoned"
    UNRECORDED = "reason not recorded"  # games of others; ours always end with their reason


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winner's colour, or None for a draw or an abandoned game."""

    termination: Termination
    winner: bool | None = None

    @property
    def result(self) -> str:
        """The result as PGN writes it: 1-0, 0-1, 1/2-1/2, or * for an abandoned game."""
        if self.termination is Termination.ABANDONED:
            return "*"
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"

    def __str__(self) -> str:
        """The result with its reason, such as `1-0 (White wins: checkmate)`."""
        if self.winner is None:
            who = "" if self.termination is Termination.ABANDONED else "draw: "
        else:
            who = f"{'White' if self.winner else 'Black'} wins: "
        return f"{self.result} ({who}{self.termination.value})"
