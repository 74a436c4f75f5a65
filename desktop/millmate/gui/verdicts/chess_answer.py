"""Table verdicts for chess positions."""

from __future__ import annotations

import chess

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen, problems
from millmate.games.chess.rules import CHESS
from millmate.gui.errors.sentences import capital
from millmate.gui.verdicts.answer import Answer, Metric
from millmate.gui.verdicts.answers import Answers
from millmate.gui.verdicts.balance import balance_words
from millmate.language import tr


class ChessAnswers(Answers):
    """Looks up chess positions."""

    rules = CHESS

    @staticmethod
    def table_of(fen: str) -> str:
        """Return the name of the table for the position `fen`, whether it exists or not."""
        return str(Material.of(board_from_fen(fen)).canonical())

    def read(self, fen: str) -> chess.Board:
        return board_from_fen(fen)

    def fault_of(self, board: chess.Board) -> str:
        """Return why a position cannot be played, or "" if it can."""
        faults = problems(board)
        return faults[0].message if faults else ""

    def notations(self, board: chess.Board, move: chess.Move) -> tuple[str, str]:
        return move.uci(), board.san(move)

    def metric(self) -> Metric:
        """Return the metric: moves to mate."""
        return Metric(
            tr("Depth to mate (DTM)"),
            tr(
                "DTM, depth to mate: how many moves the winner needs until mate, both sides playing"
                " their best. A move is one of each side; a ply is a move of one side. Where the "
                "fifty-move rule would draw before, no distance is told."
            ),
            tr("Mate (DTM)"),
        )

    def uncovered(self, board: chess.Board, fen: str, error: Exception) -> Answer:
        """Return the answer for a position that no table covers, with the tables to build."""
        moves = self.moves_of(board)
        from millmate.tablebase.plan import MOST_MEN, plan

        material = Material.of(board).canonical()
        if material.men > MOST_MEN:
            limit = tr("Tables go up to {n} men.", n=MOST_MEN)
            return Answer(fen, str(material), balance_words(Material.of(board)), limit, moves)
        if board.castling_rights:
            reason = tr("Tables hold no positions with castling rights.")
            return Answer(fen, str(material), tr("No table for this position"), reason, moves)
        try:
            needed = plan([material], self.directory)
        except MillMateError as error:
            return Answer(
                fen,
                str(material),
                tr("No table for {table}", table=material),
                capital(str(error)),
                moves,
            )
        headline = tr("No table for {table} yet", table=material)
        return Answer(fen, str(material), headline, "", moves, plan=needed)
