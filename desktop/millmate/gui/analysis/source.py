"""The engines for analysis: the built-in one, or one of the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from millmate.games.chess.rules import CHESS
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.uci import command_of, own_command
from millmate.uci.client import START_SECONDS
from millmate.uci.protocol import VARIANT_OPTION, variant_of

OWN = "Mill & Mate"  # the title of the built-in engine
SEARCHED = ("chess", "morris")  # games of the built-in engine

_COMPILE_SECONDS = 300.0  # for the first start on a slow machine
# Options that weaken an engine or are set here: analysis runs at full strength.
_OWN_AFFAIR = ("uci_limitstrength", "uci_elo", "skill level", "multipv", "ponder")


@dataclass(frozen=True, slots=True)
class Source:
    """An engine: its title, what starts it (raises `MillMateError`), and its options.

    `patience` is the time for its start, in seconds.
    """

    title: str
    command: Callable[[], Sequence[str]]
    options: tuple[tuple[str, str], ...] = ()
    patience: float = START_SECONDS


def own(tables: Path, game: str, hash_megabytes: int) -> Source:
    """Return the built-in engine for one of the games in `SEARCHED`."""
    options = [("Tables", str(tables)), ("Hash", str(hash_megabytes))]
    if game != CHESS.name:
        options.append((VARIANT_OPTION, variant_of(game) or game))
    return Source(OWN, own_command, tuple(options), _COMPILE_SECONDS)


def listed(recipe: EngineRecipe) -> Source:
    """Return the engine of `recipe` with its options, except for those that weaken it."""
    options = tuple(
        (name, value) for name, value in recipe.options if name.lower() not in _OWN_AFFAIR
    )
    return Source(recipe.title, lambda: command_of(recipe), options)
