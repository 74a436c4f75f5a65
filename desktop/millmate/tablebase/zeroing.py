"""Look up distances to zeroing under the fifty-move rule, without compiled kernels."""

from functools import cache
from pathlib import Path

import chess

from millmate.formatting import dative, side_name
from millmate.games.value import CHESS_TERMS, Result, Value, words
from millmate.language import tr
from millmate.tablebase.chess_tables import ChessTables
from millmate.tablebase.layout import LOST, MOST_OF_CODE
from millmate.tablebase.locate import Men, men_after
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.rule50 import LONGEST, Distance


@cache
def of_zeroing(wdl: int, plies: int) -> Value:
    """Return the value of a position or move whose clock is at zero, under the fifty-move rule.

    Args:
        wdl: The result without the rule.
        plies: To mate or to the next zeroing move that keeps the result; of no account in a draw.
    """
    if wdl == 0:
        return Value(0)
    ruled = Result.DRAW if plies > LONGEST else Result.WIN if wdl > 0 else Result.LOSS
    return Value(wdl, ruled=ruled, in_time=False, zeroing=plies)


def in_words(value: Value, turn: bool) -> str:
    """Describe a position: `White wins: mate, capture or pawn move in 23 plies`."""
    if value.final is Result.DRAW:
        return words(value, CHESS_TERMS, turn)
    winner, plies = side_name(turn == (value.wdl > 0)), dative(value.zeroing or 0, "ply")
    return tr("{winner} wins: mate, capture or pawn move in {plies}", winner=winner, plies=plies)


class ZeroingTables(ChessTables):
    """The tables of distances to zeroing in a directory; their values are those of `of_zeroing`."""

    metric = Metric.DTZ

    @classmethod
    def beside(cls, tables: Path) -> "ZeroingTables":
        """Return those that belong to a directory of tables of distances to mate."""
        return cls(Metric.DTZ.directory(tables))

    def distance(self, board: chess.Board, winner: bool) -> Distance:
        """Return the distance to zeroing of a position for a winner; raises as `probe` does."""
        value = self.probe(board)
        won = value.assumed == (1 if board.turn == winner else -1)
        return Distance(value.zeroing, value.zeroing) if won else Distance(None, None)

    def _moved(self, board: chess.Board, move: chess.Move, men: Men) -> Value:
        found = self._probed(not board.turn, men_after(board, move, men))
        if board.is_zeroing(move):
            return self._zeroed(found)
        return of_zeroing(-found.wdl, (found.zeroing or 0) + 1)

    def _zeroed(self, found: Value) -> Value:
        return of_zeroing(-found.wdl, 1 if found.assumed == found.wdl else CURSED)

    def _probed(self, turn: bool, men: Men) -> Value:
        code, material, place = self._code(turn, men)
        if code == 0 or material is None:
            return of_zeroing(0, 0)
        plies = code % LOST
        if plies == MOST_OF_CODE:
            plies += self._table(material).more_of(place)
        return of_zeroing(1 if code < LOST else -1, plies)
