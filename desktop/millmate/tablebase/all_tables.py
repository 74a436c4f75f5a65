"""Whole tables of chess, and the positions that were solved beside them, asked as one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chess

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase.position_answer import MoveAnswer
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import Stopped, never
from millmate.tablebase.rule50 import Rule50Move, Rule50Verdict, rule50_moves, rule50_verdict
from millmate.tablebase.solved_positions import SolvedPositions, SolvedTable
from millmate.tablebase.verdict import MissingTableError, MoveVerdict, Verdict


class AllTables(Tablebase):
    """The whole tables of a directory; where none covers a position, the solved ones decide it.

    A verdict of theirs is a `SolvedVerdict`. Where solved positions know a bound only, no table
    covers the position as far as this goes: `bounded_moves` tells what is known then. Under the
    fifty-move rule a win of theirs counts if it ends before the clock runs out; longer ones stay
    open, since nobody counts their moves to zeroing.

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

    def probe(self, board: chess.Board) -> Verdict:
        try:
            return super().probe(board)
        except MissingTableError:
            answer = self.solved.answer(board)
            if answer is None or answer.verdict is None:
                raise
            return answer.verdict

    def moves(self, board: chess.Board) -> list[MoveVerdict]:
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
            return ()  # a search does without what is damaged

    def chunk_soon(self, name: Material | SolvedTable, number: int) -> bytes | None:
        if isinstance(name, SolvedTable):
            return name.chunk_soon(number)
        return super().chunk_soon(name, number)

    def bounded_moves(self, board: chess.Board) -> list[MoveAnswer]:
        return self.solved.moves(board)

    def rule50_moves(
        self,
        board: chess.Board,
        seconds: float = 0.0,
        stopped: Stopped = never,
        every: bool = False,
    ) -> list[Rule50Move]:
        judged = self.moves(board)
        whole = Tablebase.covers(self, board)
        return rule50_moves(
            board, judged, self._resolver(seconds, stopped) if whole else None, every
        )

    def probe_rule50(
        self, board: chess.Board, seconds: float = 0.0, stopped: Stopped = never
    ) -> Rule50Verdict:
        verdict = self.probe(board)
        whole = Tablebase.covers(self, board)
        return rule50_verdict(board, verdict, self._resolver(seconds, stopped) if whole else None)

    def _decided(self, board: chess.Board) -> list[MoveVerdict] | None:
        """Return the moves by solved positions, best first; None unless all are decided."""
        answer = self.solved.answer(board)
        if answer is None or not answer.decided:
            return None
        verdicts = [(move, after.verdict) for move, after in self.solved.moves(board)]
        judged = [MoveVerdict(move, verdict) for move, verdict in verdicts if verdict is not None]
        complete = len(judged) == len(verdicts)
        return sorted(judged, key=lambda move: move.rank) if complete else None
