"""Events of a tournament: frozen values, emitted in the thread of its `run`."""

from dataclasses import dataclass

from millmate.play.tournament.game import GameResult, GameSpec


@dataclass(frozen=True, slots=True)
class OpeningsDrawn:
    """Openings are being drawn before the first game: `done` of at most `needed`."""

    done: int
    needed: int


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A game has started."""

    spec: GameSpec


@dataclass(frozen=True, slots=True)
class GameMoved:
    """A move was played in the game `number`, `ply` plies into it; see `play.events.MovePlayed`.

    A cluster may report several moves at once. When a worker dies, the moves of its game are
    reported again from the first.
    """

    number: int
    ply: int
    mover: bool
    text: str
    notation: str
    fen: str


@dataclass(frozen=True, slots=True)
class GameFinished:
    """A game is over and in the journal."""

    result: GameResult


@dataclass(frozen=True, slots=True)
class GameRepeated:
    """The worker of the game `number` died; the game is played once more."""

    number: int
    trouble: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the tournament is.

    `total` can grow in a knockout with tie-breaks. `seconds_left` is None while unknown, `workers`
    is the number of games that can be played at once, and while `paused` no game starts.
    """

    done: int
    total: int
    running: tuple[int, ...]
    workers: int
    paused: bool
    seconds: float
    seconds_left: float | None

    @property
    def fraction(self) -> float:
        """The share of the games that is done."""
        return self.done / self.total if self.total else 1.0


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    """The tournament ended: with all games played (`complete`), or because it was stopped."""

    complete: bool


TournamentEvent = (
    OpeningsDrawn | GameBegan | GameMoved | GameFinished | GameRepeated | Progress | TournamentEnded
)
