"""Review a game by the tables: the verdict on every position, and the effect of every move."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from millmate.errors import MillMateError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import kind_of
from millmate.games.value import Value
from millmate.language import count, tr
from millmate.play.by_game import GAMES, of
from millmate.play.trainer.exam import Mark
from millmate.tablebase.by_game import tables_of
from millmate.tablebase.progress import never
from millmate.tablebase.rule50 import PATIENCE, compare


class Verdicts:
    """The tables of a game in a directory; a position that none covers, or that fails, gives None.

    Solved positions count if they decide the result: a bound is not a verdict. The fifty-move rule
    counts, a tournament's own limits of morris do not.
    """

    def __init__(self, game: str, directory: Path) -> None:
        self._tables = tables_of(game, directory)
        self._most = GAMES[kind_of(game)].most_men(self._tables)
        self.any = self._most > 0

    def ruled(
        self, board: Board, seconds: float = 0.0, stopped: Callable[[], bool] = never
    ) -> Value | None:
        """Return the value of the position for the side to move under the fifty-move rule.

        If tables and clock leave it open, up to `seconds` are spent on computing it.
        """
        if not self.any:
            return None
        if len(of(board).men(board)) > self._most:
            return None  # most positions of chess by far
        try:
            found: Value = self._tables.probe_rule50(board, seconds, stopped)
        except (MillMateError, OSError):
            return None
        return found

    def value(self, board: Board) -> int | None:
        """Return 1, 0 or -1: White wins, draws or loses with best play by both.

        None where the fifty-move rule may draw before the tables' line ends.
        """
        found = self.ruled(board)
        value = None if found is None else found.final.wdl
        return value if value is None or board.turn else -value

    def close(self) -> None:
        self._tables.close()


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
