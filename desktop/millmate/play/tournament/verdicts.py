"""The verdicts of tables on the positions of a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from millmate.errors import MillMateError
from millmate.games.board import Board
from millmate.games.catalogue import kind_of
from millmate.games.value import Value
from millmate.play.by_game import GAMES, of
from millmate.tablebase.by_game import tables_of
from millmate.tablebase.progress import never


class Verdicts:
    """The tables of a game in a directory; a position that none covers, or that fails, gives None.

    Solved positions count if they decide the result: a bound is not a verdict. The fifty-move rule
    counts, a tournament's own limits of morris do not.
    """

    def __init__(self, game: str, directory: Path) -> None:
        self._tables = tables_of(game, directory)
        self._most = GAMES[kind_of(game)].most_men(self._tables)
        self.any = self._most > 0

    def ruled(
        self, board: Board, seconds: float = 0.0, stopped: Callable[[], bool] = never
    ) -> Value | None:
        """Return the value of the position for the side to move under the fifty-move rule.

        If tables and clock leave it open, up to `seconds` are spent on computing it.
        """
        if not self.any:
            return None
        if len(of(board).men(board)) > self._most:
            return None  # most positions of chess by far
        try:
            found: Value = self._tables.probe_rule50(board, seconds, stopped)
        except (MillMateError, OSError):
            return None
        return found

    def value(self, board: Board) -> int | None:
        """Return 1, 0 or -1: White wins, draws or loses with best play by both.

        None where the fifty-move rule may draw before the tables' line ends.
        """
        found = self.ruled(board)
        value = None if found is None else found.final.wdl
        return value if value is None or board.turn else -value

    def close(self) -> None:
        self._tables.close()
