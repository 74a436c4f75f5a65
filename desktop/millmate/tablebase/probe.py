"""Look up positions in finished tables, without compiled kernels, so that the window can."""

from collections.abc import Sequence
from pathlib import Path

import chess

from millmate.games.value import Value
from millmate.tablebase.chess_tables import ChessTables
from millmate.tablebase.layout import LOST, MOST_OF_CODE, value
from millmate.tablebase.locate import Men, men_after
from millmate.tablebase.metric import Metric
from millmate.tablebase.progress import Stopped
from millmate.tablebase.rule50 import Distance, Resolver
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table_cache import CACHED_BYTES
from millmate.tablebase.verdict import MissingTableError, UnprobeableError
from millmate.tablebase.zeroing import ZeroingTables

# The verdict of a move for the mover, by the byte of the position after it.
_BEFORE = [value(code).before() for code in range(256)]


class Tablebase(ChessTables):
    """The tables of distances to mate, and the tables of distances to zeroing next to them."""

    metric = Metric.DTM

    def __init__(self, directory: Path, cached: int = CACHED_BYTES) -> None:
        """Open the tables that `directory` has now (see `refresh`); cache up to `cached` bytes."""
        super().__init__(directory, cached)
        self._zeroing = ZeroingTables.beside(directory)

    def refresh(self) -> None:
        super().refresh()
        self._zeroing.refresh()

    def close(self) -> None:
        super().close()
        self._zeroing.close()

    def _probed(self, turn: bool, men: Men) -> Value:
        code, material, place = self._code(turn, men)
        found = value(code)
        if code % LOST == MOST_OF_CODE and material is not None and found.plies is not None:
            return Value(found.wdl, found.plies + 2 * self._table(material).more_of(place))
        return found

    def _moved(self, board: chess.Board, move: chess.Move, men: Men) -> Value:
        turn, after = not board.turn, men_after(board, move, men)
        code = self._code(turn, after)[0]
        return self._probed(turn, after).before() if code % LOST == MOST_OF_CODE else _BEFORE[code]

    def _zeroed(self, found: Value) -> Value:
        return found.before()

    def _resolver(self, seconds: float, stopped: Stopped) -> Resolver | None:
        """Return a function that finds distances to zeroing: by tables, or else by a process."""
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
