"""Verdicts in words: by the table alone, and under the fifty-move rule."""

from dataclasses import replace

import chess
import pytest

from millmate.games.chess.material import Material
from millmate.tablebase.morris.probe import MorrisVerdict
from millmate.tablebase.query import Outcomes, Query, Stand, Zug, Zugzwangs
from millmate.tablebase.rule50 import Category, Rule50Move, Rule50Verdict, best_of
from millmate.tablebase.targets import names_of
from millmate.tablebase.verdict import Verdict


@pytest.mark.parametrize(
    ("verdict", "move", "position"),
    [
        (Verdict(0), "draw", "draw with best play"),
        (Verdict(1, 1), "checkmate", "White mates in 1 move (1 ply)"),
        (Verdict(1, 23), "mate in 12", "White mates in 12 moves (23 plies)"),
        (Verdict(-1, 40), "loses in 20", "Black mates in 20 moves (40 plies)"),
        (Verdict(-1, 0), "loses in 0", "checkmate, Black has won"),
    ],
)
def test_a_verdict_in_words(verdict: Verdict, move: str, position: str) -> None:
    assert verdict.of_move() == move
    assert verdict.of_position(chess.WHITE) == position
    # The same under the fifty-move rule, within the clock.
    for category in (Category.WIN, Category.LOSS):
        assert Rule50Move(chess.Move.null(), verdict, category, True).of_move() == move
        assert Rule50Verdict(verdict, category, True).of_position(chess.WHITE) == position


@pytest.mark.parametrize(
    ("wdl", "category", "move", "position"),
    [
        (
            *(1, Category.DRAW, "draw (50 moves; else mate in 51)"),
            "White wins, mate in 51, but not under the fifty-move rule",
        ),
        (
            *(-1, Category.DRAW, "draw (50 moves; else loses in 51)"),
            "Black wins, mate in 51, but not under the fifty-move rule",
        ),
        (1, Category.MAYBE_WIN, "wins, or 50 moves", "White wins, or the fifty-move rule draws"),
        (-1, Category.MAYBE_LOSS, "loses, or 50 moves", "Black wins, or the fifty-move rule draws"),
        (1, Category.WIN, "wins", "White wins before the fifty-move rule draws"),
        (-1, Category.LOSS, "loses", "Black wins before the fifty-move rule draws"),
    ],
)
def test_under_the_fifty_move_rule_a_distance_that_it_may_cut_short_is_named_only_if_it_draws(
    wdl: int, category: Category, move: str, position: str
) -> None:
    verdict = Verdict(wdl, 101 if wdl > 0 else 102)
    played = Rule50Move(chess.Move.null(), verdict, category, in_time=False)
    assert played.of_move() == move
    assert Rule50Verdict(verdict, category, in_time=False).of_position(chess.WHITE) == position


@pytest.mark.parametrize(
    ("category", "move", "position"),
    [
        (
            *(Category.DRAW, "draw (20 moves; else mate in 51)"),
            "White wins, mate in 51 moves (101 plies), but not under the 20-move rule",
        ),
        (Category.MAYBE_WIN, "wins, or 20 moves", "White wins, or the 20-move rule draws"),
        (Category.WIN, "wins", "White wins before the 20-move rule draws"),
    ],
)
def test_another_limit_is_named(category: Category, move: str, position: str) -> None:
    played = Rule50Move(chess.Move.null(), Verdict(1, 101), category, in_time=False, limit=20)
    assert played.of_move() == move
    found = Rule50Verdict(Verdict(1, 101), category, in_time=False, limit=20)
    assert found.of_position(chess.WHITE) == position.replace("wins, mate", "mates")


def test_a_drawn_win_of_morris_in_words() -> None:
    drawn = Rule50Verdict(MorrisVerdict(-1, 184), Category.DRAW, in_time=False)
    words = "White wins in 92 moves, but not under the fifty-move rule"
    assert drawn.of_position(chess.BLACK) == words


def test_of_a_draw_by_rule_the_distance_of_the_table_is_named_not_that_of_the_best_move() -> None:
    board = chess.Board("8/8/8/1B6/8/8/8/1KBk2n1 b - - 0 1")
    slower = Rule50Move(chess.Move.null(), Verdict(-1, 154), Category.DRAW, in_time=False)
    best = best_of(board, Verdict(-1, 156), [slower])
    assert best.of_position(board.turn).startswith("White wins, mate in 78, but not")
    assert best_of(board, Verdict(0), [replace(slower, verdict=Verdict(0), in_time=True)]).in_time


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
