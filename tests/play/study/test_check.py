"""Studies are told sound, cooked or unsound as they are, by verified examples."""

from pathlib import Path

import chess
import pytest
from tests.play.study.conftest import Checks

from millmate.play.study import report
from millmate.play.study.check import Checked, Finding, Kind, Verdict
from millmate.play.study.duals import _MOST, _MOST_ALONE, DualKind, Line, _may_follow, _Return
from millmate.play.study.values import Values
from millmate.records.pgn import from_pgn

STUDIES = Path(__file__).parents[2] / "data" / "studies.pgn"
RETI = '[SetUp "1"]\n[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]\n\n'
SAAVEDRA = '[SetUp "1"]\n[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\n\n'


def finding(checked: Checked, place: str) -> Finding:
    (found,) = [each for each in checked.findings if each.place == place]
    return found


def minor(checked: Checked, place: str) -> dict[str, DualKind]:
    found = finding(checked, place)
    assert found.kind is Kind.MINOR
    return {each.notation: each.kind for each in found.duals}


def test_a_sound_study_is_sound(checked: Checks) -> None:
    reti = checked(STUDIES)[0]
    assert (reti.verdict, reti.known, reti.only) == (Verdict.SOUND, 3, 3)
    assert str(reti.stipulation) == "White draws"
    tries = [each for each in reti.findings if each.kind is Kind.REFUTED]
    assert [(each.place, each.moves) for each in tries] == [
        ("1. Kh7", ("Kb6", "h4", "Ka7")),
        ("2. c7", ("Kb7",)),
    ]


def test_minor_duals_are_told_from_cooks(checked: Checks) -> None:
    saavedra = checked(STUDIES)[1]
    assert saavedra.verdict is Verdict.MINOR
    assert minor(saavedra, "3. Kb4") == {"Kb6": DualKind.TIME}
    assert minor(saavedra, "4. Kb3") == {"Kc3": DualKind.ORDER, "Kb5": DualKind.TIME}
    assert finding(saavedra, "6. c8=Q").moves == ("Rc4+",)
    assert finding(saavedra, "7. Kb3").kind is Kind.ONLY


def test_a_move_that_none_follows_is_searched_less(values: Values) -> None:
    board = chess.Board("8/8/8/8/8/2k5/8/KR6 w - - 0 1")
    for after, most in ((1, _MOST_ALONE), (2, _MOST)):
        assert _Return(values, 1, Line([board], [board] * after))._left == most


@pytest.mark.parametrize(
    ("before", "after", "may"),
    [
        ("4k3/8/8/8/8/8/P7/4K3", "4k3/8/8/8/8/P7/8/4K3", True),
        ("4k3/8/8/8/8/P7/8/4K3", "4k3/8/8/8/8/8/P7/4K3", False),  # pawns do not go back
        ("4k3/8/8/8/8/8/P7/4K3", "4k3/8/8/8/8/1P6/8/4K3", False),  # it has taken nothing
        ("4k3/8/8/8/8/1p6/P7/4K3", "4k3/8/8/8/8/1P6/8/4K3", True),
        ("4k3/P7/8/8/8/8/8/4K3", "Q3k3/8/8/8/8/8/8/4K3", True),
        ("Q3k3/8/8/8/8/8/8/4K3", "4k3/P7/8/8/8/8/8/4K3", False),
        ("4k3/8/8/8/8/8/8/4K3", "Q3k3/8/8/8/8/8/8/4K3", False),
    ],
)
def test_men_and_pawns_say_what_may_follow(before: str, after: str, may: bool) -> None:
    assert _may_follow(chess.Board(f"{before} w - -"), chess.Board(f"{after} w - -")) is may


def test_a_stipulation_that_does_not_hold_is_a_bust(checked: Checks) -> None:
    barbier = checked(STUDIES)[2]
    assert barbier.verdict is Verdict.UNSOUND
    assert str(barbier.stipulation) == "Black draws"
    (bust,) = barbier.findings
    assert bust.kind is Kind.BUST


def test_a_second_way_is_a_cook(checked: Checks) -> None:
    philidor = checked(STUDIES)[3]
    assert philidor.verdict is Verdict.COOKED
    cooks = {each.notation for each in finding(philidor, "1. Qe5+").duals if not each.minor}
    assert "Qd8+" in cooks


def test_a_move_that_loses_the_result_names_what_keeps_it(checked: Checks) -> None:
    (found,) = checked(f"{SAAVEDRA}1. c7 Rd6+ 2. Kc5 1-0")
    assert found.verdict is Verdict.UNSOUND
    assert finding(found, "2. Kc5").moves == ("Kb5",)


