"""How hard a draw is for the opponent: the number of replies that hold it, now and next time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from millmate.games.board import Board, Move
from millmate.language import number, tr
from millmate.tablebase.progress import never

if TYPE_CHECKING:
    from millmate.tablebase.table_cache import Tables


class Holding(NamedTuple):
    """The replies to a move that draws: `holding` of `replies` hold the draw; the others lose.

    `twice` is the chance, from 0 to 1, that two replies in a row hold if each is drawn from all
    replies alike and the mover continues with the draw that leaves the smallest share of replies;
    None where it was not computed.
    """

    holding: int
    replies: int
    twice: float | None = None

    @property
    def text(self) -> str:
        """Such as `2 of 14 replies hold`, with `twice` in words if it is known."""
        if self.twice is None:
            return tr("{n} of {all} replies hold", n=self.holding, all=self.replies)
        return tr(
            "{n} of {all} replies hold; random replies hold twice in a row {percent} % of the time",
            n=self.holding,
            all=self.replies,
            percent=self.percent,
        )

    @property
    def percent(self) -> str:
        """The share `twice` in per cent, with a decimal where it is small."""
        share = 100 * (self.twice or 0.0)
        return number(share, 1) if 0 < share < 10 else number(share, 0)

    @property
    def rank(self) -> tuple[int, float, int]:
        """Sort key, the hardest first."""
        return self.holding, 1.0 if self.twice is None else self.twice, -self.replies


class Stopped(Exception):  # noqa: N818 - not an error: the caller asked for it
    """The caller no longer wants an answer."""


class Draws:
    """Finds out from tables how hard draws are to hold; the fifty-move rule is left out.

    Results are cached: positions recur by other orders of moves. `key` returns the same for
    positions that are alike, such as by the symmetry of the board.
    """

    def __init__(
        self,
        tables: Tables,
        key: Callable[[Any], object] = lambda board: board.fen(),
        stopped: Callable[[], bool] = never,
    ) -> None:
        """Use `tables`; once `stopped` is true everything raises `Stopped`."""
        self._tables, self._key, self._stopped = tables, key, stopped
        self._held: dict[object, tuple[int, int]] = {}

    def of(self, board: Board, move: Move) -> Holding | None:
        """Return the number of replies to a drawing move that hold, None where there is no reply.

        Raises:
            MissingTableError, TableError: A reply leads to a table that is missing, or damaged.
            Stopped: The caller asked for it.
        """
        holding, replies = self._count(_after(board, move))
        return Holding(holding, replies) if replies else None

    def twice(self, board: Board, move: Move) -> Holding | None:
        """Return the same with `Holding.twice`; raises as `of` does."""
        after = _after(board, move)
        replies = self._tables.moves(after)
        if not replies:
            return None
        held = [_after(after, reply.move) for reply in replies if reply.value.wdl == 0]
        share = sum(map(self._least, held)) / len(replies)
        return Holding(len(held), len(replies), share)

    def _least(self, board: Board) -> float:
        """Return the least share of replies that hold which a drawing move leaves; 1 without."""
        shares = []
        for move in self._tables.moves(board):
            if move.value.wdl == 0:
                holding, replies = self._count(_after(board, move.move))
                shares.append(holding / replies if replies else 1.0)
        return min(shares, default=1.0)

    def _count(self, board: Board) -> tuple[int, int]:
        """Return the numbers of drawing and of all moves of a drawn position."""
        if self._stopped():
            raise Stopped
        key = self._key(board)
        if key not in self._held:
            moves = self._tables.moves(board)
            self._held[key] = sum(move.value.wdl == 0 for move in moves), len(moves)
        return self._held[key]


def _after(board: Board, move: Move) -> Board:
    after = board.copy()
    after.push(move)
    return after
