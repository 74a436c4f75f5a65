"""Look morris positions up in finished tables; no compiled kernels, so that the window can do it.

Tables ignore repetition and the fifty-move rule: a win is a win however long it takes, and a
position from which neither side can force one is a draw. While stones are placed they hold the
winner; once all are placed, also the plies to the end, unless the table is compact.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.positions import problems
from millmate.games.morris.variants import STANDARD
from millmate.games.value import MoveValue, Result, Value
from millmate.language import tr
from millmate.tablebase.morris import store
from millmate.tablebase.morris.index import Masks, classes, place_of
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import (
    Subspace,
    closure,
    has_tables,
    occurs,
    subspace_of,
    target,
)
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.progress import Stopped, never
from millmate.tablebase.table_cache import DirectoryTables, open_morris
from millmate.tablebase.verdict import UnprobeableError

# By code of the moving phase: 0 is a draw, n + 1 stands for n plies; odd codes are lost, even ones
# won for the side to move.
VALUES = [Value(0)] + [Value(-1 if code % 2 else 1, code - 1) for code in range(1, 256)]
# The codes while stones are placed: draw, loss, win.
OUTCOMES = (Value(0), Value(-1), Value(1))
_LOST = Value(-1, 0)


class MorrisTablebase(DirectoryTables[Subspace, MorrisTable, MorrisBoard]):
    """The morris tables of a directory, read as they are needed; safe from several threads."""

    def __init__(self, directory: Path, large: bool = False) -> None:
        """Open the tables that `directory` has now (see `refresh`).

        `large` allows distances to zeroing of large compact pairs to take minutes of two
        processors and gigabytes of memory (see `MorrisDtz`).
        """
        super().__init__(
            directory,
            lambda: store.tables(directory),
            lambda table: store.opened(directory, table),
            partial(open_morris, large=large),
        )

    def available(self) -> tuple[Subspace, ...]:
        """Return the tables that can be probed, in the order of building."""
        there = self._names
        return tuple(table for table in closure(there) if table in there)

    def in_trees(self) -> tuple[Subspace, ...]:
        """Return the tables that an engine can read by itself: full ones of the usual rules."""
        return tuple(
            table
            for table in self.available()
            if table.rules == STANDARD.name and not store.is_compact(self.directory, table)
        )

    def layout(self, table: Subspace) -> Layout:
        return Layout(table)

    def chunk(self, table: Subspace, number: int) -> bytes:
        """Return a chunk as it is stored; it is not kept. Raises as `probe` does."""
        return self._table(table).chunk(number)

    def classes(self, stones: int) -> Masks:
        """Return the primary side's stones of every row of tables with `stones`: uint32[rows]."""
        return classes(stones)

    def mend(self, board: MorrisBoard) -> str:
        return tr("build {target} first", target=target(board))

    def covers(self, board: MorrisBoard) -> bool:
        """Return whether `probe` has an answer for `board`, unless its table is damaged."""
        try:
            _refuse_unknown(board)
        except UnprobeableError:
            return False
        return board.has_lost(board.turn) or subspace_of(board) in self._names

    def probe(self, board: MorrisBoard) -> Value:
        self._admit(board)
        return self._verdict(board)

    def moves(self, board: MorrisBoard) -> list[MoveValue]:
        self._admit(board)
        judged, after = [], board.copy()
        for move in board.legal_moves:
            after.push(move)
            judged.append(MoveValue(move, self._verdict(after).before()))
            after.pop()
        return sorted(judged, key=lambda move: move.rank)

    def rule50_moves(
        self,
        board: MorrisBoard,
        seconds: float = 0.0,
        stopped: Stopped = never,
        every: bool = False,
    ) -> list[MoveValue]:
        """See `DirectoryTables.rule50_moves`.

        A compact pair does not show how to continue with a win: given enough `seconds`, the moves
        nearest to a mill that keeps it are first.
        """
        seconds = seconds if board.variant == STANDARD else 0.0  # distances are of that
        moves = super().rule50_moves(board, seconds, stopped, every)
        resolve = self._resolver(seconds, stopped)
        won = [move for move in moves if move.value.final is Result.WIN]
        if resolve is None or not won or any(board.hand) or won[0].value.plies is not None:
            return moves
        after = [_after(board, move) for move in won]
        distances = resolve(after, board.turn)
        for at, (move, distance) in enumerate(zip(won, distances, strict=True)):
            zeroing = move.value.zeroing
            if zeroing is None and distance is not None and distance.proven is not None:
                zeroing = distance.proven + 1
            won[at] = replace(move, value=replace(move.value, in_time=False, zeroing=zeroing))
        return [*sorted(won, key=lambda move: move.rank), *moves[len(won) :]]

    def probe_rule50(
        self, board: MorrisBoard, seconds: float = 0.0, stopped: Stopped = never
    ) -> Value:
        """See `DirectoryTables.probe_rule50`."""
        seconds = seconds if board.variant == STANDARD else 0.0
        return super().probe_rule50(board, seconds, stopped)

    def _admit(self, board: MorrisBoard) -> None:
        """Raise unless the side to move has lost or a table covers the position."""
        _refuse_unknown(board)
        if not board.has_lost(board.turn):
            self._table(subspace_of(board))

    def _verdict(self, board: MorrisBoard) -> Value:
        if board.has_lost(board.turn):
            return _LOST
        place = place_of(board)
        table = self._table(place.table)
        layout = table.layout
        number, inside = layout.chunk_of(place.side, place.row)
        chunk = self._chunks.get((place.table, number), lambda: table.chunk(number))
        code = layout.code(chunk, inside, place.column)
        return (VALUES if layout.distances else OUTCOMES)[code]


def _after(board: MorrisBoard, move: MoveValue) -> MorrisBoard:
    after = board.copy()
    after.push(cast(MorrisMove, move.move))
    return after


def _refuse_unknown(board: MorrisBoard) -> None:
    """Refuse positions that tables hold no value for."""
    if not has_tables(board.variant):
        raise UnprobeableError(
            tr("there are no tables of this game: {title}", title=tr(board.variant.title))
        )
    faults = problems(board)
    if faults:
        raise UnprobeableError(
            tr("impossible position, {message}: {fen}", message=faults[0].message, fen=board.fen())
        )
    if not board.has_lost(board.turn) and not occurs(subspace_of(board)):
        raise UnprobeableError(
            tr("no game can reach so few stones this early: {fen}", fen=board.fen())
        )
