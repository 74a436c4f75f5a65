"""The strength levels of a UCI engine: by its `UCI_Elo`, or else its `Skill Level`.

A level is written as a part of a recipe, such as `elo=1500` or `option.Skill Level=8`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from millmate.language import mark
from millmate.players.engine_recipe import ABOUT, LEVEL_NAMES, SKILL, EngineRecipe
from millmate.uci.options import UciOption

_WEAKEST = mark("Weakest")


def levels_of(options: Iterable[UciOption]) -> dict[str, str]:
    """Return the marked names of an engine's levels by their parts, weakest first.

    Those of `UCI_Elo` are within its range, with full strength above them. Values of `Skill Level`
    have no Elo: the five weaker names divide its range evenly. Empty if the engine has neither.
    """
    known = {option.name.lower(): option for option in options if option.kind in ("spin", "check")}
    elo, skill = known.get("uci_elo"), known.get(SKILL.lower())
    if elo is not None and elo.low < elo.high and "uci_limitstrength" in known:
        named = {each: name for each, name in LEVEL_NAMES.items() if elo.low <= each <= elo.high}
        weakest = {} if elo.low in named else {elo.low: _WEAKEST}
        return {f"elo={each}": name for each, name in (weakest | named).items() if each > 0}
    if skill is not None and skill.low < skill.high:
        names, span = list(LEVEL_NAMES.values())[:5], skill.high - skill.low
        return {
            f"option.{skill.name}={skill.low + place * span // len(names)}": name
            for place, name in enumerate(names)
        }
    return {}


def level_text(part: str, name: str, translate: Callable[[str], str], *, rated: bool) -> str:
    """Return the text of a choice: `Club player (about 1500)`; `name` may be "".

    Unless it is `rated`, the name is shown without its Elo.
    """
    kind, _, value = part.partition("=")
    about = translate(ABOUT).format(value) if kind == "elo" else f"{SKILL} {value}"
    if not name:
        return about
    return f"{translate(name)} ({about})" if rated else translate(name)


def at_level(engine: EngineRecipe, part: str) -> EngineRecipe:
    """Return the recipe of `engine` at the level of `part`, or as it is for ""."""
    return EngineRecipe.parse(f"{engine.without_level()},{part}") if part else engine
