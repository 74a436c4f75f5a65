"""What a tournament tells those who watch it: frozen values, told in the thread of its `run`."""

from __future__ import annotations

from dataclasses import dataclass

from millmate.play.tournament.game import GameResult, GameSpec


@dataclass(frozen=True, slots=True)
class OpeningsDrawn:
    """Openings are being drawn before the first game: so many of so many, at most."""

    done: int
    needed: int


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A game is being played now."""

    spec: GameSpec


@dataclass(frozen=True, slots=True)
class GameMoved:
    """A move was played in the game `number`: its texts and the position after it.

    Of games on a cluster several may be told at once, and where a worker has died the game's moves
    are told again from the first.
    """

    number: int
    ply: int
    mover: bool
    text: str
    notation: str
    fen: str


@dataclass(frozen=True, slots=True)
class GameFinished:
    """A game is over, and already in the journal."""

    result: GameResult


@dataclass(frozen=True, slots=True)
class GameRepeated:
    """The worker of the game `number` broke down; the game is played once more."""

    number: int
    trouble: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the tournament is.

    `total` may grow in a knockout, whose ties are played off. `seconds_left` is None as long as
    nobody can tell. `workers` is how many games may be played at once, `paused` that none begins.
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
        """The share that is done."""
        return self.done / self.total if self.total else 1.0


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    """Nothing more is played now: all games are done (`complete`), or it was stopped."""

    complete: bool


TournamentEvent = (
    OpeningsDrawn | GameBegan | GameMoved | GameFinished | GameRepeated | Progress | TournamentEnded
)
