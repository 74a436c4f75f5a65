"""The engines that analyse: our own, or one of those in the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from millmate.games.chess.rules import CHESS
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.uci import command_of, own_command
from millmate.uci.client import START_SECONDS
from millmate.uci.games import VARIANT_OPTION, variant_of

OWN = "Mill & Mate"  # our own engine's title
SEARCHED = ("chess", "morris")  # the games, as their rules are called, that our own engine searches

_COMPILE_SECONDS = 300.0  # that our own engine may take to be ready, once, on a slow machine
# Options, in small letters, that make an engine weak or are set here: analysis is in full strength.
_OWN_AFFAIR = ("uci_limitstrength", "uci_elo", "skill level", "multipv", "ponder")


@dataclass(frozen=True, slots=True)
class Source:
    """An engine: its title, what starts it (raises `MillMateError`), and how it is set.

    `patience` is how long it may take to be ready, in seconds.
    """

    title: str
    command: Callable[[], Sequence[str]]
    options: tuple[tuple[str, str], ...] = ()
    patience: float = START_SECONDS


def own(tables: Path, game: str, hash_megabytes: int) -> Source:
    """Return our own engine for one of the games `SEARCHED`, with the tables in `tables`."""
    options = [("Tables", str(tables)), ("Hash", str(hash_megabytes))]
    if game != CHESS.name:
        options.append((VARIANT_OPTION, variant_of(game) or game))
    return Source(OWN, own_command, tuple(options), _COMPILE_SECONDS)


def listed(recipe: EngineRecipe) -> Source:
    """Return the engine of `recipe`, set as that says but for what makes it weak."""
    options = tuple(
        (name, value) for name, value in recipe.options if name.lower() not in _OWN_AFFAIR
    )
    return Source(recipe.title, lambda: command_of(recipe), options)
