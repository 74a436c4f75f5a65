"""The plan of a tournament: players, format, number of games, openings and limits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from pathlib import Path, PurePath
from typing import Annotated

from millmate.decoder import Between, Reads
from millmate.errors import InputError
from millmate.games import catalogue
from millmate.games.board import Rules
from millmate.play.clocks import TimeControl
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.spec import PlayerSpec, describe, limited, untimed

VERDICTS = ("any", "draw", "decided", "white wins", "black wins")
ORDERS = ("given", "random")
MOST_GAMES = 100_000  # of a pairing
_MOST = 10**9  # of any other number


def _texts(value: str | list[str]) -> tuple[str, ...]:
    if value == []:
        raise ValueError("none")
    return (value,) if isinstance(value, str) else tuple(value)


def _clock(value: float | str) -> TimeControl:
    return TimeControl.parse(value if isinstance(value, str) else f"{value:g}")


_Count = Annotated[int, Between(0, _MOST)]
_Positive = Annotated[int, Between(1, _MOST)]
_Number = Annotated[float, Between(-1e6, 1e6)]
_Texts = Annotated[tuple[str, ...], Reads(list[str] | str, _texts)]


class PlanError(InputError):
    """A plan cannot be played; the message names the wrong key and what it may be."""


class Format(Enum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"  # every ordered pair: everyone meets everyone as White and as Black
    PAIRS = "pairs"  # every pair once, colours exchanged from game to game
    GAUNTLET = "gauntlet"  # the first against all others, colours exchanged
    KNOCKOUT = "knockout"  # the loser of a match is out


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant: a unique name, and the recipe of the player."""

    name: str
    player: PlayerSpec

    @classmethod
    def of(cls, player: str, name: str = "", limits: Limits | None = None) -> Participant:
        """Return the participant that plays as `player`.

        Without a name it is described within `limits`: with a clock, the player's own seconds for
        a move do not count.

        Raises:
            SpecError: `player` is not a player.
        """
        spec = PlayerSpec.parse(player)
        return cls(name or called(spec, limits or Limits()), spec)


def called(spec: PlayerSpec, limits: Limits, translate: Callable[[str], str] = str) -> str:
    """Return the player's description within `limits`, in English unless `translate` is `tr`.

    Raises:
        SpecError: The player cannot have these limits.
    """
    known = with_limits(spec, limits)
    return describe(untimed(known) if limits.clock else known, translate)


@dataclass(frozen=True, slots=True)
class OpeningPlan:
    """Where games start: one of `positions`, `file`, `tables` and `chance`, or the game's start.

    Attributes:
        positions: Positions as text.
        file: A file of positions, one per line (FEN, EPD), or of games (`.pgn`).
        plies: How many plies of each game in a PGN file are played in advance.
        tables: Tables to draw positions from: `KRPvKR`, `morris:5-4`.
        verdict: The value of the positions drawn, one of `VERDICTS`.
        distance: The fewest and the most plies to the end in decided positions.
        chance: Random plies from the game's start, to a roughly even position.
        count: The number to draw, or to take from the file; 0 for all that are needed.
        order: The order of a file: as given, or random.
    """

    positions: _Texts = ()
    file: str = ""
    plies: Annotated[int, Between(0, 1000)] = 8
    tables: _Texts = ()
    verdict: str = "any"
    distance: tuple[_Count, _Count] | None = None
    chance: Annotated[int, Between(0, 60)] = 0
    count: _Count = 0
    order: str = "given"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long every participant that searches thinks about a move; None keeps its own limits.

    A `clock` gives each side time for the whole game and replaces seconds for a move; limits of
    nodes and depth, including a participant's own, still apply.
    """

    nodes: _Positive | None = None
    depth: _Positive | None = None
    seconds: Annotated[float, Between(0.01, 3600)] | None = None
    clock: Annotated[TimeControl, Reads(str | float, _clock)] | None = None

    def given(self) -> dict[str, str]:
        """Return the limits for a move that are set, as specs write them."""
        values = {"nodes": self.nodes, "depth": self.depth, "seconds": self.seconds}
        return {
            name: f"{value:g}" if name == "seconds" else str(value)
            for name, value in values.items()
            if value is not None
        }


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a game ends although the rules allow it to continue; 0 or False is off.

    Attributes:
        tables: End the game as soon as tables have the result, unless the fifty-move rule may
            still draw a win.
        max_moves: Draw the game after this many moves of each side.
        resign_score: A side loses when both players see it this many centipawns behind for
            `resign_moves` moves each.
        resign_moves: See `resign_score`.
        draw_score: Draw the game when both players see no more centipawns than this for
            `draw_moves` moves each, from move `draw_after` on; None is off.
        draw_moves: See `draw_score`.
        draw_after: See `draw_score`.
    """

    tables: bool = False
    max_moves: _Count = 0
    resign_score: _Count = 0
    resign_moves: _Count = 3
    draw_score: _Count | None = None
    draw_moves: _Count = 8
    draw_after: _Count = 40


