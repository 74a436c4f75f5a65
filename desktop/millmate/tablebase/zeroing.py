"""Look up distances to zeroing under the fifty-move rule, without compiled kernels."""

from dataclasses import dataclass
from pathlib import Path

import chess

from millmate.formatting import dative, side_name
from millmate.language import tr
from millmate.tablebase.chess_tables import ChessTables, is_double_push
from millmate.tablebase.layout import LOST, MOST_OF_CODE
from millmate.tablebase.locate import Men, men_after, men_on
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.rule50 import LONGEST, Distance
from millmate.tablebase.verdict import MoveVerdict, Verdict


@dataclass(frozen=True, slots=True)
class ZeroingVerdict(Verdict):
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

    def _judged(self, board: chess.Board, move: chess.Move, men: Men) -> MoveVerdict:
        if is_double_push(board, move):
            after = board.copy(stack=False)  # the pawn may be captured en passant
            after.push(move)
            found = self._verdict(after, men_on(after))
        else:
            found = self._probed(not board.turn, men_after(board, move, men))
        zeroes = board.is_zeroing(move)
        return MoveVerdict(move, found.after_zeroing() if zeroes else found.before())

    def _verdict(self, board: chess.Board, men: Men) -> ZeroingVerdict:
        captures = list(board.generate_legal_ep()) if board.ep_square is not None else []
        own = self._probed(board.turn, men)
        if not captures:
            return own
        found = [
            self._probed(not board.turn, men_after(board, move, men)).after_zeroing()
            for move in captures
        ]
        # Without another move the table has the position as stalemate or mate.
        if any(move not in captures for move in board.generate_legal_moves()):
            found.append(own)
        return min(found, key=lambda verdict: MoveVerdict(captures[0], verdict).rank)

    def _probed(self, turn: bool, men: Men) -> ZeroingVerdict:
        """Return what a table says, the right to capture en passant left out."""
        code, material, place = self._code(turn, men)
        if code == 0 or material is None:
            return ZeroingVerdict(0)
        plies = code % LOST
        if plies == MOST_OF_CODE:
            plies += self._table(material).more_of(place)
        return ZeroingVerdict(1 if code < LOST else -1, plies)
