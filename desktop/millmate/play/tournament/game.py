"""A game of a tournament and its result, as plain values that cross processes and machines."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

import chess

from millmate.decoder import Among, Between
from millmate.errors import InputError
from millmate.games import catalogue
from millmate.games.chess.positions import board_from_fen
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.clocks import TimeControl
from millmate.play.tournament.plan import Adjudication, MorrisLimits
from millmate.players.spec import PlayerSpec, setting_tags
from millmate.records.record import GameRecord

_Count = Annotated[int, Between(0)]
_Sign = Annotated[int, Between(-1, 1)]


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a game: the participant's number in the plan, its name, and its spec as text."""

    participant: int
    name: str
    player: str


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The common part of a game and its result.

    Attributes:
        number: The game's number in the tournament, from 1.
        round: The tournament's round, from 1.
        pair: The same for the two games of a pair: same opening, colours exchanged.
        game: The name of the game, such as `chess`.
        opening: The opening's number among the tournament's openings, from 0.
        white: The player of White.
        black: The player of Black.
        start_fen: The position from which the game starts.
        moves: Moves in notation for programs: the opening's in a `GameSpec`, all in a `GameResult`.
    """

    number: Annotated[int, Between(1)]
    round: Annotated[int, Between(1)]
    pair: _Count
    game: str
    opening: _Count
    white: Seat
    black: Seat
    start_fen: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameSpec(GameSetup):
    """A game to play, with all the data that a worker needs.

    Attributes:
        seed: Decides the players' choices among equal moves.
        adjudication: When the game ends early.
        morris: When a game of morris is drawn, None for other games.
        tables: The directory of tables.
        clock: The time control of each side, None for no clocks.
        consented: Whether the user has consented to the engines; workers on other machines cannot
            check this.
    """

    seed: int
    adjudication: Adjudication
    morris: MorrisLimits | None
    tables: str
    clock: TimeControl | None = None
    consented: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """A move that, by the tables, gave away a win or a draw.

    `ply` counts the game's moves from 0, the opening's included; `before` and `after` are 1, 0 or
    -1 for a position won, drawn or lost for the side that moved.
    """

    ply: _Count
    move: str
    before: _Sign
    after: _Sign


@dataclass(frozen=True, slots=True)
class SideJudgement:
    """How one side played by the tables.

    Tables cover `moves` of its moves. In `timed` of these, which kept the result and whose distance
    is known, it lost `lost_plies` plies against perfect play.
    """

    moves: int = 0
    timed: int = 0
    lost_plies: int = 0
    slips: tuple[Slip, ...] = ()


@dataclass(frozen=True, slots=True)
class GameJudgement:
    """How a game was played from the ply `entry` on, the first that tables cover.

    `value` is the result with best play from there: 1, 0 or -1 for White.
    """

    entry: _Count
    value: _Sign
    white: SideJudgement
    black: SideJudgement


@dataclass(frozen=True, slots=True)
class GameResult(GameSetup):
    """A finished game.

    `failed` is the side whose player failed (None: neither), `trouble` says what happened.
    `seconds` is how long the game took, `thought` how much of it White's and Black's players used.
    """

    result: Annotated[str, Among(("1-0", "0-1", "1/2-1/2", "*"))]
    termination: Annotated[str, Among(tuple(each.value for each in Termination))]
    started: str
    seconds: float
    thought: tuple[float, float]
    failed: bool | None = None
    trouble: str = ""
    judged: GameJudgement | None = None

    @property
    def points(self) -> tuple[float, float] | None:
        """White's and Black's points, None for a game without a result."""
        return {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}.get(self.result)

    @property
    def outcome(self) -> Outcome:
        winner = {"1-0": True, "0-1": False}.get(self.result)
        return Outcome(Termination(self.termination), winner)

    def record(self, event: str = "?", clock: TimeControl | None = None) -> GameRecord:
        """Return the record of the game for PGN, played in the tournament `event` with `clock`."""
        tags = {"Event": event, "Round": str(self.round), "GameNumber": str(self.number)}
        tags |= {} if clock is None else {"TimeControl": str(clock)}
        with suppress(InputError):  # a journal can be from a version with other players
            specs = {WHITE: self.white.player, BLACK: self.black.player}
            parsed = {side: PlayerSpec.parse(text) for side, text in specs.items()}
            tags |= setting_tags(parsed, clocked=clock is not None)
        tags |= {"Trouble": self.trouble} if self.trouble else {}
        names = self.white.name, self.black.name
        return GameRecord(
            self.game, self.start_fen, *names, self.moves, self.outcome, self.started, tags
        )


@lru_cache(maxsize=4096)
def notation(game: str, start_fen: str, moves: tuple[str, ...], ply: int) -> str:
    """Return the move at `ply`, counted from 0, with its number: `16… Rd4`."""
    text = moves[ply]
    if game == "chess":
        # A journal written by hand may hold illegal moves.
        with suppress(ValueError, AssertionError):
            text = _san(start_fen, moves[: ply + 1])
    return f"{numbered(game, start_fen, ply)} {text}"


@lru_cache(maxsize=4096)
def numbered(game: str, start_fen: str, ply: int) -> str:
    """Return the move number at `ply`, counted from 0: `16.` for White, `16…` for Black."""
    begun = _plies_before(game, start_fen) + ply
    return f"{begun // 2 + 1}{'…' if begun % 2 else '.'}"


def _san(start_fen: str, moves: tuple[str, ...]) -> str:
    """Return the last of `moves`; checking the others too would take ten times longer.

    Raises:
        ValueError, AssertionError: A move is illegal.
    """
    board = board_from_fen(start_fen)
    for text in moves[:-1]:
        board.push(chess.Move.from_uci(text))
    return board.san(chess.Move.from_uci(moves[-1]))


@lru_cache(maxsize=256)
def _plies_before(game: str, start_fen: str) -> int:
    """Return the number of plies from White's first move to the position."""
    return catalogue.game(game).board(start_fen).ply()
