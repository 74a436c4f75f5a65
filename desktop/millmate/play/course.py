"""How a game went, by the tables: what every position is worth, and what every move did to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from millmate.games.board import Rules
from millmate.play.trainer.exam import Mark
from millmate.tablebase.verdict import Verdict

if TYPE_CHECKING:  # this imports numpy, time that belongs into a thread
    from millmate.play.tournament.verdicts import Verdicts


@dataclass(frozen=True, slots=True)
class Station:
    """A position of a game, and the move that led to it.

    `verdict` is that of the side to move (`turn`), None where no table covers the position. `mark`
    is that of the move, None where the tables cannot tell; `lost` counts plies, see `compare`.
    `before` and `after` are the value, 1, 0 or -1, that the mover could have and has kept.
    """

    fen: str
    turn: bool
    verdict: Verdict | None = None
    mark: Mark | None = None
    lost: int = 0
    before: int = 0
    after: int = 0

    @property
    def value(self) -> int | None:
        """The value for White: 1, 0 or -1, None where no table covers the position."""
        if self.verdict is None:
            return None
        return self.verdict.wdl if self.turn else -self.verdict.wdl


def course(
    rules: Rules, fens: Sequence[str], verdicts: Verdicts, stopped: Callable[[], bool]
) -> tuple[Station, ...]:
    """Return the stations of a line of positions, each one move after the one before.

    It ends early once `stopped` says so.
    """
    stations: list[Station] = []
    best: Verdict | None = None
    for fen in fens:
        if stopped():
            break
        board = rules.board(fen)
        verdict = verdicts.get(board)
        stations.append(_station(fen, board.turn, best, verdict))
        best = verdict
    return tuple(stations)


def compare(best: Verdict, after: Verdict) -> tuple[Verdict, int | None]:
    """Return what a move is worth to the side that played it, and the plies that it lost.

    `best` is the verdict of the position before it and `after` of that behind it. Plies are lost
    by a win that takes longer and by a loss that comes sooner; there are none to count, None, where
    the value changed or nobody knows how far the end is.
    """
    played = after.before()
    if played.wdl != best.wdl or played.plies is None or best.plies is None:
        return played, None
    return played, abs(played.plies - best.plies)


def _station(fen: str, turn: bool, best: Verdict | None, verdict: Verdict | None) -> Station:
    if best is None or verdict is None:
        return Station(fen, turn, verdict)
    played, lost = compare(best, verdict)
    mark = Mark.KEPT if not lost else Mark.SLOWER
    if played.wdl < best.wdl:
        mark = Mark.THROWN
    return Station(fen, turn, verdict, mark, lost or 0, best.wdl, played.wdl)
