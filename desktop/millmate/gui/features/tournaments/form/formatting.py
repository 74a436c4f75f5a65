"""Formats summaries of a tournament."""

from __future__ import annotations

from millmate.formatting import dative, duration, plural
from millmate.games.catalogue import without_limit
from millmate.language import mark, number, tr
from millmate.play.tournament.entry import GAMES, total
from millmate.play.tournament.events import Progress
from millmate.play.tournament.plan import Format, TournamentPlan

FORMATS = {
    Format.ROUND_ROBIN: mark("Round robin: everyone meets everyone as White and as Black"),
    Format.PAIRS: mark("Pairs: everyone meets everyone, with alternating colours"),
    Format.GAUNTLET: mark("Gauntlet: the first meets all others, with alternating colours"),
    Format.KNOCKOUT: mark("Knockout: the loser of a match is out; the list gives the seeding"),
}
SHORT = {
    Format.ROUND_ROBIN: mark("round robin"),
    Format.PAIRS: mark("pairs"),
    Format.GAUNTLET: mark("gauntlet"),
    Format.KNOCKOUT: mark("knockout"),
}


def about(plan: TournamentPlan) -> str:
    """Return a plan in one line: `Chess · round robin · 6 players · 4 games a pairing`."""
    return " · ".join(
        (
            tr(GAMES[without_limit(plan.game)]),
            tr(SHORT[plan.format]),
            plural(len(plan.participants), "player"),
            tr("{games} per pairing", games=plural(plan.games, "game")),
        )
    )


def plan_words(plan: TournamentPlan) -> str:
    """Return the size of a plan as a sentence: 30 pairings of 2 games: 60 games."""
    games, players = total(plan), len(plan.participants)
    if plan.format is Format.KNOCKOUT:
        matches = plural(players - 1, "match")
        return tr(
            "{matches} of {games}: {total}, not counting tie-breaks.",
            matches=matches,
            games=dative(plan.games, "game"),
            total=plural(games, "game"),
        )
    pairings = plural(games // plan.games, "pairing")
    text = (
        tr("{pairings} of {games}: {total}.")
        if plan.sprt is None
        else tr("{pairings} of {games}: {total}, fewer if the test decides.")
    )
    return text.format(
        pairings=pairings, games=dative(plan.games, "game"), total=plural(games, "game")
    )


def progress_words(progress: Progress) -> str:
    """Return the progress: `23 of 120 games · 2 running · 4 minutes left`."""
    games = dative(progress.total, "game")
    parts = [tr("{done} of {games}", done=number(progress.done), games=games)]
    if progress.running:
        parts.append(tr("{n} running", n=len(progress.running)))
    if progress.paused:
        parts.append(tr("paused: no new game starts"))
    elif progress.seconds_left is not None and progress.running:
        parts.append(tr("{time} left", time=duration(progress.seconds_left)))
    return " · ".join(parts)


def end_words(done: int, complete: bool) -> str:
    if complete:
        return (
            tr("All {games} played.", games=plural(done, "game"))
            if done != 1
            else tr("The only game is played.")
        )
    return tr(
        "Stopped; {games} kept. Continue plays the rest.", games=plural(done, "finished game")
    )
