"""Review the endings of many games: read them in batches, and find half points."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from millmate.folding import folded, searchable
from millmate.games.chess.material import Material
from millmate.jobs.job import Control, Job, JobStopped
from millmate.jobs.run import run
from millmate.language import tr
from millmate.play.endgame_review.endings import (
    Ending,
    ReadGame,
    SourceGame,
    Unread,
    pgn_files,
    read_file,
)
from millmate.play.endgame_review.find import Finder, Stopped
from millmate.play.endgame_review.half_points import HalfPoint, colours_of

_FIRST_BATCH, _BATCH = 20, 1000  # endings evaluated together; the first results come soon
_PATIENCE = 5.0  # seconds after which a smaller batch is evaluated
_EVERY = 0.1  # seconds between two reports
_MOST_NAMES = 20_000  # of players, to compare with a name that was not found
_SIMILAR = 3

Chosen = Mapping[Path, Collection[int]]  # the offsets of some games, by file


@dataclass(slots=True)
class Review:
    """The results of a review so far.

    Attributes:
        games: The number of games read, including those of other players.
        wanted: The number of them that are the player's, or were chosen.
        endings: The number of these that end with few enough men and have been evaluated.
        thrown: The number of half points thrown away.
        half_points: Those not taken yet, in the order of the games.
        unread: The games that could not be read completely.
        missing: The number of positions without a table, by material.
        similar: Names like the player's, if there is no game of that player.
        fraction: How much is done, from 0 to 1.
    """

    games: int = 0
    wanted: int = 0
    endings: int = 0
    thrown: int = 0
    half_points: list[HalfPoint] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    missing: Counter[Material] = field(default_factory=Counter)
    similar: tuple[str, ...] = ()
    fraction: float = 0.0

    def add(self, news: Review) -> None:
        """Add the results of `news` since the last time, and copy its numbers."""
        self.games, self.wanted, self.endings = news.games, news.wanted, news.endings
        self.thrown, self.fraction = news.thrown, news.fraction
        self.half_points += news.half_points
        self.unread += news.unread
        self.missing, self.similar = news.missing, news.similar

    def take(self) -> list[HalfPoint]:
        """Return the half points found since the last call, and forget them."""
        taken, self.half_points = self.half_points, []
        return taken


Progress = Callable[[Review], object]


def review(
    paths: Sequence[Path],
    directory: Path,
    player: str = "",
    progress: Progress = lambda review: None,
    stopped: Stopped = lambda: False,
    chosen: Chosen | None = None,
) -> Review:
    """Return the review of the games in PGN files by the tables of `directory`.

    Only games of `player` count (all if it is ""), and of these the `chosen` ones. When `stopped`
    returns True, the results so far are returned. They are also reported to `progress` ten times
    a second and at the end; it can take half points, which are then forgotten.
    """
    finder = Finder(directory)
    try:
        return _Run(finder, paths, player, chosen, progress, stopped).run()
    finally:
        finder.close()


class _Run:
    """A running review."""

    def __init__(
        self,
        finder: Finder,
        paths: Sequence[Path],
        player: str,
        chosen: Chosen | None,
        progress: Progress,
        stopped: Stopped,
    ) -> None:
        self._finder, self._paths = finder, paths
        self._player, self._chosen = player, chosen
        self._progress, self._stopped = progress, stopped
        self._found = Review(missing=finder.missing)
        self._batch: list[Ending] = []  # to be evaluated
        self._names: set[str] = set()
        self._sizes = {path: _size(path) for path in paths}
        self._whole = 2 * max(1, sum(self._sizes.values()))  # every byte is read, then evaluated
        self._read = self._looked_up = self._before = 0  # bytes
        self._told = time.monotonic()

    def run(self) -> Review:
        size, since = _FIRST_BATCH, time.monotonic()
        for ending in self._endings():
            self._batch.append(ending)
            if len(self._batch) == size or time.monotonic() - since >= _PATIENCE:
                self._look_up()
                size, since = min(2 * size, _BATCH), time.monotonic()
        self._look_up()
        found = self._found
        if self._player and not found.wanted:
            found.similar = similar_names(self._player, self._names)
        if not self._stopped():
            found.fraction = 1.0
        self._progress(found)
        return found

    def _endings(self) -> Iterator[Ending]:
        for path in self._paths:
            for read in read_file(path, self._finder.men, self._wants):
                if self._stopped():
                    return
                self._count(read)
                if read.ending is not None:
                    yield read.ending
                self._tell()
            self._before += self._sizes[path]

    def _wants(self, game: SourceGame) -> bool:
        if self._chosen is not None and game.offset not in self._chosen.get(game.path, ()):
            return False
        if not self._player or colours_of(game, self._player):
            return True
        if len(self._names) < _MOST_NAMES:
            self._names |= {game.white, game.black}
        return False

    def _count(self, read: ReadGame) -> None:
        found = self._found
        if read.game is not None:
            found.games += 1
            found.wanted += read.wanted
            self._read = self._before + read.game.offset + read.game.length
        if read.unread is not None:
            found.unread.append(read.unread)

    def _look_up(self) -> None:
        begun, batch = self._looked_up, self._batch
        for number, points in enumerate(self._finder.find(batch, self._stopped), 1):
            self._found.endings += 1
            self._found.half_points += points
            self._found.thrown += len(points)
            self._looked_up = begun + (self._read - begun) * number // len(batch)
            self._tell()
        self._batch = []

    def _tell(self) -> None:
        if time.monotonic() - self._told >= _EVERY:
            self._told = time.monotonic()
            if not self._batch:
                self._looked_up = self._read
            self._found.fraction = (self._read + self._looked_up) / self._whole
            self._progress(self._found)


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0


def similar_names(player: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the names most like that of a player: those that share a word, then close ones."""
    plain = {folded(name): name for name in sorted(names) if name}
    words = [word for word in folded(player).split() if len(word) > 1]
    sharing = [name for name in plain.values() if any(word in searchable(name) for word in words)]
    close = get_close_matches(folded(player), plain, _SIMILAR)
    single = {word: name for key, name in plain.items() for word in key.replace(",", " ").split()}
    near = [m for word in words for m in get_close_matches(word, single, _SIMILAR)]
    found = (*sharing, *(plain[key] for key in close), *(single[key] for key in near))
    return tuple(dict.fromkeys(found))[:_SIMILAR]


