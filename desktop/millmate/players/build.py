"""Builds the player that a `PlayerSpec` describes."""

from collections.abc import Callable
from pathlib import Path

from millmate.players.engine_recipe import EngineRecipe
from millmate.players.player import Player
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.spec import PlayerSpec, check_game, describe


def build_player(
    spec: PlayerSpec,
    *,
    game: str = "chess",
    tables: Path,
    seed: int | None = None,
    consented: bool = False,
) -> Player:
    """Return the player that `spec` describes.

    Args:
        spec: What to build.
        game: The name of the game to play, as in `games.catalogue`.
        tables: The directory that a table player probes; it need not hold any yet.
        seed: Makes the player's choice among equals repeatable; None draws a fresh one.
        consented: Whether the user has already consented to the engine; see `players.consent`.

    Raises:
        SpecError: The player does not play that game; see `check_game`.
        ConsentError: The user has not consented to the engine.
    """
    check_game(spec, game)
    if not consented and (spec.engine is not None or spec.strong is not None):
        from millmate.players import consent

        consent.check([spec])
    if spec.engine is not None:
        return _engine(spec.engine)
    if spec.kind in SEARCH_KINDS:
        return _search(spec, game, seed)
    return _BUILDERS[spec.kind](spec, game, tables, seed)


# Players are imported when they are built: a random player needs neither Numba nor Zarr.


def _engine(recipe: EngineRecipe) -> Player:
    from millmate.players.uci import player_of

    return player_of(recipe)


def _human(spec: PlayerSpec, game: str, tables: Path, seed: int | None) -> Player:
    from millmate.players.human import HumanPlayer

    return HumanPlayer(describe(spec))


def _random(spec: PlayerSpec, game: str, tables: Path, seed: int | None) -> Player:
    from millmate.players.random import RandomPlayer

    return RandomPlayer(describe(spec), seed)


def _search(spec: PlayerSpec, game: str, seed: int | None) -> Player:
    from millmate.players import generations

    options = dict(spec.options)
    return generations.build(spec.kind, options, name=describe(spec), game=game, seed=seed)


def _strong(spec: PlayerSpec, game: str, tables: Path, seed: int | None) -> Player:
    from millmate.players.uci import strong_player

    assert spec.strong is not None
    return strong_player(describe(spec), spec.strong, tables, seed, game)


def _table(spec: PlayerSpec, game: str, tables: Path, seed: int | None) -> Player:
    from millmate.players.table import TablePlayer

    return TablePlayer(describe(spec), tables, seed, game)


_BUILDERS: dict[str, Callable[[PlayerSpec, str, Path, int | None], Player]] = {
    "human": _human,
    "random": _random,
    "strong": _strong,
    "table": _table,
}