@dataclass(frozen=True, slots=True)
class MorrisLimits:
    """When games of morris are drawn in tournaments; 0 keeps the usual rule.

    A win counts before a draw. Turns are those of both sides, including placements.

    Attributes:
        max_turns: Draw the game after this many turns.
        max_state_replayed: Draw the game when a position with the same side to move has come up
            this often.
        max_moves_without_mill: Draw the game when a side has taken this many turns since it last
            closed a mill, or since the start of the game. Unlike in the usual fifty-move rule,
            placements count as moves, and only a side's own mills reset its count.
    """

    max_turns: _Count = 250
    max_state_replayed: _Count = 5
    max_moves_without_mill: _Count = 30


@dataclass(frozen=True, slots=True)
class Sprt:
    """The sequential test of two participants: is the first `elo1` stronger, or only `elo0`?

    `alpha` and `beta` are the error rates of the two answers.
    """

    elo0: _Number = 0.0
    elo1: _Number = 10.0
    alpha: _Number = 0.05
    beta: _Number = 0.05


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """A tournament.

    `games` is the number of games for each pairing: an ordered pair in a round robin, otherwise a
    pair of participants. `seed` makes all random choices repeatable.
    """

    participants: tuple[Participant, ...]
    name: str = "Tournament"
    game: str = catalogue.USUAL
    format: Format = Format.ROUND_ROBIN
    games: Annotated[int, Between(1, MOST_GAMES)] = 2
    seed: Annotated[int, Between(0)] = 1
    openings: OpeningPlan = field(default_factory=OpeningPlan)
    limits: Limits = field(default_factory=Limits)
    adjudication: Adjudication = field(default_factory=Adjudication)
    morris: MorrisLimits = field(default_factory=MorrisLimits)
    sprt: Sprt | None = None

    @property
    def rules(self) -> Rules:
        return catalogue.game(self.game)

    @property
    def is_morris(self) -> bool:
        return catalogue.kind_of(self.game) == "morris"

    @property
    def starts_with_all_men(self) -> bool:
        """Whether games of chess start with all men on the board, which no table covers."""
        given = self.openings
        return not (self.is_morris or given.positions or given.file or given.tables)

    @property
    def swaps(self) -> bool:
        """Whether games come in pairs with the same opening and colours exchanged."""
        return self.format is not Format.ROUND_ROBIN

    def digest(self) -> str:
        """Return a text that is the same for plans with the same games.

        The tournament's name and the folder of the file of openings are left out.
        """
        content = asdict(self) | {"name": "", "format": self.format.value}
        # As in plans from before the standard game was left out of the key.
        content["game"] = self.game.replace("morris:quiet=", "morris:standard,quiet=")
        content["participants"] = [[each.name, str(each.player)] for each in self.participants]
        content["openings"]["file"] = PurePath(self.openings.file).name
        if self.limits.clock is None:  # as in plans from before there were clocks
            del content["limits"]["clock"]
        if not self.is_morris:
            del content["morris"]
        text = json.dumps(content, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()


def located(plan: TournamentPlan, folder: Path) -> TournamentPlan:
    """Return `plan` with absolute paths of its engines; relative ones start at `folder`."""
    people = (replace(each, player=each.player.located(folder)) for each in plan.participants)
    return replace(plan, participants=tuple(people))


def with_limits(spec: PlayerSpec, limits: Limits) -> PlayerSpec:
    """Return `spec` with `limits`, if it searches and any are set."""
    given = limits.given()
    if not given:
        return spec
    if spec.kind in SEARCH_KINDS:
        return limited(spec, given)
    recipe = spec.engine or spec.strong
    if recipe is None:
        return spec
    timed = replace(
        recipe.without_limits(), nodes=limits.nodes, depth=limits.depth, seconds=limits.seconds
    )
    return PlayerSpec(spec.kind, (("engine", str(timed)),))
