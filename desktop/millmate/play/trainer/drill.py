"""A drill: its specification, its course, and its result."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from operator import attrgetter
from typing import Annotated, Self

from millmate.decoder import Between, Reads
from millmate.errors import InputError
from millmate.games.board import Board
from millmate.games.catalogue import Position, game, kind_of
from millmate.games.outcome import Outcome, Termination
from millmate.language import count, mark
from millmate.play.by_game import GAMES, of
from millmate.play.clocks import TimeControl
from millmate.play.trainer.exam import Exam, Grade, Mark, Option

LONGEST = 999  # moves: no win is longer


class DrillError(InputError):
    """A drill is not available; the message says why."""


class NoPositionError(DrillError):
    """A table holds no position that suits a drill."""


class End(Enum):
    """The end of a drill."""

    WON = "won"
    CONVERTED = "converted"  # by a capture or promotion that kept the win
    HELD = "held"
    THROWN = "thrown"
    DRAWN = "drawn"  # a win became a draw
    LOST = "lost"
    OUT_OF_TIME = "out of time"
    GIVEN_UP = "given up"
    LEFT = "left"

    @property
    def good(self) -> bool:
        """Whether the goal was reached."""
        return self in (End.WON, End.CONVERTED, End.HELD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """The words and rules of a goal; everything that depends on a drill's goal asks them here.

    Attributes:
        wdl: The result of the first position for the side to move, which is to be kept.
        title: The goal in a list.
        tasks: The goal in a sentence, with Black and with White to move.
        until: Returns when the drill ends, in words.
        fields: The fields of `DrillSpec` that the goal uses: "low" and "high", "moves", "whole".
        distance: The label of `low` and `high`, by game; empty if the distance does not matter.
        converted: The end once another ending, or `moves`, is reached; None to play on.
        ends: How the drill ends with its game, by the result.
        kept: Describes a good move, by the result after it; if missing, the result is shown alone.
        better: Describes a move that was better because it keeps the result.
        stake: The first hint if the distance is unknown, and by game if it is known.
        keeping: The moves of a position that reach the goal.
        grade: Returns the grade of a move.
    """

    wdl: int
    title: str
    tasks: tuple[str, str]
    until: "Callable[[DrillSpec], str]"
    fields: frozenset[str]
    converted: End | None
    ends: Mapping[int, End]
    kept: Mapping[int, str]
    better: str
    stake: str
    stakes: Mapping[str, str] = field(default_factory=dict)
    distance: Mapping[str, str] = field(default_factory=dict)
    keeping: Callable[[Exam], tuple[Option, ...]] = attrgetter("keeping")
    grade: Callable[[Exam, str], Grade] = Exam.grade


def _until_won(spec: "DrillSpec") -> str:
    return str(GAMES[spec.game].until_won(spec.whole))


class Goal(Enum):
    """The goals of drills, by what journals and settings call them."""

    aim: Aim

    WIN = (
        "win",
        Aim(
            wdl=1,
            title=mark("Win"),
            tasks=(mark("Black to move and win"), mark("White to move and win")),
            until=_until_won,
            fields=frozenset({"low", "high", "whole"}),
            distance={"chess": mark("Mate in"), "morris": mark("Win in")},
            converted=End.CONVERTED,
            ends={1: End.WON, 0: End.DRAWN, -1: End.LOST},
            kept=dict.fromkeys((1, 0), mark("Kept: {now}")) | {-1: mark("Nothing left to keep")},
            better=mark("{move} kept the win."),
            stake=mark("The win is at stake."),
            stakes={
                "chess": mark("You mate in {n} ({plies})."),
                "morris": mark("You win in {n} ({plies})."),
            },
        ),
    )
    HOLD = (
        "hold",
        Aim(
            wdl=0,
            title=mark("Hold the draw"),
            tasks=(mark("Black to move and draw"), mark("White to move and draw")),
            until=lambda spec: count(spec.moves, "for {n} move", "for {n} moves"),
            fields=frozenset({"moves"}),
            converted=End.HELD,
            ends={1: End.WON, 0: End.HELD, -1: End.LOST},
            kept={0: mark("Kept: still a draw")},
            better=mark("{move} held the draw."),
            stake=mark("The draw is at stake."),
        ),
    )

    def __new__(cls, value: str, aim: Aim) -> Self:
        goal = object.__new__(cls)
        goal._value_, goal.aim = value, aim
        return goal

    @classmethod
    def of(cls, wdl: int) -> Self | None:
        """Return the usual goal in a position with this result for the side to move."""
        return next((goal for goal in cls if goal.aim.wdl == wdl), None)


def _clock(text: str) -> str:
    if text:
        TimeControl.parse(text)
    return text


@dataclass(frozen=True, slots=True)
class DrillSpec:
    """The specification of a drill.

    Attributes:
        table: The table to draw positions from, such as `KBNvK` or `morris:5-4`; `PLACING` for any
            table of the placing phase of morris.
        goal: Win or hold.
        low: The shortest distance of a win, in moves of the winning side.
        high: The longest one.
        moves: How many moves a draw must be held for; with grades at the end, also how many moves
            are played on after the result was thrown away.
        only_move: Whether exactly one move must keep the result in the first position.
        at_end: Whether moves are graded at the end instead of at once.
        whole: Whether to continue after captures and promotions until the game is over; the pairs
            of morris always do, and its placing phase ends with the last stone placed.
        clock: The time control, such as `180+2`, "" for no clocks.
    """

    table: str
    goal: Goal = Goal.WIN
    low: Annotated[int, Between(1)] = 1
    high: Annotated[int, Between(1)] = LONGEST
    moves: Annotated[int, Between(1)] = 15
    only_move: bool = False
    at_end: bool = False
    whole: bool = False
    clock: Annotated[str, Reads(str, _clock)] = ""

    @property
    def game(self) -> str:
        """The game's name in `games.catalogue`."""
        kind = kind_of(self.table)
        return kind if kind in GAMES else "chess"

    def position(self, fen: str) -> Position:
        """Return the position `fen` of the drill's game."""
        return Position(game(self.game), fen)

    @property
    def control(self) -> TimeControl | None:
        """The time of each side, None without clocks."""
        return TimeControl.parse(self.clock) if self.clock else None


