"""Find the half points of many games at once: the values of all endings, then the moves between.

Games are read in batches, and tables in the order of their places, so that each block is read only
once for a whole batch; only the positions around a change are examined one by one.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from itertools import pairwise
from pathlib import Path

import chess
import numpy as np

from millmate.folding import folded, searchable
from millmate.games.chess.material import Material
from millmate.games.chess.rules import NULL_MOVE
from millmate.games.value import MoveValue, Value
from millmate.jobs.job import Control, Job, JobStopped
from millmate.jobs.run import run
from millmate.language import tr
from millmate.play.endgame_review.endings import (
    Ending,
    PlayedPosition,
    ReadGame,
    SourceGame,
    Unread,
    pgn_files,
    read_file,
)
from millmate.play.endgame_review.half_points import Answers, HalfPoint, Kind, colours_of, kind_of
from millmate.tablebase.layout import LOST
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import WON
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

Stopped = Callable[[], bool]
Place = tuple[int, int]  # the number of an ending, and of a position in it

_RULE50_PATIENCE = 15.0  # seconds for the fifty-move rule's effect on a position
_MOST_MEN = 5  # for which all tables can be built


class Finder:
    """Finds half points with the tables of a directory.

    `missing` counts the positions so far without a table, by material.
    """

    def __init__(self, directory: Path) -> None:
        self._tables = Tablebase(directory)
        self.missing: Counter[Material] = Counter()
        most = max((each.men for each in self._tables.available()), default=0)
        self.men = max(most, _MOST_MEN)

    def close(self) -> None:
        self._tables.close()

    def find(self, endings: Sequence[Ending], stopped: Stopped) -> Iterator[list[HalfPoint]]:
        """Yield the half points of each of `endings`; end early once `stopped` returns True."""
        values = self._values(endings, stopped)
        for at, ending in enumerate(endings):
            if stopped():
                return
            known = [values.get((at, number)) for number in range(len(ending.positions) + 1)]
            moments = zip(ending.positions, pairwise(known), strict=True)
            found = [
                self._half_point(ending, position, *around, stopped) for position, around in moments
            ]
            yield [point for point in found if point is not None]

    def _half_point(
        self,
        ending: Ending,
        position: PlayedPosition,
        before: int | None,
        after: int | None,
        stopped: Stopped,
    ) -> HalfPoint | None:
        """Return the half point thrown away in a position; both values are for the side to move."""
        if before is None or position.move == NULL_MOVE:
            return None
        if not position.move:
            return _given_up(ending, position, before)
        if after is None or -after >= before:
            return None
        return self._mistake(ending, position, before, -after, stopped)

    def _values(self, endings: Sequence[Ending], stopped: Stopped) -> dict[Place, int]:
        """Return the values, for the side to move, of all positions covered by tables."""
        values: dict[Place, int] = {}
        for name, places in _by_material(endings).items():
            if stopped():
                break
            white, _, black = name.partition("v")
            material = Material(white, black)
            positions = [endings[at].positions[number] for at, number in places]
            try:
                found = self._of_material(material, positions, stopped)
            except MissingTableError:
                self.missing[material.canonical()] += len(places)
            except TableError:
                continue
            else:
                known = zip(places, found, strict=True)
                values |= {place: value for place, value in known if value is not None}
        return values

    def _of_material(
        self, material: Material, positions: Sequence[PlayedPosition], stopped: Stopped
    ) -> list[int | None]:
        if material.men == 2:
            return [0] * len(positions)
        squares = np.frombuffer(b"".join(each.squares for each in positions), np.uint8)
        turns = np.array([each.turn for each in positions], np.bool_)
        codes = self._tables.stored_many(material, turns, squares.reshape(len(positions), -1))
        pairs = zip(positions, codes.tolist(), strict=True)
        return [self._value(position, code, stopped) for position, code in pairs]

    def _value(self, position: PlayedPosition, code: int, stopped: Stopped) -> int | None:
        """Return the value of a position by its code, or by probing if the code may err."""
        if not position.special:
            if code == 0:
                return 0
            if LOST <= code < WON and 2 * (code - LOST) + position.clock <= LONGEST:
                return -1
            if code < LOST and 2 * code - 1 + position.clock <= LONGEST:
                return 1
        ruled = self._ruled(position.board, stopped)
        return None if ruled is None else ruled.final.wdl

    def _ruled(self, board: chess.Board, stopped: Stopped) -> Value | None:
        try:
            return self._tables.probe_rule50(board, _RULE50_PATIENCE, stopped)
        except (MissingTableError, UnprobeableError, TableError):
            return None

    def _mistake(
        self, ending: Ending, position: PlayedPosition, before: int, after: int, stopped: Stopped
    ) -> HalfPoint | None:
        board, move = position.board, chess.Move.from_uci(position.move)
        try:
            moves = self._tables.rule50_moves(board, _RULE50_PATIENCE, stopped, every=True)
            answers = self._answers(board, move, after, stopped)
        except (MissingTableError, UnprobeableError, TableError):
            return None
        keeping = [each for each in moves if each.value.final.wdl == before]
        best = keeping[0].value if keeping else None
        return HalfPoint(
            ending.game,
            position.ply,
            board.fen(),
            board.turn,
            position.move,
            kind_of(board, move, [each.move for each in keeping], answers),
            before,
            after,
            tuple(each.move.uci() for each in keeping),
            len(moves),
            best.moves if best is not None and before > 0 else None,
            position.seconds,
        )

    def _answers(
        self, board: chess.Board, move: chess.Move, after: int, stopped: Stopped
    ) -> Answers:
        reached = board.copy(stack=False)
        reached.push(move)
        if reached.is_game_over():
            return Answers()
        replies = self._tables.rule50_moves(reached, _RULE50_PATIENCE, stopped, every=True)
        best = tuple(reply.move for reply in replies if reply.value.final.wdl == -after)
        plies = replies[0].value.plies if after < 0 else None
        return Answers(best, plies, _only_the_rule(replies, after))


def _only_the_rule(replies: Sequence[MoveValue], after: int) -> bool:
    """Return whether the side that just moved would still win without the fifty-move rule."""
    return after == 0 and all(reply.value.wdl < 0 for reply in replies)


def _by_material(endings: Sequence[Ending]) -> dict[str, list[Place]]:
    places: dict[str, list[Place]] = defaultdict(list)
    for at, ending in enumerate(endings):
        for number, position in enumerate(ending.positions):
            places[position.material].append((at, number))
    return places


def _given_up(ending: Ending, position: PlayedPosition, value: int) -> HalfPoint | None:
    """Return the half point of the player who agreed to a draw, resigned or lost on time, if any.

    `value` is the value of the last position for the side to move.
    """
    result = ending.game.result
    board = position.board
    if result is None or board.is_game_over():
        return None
    for_white = value if position.turn else -value
    if result == for_white:
        return None
    white = result < for_white
    before = for_white if white else -for_white
    after = result if white else -result
    kind = Kind.AGREED if result == 0 else Kind.ON_TIME if ending.game.on_time else Kind.RESIGNED
    return HalfPoint(ending.game, position.ply, board.fen(), white, "", kind, before, after)


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

    def add(self, news: "Review") -> None:
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
