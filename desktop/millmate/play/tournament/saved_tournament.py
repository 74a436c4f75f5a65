"""Tournaments on the disk, finished or not: their contents, and a list of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from millmate import limits, paths
from millmate.errors import MillMateError
from millmate.formatting import dative, plural
from millmate.games.morris.variants import VARIANTS
from millmate.language import mark, number, tr
from millmate.play.sealed_jsonl import unseal
from millmate.play.tournament import plan_file
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.journal import NAME, Journal, JournalError
from millmate.play.tournament.plan import TournamentPlan
from millmate.play.tournament.schedule import Opening, pairing_system
from millmate.regular_files import open_regular

PLAN_NAME = "tournament.toml"


@dataclass(frozen=True, slots=True)
class SavedTournament:
    """A tournament in its directory: `results` by number, of `total` games."""

    directory: Path
    plan: TournamentPlan
    openings: tuple[Opening, ...]
    results: Mapping[int, GameResult]
    total: int


def load(directory: Path) -> SavedTournament:
    """Return the tournament in `directory`, which may be running; nothing is changed there.

    Raises:
        JournalError: The journal is missing, or was edited or damaged.
        PlanError: The plan was edited or damaged.
        OSError: It cannot be read.
    """
    for name in (PLAN_NAME, NAME):
        if not (directory / name).is_file():
            text = tr("{directory} holds no tournament: {name} is missing")
            raise JournalError(text.format(directory=directory, name=name))
    plan = plan_file.load(directory / PLAN_NAME, checked=False)
    journal = Journal.read(directory, plan)
    assert journal is not None
    draw = pairing_system(plan)
    draw.add(*journal.results.values())
    return SavedTournament(directory, plan, journal.openings, dict(journal.results), draw.total)


def digest_in(directory: Path) -> str | None:
    """Return the digest of the plan whose journal is in `directory`, without reading its games.

    Return None without a journal, "" if its first line cannot be read.
    """
    try:
        with open_regular(directory / NAME) as file:
            header = unseal(file.readline(limits.LARGEST_JOURNAL).removesuffix(b"\n"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return ""
    return str(header.get("plan", "")) if header is not None else ""


def listing(parent: Path | None = None) -> list[Path]:
    """Return the directories of tournaments in `parent`, by default the user's, latest first.

    Raises:
        OSError: The directory cannot be read.
    """
    parent = paths.tournaments_dir() if parent is None else parent
    if not parent.is_dir():
        return []
    journals = [each / NAME for each in parent.iterdir() if (each / NAME).is_file()]
    journals.sort(key=lambda path: (path.stat().st_mtime_ns, path.parent.name), reverse=True)
    return [path.parent for path in journals]


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
    usual = listing()
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
        plan = plan_file.load(directory / PLAN_NAME, checked=False)
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
