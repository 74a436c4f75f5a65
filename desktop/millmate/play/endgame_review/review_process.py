"""Reviews games in a child process, so that the window goes on while they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from millmate.games.chess.material import Material
from millmate.language import Language, tr
from millmate.play.endgame_review.endings import Unread, pgn_files
from millmate.play.endgame_review.find import Stopped
from millmate.play.endgame_review.half_points import HalfPoint
from millmate.play.endgame_review.review import Chosen, Review, review
from millmate.tablebase.child_work import Send, reports, send_all
from millmate.tablebase.progress import BuildStopped


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be reviewed: the games in files and folders, by the tables of a directory.

    `chosen` are the games that count, all with None; of these only those of `player`, if given.
    """

    places: tuple[Path, ...]
    directory: Path
    player: str = ""
    chosen: Chosen | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """How far a review is: the numbers of a `Review`, and the half points that are new."""

    games: int
    wanted: int
    endings: int
    thrown: int
    fraction: float
    fresh: tuple[HalfPoint, ...]

    def add_to(self, found: Review) -> None:
        """Bring `found`, which knows the stages before, to this one."""
        found.games, found.wanted, found.endings = self.games, self.wanted, self.endings
        found.thrown, found.fraction = self.thrown, self.fraction
        found.half_points += self.fresh


@dataclass(frozen=True, slots=True)
class _News:
    """What is new since the last report, and how far the review is."""

    stage: Stage
    unread: tuple[Unread, ...]
    missing: Counter[Material]
    similar: tuple[str, ...]


def review_apart(order: Order, progress: Callable[[Stage], object], stopped: Stopped) -> Review:
    """Return the review of what is ordered; when it is stopped, of what was found until then.

    Raises:
        InputError: A place does not exist, or a folder holds no PGN file.
        MillMateError: The process that reviews has died.
    """
    found = Review()
    died = tr("the process that reviews games has died")
    with suppress(BuildStopped):
        # A process below it finds out what the fifty-move rule does.
        for news in reports("review", _run, order, stopped=stopped, died=died, parent=True):
            stage: Stage = news.stage
            stage.add_to(found)
            found.unread += news.unread
            found.missing, found.similar = news.missing, news.similar
            progress(stage)
    return found


def _run(pipe: Connection, spoken: Language, order: Order) -> None:
    """Review in the child, and send what is found."""

    def work(send: Send) -> None:
        files = pgn_files(order.places)
        sent = 0  # of the games that cannot be read

        def tell(found: Review) -> None:
            nonlocal sent
            unread = found.unread[sent:]
            sent += len(unread)
            numbers = found.games, found.wanted, found.endings, found.thrown
            fresh = tuple(point.worked_out() for point in found.take())
            stage = Stage(*numbers, found.fraction, fresh)
            send(_News(stage, tuple(unread), Counter(found.missing), found.similar))

        review(files, order.directory, order.player, tell, chosen=order.chosen)

    send_all(pipe, spoken, work)
