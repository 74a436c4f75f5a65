"""How a tournament is played, in a line for people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from millmate.formatting import plural
from millmate.play.tournament.plan import Adjudication, Format, Limits, OpeningPlan, TournamentPlan


def conditions(plan: TournamentPlan) -> str:
    """Return in a line how games are played: how many, limits, openings, when they end early."""
    pairing = "ordered pair" if plan.format is Format.ROUND_ROBIN else "pair"
    parts = [f"{plural(plan.games, 'game')} for each {pairing}", *_limit_words(plan.limits)]
    parts += [_opening_words(plan.openings), *_adjudication_words(plan.adjudication)]
    return "; ".join([*parts, f"seed {plan.seed}"])


def _limit_words(limits: Limits) -> Iterator[str]:
    if limits.nodes is not None:
        yield f"{plural(limits.nodes, 'node')} a move"
    if limits.depth is not None:
        yield f"depth {limits.depth}"
    if limits.seconds is not None:
        yield f"{limits.seconds:g} s a move"
    if limits.clock is not None:
        yield f"{limits.clock} on the clock"


def _opening_words(openings: OpeningPlan) -> str:
    if openings.chance:
        return f"begun with {plural(openings.chance, 'ply')} by chance"
    if openings.tables:
        told = "" if openings.verdict == "any" else f", {openings.verdict}"
        if openings.distance is not None:
            told += " in {} to {} plies".format(*openings.distance)
        return f"begun from {', '.join(openings.tables)}{told}"
    if openings.file:
        return f"begun from {Path(openings.file).name}"
    if openings.positions:
        return f"begun from {plural(len(openings.positions), 'position')}"
    return "begun from the start"


def _adjudication_words(how: Adjudication) -> Iterator[str]:
    if how.tables:
        yield "decided by tables"
    if how.resign_score:
        yield f"resigned at {how.resign_score} for {plural(how.resign_moves, 'move')}"
    if how.draw_score is not None:
        yield f"drawn at {how.draw_score} for {plural(how.draw_moves, 'move')}"
    if how.max_moves:
        yield f"drawn after {plural(how.max_moves, 'move')}"
