"""The verdict is told by a sign and words as well as by colour, with the share of the moves."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from millmate.games.outcome import Outcome, Termination
from millmate.games.value import CHESS_TERMS, Form, Result, Value, words
from millmate.gui.features.verdicts.verdict_bar import VerdictBar
from millmate.gui.shell.frame.navigation import Links
from millmate.gui.shell.probe.answer import Answer, MoveWorth, ended, remark_on

MOVES = tuple(MoveWorth(str(n), str(n), "", wdl) for n, wdl in enumerate((1, 1, 1, 0, -1)))
QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
KNOWN = Answer(QUEEN, "KQvK", "White wins, mate in 9", moves=MOVES, covered=True, wdl=1)


@pytest.fixture
def bar(qtbot: QtBot) -> VerdictBar:
    bar = VerdictBar(Links())
    qtbot.addWidget(bar)
    bar.show()
    return bar


def test_the_share_of_moves_is_said_in_words_unless_they_are_hidden(bar: VerdictBar) -> None:
    bar.show_answer(KNOWN)
    words = "3 winning moves, 1 drawing move, 1 losing move"
    assert (bar.share.accessibleName(), bar.share.toolTip()) == (words, words)
    assert bar.share.isVisible()
    bar.show_worth(False)
    assert not bar.share.isVisible()


@pytest.mark.parametrize(
    ("turn", "wdl", "winner"), [("w", 1, True), ("b", -1, True), ("w", 0, None)]
)
def test_the_sign_has_the_colour_of_the_winner(
    bar: VerdictBar, turn: str, wdl: int, winner: bool | None
) -> None:
    bar.show_answer(replace(KNOWN, fen=f"8/8/8/8/8/8/8/8 {turn} - - 0 1", wdl=wdl))
    assert (bar.sign.result, bar.sign.winner) == (wdl, winner)


def test_there_is_no_sign_where_nothing_is_known(bar: VerdictBar) -> None:
    bar.show_answer(replace(KNOWN, wdl=None))
    assert bar.sign.result is None
    mate = Outcome(Termination.CHECKMATE, winner=True)
    assert ended("8/8/8/8/8/8/8/8 b - - 0 1", "", mate).wdl == -1
    assert ended("8/8/8/8/8/8/8/8 w - - 0 1", "", Outcome(Termination.STALEMATE)).wdl == 0


@pytest.mark.parametrize(
    ("verdict", "category", "in_time", "headline", "remark"),
    [
        (Value(0), Result.DRAW, True, "draw", "KQvK, verified"),
        (
            *(Value(1, 17), Result.WIN, True, "White wins, mate in 9"),
            "KQvK, verified · 17 plies · in time for the fifty-move rule",
        ),
        (
            *(Value(1, 101), Result.WIN, False, "White wins, mate in 51 or more"),
            "KQvK, verified · the fifty-move rule does not save Black",
        ),
        (
            *(Value(1), Result.WIN, False, "White wins"),
            "KQvK, verified · the fifty-move rule does not save Black",
        ),
        (
            *(Value(1, 67, timeless_plies=65, clock=43), Result.WIN, True),
            "White wins, mate in 34 at clock 43",
            "KQvK, verified · 67 plies · without the fifty-move rule: mate in 33",
        ),
        (
            *(Value(-1, 66, clock=60), Result.DRAW, False),
            "draw by the fifty-move rule at clock 60",
            "KQvK, verified · without the fifty-move rule: Black wins, mate in 33",
        ),
        (
            *(Value(-1, 102), Result.DRAW, False, "draw by the fifty-move rule"),
            "KQvK, verified · without the fifty-move rule: Black wins, mate in 51",
        ),
        (
            *(Value(1, 101), Result.AT_LEAST_DRAW, False, "White wins, or a draw"),
            "KQvK, verified · without the fifty-move rule: White wins, mate in 51",
        ),
    ],
)
def test_the_headline_is_short_and_the_remark_tells_what_the_fifty_move_rule_does(
    verdict: Value, category: Result, in_time: bool, headline: str, remark: str
) -> None:
    best = replace(verdict, ruled=category, in_time=in_time)
    assert words(best, CHESS_TERMS, form=Form.HEADLINE) == headline
    assert remark_on("KQvK", best, CHESS_TERMS, True) == remark
