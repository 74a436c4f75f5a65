"""Requests to solve a position, for one side or both, within limits; their cost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Unpack

import chess

from millmate.decoder import decode_text
from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import playable_board
from millmate.games.value import Value
from millmate.jobs.job import Control, Job
from millmate.jobs.run import run
from millmate.language import tr
from millmate.tablebase.plan import Plan, refuse_without_room
from millmate.tablebase.position_answer import in_words, together
from millmate.tablebase.positions import MOST_MEN, PositionPlan, plan_sides, solve_position
from millmate.tablebase.progress import BuildProgress, Progress, Stopped, as_part, ignore, never
from millmate.tablebase.reach import MOST_PLACEMENTS, PROMOTIONS, Bounds
from millmate.tablebase.table_build import BuildOptions

MOST_PIECES = 4  # besides kings, that promotions can reach


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """A position to be solved.

    Attributes:
        fen: The position.
        sides: The sides that tables are for, True for White, in this order; the second one is
            left out where the first one's tables decide the position, or are exact.
        most_pieces: The most pieces, besides kings, after promotions.
        promotions: The python-chess types that pawns may promote to.
        captures: The most captured men of the other side, None for any number.
        losses: The most captured men of the side that tables are for, likewise.
        own: The python-chess types that this side's own pawns promote to.
        stays: The squares of pawns that neither move nor are captured.
    """

    fen: str
    sides: tuple[bool, ...]
    most_pieces: int
    promotions: tuple[int, ...] = PROMOTIONS
    captures: int | None = None
    losses: int | None = None
    own: tuple[int, ...] = PROMOTIONS
    stays: tuple[int, ...] = ()

    @property
    def bounds(self) -> Bounds:
        sides = self.captures, self.losses, self.own
        return Bounds(self.most_pieces, *sides, self.promotions, self.stays)

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> SolveRequest:
        """Return the request that `to_json` wrote; raises `InputError` if `text` is not one."""
        try:
            request = decode_text(cls, text)
            playable_board(request.fen)
        except ValueError:
            raise InputError(
                tr("{text} is not a position that can be solved", text=f"{text!r:.60}")
            ) from None
        return request

    def plans(self, directory: Path, most: int = MOST_PLACEMENTS) -> list[PositionPlan]:
        """Return a plan for each side, one if it is exact; raises as `plan_sides` does."""
        board = playable_board(self.fen)
        plans = plan_sides(board, directory, self.sides, self.bounds, most)
        return plans[:1] if plans[0].content.reach.exact else plans


def solve(
    request: SolveRequest,
    directory: Path,
    progress: Progress = ignore,
    **options: Unpack[BuildOptions],
) -> str:
    """Solve a position, and return its result in a sentence.

    Raises:
        InputError: The position is impossible, or too large.
        NoRoomError: There is too little disk or memory.
        BuildStopped: It was stopped; finished work is kept.
        MillMateError: As `build.build`.
    """
    board = playable_board(request.fen)
    plans = request.plans(directory)
    answers: list[Value] = []
    seconds = [steps.steps.seconds for steps in plans]
    for number, steps in enumerate(plans):
        refuse_without_room(steps.steps, directory, options.get("memory"))
        times = sum(seconds[:number]), seconds[number], sum(seconds[number + 1 :])

        def report(now: BuildProgress, times: tuple[float, float, float] = times) -> None:
            progress(as_part(now, *times))

        solved = solve_position(steps, report, **options)
        with solved:
            answers.append(solved.probe(board))
        if answers[-1].decided:
            break
    return in_words(together(answers), board.turn, request.promotions)


# Costs --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SolveCost:
    """The cost of a request, for each of its sides, or why it cannot be planned.

    Attributes:
        most_pieces: The most pieces after promotions.
        placements: The number of placements of pawns that the tables of one side hold.
        exits: The number of further ones outside; 0 if values are exact.
        plans: The tables of each side; empty if there is a `fault`.
        fault: Why there is no plan, "" if there is one.
    """

    most_pieces: int
    placements: int = 0
    exits: int = 0
    plans: tuple[Plan[Material], ...] = ()
    fault: str = ""

    @property
    def missing(self) -> bool:
        """Whether there is something to build."""
        return any(plan.missing for plan in self.plans)

    @property
    def tables(self) -> int:
        """The number of tables, of all sides."""
        return sum(len(plan.tables) for plan in self.plans)

    @property
    def disk(self) -> int:
        """Disk space in bytes, for all sides."""
        return sum(plan.disk for plan in self.plans)

    @property
    def memory(self) -> int:
        """Memory in bytes."""
        return max((plan.memory for plan in self.plans), default=0)

    def elapsed(self, threads: int | None = None) -> float:
        """Return the seconds that solving takes, for all sides."""
        return sum(plan.elapsed(threads) for plan in self.plans)


def cost(request: SolveRequest, directory: Path, most: int = MOST_PLACEMENTS) -> SolveCost:
    """Return the cost of a request, or why it cannot be planned."""
    try:
        plans = request.plans(directory, most)
    except InputError as error:
        return SolveCost(request.most_pieces, fault=str(error))
    first = plans[0]
    return SolveCost(
        request.most_pieces,
        first.placements,
        first.content.reach.exits,
        tuple(plan.steps for plan in plans),
    )


def pieces_on(board: chess.Board) -> int:
    """Return the number of pieces, besides kings and pawns, of a position."""
    return chess.popcount(board.occupied & ~board.pawns & ~board.kings)


def stronger_first(board: chess.Board) -> tuple[bool, bool]:
    """Return both sides, the one with the more valuable men first."""
    material = Material.of(board)
    return (True, False) if material.canonical() == material else (False, True)


def squares_named(text: str) -> tuple[int, ...]:
    """Return the squares that a text such as `d4, e5` names, each once, ascending.

    Raises:
        InputError: It is not a list of squares.
    """
    names = text.lower().replace(",", " ").split()
    try:
        return tuple(sorted({chess.parse_square(name) for name in names}))
    except ValueError:
        raise InputError(
            tr("{text} does not name squares, such as d4 or d4,e5", text=f"{text!r:.60}")
        ) from None


def solvable(board: chess.Board) -> bool:
    """Return whether a position has so few men, and no castling rights, that it may be solved."""
    return chess.popcount(board.occupied) <= MOST_MEN and not board.castling_rights


def costs(
    request: SolveRequest, directory: Path, most: int = MOST_PLACEMENTS
) -> Iterator[SolveCost]:
    """Yield the cost of a request with the present number of pieces, then with more and more.

    The last ones are those of exact tables, of `MOST_PIECES` pieces, or of too many placements.
    """
    now = pieces_on(playable_board(request.fen))
    for pieces in range(now, max(MOST_PIECES, now) + 1):
        found = cost(replace(request, most_pieces=pieces), directory, most)
        yield found
        if found.fault or not found.exits:
            return


def costs_in_process(
    request: SolveRequest,
    directory: Path,
    progress: Callable[[SolveCost], object],
    stopped: Stopped = never,
) -> None:
    """Do what `costs` does in a child process, and pass each cost on.

    Raises:
        JobStopped: `stopped` has become true.
        MillMateError: The child has died, or an earlier plan is damaged.
    """
    died = tr("the process that plans the solution of a position has died")
    run(Job("planner", partial(_report_costs, request, directory), died), progress, stopped)


def _report_costs(request: SolveRequest, directory: Path, control: Control) -> None:
    for found in costs(request, directory):
        control.report(found)
