"""Build the player described by a `PlayerSpec`."""

from pathlib import Path

from millmate.players.player import HumanPlayer, Player, RandomPlayer
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.spec import RULE50, STYLE, PlayerSpec, check_game, describe


def build_player(
    spec: PlayerSpec,
    *,
    game: str = "chess",
    tables: Path,
    seed: int | None = None,
    consented: bool = False,
) -> Player:
    """Return the player described by `spec`.

    Args:
        spec: The player's kind and options.
        game: The name of the game to play, as in `games.catalogue`.
        tables: The directory probed by a table player; it may still be empty.
        seed: Makes the player's choice among equal moves repeatable; None means a random seed.
        consented: Whether the user has already consented to the engine; see `players.consent`.

    Raises:
        SpecError: The player does not play that game; see `check_game`.
        ConsentError: The user has not consented to the engine.
    """
    check_game(spec, game)
    if not consented and (spec.engine is not None or spec.strong is not None):
        from millmate.players import consent

        consent.check([spec])
    name = describe(spec)
    # Other players are imported when they are built; these two need neither tables nor a search.
    options = dict(spec.options)
    if spec.kind == "human":
        return HumanPlayer(name)
    if spec.kind == "random":
        return RandomPlayer(name, seed)
    if spec.kind == "table":
        from millmate.players.table import TablePlayer

        rule50, style = options.get(RULE50) != "off", options.get(STYLE, "")
        return TablePlayer(name, tables, seed, game, rule50=rule50, style=style)
    if spec.kind in SEARCH_KINDS:
        from millmate.players.search_player import SearchPlayer, search_of

        search = search_of(spec.kind, options, game)
        return SearchPlayer(name, search, seed, options.get("choice", "random"))
    from millmate.players.uci import player_of, strong_player

    if spec.strong is not None:
        return strong_player(name, spec.strong, tables, seed, game)
    assert spec.engine is not None
    return player_of(spec.engine)
