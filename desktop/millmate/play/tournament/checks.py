"""Checks a plan before its first game."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from millmate.errors import InputError
from millmate.games import catalogue
from millmate.language import number, tr
from millmate.limits import LONGEST_NAME
from millmate.play.tournament.plan import (
    MOST_GAMES,
    ORDERS,
    VERDICTS,
    Format,
    Participant,
    PlanError,
    TournamentPlan,
    with_limits,
)
from millmate.players.engine_finder import look_up
from millmate.players.spec import check_game

MOST_PARTICIPANTS = 200


def check(plan: TournamentPlan) -> None:
    """Check everything in `plan` except its openings.

    Raises:
        PlanError: The plan cannot be played; the message names the key.
    """
    try:
        catalogue.game(plan.game)
    except InputError as error:
        raise PlanError(f"game: {error}") from None
    _check_participants(plan)
    _check_numbers(plan)
    _check_openings(plan)


def choice_words(key: str, value: str, names: Sequence[str]) -> str:
    text = tr("{key}: unknown value {value!r}: choose {listed}")
    return text.format(key=key, value=value[:80], listed=", ".join(names))


def _check_participants(plan: TournamentPlan) -> None:
    """Check the number of participants, their names, and that each can play the game."""
    if not 2 <= len(plan.participants) <= MOST_PARTICIPANTS:
        raise PlanError(
            tr(
                "players: a tournament has 2 to {most_participants} of them, this one has {n}",
                most_participants=MOST_PARTICIPANTS,
                n=len(plan.participants),
            )
        )
    for place, each in enumerate(plan.participants, 1):
        if len(each.name) > LONGEST_NAME:
            where = tr("players, number {number}", number=place)
            raise PlanError(
                tr("{where}: a name has at most {n} characters", where=where, n=LONGEST_NAME)
            )
    name, times = Counter(each.name for each in plan.participants).most_common(1)[0]
    if times > 1:
        raise PlanError(
            tr(
                "players: {times} of them are called {name!r}: give each a different name",
                times=times,
                name=name,
            )
        )
    for each in plan.participants:
        _check_participant(each, plan)


def _check_participant(participant: Participant, plan: TournamentPlan) -> None:
    spec, where = participant.player, f"players: {participant.name!r}"
    if spec.kind == "human":
        raise PlanError(
            tr(
                "{where}: a person cannot play in a tournament; play at the board instead",
                where=where,
            )
        )
    if spec.kind == "table" and plan.starts_with_all_men:
        raise PlanError(
            tr(
                "{where}: perfect play needs tables, and none exists for all 32 men: let games "
                'start from endings, as with openings.tables = ["KRPvKR"]',
                where=where,
            )
        )
    try:
        check_game(spec, plan.rules.name)
        with_limits(spec, plan.limits)
    except InputError as error:
        raise PlanError(f"{where}: {error}") from None
    if spec.engine is not None:
        found = look_up(spec.engine.path)
        if found is None or not Path(found).is_file():
            raise PlanError(
                tr(
                    "{where}: there is no program {path!r} on this machine",
                    where=where,
                    path=spec.engine.path,
                )
            )


def _check_numbers(plan: TournamentPlan) -> None:
    if not 1 <= plan.games <= MOST_GAMES:
        raise PlanError(
            tr(
                "games: {games} is not between 1 and {most_games}",
                games=plan.games,
                most_games=number(MOST_GAMES),
            )
        )
    if plan.swaps and plan.games % 2:
        raise PlanError(
            tr(
                "games: {games} is odd, and {format} exchanges colours from game to game: "
                'give {n}, or format = "{other}"',
                games=plan.games,
                format=plan.format.value,
                n=plan.games + 1,
                other=Format.ROUND_ROBIN.value,
            )
        )
    if plan.limits.clock is not None and plan.limits.seconds is not None:
        raise PlanError(
            tr(
                "limits: seconds and clock are both given: seconds are for a move, a clock is "
                "for the game; give only one"
            )
        )
    if plan.sprt is not None:
        _check_sprt(plan)


def _check_sprt(plan: TournamentPlan) -> None:
    test = plan.sprt
    assert test is not None
    if len(plan.participants) != 2 or plan.format is not Format.PAIRS:
        raise PlanError(tr('sprt: it compares two players: give two, in pairs (format = "pairs")'))
    if not test.elo0 < test.elo1:
        raise PlanError(
            tr("sprt.elo1: {elo1:g} is not above elo0, {elo0:g}", elo1=test.elo1, elo0=test.elo0)
        )
    for name in ("alpha", "beta"):
        if not 0 < getattr(test, name) < 0.5:
            raise PlanError(
                tr(
                    "sprt.{name}: {value:g} is not between 0 and 0.5",
                    name=name,
                    value=getattr(test, name),
                )
            )


def _check_openings(plan: TournamentPlan) -> None:
    openings = plan.openings
    given = [name for name in ("positions", "file", "tables", "chance") if getattr(openings, name)]
    if len(given) > 1:
        raise PlanError(
            tr("openings: {names} are both given: give only one", names=tr(" and ").join(given))
        )
    for key, value, names in (
        ("openings.verdict", openings.verdict, VERDICTS),
        ("openings.order", openings.order, ORDERS),
    ):
        if value not in names:
            raise PlanError(choice_words(key, value, names))
    if openings.distance is not None and not 0 <= openings.distance[0] <= openings.distance[1]:
        raise PlanError(
            tr(
                "openings.distance: {given} is not a range: give the fewest and the most "
                "plies, such as [10, 40]",
                given=list(openings.distance),
            )
        )
