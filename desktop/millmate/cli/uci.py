"""`millmate uci`: the strong searches as a UCI engine, for other programs' windows."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from millmate import __version__, limits, paths
from millmate.cli.arguments import add_tables
from millmate.cli.output import write_line
from millmate.cli.strong_search import strong_search
from millmate.games.chess.rules import CHESS
from millmate.uci.games import GAMES
from millmate.uci.service import EngineSettings, Searcher, UciService

_LEAVE_SECONDS = 1.0  # for the search to end after `quit`


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to `parser`."""
    add_tables(parser)
    parser.add_argument(
        "--variant",
        choices=list(GAMES),
        default="chess",
        help="what UCI_Variant is at first: then nothing else is compiled (chess)",
    )


def run(args: argparse.Namespace) -> int:
    """Obey what comes on standard input until it says `quit` or ends."""
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
    if not service.close(_LEAVE_SECONDS):  # compiling cannot be stopped
        os._exit(0)
    return 0


def _read() -> str | None:
    """Return the next line of standard input, None at its end; what is no text is replaced.

    One that is too long is passed over, and said to be.
    """
    line = part = sys.stdin.buffer.readline(limits.LONGEST_ORDER)
    while len(part) == limits.LONGEST_ORDER and not part.endswith(b"\n"):
        part, line = sys.stdin.buffer.readline(limits.LONGEST_ORDER), b"\n"
        if len(part) < limits.LONGEST_ORDER or part.endswith(b"\n"):
            write_line(
                f"info string a line of more than {limits.LONGEST_ORDER} bytes is passed over"
            )
    return line.decode(errors="replace") if line else None


def _searcher(settings: EngineSettings) -> Searcher:
    """Return the strong search, its kernels loaded, or compiled where they have never been."""
    # imported here, in the searcher's thread: `uci` is answered at once
    from millmate.search.levels import limited

    if _is_cold(settings.game):
        write_line(
            "info string compiling the search; this takes about half a minute, and only once"
        )
    if settings.elo is not None:
        return limited(settings.elo, settings.seed)
    tables = Path(settings.tables) if settings.tables else None
    return strong_search(
        settings.game,
        settings.hash_megabytes,
        tables,
        settings.tables_megabytes,
        settings.network,
    )


def _is_cold(name: str) -> bool:
    """Tell whether the kernels of a game's search have yet to be compiled on this machine."""
    if name == CHESS.name:
        from millmate.kernels.engine.entries import KERNELS
    else:
        from millmate.kernels.morris_engine.entries import KERNELS
    return not KERNELS.is_linked()
