"""The law of grades: the best move is kept, and plies lost add up along the line."""

import random

import pytest
from tests.play.trainer.test_topics import exam_of

from millmate.games.catalogue import game
from millmate.play.trainer import topics
from millmate.play.trainer.drill import DrillSpec, Goal
from millmate.play.trainer.exam import Mark, examine
from millmate.play.trainer.topics import sample_position
from millmate.players.table import tables_of


def played_out(directory, fen: str, rng: random.Random) -> tuple[int, int, int]:
    """Win from `fen` with any winning moves against the longest resistance.

    Returns the plies at first, the plies lost, and the plies played.
    """
    rules = game("morris" if "/" in fen and fen.count("/") == 2 else "chess")
    board, first, lost, played = rules.board(fen), None, 0, 0
    side = board.turn
    while rules.outcome(board) is None and played < 200:
        exam = exam_of(directory, board.fen())
        first = exam.plies if first is None else first
        choice = exam.options[0]
        if board.turn is side:
            in_time = [each for each in exam.keeping if each.plies is not None]
            near = [each for each in in_time if each.plies <= exam.plies + 4]
            choice = rng.choice(near) if rng.random() < 0.4 else choice
            lost += exam.grade(choice.text).lost
        board.push(rules.parse_move(board, choice.text))
        played += 1
    assert first is not None
    return first, lost, played


@pytest.mark.parametrize("name", ["KQvK", "KRvK", "KBNvK"])
def test_plies_lost_are_what_the_win_took_longer(tables, name):
    for seed in range(3):
        rng = random.Random(seed)
        fen = sample_position(topics.topic(tables, name).spec(), tables, rng)
        first, lost, played = played_out(tables, fen, rng)
        assert first + lost == played


def test_plies_lost_at_morris_are_what_the_win_took_longer(morris_tables):
    for seed in range(3):
        rng = random.Random(seed)
        fen = sample_position(DrillSpec("morris:4-3", Goal.WIN, 3, 6), morris_tables, rng)
        first, lost, played = played_out(morris_tables, fen, rng)
        assert first + lost == played


@pytest.mark.parametrize("goal", [Goal.WIN, Goal.HOLD])
@pytest.mark.parametrize("name", ["KQvK", "KBNvK"])
def test_every_move_is_kept_slower_or_thrown_away_as_the_tables_have_it(tables, name, goal):
    for seed in range(5):
        spec = DrillSpec(name, goal, 2, 9)
        exam = exam_of(tables, sample_position(spec, tables, random.Random(seed)))
        assert exam.grade(exam.options[0].text).mark is Mark.KEPT
        for option in exam.options:
            grade = exam.grade(option.text)
            assert (grade.mark is Mark.THROWN) == (option.wdl < exam.wdl)
            assert (grade.mark is Mark.KEPT) == (option in exam.best)
            assert (grade.lost > 0) == (grade.mark is Mark.SLOWER)
            assert grade.best == (option if grade.mark is Mark.KEPT else exam.options[0])


def test_what_is_slower_says_by_how_many_plies(tables):
    exam = exam_of(tables, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    for option in exam.keeping:
        assert exam.grade(option.text).lost == option.plies - exam.plies


def test_a_lost_position_has_nothing_left_to_lose(tables):
    exam = exam_of(tables, "8/8/8/3k4/8/8/8/KQ6 b - - 0 1")
    assert {exam.grade(option.text).mark for option in exam.options if option.wdl < 0} == {
        Mark.KEPT
    }


def test_the_only_move_is_told(tables):
    fen = sample_position(
        DrillSpec("KBNvK", Goal.WIN, 1, 33, only_move=True), tables, random.Random(5)
    )
    exam = exam_of(tables, fen)
    assert exam.only
    assert exam.grade(exam.options[0].text).only


def test_a_move_that_lets_the_clock_run_out_throws_the_win_away(rook_tables):
    fen = "5R2/k7/8/8/5K2/4P3/8/8 w - - 90 100"  # 1.e4 wins
    rules, tables = game("chess"), tables_of("chess", rook_tables)
    at_once = examine(rules, tables, rules.board(fen))
    known = examine(rules, tables, rules.board(fen.replace(" 90 ", " 99 ")), 600.0)
    tables.close()
    assert at_once is not None
    assert known is not None
    assert (known.wdl, known.only, known.options[0].text) == (1, True, "e3e4")
    assert known.grade("e3e4").mark is Mark.KEPT
    assert known.grade("f4e5").mark is Mark.THROWN
    assert at_once.option("f4e5").open
    assert at_once.grade("f4e5").mark is Mark.KEPT  # nobody is accused of what is not known


def test_a_loss_that_the_clock_saves_is_to_be_held(rook_tables):
    fen = "8/3k4/4p3/8/1K3R2/8/8/8 b - - 90 100"
    rules, tables = game("chess"), tables_of("chess", rook_tables)
    exam = examine(rules, tables, rules.board(fen), 600.0)
    tables.close()
    assert exam is not None
    assert (exam.wdl, exam.open) == (0, False)
    assert exam.grade("d7d6").mark is Mark.KEPT
    assert exam.grade("e6e5").mark is Mark.THROWN
