"""The review of endings: chooses games, lists half points, opens them and makes drills."""

from __future__ import annotations

import time
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Slot
from PySide6.QtWidgets import QFileDialog

from millmate import paths
from millmate.errors import InputError, MillMateError
from millmate.formatting import plural
from millmate.games.catalogue import Position
from millmate.games.chess.rules import CHESS
from millmate.gui.boards.small_boards import Pointed, Replayed, replayed
from millmate.gui.boards.small_boards import replay as position_after
from millmate.gui.features.findings.feature import FindingsFeature, named
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.tasks import Latest, Task, Work
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import count, tr
from millmate.records.archive import GamePlace, PlacedGame
from millmate.records.database.index import GameIndex, Listed
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.features.findings.endings_page import EndingsPage
    from millmate.gui.features.findings.tree import Group
    from millmate.play.endgame_review.half_points import HalfPoint
    from millmate.play.endgame_review.review import Chosen, Order, Review

_REST = 9  # of ten parts of the window's time that are not spent on listing
_MOST_NAMES = 3000  # of players that are suggested
_AT_ONCE = 500  # games looked up in the index


@dataclass(frozen=True, slots=True)
class Source:
    """Games to be reviewed: those in files and folders, or some of the index of a folder."""

    places: tuple[Path, ...]
    words: Callable[[], str]
    numbers: array[int] | None = None


