"""PGN tags with the limits and options of programs: `[WhiteSettings "UCI_Elo 1500"]`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from millmate.games.outcome import BLACK, WHITE
from millmate.players.engine_recipe import EngineRecipe, names_no_file
from millmate.players.spec import PlayerSpec, option_texts

_TAGS = {WHITE: "WhiteSettings", BLACK: "BlackSettings"}


def setting_tags(specs: Mapping[bool, PlayerSpec], *, clocked: bool = False) -> dict[str, str]:
    """Return the tags of a game between `specs`, none for players without settings.

    With `clocked`, seconds for a move do not apply. Options that may name files are left out for
    privacy.
    """
    words = {_TAGS[side]: ", ".join(_settings(spec, clocked)) for side, spec in specs.items()}
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
        recipe = replace(recipe, seconds=recipe.limits.seconds)  # a second where nothing is said
    words += recipe.limit_texts()
    return words + [f"{n} {value}".strip() for n, value in recipe.options if names_no_file(value)]