def topic_of(position: Position) -> str:
    """Return the name of the topic that a position belongs to."""
    board = position.board()
    return str(of(board).topic(board))


@dataclass(frozen=True, slots=True)
class GradedMove:
    """A move of the user, after `ply` plies of the drill, in the position `fen`."""

    ply: int
    fen: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class DrillResult:
    """The result of a drill.

    Attributes:
        drill: The specification.
        start: The first position.
        ended: When it ended, in UTC.
        end: How it ended.
        moves: The user's moves as programs write them, each with its mark and the plies lost,
            including moves taken back.
        hints: The number of hints.
        unveiled: Whether the user looked at the verdict.
        failed: The positions in which the result was thrown away, the drill given up, or the
            flag fell.
        repeated: Whether the drill repeated a failed position.
    """

    drill: DrillSpec
    start: str
    ended: datetime
    end: End
    moves: tuple[tuple[str, Mark, int], ...]
    hints: int = 0
    unveiled: bool = False
    failed: tuple[str, ...] = ()
    repeated: bool = False

    def count(self, mark: Mark) -> int:
        return sum(found is mark for _, found, _ in self.moves)

    @property
    def lost(self) -> int:
        """The plies lost by slower moves."""
        return sum(lost for _, _, lost in self.moves)

    @property
    def accuracy(self) -> float | None:
        """The share of moves that kept the result and lost no time, None without moves."""
        return self.count(Mark.KEPT) / len(self.moves) if self.moves else None

    @property
    def done(self) -> bool:
        """Whether the goal was reached without throwing the result away."""
        return self.end.good and not self.failed

    @property
    def helped(self) -> bool:
        """Whether the user saw hints or the verdict."""
        return bool(self.hints) or self.unveiled


@dataclass(frozen=True, slots=True)
class Failure:
    """A position of a game in which a won or drawn result was thrown away.

    `move` did it, in the notation of programs; it is "" if the game was given up there.
    """

    fen: str
    move: str
    goal: Goal

    def result(self, table: str, ended: datetime) -> DrillResult:
        """Return it as a failed drill of the table `table`."""
        moves = ((self.move, Mark.THROWN, 0),) if self.move else ()
        end = End.THROWN if self.move else End.GIVEN_UP
        return DrillResult(
            DrillSpec(table, self.goal), self.fen, ended, end, moves, failed=(self.fen,)
        )


