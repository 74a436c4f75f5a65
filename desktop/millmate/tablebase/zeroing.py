"""Look up distances to zeroing under the fifty-move rule, without compiled kernels."""

from dataclasses import dataclass
from pathlib import Path

import chess

from millmate.formatting import dative, side_name
from millmate.games.value import Value
from millmate.language import tr
from millmate.tablebase.chess_tables import ChessTables
from millmate.tablebase.layout import LOST, MOST_OF_CODE
from millmate.tablebase.locate import Men, men_after
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.rule50 import LONGEST, Distance


@dataclass(frozen=True, slots=True)
class ZeroingVerdict(Value):
    """The value of a position whose clock is at zero, under the fifty-move rule.

    `wdl` is 1 or -1 also where the rule draws, which `cursed` tells; `plies` counts to mate or to
    the next zeroing move that keeps the result, None in a draw.
    """

    @property
    def cursed(self) -> bool:
        return (self.plies or 0) > LONGEST

    def after_zeroing(self) -> "ZeroingVerdict":
        """Return the verdict for the side whose zeroing move led to this one."""
        if self.wdl == 0:
            return self
        return ZeroingVerdict(-self.wdl, CURSED if self.cursed else 1)

    def of_position(self, turn: bool) -> str:
        """Describe the position: `White wins: mate, capture or pawn move in 23 plies`."""
        if self.wdl == 0:
            return tr("draw with best play")
        winner = side_name(turn == (self.wdl > 0))
        plies = dative(self.plies or 0, "ply")
        if self.cursed:
            return tr("{winner} wins, but not under the fifty-move rule", winner=winner)
        return tr(
            "{winner} wins: mate, capture or pawn move in {plies}", winner=winner, plies=plies
        )


class ZeroingTables(ChessTables[ZeroingVerdict]):
    """The tables of distances to zeroing in a directory; their verdicts are `ZeroingVerdict`s."""

    metric = Metric.DTZ

    @classmethod
    def beside(cls, tables: Path) -> "ZeroingTables":
        """Return those that belong to a directory of tables of distances to mate."""
        return cls(Metric.DTZ.directory(tables))

    def distance(self, board: chess.Board, winner: bool) -> Distance:
        """Return the distance to zeroing of a position for a winner; raises as `probe` does."""
        verdict = self.probe(board)
        won = verdict.wdl == (1 if board.turn == winner else -1)
        plies = verdict.plies if won and (verdict.plies or 0) <= LONGEST else None
        return Distance(plies, plies)

    def _moved(self, board: chess.Board, move: chess.Move, men: Men) -> ZeroingVerdict:
        found = self._probed(not board.turn, men_after(board, move, men))
        return found.after_zeroing() if board.is_zeroing(move) else found.before()

    def _zeroed(self, found: ZeroingVerdict) -> ZeroingVerdict:
        return found.after_zeroing()

    def _probed(self, turn: bool, men: Men) -> ZeroingVerdict:
        code, material, place = self._code(turn, men)
        if code == 0 or material is None:
            return ZeroingVerdict(0)
        plies = code % LOST
        if plies == MOST_OF_CODE:
            plies += self._table(material).more_of(place)
        return ZeroingVerdict(1 if code < LOST else -1, plies)
