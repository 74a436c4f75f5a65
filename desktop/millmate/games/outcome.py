"""How games end."""

from dataclasses import dataclass
from enum import Enum

from millmate.language import mark, tr

# Colours are booleans as in python-chess: the side that moves first is True.
WHITE = True
BLACK = False


class Termination(Enum):
    """Every way a game can end.

    The value is the reason in words, and what journals and records keep: it never changes.
    """

    CHECKMATE = mark("checkmate")
    STALEMATE = mark("stalemate")
    INSUFFICIENT_MATERIAL = mark("insufficient material")
    DEAD_POSITION = mark("no moves can lead to mate")
    FIFTY_MOVES = mark("fifty moves without a capture or pawn move")
    SEVENTYFIVE_MOVES = mark("seventy-five moves without a capture or pawn move")
    THREEFOLD_REPETITION = mark("threefold repetition")
    FIVEFOLD_REPETITION = mark("fivefold repetition")
    FEW_STONES = mark("fewer than three stones left")
    MILL = mark("a closed mill")
    NO_MOVES = mark("no legal move")
    FULL_BOARD = mark("the board is full")
    FIFTY_QUIET_MOVES = mark("fifty moves of each side without a mill or placement")
    SEVENTYFIVE_QUIET_MOVES = mark("seventy-five moves of each side without a mill or placement")
    MANY_QUIET_MOVES = mark("too many moves of each side without a mill or placement")
    MANY_TURNS = mark("the game has gone on for too long")  # tournaments only, as the next two
    NO_MILLS = mark("too many turns of a side without a mill")
    REPEATED = mark("a position has come up too often")
    TABLES = mark("decided by tables")
    SCORES = mark("decided by both players' scores")
    TIME = mark("time forfeit")
    TIME_WITHOUT_MATE = mark("time over, but the opponent cannot mate")
    RESIGNATION = mark("resignation")
    AGREEMENT = mark("draw agreed")
    FAILURE = mark("a player failed")
    ABANDONED = mark("abandoned")
    UNRECORDED = mark("reason not recorded")  # only in foreign games


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winner's colour, or None for a draw or an abandoned game."""

    termination: Termination
    winner: bool | None = None

    @property
    def result(self) -> str:
        """The result in PGN: 1-0, 0-1, 1/2-1/2, or * for an abandoned game."""
        if self.termination is Termination.ABANDONED:
            return "*"
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"

    @property
    def on_time(self) -> bool:
        """Whether a flag has fallen, that of the side to move."""
        return self.termination in (Termination.TIME, Termination.TIME_WITHOUT_MATE)

    @property
    def words(self) -> str:
        """The winner and the reason, if known: `White wins: checkmate`, `draw`, `abandoned`."""
        why = tr(self.termination.value)
        if self.termination is Termination.ABANDONED:
            return why
        if self.termination is Termination.UNRECORDED:
            who = {WHITE: tr("White wins"), BLACK: tr("Black wins"), None: tr("draw")}
            return who[self.winner]
        if self.winner is None:
            return tr("draw: {why}", why=why)
        if self.winner is WHITE:
            return tr("White wins: {why}", why=why)
        return tr("Black wins: {why}", why=why)

    def __str__(self) -> str:
        """The result with its reason, such as `1-0 (White wins: checkmate)`."""
        return f"{self.result} ({self.words})"
