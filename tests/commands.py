"""Run commands in this process, as a user would run them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from millmate.cli.main import run

Capsys = pytest.CaptureFixture[str]
Types = Callable[[str], None]  # lets a test type lines


class Ran:
    """The output and the exit status of a command."""

    def __init__(self, capsys: Capsys, *words: object) -> None:
        capsys.readouterr()
        self.status = run([str(word) for word in words])
        self.out, self.err = capsys.readouterr()
        self.lines = self.out.splitlines()

    def json(self) -> list[Any]:
        """Return the JSON object on each line."""
        return [json.loads(line) for line in self.lines]


def explored(capsys: Capsys, tables: Path, *words: object) -> Ran:
    """Run `millmate explore` with the tables of a directory."""
    return Ran(capsys, "explore", *words, "--tables", tables)


def failed(ran: Ran, text: str) -> bool:
    """Return whether a command failed with one line on standard error that contains `text`."""
    return ran.status == 1 and ran.err.count("\n") == 1 and text in ran.err


def refused(capsys: Capsys, *words: object, status: int = 1) -> str:
    """Run a command that must fail; return the last line on standard error."""
    ran = Ran(capsys, *words)
    assert ran.status == status
    return ran.err.splitlines()[-1]
