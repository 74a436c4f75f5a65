"""`millmate uci`: the strong chess search as a UCI engine, for other programs' windows."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path

import chess

from millmate import __version__, paths
from millmate.errors import InputError
from millmate.uci.service import EngineSettings, Searcher, UciService

_KERNELS = "engine"  # the mark of the engine's compiled kernels
_LEAVE_SECONDS = 1.0  # for the search to end after `quit`


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("--tables", metavar="DIR", type=Path, help="where the tables are")


def run(args: argparse.Namespace) -> int:
    """Obey what comes on standard input until it says `quit` or ends."""
    service = UciService(
        f"Mill & Mate {__version__}",
        "the Mill & Mate authors",
        _searcher,
        _say,
        str(args.tables or paths.tables_dir()),
    )
    for line in iter(_read, ""):
        if not service.obey(line):
            break
    if not service.close(_LEAVE_SECONDS):  # compiling cannot be stopped
        sys.stdout.flush()
        os._exit(0)
    return 0


def _read() -> str:
    """Return the next line of standard input, "" at its end; what is no text is replaced."""
    return sys.stdin.buffer.readline().decode(errors="replace") or ""


def _say(text: str) -> None:
    with suppress(BrokenPipeError):  # whoever asked has gone; the end of input follows
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def _searcher(settings: EngineSettings) -> Searcher:
    """Return the strong search, its kernels loaded, or compiled where they have never been.

    Limited in strength, it does not look into tables: it is to err in endings as well.
    """
    # imported here, in the searcher's thread: `uci` is answered at once
    from millmate.kernels import cache
    from millmate.search import levels
    from millmate.search.limits import SearchLimits
    from millmate.search.strong import StrongSearch
    from millmate.tablebase.probe import Tablebase

    if settings.game != "chess":
        raise InputError(f"there is no strong search of {settings.game} yet")
    if cache.is_cold(_KERNELS):
        _say("info string compiling the search; this takes about half a minute, and only once")
    level = None if settings.elo is None else levels.level_of(settings.elo)
    tables = Tablebase(Path(settings.tables)) if settings.tables and level is None else None
    megabytes = settings.hash_megabytes if level is None else levels.hash_megabytes(level)
    search = StrongSearch(megabytes, tables)
    search.search(chess.Board(), SearchLimits(depth=3))
    search.forget()
    cache.note_compiled(_KERNELS)
    return search if level is None else levels.LimitedSearch(search, level, settings.seed)
