"""Review a game by the tables: the value of every position, and the effect of every move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from millmate.games.board import Rules
from millmate.games.value import Value
from millmate.language import count, tr
from millmate.play.trainer.exam import Mark
from millmate.tablebase.rule50 import PATIENCE, compare

if TYPE_CHECKING:  # it imports numpy, which is slow
    from millmate.play.tournament.verdicts import Verdicts


@dataclass(frozen=True, slots=True)
class ReviewedPosition:
    """A position of a game, and the move that led to it.

    `ruled` is for the side to move (`turn`), None if no table covers the position. `mark` grades
    the move, None if the tables cannot; `lost` is the number of plies lost if the move is `timed`,
    see `compare`. `before` and `after` are the values, 1, 0 or -1, before and after it for the
    side that moved.
    """

    fen: str
    turn: bool
    ruled: Value | None = None
    mark: Mark | None = None
    lost: int = 0
    timed: bool = False
    before: int = 0
    after: int = 0

    @property
    def value(self) -> int | None:
        """The value for White: 1, 0 or -1.

        None if no table covers the position, or the fifty-move rule leaves it open.
        """
        value = None if self.ruled is None else self.ruled.final.wdl
        return value if value is None or self.turn else -value


def review(
    rules: Rules, fens: Sequence[str], verdicts: Verdicts, stopped: Callable[[], bool]
) -> tuple[ReviewedPosition, ...]:
    """Return the review of a line of positions, each one move after the previous one.

    It ends early once `stopped` returns True.
    """
    positions: list[ReviewedPosition] = []
    best: Value | None = None
    for fen in fens:
        if stopped():
            break
        board = rules.board(fen)
        found = verdicts.ruled(board, PATIENCE, stopped)
        if positions and _pieces(positions[-1].fen) == _pieces(fen):
            best = None  # a null move is not judged
        positions.append(_station(fen, board.turn, best, found))
        best = found
    return tuple(positions)


def _pieces(fen: str) -> str:
    return fen.partition(" ")[0]


def thrown_words(before: int, after: int) -> str:
    """Return the effect of a move that threw the result away, by its side's values."""
    if before == 0:
        return tr("threw the draw away: loss")
    if after == 0:
        return tr("threw the win away: draw")
    return tr("threw the win away: loss")


def slower_words(plies: int) -> str:
    """Return the effect of a move that keeps the win, but takes `plies` longer."""
    return count(plies, "{n} ply slower than best", "{n} plies slower than best")


def _station(fen: str, turn: bool, best: Value | None, found: Value | None) -> ReviewedPosition:
    compared = None if best is None or found is None else compare(best, found)
    if compared is None:
        return ReviewedPosition(fen, turn, found)
    before, after, lost = compared
    mark = Mark.KEPT if not lost else Mark.SLOWER
    if after < before:
        mark = Mark.THROWN
    return ReviewedPosition(fen, turn, found, mark, lost or 0, lost is not None, before, after)
