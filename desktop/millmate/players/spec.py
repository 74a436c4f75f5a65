"""Specs: players in one word, as written on the command line, in settings and tournaments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from millmate import limits
from millmate.errors import InputError
from millmate.games.catalogue import without_limit
from millmate.games.morris.variants import Removals, variant
from millmate.games.outcome import BLACK, WHITE
from millmate.language import mark, tr
from millmate.players.engine_recipe import LEVEL_NAMES, EngineRecipe, RecipeError, names_no_file
from millmate.players.search_kinds import LIMITS, SEARCH_KINDS, OneOf, PlayerKind, check_weights
from millmate.search.levels import LEAST_ELO, MORRIS_NAMES, MOST_ELO

# The kind of spec for an engine: `uci:/path/to/engine,nodes=10000`.
ENGINE = "uci"
# Our own engine, which has no path: `strong:seconds=0.5`, `strong:elo=1500`, and engine options.
STRONG = "strong"
# Perfect play by tables; `table:rule50=off` ignores the fifty-move rule.
TABLE, RULE50 = "table", "rule50"
# How lost positions are defended: as long as possible; so that the winner can go wrong most easily
# (`table:style=problems`); or by the lines of the endgame course where it has any.
STYLE, PROBLEMS, THEORY = "style", "problems", "theory"
_STYLES = (("perfect", ""), (PROBLEMS, mark("sets problems")), (THEORY, mark("as in theory")))
_STYLE = OneOf(_STYLES, "perfect")
_RULE50 = OneOf((("on", ""), ("off", mark("without the fifty-move rule"))), "on")
_SETTING_TAGS = {WHITE: "WhiteSettings", BLACK: "BlackSettings"}


class SpecError(InputError):
    """A text does not name a player, or names an option that the player does not have."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player's kind and options: `minimax:depth=3`.

    `options` contains all relevant options, including defaults, in the kind's order: equal players
    have equal specs, and `str` returns text that is parsed to the same spec.
    """

    kind: str
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Return the spec in `text`: a kind, then `:name=value,...` if it has options.

        Raises:
            SpecError: Unknown kind, option or value; the message names it and the valid ones.
        """
        if len(text) > limits.LONGEST_SPEC:
            raise SpecError(tr("too long for a player: {text}…", text=repr(text[:40])))
        kind, _, rest = text.strip().partition(":")
        kind = kind.strip().lower()
        if kind == ENGINE:
            return cls.of_engine(_recipe(rest))
        if kind == STRONG:
            return cls(STRONG, (("engine", str(_strong_recipe(rest))),))
        if kind not in _KINDS:
            choice = tr(
                "{names}, or {engine}", names=_choices(_KINDS), engine=f"{ENGINE}:/path/to/engine"
            )
            raise SpecError(
                tr(
                    "unknown player {text!r}: choose {choice}",
                    text=text.strip()[:80],
                    choice=choice,
                )
            )
        parts = filter(None, (part.strip() for part in rest.split(",")))
        return cls(kind, _completed(_KINDS[kind], dict(_option(kind, part) for part in parts)))

    @classmethod
    def of_engine(cls, recipe: EngineRecipe) -> PlayerSpec:
        return cls(ENGINE, (("engine", str(recipe)),))

    @property
    def engine(self) -> EngineRecipe | None:
        """The recipe of a UCI engine, None for any other player."""
        return EngineRecipe.parse(dict(self.options)["engine"]) if self.kind == ENGINE else None

    @property
    def strong(self) -> EngineRecipe | None:
        """The recipe of our own engine, None for any other player."""
        if self.kind != STRONG:
            return None
        return EngineRecipe.parse(dict(self.options).get("engine", STRONG))

    def located(self, folder: Path) -> PlayerSpec:
        """Return the spec with the absolute path of its engine; see `EngineRecipe.located`."""
        return self if self.engine is None else self.of_engine(self.engine.located(folder))

    def __str__(self) -> str:
        if self.kind == ENGINE:
            return f"{ENGINE}:{dict(self.options)['engine']}"
        if self.strong is not None:
            rest = str(self.strong).partition(",")[2]
            return f"{STRONG}:{rest}" if rest else STRONG
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.kind}:{options}" if options else self.kind


def describe(spec: PlayerSpec, translate: Callable[[str], str] = str) -> str:
    """Return the player's name for people: `Human`, `Perfect (table)`, `Minimax, depth 3`.

    The name is in English, as in records, unless `translate` is `tr`.
    """
    if spec.engine is not None:
        return spec.engine.description(translate)
    if spec.strong is not None:
        strong = replace(spec.strong, name=translate(_KINDS[STRONG].name))
        return strong.description(translate, LEVEL_NAMES | MORRIS_NAMES)
    return ", ".join([translate(_KINDS[spec.kind].name), *option_texts(spec, translate)])


def option_texts(spec: PlayerSpec, translate: Callable[[str], str] = str) -> list[str]:
    """Return the options of a player other than an engine as texts: `depth 3`."""
    options = _KINDS[spec.kind].options
    return [options[name].text(value, translate) for name, value in spec.options]


def setting_tags(specs: Mapping[bool, PlayerSpec], *, clocked: bool = False) -> dict[str, str]:
    """Return the PGN tags with the settings of programs: `[WhiteSettings "UCI_Elo 1500"]`.

    With `clocked`, seconds for a move do not apply. Options that can name files are left out for
    privacy.
    """
    words = {
        _SETTING_TAGS[side]: ", ".join(_settings(spec, clocked)) for side, spec in specs.items()
    }
    return {tag: text for tag, text in words.items() if text}


