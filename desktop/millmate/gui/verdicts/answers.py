"""Looks positions up in the tables, the same way for both games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from millmate.games.board import Rules
from millmate.gui.errors.sentences import capital
from millmate.gui.verdicts.answer import Answer, Metric, MoveWorth, ended, unplayable, worth
from millmate.language import tr


class Answers(ABC):
    """Looks up positions of one game in `tables`, which come from `directory`."""

    rules: Rules

    def __init__(self, tables: Any, directory: Path) -> None:
        self.tables, self.directory = tables, directory

    def answer(
        self, fen: str, seconds: float = 0.0, stopped: Callable[[], bool] = lambda: False
    ) -> Answer:
        """Return the verdict on `fen`.

        Includes the effect of the fifty-move rule if it can be determined within `seconds` and
        before `stopped` turns true.
        """
        from millmate.tablebase.errors import MissingTableError, UnprobeableError
        from millmate.tablebase.rule50 import best_of

        board = self.read(fen)
        fault = self.fault_of(board)
        if fault:
            return unplayable(fen, fault)
        table = self.table_of(fen)
        end = self.rules.outcome(board)
        if end is not None:
            return ended(fen, table, end)
        try:
            verdict = self.tables.probe(board)
            ranked = self.tables.rule50_moves(board, seconds, stopped, every=True)
        except (MissingTableError, UnprobeableError) as error:  # also for positions after a capture
            return self.uncovered(board, fen, error)
        best = best_of(board, verdict, ranked)
        return Answer(
            fen,
            table,
            capital(best.of_position(board.turn)),
            tr("{table}, built and verified", table=table),
            tuple(worth(m, *self.notations(board, m.move)) for m in ranked),
            covered=True,
            metric=self.metric(),
            open=best.category.wdl is None,
            unsettled=any(move.category.wdl is None for move in ranked),
        )

    def moves_of(self, board: Any) -> tuple[MoveWorth, ...]:
        """Return the legal moves without values."""
        return tuple(MoveWorth(*self.notations(board, move)) for move in board.legal_moves)

    @staticmethod
    @abstractmethod
    def table_of(fen: str) -> str:
        """Return the name of the table for the position `fen`, whether it exists or not."""

    @abstractmethod
    def read(self, fen: str) -> Any:
        """Return the board of `fen`."""

    @abstractmethod
    def fault_of(self, board: Any) -> str:
        """Return why a position cannot be played, or "" if it can."""

    @abstractmethod
    def notations(self, board: Any, move: Any) -> tuple[str, str]:
        """Return a move in engine notation and as displayed."""

    @abstractmethod
    def metric(self) -> Metric:
        """Return the metric of the tables."""

    @abstractmethod
    def uncovered(self, board: Any, fen: str, error: Exception) -> Answer:
        """Return the answer for a position that no table covers."""
