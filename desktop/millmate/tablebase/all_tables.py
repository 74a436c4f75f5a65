"""Whole tables of chess, and the solved positions next to them, probed as one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chess

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.value import MoveValue, Value
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.solved_positions import SolvedPositions, SolvedTable
from millmate.tablebase.verdict import MissingTableError


class AllTables(Tablebase):
    """The whole tables of a directory; where none covers a position, the solved ones decide it.

    Where solved positions give only a bound, the position counts as not covered: `bounded_moves`
    returns the bounds. Under the fifty-move rule a win in the solved positions counts if it ends
    before the clock runs out; longer wins stay undecided, since their moves to zeroing are not
    counted.

    Attributes:
        solved: The solved positions alone.
    """

    def __init__(self, directory: Path) -> None:
        """Open the tables that `directory` has now (see `refresh`)."""
        super().__init__(directory)
        self.solved = SolvedPositions(directory)

    def close(self) -> None:
        super().close()
        self.solved.close()

    def covers(self, board: chess.Board) -> bool:
        """Return whether `moves` has an answer, unless its table is damaged."""
        return super().covers(board) or self._decided(board) is not None

    def probe(self, board: chess.Board) -> Value:
        return self.sourced(board)[0]

    def sourced(self, board: chess.Board) -> tuple[Value, bool]:
        try:
            return super().probe(board), False
        except MissingTableError:
            answer = self.solved.answer(board)
            if answer is None or not answer.decided:
                raise
            return answer, True

    def is_whole(self, board: chess.Board) -> bool:
        return super().covers(board)

    def moves(self, board: chess.Board) -> list[MoveValue]:
        try:
            return super().moves(board)
        except MissingTableError:
            if (found := self._decided(board)) is None:
                raise
            return found

    def solved_near(self, board: chess.Board) -> Sequence[SolvedTable]:
        try:
            return self.solved.near(board)
        except MillMateError:
            return ()  # a search ignores damaged tables

    def chunk(self, name: Material | SolvedTable, number: int) -> bytes:
        if isinstance(name, SolvedTable):
            return name.chunk(number)
        return super().chunk(name, number)

    def bound(self, board: chess.Board) -> Value | None:
        return self.solved.answer(board)

    def bounded_moves(self, board: chess.Board) -> list[MoveValue]:
        return self.solved.moves(board)

    def _decided(self, board: chess.Board) -> list[MoveValue] | None:
        """Return the moves by solved positions, best first; None unless all are decided."""
        answer = self.solved.answer(board)
        if answer is None or not answer.decided:
            return None
        judged = self.solved.moves(board)
        return judged if all(each.value.decided for each in judged) else None
