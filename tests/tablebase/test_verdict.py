"""Verdicts in words: by the table alone, and under the fifty-move rule."""

import chess
import pytest

from millmate.games.chess.material import Material
from millmate.tablebase.query import Outcomes, Query, Stand, Zug, Zugzwangs
from millmate.tablebase.rule50 import Category, Rule50Move, Rule50Verdict
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
        (1, Category.DRAW, "draw (50 moves)", "draw by the fifty-move rule"),
        (1, Category.MAYBE_WIN, "wins, or 50 moves", "White wins, or the fifty-move rule draws"),
        (-1, Category.MAYBE_LOSS, "loses, or 50 moves", "Black wins, or the fifty-move rule draws"),
        (1, Category.WIN, "wins", "White wins before the fifty-move rule draws"),
        (-1, Category.LOSS, "loses", "Black wins before the fifty-move rule draws"),
    ],
)
def test_under_the_fifty_move_rule_no_distance_is_named_that_it_may_cut_short(
    wdl: int, category: Category, move: str, position: str
) -> None:
    verdict = Verdict(wdl, 101 if wdl > 0 else 102)
    played = Rule50Move(chess.Move.null(), verdict, category, in_time=False)
    assert played.of_move() == move
    assert Rule50Verdict(verdict, category, in_time=False).of_position(chess.WHITE) == position


def test_a_query_in_words() -> None:
    query = Query(Outcomes(0, True), (Stand("K", 1),), check=True, only=0)
    assert str(query) == "White to move draws, in check, one drawing move, 1 man placed"
    full = Query(Zugzwangs(Zug.FULL, True), check=False, only=1)
    assert str(full) == "Mutual zugzwang: whoever is to move loses, not in check, one winning move"


def test_of_many_tables_the_log_names_the_first_few() -> None:
    names = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]
    assert names_of([Material.parse(name) for name in names[:2]]) == "KQvK, KRvK"
    many = names_of([Material.parse(name) for name in names])
    assert many == "KQvK, KRvK, KBvK, KNvK and 1 others"
