"""Look up positions in finished tables, without compiled kernels, so that the window can."""

from collections.abc import Sequence
from pathlib import Path

import chess

from millmate.tablebase.chess_tables import ChessTables, is_double_push
from millmate.tablebase.layout import LOST, verdict
from millmate.tablebase.locate import Men, men_after, men_on
from millmate.tablebase.progress import Stopped
from millmate.tablebase.rule50 import Distance, Resolver
from millmate.tablebase.sharded import TableError
from millmate.tablebase.verdict import MissingTableError, MoveVerdict, UnprobeableError, Verdict
from millmate.tablebase.zeroing import ZeroingTables

# The verdict of a move for the mover, by the byte of the position after it.
_BEFORE = [verdict(code).before() for code in range(LOST + 127)]


class Tablebase(ChessTables[Verdict]):
    """The tables of distances to mate, and those of distances to zeroing that stand beside them."""

    def __init__(self, directory: Path) -> None:
        """Open the tables that `directory` has now (see `refresh`)."""
        super().__init__(directory)
        self._zeroing = ZeroingTables.beside(directory)

    def refresh(self) -> None:
        super().refresh()
        self._zeroing.refresh()

    def close(self) -> None:
        super().close()
        self._zeroing.close()

    def _judged(self, board: chess.Board, move: chess.Move, men: Men) -> MoveVerdict:
        if not is_double_push(board, move):
            code = self._code(not board.turn, men_after(board, move, men))[0]
            return MoveVerdict(move, _BEFORE[code])
        after = board.copy(stack=False)  # the pawn may be captured en passant
        after.push(move)
        return MoveVerdict(move, self._verdict(after, men_on(after)).before())

    def _verdict(self, board: chess.Board, men: Men) -> Verdict:
        """Return the verdict of a position; tables ignore the right to capture en passant."""
        captures = list(board.generate_legal_ep()) if board.ep_square is not None else []
        if not captures:
            return verdict(self._code(board.turn, men)[0])
        judged = [
            MoveVerdict(move, _BEFORE[self._code(not board.turn, men_after(board, move, men))[0]])
            for move in captures
        ]
        # Without another move the table has the position as stalemate or mate.
        if any(move not in captures for move in board.generate_legal_moves()):
            others = verdict(self._code(board.turn, men)[0])
            judged.append(MoveVerdict(captures[0], others))
        return min(judged, key=lambda move: move.rank).verdict

    def _resolver(self, seconds: float, stopped: Stopped) -> Resolver | None:
        """Return what tells distances to zeroing: by tables at once, or else by a process."""
        later = super()._resolver(seconds, stopped)
        if not self._zeroing.available():
            return later

        def resolve(boards: Sequence[chess.Board], winner: bool) -> list[Distance | None]:
            found = [self._zeroing_distance(board, winner) for board in boards]
            unknown = [at for at, distance in enumerate(found) if distance is None]
            if later is not None and unknown:
                answers = later([boards[at] for at in unknown], winner)
                for at, distance in zip(unknown, answers, strict=True):
                    found[at] = distance
            return found

        return resolve

    def _zeroing_distance(self, board: chess.Board, winner: bool) -> Distance | None:
        try:
            return self._zeroing.distance(board, winner)
        except (MissingTableError, UnprobeableError, TableError):
            return None
