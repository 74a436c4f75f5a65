"""One game of a tournament: what is needed to play it, and what is kept of it.

Both are plain values that cross processes and machines.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from millmate.errors import InputError
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.json_decode import from_json
from millmate.play.tournament.clocks import TimeControl
from millmate.play.tournament.plan import Adjudication, MorrisLimits
from millmate.players.setting_tags import setting_tags
from millmate.players.spec import PlayerSpec
from millmate.records.record import GameRecord


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a game: the participant's number in the plan, its name, and its spec as text."""

    participant: int
    name: str
    player: str


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game to be played: all that a worker needs to know.

    Attributes:
        number: Of the game in the tournament, from 1.
        round: Of the tournament, from 1.
        pair: What is the same for games of two participants from one opening, colours exchanged.
        game: The name of the game.
        opening: Its number among the tournament's openings, from 0.
        white: Who plays White.
        black: Who plays Black.
        start_fen: The position that the game begins from.
        moves: Moves of the opening, played beforehand, as programs write them.
        seed: Decides the players' choices among equals.
        adjudication: When the game ends early.
        morris: When a game of morris is drawn.
        tables: The directory of tables.
        clock: What time each side has for the game, None for no clocks.
        consented: Whether the person who plays the tournament has consented to its engines, which
            workers on other machines cannot know.
    """

    number: int
    round: int
    pair: int
    game: str
    opening: int
    white: Seat
    black: Seat
    start_fen: str
    moves: tuple[str, ...]
    seed: int
    adjudication: Adjudication
    morris: MorrisLimits
    tables: str
    clock: TimeControl | None = None
    consented: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """A move that gave something away, by the tables.

    `ply` counts the game's moves from 0, the opening's included; `before` and `after` are 1, 0 or
    -1 for a position won, drawn or lost for the side that moved.
    """

    ply: int
    move: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class SideJudgement:
    """What tables say of one side's play.

    `moves` is how many of its moves they know, `lost_plies` how many plies those that kept the
    result gave away against perfect play, `timed` the number of moves that was told of.
    """

    moves: int = 0
    timed: int = 0
    lost_plies: int = 0
    slips: tuple[Slip, ...] = ()


@dataclass(frozen=True, slots=True)
class GameJudgement:
    """What tables say of a game: `entry` is the ply from which they know it.

    `value` is 1, 0 or -1 for White by best play from there.
    """

    entry: int
    value: int
    white: SideJudgement
    black: SideJudgement

    @property
    def is_sound(self) -> bool:
        """Tell whether its numbers are such as tables tell."""
        slips = (*self.white.slips, *self.black.slips)
        values = {self.value, *(value for slip in slips for value in (slip.before, slip.after))}
        return values <= {1, 0, -1} and min(self.entry, *(slip.ply for slip in slips), 0) == 0


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game.

    `failed` is the side whose player did (None: none did) and `trouble` what happened. `seconds`
    is how long the game took, `thought` of that White's and Black's players.
    """

    number: int
    round: int
    pair: int
    game: str
    opening: int
    white: Seat
    black: Seat
    start_fen: str
    moves: tuple[str, ...]
    result: str
    termination: str
    started: str
    seconds: float
    thought: tuple[float, float]
    failed: bool | None = None
    trouble: str = ""
    judged: GameJudgement | None = None

    @property
    def points(self) -> tuple[float, float] | None:
        """White's and Black's points; None for a game without a result."""
        return {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}.get(self.result)

    @property
    def outcome(self) -> Outcome:
        """How the game ended."""
        winner = {"1-0": True, "0-1": False}.get(self.result)
        return Outcome(Termination(self.termination), winner)

    def record(self, event: str = "?", clock: TimeControl | None = None) -> GameRecord:
        """Return the game as it is kept in PGN, in the tournament `event`, played by `clock`."""
        tags = {"Event": event, "Round": str(self.round), "GameNumber": str(self.number)}
        tags |= {} if clock is None else {"TimeControl": str(clock)}
        with suppress(InputError):  # a journal may be of a version that knew other players
            specs = {WHITE: self.white.player, BLACK: self.black.player}
            parsed = {side: PlayerSpec.parse(text) for side, text in specs.items()}
            tags |= setting_tags(parsed, clocked=clock is not None)
        return GameRecord(
            game=self.game,
            start_fen=self.start_fen,
            white=self.white.name,
            black=self.black.name,
            moves=self.moves,
            outcome=self.outcome,
            started=self.started,
            tags=tags | ({"Trouble": self.trouble} if self.trouble else {}),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON holds it; see `from_json`."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> GameResult:
        """Return the game that `to_json` gave.

        Raises:
            TypeError, ValueError: It did not.
        """
        found = from_json(cls, content)
        sound = Termination(found.termination) and found.result in _RESULTS
        if not sound or min(found.number, found.round) < 1 or min(found.pair, found.opening) < 0:
            raise ValueError("no game of a tournament")
        if found.judged is not None and not found.judged.is_sound:
            raise ValueError("no verdict of tables")
        return found


_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
