"""Finds the places that ask which game something belongs to: `python -m tests.game_questions`.

A place that compares the name of a game, or looks at the class of a board, a move, a table or of
rules, is one more that a third game has to find. Ask the game instead (`games.board.Rules`), or a
table that maps games to their parts.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "desktop" / "millmate"
_NAMES = {"chess", "morris"}
_RULES = {"CHESS", "MORRIS", "STANDARD"}
_CLASSES = {"ChessRules", "MorrisRules", "MorrisBoard", "MorrisMove", "Board", "Move"}
_CLASSES |= {"Material", "MorrisTarget"}
_WORDS = re.compile(rf"['\"](chess|morris)|isinstance\(|\bis (not )?.*\b({'|'.join(_RULES)})\b")


def questions(source: str) -> Iterator[tuple[str, ast.expr]]:
    """Yield the questions for a game in the text of a module, each after its function's name.

    A class that compares others with its own objects asks nothing.
    """
    yield from _within(ast.parse(source if _WORDS.search(source) else ""), "")


def _within(node: ast.AST, place: str) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        if node.name == "__eq__":
            return
        place = f"{place}.{node.name}" if place else node.name
    elif (isinstance(node, ast.Compare) and _compares(node)) or (
        isinstance(node, ast.Call) and _asks(node)
    ):
        yield place, node
    for child in ast.iter_child_nodes(node):
        yield from _within(child, place)


def _compares(node: ast.Compare) -> bool:
    sides = [node.left, *node.comparators]
    constants = {each.value for side in sides for each in ast.walk(side) if _is_text(each)}
    identical = any(isinstance(each, ast.Is | ast.IsNot) for each in node.ops)
    return bool(constants & _NAMES) or (identical and any(_last(side) in _RULES for side in sides))


def _asks(node: ast.Call) -> bool:
    called = _last(node.func)
    if called == "startswith":
        return any(_is_text(each) and each.value.startswith("morris") for each in node.args)
    if called != "isinstance":
        return False
    return any(_last(each) in _CLASSES for each in ast.walk(node.args[1]))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _last(node: ast.AST) -> str:
    """Return the last part of a dotted name, "" for anything else."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def asked() -> Iterator[tuple[str, ast.expr]]:
    """Yield the questions of the program, each after its place: `api/positions.py:board`."""
    for path in sorted(SOURCES.rglob("*.py")):
        for place, node in questions(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(SOURCES).as_posix()}:{place}", node


def main() -> None:
    sys.stdout.writelines(
        f"{place} {node.lineno}: {ast.unparse(node)}\n" for place, node in asked()
    )


if __name__ == "__main__":
    main()
