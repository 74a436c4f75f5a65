"""Creation of a game's strong search, with the tables of that game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from millmate.errors import InputError

if TYPE_CHECKING:
    from millmate.search.strong import StrongSearch
    from millmate.search.strong_morris import StrongMorrisSearch


def strong_search(
    game: str,
    hash_mb: int = 16,
    tables: Path | None = None,
    tables_mb: int = 256,
    network: str = "chess",
) -> StrongSearch | StrongMorrisSearch:
    """Return the strong search of a game; load its kernels, or compile them the first time.

    Args:
        game: The game's name, as in `games.catalogue`.
        hash_mb: The size of the transposition table in megabytes.
        tables: The directory of the tables to probe, None for none.
        tables_mb: The size of the cache of tables in megabytes.
        network: The network that evaluates chess positions, as for `StrongSearch`.

    Raises:
        InputError: There is no strong search of that game.
        NetworkError: The network is missing or damaged.
    """
    # imported here so that each game's kernels are compiled only when they are used
    if game == "chess":
        from millmate.search.strong import StrongSearch
        from millmate.tablebase.probe import Tablebase

        opened = Tablebase(tables) if tables else None
        return StrongSearch(hash_mb, opened, tables_mb=tables_mb, network=network)
    if game == "morris":
        from millmate.search.strong_morris import StrongMorrisSearch
        from millmate.tablebase.morris.probe import MorrisTablebase

        return StrongMorrisSearch(hash_mb, MorrisTablebase(tables) if tables else None, tables_mb)
    raise InputError(f"the strong search plays chess and nine men's morris, not {game}")
