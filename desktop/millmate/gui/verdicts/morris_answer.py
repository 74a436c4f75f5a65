"""Table verdicts for nine men's morris."""

from __future__ import annotations

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.positions import board_from_text, problems
from millmate.games.morris.rules import MORRIS
from millmate.gui.errors.sentences import capital
from millmate.gui.verdicts.answer import Answer, Metric
from millmate.gui.verdicts.answers import Answers
from millmate.language import tr
from millmate.tablebase.morris.names import MorrisTarget
from millmate.tablebase.morris.situation import material


class MorrisAnswers(Answers):
    """Looks up positions of nine men's morris."""

    rules = MORRIS

    @staticmethod
    def table_of(fen: str) -> str:
        """Return the name of the table for the position `fen`, whether it exists or not."""
        return material(board_from_text(fen))

    def read(self, fen: str) -> MorrisBoard:
        return board_from_text(fen)

    def fault_of(self, board: MorrisBoard) -> str:
        """Return why a position cannot be played, or "" if it can."""
        faults = problems(board)
        return faults[0].message if faults else ""

    def notations(self, board: MorrisBoard, move: MorrisMove) -> tuple[str, str]:
        """Return a move in engine notation and as displayed, which are the same."""
        return str(move), str(move)

    def metric(self) -> Metric:
        """Return the metric: moves to the end."""
        return Metric(
            tr("Moves to the end"),
            tr(
                "How many moves the winner needs until the other side has two stones left or cannot"
                " move, both sides playing their best. A move is a turn of each side, with "
                "removals; a ply is a turn of one side. While stones are placed, tables tell only "
                "who wins. Where fifty quiet moves would draw before, no distance is told."
            ),
        )

    def uncovered(self, board: MorrisBoard, fen: str, error: Exception) -> Answer:
        """Return the answer for a position that no table covers, with the tables to build."""
        from millmate.tablebase.errors import UnprobeableError
        from millmate.tablebase.morris.plan import plan

        name = material(board)
        if isinstance(error, UnprobeableError):
            return Answer(fen, name, tr("No table for this position"), capital(str(error)))
        needed = plan([MorrisTarget.parse(name)], self.directory)
        headline, moves = tr("No table for {table} yet", table=name), self.moves_of(board)
        return Answer(fen, name, headline, "", moves, plan=needed)
