"""The table: points, colours, who beat whom, and the same for any number of workers."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.games.outcome import Outcome, Termination
from millmate.play.clocks import TimeControl
from millmate.play.elo import Tally
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.game_runner import failure, result_of
from millmate.play.tournament.plan import (
    Adjudication,
    Format,
    Limits,
    OpeningPlan,
    Participant,
    Sprt,
    TournamentPlan,
)
from millmate.play.tournament.report import (
    bracket_text,
    conditions,
    crosstable,
    failures,
    games_csv,
    report,
    standings_csv,
    standings_text,
)
from millmate.play.tournament.schedule import Opening, Schedule, pairing_system
from millmate.play.tournament.standings import standings

NAMES = ("Anna", "Björn", "Chloé")
OPENINGS = (Opening("8/8/8/8/3k4/8/8/KBN5 w - - 0 1"),)


def plan(names: tuple[str, ...] = NAMES, **how: object) -> TournamentPlan:
    people = tuple(Participant.of("random", name) for name in names)
    return TournamentPlan(people, name="Test", **how)  # type: ignore[arg-type]


def results(asked: TournamentPlan, *points: float | None) -> dict[int, GameResult]:
    """Return results of the first games, as White's points; None is a game without a result."""
    schedule = Schedule(asked, OPENINGS, Path())
    found = {}
    for pairing, each in zip(iter(pairing_system(asked).next, None), points, strict=False):
        ended = Termination.ABANDONED if each is None else Termination.RESIGNATION
        outcome = Outcome(ended, {1.0: True, 0.0: False}.get(-1.0 if each is None else each))
        found[pairing.number] = result_of(schedule.spec(pairing), outcome, (), "2026-01-01")
    return found


def test_points_by_colour_and_opponent() -> None:
    asked = plan(games=1)  # 1-2, 0-2, 0-1, and with colours exchanged
    table = standings(asked, results(asked, 1, 1, 0.5, 0, 0.5, 0))
    lines = {line.participant: line for line in table.lines}
    assert sum(line.points for line in table.lines) == 6
    assert [line.place for line in table.lines] == [1, 2, 3]
    for line in table.lines:
        assert line.total.games == 4
        assert sum(t.games for t in line.against.values()) == 4
        for other, tally in line.against.items():
            mirrored = lines[other].against[line.participant]
            assert tally == Tally(mirrored.lost, mirrored.drawn, mirrored.won)


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, None]), max_size=24), st.randoms())
def test_every_table_adds_up_in_whatever_order_games_ended(
    points: list[float | None], chance: object
) -> None:
    asked = plan(games=4)
    found = results(asked, *points)
    shuffled = list(found.items())
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    table = standings(asked, dict(shuffled))
    assert table == standings(asked, found)
    void = sum(each is None for each in points)
    assert (table.games, table.void) == (len(points), void)
    assert sum(line.points for line in table.lines) == len(points) - void
    assert report(asked, found)


def test_texts_are_in_columns() -> None:
    asked = plan(("Anna", "Björn"), games=2)
    table = standings(asked, results(asked, 1, 0.5, 0.5, 0))
    assert crosstable(table).splitlines() == [
        "             1    2",
        "1.  Anna     —  3/4",
        "2.  Björn  1/4    —",
    ]
    text = standings_text(table)
    assert text.splitlines()[1].split()[:4] == ["1.", "Anna", "3", "4"]
    assert "+1 =1 −0" in text


def test_tables_for_other_programs_are_csv() -> None:
    asked = plan(('A "quoted", name', "B"), games=1)
    found = results(asked, 1, 0)
    head, first, *_ = standings_csv(standings(asked, found)).splitlines()
    assert head.startswith("place,name,points,games,elo,error95,")
    assert first.startswith('1,"A ""quoted"", name",2.0,2,')
    assert len(games_csv(found.values()).splitlines()) == 3


def test_a_name_is_no_formula_in_the_tables_for_other_programs() -> None:
    asked = plan(("=1+1", "@B"), games=1)
    found = results(asked, 1, 0)
    assert standings_csv(standings(asked, found)).splitlines()[1].startswith("1,'=1+1,2.0,")
    assert ",'=1+1,'@B," in games_csv(found.values()).splitlines()[1]