def converts(spec: DrillSpec, before: Board, after: Board) -> bool:
    """Return whether a move from `before` to `after` ends a drill if it keeps the result.

    In chess captures and promotions do; in the placing phase of morris the last stone does.
    """
    return bool(of(before).converts(before, after, spec.whole))


@dataclass(slots=True)
class Drill:
    """A running drill; the observer of the game reports what happens."""

    spec: DrillSpec
    start: Position
    side: bool  # the user's
    repeated: bool = False
    before: int = 0  # plies played in the game before the drill
    moves: list[GradedMove] = field(default_factory=list)  # of the current line
    undone: list[GradedMove] = field(default_factory=list)  # taken back
    # Moves of the drills that this one continues: still on the board, and taken back.
    standing: list[GradedMove] = field(default_factory=list)
    earlier: list[GradedMove] = field(default_factory=list)
    hints: dict[str, int] = field(default_factory=dict)  # steps, by position
    unveiled: bool = False
    stopped: str = ""  # the position in which it was given up, or the flag fell
    end: End | None = None

    def played(self, ply: int, exam: Exam, text: str) -> GradedMove:
        """Add the user's move after `ply` plies, and return it with its grade."""
        graded = GradedMove(ply, exam.position.text, self.spec.goal.aim.grade(exam, text))
        self.moves.append(graded)
        return graded

    def taken_back(self, plies: int) -> None:
        """Cut the line to `plies` plies; moves taken back still count in the result."""
        for line, gone in ((self.moves, self.undone), (self.standing, self.earlier)):
            gone += [move for move in line if move.ply >= plies]
            line[:] = [move for move in line if move.ply < plies]

    def hint(self, fen: str, steps: int) -> int:
        """Count a hint in a position, and return its step, at most `steps`."""
        self.hints[fen] = min(self.hints.get(fen, 0) + 1, steps)
        return self.hints[fen]

    def end_after(self, graded: GradedMove, converted: bool) -> End | None:
        """Return how the drill ends with a move of the user, None if it continues.

        `converted` says that the move led to another ending; see `converts`.
        """
        if graded.grade.mark is Mark.THROWN:
            return None if self.spec.at_end else End.THROWN
        if self.thrown:  # graded at the end: the user plays on for a while
            marks = [move.grade.mark for move in self.moves]
            since = len(marks) - 1 - marks.index(Mark.THROWN)
            return End.THROWN if since >= self.spec.moves else None
        aim = self.spec.goal.aim
        enough = "moves" in aim.fields and len(self.moves) >= self.spec.moves
        return aim.converted if enough or converted else None

    def end_of_game(self, outcome: Outcome, turn: bool) -> End:
        """Return how the drill ends with its game, at whose end `turn` was to move.

        Who runs out of time has failed, even where the rules of the game would still give a draw.
        The opponent's flag proves nothing about the user.
        """
        if outcome.on_time:
            return End.OUT_OF_TIME if turn is self.side else End.LEFT
        if outcome.termination is Termination.RESIGNATION:
            return End.GIVEN_UP
        ends = self.spec.goal.aim.ends
        if outcome.termination is Termination.AGREEMENT:
            return End.LEFT if ends[0].good else End.GIVEN_UP
        if outcome.winner is None:
            return ends[0]
        return ends[1 if outcome.winner is self.side else -1]

    @property
    def thrown(self) -> bool:
        """Whether the result was thrown away in the current line."""
        return any(move.grade.mark is Mark.THROWN for move in self.moves)

    @property
    def failed(self) -> tuple[str, ...]:
        """The positions in which the result was thrown away, and where it stopped, in order."""
        every = sorted([*self.undone, *self.moves], key=lambda move: move.ply)
        found = [move.fen for move in every if move.grade.mark is Mark.THROWN]
        return tuple(dict.fromkeys([*found, *filter(None, [self.stopped])]))

    def result(self, ended: datetime) -> DrillResult:
        """Return the result of the drill, which ended at a time in UTC."""
        assert self.end is not None
        every = [*self.undone, *self.moves]
        failed = self.failed
        if self.end is End.DRAWN and not failed and any(m.grade.lost for m in every):
            failed = (self.start.text,)  # the win was kept to the end, but took too long
        return DrillResult(
            self.spec,
            self.start.text,
            ended,
            self.end,
            tuple((m.grade.played.text, m.grade.mark, m.grade.lost) for m in every),
            sum(self.hints.values()),
            self.unveiled,
            failed,
            self.repeated,
        )
