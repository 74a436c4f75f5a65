"""Events of a match: frozen values, never the live board."""

from dataclasses import dataclass

from millmate.games.outcome import Outcome
from millmate.records.record import GameRecord
from millmate.search.limits import SearchInfo


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is `turn`'s move in the position `fen`."""

    turn: bool
    fen: str


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move was played: its notation for programs and for people, and the position after it.

    `clock` is the mover's time left in seconds, None in a game without clocks; `reason` is the
    mover's reason for its choice, if any.
    """

    mover: bool
    text: str
    notation: str
    fen: str
    clock: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The thinking of the side `mover` about the position `fen`, scored from its own view.

    `line` is the principal variation in notation for people, empty unless requested.
    """

    mover: bool
    fen: str
    info: SearchInfo
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remarked:
    """The side `mover` does not think yet, because of `text`; "" once it does."""

    mover: bool
    text: str


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """The side `by` offers a draw; the other side answers with its next action."""

    by: bool


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """The draw offer of the side `by` was declined."""

    by: bool


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """The side `by` claimed a draw without grounds; the game continues."""

    by: bool


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The game is over and `record` complete; `trouble` describes a failure, if any."""

    outcome: Outcome
    record: GameRecord
    trouble: str | None = None


Event = (
    TurnBegan
    | Thinking
    | Remarked
    | MovePlayed
    | DrawOffered
    | DrawDeclined
    | ClaimRefused
    | MatchEnded
)
