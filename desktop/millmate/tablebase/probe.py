"""Look up positions in finished tables; only wins of compact ones call kernels."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from millmate.formatting import dative, side_name
from millmate.games.value import CHESS_TERMS, Result, Value, words
from millmate.language import tr
from millmate.tablebase.chess_tables import ChessTables
from millmate.tablebase.layout import LOST, value
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.progress import Stopped
from millmate.tablebase.rule50 import LONGEST, Distance, Resolver, plies_left
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table_cache import CACHED_BYTES
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

if TYPE_CHECKING:
    from millmate.tablebase.dtm50 import ClockSlices


def open_slices(directory: Path) -> "ClockSlices":
    """Return the values at every clock of the tables in a directory; loads kernels."""
    from millmate.tablebase.dtm50 import ClockSlices

    return ClockSlices(directory, Tablebase(directory), ZeroingTables.beside(directory))


class Tablebase(ChessTables):
    """The tables of distances to mate, and the tables of distances to zeroing next to them."""

    metric, open_dtz = Metric.DTM, staticmethod(open_slices)

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

    @staticmethod
    def _value(code: int, more: int) -> Value:
        found = value(code)
        return Value(found.wdl, (found.plies or 0) + 2 * more) if more else found

    @staticmethod
    def _before(board: chess.Board, move: chess.Move, after: Value) -> Value:
        return after.before()

    def _resolver(self, seconds: float, stopped: Stopped) -> Resolver | None:
        """Return a function that finds distances to zeroing by tables, the rest by a process.

        The rest are also mates that are in time though not by DTM: it waits a third of `seconds`
        for these, since the result is known.
        """
        later = super()._resolver(seconds, stopped)
        sooner = super()._resolver(seconds / 3, stopped)
        self._zeroing.refresh_if_changed()
        if not self._zeroing.available():
            return later

        def resolve(boards: Sequence[chess.Board], winner: bool) -> list[Distance | None]:
            found = [self._zeroing.distance(board, winner) for board in boards]
            unknown = [at for at, each in enumerate(found) if each is None]
            late = [
                at
                for at, each in enumerate(found)
                if each is not None and (each.proven or CURSED) <= plies_left(boards[at])
            ]
            for ask, asked in ((later, unknown), (sooner, late)):
                answers = ask([boards[at] for at in asked], winner) if ask and asked else ()
                for at, distance in zip(asked, answers, strict=False):
                    found[at] = distance or found[at]
            return found

        return resolve


# --- Look up distances to zeroing under the fifty-move rule ---------------------------------------


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

    metric, open_dtz = Metric.DTZ, staticmethod(open_slices)

    @classmethod
    def beside(cls, tables: Path) -> "ZeroingTables":
        """Return those that belong to a directory of tables of distances to mate."""
        return cls(Metric.DTZ.directory(tables))

    def distance(self, board: chess.Board, winner: bool) -> Distance | None:
        """Return the distance to zeroing of a position for a winner, None if it is unknown."""
        try:
            value = self.probe(board)
        except (MissingTableError, UnprobeableError, TableError):
            return None
        won = value.assumed == (1 if board.turn == winner else -1)
        return Distance(value.zeroing, value.zeroing) if won else Distance(None, None)

    @staticmethod
    def _value(code: int, more: int) -> Value:
        return of_zeroing(0 if code == 0 else 1 if code < LOST else -1, code % LOST + more)

    @staticmethod
    def _before(board: chess.Board, move: chess.Move, after: Value) -> Value:
        plies = (after.zeroing or 0) + 1
        if board.is_zeroing(move):
            plies = 1 if after.assumed == after.wdl else CURSED
        return of_zeroing(-after.wdl, plies)
