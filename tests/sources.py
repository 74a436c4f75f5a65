"""What the package's modules import and call, for tests that look through all of them."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import millmate

PACKAGE = Path(millmate.__file__).parent
_IMPORT = re.compile(r"^[ \t]*((?:from [\w.]+ )?import (?:\([^)]*\)|[^(\n]+))", re.MULTILINE)


def modules() -> Iterator[tuple[str, str]]:
    """Yield the place of each module in the package, such as `gui/main.py`, and its text."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")


def imports(text: str) -> Iterator[tuple[str, str]]:
    """Yield each module that is imported, and the name that is taken from it, "" for all of it.

    Statements are found by their lines: to parse whole modules takes ten times as long.
    """
    for found in _IMPORT.finditer(text):
        with suppress(SyntaxError):  # a line of a docstring
            (statement,) = ast.parse(found[1]).body
            if isinstance(statement, ast.ImportFrom):
                yield from ((statement.module or "", each.name) for each in statement.names)
            elif isinstance(statement, ast.Import):
                yield from ((each.name, "") for each in statement.names)


def calls(text: str, words: str) -> Iterator[ast.Call]:
    """Yield the calls in a module whose text has a match of `words`, none in any other."""
    if re.search(words, text):
        yield from (each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Call))
