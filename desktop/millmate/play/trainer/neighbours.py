"""Positions near one of the course, for drills of its kind.

How near is counted in circles. A position in the first circle differs from the one in the middle
by the places of one or two men, each a step away; in the second and third circle every man may
stand up to two or three steps from its place. A step is a king's move in chess, and one along a
line in morris. Pawns keep their files and bishops the colour of their squares, so that the side of
the board and the right corner stay what they are; side to move and stones in hand stay as well.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from pathlib import Path

import chess

from millmate.games.board import Board
from millmate.games.catalogue import game
from millmate.games.chess.positions import problems
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import Lines, points_in
from millmate.play.trainer.drill import DrillSpec, NoPositionError
from millmate.play.trainer.exam import Exam, examine
from millmate.play.trainer.topics import image, sample_position, settles
from millmate.players.table import Tables, tables_of
from millmate.tablebase.verdict import UnprobeableError

CIRCLES = (1, 2, 3)
_MOVED = 2  # men at most in the first circle
_TRIES = 700  # positions to examine in each of the others
_PATIENCE = 5.0  # seconds for the fifty-move rule's effect on a position
_FEW = 3  # moves that keep the result

_Men = tuple[tuple[str, int], ...]  # as FEN has them, with their squares or points


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
    return Task(exam.wdl, few, settles(exam, board), keeping < len(exam.options))


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
                    return image(board, rng).fen(), circle
    finally:
        tables.close()
    return sample_position(spec, directory, rng, stopped), 0


def around(middle: Board, rng: random.Random) -> Iterator[tuple[int, Board]]:
    """Yield positions with their circles, the first one whole, in random order."""
    men = _men_of(middle)
    first = sorted({*_first_circle(middle, men)} - {men})
    rng.shuffle(first)
    for found in first:
        if (board := _board(middle, found)) is not None:
            yield 1, board
    for circle in CIRCLES[1:]:
        rooms = [[place, *_reach(middle, name, place, circle)] for name, place in men]
        for _ in range(_TRIES):
            places = [rng.choice(room) for room in rooms]
            moved = _sorted((name, to) for (name, _), to in zip(men, places, strict=True))
            board = _board(middle, moved)
            if board is not None and moved != men:
                yield circle, board


def _first_circle(middle: Board, men: _Men) -> Iterator[_Men]:
    steps = [_reach(middle, name, place, 1) for name, place in men]
    for count in range(1, _MOVED + 1):
        for chosen in combinations(range(len(men)), count):
            for places in product(*(steps[number] for number in chosen)):
                moved = list(men)
                for number, place in zip(chosen, places, strict=True):
                    moved[number] = men[number][0], place
                yield _sorted(moved)


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


# --- men and places -----------------------------------------------------------------------------


def _men_of(board: Board) -> _Men:
    if isinstance(board, MorrisBoard):
        stones = enumerate(board.stones)
        return _sorted(("BW"[white], point) for white, mask in stones for point in points_in(mask))
    assert isinstance(board, chess.Board)
    return _sorted((piece.symbol(), square) for square, piece in board.piece_map().items())


def _sorted(men: Iterable[tuple[str, int]]) -> _Men:
    """Return the men in an order that does not tell men of a kind apart."""
    return tuple(sorted(men))


def _board(middle: Board, men: _Men) -> Board | None:
    """Return a position with the men elsewhere, None if they cannot stand so."""
    if len({place for _, place in men}) < len(men):
        return None
    if isinstance(middle, MorrisBoard):
        placed = MorrisBoard(middle.variant)
        placed.turn, placed.hand = middle.turn, list(middle.hand)
        for name, point in men:
            placed.stones[name == "W"] |= 1 << point
        return placed
    board = chess.Board(None)
    for name, square in men:
        board.set_piece_at(square, chess.Piece.from_symbol(name))
    board.turn = middle.turn
    return None if problems(board) else board


def _reach(board: Board, name: str, place: int, steps: int) -> Sequence[int]:
    """Return the other places for a man up to `steps` steps away."""
    if isinstance(board, MorrisBoard):
        return _points(board.variant.lines, place, steps)
    return _squares(name.upper(), place, steps)


@cache
def _squares(kind: str, place: int, steps: int) -> tuple[int, ...]:
    near = [
        square
        for square in chess.SQUARES
        if square != place and chess.square_distance(place, square) <= steps
    ]
    if kind == "P":
        file, ends = chess.square_file(place), (0, 7)
        return tuple(
            square
            for square in near
            if chess.square_file(square) == file and chess.square_rank(square) not in ends
        )
    if kind == "B":
        light = chess.BB_LIGHT_SQUARES
        return tuple(square for square in near if light >> square & 1 == light >> place & 1)
    return tuple(near)


@cache
def _points(lines: Lines, place: int, steps: int) -> tuple[int, ...]:
    reached = {place}
    for _ in range(steps):
        reached |= {end for point in reached for end in points_in(lines.neighbours[point])}
    return tuple(sorted(reached - {place}))
