"""What makes a puzzle, and a hard one, by verdicts that are made up."""

import chess
import pytest

from millmate.games.value import MoveValue, Value
from millmate.play.rush.puzzles import Mode, Puzzle, puzzle_of

BOARD = chess.Board("8/8/8/8/2k5/3N4/8/7K b - - 0 1")  # the king may take the knight
CAPTURE = chess.Move.from_uci("c4d3")
QUIET = [move for move in BOARD.legal_moves if move != CAPTURE]
SOON, WIN, DRAW, LOSS = Value(1, 1), Value(1, 21), Value(0), Value(-1, 20)


def puzzle(mode: Mode, *values: Value, first: chess.Move | None = None) -> Puzzle | None:
    """Return the puzzle of a position with a move of each value, best first."""
    moves = [*([first] if first else []), *QUIET][: len(values)]
    return puzzle_of(mode, BOARD, list(map(MoveValue, moves, values)))


def estimate(mode: Mode, *values: Value, first: chess.Move | None = None) -> float:
    found = puzzle(mode, *values, first=first)
    assert found is not None
    return found.estimate


def test_half_as_many_right_moves_are_harder_by_200_points() -> None:
    half, quarter = estimate(Mode.HOLD, DRAW, LOSS), estimate(Mode.HOLD, DRAW, LOSS, LOSS, LOSS)
    assert quarter - half == 200


def test_a_draw_is_harder_to_judge_than_a_win_and_that_than_a_win_at_once() -> None:
    soon, win, draw = (estimate(Mode.JUDGE, value) for value in (SOON, WIN, DRAW))
    assert (win - soon, draw - win) == (150, 150)
    assert estimate(Mode.JUDGE, Value(1, 2)) == win


def test_a_capture_is_looked_at_first() -> None:
    values = DRAW, LOSS, LOSS
    assert estimate(Mode.HOLD, *values) - estimate(Mode.HOLD, *values, first=CAPTURE) == 200


@pytest.mark.parametrize(
    ("mode", "values", "asked"),
    [
        (Mode.ONLY_MOVE, [WIN, DRAW, LOSS], True),
        (Mode.ONLY_MOVE, [WIN, WIN, DRAW], False),
        (Mode.ONLY_MOVE, [SOON, DRAW, DRAW], False),  # which everybody sees
        (Mode.ONLY_MOVE, [DRAW, LOSS, LOSS], True),
        (Mode.ONLY_MOVE, [LOSS], False),
        (Mode.HOLD, [DRAW, DRAW, LOSS, LOSS], True),
        (Mode.HOLD, [DRAW, DRAW, LOSS], False),
        (Mode.HOLD, [WIN, LOSS, LOSS], False),
        (Mode.JUDGE, [LOSS, LOSS], True),
    ],
)
def test_a_position_suits_a_mode_by_the_moves_that_keep_the_result(
    mode: Mode, values: list[Value], asked: bool
) -> None:
    assert (puzzle(mode, *values) is not None) is asked
