"""`millmate uci`: run the strong searches as a UCI engine, for other chess GUIs."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from millmate import __version__, limits, paths
from millmate.cli.arguments import add_tables
from millmate.cli.standard_streams import write_line
from millmate.errors import InputError
from millmate.games.catalogue import kind_of
from millmate.search.levels import limited
from millmate.uci.protocol import GAMES
from millmate.uci.service import EngineSettings, Searcher, UciService

if TYPE_CHECKING:
    from millmate.search.strong import StrongSearch
    from millmate.search.strong_morris import StrongMorrisSearch

_LEAVE_SECONDS = 1.0  # for the search to finish after `quit`


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_tables(parser)
    parser.add_argument(
        "--variant",
        choices=list(GAMES),
        default="chess",
        help="initial value of UCI_Variant (chess)",
    )


def run(args: argparse.Namespace) -> int:
    """Execute the commands on standard input until `quit` or its end."""
    service = UciService(
        f"Mill & Mate {__version__}",
        "the Mill & Mate authors",
        _searcher,
        write_line,
        str(args.tables or paths.tables_dir()),
        args.variant,
    )
    for line in iter(_read, None):
        if not service.handle(line):
            break
    if not service.close(_LEAVE_SECONDS):  # a large table is being read
        os._exit(0)
    return 0


def _read() -> str | None:
    """Return the next line of standard input, None at its end; replace bytes that are not text.

    A line that is too long is skipped, with an `info string`.
    """
    line = part = sys.stdin.buffer.readline(limits.LONGEST_ORDER)
    while len(part) == limits.LONGEST_ORDER and not part.endswith(b"\n"):
        part, line = sys.stdin.buffer.readline(limits.LONGEST_ORDER), b"\n"
        if len(part) < limits.LONGEST_ORDER or part.endswith(b"\n"):
            write_line(f"info string ignored a line of more than {limits.LONGEST_ORDER} bytes")
    return line.decode(errors="replace") if line else None


def _searcher(settings: EngineSettings) -> Searcher:
    """Return the strong search."""
    if settings.elo is not None:
        return limited(settings.elo, settings.seed, settings.game)
    tables = Path(settings.tables) if settings.tables else None
    return strong_search(
        settings.game,
        settings.hash_megabytes,
        tables,
        settings.tables_megabytes,
        settings.network,
    )


def strong_search(
    game: str,
    hash_mb: int = 16,
    tables: Path | None = None,
    tables_mb: int = 256,
    network: str = "chess",
) -> StrongSearch | StrongMorrisSearch:
    """Return the strong search of a game.

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
    # Imported here, in the searcher's thread, so that `uci` is answered at once.
    if game == "chess":
        from millmate.search.strong import StrongSearch
        from millmate.tablebase.all_tables import AllTables

        opened = AllTables(tables) if tables else None
        return StrongSearch(hash_mb, opened, tables_mb=tables_mb, network=network)
    if kind_of(game) == "morris":
        from millmate.search.strong_morris import StrongMorrisSearch
        from millmate.tablebase.morris.probe import MorrisTablebase

        return StrongMorrisSearch(hash_mb, MorrisTablebase(tables) if tables else None, tables_mb)
    raise InputError(f"the strong search plays chess and morris, not {game}")
