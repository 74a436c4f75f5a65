"""The games that can be reviewed: those in files, or listed on the page of the games."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from millmate import paths
from millmate.errors import MillMateError
from millmate.language import count, tr
from millmate.records.database.index import GameIndex, Listed

if TYPE_CHECKING:
    from millmate.play.endgame_review.review import Chosen

_MOST_NAMES = 3000  # of players that are suggested
_AT_ONCE = 500  # games looked up in the index
_LONGEST = 24  # letters of a name on the button


@dataclass(frozen=True, slots=True)
class Source:
    """Games to be reviewed: those in files and folders, or some of the index of a folder."""

    places: tuple[Path, ...]
    words: Callable[[], str]
    numbers: array[int] | None = None


def sources_of(listed: Listed) -> dict[str, Source]:
    """Return what can be reviewed of what the page of the games shows."""
    folder, sources = (listed.folder,), {}
    for key, numbers, least in (("selected", listed.selected, 2), ("found", listed.found, 1)):
        if least <= len(numbers) < listed.total:
            sources[key] = Source(folder, partial(_counted, len(numbers), key), numbers)
    sources["folder"] = Source(folder, partial(named, folder))
    return sources


def _counted(games: int, key: str) -> str:
    if key == "selected":
        return count(games, "{n} game selected", "{n} games selected")
    return count(games, "{n} game found", "{n} games found")


def named(places: tuple[Path, ...]) -> str:
    if len(places) > 1:
        return count(len(places), "{n} file", "{n} files")
    name = tr("My games") if places[0] == paths.games_dir() else places[0].name or str(places[0])
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def names_in(folder: Path) -> list[str]:
    """Return the names of the players in a folder, if its games have been listed."""
    try:
        with closing(GameIndex(folder)) as index:
            return index.names(_MOST_NAMES)
    except MillMateError:
        return []


def chosen_in(folder: Path, numbers: array[int]) -> Chosen:
    """Return the offsets of games of the index by their files."""
    found: dict[Path, set[int]] = defaultdict(set)
    with closing(GameIndex(folder)) as index:
        for first in range(0, len(numbers), _AT_ONCE):
            for each in index.games(numbers[first : first + _AT_ONCE]).values():
                found[each.path].add(each.head.offset)
    return found
