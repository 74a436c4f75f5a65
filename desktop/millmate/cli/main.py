"""Run a command and report its errors in one line."""

import argparse
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from typing import Any

from millmate import __version__, log
from millmate.cli import standard_streams
from millmate.files import describe_error

# Each module has `add_arguments(parser)` and `run(args) -> int`. It is imported only for its own
# command, so that `millmate perft` loads no tables.
COMMANDS = {
    "demo": "build a table, play it to mate, and write a PGN and a picture",
    "build": "build tables, and the tables they need, unless they exist",
    "solve": "solve the position on the board, of up to twelve men",
    "cluster": "tell what building all tables on a cluster would take",
    "pack": "store tables as builds do now, or in fewer bytes",
    "tables": "list the tables",
    "explore": "count or list the positions of a table by distance or result",
    "openings": "print the first moves of morris and what they are worth",
    "study": "check studies: is the result right, is every move the only one",
    "helpmates": "find the positions from which a side can still be mated at all",
    "zugzwangs": "list the mutual zugzwangs of tables, deepest first",
    "verify": "check a table, position by position",
    "review": "find the half points thrown away in the endings of games",
    "probe": "print the verdicts of positions",
    "export": "write tables as files that other programs read",
    "notebook": "compare or export the student notebooks' .chessAI files",
    "play": "play a game between two players",
    "tournament": "play a tournament, or continue one",
    "serve": "answer for the tables over HTTP, as lichess.org does",
    "uci": "run the strong search as a UCI engine",
    "search": "search a position",
    "perft": "count the leaves of the move tree",
    "doctor": "report what is installed and what is missing",
    "bench": "measure the speed of tables, searches and move generation",
}
PAGES = ("home", "board", "train", "explore", "tables", "games", "tournaments")  # of the window
_NESTED = ("notebook",)  # has subcommands: its options follow them
# All other commands end when nothing reads their output any more.
_WORKING = (
    *("build", "demo", "export", "helpmates", "notebook"),
    *("play", "review", "solve", "tournament", "verify"),
)


def run(words: list[str]) -> int:
    """Run the command line `words` (without the program's name); return the exit status.

    0: done, 1: the requested work failed, 2: bad usage.
    """
    with standard_streams.always_writable():
        return _settled(words)


def _settled(words: list[str]) -> int:
    try:
        status = _run(words)
    except OSError as error:  # while printing the help
        status = 0 if standard_streams.is_without_reader(error) else 1
    trouble = standard_streams.settle()
    if status or trouble is None or standard_streams.is_without_reader(trouble):
        return status
    _complain(" ".join(words[:1]), _one_line(trouble))
    return 1


def _run(words: list[str]) -> int:
    name = words[0] if words else ""
    try:
        if name not in COMMANDS:
            return _run_without_command(words)
        command, parser = _module_of(name), parser_of(name)
        parse = parser.parse_args if name in _NESTED else parser.parse_intermixed_args
        args = parse(words[1:])
    except SystemExit as exit_:
        return int(exit_.code or 0)
    log.start(f"millmate {name}")
    try:
        status: int = command.run(args)
        return status
    except KeyboardInterrupt:
        _complain(name, "stopped")
    except log.EXPECTED as error:
        if isinstance(error, OSError) and standard_streams.is_without_reader(error):
            return _without_reader(name)
        _complain(name, _one_line(error))
    except Exception as error:
        log.report(name, error)
        _complain(name, _unforeseen(error))
    finally:
        log.stop()
    return 1


def parser_of(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command's arguments, which the manual lists as well."""
    parser = argparse.ArgumentParser(prog=f"millmate {name}", description=COMMANDS[name])
    _module_of(name).add_arguments(parser)
    return parser


def _module_of(name: str) -> Any:
    return import_module(f"millmate.cli.{name}")


def _run_without_command(words: list[str]) -> int:
    """Show the help or the version, or refuse an unknown command; always raises `SystemExit`."""
    parser = argparse.ArgumentParser(
        prog="millmate", description="Without a command, the window opens."
    )
    parser.add_argument("--version", action="version", version=f"Mill & Mate {__version__}")
    parser.add_argument("--page", choices=PAGES, help="the page that the window shows first")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary)
    parser.parse_args(words)
    return 2


def _without_reader(command: str) -> int:
    """Return the exit status of a command whose output nothing reads any more."""
    if command not in _WORKING:
        return 0
    _complain(command, "stopped before it was done: the program that read its output has ended")
    return 1


def _complain(command: str, line: str) -> None:
    with suppress(OSError):  # `standard_streams.settle` handles a stream that nothing reads
        print(f"millmate {command}: {line}", file=sys.stderr)


def _unforeseen(error: Exception) -> str:
    """Return a line about an unexpected error; print the traceback if there is no log."""
    said = f"something went wrong that should not have: {log.summary(error)}"
    file = log.current()
    if file is None or file.trouble is not None:
        traceback.print_exception(error)
        return f"{said}; please report the text above"
    return f"{said}; please report it with the end of {file.path}"


def _one_line(error: Exception) -> str:
    told = describe_error(error) if isinstance(error, OSError) else str(error)
    return " ".join(told.split())
