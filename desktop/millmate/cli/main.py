"""The dispatcher: finds the command, runs it, and turns errors into one clear line."""

import argparse
import os
import sys
import traceback
from importlib import import_module

from millmate import __version__, log
from millmate.files import explained

# Each module offers `add_arguments(parser)` and `run(args) -> int`; it is imported only
# when its command is asked for, so that `millmate perft` needs neither Numba nor Zarr.
COMMANDS = {
    "demo": "the main job without a window: build, play to mate, PGN and picture",
    "build": "build tables and what they need; skips what is there",
    "tables": "list the tables that are there",
    "explore": "count and list the positions decided in so many plies",
    "verify": "check a table, position by position",
    "probe": "tell the verdict of positions",
    "notebook": "import and export the student notebooks' .chessAI files",
    "play": "play a game between two players",
    "tournament": "play a tournament, or go on with it",
    "uci": "be a UCI engine: the strong chess search, for other programs' windows",
    "search": "tell what a search thinks of a position",
    "perft": "count the leaves of the move tree",
    "doctor": "tell what this installation is made of, and what is missing",
    "bench": "measure how fast tables are generated on this machine",
}


def run(words: list[str]) -> int:
    """Run the command line `words` (without the program's name); return the exit status.

    0: done, 1: the thing asked for failed, 2: bad usage.
    """
    parser = argparse.ArgumentParser(prog="millmate", description="Without a command: the window.")
    parser.add_argument("--version", action="version", version=f"Mill & Mate {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary)
        if name in words[:1]:
            import_module(f"millmate.cli.{name}").add_arguments(command)
    try:
        args = parser.parse_args(words)
    except SystemExit as exit_:
        return int(exit_.code or 0)
    log.begin(f"millmate {args.command}")
    try:
        status: int = import_module(f"millmate.cli.{args.command}").run(args)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader of our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        _complain(args.command, "stopped")
    except log.FORESEEN as error:
        _complain(args.command, _one_line(error))
    except Exception as error:
        log.tell(args.command, error)
        _complain(args.command, _unforeseen(error))
    finally:
        log.end()
    return 1


def _complain(command: str, line: str) -> None:
    print(f"millmate {command}: {line}", file=sys.stderr)


def _unforeseen(error: Exception) -> str:
    """Return in a line what nobody foresaw, and where the rest of it is; print that elsewhere."""
    said = f"something went wrong that should not have: {log.unexpected(error)}"
    file = log.current()
    if file is None or file.trouble is not None:
        traceback.print_exception(error)
        return f"{said}; please report what stands above"
    return f"{said}; please report it with the end of {file.path}"


def _one_line(error: Exception) -> str:
    told = explained(error) if isinstance(error, OSError) else str(error)
    return " ".join(told.split())
