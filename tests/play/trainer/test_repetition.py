"""What failed comes again soon, what is known later and later."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from millmate.play.trainer.drill import DrillResult, DrillSpec, End
from millmate.play.trainer.exam import Mark
from millmate.play.trainer.repetition import Deck, position_of

START = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
LATER = "8/8/8/3k4/1Q6/8/8/K7 w - - 4 3"
NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
DAY = timedelta(days=1)

FAILED = DrillResult(
    DrillSpec("KQvK"),
    START,
    NOW,
    End.THROWN,
    (("b1b4", Mark.KEPT, 0), ("b4b5", Mark.THROWN, 0)),
    failed=(LATER,),
)
KNOWN = DrillResult(
    DrillSpec("KQvK"), position_of(LATER), NOW, End.WON, (("b4b5", Mark.KEPT, 0),), repeated=True
)


def test_the_position_that_failed_is_due_after_minutes_not_the_first_one():
    deck = Deck([FAILED])
    assert deck.due(NOW) == ()
    (due,) = deck.due(NOW + timedelta(minutes=10))
    assert due.fen == position_of(LATER)
    assert (due.times, due.failures) == (1, 1)


def test_what_was_done_at_once_is_not_repeated():
    assert Deck([replace(KNOWN, repeated=False)]).all == ()


def test_what_is_known_comes_at_growing_intervals():
    results, waits = [FAILED], []
    for _ in range(5):
        (card,) = Deck(results).all
        results.append(replace(KNOWN, ended=card.due))
        waits.append(Deck(results).all[0].due - card.due)
    assert waits == sorted(waits)
    assert waits[0] >= DAY
    assert waits[-1] > 7 * DAY


def test_what_fails_again_comes_soon_again():
    (known,) = Deck([FAILED, replace(KNOWN, ended=NOW + DAY)]).all
    again = replace(
        KNOWN,
        ended=known.due,
        end=End.THROWN,
        failed=(KNOWN.start,),
        moves=(("x", Mark.THROWN, 0),),
    )
    (failed,) = Deck([FAILED, replace(KNOWN, ended=NOW + DAY), again]).all
    assert failed.due - known.due == timedelta(minutes=10)
    assert (failed.times, failed.failures) == (3, 2)


def test_help_brings_it_back_sooner_than_knowing_it():
    soon = timedelta(minutes=10)
    history = [FAILED, replace(KNOWN, ended=NOW + soon)]
    (card,) = Deck(history).all
    (known,) = Deck([*history, replace(KNOWN, ended=card.due)]).all
    (helped,) = Deck([*history, replace(KNOWN, ended=card.due, hints=2)]).all
    assert helped.due < known.due


def test_a_drill_that_was_left_changes_nothing():
    left = replace(KNOWN, ended=NOW + DAY, end=End.LEFT)
    assert Deck([FAILED, left]).all == Deck([FAILED]).all


def test_a_position_is_the_same_whatever_was_played_before():
    assert position_of(LATER) == position_of(LATER.replace("4 3", "0 1"))
    morris = "O.@...../......../........ w 8 8 3 2"
    assert position_of(morris) == "O.@...../......../........ w 8 8 0 1"


def test_doing_it_right_after_it_failed_is_practice_and_changes_nothing():
    practised = replace(KNOWN, ended=NOW + timedelta(minutes=1))
    assert Deck([FAILED, practised]).all == Deck([FAILED]).all
