"""Look morris positions up in finished tables; no compiled kernels, so that the window may do it.

Tables know neither repetition nor the fifty-move rule: a win is a win however long it takes, and
a position from which neither side can force one is a draw. While stones are placed they tell who
wins; once all are placed, also in how many plies the game ends.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import problems
from millmate.games.morris.variants import STANDARD
from millmate.language import tr
from millmate.tablebase.dtz_process import DtzProcess, open_morris
from millmate.tablebase.morris import store
from millmate.tablebase.morris.index import Masks, classes, locate
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import Pair, Placing, Subspace, closure, placings
from millmate.tablebase.morris.situation import Situation, table_of, target
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.morris.verdict import OUTCOMES, MorrisVerdict, decoded
from millmate.tablebase.progress import Stopped, never
from millmate.tablebase.rule50 import Rule50Move, Rule50Verdict, rule50_moves, rule50_verdict
from millmate.tablebase.table_cache import DirectoryTables, MissingTableError, UnprobeableError
from millmate.tablebase.verdict import MoveVerdict

_LOST = MorrisVerdict(-1, 0)


class Place(NamedTuple):
    """Where a value stands: its table, and in it (see `index` for rows and columns).

    `side` is 0 where the primary side is to move, and while stones are placed.
    """

    table: Subspace
    side: int
    row: int
    column: int


def place_of(situation: Situation) -> Place:
    """Return where the value of `situation` stands, which is not `lost`."""
    turn, (black, white), _ = situation
    table = table_of(situation)
    if isinstance(table, Placing):
        return Place(table, 0, *locate(white, black))
    own, other = (white, black) if turn else (black, white)
    if own.bit_count() == table.primary:
        return Place(table, 0, *locate(own, other))
    return Place(table, 1, *locate(other, own))


class MorrisTablebase(DirectoryTables[Subspace, MorrisTable]):
    """The morris tables of a directory, read as they are needed; safe from several threads."""

    def __init__(self, directory: Path) -> None:
        """Open the tables that are in `directory` now (see `refresh`)."""
        super().__init__(
            directory,
            lambda: store.tables(directory),
            lambda table: MorrisTable(store.table_path(directory, table)),
        )
        self._zeroing = DtzProcess(directory, open_morris)

    def available(self) -> tuple[Subspace, ...]:
        """Return the tables that can be probed, in the order they are built in."""
        there = self._shelf.names
        return tuple(table for table in closure(there) if table in there)

    def layout(self, table: Subspace) -> Layout:
        """Return where the positions of a subspace are in its table."""
        return Layout(table)

    def classes(self, stones: int) -> Masks:
        """Return the primary side's stones of every row of tables with so many: uint32[rows]."""
        return classes(stones)

    def chunk(self, table: Subspace, number: int) -> bytes:
        """Return a chunk of a table, as it is stored; it is not kept.

        Raises:
            MissingTableError: There is no such table.
            TableError: The table is damaged.
        """
        return self._shelf.table(table).chunk(number)

    def mend(self, board: MorrisBoard) -> str:
        """Return what can be done about the missing table of `board`."""
        return tr("build {target} first", target=target(board))

    def covers(self, board: MorrisBoard) -> bool:
        """Tell whether `probe` has an answer for `board`, unless its table is damaged."""
        try:
            _refuse_unknown(board)
        except UnprobeableError:
            return False
        now = Situation.of(board)
        return now.lost or table_of(now) in self._shelf.names

    def get(self, board: MorrisBoard) -> MorrisVerdict | None:
        """Return the verdict for the side to move, or None where tables know no such position.

        Raises:
            TableError: The table is damaged.
        """
        try:
            return self.probe(board)
        except (MissingTableError, UnprobeableError):
            return None

    def probe(self, board: MorrisBoard) -> MorrisVerdict:
        """Return the verdict for the side to move.

        Raises:
            MissingTableError: No table covers the numbers of stones.
            UnprobeableError: `board` is impossible, or of another variant than the standard game.
            TableError: The table is damaged.
        """
        return self._verdict(self._admitted(board))

    def moves(self, board: MorrisBoard) -> list[MoveVerdict]:
        """Return every legal move with its verdict for the side to move, best first.

        Raises:
            MissingTableError: No table covers the numbers of stones, or what a move makes of them.
            UnprobeableError: `board` is impossible, or of another variant than the standard game.
            TableError: A table is damaged.
        """
        now = self._admitted(board)
        judged = [
            MoveVerdict(move, self._verdict(now.after(move)).before()) for move in board.legal_moves
        ]
        return sorted(judged, key=lambda move: move.rank)

    def rule50_moves(
        self,
        board: MorrisBoard,
        seconds: float = 0.0,
        stopped: Stopped = never,
        every: bool = False,
    ) -> list[Rule50Move]:
        """Return every legal move with its value under the rule of fifty quiet moves, best first.

        Where tables and clock leave the best move open, or `every` one, the distance to the next
        mill is found in a process of its own, if the pair is not too large for that (see `zeroing`)
        and `seconds` are enough and `stopped` does not turn true.

        Raises:
            MissingTableError, UnprobeableError, TableError: As `moves`.
        """
        resolver = self._zeroing.resolver(seconds, stopped) if seconds else None
        return rule50_moves(board, self.moves(board), resolver, every)

    def probe_rule50(
        self, board: MorrisBoard, seconds: float = 0.0, stopped: Stopped = never
    ) -> Rule50Verdict:
        """Return what a position is worth under the rule of fifty quiet moves.

        Raises:
            MissingTableError, UnprobeableError, TableError: As `probe`.
        """
        resolver = self._zeroing.resolver(seconds, stopped) if seconds else None
        return rule50_verdict(board, self.probe(board), resolver)

    def close(self) -> None:
        """Forget everything that was read, and end the process that was started, if any."""
        super().close()
        self._zeroing.close()

    def _admitted(self, board: MorrisBoard) -> Situation:
        """Return the situation on `board`, of which there is a table or needs to be none."""
        _refuse_unknown(board)
        now = Situation.of(board)
        if not now.lost:
            self._shelf.table(table_of(now))
        return now

    def _verdict(self, situation: Situation) -> MorrisVerdict:
        if situation.lost:
            return _LOST
        place = place_of(situation)
        layout = self._shelf.table(place.table).layout
        number, inside = layout.chunk_of(place.side, place.row)
        code = layout.code(self._shelf.chunk(place.table, number), inside, place.column)
        return decoded(code) if isinstance(place.table, Pair) else OUTCOMES[code]


def _refuse_unknown(board: MorrisBoard) -> None:
    """Refuse what tables hold no value for."""
    if board.variant != STANDARD:
        raise UnprobeableError(
            tr("tables know the standard game only, not {title}", title=board.variant.title)
        )
    faults = problems(board)
    if faults:
        raise UnprobeableError(
            tr("impossible position, {message}: {fen}", message=faults[0].message, fen=board.fen())
        )
    now = Situation.of(board)
    if not now.lost and not _occurs(table_of(now)):
        raise UnprobeableError(
            tr("no game comes to so few stones this early: {fen}", fen=board.fen())
        )


def _occurs(table: Subspace) -> bool:
    return isinstance(table, Pair) or table in _reached()


@cache
def _reached() -> frozenset[Subspace]:
    return frozenset(placings())
