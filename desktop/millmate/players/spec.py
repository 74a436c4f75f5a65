"""The recipe of a player in one word, as command line, settings and tournament files write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from millmate.errors import InputError
from millmate.players.engine_recipe import EngineRecipe, RecipeError
from millmate.players.player import Player

# The kind of spec that an engine is written with: `uci:/path/to/engine,nodes=10000`.
ENGINE = "uci"


class SpecError(InputError):
    """A text names no player, or an option that it does not have."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player's kind and options: `minimax:depth=3`.

    `options` holds every option of the kind, defaults filled in, in the kind's own order; so
    equal players have equal specs, and `str` gives the text that parses to the same spec.
    """

    kind: str
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Return the spec that `text` writes: a kind, then `:name=value,...` if it has options.

        Raises:
            SpecError: Unknown kind, option or value; the message names it and the valid ones.
        """
        kind, _, rest = text.strip().partition(":")
        kind = kind.strip().lower()
        if kind == ENGINE:
            return cls.of_engine(_recipe(rest))
        if kind not in _KINDS:
            choice = f"{_choices(_KINDS)}, or {ENGINE}:/path/to/engine"
            raise SpecError(f"unknown player {text.strip()!r}: choose {choice}")
        declared = _KINDS[kind].options
        values = {name: str(option.default) for name, option in declared.items()}
        for part in filter(None, (part.strip() for part in rest.split(","))):
            name, value = _option(kind, part)
            values[name] = value
        return cls(kind, tuple(values.items()))

    @classmethod
    def of_engine(cls, recipe: EngineRecipe) -> PlayerSpec:
        """Return the spec of a UCI engine."""
        return cls(ENGINE, (("engine", str(recipe)),))

    @property
    def engine(self) -> EngineRecipe | None:
        """The recipe of the engine, None if the player is none."""
        return EngineRecipe.parse(dict(self.options)["engine"]) if self.kind == ENGINE else None

    def __str__(self) -> str:
        """The text that parses to this spec."""
        if self.kind == ENGINE:
            return f"{ENGINE}:{dict(self.options)['engine']}"
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.kind}:{options}" if options else self.kind


def describe(spec: PlayerSpec) -> str:
    """Return the player's name for people: `Human`, `Perfect (table)`, `Minimax, depth 3`."""
    if spec.engine is not None:
        return spec.engine.description()
    options = "".join(f", {name} {value}" for name, value in spec.options)
    return _KINDS[spec.kind].name + options


def build_player(
    spec: PlayerSpec, *, game: str = "chess", tables: Path, seed: int | None = None
) -> Player:
    """Return the player that `spec` describes.

    Args:
        spec: What to build.
        game: The name of the game to play, as in `games.catalogue`.
        tables: The directory that a player who needs tables probes; it need not hold any yet.
        seed: Makes the player's choice among equals repeatable; None draws a fresh one.
    """
    if spec.engine is not None:
        return _engine(spec.engine, game)
    return _KINDS[spec.kind].build(spec, game, tables, seed)


@dataclass(frozen=True, slots=True)
class _WholeNumber:
    """An option with a value from `low` to `high`."""

    low: int
    high: int
    default: int

    def read(self, value: str) -> str | None:
        if not (value.isascii() and value.isdigit()) or not self.low <= int(value) <= self.high:
            return None
        return str(int(value))


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a kind of player is called, what can be set, and how it is made."""

    name: str
    options: Mapping[str, _WholeNumber]
    build: Callable[[PlayerSpec, str, Path, int | None], Player]


def _option(kind: str, part: str) -> tuple[str, str]:
    """Return the name and value that `part` ("depth=3") sets for `kind`."""
    name, _, text = (piece.strip() for piece in part.partition("="))
    options = _KINDS[kind].options
    if name not in options:
        valid = f"it has {_choices(options)}" if options else "it has none"
        raise SpecError(f"player {kind!r} has no option {part!r}: {valid}")
    option = options[name]
    value = option.read(text)
    if value is None:
        raise SpecError(
            f"{part!r} is no {name} for {kind}: give a whole number from {option.low} to "
            f"{option.high}, such as {kind}:{name}={option.default}"
        )
    return name, value


def _recipe(text: str) -> EngineRecipe:
    try:
        return EngineRecipe.parse(text)
    except RecipeError as error:
        raise SpecError(str(error)) from None


def _choices(names: Mapping[str, object]) -> str:
    """Return the names as a choice: `a, b or c`."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


# The players are imported when they are built: a random player needs neither Numba nor Zarr.


def _engine(recipe: EngineRecipe, game: str) -> Player:
    from millmate.players.uci import player_of

    if game != "chess":
        raise SpecError(f"{recipe.title} is a UCI engine, and those play chess only")
    return player_of(recipe)


def _human(spec: PlayerSpec, game: str, tables: Path, seed: int | None) -> Player:
    from millmate.players.human import HumanPlayer

    return HumanPlayer(describe(spec))


def _random(spec: PlayerSpec, game: str, tables: Path, seed: int | None) -> Player:
    from millmate.players.random import RandomPlayer

    return RandomPlayer(describe(spec), seed)


def _minimax(spec: PlayerSpec, game: str, tables: Path, seed: int | None) -> Player:
    from millmate.games import catalogue
    from millmate.players.searching import SearchingPlayer
    from millmate.search import evaluation, morris_evaluation
    from millmate.search.minimax import Minimax

    evaluate = evaluation.evaluate if game == "chess" else morris_evaluation.evaluate
    depth = int(dict(spec.options)["depth"])
    return SearchingPlayer(
        describe(spec), Minimax(catalogue.game(game), evaluate, depth=depth), seed
    )


def _table(spec: PlayerSpec, game: str, tables: Path, seed: int | None) -> Player:
    from millmate.players.table import TablePlayer

    return TablePlayer(describe(spec), tables, seed, game)


_KINDS: dict[str, _Kind] = {
    "human": _Kind("Human", {}, _human),
    "random": _Kind("Random", {}, _random),
    "minimax": _Kind("Minimax", {"depth": _WholeNumber(1, 6, default=3)}, _minimax),
    "table": _Kind("Perfect (table)", {}, _table),
}

# The kinds of players, in the order a person is offered them.
KINDS: tuple[str, ...] = tuple(_KINDS)
