"""How hard a draw is for the opponent: how many of its replies hold it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from millmate.games.board import Board, Move
from millmate.language import tr
from millmate.tablebase.verdict import MoveVerdict


class Tables(Protocol):
    """The tables of one game, such as `probe.Tablebase`."""

    def moves(self, board: Any) -> Sequence[MoveVerdict]:
        """Return every legal move with its verdict; see `table_cache.DirectoryTables`."""


class Holding(NamedTuple):
    """Of the `replies` to a move that draws, so many hold the draw; the others lose."""

    holding: int
    replies: int

    @property
    def text(self) -> str:
        """Such as `2 of 14 replies hold`."""
        return tr("{n} of {all} replies hold", n=self.holding, all=self.replies)

    @property
    def rank(self) -> tuple[int, int]:
        """Sort key, the hardest first."""
        return self.holding, -self.replies


def holding_of(tables: Tables, board: Board, move: Move) -> Holding | None:
    """Return how many replies to a move that draws hold the draw, None where there is no reply.

    The fifty-move rule is left out.

    Raises:
        MissingTableError, TableError: A reply leads to a table that is missing, or damaged.
    """
    after = board.copy()
    after.push(move)
    replies = tables.moves(after)
    holding = sum(reply.verdict.wdl == 0 for reply in replies)
    return Holding(holding, len(replies)) if replies else None
