"""The plan that a new tournament begins with: one that shows something, in some minutes."""

from __future__ import annotations

from millmate.gui.tournament.form.players_part import GENERATIONS
from millmate.play.tournament.plan import (
    Adjudication,
    Limits,
    OpeningPlan,
    Participant,
    TournamentPlan,
)

_NODES = 300


def sample() -> TournamentPlan:
    """Return a round robin of the six textbook searches, limited so that it can be repeated."""
    limits = Limits(nodes=_NODES)
    return TournamentPlan(
        participants=tuple(Participant.of(text, limits=limits) for text in GENERATIONS),
        name="Six generations",
        openings=OpeningPlan(chance=6),
        limits=limits,
        adjudication=Adjudication(max_moves=60),
    )
