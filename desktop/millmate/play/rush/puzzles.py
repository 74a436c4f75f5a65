"""Positions to decide upon, drawn from tables, with an estimate of how hard they are."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import chess

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.language import mark
from millmate.tablebase import store
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError
from millmate.tablebase.verdict import MissingTableError, MoveVerdict, UnprobeableError

Stopped = Callable[[], bool]

_DRAWN = ("KBvK", "KNvK")  # always
_DRAWS = 6  # positions from which the one that is nearest to the wanted difficulty is taken
_TRIES = 400  # random positions for one of these
_FEWEST = 4  # legal moves to choose from
_MOST_HOLDING = 0.5  # the share of moves that hold a position worth holding
_EASIEST, _HARDEST = 400.0, 2800.0


class Mode(Enum):
    """What is asked: who wins, the only move that keeps the result, a move that holds the draw."""

    JUDGE = "judge"
    ONLY_MOVE = "only move"
    HOLD = "hold"


TITLES = {
    Mode.JUDGE: mark("Win or draw?"),
    Mode.ONLY_MOVE: mark("The only move"),
    Mode.HOLD: mark("Hold the draw"),
}
# The answers of `Mode.JUDGE`, as White's results.
WHITE_WINS, DRAW, BLACK_WINS = "white", "draw", "black"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with its right answers: moves in UCI, or one of `WHITE_WINS` and so on.

    `rating` estimates its difficulty on Elo's scale. `best` is the best move in UCI.
    """

    mode: Mode
    fen: str
    answers: frozenset[str]
    rating: float
    best: str

    @property
    def material(self) -> Material:
        return Material.of(chess.Board(self.fen)).canonical()


class NoPuzzlesError(Exception):
    """The tables of a directory hold nothing to ask."""


class PuzzleSource:
    """Draws puzzles from the tables of chess in a directory; for one thread."""

    def __init__(self, directory: Path, seed: int | None = None) -> None:
        self._tables = Tablebase(directory)
        self._rng = random.Random(seed)
        self._materials = [each for each in store.materials(directory) if not _plain(each)]

    def close(self) -> None:
        self._tables.close()

    def draw(self, mode: Mode, rating: float, stopped: Stopped = lambda: False) -> Puzzle:
        """Return a puzzle that is about as hard as `rating`.

        Raises:
            NoPuzzlesError: There is no table, or none with such positions, or `stopped` was true.
        """
        drawn: list[Puzzle] = []
        for _ in range(_DRAWS * _TRIES):
            if stopped() or len(drawn) == _DRAWS or not self._materials:
                break
            puzzle = self._try(mode)
            if puzzle is not None:
                drawn.append(puzzle)
        if not drawn:
            raise NoPuzzlesError
        return min(drawn, key=lambda puzzle: abs(puzzle.rating - rating))

    def _try(self, mode: Mode) -> Puzzle | None:
        """Return the puzzle of a random position, None if it is none."""
        rng = self._rng
        material = rng.choice(self._materials)
        if rng.random() < 0.5:
            material = material.swapped
        board = random_position(material, rng, rng.random() < 0.5)
        try:
            moves = self._tables.moves(board)
        except (MissingTableError, UnprobeableError, TableError):
            return None
        if len(moves) < _FEWEST or any((each.verdict.plies or 0) > LONGEST for each in moves):
            return None  # the fifty-move rule may say something else
        return puzzle_of(mode, board, moves)


def puzzle_of(mode: Mode, board: chess.Board, moves: Sequence[MoveVerdict]) -> Puzzle | None:
    """Return the puzzle that a position makes, None if it makes none.

    Args:
        mode: What is asked.
        board: The position.
        moves: Its moves with their verdicts, best first.
    """
    value, best = moves[0].verdict.wdl, moves[0].move
    keeping = [each.move for each in moves if each.verdict.wdl == value]
    hardness = _hardness(board, keeping, len(moves))
    if mode is Mode.JUDGE:
        answer = (BLACK_WINS, DRAW, WHITE_WINS)[1 + (value if board.turn else -value)]
        rating = hardness + (150 if value == 0 else -150 if _at_once(moves[0]) else 0)
        return _puzzle(mode, board, {answer}, rating, best)
    if mode is Mode.ONLY_MOVE and (len(keeping) != 1 or value < 0 or _at_once(moves[0])):
        return None
    if mode is Mode.HOLD and (value != 0 or len(keeping) > _MOST_HOLDING * len(moves)):
        return None
    return _puzzle(mode, board, {move.uci() for move in keeping}, hardness, best)


def _puzzle(
    mode: Mode, board: chess.Board, answers: set[str], rating: float, best: chess.Move
) -> Puzzle:
    rating = max(_EASIEST, min(rating, _HARDEST))
    return Puzzle(mode, board.fen(), frozenset(answers), rating, best.uci())


def _plain(material: Material) -> bool:
    """Return whether there is nothing to decide: a draw, or far too much against a bare king."""
    if material.men == 2 or str(material) in _DRAWN:
        return True
    heavy = any(piece in material.white for piece in "QR")
    return material.black == "K" and material.men > 3 and heavy


def _at_once(move: MoveVerdict) -> bool:
    return move.verdict.wdl > 0 and (move.verdict.plies or 0) <= 1


def _hardness(board: chess.Board, keeping: Sequence[chess.Move], moves: int) -> float:
    """Return how hard it is to keep the result, as an estimate on Elo's scale.

    It grows with the men and as fewer of the moves are right, and is less where a right move is one
    that everybody looks at first: a capture, a check, or a promotion.
    """
    men = board.occupied.bit_count()
    rating = 600 + 150 * (men - 3) + 200 * math.log2(moves / len(keeping))
    looked_at = (board.is_capture(m) or board.gives_check(m) or m.promotion for m in keeping)
    return rating - (200 if any(looked_at) else 0)
