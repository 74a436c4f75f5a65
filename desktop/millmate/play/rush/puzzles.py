"""Positions to decide upon, with an estimate of how hard they are."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from millmate.games.board import Board, Move
from millmate.games.catalogue import Position, parse, rules_of
from millmate.games.value import MoveValue
from millmate.language import mark
from millmate.play.by_game import of
from millmate.play.trainer.drill import topic_of

_MOST_HOLDING = 0.5  # the share of moves that hold a position worth holding
_EASIEST, _HARDEST = 400.0, 2800.0


class Mode(Enum):
    """The question: who wins, the only move that keeps the result, a move that holds the draw."""

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
    """A position of chess or morris with its right answers.

    These are moves in notation for programs, or one of `WHITE_WINS` and so on; `best` is the
    best move. `estimate` is the difficulty on Elo's scale before the first try.
    """

    mode: Mode
    fen: str
    answers: frozenset[str]
    estimate: float
    best: str

    @property
    def position(self) -> Position:
        return parse(self.fen)

    @property
    def ending(self) -> str:
        """The name of its table, such as `KRPvKR` or `morris:4-3`."""
        return topic_of(self.position)


class NoPuzzlesError(Exception):
    """The tables of a directory hold nothing to ask."""


def puzzle_of(mode: Mode, board: Board, moves: Sequence[MoveValue]) -> Puzzle | None:
    """Return the puzzle that a position makes, None if it makes none.

    Args:
        mode: The question.
        board: The position.
        moves: Its moves with their verdicts, best first.
    """
    value, best = moves[0].value.wdl, moves[0].move
    keeping = [each.move for each in moves if each.value.wdl == value]
    if not _asks(mode, moves[0], len(keeping), len(moves)):
        return None
    hardness = _hardness(board, keeping, len(moves))
    text = rules_of(board).text
    if mode is Mode.JUDGE:
        answers = {(BLACK_WINS, DRAW, WHITE_WINS)[1 + (value if board.turn else -value)]}
        hardness += 150 if value == 0 else -150 if _at_once(moves[0]) else 0
    else:
        answers = {text(move) for move in keeping}
    estimate = max(_EASIEST, min(hardness, _HARDEST))
    return Puzzle(mode, board.fen(), frozenset(answers), estimate, text(best))


def _asks(mode: Mode, best: MoveValue, keeping: int, moves: int) -> bool:
    """Return whether a position suits a mode, by how many of its moves keep the result."""
    if mode is Mode.ONLY_MOVE:
        return keeping == 1 and best.value.wdl >= 0 and not _at_once(best)
    return mode is Mode.JUDGE or (best.value.wdl == 0 and keeping <= _MOST_HOLDING * moves)


def _at_once(move: MoveValue) -> bool:
    return move.value.wdl > 0 and (move.value.plies or 0) <= 1


def _hardness(board: Board, keeping: Sequence[Move], moves: int) -> float:
    """Return how hard it is to keep the result, as an estimate on Elo's scale.

    It grows with the men or stones and as fewer of the moves are right, so with the mobility, and
    is less where a right move is one that everybody looks at first: a capture, a check, a
    promotion, or a mill.
    """
    play = of(board)
    looked_at = any(play.is_forcing(board, move) for move in keeping)
    lacking = 200 * math.log2(moves / len(keeping))
    return 600 + float(play.weight(board)) + lacking - (200 if looked_at else 0)
