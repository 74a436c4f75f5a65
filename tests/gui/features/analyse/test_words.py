import pytest

from millmate.gui.features.analyse.engine_worker import figures, line_words, score_words
from millmate.play.events import Thinking
from millmate.search.limits import Score, SearchInfo


def info(score: Score, hits: int = 0) -> SearchInfo:
    return SearchInfo(1, 6, 9, score, 12_000, 1.5, 0, hits, ())


def said(mover: bool, kind: str = "chess", **score: int) -> str:
    return score_words(Thinking(mover, "", info(Score(**score)), ()), kind)


@pytest.mark.parametrize(
    ("mover", "score", "words"),
    [
        (True, {"centipawns": 120}, "White is better by 1.2 pawns (+1.20)"),
        (False, {"centipawns": 120}, "Black is better by 1.2 pawns (-1.20)"),
        (True, {"centipawns": -101}, "Black is better by 1.0 pawn (-1.01)"),
        (False, {"centipawns": -32}, "White is better by 0.3 pawns (+0.32)"),
        (False, {"centipawns": 0}, "Even (0.00)"),
        (False, {"centipawns": 4}, "Even (-0.04)"),
        (True, {"mate": 5}, "White mates in 5 moves (#5)"),
        (True, {"mate": -2}, "Black mates in 2 moves (#-2)"),
        (False, {"mate": 1}, "Black mates in 1 move (#-1)"),
        (False, {"mate": -3}, "White mates in 3 moves (#3)"),
    ],
)
def test_a_score_names_who_is_better_and_its_figure_counts_for_white(mover, score, words):
    assert said(mover, **score) == words


def test_morris_counts_in_points_and_is_won_without_a_mate():
    assert said(False, kind="morris", centipawns=300) == "Black is better by 3.0 points (-3.00)"
    assert said(False, kind="morris", mate=4) == "Black wins in 4 moves"


def test_the_figures_have_units_and_table_hits_only_where_there_are_any():
    assert figures(info(Score(0))) == "Depth 6 · 12,000 nodes · 8,000 nodes/s"
    assert figures(info(Score(0), hits=1)).endswith(" · 1 table hit")


def test_where_tables_knew_everything_no_nodes_are_counted():
    known = SearchInfo(1, 24, 24, Score(mate=3), 0, 0.0, 0, 300, ())
    assert figures(known) == "Depth 24 · 300 table hits"


def test_a_long_line_is_cut_and_says_so():
    assert line_words(("e4", "e5")) == "e4 e5"
    assert line_words(("a",) * 9) == "a a a a a a a a …"
