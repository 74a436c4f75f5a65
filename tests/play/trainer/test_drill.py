"""How a drill goes and ends, and what is kept of it."""

from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest

from millmate.decoder import DecodeError, decode, encode
from millmate.games.catalogue import game, parse
from millmate.games.outcome import Outcome, Termination
from millmate.play.trainer.drill import (
    Drill,
    DrillResult,
    DrillSpec,
    End,
    Goal,
    converts,
)
from millmate.play.trainer.exam import Exam, Mark, Option
from millmate.play.trainer.repetition import Recall, recall_of

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
START = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
WIN = Exam(
    parse(START), True, (Option("a", "A", 1, 9), Option("b", "B", 1, 13), Option("c", "C", 0, None))
)
DRAW = Exam(parse(START), True, (Option("a", "A", 0, None), Option("c", "C", -1, 8)))


def drill(**asked: object) -> Drill:
    return Drill(replace(DrillSpec("KQvK"), **asked), parse(START), True)


@pytest.mark.parametrize(
    ("asked", "moves", "end"),
    [
        ({}, [(WIN, "a"), (WIN, "b"), (WIN, "c")], End.THROWN),  # graded at once
        ({"at_end": True}, [(WIN, "c"), (DRAW, "a"), (DRAW, "a")], None),
        ({"at_end": True, "moves": 3}, [(WIN, "c"), *[(DRAW, "a")] * 3], End.THROWN),
        ({"goal": Goal.HOLD, "moves": 3}, [(DRAW, "a")] * 3, End.HELD),
    ],
)
def test_only_the_last_of_these_moves_ends_the_drill(asked, moves, end):
    under_way = drill(**asked)
    ends = [
        under_way.end_after(under_way.played(2 * n, exam, text), False)
        for n, (exam, text) in enumerate(moves)
    ]
    assert ends == [*[None] * (len(moves) - 1), end]


def test_after_the_win_was_thrown_away_the_drill_outlives_a_conversion():
    under_way = drill(at_end=True)
    under_way.played(0, WIN, "c")
    assert under_way.end_after(under_way.played(2, DRAW, "a"), True) is None


@pytest.mark.parametrize(
    ("goal", "outcome", "end"),
    [
        (Goal.WIN, Outcome(Termination.CHECKMATE, True), End.WON),
        (Goal.WIN, Outcome(Termination.STALEMATE), End.DRAWN),
        (Goal.HOLD, Outcome(Termination.STALEMATE), End.HELD),
        (Goal.HOLD, Outcome(Termination.CHECKMATE, False), End.LOST),
        (Goal.WIN, Outcome(Termination.RESIGNATION, False), End.GIVEN_UP),
        (Goal.WIN, Outcome(Termination.AGREEMENT), End.GIVEN_UP),
        (Goal.HOLD, Outcome(Termination.AGREEMENT), End.LEFT),
        (Goal.WIN, Outcome(Termination.TIME, False), End.OUT_OF_TIME),
        (Goal.WIN, Outcome(Termination.TIME_WITHOUT_MATE), End.OUT_OF_TIME),
        (Goal.HOLD, Outcome(Termination.TIME_WITHOUT_MATE), End.OUT_OF_TIME),
    ],
)
def test_the_game_ends_a_drill_as_its_goal_has_it(goal, outcome, end):
    assert drill(goal=goal).end_of_game(outcome, True) is end


@pytest.mark.parametrize("winner", [True, None])
def test_the_flag_of_the_opponent_says_nothing_about_the_student(winner):
    over = Outcome(Termination.TIME if winner else Termination.TIME_WITHOUT_MATE, winner)
    assert drill().end_of_game(over, False) is End.LEFT


def test_who_runs_out_of_time_has_failed_where_that_happened():
    late = drill(clock="60")
    late.played(0, WIN, "a")
    late.stopped, late.end = "there", End.OUT_OF_TIME
    result = late.result(NOW)
    assert (result.failed, result.done) == (("there",), False)
    assert recall_of(result) is Recall.FAILED
    assert decode(DrillResult, encode(result)) == result


