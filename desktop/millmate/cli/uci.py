"""`millmate uci`: run the strong searches as a UCI engine, for other chess GUIs."""

import argparse
import os
import sys
from pathlib import Path

from millmate import __version__, limits, paths
from millmate.cli.arguments import add_tables
from millmate.cli.standard_streams import write_line
from millmate.search.by_game import strong_search
from millmate.search.levels import limited
from millmate.uci.protocol import GAMES
from millmate.uci.service import EngineSettings, Searcher, UciService

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
    # Imported here, in the searcher's thread, so that `uci` is answered at once.
    from millmate.tablebase.by_game import tables_of

    if settings.elo is not None:
        return limited(settings.elo, settings.seed, settings.game)
    tables = tables_of(settings.game, Path(settings.tables)) if settings.tables else None
    return strong_search(
        settings.game, settings.hash_megabytes, tables, settings.tables_megabytes, settings.network
    )
