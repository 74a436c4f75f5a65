"""Runs reviews of endings from the window, and does what is asked with what they find."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from millmate.formatting import plural
from millmate.gui.boards.preview import Replayed
from millmate.gui.boards.small_boards import Pointed, ShownPosition
from millmate.gui.boards.small_boards import replay as position_after
from millmate.gui.features.findings.batch_export import Export
from millmate.gui.features.findings.batch_run import BatchRun
from millmate.gui.features.findings.endings.sentences import lack, summary_of
from millmate.gui.features.findings.endings.sources import Source, named, names_in, sources_of
from millmate.gui.features.findings.endings.work import game_of, reviewed, write
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.questions import ask_file
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.text_dialog import show_text
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import count, mark, tr
from millmate.records.archive import GamePlace, PlacedGame
from millmate.records.database.index import Listed
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.features.findings.endings.groups import Group
    from millmate.gui.features.findings.endings.page import EndgameReviewPage
    from millmate.play.endgame_review.half_points import HalfPoint
    from millmate.play.endgame_review.review import Review
    from millmate.play.endgame_review.review_process import Stage

_REST = 9  # of ten parts of the window's time that are not spent on listing
_SUFFIXES = {"page": ".html", "games": ".pgn", "table": ".csv"}
_FILTERS = {
    "page": mark("Pages (*.html);;All files (*)"),
    "games": mark("Games (*.pgn);;All files (*)"),
    "table": mark("Tables (*.csv);;All files (*)"),
}


class EndgameReviewController(QObject):
    """Makes the page when it is first shown; `listed` returns what the page of the games shows.

    `game_wanted` carries a `PlacedGame` and the number of plies to show it at, `training_wanted`
    failures to be trained, `build_wanted` the names of tables.
    """

    game_wanted = Signal(object, int)
    training_wanted = Signal(object)
    build_wanted = Signal(object)
    announced = Signal(str)

    def __init__(self, services: Services, listed: Callable[[], Listed]) -> None:
        super().__init__(services.window)
        self._services, self._listed = services, listed
        self.place = QWidget()
        self._room = vbox(within=self.place)
        self.page: EndgameReviewPage | None = None
        self._source: Source | None = None
        self._offered: dict[str, Source] = {}
        self._found: Review | None = None  # so far, while one runs
        self._player = ""  # of the review that is shown
        self._run = BatchRun(self)
        self._run.progressed.connect(self._show_stage)
        self._run.done.connect(self._done)
        self._run.failed.connect(self._failed)
        self._arranging: Task | None = None
        self._looking: Task | None = None
        self._grouped = 0  # of the half points, those that are listed or are being grouped
        self._next_listing = 0.0  # when to list fresh ones, at the earliest
        services.settings.provide(self._provide)
        services.commands.bind("review_endings", self.open)
        services.build.ended.connect(self._built)
        translator.changed.connect(self._retranslate)

    @property
    def running(self) -> bool:
        return self._run.running

    @Slot()
    def open(self) -> None:
        """Show the page, with the games that the page of the games shows."""
        self._offer_sources(choose=not self.running)
        self._services.navigation.show(Page.REVIEW)

    @Slot(Page)
    def show_page(self, page: Page) -> None:
        if page is Page.REVIEW and self.page is None:
            self._make()

    def close(self) -> None:
        """Stop what is running; the window waits for it."""
        self._run.close()
        for task in (self._arranging, self._looking):
            if task is not None:
                task.stop()
        self._arranging = self._looking = None

    def _make(self) -> None:
        from millmate.gui.features.findings.endings.page import EndgameReviewPage

        self.page = page = EndgameReviewPage()
        settings = self._services.settings.current
        page.player.setText(settings.review_player)
        page.own.setChecked(settings.review_own)
        page.choose_groups(settings.review_groups)
        self._room.addWidget(page)
        page.sourced.connect(self._choose_source)
        page.started.connect(self.start)
        page.status.stop.clicked.connect(self._run.stop)
        page.regrouped.connect(self._arrange)
        page.filtered.connect(self._arrange)
        page.status.lack.build_wanted.connect(self.build_wanted)
        page.status.unread.clicked.connect(self._list_unread)
        page.drills_wanted.connect(self._train)
        page.export_wanted.connect(self._ask_export)
        self._export = Export(self._services.notifications, page.status)
        page.tree.opened.connect(self._open_game)
        page.tree.pointed.connect(self._look)
        page.open_aside.triggered.connect(self._open_aside)
        self._services.hovering.watch(page.tree.viewport(), self._pointed_at)
        self._offer_sources(choose=self._source is None)
        page.player.setFocus()

    def _provide(self, settings: Settings) -> Settings:
        page = self.page
        if page is None:
            return settings
        return settings.changed(
            review_player=page.player.text().strip(),
            review_own=page.own.isChecked(),
            review_groups=page.groups,
        )

    # --- which games -------------------------------------------------------------------------

    def _offer_sources(self, choose: bool) -> None:
        """Offer what the page of the games shows now; `choose` what is closest to a choice."""
        self._offered = sources_of(self._listed())
        if choose or self._source is None:
            best = next(key for key in ("selected", "found", "folder") if key in self._offered)
            self._use(self._offered[best])
        self._show_sources()

    def _show_sources(self) -> None:
        if self.page is not None and self._source is not None:
            own = [(key, source.words()) for key, source in self._offered.items()]
            others = [("files", tr("Choose files…")), ("place", tr("Choose a folder…"))]
            self.page.show_sources(self._source.words(), [*own, ("", ""), *others])

    def _use(self, source: Source) -> None:
        self._source = source
        folder = self._listed().folder
        Task(lambda progress, stopped: names_in(folder)).launch(done=self._offer_names)
        self._show_sources()

    @Slot(object)
    def _offer_names(self, names: list[str]) -> None:
        if self.page is not None:
            self.page.offer_names(names)

    @Slot(str)
    def _choose_source(self, key: str) -> None:
        assert self.page is not None
        start = str(self._listed().folder)
        if key == "files":
            title, kinds = tr("Choose PGN files"), tr("Games (*.pgn);;All files (*)")
            names, _ = QFileDialog.getOpenFileNames(self.page, title, start, kinds)
            if names:
                self.review_of(tuple(map(Path, names)))
        elif key == "place":
            title = tr("Choose a folder with PGN files")
            name = QFileDialog.getExistingDirectory(self.page, title, start)
            if name:
                self.review_of((Path(name),))
        else:
            self._use(self._offered[key])

    def review_of(self, places: tuple[Path, ...]) -> None:
        """Take the games in files and folders for the next review."""
        self._use(Source(places, partial(named, places)))

    # --- a review ----------------------------------------------------------------------------

    @Slot()
    def start(self) -> None:
        """Review the games that are chosen."""
        from millmate.play.endgame_review.review import Review
        from millmate.play.endgame_review.review_process import Order

        page, source = self.page, self._source
        if page is None or source is None or self.running:
            return
        self._player = page.player.text().strip()
        order = Order(source.places, self._services.tables_dir, self._player)
        self._run.start(partial(reviewed, order, source.numbers), page.status)
        self._found = Review()
        self._arrange()

    @Slot(object)
    def _show_stage(self, stage: Stage) -> None:
        found = self._found
        if self.page is None or found is None:
            return
        stage.add_to(found)
        self._list_fresh()
        thrown = count(stage.thrown, "{n} half point", "{n} half points")
        endings = count(stage.endings, "{n} ending", "{n} endings")
        words = " · ".join((plural(stage.games, "game"), endings, thrown))
        self.page.status.show_progress(stage.fraction, words)

    @Slot(object, bool)
    def _done(self, found: Review | None, watched: bool) -> None:
        self._found = found = found or self._found
        if self.page is None or found is None:
            return
        self._tell()
        self._arrange()
        self.page.status.show_unread(len(found.unread))
        self._plan()
        if watched:
            (self.page.tree if found.half_points else self.page.player).setFocus()

    @Slot(object, bool)
    def _failed(self, error: Exception, watched: bool) -> None:
        if self.page is not None:
            self.page.status.tell(error_sentence(error), fault=True)
            if watched:
                self.page.source.setFocus()

    # --- what was found ----------------------------------------------------------------------

    def _tell(self) -> None:
        """Say what was found, or why there is nothing."""
        found, page = self._found, self.page
        if found is not None and page is not None and not self.running:
            words, fault = summary_of(found, self._player, self._run.stopped)
            page.status.tell(words, fault)

    @Slot()
    def _arrange(self) -> None:
        """Group all half points anew, in a thread."""
        if self.page is None:
            return
        points = tuple(self._found.half_points) if self._found is not None else ()
        self._grouped = len(points)
        grouped = self._grouping(points)
        if points:
            self._arranging = Task(lambda progress, stopped: grouped()).launch(
                done=self._show_groups
            )
        else:
            self._arranging = None
            self.page.show_groups(())

    def _grouping(self, points: Sequence[HalfPoint]) -> Callable[[], list[Group]]:
        """Return what groups those of `points` that are to be listed."""
        from millmate.gui.features.findings.endings.groups import arranged

        assert self.page is not None
        owner = self._player if self.page.own.isChecked() else ""
        return partial(arranged, points, self.page.groups, owner)

    @Slot(object)
    def _show_groups(self, groups: list[Group]) -> None:
        if self.page is not None and self.sender() is self._arranging:
            self._arranging = None
            self.page.show_groups(groups)
            self._list_fresh()

    def _list_fresh(self) -> None:
        """List the half points that have been found since all were grouped."""
        begun = time.monotonic()
        if self.page is None or self._found is None or self._arranging is not None:
            return
        if begun >= self._next_listing:
            fresh = self._found.half_points[self._grouped :]
            self._grouped += len(fresh)
            self.page.add_groups(self._grouping(fresh)())
            now = time.monotonic()
            self._next_listing = now + _REST * (now - begun)

    def _plan(self) -> None:
        """Find out what a build of the missing tables takes."""
        found, page = self._found, self.page
        if found is not None and page is not None and not self.running:
            directory, threads = self._services.tables_dir, self._services.build.threads
            page.status.lack.show_tables(found.missing, partial(lack, found), directory, threads)

    @Slot(str)
    def _built(self, sentence: str) -> None:
        """Say that a review knows more now, if it lacked tables."""
        if self._services.build.succeeded and not self.running:
            self._plan()

    @Slot()
    def _list_unread(self) -> None:
        """List the games that could not be read, and why."""
        if self._found is None:
            return
        lines = (
            f"{each.game.path}, {tr('game {n}', n=each.game.number)}: {each.reason}"
            if each.game.number
            else f"{each.game.path}: {each.reason}"
            for each in self._found.unread
        )
        title = mark("Games that could not be read")
        show_text(title, "\n".join(lines), self._services.window)

    # --- one of them -------------------------------------------------------------------------

    @Slot(object)
    def _look(self, point: HalfPoint | None) -> None:
        """Show the game of a half point beside the list."""
        if self.page is None:
            return
        if point is None:
            self._looking = None
            self.page.preview.clear()
            return
        self._looking = Task(lambda progress, stopped: game_of(point)).launch(
            done=partial(self._show_beside, point), failed=self._cannot_show
        )

    def _show_beside(self, point: HalfPoint, game: Replayed) -> None:
        if self.page is not None and self.page.tree.current is point:
            self.page.preview.show_game(game, _plies(point))

    @Slot(object)
    def _cannot_show(self, error: Exception) -> None:
        if self.page is not None and self.sender() is self._looking:
            self.page.preview.clear(error_sentence(error))

    @Slot(object)
    def _open_game(self, point: HalfPoint) -> None:
        """Open the game at the move, in a new tab if that is asked for."""
        self._services.tabs.new_if_asked()
        self._open(point)

    @Slot()
    def _open_aside(self) -> None:
        point = self.page.tree.current if self.page is not None else None
        if point is not None and self._services.tabs.new():
            self._open(point)

    def _open(self, point: HalfPoint) -> None:
        request = self._services.requests.issue()

        def opened(game: Replayed) -> None:
            if self._services.requests.is_latest(request):
                place = GamePlace.of(point.game.path.absolute(), point.game.offset, game.content)
                self.game_wanted.emit(PlacedGame(game.record, place), _plies(point))

        Task(lambda progress, stopped: game_of(point)).launch(
            done=opened, failed=partial(self._open_position, point)
        )

    def _open_position(self, point: HalfPoint, error: Exception) -> None:
        """Show the position alone if its game cannot be opened, and say why."""
        self._services.tabs.set_up(point.fen)
        self.announced.emit(error_sentence(error))

    def _pointed_at(self, place: QPoint) -> Pointed | None:
        """Return the half point under the mouse; the one that is selected is shown anyway."""
        tree = self.page.tree if self.page is not None else None
        index = tree.indexAt(place) if tree is not None else None
        if self.page is None or tree is None or index is None:
            return None
        point = self.page.model.point(index)
        if point is None or index.siblingAtColumn(0) == tree.currentIndex().siblingAtColumn(0):
            return None
        row, rows = tree.visualRect(index), tree.viewport()
        return Pointed(id(point), rows, row, lambda: _position(point))

    # --- all of them -------------------------------------------------------------------------

    @Slot(object)
    def _train(self, points: list[HalfPoint]) -> None:
        """Make drills of what can be one, and say what cannot."""
        from millmate.play.endgame_review.half_points import is_of

        mine = (each for each in points if not self._player or is_of(each, self._player))
        failures = tuple(point.failure for point in mine if point.trainable)
        if failures:
            self.training_wanted.emit(failures)
        else:
            self.announced.emit(
                tr("No drill can be made of a game that was given up on the other side's turn.")
            )

    @Slot(str)
    def _ask_export(self, kind: str) -> None:
        title, filters = tr("Save the review"), tr(_FILTERS[kind])
        path = ask_file(self.page, title, f"review{_SUFFIXES[kind]}", filters)
        if path is not None:
            self.export(kind, path)

    def export(self, kind: str, path: Path) -> None:
        """Write what is listed to a file, in place of what is there."""
        if self.page is None or self._found is None:
            return
        points = self.page.shown
        shown = replace(self._found, half_points=points, thrown=len(points))
        self._export.write(path, lambda place: write(kind, place, shown))

    @Slot()
    def _retranslate(self) -> None:
        self._show_sources()
        self._tell()
        self._arrange()
        self._plan()


def _plies(point: HalfPoint) -> int:
    """Return after how many plies a half point is shown: after its move."""
    return point.ply + bool(point.move)


def _position(point: HalfPoint) -> ShownPosition:
    return position_after("chess", point.fen, (point.move,) if point.move else ())
