"""How a game went, by the tables: what every position is worth, and what every move did to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from millmate.games.board import Rules
from millmate.play.trainer.exam import Mark
from millmate.tablebase.rule50 import Rule50Verdict
from millmate.tablebase.verdict import Verdict

if TYPE_CHECKING:  # this imports numpy, time that belongs into a thread
    from millmate.play.tournament.verdicts import Verdicts

PATIENCE = 15.0  # seconds for finding out what the fifty-move rule makes of a position


@dataclass(frozen=True, slots=True)
class ReviewedPosition:
    """A position of a game, and the move that led to it.

    `ruled` is for the side to move (`turn`), None where no table covers the position. `mark`
    is that of the move, None where the tables cannot tell; `lost` counts plies, see `compare`.
    `before` and `after` are the value, 1, 0 or -1, that the mover could have and has kept.
    """

    fen: str
    turn: bool
    ruled: Rule50Verdict | None = None
    mark: Mark | None = None
    lost: int = 0
    before: int = 0
    after: int = 0

    @property
    def verdict(self) -> Verdict | None:
        """What the table says, which knows no clock."""
        return None if self.ruled is None else self.ruled.verdict

    @property
    def value(self) -> int | None:
        """The value for White: 1, 0 or -1.

        None where no table covers the position, or the fifty-move rule leaves it open.
        """
        value = None if self.ruled is None else self.ruled.category.wdl
        return value if value is None or self.turn else -value


def review(
    rules: Rules, fens: Sequence[str], verdicts: Verdicts, stopped: Callable[[], bool]
) -> tuple[ReviewedPosition, ...]:
    """Return the positions of a line of positions, each one move after the one before.

    It ends early once `stopped` says so.
    """
    positions: list[ReviewedPosition] = []
    best: Rule50Verdict | None = None
    for fen in fens:
        if stopped():
            break
        board = rules.board(fen)
        found = verdicts.ruled(board, PATIENCE, stopped)
        positions.append(_station(fen, board.turn, best, found))
        best = found
    return tuple(positions)


def compare(best: Rule50Verdict, after: Rule50Verdict) -> tuple[int, int, int | None] | None:
    """Return what a position was worth to the side that moved, what it kept, and the plies it lost.

    `best` is the worth of the position before the move and `after` of that behind it; where the
    fifty-move rule leaves either open the answer is None. Plies are lost by a win that takes longer
    and by a loss that comes sooner; there are none to count, None, where the value changed, nobody
    knows how far the end is, or the clock is what counts.
    """
    before, kept = best.category.wdl, after.category.wdl
    if before is None or kept is None:
        return None
    played = after.verdict.before().plies
    timed = best.in_time and after.in_time and before == -kept
    if not timed or played is None or best.verdict.plies is None:
        return before, -kept, None
    return before, -kept, abs(played - best.verdict.plies)


def _station(
    fen: str, turn: bool, best: Rule50Verdict | None, found: Rule50Verdict | None
) -> ReviewedPosition:
    compared = None if best is None or found is None else compare(best, found)
    if compared is None:
        return ReviewedPosition(fen, turn, found)
    before, after, lost = compared
    mark = Mark.KEPT if not lost else Mark.SLOWER
    if after < before:
        mark = Mark.THROWN
    return ReviewedPosition(fen, turn, found, mark, lost or 0, before, after)
