"""The verdicts of tables on all moves of a position, and the grade of the move played."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from millmate.games.board import Board, Rules
from millmate.games.catalogue import Position
from millmate.games.value import MoveValue
from millmate.tablebase.progress import never

if TYPE_CHECKING:  # slow to import, which grading does not need
    from millmate.tablebase.table_cache import Tables


@dataclass(frozen=True, slots=True)
class Option:
    """A legal move, in notation for programs and for people, and its value for its side.

    `wdl` is 1, 0 or -1 under the fifty-move rule; if the rule leaves it `open`, the value without
    it. `plies` counts to the end of the game, including the move; it is None in a draw, if tables
    have only the winner or a bound, and where the clock decides.
    """

    text: str
    notation: str
    wdl: int
    plies: int | None
    open: bool = False


class Mark(Enum):
    """The effect of a move: it kept the result, kept it but lost time, or threw it away."""

    KEPT = "kept"
    SLOWER = "slower"
    THROWN = "thrown"


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of a move.

    `lost` counts the plies by which the win takes longer, 0 unless the mark is `SLOWER`; `only`
    says that no other move keeps the result. `best` is the best move, or `played` if it is as good.
    """

    mark: Mark
    lost: int
    only: bool
    played: Option
    best: Option


@dataclass(frozen=True, slots=True)
class Exam:
    """A position and its legal moves, at least one, best first."""

    position: Position
    turn: bool
    options: tuple[Option, ...]

    @property
    def wdl(self) -> int:
        """The value of the position for the side to move."""
        return self.options[0].wdl

    @property
    def open(self) -> bool:
        """Whether it is unknown if the fifty-move rule turns the win or loss into a draw."""
        return self.options[0].open

    @property
    def plies(self) -> int | None:
        """The plies to the end with best play, None in a draw or if unknown."""
        return self.options[0].plies

    @property
    def keeping(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if option.wdl == self.wdl)

    @property
    def best(self) -> tuple[Option, ...]:
        return tuple(option for option in self.keeping if option.plies == self.plies)

    @property
    def only(self) -> bool:
        """Whether exactly one of several moves keeps the value."""
        return len(self.options) > 1 and len(self.keeping) == 1

    def option(self, text: str) -> Option:
        """Return the legal move `text`, as programs write it."""
        return next(option for option in self.options if option.text == text)

    def grade(self, text: str) -> Grade:
        """Return the grade of the legal move `text`, as programs write it."""
        played, first = self.option(text), self.options[0]
        best = played if played in self.best else first
        if played.wdl < self.wdl:
            return Grade(Mark.THROWN, 0, self.only, played, best)
        lost = 0
        if self.wdl > 0 and played.plies is not None and first.plies is not None:
            lost = played.plies - first.plies
        return Grade(Mark.SLOWER if lost else Mark.KEPT, lost, self.only, played, best)


def examine(
    rules: Rules,
    tables: "Tables",
    board: Board,
    seconds: float = 0.0,
    stopped: Callable[[], bool] = never,
) -> Exam | None:
    """Return the verdicts on the legal moves of `board`, None if the game is over.

    Values that the tables leave open under the fifty-move rule are computed if `seconds` suffice
    and `stopped` stays false.

    Raises:
        MissingTableError: No table covers the position.
        UnprobeableError: Tables cannot hold such a position.
        TableError: A table is damaged.
    """
    options = tuple(
        _options(rules, board, tables.rule50_moves(board, seconds, stopped, every=True))
    )
    return Exam(Position(rules, board.fen()), board.turn, options) if options else None


def _options(rules: Rules, board: Board, moves: Iterable[MoveValue]) -> Iterable[Option]:
    for found in moves:
        yield Option(
            rules.text(found.move),
            rules.notation(board, found.move),
            found.value.assumed,
            found.value.plies if found.value.in_time and found.value.exact else None,
            found.value.final.wdl is None,
        )
