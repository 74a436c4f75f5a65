"""The default plan of a new tournament: instructive and finished within minutes."""

from __future__ import annotations

from millmate.play.tournament.plan import (
    Adjudication,
    Limits,
    OpeningPlan,
    Participant,
    TournamentPlan,
)

_NODES = 300
_PLAYERS = {
    "Minimax": "minimax",
    "Incremental": "incremental",
    "With memo": "memo",
    "Alpha-beta": "alphabeta:memo=no",
    "Alpha-beta, memo": "alphabeta",
    "Iterative": "iterative",
}


def sample() -> TournamentPlan:
    """Return a round robin of the six textbook searches, with reproducible limits."""
    return TournamentPlan(
        participants=tuple(Participant.of(text, name) for name, text in _PLAYERS.items()),
        name="Six generations",
        openings=OpeningPlan(chance=6),
        limits=Limits(nodes=_NODES),
        adjudication=Adjudication(max_moves=60),
    )
