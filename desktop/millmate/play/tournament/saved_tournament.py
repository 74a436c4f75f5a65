"""Tournaments on the disk, finished or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from millmate import limits, paths
from millmate.language import tr
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
        JournalError: There is none, or its journal was edited or damaged.
        PlanError: Its plan was.
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
