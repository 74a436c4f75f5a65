"""The standings of a tournament from its finished games: points, ratings, results by opponent."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from millmate.games.outcome import BLACK, WHITE
from millmate.play import sprt
from millmate.play.elo import Tally
from millmate.play.ratings import Meeting, Ratings, rate
from millmate.play.tournament.game import GameResult, SideJudgement
from millmate.play.tournament.knockout import Knockout
from millmate.play.tournament.pairing import Results
from millmate.play.tournament.plan import Sprt, TournamentPlan
from millmate.play.tournament.schedule import pairing_system


@dataclass(frozen=True, slots=True)
class Endings:
    """How a participant plays the endings that tables cover.

    Of `won` endings `converted` were won, of `drawn` ones `held` were not lost, and of `lost` ones
    `saved` were not lost. In `timed` moves the participant lost `lost_plies` plies.
    """

    won: int = 0
    converted: int = 0
    drawn: int = 0
    held: int = 0
    lost: int = 0
    saved: int = 0
    timed: int = 0
    lost_plies: int = 0
    slips: int = 0

    @property
    def conversion(self) -> float | None:
        """The share of won endings that were won, None without any."""
        return self.converted / self.won if self.won else None

    @property
    def holding(self) -> float | None:
        """The share of drawn endings that were not lost, None without any."""
        return self.held / self.drawn if self.drawn else None

    @property
    def plies_a_move(self) -> float | None:
        """The average number of plies a move lost against perfect play, None without any."""
        return self.lost_plies / self.timed if self.timed else None


@dataclass(frozen=True, slots=True)
class Line:
    """A participant's line in the table.

    `tallies` are by colour (True: White), `against` by the opponent's number. All `elo` add up to
    0, with `error` for 95 % certainty. `superior` is the probability that the participant is
    stronger than the next one; None for the last one and for those who have not played.
    """

    place: int
    participant: int
    name: str
    points: float
    tallies: Mapping[bool, Tally]
    against: Mapping[int, Tally]
    elo: float | None
    error: float | None
    superior: float | None
    failures: int
    endings: Endings | None

    @property
    def total(self) -> Tally:
        white, black = self.tallies[WHITE], self.tallies[BLACK]
        return Tally(white.won + black.won, white.drawn + black.drawn, white.lost + black.lost)


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, best first.

    `games` are counted, `void` of them without a result. `firm` is false while the results alone do
    not determine the ratings, such as while a participant has won every game. `test` is the state
    of the sequential test, if any; `winner` is the number of the winner of a knockout.
    """

    lines: tuple[Line, ...]
    games: int
    void: int
    firm: bool
    test: sprt.Decision | None
    winner: int | None


def standings(plan: TournamentPlan, results: Results) -> Standings:
    """Return the table of `plan` after `results`.

    Games after the one that decided a sequential test do not count: which ones exist depends on
    how many were played at once.
    """
    test = SequentialTest.of(plan, results)
    last = test.last
    counted = [
        result for number, result in sorted(results.items()) if last is None or number <= last
    ]
    scores = [_Score(number) for number in range(len(plan.participants))]
    for result in counted:
        scores[result.white.participant].add(result, WHITE)
        scores[result.black.participant].add(result, BLACK)
    ratings = rate(len(scores), list(_meetings(counted)))
    winner, reached = _knockout(plan, results)
    order = sorted(
        scores,
        key=lambda each: (-reached.get(each.number, 0), -each.points, -ratings.values[each.number]),
    )
    lines = tuple(_line(plan, order, place, ratings) for place in range(len(order)))
    return Standings(
        lines,
        len(counted),
        sum(result.points is None for result in counted),
        ratings.firm,
        test.decision,
        winner,
    )


def _line(plan: TournamentPlan, order: "list[_Score]", place: int, ratings: Ratings) -> Line:
    score = order[place]
    rated = score.games > 0
    superior = None
    if rated and place + 1 < len(order) and order[place + 1].games:
        superior = ratings.superiority(score.number, order[place + 1].number)
    return Line(
        place=place + 1,
        participant=score.number,
        name=plan.participants[score.number].name,
        points=score.points,
        tallies=dict(score.tallies),
        against=dict(score.against),
        elo=ratings.values[score.number] if rated else None,
        error=ratings.error(score.number) if rated else None,
        superior=superior,
        failures=score.failures,
        endings=score.endings(),
    )


