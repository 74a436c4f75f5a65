"""What tables say of every move in a position, and the grade of the one that was played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from millmate.games.board import Board, Rules
from millmate.tablebase.progress import never
from millmate.tablebase.rule50 import Rule50Move

if TYPE_CHECKING:  # this imports numpy, and grading needs none
    from millmate.players.table import Tables


@dataclass(frozen=True, slots=True)
class Option:
    """A legal move, for programs and people, and its value to the side that plays it.

    `wdl` is 1, 0 or -1 under the fifty-move rule; where that is `open` it is as if there were none.
    `plies` counts to the end of the game, the move counted, and is None in a draw, where tables
    tell who wins but not when, and where the clock is what counts.
    """

    text: str
    notation: str
    wdl: int
    plies: int | None
    open: bool = False


class Mark(Enum):
    """What a move did to the result: kept it, kept it but lost time, or threw it away."""

    KEPT = "kept"
    SLOWER = "slower"
    THROWN = "thrown"


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of a move.

    `lost` counts the plies by which the win takes longer, 0 unless the mark is `SLOWER`; `only`
    tells that no other move keeps the result. `played` and `best` are that move and the best one,
    which is `played` itself where that is as good.
    """

    mark: Mark
    lost: int
    only: bool
    played: Option
    best: Option


@dataclass(frozen=True, slots=True)
class Exam:
    """A position and its legal moves, best first; there is one at least."""

    fen: str
    turn: bool
    options: tuple[Option, ...]

    @property
    def wdl(self) -> int:
        """The value of the position to the side to move."""
        return self.options[0].wdl

    @property
    def open(self) -> bool:
        """Whether the fifty-move rule may make a draw of the win or loss: nobody knows."""
        return self.options[0].open

    @property
    def plies(self) -> int | None:
        """How far the end is with best play, None where there is none or nobody knows."""
        return self.options[0].plies

    @property
    def keeping(self) -> tuple[Option, ...]:
        """The moves that keep the value."""
        return tuple(option for option in self.options if option.wdl == self.wdl)

    @property
    def best(self) -> tuple[Option, ...]:
        """The moves that are as good as the best one."""
        return tuple(option for option in self.keeping if option.plies == self.plies)

    @property
    def only(self) -> bool:
        """Whether exactly one of several moves keeps the value."""
        return len(self.options) > 1 and len(self.keeping) == 1

    def option(self, text: str) -> Option:
        """Return the legal move that programs write `text`."""
        return next(option for option in self.options if option.text == text)

    def grade(self, text: str) -> Grade:
        """Return the grade of the legal move that programs write `text`."""
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
    tables: Tables,
    board: Board,
    seconds: float = 0.0,
    stopped: Callable[[], bool] = never,
) -> Exam | None:
    """Return what tables say of the moves on `board`, None where there is no legal one.

    What they and the clock leave open under the fifty-move rule is found out, if `seconds` are
    enough and `stopped` does not turn true.

    Raises:
        MissingTableError: No table covers the position.
        UnprobeableError: Tables know no such position.
        TableError: A table is damaged.
    """
    options = tuple(
        _options(rules, board, tables.rule50_moves(board, seconds, stopped, every=True))
    )
    return Exam(board.fen(), board.turn, options) if options else None


def _options(rules: Rules, board: Board, moves: Iterable[Rule50Move]) -> Iterable[Option]:
    for found in moves:
        value = found.category.wdl
        yield Option(
            rules.text(found.move),
            rules.notation(board, found.move),
            found.verdict.wdl if value is None else value,
            found.verdict.plies if found.in_time else None,
            value is None,
        )
