"""Look up positions in finished tables, without compiled kernels, so that the window can."""

from collections.abc import Sequence
from pathlib import Path

import chess

from millmate.tablebase.chess_tables import ChessTables, is_double_push
from millmate.tablebase.layout import LOST, MOST_OF_CODE, verdict
from millmate.tablebase.locate import Men, men_after, men_on
from millmate.tablebase.metric import Metric
from millmate.tablebase.progress import Stopped
from millmate.tablebase.rule50 import Distance, Resolver
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table_cache import CACHED_BYTES
from millmate.tablebase.verdict import MissingTableError, MoveVerdict, UnprobeableError, Verdict
from millmate.tablebase.zeroing import ZeroingTables

# The verdict of a move for the mover, by the byte of the position after it.
_BEFORE = [verdict(code).before() for code in range(256)]


class Tablebase(ChessTables[Verdict]):
    """The tables of distances to mate, and those of distances to zeroing that stand beside them."""

    metric = Metric.DTM

    def __init__(self, directory: Path, cached: int = CACHED_BYTES) -> None:
        """Open the tables that `directory` has now (see `refresh`); keep so many bytes at most."""
        super().__init__(directory, cached)
        self._zeroing = ZeroingTables.beside(directory)

    def refresh(self) -> None:
        super().refresh()
        self._zeroing.refresh()

    def close(self) -> None:
        super().close()
        self._zeroing.close()

    def _judged(self, board: chess.Board, move: chess.Move, men: Men) -> MoveVerdict:
        if not is_double_push(board, move):
            return MoveVerdict(move, self._before(not board.turn, men_after(board, move, men)))
        after = board.copy(stack=False)  # the pawn may be captured en passant
        after.push(move)
        return MoveVerdict(move, self._verdict(after, men_on(after)).before())

    def _verdict(self, board: chess.Board, men: Men) -> Verdict:
        """Return the verdict of a position; tables ignore the right to capture en passant."""
        captures = list(board.generate_legal_ep()) if board.ep_square is not None else []
        if not captures:
            return self._probed(board.turn, men)
        judged = [
            MoveVerdict(move, self._before(not board.turn, men_after(board, move, men)))
            for move in captures
        ]
        # Without another move the table has the position as stalemate or mate.
        if any(move not in captures for move in board.generate_legal_moves()):
            judged.append(MoveVerdict(captures[0], self._probed(board.turn, men)))
        return min(judged, key=lambda move: move.rank).verdict

    def _probed(self, turn: bool, men: Men) -> Verdict:
        """Return what a table says, the right to capture en passant left out."""
        code, material, place = self._code(turn, men)
        found = verdict(code)
        if code % LOST == MOST_OF_CODE and material is not None and found.plies is not None:
            return Verdict(found.wdl, found.plies + 2 * self._table(material).more_of(place))
        return found

    def _before(self, turn: bool, men: Men) -> Verdict:
        """Return the verdict for the side whose move leads there, that move included."""
        code = self._code(turn, men)[0]
        return self._probed(turn, men).before() if code % LOST == MOST_OF_CODE else _BEFORE[code]

    def _resolver(self, seconds: float, stopped: Stopped) -> Resolver | None:
        """Return what tells distances to zeroing: by tables at once, or else by a process."""
        later = super()._resolver(seconds, stopped)
        self._zeroing.refresh_if_changed()
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
