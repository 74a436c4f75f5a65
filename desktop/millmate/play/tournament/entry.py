"""Tournaments on the disk as entries of a list, without reading their games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from millmate import limits
from millmate.errors import MillMateError
from millmate.formatting import dative, plural
from millmate.games.morris.variants import VARIANTS
from millmate.language import mark, number, tr
from millmate.play.tournament import plan_file, saved_tournament
from millmate.play.tournament.journal import NAME
from millmate.play.tournament.plan import TournamentPlan
from millmate.play.tournament.schedule import pairing_system

# By their names in `games.catalogue`.
GAMES = {
    "chess": mark("Chess"),
    **{
        "morris" if name == "standard" else f"morris:{name}": variant.title
        for name, variant in VARIANTS.items()
    },
}


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """A tournament on the disk, as shown in the list.

    `total` is 0 if unknown, because its plan cannot be read (`fault`) or a test ends it.
    """

    directory: Path
    name: str
    game: str = ""
    players: int = 0
    done: int = 0
    total: int = 0
    fault: str = ""

    @property
    def words(self) -> str:
        """The text below its name."""
        if self.fault:
            return self.fault
        who = f"{tr(self.game)}, {plural(self.players, 'player')}"
        if not self.total:
            return f"{who}, {plural(self.done, 'game')}"
        if self.done >= self.total:
            return tr("{who}, all {games}", who=who, games=plural(self.done, "game"))
        return tr(
            "{who}, {done} of {games}",
            who=who,
            done=number(self.done),
            games=dative(self.total, "game"),
        )


def survey(
    elsewhere: Iterable[Path], progress: Callable[[object], None], stopped: Callable[[], bool]
) -> list[TournamentEntry]:
    """Return the tournaments in the user's directory and in `elsewhere`."""
    usual = saved_tournament.listing()
    others = [each for each in elsewhere if each not in usual and (each / NAME).is_file()]
    found = []
    for directory in [*usual, *others]:
        if stopped():
            break
        found.append((_changed(directory), look(directory)))
    return [saved for _, saved in sorted(found, key=lambda pair: -pair[0])]


def look(directory: Path) -> TournamentEntry:
    """Return the tournament in `directory`, without reading its games."""
    try:
        plan = plan_file.load(directory / saved_tournament.PLAN_NAME, checked=False)
        journal = limits.read(directory / NAME, limits.LARGEST_JOURNAL)
        done = max(0, journal.count(b"\n") - 1)
        return of_plan(plan, directory, done)
    except (MillMateError, OSError) as error:
        told = error.strerror if isinstance(error, OSError) else str(error)
        return TournamentEntry(
            directory, directory.name, fault=tr("cannot be read: {told}", told=told)
        )


def of_plan(plan: TournamentPlan, directory: Path, done: int) -> TournamentEntry:
    """Return the tournament of `plan` in `directory`, with `done` games played."""
    games = 0 if plan.sprt is not None else total(plan)
    game = GAMES.get(plan.game, plan.game)
    return TournamentEntry(directory, plan.name, game, len(plan.participants), done, games)


def _changed(directory: Path) -> float:
    try:
        return (directory / NAME).stat().st_mtime
    except OSError:
        return 0.0


def total(plan: TournamentPlan) -> int:
    """Return the number of games in a plan, without knockout tie-breaks; 0 with too few players."""
    return pairing_system(plan).total if len(plan.participants) > 1 else 0
