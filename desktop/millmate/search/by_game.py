"""Searches: where chess and morris differ; kernels of a game are loaded with its search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from millmate.games.catalogue import kind_of

if TYPE_CHECKING:
    from millmate.search.strong import StrongSearch
    from millmate.search.strong_morris import StrongMorrisSearch


def strong_search(
    game: str, hash_mb: int = 16, tables: Any = None, tables_mb: int = 256, network: str = "chess"
) -> StrongSearch | StrongMorrisSearch:
    """Return the strong search of a game, by its name in `games.catalogue`.

    It probes `tables` of that game, with a cache of `tables_mb` megabytes. Chess positions are
    evaluated by `network`; see `StrongSearch`, which can raise `NetworkError`.
    """
    return _STRONG[kind_of(game)](hash_mb, tables, tables_mb, network)


def _chess(hash_mb: int, tables: Any, tables_mb: int, network: str) -> StrongSearch:
    from millmate.search.strong import StrongSearch

    return StrongSearch(hash_mb, tables, network, tables_mb)


def _morris(hash_mb: int, tables: Any, tables_mb: int, network: str) -> StrongMorrisSearch:
    from millmate.search.strong_morris import StrongMorrisSearch

    return StrongMorrisSearch(hash_mb, tables, tables_mb)


_STRONG: dict[str, Callable[..., StrongSearch | StrongMorrisSearch]] = {
    "chess": _chess,
    "morris": _morris,
}
