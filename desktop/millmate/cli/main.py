"""The dispatcher: finds the command, runs it, and turns errors into one clear line."""

import argparse
import sys
import traceback
from contextlib import suppress
from importlib import import_module

from millmate import __version__, log
from millmate.cli import output
from millmate.files import describe_error

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
# All others are done when nobody reads what they print any more.
_WORKING = ("build", "demo", "notebook", "play", "tournament", "verify")


def run(words: list[str]) -> int:
    """Run the command line `words` (without the program's name); return the exit status.

    0: done, 1: the thing asked for failed, 2: bad usage.
    """
    try:
        status = _run(words)
    except OSError as error:  # of printing the help
        status = 0 if output.is_without_reader(error) else 1
    trouble = output.settle()
    if status or trouble is None or output.is_without_reader(trouble):
        return status
    _complain(" ".join(words[:1]), _one_line(trouble))
    return 1


def _run(words: list[str]) -> int:
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
    log.start(f"millmate {args.command}")
    try:
        status: int = import_module(f"millmate.cli.{args.command}").run(args)
        return status
    except KeyboardInterrupt:
        _complain(args.command, "stopped")
    except log.EXPECTED as error:
        if isinstance(error, OSError) and output.is_without_reader(error):
            return _without_reader(args.command)
        _complain(args.command, _one_line(error))
    except Exception as error:
        log.report(args.command, error)
        _complain(args.command, _unforeseen(error))
    finally:
        log.stop()
    return 1


def _without_reader(command: str) -> int:
    """Return the status of a command whose output nobody reads any more."""
    if command not in _WORKING:
        return 0
    _complain(command, "stopped before it was done: whatever read its output has ended")
    return 1


def _complain(command: str, line: str) -> None:
    with suppress(OSError):  # `output.settle` sees to a stream that nobody reads
        print(f"millmate {command}: {line}", file=sys.stderr)


def _unforeseen(error: Exception) -> str:
    """Return in a line what nobody foresaw, and where the rest of it is; print that elsewhere."""
    said = f"something went wrong that should not have: {log.summary(error)}"
    file = log.current()
    if file is None or file.trouble is not None:
        traceback.print_exception(error)
        return f"{said}; please report what stands above"
    return f"{said}; please report it with the end of {file.path}"


def _one_line(error: Exception) -> str:
    told = describe_error(error) if isinstance(error, OSError) else str(error)
    return " ".join(told.split())