def _settings(spec: PlayerSpec, clocked: bool) -> list[str]:
    recipe = spec.engine or spec.strong
    if recipe is None:
        kept = (o for o in spec.options if not (clocked and o[0] == "seconds"))
        return option_texts(replace(spec, options=tuple(kept)))
    return _settings_of_engine(recipe, clocked)


def _settings_of_engine(recipe: EngineRecipe, clocked: bool) -> list[str]:
    words = [] if recipe.elo is None else [f"UCI_Elo {recipe.elo}"]
    if clocked:
        recipe = replace(recipe, seconds=None)
    elif recipe.elo is None:
        recipe = replace(recipe, seconds=recipe.limits.seconds)  # a second by default
    words += recipe.limit_texts()
    return words + [f"{n} {value}".strip() for n, value in recipe.options if names_no_file(value)]


def limited(spec: PlayerSpec, limits: Mapping[str, str]) -> PlayerSpec:
    """Return the `spec` of a generation with other limits: `depth`, `seconds` or `nodes`.

    Raises:
        SpecError: The player does not search, or the value of a limit is invalid.
    """
    if spec.kind not in SEARCH_KINDS:
        raise SpecError(
            tr(
                "{player!r} is not a search: choose {names}",
                player=str(spec),
                names=_choices(SEARCH_KINDS),
            )
        )
    kept = [f"{name}={value}" for name, value in spec.options if name not in LIMITS]
    given = [f"{name}={value}" for name, value in limits.items()]
    return PlayerSpec.parse(f"{spec.kind}:{','.join(kept + given)}")


def untimed(spec: PlayerSpec) -> PlayerSpec:
    """Return `spec` without its seconds for a move, which are ignored with clocks."""
    recipe = spec.engine or spec.strong
    if recipe is not None:
        return PlayerSpec(spec.kind, (("engine", str(replace(recipe, seconds=None))),))
    kept = tuple((name, value) for name, value in spec.options if name != "seconds")
    return PlayerSpec(spec.kind, kept)


def check_game(spec: PlayerSpec, game: str) -> None:
    """Check that the player of `spec` plays the game `game`, without starting it.

    Raises:
        SpecError: It does not.
        WeightsError: Its weights are for the other game.
    """
    if spec.kind in SEARCH_KINDS:
        check_weights(dict(spec.options).get("weights", ""), game)
    game = without_limit(game)
    if spec.engine is not None and game != "chess":
        raise SpecError(
            tr("{engine} is a UCI engine, and those play chess only", engine=spec.engine.title)
        )
    if spec.kind == "table" and ":" in game and not _has_tables(game):
        raise SpecError(tr("there are no tables of {game}", game=game))


def _has_tables(game: str) -> bool:
    """Return whether tables of a variant of morris can be built, such as `morris:twelve`."""
    return variant(game.partition(":")[2]).removals is Removals.ONE


def _completed(kind: PlayerKind, given: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the options including defaults, without those that have no text."""
    if kind.limit is not None and not any(name in given for name in LIMITS):
        given = dict(given) | dict([kind.limit])
    values = {name: given.get(name, option.default) for name, option in kind.options.items()}
    return tuple((n, value) for n, value in values.items() if value and kind.options[n].text(value))


def _option(kind: str, part: str) -> tuple[str, str]:
    """Return the name and value that `part` ("depth=3") sets for `kind`."""
    name, _, text = (piece.strip() for piece in part.partition("="))
    options = _KINDS[kind].options
    if name not in options:
        valid = tr("it has {names}", names=_choices(options)) if options else tr("it has none")
        raise SpecError(
            tr(
                "player {kind!r} has no option {part!r}: {valid}",
                kind=kind,
                part=part[:80],
                valid=valid,
            )
        )
    option = options[name]
    value = option.read(text)
    if value is None:
        usual = PlayerSpec.parse(kind)
        raise SpecError(
            tr(
                "{part!r}: {name} of {kind} must be {wanted}, as in {usual}",
                part=part[:80],
                name=name,
                kind=kind,
                wanted=option.wanted,
                usual=usual,
            )
        )
    return name, value


def _recipe(text: str) -> EngineRecipe:
    try:
        return EngineRecipe.parse(text)
    except RecipeError as error:
        raise SpecError(str(error)) from None


def _strong_recipe(rest: str) -> EngineRecipe:
    """Return the recipe of our own engine from `rest`; its strength is limited to a range."""
    recipe = _recipe(f"{STRONG},{rest}")
    if recipe.arguments:
        raise SpecError(tr("the strong search takes no arguments: leave out arguments"))
    if recipe.elo is not None and not LEAST_ELO <= recipe.elo <= MOST_ELO:
        raise SpecError(
            tr(
                "'elo={elo}' is not a level of the strong search: use a whole number from "
                "{low} to {high}",
                elo=recipe.elo,
                low=LEAST_ELO,
                high=MOST_ELO,
            )
        )
    return recipe


def _choices(names: Mapping[str, object]) -> str:
    """Return the names as a choice: `a, b or c`."""
    *most, last = names
    return tr("{some} or {last}", some=", ".join(most), last=last) if most else last


_KINDS: dict[str, PlayerKind] = {
    "human": PlayerKind(mark("Human")),
    "random": PlayerKind(mark("Random")),
    **SEARCH_KINDS,
    "strong": PlayerKind(mark("Strong search")),
    TABLE: PlayerKind(mark("Perfect (table)"), {RULE50: _RULE50, STYLE: _STYLE}),
}

# The kinds of players, in the order offered to users.
KINDS: tuple[str, ...] = tuple(_KINDS)
