"""Who meets whom: formats give every pairing its games, with fair colours and numbers that last."""

import hashlib
import random
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive_pairing
from tests.tiers import examples

from millmate.games.outcome import Outcome, Termination
from millmate.play.tournament.checks import MOST_PARTICIPANTS
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.game_runner import result_of
from millmate.play.tournament.knockout import TIE_BREAKS, Bout, Knockout, seeded
from millmate.play.tournament.pairing import (
    FixedPairings,
    Pairing,
    met,
    rounds,
)
from millmate.play.tournament.plan import MOST_GAMES, Format, Participant, TournamentPlan
from millmate.play.tournament.schedule import (
    Opening,
    PairingSystem,
    Schedule,
    openings_needed,
    pairing_system,
    seed_of,
)

players = st.integers(2, 12)
FIXED = [Format.ROUND_ROBIN, Format.PAIRS, Format.GAUNTLET]


def plan(format_: Format, count: int, games: int) -> TournamentPlan:
    people = tuple(Participant.of("random", f"Player {n}") for n in range(count))
    return TournamentPlan(people, format=format_, games=games)


def games_of(asked: TournamentPlan) -> list[Pairing]:
    """Return the games that are known before any has been played."""
    return list(iter(pairing_system(asked).next, None))


@given(players)
def test_in_the_rounds_each_meets_each_once_and_nobody_twice(count: int) -> None:
    assert rounds(count) == count - 1 + count % 2
    found = [
        [met(count, number, at) for at in range(count // 2)] for number in range(rounds(count))
    ]
    for each in found:
        seats = [player for pair in each for player in pair]
        assert len(seats) == len(set(seats)) == count - count % 2
    pairs = Counter(pair for each in found for pair in each)
    assert pairs == Counter((a, b) for b in range(count) for a in range(b))


@given(players, st.integers(1, 4))
def test_a_round_robin_has_every_ordered_pair(count: int, games: int) -> None:
    pairings = games_of(plan(Format.ROUND_ROBIN, count, games))
    assert [each.number for each in pairings] == list(range(1, len(pairings) + 1))
    met = Counter((each.white, each.black) for each in pairings)
    assert met == Counter({(a, b): games for a in range(count) for b in range(count) if a != b})
    assert_pairs_exchange_colours(pairings)


@given(players, st.integers(1, 3), st.sampled_from([Format.PAIRS, Format.GAUNTLET]))
def test_pairs_and_gauntlets_exchange_colours(count: int, half: int, format_: Format) -> None:
    pairings = games_of(plan(format_, count, 2 * half))
    met = Counter(frozenset((each.white, each.black)) for each in pairings)
    assert set(met.values()) == {2 * half}
    assert len(met) == (count - 1 if format_ is Format.GAUNTLET else count * (count - 1) // 2)
    assert all(0 in pair for pair in met) or format_ is Format.PAIRS
    assert_pairs_exchange_colours(pairings)


def assert_pairs_exchange_colours(pairings: Iterable[Pairing]) -> None:
    """Assert that games of one pair are of two players from one opening, each with each colour."""
    pairs: dict[int, list[Pairing]] = {}
    for each in pairings:
        pairs.setdefault(each.pair, []).append(each)
    for one, other in pairs.values():
        assert (one.white, one.black) == (other.black, other.white)
        assert one.opening == other.opening


class TestNumbers:
    """A game is found from its number, and it is the same game in every version."""

    @pytest.mark.parametrize(
        ("format_", "digest"),
        [
            (
                Format.ROUND_ROBIN,
                "0e4b6fb60f7ae829aaca2d7d7fb712ed03fdf5e76c394bd2a46ae44ddec8bfa5",
            ),
            (Format.PAIRS, "312be5c3c66706833722a9d4d5360363c157176bef93134343718d657f469669"),
            (Format.GAUNTLET, "b4024aa8cb8372bb5411c04b0343912116f24284a58d366b03a29a7c2c1ec5b4"),
        ],
    )
    def test_games_are_those_of_journals_that_exist(self, format_: Format, digest: str) -> None:
        """The digests are of the games as version 0.1 listed them."""
        asked = [plan(format_, count, games) for count in range(2, 14) for games in (2, 4, 6)]
        assert digest_of(line(game) for each in asked for game in games_of(each)) == digest
        assert all(pairing_system(each).total == len(games_of(each)) for each in asked)

    def test_a_knockouts_games_are_those_of_journals_that_exist(self) -> None:
        lines: list[str] = []
        for count in range(2, 14):
            for games in (2, 4):
                draw = Knockout(count, games)
                while (each := draw.next()) is not None:
                    lines.append(line(each))
                    draw.add(result(each, each.number * 7 % 11 % 3 / 2))
                bouts = [(each.round, each.one, each.other, each.winner) for each in draw.bouts]
                lines.append(f"{bouts}\n")
        digest = "08fbf82bbf4a1f7dcddbf197f98f52e6075235c520b71785c12379ef87ee179f"
        assert digest_of(lines) == digest

    @examples(40)
    @given(players, st.sampled_from([2, 4]), st.randoms(use_true_random=False))
    def test_a_knockouts_games_are_those_of_the_list(
        self, count: int, games: int, chance: random.Random
    ) -> None:
        draw, results = Knockout(count, games), {}
        running: list[Pairing] = []
        for _ in range(20 * count):
            known = naive_pairing.knockout_games(seeded(count), count, games, results)
            assert draw.total == (count - 1) * games + sum(
                len(each) - games for each in by_match(known)
            )
            begun = {*results, *(each.number for each in running)}
            waiting = [each for each in known if each.number not in begun]
            assert draw.peek() == (waiting[0] if waiting else None)
            if waiting and chance.random() < 0.6:
                running += filter(None, [draw.next()])
            elif running:
                each = running.pop(chance.randrange(len(running)))
                results[each.number] = result(each, chance.choice((0.0, 0.5, 1.0)))
                draw.add(results[each.number])

    @pytest.mark.parametrize("format_", list(Format))
    def test_the_largest_plan_takes_no_more_memory_than_a_small_one(self, format_: Format) -> None:
        """200 players and 100,000 games a pairing are four billion games in a round robin."""
        asked = plan(format_, MOST_PARTICIPANTS, MOST_GAMES)
        tracemalloc.start()
        try:
            draw = pairing_system(asked)
            first = [draw.next() for _ in range(100)]
            assert draw.total >= (MOST_PARTICIPANTS - 1) * MOST_GAMES
            assert openings_needed(asked) >= MOST_GAMES // 2
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        numbers = [each.number for each in first if each is not None]
        assert numbers == list(range(numbers[0], numbers[0] + 100))
        assert most < 2_000_000

    def test_the_last_game_of_the_largest_plan_is_found_at_once(self) -> None:
        draw = pairing_system(plan(Format.ROUND_ROBIN, MOST_PARTICIPANTS, MOST_GAMES))
        assert isinstance(draw, FixedPairings)
        last = draw.pairing(draw.total)
        assert last.number == 200 * 199 * 100_000
        assert (last.round, last.opening, last.pair) == (398, 99_999, 199 * 100 * 100_000 - 1)


def line(each: Pairing) -> str:
    said = (each.number, each.round, each.white, each.black, each.opening, each.pair)
    return " ".join(map(str, said)) + "\n"


def digest_of(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def by_match(pairings: list[Pairing]) -> list[list[Pairing]]:
    found: dict[tuple[int, frozenset[int]], list[Pairing]] = {}
    for each in pairings:
        found.setdefault((each.round, frozenset((each.white, each.black))), []).append(each)
    return list(found.values())


class TestHandingOut:
    """What is finished, or was begun, is not handed out; rounds are over when all games are."""

    @pytest.mark.parametrize("format_", list(Format))
    def test_a_tournament_that_goes_on_plays_what_is_missing(self, format_: Format) -> None:
        games = games_of(plan(format_, 4, 2))
        kept = [each for number, each in enumerate(games) if number % 3]
        draw = pairing_system(plan(format_, 4, 2))
        draw.add(*(result(each, 0.5) for each in kept))
        assert list(iter(draw.next, None)) == [each for each in games if each not in kept]
        assert draw.next() is None

    @pytest.mark.parametrize("format_", FIXED)
    def test_a_round_is_over_with_its_last_game(self, format_: Format) -> None:
        draw, games = pairing_system(plan(format_, 5, 2)), games_of(plan(format_, 5, 2))
        last = {each.round: each.number for each in games}
        draw.add(*(result(each, 1.0) for each in reversed(games[:-1])))
        assert [draw.round_is_over(each) for each in last] == [*[True] * (len(last) - 1), False]
        draw.add(result(games[-1], 1.0))
        assert draw.round_is_over(max(last))


def result(pairing: Pairing, points: float) -> GameResult:
    """Return a result of the game in which White scored `points`."""
    outcome = Outcome(Termination.RESIGNATION, {1.0: True, 0.0: False}.get(points))
    schedule = Schedule(plan(Format.KNOCKOUT, 13, 2), (Opening("start"),), Path())
    return result_of(schedule.spec(pairing), outcome, (), "")


def play(draw: PairingSystem, points: Callable[[Pairing], float]) -> list[Pairing]:
    """Play all games that are known now, and return them."""
    games = list(iter(draw.next, None))
    draw.add(*[result(each, points(each)) for each in games])
    return games


def drawn(_: Pairing) -> float:
    return 0.5


class TestKnockout:
    @given(players)
    def test_the_best_two_meet_in_the_final_only(self, count: int) -> None:
        places = seeded(count)
        assert sorted(places) == list(range(len(places)))
        assert len(places) // 2 < count <= len(places)
        assert (0 in places[: len(places) // 2]) != (1 in places[: len(places) // 2]) or count == 2

    @given(players, st.randoms(use_true_random=False))
    def test_one_goes_out_in_every_match_until_one_is_left(
        self, count: int, chance: random.Random
    ) -> None:
        draw = Knockout(count, 2)
        games: list[Pairing] = []
        while found := play(draw, lambda _: chance.choice((0.0, 0.5, 1.0))):
            games += found
        assert_pairs_exchange_colours(games)
        bouts = draw.bouts
        assert len(bouts) == count - 1
        out = [each.other if each.winner == each.one else each.one for each in bouts]
        assert sorted([*out, bouts[-1].winner]) == list(range(count))
        assert len(games) == draw.total
        assert bouts[-1].round == draw.rounds
        assert all(draw.round_is_over(number) for number in range(1, draw.rounds + 1))

    def test_numbers_do_not_depend_on_what_came_first(self) -> None:
        """Else the games of a tournament that goes on would not be those it began with."""
        draws = Knockout(4, 2), Knockout(4, 2)
        first = [list(iter(draw.next, None)) for draw in draws]
        assert first[0] == first[1]
        results = [result(each, float(each.white in (0, 1))) for each in first[0]]
        draws[0].add(*results)
        draws[1].add(*reversed(results))
        final = [list(iter(draw.next, None)) for draw in draws]
        assert final[0] == final[1]
        assert not {each.number for each in final[0]} & {each.number for each in first[0]}

    @given(players, st.randoms(use_true_random=False))
    def test_results_tell_the_same_in_any_order(self, count: int, chance: random.Random) -> None:
        """Reports are made of results in whatever order they are given."""
        draw, results = Knockout(count, 2), []
        while (each := draw.next()) is not None:
            results.append(result(each, chance.choice((0.0, 0.5, 1.0))))
            draw.add(results[-1])
        again = Knockout(count, 2)
        chance.shuffle(results)
        again.add(*results)
        assert (again.bouts, again.total) == (draw.bouts, draw.total)

    def test_a_drawn_match_goes_on_then_the_better_seeded_wins(self) -> None:
        draw = Knockout(2, 2)
        for _ in range(1 + TIE_BREAKS):
            assert len(play(draw, drawn)) == 2
        assert draw.bouts == [Bout(1, 0, 1, winner=0, points=(4.0, 4.0), games=8)]
        assert draw.total == 2 + 2 * TIE_BREAKS

    def test_a_play_off_is_won_by_who_is_ahead_in_it(self) -> None:
        draw = Knockout(2, 2)
        play(draw, drawn)
        one, other = iter(draw.next, None)
        draw.add(result(one, 0.0))
        assert draw.bouts[0].winner is None
        draw.add(result(other, 0.5))
        assert draw.bouts[0].winner == 1

    def test_a_game_without_a_result_decides_nothing(self) -> None:
        draw = Knockout(2, 2)
        one, other = iter(draw.next, None)
        draw.add(result(one, 1.0))
        draw.add(replace(result(other, 0.5), result="*", termination="abandoned"))
        assert draw.bouts == [Bout(1, 0, 1, winner=0, points=(1.0, 0.0), games=1)]


def test_seeds_differ_and_last() -> None:
    assert len({seed_of(seed, number) for seed in range(20) for number in range(500)}) == 10_000
    assert seed_of(1, 1) == 236_075_316_168_197  # in any version of Python


@pytest.mark.parametrize("games", [1, 4])
def test_openings_are_used_over_again_where_there_are_few(games: int) -> None:
    asked = plan(Format.ROUND_ROBIN, 2, games)
    schedule = Schedule(asked, (Opening("a"), Opening("b")), Path())
    fens = [schedule.spec(each).start_fen for each in games_of(asked)]
    assert fens == (["a", "b"] * games)[:games] * 2