def test_the_opponents_mistake_is_a_side_line_not_a_bust(checked: Checks) -> None:
    (found,) = checked(f"{SAAVEDRA}1. c7 Rd6+ 2. Kb5 Rd1 3. c8=Q 1-0")
    assert found.verdict in (Verdict.SOUND, Verdict.MINOR)


def test_threats_shown_by_null_moves_are_no_part_of_the_solution(checked: Checks) -> None:
    plain, shown, passed = (
        checked(f"{SAAVEDRA}1. c7 {line} 1-0")[0]
        for line in (
            "Rd6+ 2. Kb5 Rd5+",
            "Rd6+ (1... -- 2. Kb7 (2. Z0 Rd6+)) 2. Kb5 (2. -- Rd8) Rd5+",
            "-- 2. c8=Q",
        )
    )
    assert shown.verdict is plain.verdict
    assert [each.place for each in shown.findings] == [each.place for each in plain.findings]
    assert [each.place for each in passed.findings] == ["1. c7"]


def test_a_cook_in_a_variation_is_told_apart(checked: Checks) -> None:
    (found,) = checked(
        f"{SAAVEDRA}1. c7 Rd6+ (1... Rd2 2. c8=Q Rb2+ 3. Ka5 Ra2+ 4. Kb4) 2. Kb5 1-0"
    )
    assert found.verdict is Verdict.VARIATIONS


def test_a_try_that_keeps_the_result_is_none(checked: Checks) -> None:
    (found,) = checked(f"{RETI}1. Kg7 h4 2. Kf6 h3 3. Ke7 (3. Ke6? h2) 3... h2 4. c7 1/2-1/2")
    assert finding(found, "3. Ke6").kind is Kind.NO_TRY


def test_a_refutation_that_fails_names_one_that_does_not(checked: Checks) -> None:
    (found,) = checked(f"{RETI}1. Kg7 (1. Kh7? Kb5 2. Kg6) 1... h4 1/2-1/2")
    failing = finding(found, "1... Kb5")
    assert (failing.kind, set(failing.moves)) == (Kind.UNREFUTED, {"Kb6", "h4", "Ka7"})


def test_a_variation_may_begin_with_a_try(checked: Checks) -> None:
    (found,) = checked(f"{RETI}1. Kg7 h4 2. Kf6 Kb6 (2... h3 3. Kf5? (3. Ke7) 3... h2) 3. Ke5 *")
    assert finding(found, "3. Kf5").kind is Kind.REFUTED
    assert found.verdict in (Verdict.SOUND, Verdict.MINOR)


def test_without_a_result_the_tables_say_what_is_asked(checked: Checks) -> None:
    (found,) = checked(f"{RETI}1. Kg7 *")
    assert (str(found.stipulation), found.verdict) == ("White draws", Verdict.SOUND)
    assert found.stipulation is not None
    assert found.stipulation.source == "by the tables"


def test_a_win_where_a_draw_is_asked_for_is_a_cook(checked: Checks) -> None:
    text = (
        '[SetUp "1"]\n[FEN "8/8/8/8/8/1k6/7P/K7 w - - 0 1"]\n[Result "1/2-1/2"]\n\n1. Kb1 1/2-1/2'
    )
    (found,) = checked(text)
    (cook,) = [each for each in finding(found, "1. Kb1").duals if each.notation == "h4"]
    assert cook.kind is DualKind.COOK


def test_epd_has_the_key_and_the_distance(checked: Checks) -> None:
    only, wrong, several, away = checked(
        '8/8/1KP5/3r4/8/8/8/k7 w - - bm c7; id "Saavedra";\n'
        "8/8/1KP5/3r4/8/8/8/k7 w - - bm Kc7;\n"
        '7k/8/8/8/8/8/R7/1K6 w - - bm Kc2 Kb2 Ra7; c0 "White wins";\n'
        "7k/8/5K2/8/8/8/R7/8 w - - bm Ra1; dm 9;\n"
    )
    assert (only.verdict, only.study.name) == (Verdict.SOUND, "Saavedra")
    assert (wrong.verdict, wrong.findings[0].moves) == (Verdict.UNSOUND, ("c7",))
    listed = {each.notation for each in several.findings[0].duals}
    assert not listed & {"Kc2", "Kb2", "Ra7"}
    assert Kind.DISTANCE in {each.kind for each in away.findings}


