"""Positions near one of the course, for drills of its kind.

How near is counted in circles. A position in the first circle differs from the one in the middle
by the places of one or two men, each a step away; in the second and third circle every man may
stand up to two or three steps from its place. A step is a king's move in chess, and one along a
line in morris. Pawns keep their files and bishops the colour of their squares, so that the side of
the board and the right corner stay what they are; side to move and stones in hand stay as well.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

from millmate.games.board import Board
from millmate.games.catalogue import game
from millmate.play.by_game import Men, in_order, of
from millmate.play.trainer.drill import DrillSpec, NoPositionError
from millmate.play.trainer.exam import Exam, examine
from millmate.play.trainer.topics import sample_position
from millmate.players.table import tables_of
from millmate.tablebase.table_cache import Tables
from millmate.tablebase.verdict import UnprobeableError

CIRCLES = (1, 2, 3)
_MOVED = 2  # men at most in the first circle
_TRIES = 700  # positions to examine in each of the others
_PATIENCE = 5.0  # seconds for the fifty-move rule's effect on a position
_FEW = 3  # moves that keep the result


@dataclass(frozen=True, slots=True)
class Task:
    """The task that a position sets.

    Attributes:
        wdl: The result for the side to move.
        keeping: How many moves keep it: 1, 2 for a few, or 3 for more.
        settles: Whether one of them captures or promotes, or the last stones are in hand.
        loses: Whether some move gives the result away.
    """

    wdl: int
    keeping: int
    settles: bool
    loses: bool


def task_of(exam: Exam, board: Board) -> Task:
    keeping = len(exam.keeping)
    few = 1 if keeping == 1 else 2 if keeping <= _FEW else 3
    return Task(exam.wdl, few, of(board).settles(exam, board), keeping < len(exam.options))


def sample_near(
    spec: DrillSpec,
    fen: str,
    directory: Path,
    rng: random.Random,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[str, int]:
    """Return a position for the drill `spec` near `fen`, and its circle.

    It asks for the same: the result is the same, one, a few or many moves keep it, and as in `fen`
    they settle matters at once or not; a win is within the drill's range of distances. It may be a
    symmetric image. In the first circle every position is tried, in the others a sample; the circle
    is 0 if none has such a position, and then any of the table is drawn.

    Raises:
        NoPositionError, JobStopped, MissingTableError, TableError: See `sample_position`.
    """
    rules, tables = game(spec.game), tables_of(spec.game, directory)
    try:
        middle = rules.board(fen)
        exam = _examined(spec, tables, middle)
        if exam is not None:
            wanted = task_of(exam, middle)
            for circle, board in around(middle, rng):
                if stopped():
                    raise NoPositionError(f"stopped before a position near {fen} was found")
                if rules.outcome(board) is None and _suits(spec, tables, board, wanted):
                    return of(board).image(board, rng).fen(), circle
    finally:
        tables.close()
    return sample_position(spec, directory, rng, stopped), 0


def around(middle: Board, rng: random.Random) -> Iterator[tuple[int, Board]]:
    """Yield positions with their circles, the first one whole, in random order."""
    play = of(middle)
    men = play.men(middle)
    first = sorted({*_first_circle(middle, men)} - {men})
    rng.shuffle(first)
    for found in first:
        if (board := _placed(middle, found)) is not None:
            yield 1, board
    for circle in CIRCLES[1:]:
        rooms = [[place, *play.reach(middle, name, place, circle)] for name, place in men]
        for _ in range(_TRIES):
            places = [rng.choice(room) for room in rooms]
            moved = in_order((name, to) for (name, _), to in zip(men, places, strict=True))
            board = _placed(middle, moved)
            if board is not None and moved != men:
                yield circle, board


def _first_circle(middle: Board, men: Men) -> Iterator[Men]:
    steps = [of(middle).reach(middle, name, place, 1) for name, place in men]
    for count in range(1, _MOVED + 1):
        for chosen in combinations(range(len(men)), count):
            for places in product(*(steps[number] for number in chosen)):
                moved = list(men)
                for number, place in zip(chosen, places, strict=True):
                    moved[number] = men[number][0], place
                yield in_order(moved)


def _suits(spec: DrillSpec, tables: Tables, board: Board, wanted: Task) -> bool:
    exam = _examined(spec, tables, board)
    if exam is None or task_of(exam, board) != wanted:
        return False
    if not spec.goal.aim.distance or exam.plies is None:
        return True
    return spec.low <= (exam.plies + 1) // 2 <= spec.high


def _examined(spec: DrillSpec, tables: Tables, board: Board) -> Exam | None:
    """Return the verdicts on the moves of a position, None if tables leave them open."""
    rules = game(spec.game)
    try:
        exam = examine(rules, tables, board)
        if exam is not None and exam.open:
            exam = examine(rules, tables, board, _PATIENCE)
    except UnprobeableError:
        return None
    return None if exam is None or exam.open else exam


def _placed(middle: Board, men: Men) -> Board | None:
    """Return a position with the men elsewhere, None if they cannot stand so."""
    if len({place for _, place in men}) < len(men):
        return None
    board: Board | None = of(middle).placed(middle, men)
    return board
