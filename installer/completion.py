"""Completion of the command line for shells, generated from the arguments of the commands."""

import argparse
from pathlib import Path

import shtab

from millmate.cli.main import COMMANDS, PAGES, parser_of

_PLACES = {
    "bash": "bash-completion/completions/millmate",
    "zsh": "zsh/vendor-completions/_millmate",
    "fish": "fish/vendor_completions.d/millmate.fish",
}


def write(share: Path) -> None:
    """Write a file for each shell below `share`."""
    parser = _whole()
    for shell, place in _PLACES.items():
        (share / place).parent.mkdir(parents=True, exist_ok=True)
        text = shtab.complete(parser, shell)
        if shell == "bash":  # `millmate game.pgn` opens a file
            text = text.replace("complete -o bashdefault ", "complete -o bashdefault -o default ")
        elif shell == "fish":
            text += "complete -c millmate -n __fish_use_subcommand -F\n"
        (share / place).write_text(text, encoding="utf-8")


def _whole() -> argparse.ArgumentParser:
    """Return one parser for all commands, where the program makes one for the command it runs."""
    whole = argparse.ArgumentParser(prog="millmate")
    whole.add_argument("--version", action="version", version="")
    whole.add_argument("--page", choices=PAGES, help="the page that the window shows first")
    commands = whole.add_subparsers()
    for name, summary in COMMANDS.items():
        parser = parser_of(name)
        _offer_files(parser)
        commands.add_parser(name, help=summary, parents=[parser], add_help=False)
    return whole


def _offer_files(parser: argparse.ArgumentParser) -> None:
    for action in parser._actions:
        if action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.type is Path:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                _offer_files(below)