class EndingsFeature(FindingsFeature["EndingsPage"]):
    """Offers the games that are `listed` on their page; long lists are grouped in a thread."""

    shows = Page.REVIEW
    found: Review | None

    def __init__(self, services: Services, listed: Callable[[], Listed]) -> None:
        super().__init__(services)
        self._listed = listed
        self._source: Source | None = None
        self._offered: dict[str, Source] = {}
        self._player = ""  # of the review that is shown
        self._arranging = Latest()
        self._looking = Latest()
        self._grouped = 0  # of the half points, those that are listed or are being grouped
        self._next_listing = 0.0  # when to list fresh ones, at the earliest
        services.settings.provide(self._provide)

    @Slot()
    def show(self) -> None:
        """Show the page, with the games that the page of the games shows."""
        self._offer(choose=not self.running)
        super().show()

    def close(self) -> None:
        super().close()
        self._arranging.drop()
        self._looking.drop()

    def make(self) -> EndingsPage:
        from millmate.gui.features.findings.endings_page import EndingsPage

        page = self.set_up(EndingsPage())
        settings = self.services.settings.current
        page.player.setText(settings.review_player)
        page.own.setChecked(settings.review_own)
        page.choose_groups(settings.review_groups)
        page.drills_wanted.connect(self._train)
        page.tree.opened.connect(self._open_game)
        page.tree.pointed.connect(self._look)
        page.open_aside.triggered.connect(self._open_aside)
        self.services.hovering.watch(page.tree.viewport(), self._pointed_at)
        return page

    def shown(self) -> None:
        if not self.page.source.text():  # for the first time
            self._offer(choose=self._source is None)
            self.page.player.setFocus()

    def _provide(self, settings: Settings) -> Settings:
        if not self.made:
            return settings
        return settings.changed(
            review_player=self.page.player.text().strip(),
            review_own=self.page.own.isChecked(),
            review_groups=self.page.groups,
        )

    # --- which games -------------------------------------------------------------------------

    def _offer(self, choose: bool) -> None:
        """Offer the games that their page shows now; `choose` the selected ones, if any."""
        self._offered = sources_of(self._listed())
        if choose or self._source is None:
            best = next(key for key in ("selected", "found", "folder") if key in self._offered)
            self._use(self._offered[best])
        self.offer_sources()

    def offer_sources(self) -> None:
        if self.made and self._source is not None:
            own = [(key, each.words().replace("&", "&&")) for key, each in self._offered.items()]
            others = [("files", tr("Choose files…")), ("place", tr("Choose a folder…"))]
            self.page.show_sources(self._source.words(), [*own, ("", ""), *others])

    def _use(self, source: Source) -> None:
        self._source = source
        folder = self._listed().folder
        Task(lambda progress, stopped: _names_in(folder)).launch(done=self._offer_names)
        self.offer_sources()

    @Slot(object)
    def _offer_names(self, names: list[str]) -> None:
        if self.made:
            self.page.names.setStringList(names)

    @Slot(str)
    def choose_source(self, key: str) -> None:
        start = self._listed().folder
        places: tuple[Path, ...] = ()
        if key == "files":
            title, kinds = tr("Choose PGN files"), tr("Games (*.pgn);;All files (*)")
            places = self.ask_files(title, kinds, start)
        elif key == "place":
            title = tr("Choose a folder with PGN files")
            name = QFileDialog.getExistingDirectory(self.page, title, str(start))
            places = (Path(name),) if name else ()
        else:
            self._use(self._offered[key])
        if places:
            self.review_of(places)

    def review_of(self, places: tuple[Path, ...]) -> None:
        """Take the games in files and folders for the next review."""
        self._use(Source(places, partial(_named, places)))

    # --- a review ----------------------------------------------------------------------------

    def prepare(self) -> tuple[Work, Review]:
        from millmate.play.endgame_review.review import Order, Review

        assert self._source is not None
        self._player = self.page.player.text().strip()
        order = Order(self._source.places, self.services.tables_dir, self._player)
        return partial(_reviewed, order, self._source.numbers), Review()

    def advance(self, news: Review) -> tuple[float, str]:
        self._list_fresh()
        thrown = count(news.thrown, "{n} half point", "{n} half points")
        endings = count(news.endings, "{n} ending", "{n} endings")
        return news.fraction, " · ".join((plural(news.games, "game"), endings, thrown))

    def summary(self) -> tuple[str, bool]:
        from millmate.play.endgame_review import report

        found, stopped = self.found, self.stopped
        assert found is not None
        if not found.games and not found.half_points:
            if stopped:
                return tr("Stopped before any game was read."), True
            none = tr("There are no games in these files.")
            return _reason(found) if found.unread else none, True
        if found.games == len(found.unread) == 1 and not found.endings:
            return _reason(found), True
        if self._player and not found.wanted and not stopped:
            nobody = report.nobody(found, self._player)
            look = tr("Check how the name is written on the Games page.")
            return nobody if found.similar else f"{nobody} {look}", True
        said = [report.summary(found)]
        if stopped:
            said.insert(0, tr("Stopped: the games after these were not read."))
        return " ".join(said), False

    def lack(self) -> str:
        assert self.found is not None
        missing = self.found.missing
        endings = count(len(missing), "{n} ending", "{n} endings", "genitive")
        return count(
            sum(missing.values()),
            "{n} position of {endings} has no table.",
            "{n} positions of {endings} have no table.",
            endings=endings,
        )

    # --- its list ----------------------------------------------------------------------------

    @Slot()
    def relist(self) -> None:
        """Group all half points again, in a thread."""
        points = tuple(self.found.half_points) if self.found is not None else ()
        self._grouped = len(points)
        self._arranging.drop()
        if points:
            grouped = self._grouping(points)
            self._arranging.start(lambda progress, stopped: grouped(), done=self._show_groups)
        else:
            self.page.show_groups(())

    def _grouping(self, points: Sequence[HalfPoint]) -> Callable[[], list[Group]]:
        """Return a function that groups those of `points` that are to be listed."""
        from millmate.gui.features.findings.endings_page import arranged

        owner = self._player if self.page.own.isChecked() else ""
        return partial(arranged, points, self.page.groups, owner)

    @Slot(object)
    def _show_groups(self, groups: list[Group]) -> None:
        self.page.show_groups(groups)
        self._list_fresh()

    def _list_fresh(self) -> None:
        """List the half points that have been found since all were grouped."""
        begun = time.monotonic()
        if self.found is None or self._arranging.running or begun < self._next_listing:
            return
        fresh = self.found.half_points[self._grouped :]
        self._grouped += len(fresh)
        self.page.add_groups(self._grouping(fresh)())
        now = time.monotonic()
        self._next_listing = now + _REST * (now - begun)

    def writer(self, key: str) -> Callable[[Path], object]:
        assert self.found is not None
        points = self.page.shown
        return partial(_write, key, replace(self.found, half_points=points, thrown=len(points)))

    # --- one of them -------------------------------------------------------------------------

    @Slot(object)
    def _look(self, point: HalfPoint | None) -> None:
        """Show the game of a half point beside the list."""
        if point is None:
            self._looking.drop()
            self.page.preview.clear()
            return
        self._looking.start(
            lambda progress, stopped: _game_of(point),
            done=partial(self._show_beside, point),
            failed=self._cannot_show,
        )

    def _show_beside(self, point: HalfPoint, game: Replayed) -> None:
        if self.page.tree.current is point:
            self.page.preview.show_game(game, _plies(point))

    @Slot(object)
    def _cannot_show(self, error: Exception) -> None:
        self.page.preview.clear(error_sentence(error))

    @Slot(object)
    def _open_game(self, point: HalfPoint) -> None:
        """Open the game at the move, in a new tab if that is asked for."""
        self.services.tabs.new_if_asked()
        self._open(point)

    @Slot()
    def _open_aside(self) -> None:
        point = self.page.tree.current
        if point is not None and self.services.tabs.new():
            self._open(point)

    def _open(self, point: HalfPoint) -> None:
        services, request = self.services, self.services.requests.issue()

        def opened(game: Replayed) -> None:
            if services.requests.is_latest(request):
                place = GamePlace.of(point.game.path.absolute(), point.game.offset, game.content)
                services.links.open_game.emit(PlacedGame(game.record, place), _plies(point))

        def failed(error: Exception) -> None:
            """Show the position alone, and say why."""
            services.tabs.set_up(point.fen)
            services.notifications.status(error_sentence(error))

        Task(lambda progress, stopped: _game_of(point)).launch(done=opened, failed=failed)

    def _pointed_at(self, place: QPoint) -> Pointed | None:
        """Return the half point under the mouse; the one that is selected is shown anyway."""
        tree = self.page.tree
        index = tree.indexAt(place)
        point: HalfPoint | None = self.page.model.item(index)
        if point is None or index.siblingAtColumn(0) == tree.currentIndex().siblingAtColumn(0):
            return None
        moves = (point.move,) if point.move else ()
        shown = partial(position_after, Position(CHESS, point.fen), moves)
        return Pointed(id(point), tree.viewport(), tree.visualRect(index), shown)

    @Slot(object)
    def _train(self, points: Iterable[HalfPoint]) -> None:
        """Make drills of what can be one, and say what cannot."""
        from millmate.play.endgame_review.half_points import is_of

        mine = (each for each in points if not self._player or is_of(each, self._player))
        failures = tuple(point.failure for point in mine if point.trainable)
        if failures:
            self.services.links.train.emit(failures, CHESS)
        else:
            self.services.notifications.status(
                tr("A game resigned on the opponent's turn cannot become a drill.")
            )