def test_the_value_of_every_dual_is_that_of_the_table(checked: Checks, values: Values) -> None:
    for found in checked(STUDIES):
        for each in found.findings:
            board = chess.Board(each.fen)
            for dual in each.duals:
                board.push_uci(dual.move)
                wdl = values.wdl(board)
                board.pop()
                assert found.stipulation is not None
                assert wdl is not None
                assert -wdl >= found.stipulation.wdl


def test_comments_and_signs_leave_the_authors_own(checked: Checks) -> None:
    saavedra = checked(STUDIES)[1]
    text = report.annotated(saavedra)
    assert "4. Kb3 $1 {minor dual: Kc3 (order of moves), Kb5 (waste of time)}" in " ".join(
        text.split()
    )
    assert "2. Kb5 $1 $7 {only move}" in text
    assert "the point minor dual" in " ".join(text.split())
    (again,) = checked(text)
    assert report.annotated(again) == text
    (record,) = from_pgn(text)
    assert record.moves == saavedra.study.record.moves


def test_a_second_check_adds_no_comments(checked: Checks) -> None:
    for study in checked(STUDIES):
        once = report.annotated(study)
        (again,) = checked(once)
        assert report.annotated(again) == once
        tree = again.study.new_tree()
        assert report.notes_in(tree, again) == {
            node: node.notes for node in report.notes_in(tree, again)
        }


def test_a_quiet_last_move_is_not_judged(checked: Checks) -> None:
    ended, going_on = checked(
        f"{SAAVEDRA}1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 1-0\n\n"
        f"{SAAVEDRA}1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 Rd4+ 4. Kc3 1-0"
    )
    last = finding(ended, "3. Kb4")
    assert (last.kind, ended.verdict) == (Kind.END, Verdict.SOUND)
    assert str(last) == "last move, where others work too: Kb6"
    assert finding(going_on, "3. Kb4").kind is Kind.MINOR


def test_a_last_move_that_does_something_is_judged(checked: Checks) -> None:
    start = '[SetUp "1"]\n[FEN "1k6/1r6/2K5/Q7/8/8/8/8 w - - 0 1"]\n\n'
    (found,) = checked(f"{start}1. Qe5+ Ka8 2. Qa1+ 1-0")
    assert finding(found, "2. Qa1+").kind in (Kind.MINOR, Kind.COOK)


def test_the_verdict_is_a_sentence(checked: Checks) -> None:
    said = [report.sentence(each) for each in checked(STUDIES)]
    assert said == [
        "Sound: the stipulation holds, and each move is the only one.",
        "Minor duals only: 3. Kb4, 4. Kb3, 6. c8=R.",
        "Unsound: the stipulation does not hold at move 1.",
        "Cooked at 1. Qe5+: Qd5, Qd8+, Qf5, Qa4, … works as well.",
    ]
    loses, variation, draws, partly = checked(
        f"{SAAVEDRA}1. c7 Rd6+ 2. Kc5 1-0\n\n"
        f"{SAAVEDRA}1. c7 Rd6+ (1... Rd2 2. c8=Q Rb2+ 3. Ka5 Ra2+ 4. Kb4) 2. Kb5 1-0\n\n"
        '[SetUp "1"]\n[FEN "8/8/8/8/8/1k6/7P/K7 w - - 0 1"]\n[Result "1/2-1/2"]\n\n'
        "1. Kb1 1/2-1/2\n\n"
        '[SetUp "1"]\n[FEN "8/7p/8/2P5/1Kp5/8/8/k7 w - - 0 1"]\n\n1. Kxc4 h5 2. c6 1-0'
    )
    assert report.sentence(loses) == "Unsound: 2. Kc5 throws the result away."
    assert report.sentence(variation) == "Cooked in a variation, at 3. Ka5: Ka6, Ka7."
    assert report.sentence(draws) == "Cooked at 1. Kb1: h4, h3 wins, but the task is to draw."
    assert "Not all positions are known: 1 of 2 moves could be checked (" in report.sentence(partly)


def test_positions_beyond_the_tables_are_said_to_be(checked: Checks) -> None:
    whole, missing = checked(
        '[Result "1-0"]\n\n1. e4 e5 1-0\n\n'
        '[SetUp "1"]\n[FEN "8/8/8/8/8/k7/8/KBN5 w - - 0 1"]\n[Result "1-0"]\n\n1. Nd3 1-0'
    )
    assert whole.verdict is missing.verdict is Verdict.UNKNOWN
    assert "no table for KBNvK" in report.headline(missing)


def test_a_position_in_which_the_opponent_is_to_move_may_hold(checked: Checks) -> None:
    (found,) = checked("8/8/8/8/3k4/8/8/KR6 b - -\n")
    assert (str(found.stipulation), found.verdict) == ("White wins", Verdict.SOUND)