def test_who_fails_is_named_with_the_first_reason() -> None:
    asked = plan(("A", "B"), games=1)
    schedule = Schedule(asked, OPENINGS, Path())
    one, other = (schedule.spec(pairing) for pairing in iter(pairing_system(asked).next, None))
    found = {1: failure(one, True, "A fell over"), 2: failure(other, False, "A fell again")}
    assert failures(found) == [("A failed in every game; in game 1: A fell over", True)]
    found = results(asked, 0.5) | {2: found[2]}
    assert failures(found) == [("A failed in 1 of 2 games; in game 2: A fell again", False)]


class TestSequentialTest:
    PLAN = replace(plan(("A", "B")), format=Format.PAIRS, games=400, sprt=Sprt(elo0=0, elo1=100))

    def test_it_ends_with_the_same_pair_however_many_games_are_known(self) -> None:
        won = results(self.PLAN, *[1.0, 0.5] * 60)
        table = standings(self.PLAN, won)
        assert table.test is not None
        assert table.test.decided is True
        assert table.games == 2 * table.test.pairs < len(won)
        fewer = {number: won[number] for number in range(1, table.games + 1)}
        assert standings(self.PLAN, fewer) == table

    def test_a_missing_game_keeps_later_ones_waiting(self) -> None:
        found = results(self.PLAN, *[1.0, 0.0] * 60)
        del found[1]
        state = standings(self.PLAN, found).test
        assert state is not None
        assert (state.pairs, state.decided) == (0, None)

    @pytest.mark.parametrize(
        ("points", "told"),
        [
            ([1.0, 0.5] * 60, "A is ahead of B by at least 100 Elo"),
            ([0.0, 0.5] * 60, "A is ahead of B by no more than 0 Elo"),
            ([0.5, 0.5], "nothing is decided"),
        ],
    )
    def test_the_report_says_so(self, points: list[float], told: str) -> None:
        assert told in report(self.PLAN, results(self.PLAN, *points))


def test_the_report_says_how_was_played() -> None:
    asked = replace(
        plan(("A", "B"), games=4),
        limits=Limits(nodes=1000, clock=TimeControl(60, 0.6)),
        openings=OpeningPlan(tables=("KRPvKR",), verdict="draw", distance=(3, 9)),
        adjudication=Adjudication(tables=True, resign_score=600, draw_score=5, max_moves=100),
        seed=7,
    )
    assert conditions(asked) == (
        "4 games for each ordered pair; 1,000 nodes a move; 60+0.6 on the clock; begun from "
        "KRPvKR, draw in 3 to 9 plies; decided by tables; resigned at 600 for 3 moves; drawn at 5 "
        "for 8 moves; drawn after 100 moves; seed 7"
    )
    plain = replace(asked, limits=Limits(), openings=OpeningPlan(), adjudication=Adjudication())
    assert conditions(replace(plain, format=Format.PAIRS)) == (
        "4 games for each pair; begun from the start; seed 7"
    )
    assert conditions(plain) in report(plain, {})


class TestBracket:
    ASKED = plan(("Anna", "Björn", "Chloé"), format=Format.KNOCKOUT, games=2)

    def test_who_has_not_met_yet_is_still_to_be_decided(self) -> None:
        assert bracket_text(self.ASKED, {}).splitlines() == [
            "Semi-finals",
            "  Björn – Chloé, still to be decided",
            "  Anna has a bye",
            "Final: not drawn yet",
        ]

    def test_matches_are_told_with_their_points(self) -> None:
        found: dict[int, GameResult] = {}
        schedule, draw = Schedule(self.ASKED, OPENINGS, Path()), pairing_system(self.ASKED)
        # Chloé beats Björn by a game and a draw; she and Anna draw all, and Anna is better seeded.
        for wanted in (1.0, 0.5, *[0.5] * 8):
            pairing = draw.next()
            assert pairing is not None
            chloe_is_white = pairing.white == 2
            points = wanted if chloe_is_white else 1 - wanted
            winner = {1.0: True, 0.0: False}.get(points)
            outcome = Outcome(Termination.RESIGNATION, winner)
            spec = schedule.spec(pairing)
            found[pairing.number] = result_of(spec, outcome, (), "2026-01-01")
            draw.add(found[pairing.number])
        assert bracket_text(self.ASKED, found).splitlines() == [
            "Semi-finals",
            "  Björn – Chloé  ½–1½",
            "  Anna has a bye",
            "Final",
            "  Anna – Chloé  4–4, Anna goes on as the better seeded",
        ]
        assert "Winner: Anna" in report(self.ASKED, found)

    def test_other_formats_have_none(self) -> None:
        assert bracket_text(plan(), {}) == ""