@pytest.mark.parametrize(
    ("before", "after", "ends"),
    [
        ("8/P7/8/8/8/k7/8/K7 w - - 0 1", "Q7/8/8/8/8/k7/8/K7 b - - 0 1", True),
        ("8/8/8/8/8/k7/1r6/KR6 w - - 0 1", "8/8/8/8/8/k7/1R6/K7 b - - 0 1", True),
        ("8/8/8/8/8/k7/8/KR6 w - - 0 1", "8/8/8/8/8/k7/1R6/K7 b - - 0 1", False),
    ],
)
def test_taking_and_promoting_lead_to_a_simpler_ending(before, after, ends):
    rules = game("chess")
    spec = DrillSpec("KQvK")
    assert converts(spec, rules.board(before), rules.board(after)) is ends
    whole = replace(spec, whole=True)
    assert not converts(whole, rules.board(before), rules.board(after))


def test_placing_ends_with_the_last_stone():
    rules = game("morris")
    board = rules.board()
    after = board.copy()
    after.push(next(iter(after.legal_moves)))
    assert not converts(DrillSpec("morris:placing"), board, after)
    last = board.copy()
    while sum(last.hand) > 0:
        before = last.copy()
        last.push(next(iter(last.legal_moves)))
    assert converts(DrillSpec("morris:placing"), before, last)


def test_what_is_taken_back_stays_on_the_account():
    under_way = drill()
    under_way.played(0, WIN, "a")
    under_way.played(2, replace(WIN, position=parse("second")), "c")
    under_way.taken_back(2)
    under_way.played(2, replace(WIN, position=parse("second")), "a")
    under_way.end = End.WON
    result = under_way.result(NOW)
    assert [mark for _, mark, _ in result.moves] == [Mark.THROWN, Mark.KEPT, Mark.KEPT]
    assert result.failed == ("second",)
    assert not result.done


def test_hints_go_up_in_steps_by_position():
    under_way = drill()
    assert [under_way.hint("x", 3) for _ in range(4)] == [1, 2, 3, 3]
    assert under_way.hint("y", 3) == 1
    under_way.end = End.WON
    assert under_way.result(NOW).hints == 4


def test_a_win_that_came_to_nothing_by_shuffling_has_failed_one_that_is_too_long_has_not():
    shuffled = drill()
    shuffled.played(0, WIN, "b")
    shuffled.end = End.DRAWN
    assert shuffled.result(NOW).failed == (START,)
    perfect = drill()
    perfect.played(0, WIN, "a")
    perfect.end = End.DRAWN
    assert perfect.result(NOW).failed == ()


def test_results_and_specs_are_what_they_were_after_json():
    under_way = drill(goal=Goal.HOLD, only_move=True)
    under_way.played(0, DRAW, "c")
    under_way.end = End.THROWN
    result = under_way.result(NOW)
    assert decode(DrillResult, encode(result)) == result
    assert result.accuracy == 0.0


@pytest.mark.parametrize("goal", Goal)
def test_a_goal_says_all_that_is_asked_about_it(goal):
    aim = goal.aim
    assert Goal(goal.value) is goal
    assert [task.split()[0] for task in aim.tasks] == ["Black", "White"]
    assert aim.fields <= {each.name for each in fields(DrillSpec)}
    assert aim.ends.keys() == {1, 0, -1}
    assert aim.ends[aim.wdl].good, "the result was kept to the end"
    assert aim.kept.get(aim.wdl)
    assert bool(aim.distance) is ("low" in aim.fields)
    assert drill(goal=goal).spec == decode(DrillSpec, encode(drill(goal=goal).spec))


def test_the_usual_goal_follows_from_the_result():
    assert (Goal.of(1), Goal.of(0)) == (Goal.WIN, Goal.HOLD)
    assert (Goal.WIN.value, Goal.HOLD.value) == ("win", "hold"), "journals have these"


WON = {"table": "KQvK", "goal": "win"}


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"table": 3, "goal": "win"},
        {"table": "KQvK", "goal": "lose"},
        WON | {"low": "2"},
        WON | {"low": 0},
        WON | {"at_end": 1},
        WON | {"clock": "soon"},
        WON | {"extra": 1},
    ],
)
def test_what_is_no_drill_is_refused(content):
    with pytest.raises(DecodeError):
        decode(DrillSpec, content)
