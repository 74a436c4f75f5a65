"""The moves of the endgame course's lines, by the positions in which they are played."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from millmate.games.board import Board
from millmate.games.catalogue import parse
from millmate.regular_files import open_regular
from millmate.resources import resource


def told(board: Board) -> frozenset[str]:
    """Return the moves of the course's lines on `board`, in notation for programs."""
    return _moves().get(_position(board), frozenset())


@cache
def _moves() -> Mapping[str, frozenset[str]]:
    """Return the moves of all lines; the first call reads the course."""
    found: dict[str, set[str]] = {}
    for file in sorted(resource("course").glob("*/*.toml")):
        with open_regular(file) as opened:
            content = tomllib.load(opened)
        for lesson in content.get("position", ()):
            for position, move in _line(lesson):
                found.setdefault(position, set()).add(move)
    return {position: frozenset(moves) for position, moves in found.items()}


def _line(lesson: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the positions and moves of a lesson's line, or of its only move."""
    position = parse(lesson["fen"])
    rules, board = position.game, position.board()
    for notation in (lesson.get("line") or lesson.get("only", "")).split():
        move = next(m for m in board.legal_moves if rules.notation(board, m) == notation)
        yield _position(board), rules.text(move)
        board.push(move)


def _position(board: Board) -> str:
    """Return a position without its counters."""
    return " ".join(board.fen().split()[:4])
