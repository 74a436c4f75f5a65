"""Reviews the endings of many games: reads them, a batch at a time, and finds half points."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from millmate.games.chess.material import Material
from millmate.play.endgame_review.endings import Ending, ReadGame, SourceGame, Unread, read_file
from millmate.play.endgame_review.find import Finder, Stopped
from millmate.play.endgame_review.half_points import HalfPoint, colours_of

_BATCH = 1000  # endings whose values are found together
_EVERY = 0.1  # seconds between two reports


@dataclass(slots=True)
class Review:
    """What a review has found so far.

    Attributes:
        games: The number of games read, those of other players included.
        endings: How many of them have few enough men at last.
        half_points: What was thrown away, in the order of the games.
        unread: The games that could not be read, at least not to their end.
        missing: How many positions lack a table, by its material.
    """

    games: int = 0
    endings: int = 0
    half_points: list[HalfPoint] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    missing: Counter[Material] = field(default_factory=Counter)


def review(
    paths: Sequence[Path],
    directory: Path,
    player: str = "",
    progress: Callable[[Review], object] = lambda review: None,
    stopped: Stopped = lambda: False,
) -> Review:
    """Return the review of the games in PGN files by the tables of `directory`.

    Only games of `player` count, unless that is "". When `stopped` turns true, what has been found
    so far is returned.
    """
    found = Review()
    finder = Finder(directory)
    try:
        batch: list[Ending] = []
        for ending in _endings(paths, finder.men, player, found, progress, stopped):
            batch.append(ending)
            if len(batch) == _BATCH:
                _add(found, finder, batch, stopped)
                batch = []
        _add(found, finder, batch, stopped)
        progress(found)
    finally:
        finder.close()
    return found


def _endings(
    paths: Sequence[Path],
    men: int,
    player: str,
    found: Review,
    progress: Callable[[Review], object],
    stopped: Stopped,
) -> Iterator[Ending]:
    reported = time.monotonic()
    for game in _games(paths, men, player):
        if stopped():
            return
        found.games += 1
        if game.unread is not None:
            found.unread.append(game.unread)
        if game.ending is not None:
            found.endings += 1
            yield game.ending
        if time.monotonic() - reported >= _EVERY:
            reported = time.monotonic()
            progress(found)


def _games(paths: Sequence[Path], men: int, player: str) -> Iterator[ReadGame]:
    def wanted(game: SourceGame) -> bool:
        return not player or bool(colours_of(game, player))

    for path in paths:
        yield from read_file(path, men, wanted)


def _add(found: Review, finder: Finder, batch: Sequence[Ending], stopped: Stopped) -> None:
    finds = finder.find(batch, stopped)
    found.half_points += finds.half_points
    found.missing.update(finds.missing)