@dataclass(frozen=True, slots=True)
class Order:
    """A review to do: the games in files and folders, by the tables of a directory.

    `chosen` are the games that count, None for all; of these only those of `player`, if given.
    """

    places: tuple[Path, ...]
    directory: Path
    player: str = ""
    chosen: Chosen | None = None


def review_apart(order: Order, progress: Progress, stopped: Stopped) -> Review:
    """Return the review of an order; if it is stopped, the results so far.

    `progress` is called with new results and the current numbers.

    Raises:
        InputError: A place does not exist, or a folder contains no PGN file.
        MillMateError: The reviewing process has died.
    """
    found = Review()

    def add(news: Review) -> None:
        found.add(news)
        progress(news)

    died = tr("the process that reviews games has died")
    with suppress(JobStopped):
        # A process below it computes the effects of the fifty-move rule.
        run(Job("review", partial(_review, order), died, parent=True), add, stopped)
    return found


def _review(order: Order, control: Control) -> None:
    """Review in the child process, and report the results."""
    sent = 0  # of the games that cannot be read

    def report(found: Review) -> None:
        nonlocal sent
        unread = found.unread[sent:]
        sent += len(unread)
        fresh = [point.worked_out() for point in found.take()]
        control.report(replace(found, half_points=fresh, unread=unread))

    review(pgn_files(order.places), order.directory, order.player, report, chosen=order.chosen)
