"""What tables of solved positions know is shown as a result or as a bound, never as more."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import chess
import pytest

from millmate.games.catalogue import parse
from millmate.games.value import MoveValue, Result, Value
from millmate.gui.features.verdicts.verdict_controller import move_values
from millmate.gui.features.verdicts.worth_list import Heading, WorthModel
from millmate.gui.shell.probe.answer import Answer, MoveWorth, count_words, shares, sign_of
from millmate.gui.shell.probe.answers import ChessAnswers, solved_answer
from millmate.tablebase.solve_request import SolveRequest, solve
from millmate.tablebase.solved_positions import SolvedPositions

BLOCKED = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1"


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SolvedPositions]:
    """Tables that are for White alone, without promotions."""
    directory = tmp_path_factory.mktemp("tables")
    solve(SolveRequest(BLOCKED, (True,), 0), directory, threads=1)
    with SolvedPositions(directory) as found:
        yield found


def answer(solved: SolvedPositions, fen: str) -> Answer | None:
    def notations(board: chess.Board, move: chess.Move) -> tuple[str, str]:
        return move.uci(), board.san(move)

    return solved_answer(solved, chess.Board(fen), fen, "KPvKP", notations)


def test_a_bound_is_told_as_a_bound(solved: SolvedPositions) -> None:
    found = answer(solved, BLOCKED)
    assert found is not None
    assert (found.headline, found.result, found.wdl) == (
        "White at least draws",
        Result.AT_LEAST_DRAW,
        None,
    )
    assert not found.covered
    assert found.solvable
    assert {move.result for move in found.moves} <= {Result.AT_LEAST_DRAW, Result.UNKNOWN, 1, 0}
    black = answer(solved, BLOCKED.replace(" w ", " b "))
    assert black is not None
    assert black.result is Result.AT_MOST_DRAW
    unknown = answer(solved, "8/8/8/p1k5/P7/8/8/6K1 b - - 0 1")
    assert unknown is not None
    assert (unknown.headline, unknown.result) == ("Unknown", Result.UNKNOWN)


def test_a_distance_that_may_be_shorter_is_told_so() -> None:
    move = MoveWorth("a2a4", "a4", "mate in at most 31", 1, moves=31, at_most=True)
    assert move.figure == "≤31"
    values = move_values(Answer("", "", "", moves=(move,), covered=True))
    assert values["a2a4"].figure == ""  # on the board there is no room for the sign


@pytest.mark.parametrize(
    ("value", "headline", "remark", "figure", "hint"),
    [
        (
            *(Value(1, 23), "White wins, mate in 12", "23 plies · in time for the fifty-move rule"),
            *("12", "mate in 12: 23 plies, this move counted"),
        ),
        (
            *(Value(1, 23, exact=False), "White wins, mate in at most 12"),
            *("in time for the fifty-move rule", "≤12", "mate in at most 12"),
        ),
        (
            *(Value(1, 121), "White wins, or a draw"),
            "without the fifty-move rule: White wins, mate in 61",
            *("50?", "wins, or 50 moves; mate in 61 without the fifty-move rule"),
        ),
        (Value.between(0, 1), "White at least draws", "", "", "at least a draw"),
    ],
)
def test_solved_positions_say_what_whole_tables_say(
    value: Value, headline: str, remark: str, figure: str, hint: str
) -> None:
    board = chess.Board(BLOCKED)
    move = MoveValue(next(iter(board.legal_moves)), value)
    known = SimpleNamespace(answer=lambda *_: value, moves=lambda *_: [move])
    found = answer(cast(SolvedPositions, known), BLOCKED)
    assert found is not None
    assert found.headline == headline
    assert found.remark == " · ".join(filter(None, ("Solved position, verified", remark)))
    assert (found.moves[0].figure, found.moves[0].hint) == (figure, hint)


def test_what_no_tables_hold_has_no_answer(solved: SolvedPositions) -> None:
    assert answer(solved, "8/8/4k3/8/8/4K3/PP6/8 w - - 0 1") is None


def test_moves_of_a_bound_stand_under_headings_of_their_own(solved: SolvedPositions) -> None:
    model = WorthModel()
    found = answer(solved, BLOCKED)
    model.show_answer(found)
    headings = [row for row in model.rows if isinstance(row, Heading)]
    assert headings[0].text.endswith(": at least a draw")
    assert sum(shares(found.moves).values()) == len(found.moves)
    assert [sign_of(bound) for bound in Result if bound.wdl is None] == [0, None, 0]
    assert count_words(Result.UNKNOWN, 1) == "1 move of unknown value"


def test_results_come_before_bounds_that_a_table_would_settle(
    solved: SolvedPositions, tmp_path: Path
) -> None:
    """A whole table of five men is built in seconds: the window offers it instead of a bound."""
    from millmate.tablebase.probe import Tablebase

    answers = ChessAnswers(Tablebase(solved.directory), solved.directory)
    found = answers.answer(parse(BLOCKED))
    answers.close()
    assert found.plan is not None
    assert found.bound is None
