"""Asks an engine for its name and options, in a thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from millmate.errors import MillMateError
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.uci import command_of
from millmate.search.result import Interrupted
from millmate.uci.client import UciEngine
from millmate.uci.options import UciOption


@dataclass(frozen=True, slots=True)
class Introduced:
    """The name and options of an engine; `fault` says why it failed."""

    recipe: EngineRecipe
    name: str = ""
    author: str = ""
    options: tuple[UciOption, ...] = ()
    fault: str = ""


def introduce(
    recipe: EngineRecipe, progress: Callable[[object], None], stopped: Callable[[], bool]
) -> Introduced:
    """Start the engine of `recipe`, ask it, and quit it; slow if it does not answer."""
    engine = None
    try:
        engine = UciEngine(command_of(recipe))
        engine.start(stopped=stopped)
        options = tuple(engine.options.values())
        return Introduced(recipe, engine.name, engine.author, options)
    except (MillMateError, Interrupted) as error:
        return Introduced(recipe, fault=str(error))
    finally:
        if engine is not None:
            engine.close()
