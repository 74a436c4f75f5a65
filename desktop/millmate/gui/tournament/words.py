"""What is said of a tournament as a whole."""

from __future__ import annotations

from millmate.games.morris.variants import VARIANTS
from millmate.play.tournament.events import Progress
from millmate.play.tournament.pairing import draw_of
from millmate.play.tournament.plan import Format, TournamentPlan
from millmate.words import duration, plural

FORMATS = {
    Format.ROUND_ROBIN: "Round robin: each meets each as White and as Black",
    Format.PAIRS: "Pairs: each meets each, colours exchanged from game to game",
    Format.GAUNTLET: "Gauntlet: the first against all others, colours exchanged",
    Format.KNOCKOUT: "Knockout: who loses a match is out; the list is the seeding",
}
SHORT = {
    Format.ROUND_ROBIN: "round robin",
    Format.PAIRS: "pairs",
    Format.GAUNTLET: "gauntlet",
    Format.KNOCKOUT: "knockout",
}


# By their names in `games.catalogue`.
GAMES = {
    "chess": "Chess",
    **{
        "morris" if name == "standard" else f"morris:{name}": variant.title
        for name, variant in VARIANTS.items()
    },
}


def about(plan: TournamentPlan) -> str:
    """Return a plan in a line: `Chess · round robin · 6 players · 4 games a pairing`."""
    return " · ".join(
        (
            GAMES.get(plan.game, plan.game),
            SHORT[plan.format],
            plural(len(plan.participants), "player"),
            f"{plural(plan.games, 'game')} a pairing",
        )
    )


def total(plan: TournamentPlan) -> int:
    """Return how many games a plan has, ties of a knockout aside; 0 with too few players."""
    return draw_of(plan).total if len(plan.participants) > 1 else 0


def plan_words(plan: TournamentPlan) -> str:
    """Return in a sentence what a plan comes to: 30 pairings of 2 games: 60 games."""
    games, players = total(plan), len(plan.participants)
    if plan.format is Format.KNOCKOUT:
        matches = plural(players - 1, "match").replace("matchs", "matches")
        return f"{matches} of {plural(plan.games, 'game')}: {plural(games, 'game')}, ties aside."
    pairings = plural(games // plan.games, "pairing")
    test = ", fewer if the test decides" if plan.sprt is not None else ""
    return f"{pairings} of {plural(plan.games, 'game')}: {plural(games, 'game')}{test}."


def progress_words(progress: Progress) -> str:
    """Return how far it is: `23 of 120 games · 2 running · 4 minutes left`."""
    parts = [f"{progress.done:,} of {plural(progress.total, 'game')}"]
    if progress.running:
        parts.append(f"{len(progress.running)} running")
    if progress.paused:
        parts.append("paused: no other game begins")
    elif progress.seconds_left is not None and progress.running:
        parts.append(f"{duration(progress.seconds_left)} left")
    return " · ".join(parts)


def end_words(done: int, complete: bool) -> str:
    """Return how a run has ended."""
    if complete:
        return f"All {plural(done, 'game')} played." if done != 1 else "The one game is played."
    return f"Stopped; {plural(done, 'finished game')} kept. Go on plays what is missing."
