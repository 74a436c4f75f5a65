"""Values in words under the fifty-move rule, and questions about sets."""

from dataclasses import replace

import chess
import pytest

from millmate.games.chess.material import Material
from millmate.games.value import CHESS_TERMS, MORRIS_TERMS, Form, MoveValue, Result, Value, words
from millmate.tablebase.query import Outcomes, Query, Stand, Zug, Zugzwangs
from millmate.tablebase.rule50 import best_of
from millmate.tablebase.targets import names_of


@pytest.mark.parametrize(
    ("wdl", "category", "move", "position"),
    [
        (
            *(1, Result.DRAW, "draw (50 moves; else mate in 51)"),
            "White wins, mate in 51, but not under the fifty-move rule",
        ),
        (
            *(-1, Result.DRAW, "draw (50 moves; else loses in 51)"),
            "Black wins, mate in 51, but not under the fifty-move rule",
        ),
        (1, Result.AT_LEAST_DRAW, "wins, or 50 moves", "White wins, or the fifty-move rule draws"),
        (-1, Result.AT_MOST_DRAW, "loses, or 50 moves", "Black wins, or the fifty-move rule draws"),
        (1, Result.WIN, "wins", "White wins before the fifty-move rule draws"),
        (-1, Result.LOSS, "loses", "Black wins before the fifty-move rule draws"),
    ],
)
def test_under_the_fifty_move_rule_a_distance_that_it_may_cut_short_is_named_only_if_it_draws(
    wdl: int, category: Result, move: str, position: str
) -> None:
    value = Value(wdl, 101 if wdl > 0 else 102)
    value = replace(value, ruled=category, in_time=False)
    assert words(value, CHESS_TERMS, form=Form.MOVE) == move
    assert words(value, CHESS_TERMS) == position


@pytest.mark.parametrize(
    ("category", "move", "position"),
    [
        (
            *(Result.DRAW, "draw (20 moves; else mate in 51)"),
            "White wins, mate in 51, but not under the 20-move rule",
        ),
        (Result.AT_LEAST_DRAW, "wins, or 20 moves", "White wins, or the 20-move rule draws"),
        (Result.WIN, "wins", "White wins before the 20-move rule draws"),
    ],
)
def test_another_limit_is_named(category: Result, move: str, position: str) -> None:
    value = Value(1, 101, ruled=category, in_time=False, limit=20)
    assert words(value, CHESS_TERMS, form=Form.MOVE) == move
    assert words(value, CHESS_TERMS) == position


def test_the_best_value_has_the_clock_and_the_least_distance() -> None:
    board = chess.Board("8/8/8/8/4k3/2r5/8/2KQ4 w - - 44 1")
    found = Value(1, 65)
    moves = [MoveValue(chess.Move.null(), Value(1, 69, ruled=Result.WIN, clock=45))]
    best = best_of(board, found, moves)
    assert (best.clock, best.timeless_plies) == (44, 65)
    assert words(best, CHESS_TERMS) == "White mates in 35 moves (69 plies) at clock 44"
    late = replace(moves[0].value, in_time=False)
    best = best_of(board, found, [MoveValue(chess.Move.null(), late)])
    said = "White wins, mate in 33 or more"
    assert (best.plies, words(best, CHESS_TERMS, form=Form.HEADLINE)) == (65, said)


def test_a_drawn_win_of_morris_in_words() -> None:
    drawn = Value(-1, 184, ruled=Result.DRAW, in_time=False)
    said = "White wins in 92 moves, but not under the fifty-move rule"
    assert words(drawn, MORRIS_TERMS, chess.BLACK) == said


def test_of_a_draw_by_rule_the_distance_of_the_table_is_named_not_that_of_the_best_move() -> None:
    board = chess.Board("8/8/8/1B6/8/8/8/1KBk2n1 b - - 0 1")
    late = Value(-1, 154, ruled=Result.DRAW, in_time=False)
    slower = MoveValue(chess.Move.null(), late)
    best = best_of(board, Value(-1, 156), [slower])
    assert words(best, CHESS_TERMS, board.turn).startswith("White wins, mate in 78, but not")
    assert best_of(board, Value(0), [replace(slower, value=Value(0))]).in_time


def test_a_query_in_words() -> None:
    query = Query(Outcomes(0, True), (Stand("K", 1),), check=True, only=0)
    assert str(query) == "White to move draws, in check, one drawing move, 1 piece placed"
    full = Query(Zugzwangs(Zug.FULL, True), check=False, only=1)
    assert str(full) == "Mutual zugzwang: whoever is to move loses, not in check, one winning move"


def test_of_many_tables_the_log_names_the_first_few() -> None:
    names = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]
    assert names_of([Material.parse(name) for name in names[:2]]) == "KQvK, KRvK"
    many = names_of([Material.parse(name) for name in names])
    assert many == "KQvK, KRvK, KBvK, KNvK and 1 others"