class _Score:
    """The running score of a participant."""

    def __init__(self, number: int) -> None:
        self.number, self.points, self.games, self.failures = number, 0.0, 0, 0
        self.tallies = {WHITE: Tally(), BLACK: Tally()}
        self.against: dict[int, Tally] = defaultdict(Tally)
        self._endings: list[tuple[int, float, SideJudgement]] = []  # by value and points

    def add(self, result: GameResult, side: bool) -> None:
        """Add a game that the participant played as `side`."""
        self.failures += result.failed is side
        if result.points is None:
            return
        points = result.points[0 if side else 1]
        opponent = (result.black if side else result.white).participant
        self.games += 1
        self.points += points
        self.tallies[side] = self.tallies[side].plus(points)
        self.against[opponent] = self.against[opponent].plus(points)
        if (judged := result.judged) is not None:
            value, own = (judged.value, judged.white) if side else (-judged.value, judged.black)
            self._endings.append((value, points, own))

    def endings(self) -> Endings | None:
        """Return the sums over all endings, None if tables covered no game."""
        if not self._endings:
            return None

        def count(value: int, least: float = 0.0) -> int:
            return sum(found == value and points >= least for found, points, _ in self._endings)

        sides = [side for _, _, side in self._endings]
        return Endings(
            won=count(1),
            converted=count(1, 1.0),
            drawn=count(0),
            held=count(0, 0.5),
            lost=count(-1),
            saved=count(-1, 0.5),
            timed=sum(side.timed for side in sides),
            lost_plies=sum(side.lost_plies for side in sides),
            slips=sum(len(side.slips) for side in sides),
        )


def _meetings(results: Iterable[GameResult]) -> Iterable[Meeting]:
    for result in results:
        if result.points is not None:
            white, black = result.white.participant, result.black.participant
            yield Meeting(white, black, result.points[0], result.pair)


def _knockout(plan: TournamentPlan, results: Results) -> tuple[int | None, dict[int, int]]:
    """Return the winner of a knockout, and how many rounds each participant has won."""
    draw = pairing_system(plan)
    if not isinstance(draw, Knockout):
        return None, {}
    draw.add(*results.values())
    through: dict[int, int] = {}
    bouts = draw.bouts
    for bout in bouts:
        if bout.winner is not None:
            through[bout.winner] = bout.round
    final = max(bouts, key=lambda bout: bout.round)
    return (final.winner if final.round == draw.rounds else None), through


class SequentialTest:
    """The sequential test of a plan, pair by pair in the order of the games' numbers.

    It therefore ends with the same pair, however many games are played at once. `last` is the
    number of the last game that counts, None while undecided; pairs with a game without a result
    are left out.
    """

    def __init__(self, test: Sprt | None) -> None:
        self._test = test
        self._counts = [0] * 5
        self._following = 1
        self.last: int | None = None
        self.decision = None if test is None else self._decided()

    @classmethod
    def of(cls, plan: TournamentPlan, results: Results) -> "SequentialTest":
        test = cls(plan.sprt)
        test.advance(results)
        return test

    def advance(self, results: Results) -> None:
        """Count the pairs that are now complete, up to the one that decides."""
        while self._test is not None and self.last is None:
            pair = [results.get(self._following), results.get(self._following + 1)]
            if pair[0] is None or pair[1] is None:
                return
            points = [each.points for each in pair if each is not None]
            self._following += 2
            if points[0] is None or points[1] is None:
                continue
            self._counts[round(2 * (points[0][0] + points[1][1]))] += 1
            self.decision = self._decided()
            if self.decision.decided is not None:
                self.last = self._following - 1

    def _decided(self) -> sprt.Decision:
        assert self._test is not None
        t = self._test
        return sprt.decision(self._counts, t.elo0, t.elo1, t.alpha, t.beta)
