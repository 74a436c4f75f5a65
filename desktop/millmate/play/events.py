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

    `clock` is what the mover has left in seconds, None in a game without clocks; `reason` is what
    the mover says of its choice, if anything.
    """

    mover: bool
    text: str
    notation: str
    fen: str
    clock: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Thinking:
    """What the side `mover` thinks of the position `fen` so far, scored from its own view.

    `line` is the principal variation in notation for people, empty unless asked for.
    """

    mover: bool
    fen: str
    info: SearchInfo
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remarked:
    """The side `mover` does not think yet, for the reason `text`; "" once it does."""

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
    """The side `by` claimed a draw without grounds; the game goes on."""

    by: bool


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The game is over and `record` complete; `trouble` says what went wrong, if anything."""

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
