"""Consent to engines, as a user of this machine gives it."""

from millmate.play.tournament.plan import TournamentPlan
from millmate.players import consent
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.spec import PlayerSpec


def allow(what: str | EngineRecipe | TournamentPlan) -> None:
    """Allow this test to start an engine, or all engines of a tournament."""
    match what:
        case str():
            players = [PlayerSpec.parse(what)]
        case EngineRecipe():
            players = [PlayerSpec.of_engine(what)]
        case TournamentPlan():
            players = [each.player for each in what.participants]
    consent.give(consent.lacking(players))
