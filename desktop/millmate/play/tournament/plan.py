"""What a tournament is: who plays what against whom, how often, from where and by which limits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from pathlib import Path, PurePath

from millmate.errors import InputError
from millmate.games import catalogue
from millmate.games.board import Rules
from millmate.play.tournament.clocks import TimeControl
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.spec import PlayerSpec, describe, limited

VERDICTS = ("any", "draw", "decided", "white wins", "black wins")
ORDERS = ("given", "random")


class PlanError(InputError):
    """A plan cannot be played; the message names the key that is wrong, and what it may be."""


class Format(Enum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"  # every ordered pair: each meets each as White and as Black
    PAIRS = "pairs"  # every pair once, colours exchanged from game to game
    GAUNTLET = "gauntlet"  # the first against all others, colours exchanged
    KNOCKOUT = "knockout"  # who loses a match is out


@dataclass(frozen=True, slots=True)
class Participant:
    """Who takes part: a name of its own, and the recipe of the player."""

    name: str
    player: PlayerSpec

    @classmethod
    def of(cls, player: str, name: str = "", limits: Limits | None = None) -> Participant:
        """Return the participant that plays as `player`.

        It is called as people call such a player, within `limits`, if it is not named: with a
        clock its own seconds for a move say nothing.

        Raises:
            SpecError: `player` is none.
        """
        spec = PlayerSpec.parse(player)
        return cls(name or called(spec, limits or Limits()), spec)


def called(spec: PlayerSpec, limits: Limits, say: Callable[[str], str] = str) -> str:
    """Return what people call such a player within `limits`; in English unless `say` is `tr`.

    Raises:
        SpecError: The player cannot be limited so.
    """
    known = with_limits(spec, limits)
    return describe(untimed(known) if limits.clock else known, say)


@dataclass(frozen=True, slots=True)
class OpeningPlan:
    """Where games begin: one of `positions`, `file`, `tables` and `chance`, or the game's start.

    Attributes:
        positions: Positions as text.
        file: A file of positions, one a line (FEN, EPD), or of games (`.pgn`).
        plies: How many plies of each game of a PGN file are played beforehand.
        tables: Materials that positions are drawn of: `KRPvKR`, `morris:5-4`.
        verdict: What tables say of the positions drawn, one of `VERDICTS`.
        distance: The fewest and the most plies to the end of those that are decided.
        chance: Plies played by chance from the game's start, to a position that is about even.
        count: How many are drawn, or taken of the file; 0 for as many as are needed.
        order: How a file is gone through: as it stands, or by chance.
    """

    positions: tuple[str, ...] = ()
    file: str = ""
    plies: int = 8
    tables: tuple[str, ...] = ()
    verdict: str = "any"
    distance: tuple[int, int] | None = None
    chance: int = 0
    count: int = 0
    order: str = "given"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long every participant that searches thinks about a move; None leaves its own limits.

    A `clock` gives each side time for the whole game, and takes the place of seconds for a move;
    nodes and depth, also those of a participant's own, end a search besides.
    """

    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    clock: TimeControl | None = None

    def given(self) -> dict[str, str]:
        """Return the limits of a move that are set, as specs write them."""
        values = {"nodes": self.nodes, "depth": self.depth, "seconds": self.seconds}
        return {
            name: f"{value:g}" if name == "seconds" else str(value)
            for name, value in values.items()
            if value is not None
        }


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a game ends that the rules would let go on; 0 or False is off.

    Attributes:
        tables: Whether it ends as soon as tables know the result. A win that the fifty-move rule
            may draw is played on.
        max_moves: It is drawn after so many moves of each side.
        resign_score: It is lost for the side that both players see so much behind, in hundredths
            of a pawn, for `resign_moves` moves of each.
        resign_moves: See `resign_score`.
        draw_score: It is drawn once both players see no more than this for `draw_moves` moves of
            each, from move `draw_after` on; None is off.
        draw_moves: See `draw_score`.
        draw_after: See `draw_score`.
    """

    tables: bool = False
    max_moves: int = 0
    resign_score: int = 0
    resign_moves: int = 3
    draw_score: int | None = None
    draw_moves: int = 8
    draw_after: int = 40


@dataclass(frozen=True, slots=True)
class MorrisLimits:
    """How games of morris are drawn in tournaments; 0 leaves the usual rule.

    A win counts before a draw. Turns are those of both sides, placements too.

    Attributes:
        max_turns: The game is drawn after so many turns.
        max_state_replayed: It is drawn when a position has come up so often, with the same side
            to move.
        max_moves_without_mill: It is drawn when a side has taken so many turns of its own since
            it last closed a mill, or since the game began. Other than in the usual rule of fifty
            moves a placement is a move as any other, and only a mill of its own helps a side.
    """

    max_turns: int = 250
    max_state_replayed: int = 5
    max_moves_without_mill: int = 30


@dataclass(frozen=True, slots=True)
class Sprt:
    """The sequential test of two participants: is the first `elo1` stronger, or only `elo0`?

    `alpha` and `beta` are how often each answer may be wrong.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """A tournament.

    `games` is the number of games a pairing: for every ordered pair in a round robin, for every
    pair of participants otherwise. `seed` makes all that is drawn by chance repeatable.
    """

    participants: tuple[Participant, ...]
    name: str = "Tournament"
    game: str = "chess"
    format: Format = Format.ROUND_ROBIN
    games: int = 2
    seed: int = 1
    openings: OpeningPlan = field(default_factory=OpeningPlan)
    limits: Limits = field(default_factory=Limits)
    adjudication: Adjudication = field(default_factory=Adjudication)
    morris: MorrisLimits = field(default_factory=MorrisLimits)
    sprt: Sprt | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return catalogue.game(self.game)

    @property
    def is_morris(self) -> bool:
        """Whether the game is one of morris."""
        return catalogue.kind_of(self.game) == "morris"

    @property
    def starts_with_all_men(self) -> bool:
        """Whether games of chess begin with all men on the board, which no table has."""
        given = self.openings
        return not (self.is_morris or given.positions or given.file or given.tables)

    @property
    def swaps(self) -> bool:
        """Whether games come in pairs from one opening with colours exchanged, one by one."""
        return self.format is not Format.ROUND_ROBIN

    def digest(self) -> str:
        """Return a text that is the same for plans with the same games.

        The tournament's name is left out, and so is where the file of openings lies.
        """
        content = asdict(self) | {"name": "", "format": self.format.value}
        content["participants"] = [[each.name, str(each.player)] for each in self.participants]
        content["openings"]["file"] = PurePath(self.openings.file).name
        if self.limits.clock is None:  # as in plans from before there were clocks
            del content["limits"]["clock"]
        if not self.is_morris:
            del content["morris"]
        text = json.dumps(content, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()


def located(plan: TournamentPlan, folder: Path) -> TournamentPlan:
    """Return `plan` with the absolute paths of its engines; relative ones start at `folder`."""
    people = (replace(each, player=each.player.located(folder)) for each in plan.participants)
    return replace(plan, participants=tuple(people))


def with_limits(spec: PlayerSpec, limits: Limits) -> PlayerSpec:
    """Return `spec` thinking as long as `limits` say, if it searches and they say anything."""
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


def untimed(spec: PlayerSpec) -> PlayerSpec:
    """Return `spec` without its seconds for a move, to be described, not to be built."""
    recipe = spec.engine or spec.strong
    if recipe is not None:
        return PlayerSpec(spec.kind, (("engine", str(replace(recipe, seconds=None))),))
    kept = tuple((name, value) for name, value in spec.options if name != "seconds")
    return PlayerSpec(spec.kind, kept)
