"""Who meets whom: formats give every pairing its games, with fair colours and numbers that last."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.games.outcome import Outcome, Termination
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.pairing import TIE_BREAKS, Knockout, Pairing, draw_of, rounds, seeded
from millmate.play.tournament.plan import Format, Participant, TournamentPlan
from millmate.play.tournament.playing import result_of
from millmate.play.tournament.schedule import Opening, Schedule, seed_of

players = st.integers(2, 12)


def plan(format_: Format, count: int, games: int) -> TournamentPlan:
    people = tuple(Participant.of("random", f"Player {n}") for n in range(count))
    return TournamentPlan(people, format=format_, games=games)


@given(players)
def test_in_the_rounds_each_meets_each_once_and_nobody_twice(count: int) -> None:
    found = rounds(count)
    assert len(found) == count - 1 + count % 2
    for each in found:
        seats = [player for pair in each for player in pair]
        assert len(seats) == len(set(seats)) == count - count % 2
    pairs = Counter(pair for each in found for pair in each)
    assert pairs == Counter((a, b) for b in range(count) for a in range(b))


@given(players, st.integers(1, 4))
def test_a_round_robin_has_every_ordered_pair(count: int, games: int) -> None:
    pairings = draw_of(plan(Format.ROUND_ROBIN, count, games)).known({})
    assert [each.number for each in pairings] == list(range(1, len(pairings) + 1))
    met = Counter((each.white, each.black) for each in pairings)
    assert met == Counter({(a, b): games for a in range(count) for b in range(count) if a != b})
    assert_pairs_exchange_colours(pairings)


@given(players, st.integers(1, 3), st.sampled_from([Format.PAIRS, Format.GAUNTLET]))
def test_pairs_and_gauntlets_exchange_colours(count: int, half: int, format_: Format) -> None:
    pairings = draw_of(plan(format_, count, 2 * half)).known({})
    met = Counter(frozenset((each.white, each.black)) for each in pairings)
    assert set(met.values()) == {2 * half}
    assert len(met) == (count - 1 if format_ is Format.GAUNTLET else count * (count - 1) // 2)
    assert all(0 in pair for pair in met) or format_ is Format.PAIRS
    assert_pairs_exchange_colours(pairings)


def assert_pairs_exchange_colours(pairings: list[Pairing]) -> None:
    """Assert that games of one pair are of two players from one opening, each with each colour."""
    pairs: dict[int, list[Pairing]] = {}
    for each in pairings:
        pairs.setdefault(each.pair, []).append(each)
    for one, other in pairs.values():
        assert (one.white, one.black) == (other.black, other.white)
        assert one.opening == other.opening


def result(pairing: Pairing, points: float) -> GameResult:
    """Return a result of the game in which White scored `points`."""
    winner = {1.0: True, 0.0: False}.get(points)
    return a_result(pairing, Outcome(Termination.RESIGNATION, winner))


def a_result(pairing: Pairing, outcome: Outcome) -> GameResult:
    people = plan(Format.KNOCKOUT, 12, 2)
    schedule = Schedule(people, (Opening("start"),), Path())
    return result_of(schedule.spec(pairing), outcome, (), "")


class TestKnockout:
    @given(players)
    def test_the_best_two_meet_in_the_final_only(self, count: int) -> None:
        places = seeded(count)
        assert sorted(places) == list(range(len(places)))
        assert len(places) // 2 < count <= len(places)
        assert (0 in places[: len(places) // 2]) != (1 in places[: len(places) // 2]) or count == 2

    @given(players, st.randoms(use_true_random=False))
    def test_one_goes_out_in_every_match_until_one_is_left(
        self, count: int, chance: object
    ) -> None:
        draw, results = Knockout(count, 2), {}
        while missing := [each for each in draw.known(results) if each.number not in results]:
            pairing = chance.choice(missing)  # type: ignore[attr-defined]
            points = chance.choice((0.0, 0.5, 1.0))  # type: ignore[attr-defined]
            results[pairing.number] = result(pairing, points)
        bouts = draw.bouts(results)
        assert_pairs_exchange_colours(draw.known(results))
        assert len(bouts) == count - 1
        out = [each.other if each.winner == each.one else each.one for each in bouts]
        assert sorted([*out, bouts[-1].winner]) == list(range(count))
        assert len(results) == draw.total + draw.played_off(results)
        assert bouts[-1].round == draw.rounds

    def test_numbers_do_not_depend_on_what_came_first(self) -> None:
        """Else the games of a tournament that goes on would not be those it began with."""
        draw = Knockout(4, 2)
        first = draw.known({})
        one = {each.number: result(each, float(each.white == 0)) for each in first[:2]}
        two = {each.number: result(each, float(each.white == 1)) for each in first[2:]}
        assert [each for each in draw.known(one) if each.round == 1] == first
        final = [each for each in draw.known(one | two) if each.round == 2]
        assert final == [each for each in draw.known(two | one) if each.round == 2]
        assert not {each.number for each in final} & {each.number for each in first}

    def test_a_drawn_match_goes_on_then_the_better_seeded_wins(self) -> None:
        draw, results = Knockout(2, 2), {}
        for _ in range(1 + TIE_BREAKS):
            missing = [each for each in draw.known(results) if each.number not in results]
            assert len(missing) == 2
            results |= {each.number: result(each, 0.5) for each in missing}
        (bout,) = draw.bouts(results)
        assert bout.winner == 0

    def test_a_play_off_is_won_by_who_is_ahead_in_it(self) -> None:
        draw, results = Knockout(2, 2), {}
        for points in (0.5, 0.5):
            each = next(each for each in draw.known(results) if each.number not in results)
            results[each.number] = result(each, points)
        one, other = [each for each in draw.known(results) if each.number not in results]
        results[one.number] = result(one, 0.0)
        assert draw.bouts(results)[0].winner is None
        results[other.number] = result(other, 0.5)
        assert draw.bouts(results)[0].winner == 1

    def test_a_game_without_a_result_decides_nothing(self) -> None:
        draw = Knockout(2, 2)
        one, other = draw.known({})
        results = {
            one.number: result(one, 1.0),
            other.number: replace(result(other, 0.5), result="*", termination="abandoned"),
        }
        assert draw.bouts(results)[0].winner == 0


def test_seeds_differ_and_last() -> None:
    assert len({seed_of(seed, number) for seed in range(20) for number in range(500)}) == 10_000
    assert seed_of(1, 1) == 236_075_316_168_197  # in any version of Python


@pytest.mark.parametrize("games", [1, 4])
def test_openings_are_used_over_again_where_there_are_few(games: int) -> None:
    schedule = Schedule(plan(Format.ROUND_ROBIN, 2, games), (Opening("a"), Opening("b")), Path())
    fens = [schedule.spec(each).start_fen for each in schedule.known({})]
    assert fens == (["a", "b"] * games)[:games] * 2