def _plies(point: HalfPoint) -> int:
    """Return after how many plies a half point is shown: after its move."""
    return point.ply + bool(point.move)


def _reason(found: Review) -> str:
    return error_sentence(InputError(found.unread[0].reason))


# --- games that can be reviewed ------------------------------------------------------------------


def sources_of(listed: Listed) -> dict[str, Source]:
    """Return the sources that the page of the games offers."""
    folder, sources = (listed.folder,), {}
    for key, numbers, least in (("selected", listed.selected, 2), ("found", listed.found, 1)):
        if least <= len(numbers) < listed.total:
            sources[key] = Source(folder, partial(_counted, len(numbers), key), numbers)
    sources["folder"] = Source(folder, partial(_named, folder))
    return sources


def _counted(games: int, key: str) -> str:
    if key == "selected":
        return count(games, "{n} game selected", "{n} games selected")
    return count(games, "{n} game found", "{n} games found")


def _named(places: tuple[Path, ...]) -> str:
    first = places[0]
    own = first == paths.games_dir()
    return named(places, tr("My games") if own else first.name or str(first))


# --- in threads ----------------------------------------------------------------------------------


def _names_in(folder: Path) -> list[str]:
    """Return the names of the players in a folder, if its games have been listed."""
    try:
        with closing(GameIndex(folder)) as index:
            return index.names(_MOST_NAMES)
    except MillMateError:
        return []


def _reviewed(
    order: Order,
    numbers: array[int] | None,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> Review:
    from millmate.play.endgame_review.review import review_apart

    if numbers is not None:
        chosen = _chosen_in(order.places[0], numbers)
        order = replace(order, places=tuple(sorted(chosen)), chosen=chosen)
    return review_apart(order, progress, stopped)


def _chosen_in(folder: Path, numbers: array[int]) -> Chosen:
    """Return the offsets of games of the index by their files."""
    found: dict[Path, set[int]] = defaultdict(set)
    with closing(GameIndex(folder)) as index:
        for first in range(0, len(numbers), _AT_ONCE):
            for each in index.games(numbers[first : first + _AT_ONCE]).values():
                found[each.path].add(each.head.offset)
    return found


def _game_of(point: HalfPoint) -> Replayed:
    """Return the game of a half point, played through.

    Raises:
        InputError: It is not what it was when it was reviewed, or cannot be played to its end.
    """
    from millmate.play.endgame_review.endings import content_of

    game = replayed(content_of(point.game))
    at = min(point.ply, len(game.positions) - 1)
    if game.positions[at].position.text.split()[:2] != point.fen.split()[:2]:
        raise InputError(tr("{file} has changed since: review it again", file=point.game.path.name))
    return game


def _write(kind: str, shown: Review, path: Path) -> None:
    from millmate.play.endgame_review import report

    report.write(kind, path, shown)
