"""Ratings as they went: enough of them for a plot, and the same as the table's in the end."""

from hypothesis import given
from hypothesis import strategies as st
from tests.gui.tournament.results.played import plan, results

from millmate.gui.tournament.results.rating_history import (
    missing_counts,
    sample_of,
    samples,
    wanted_counts,
)
from millmate.play.tournament.standings import standings

POINTS = (1.0, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0, 1.0, None, 1.0, 0.0, 0.5)


@given(st.integers(0, 5000), st.integers(2, 200))
def test_there_are_few_points_and_the_last_is_now(total, players):
    counts = wanted_counts(total, players)
    assert counts == sorted(set(counts))
    assert len(counts) <= 121
    assert len(counts) * players <= 1200 + players
    assert (counts[-1] == total) if total else not counts


@given(st.integers(1, 3000), st.integers(0, 500))
def test_what_was_reckoned_for_fewer_games_is_of_use_for_more(total, more):
    known = set(wanted_counts(total, 6))
    regular = set(wanted_counts(total + more, 6)) - {total + more}
    assert all(count in known or count > total for count in regular)
    assert not set(missing_counts(total + more, 6, known)) & known


def test_after_all_games_the_ratings_are_those_of_the_table():
    asked = plan(games=2)
    played = results(asked, POINTS)
    (sample,) = samples(asked, list(played.values()), [len(played)], lambda: False)
    table = sample_of(standings(asked, played), len(played))
    assert sample.games == table.games
    for one, other in ((sample.values, table.values), (sample.errors, table.errors)):
        assert [round(each, 6) for each in one] == [round(each, 6) for each in other]


def test_who_has_not_played_has_no_rating():
    asked = plan(games=1)
    played = list(results(asked, (1.0,)).values())
    (sample,) = samples(asked, played, [1], lambda: False)
    absent = ({0, 1, 2} - {played[0].white.participant, played[0].black.participant}).pop()
    assert [value is None for value in sample.values] == [n == absent for n in range(3)]


def test_whoever_is_told_to_stop_reckons_no_more():
    asked = plan(games=2)
    played = list(results(asked, POINTS).values())
    assert not list(samples(asked, played, [1, 2, 3], lambda: True))
