"""Positions that are drawn are what was asked for."""

import random
from functools import cache
from itertools import product

import chess
import pytest
from tests.tiers import first, only

from millmate.games.catalogue import game, parse
from millmate.games.chess.material import Material
from millmate.games.morris.board import MorrisBoard
from millmate.play.by_game import PLACING
from millmate.play.trainer import topics
from millmate.play.trainer.drill import DrillError, DrillSpec, Goal
from millmate.play.trainer.exam import Exam, Mark, examine
from millmate.play.trainer.topics import sample_position
from millmate.players.table import tables_of

TIMES = 5


opened = cache(tables_of)


def exam_of(directory, fen: str) -> Exam:
    kind = parse(fen).game.kind
    found = examine(game(kind), opened(kind, directory), game(kind).board(fen))
    assert found is not None
    return found


def drawn(directory, spec: DrillSpec) -> list[str]:
    return [sample_position(spec, directory, random.Random(seed)) for seed in range(TIMES)]


@pytest.mark.parametrize("name", ["KQvK", "KRvK", "KBNvK"])
def test_a_position_to_win_is_won_within_the_range_by_the_side_to_move(tables, name):
    spec = DrillSpec(name, Goal.WIN, 4, 7)
    for fen in drawn(tables, spec):
        board, exam = chess.Board(fen), exam_of(tables, fen)
        assert board.is_valid()
        assert Material.of(board).canonical() == Material.parse(name)
        assert exam.wdl == 1
        assert exam.plies is not None
        assert 4 <= (exam.plies + 1) // 2 <= 7


def test_distances_of_the_range_come_up_evenly(tables):
    spec = DrillSpec("KBNvK", Goal.WIN, 5, 30)
    moves = {exam_of(tables, fen).plies for fen in drawn(tables, spec)}
    assert len(moves) > TIMES // 2


@pytest.mark.parametrize("name", ["KQvK", "KRvK", "KBNvK"])
def test_a_position_to_hold_is_drawn_and_can_be_lost(tables, name):
    for fen in drawn(tables, DrillSpec(name, Goal.HOLD)):
        exam = exam_of(tables, fen)
        assert exam.wdl == 0
        assert exam.options[-1].wdl == -1


@pytest.mark.parametrize("goal", first(1, Goal))
def test_in_an_only_move_position_exactly_one_of_several_moves_keeps_the_result(tables, goal):
    for fen in drawn(tables, DrillSpec("KBNvK", goal, 1, 33, only_move=True)):
        exam = exam_of(tables, fen)
        assert exam.wdl == goal.aim.wdl
        marks = [goal.aim.grade(exam, option.text).mark for option in exam.options]
        assert len(marks) - marks.count(Mark.THROWN) == 1
        assert len(exam.options) > 1


def test_the_same_position_is_seen_from_every_side_of_the_board(tables):
    spec = DrillSpec("KRvK", Goal.WIN, 16, 16)
    kings = {chess.Board(fen).king(chess.WHITE) for fen in drawn(tables, spec)}
    sides = {(chess.square_file(king) > 3, chess.square_rank(king) > 3) for king in kings}
    assert len(sides) > 1


@pytest.mark.parametrize(
    ("name", "goal"),
    only(
        product(["morris:3-3", "morris:4-3", "morris:5-3"], Goal),
        ("morris:3-3", Goal.WIN),
        ("morris:4-3", Goal.HOLD),
    ),
)
def test_morris_positions_are_won_or_drawn_with_so_many_stones(morris_tables, name, goal):
    topic = topics.topic(morris_tables, name)
    for fen in drawn(morris_tables, DrillSpec(name, goal, *topic.range)):
        board, exam = game("morris").board(fen), exam_of(morris_tables, fen)
        assert isinstance(board, MorrisBoard)
        stones = sorted((each.bit_count() for each in board.stones), reverse=True)
        assert f"morris:{stones[0]}-{stones[1]}" == name
        assert exam.wdl == goal.aim.wdl
        if goal.aim.distance:
            assert exam.plies is not None
            assert topic.range[0] <= (exam.plies + 1) // 2 <= topic.range[1]
        else:
            assert exam.options[-1].wdl == -1


def test_while_stones_are_placed_positions_come_from_any_of_its_tables(morris_tables):
    for fen in drawn(morris_tables, DrillSpec(PLACING)):
        assert sum(game("morris").board(fen).hand) in (1, 2)
        assert exam_of(morris_tables, fen).wdl == 1


def test_what_no_table_has_is_refused_with_a_reason(tables):
    with pytest.raises(DrillError, match="no such position"):
        sample_position(DrillSpec("KQvK", Goal.WIN, 30, 40), tables, random.Random(0))


def test_drawing_can_be_stopped(tables):
    with pytest.raises(DrillError):
        sample_position(DrillSpec("KBNvK"), tables, random.Random(0), lambda: True)


def test_what_can_be_drilled_is_listed_without_what_nobody_can_lose(tables, morris_tables):
    names = set(topics.names(tables))
    assert names >= {"KQvK", "KRvK", "KBNvK"}
    assert not names & {"KBvK", "KNvK"}
    assert topics.names(morris_tables)[-1] == PLACING
    assert "morris:5-3" in topics.names(morris_tables)


def test_a_topic_proposes_distances_between_trivial_and_hardest(tables):
    topic = topics.topic(tables, "KBNvK")
    assert (topic.longest, topic.range) == (33, (10, 20))
    assert topic.goals[:2] == (Goal.WIN, Goal.HOLD)


def test_a_topic_keeps_what_was_chosen_for_it_and_proposes_for_another(tables):
    topic = topics.topic(tables, "KBNvK")
    asked = DrillSpec("KBNvK", Goal.HOLD, 3, 4, at_end=True)
    assert topic.spec(asked) == asked
    other = topic.spec(DrillSpec("KRvK", Goal.HOLD, 3, 4, at_end=True))
    assert (other.low, other.high, other.goal, other.at_end) == (10, 20, Goal.HOLD, True)
