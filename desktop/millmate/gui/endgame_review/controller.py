"""Runs reviews of endings from the window, and does what is asked with what they find."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from millmate.errors import InputError, MillMateError
from millmate.files import write_atomically
from millmate.formatting import plural
from millmate.gui.board.hover_board import Pointed
from millmate.gui.board.small_board import ShownPosition
from millmate.gui.board.small_board import replay as position_after
from millmate.gui.builder.plan_words import plan_words
from millmate.gui.database.games_controller import Listed
from millmate.gui.database.preview import Replayed, replay
from millmate.gui.errors.sentences import error_sentence
from millmate.gui.errors.text_dialog import TextDialog
from millmate.gui.languages.translator import translator
from millmate.gui.navigation import Page
from millmate.gui.services import Services
from millmate.gui.style.areas import vbox
from millmate.gui.style.folders import open_folder
from millmate.gui.tasks import Task
from millmate.language import count, mark, tr
from millmate.records.archive import GamePlace, PlacedGame
from millmate.records.database.index import GameIndex
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.endgame_review.groups import Group
    from millmate.gui.endgame_review.page import EndgameReviewPage
    from millmate.play.endgame_review.half_points import HalfPoint
    from millmate.play.endgame_review.review import Chosen, Review
    from millmate.play.endgame_review.review_process import Order, Stage
    from millmate.tablebase.plan import Plan

_MOST_NAMES = 3000  # of players that are suggested
_AT_ONCE = 500  # games looked up in the index
_LONGEST = 24  # letters of a name on the button
_SUFFIXES = {"page": ".html", "games": ".pgn", "table": ".csv"}
_FILTERS = {
    "page": mark("Pages (*.html);;All files (*)"),
    "games": mark("Games (*.pgn);;All files (*)"),
    "table": mark("Tables (*.csv);;All files (*)"),
}


@dataclass(frozen=True, slots=True)
class _Source:
    """Games to be reviewed: those in files and folders, or some of the index of a folder."""

    places: tuple[Path, ...]
    words: Callable[[], str]
    numbers: array[int] | None = None


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
        self._source: _Source | None = None
        self._offered: dict[str, _Source] = {}
        self._found: Review | None = None
        self._player = ""  # of the review that is shown
        self._stage: Stage | None = None
        self._task: Task | None = None
        self._arranging: Task | None = None
        self._looking: Task | None = None
        self._opened: HalfPoint | None = None  # that is being opened
        self._request = 0  # for that
        self._stopped = False
        services.settings.provide(self._provide)
        services.commands.bind("review_endings", self.open)
        services.build.ended.connect(self._built)
        translator.changed.connect(self._retranslate)

    @property
    def running(self) -> bool:
        return self._task is not None

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
        for task in (self._task, self._arranging, self._looking):
            if task is not None:
                task.stop()
        self._task = self._arranging = self._looking = None

    def _make(self) -> None:
        from millmate.gui.endgame_review.page import EndgameReviewPage

        self.page = page = EndgameReviewPage()
        settings = self._services.settings.current
        page.player.setText(settings.review_player)
        page.own.setChecked(settings.review_own)
        page.choose_groups(settings.review_groups)
        self._room.addWidget(page)
        page.sourced.connect(self._choose_source)
        page.started.connect(self.start)
        page.stop.clicked.connect(self.stop)
        page.regrouped.connect(self._arrange)
        page.filtered.connect(self._arrange)
        page.build.clicked.connect(self._build)
        page.unread.clicked.connect(self._list_unread)
        page.drills_wanted.connect(self._train)
        page.export_wanted.connect(self._export)
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
        self._offered = _sources(self._listed())
        if choose or self._source is None:
            best = next(key for key in ("selected", "found", "folder") if key in self._offered)
            self._use(self._offered[best])
        self._show_sources()

    def _show_sources(self) -> None:
        if self.page is not None and self._source is not None:
            own = [(key, source.words()) for key, source in self._offered.items()]
            others = [("files", tr("Choose files…")), ("place", tr("Choose a folder…"))]
            self.page.show_sources(self._source.words(), [*own, ("", ""), *others])

    def _use(self, source: _Source) -> None:
        self._source = source
        folder = self._listed().folder
        Task(lambda progress, stopped: _names(folder)).launch(done=self._offer_names)
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
        self._use(_Source(places, partial(_named, places)))

    # --- a review ----------------------------------------------------------------------------

    @Slot()
    def start(self) -> None:
        """Review the games that are chosen."""
        from millmate.play.endgame_review.review_process import Order

        page, source = self.page, self._source
        if page is None or source is None or self.running:
            return
        self._player = page.player.text().strip()
        self._stopped = False
        order = Order(source.places, self._services.tables_dir, self._player)
        self._task = Task(partial(_reviewed, order, source.numbers)).launch(
            progress=self._show_stage, done=self._done, failed=self._failed
        )
        self._stage = None
        page.show_running(True)
        page.tell("")
        page.show_missing("")
        page.show_unread(0)
        self._show_found(None)
        self._show_stage(None)
        page.stop.setFocus()

    @Slot()
    def stop(self) -> None:
        if self._task is not None:
            self._stopped = True
            self._task.stop()

    @Slot(object)
    def _show_stage(self, stage: Stage | None) -> None:
        if self.page is None or self._task is None:
            return
        self._stage = stage
        if stage is None:
            self.page.show_progress(0.0, tr("Starting"))
            return
        thrown = count(stage.half_points, "{n} half point", "{n} half points")
        endings = count(stage.endings, "{n} ending", "{n} endings")
        words = " · ".join((plural(stage.games, "game"), endings, thrown))
        self.page.show_progress(stage.fraction, words)

    @Slot(object)
    def _done(self, found: Review) -> None:
        if self.page is None or self.sender() is not self._task:
            return
        self._task = None
        watched = self.page.stop.hasFocus()
        self.page.show_running(False)
        self._show_found(found)
        if watched:  # by the keyboard, which has to go somewhere
            (self.page.tree if found.half_points else self.page.player).setFocus()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        if self.page is not None and self.sender() is self._task:
            self._task = None
            watched = self.page.stop.hasFocus()
            self.page.show_running(False)
            self.page.tell(error_sentence(error), fault=True)
            if watched:
                self.page.source.setFocus()

    # --- what was found ----------------------------------------------------------------------

    def _show_found(self, found: Review | None) -> None:
        self._found = found
        self._tell()
        self._arrange()
        if found is not None and self.page is not None:
            self.page.show_unread(len(found.unread))
            self._plan()

    def _tell(self) -> None:
        """Say what was found, or why there is nothing."""
        found, page = self._found, self.page
        if found is not None and page is not None:
            words, fault = _summary(found, self._player, self._stopped)
            page.tell(words, fault)

    @Slot()
    def _arrange(self) -> None:
        """Group what is to be listed, in a thread."""
        if self.page is None:
            return
        points = self._points()
        grouping = self.page.groups
        if not points:
            self._arranging = None
            self.page.show_groups((), False)
            return
        from millmate.gui.endgame_review.groups import arranged

        self._arranging = Task(lambda progress, stopped: arranged(points, grouping)).launch(
            done=self._show_groups
        )

    def _points(self) -> list[HalfPoint]:
        """Return the half points that are to be listed."""
        from millmate.play.endgame_review.half_points import is_of

        if self._found is None:
            return []
        points = self._found.half_points
        own = self.page is not None and self.page.own.isChecked() and self._player
        return [each for each in points if is_of(each, self._player)] if own else list(points)

    @Slot(object)
    def _show_groups(self, groups: list[Group]) -> None:
        if self.page is not None and self.sender() is self._arranging:
            self._arranging = None
            timed = any(each.seconds is not None for each in self._points())
            self.page.show_groups(groups, timed)

    def _plan(self) -> None:
        """Find out what a build of the missing tables takes."""
        found = self._found
        if found is not None and found.missing:
            names, directory = sorted(map(str, found.missing)), self._services.tables_dir
            Task(lambda progress, stopped: _planned(names, directory)).launch(
                done=self._show_plan, failed=lambda error: self._show_plan(None)
            )

    @Slot(object)
    def _show_plan(self, plan: Plan[object] | None) -> None:
        found, page = self._found, self.page
        if found is None or page is None or not found.missing:
            return
        if plan is None:
            page.show_missing(_lack(found), False)
        elif not plan.missing:
            page.show_missing(tr("The tables that were missing are there now."), False)
        else:
            threads = self._services.build.threads
            takes = plan_words(plan, self._services.tables_dir, threads)
            page.show_missing(f"{_lack(found)} {takes}")

    @Slot()
    def _build(self) -> None:
        if self._found is not None:
            self.build_wanted.emit(tuple(sorted(map(str, self._found.missing))))

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
        dialog = TextDialog(mark("Games that could not be read"), None, self._services.window)
        lines = (
            f"{each.game.path}, {tr('game {n}', n=each.game.number)}: {each.reason}"
            if each.game.number
            else f"{each.game.path}: {each.reason}"
            for each in self._found.unread
        )
        dialog.show_text("\n".join(lines))
        dialog.show()

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
        self._looking = Task(lambda progress, stopped: _game_of(point)).launch(
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

        Task(lambda progress, stopped: _game_of(point)).launch(
            done=opened, failed=partial(self._open_position, point)
        )

    def _open_position(self, point: HalfPoint, error: Exception) -> None:
        """Show the position alone if its game cannot be opened, and say why."""
        self._services.workspace.set_up(point.fen)
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
        failures = tuple(point.failure for point in points if point.trainable)
        if failures:
            self.training_wanted.emit(failures)
        else:
            self.announced.emit(
                tr("No drill can be made of a game that was given up on the other side's turn.")
            )

    @Slot(str)
    def _export(self, kind: str) -> None:
        if self.page is None or self._found is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self.page,
            tr("Save the review"),
            str(Path.home() / f"review{_SUFFIXES[kind]}"),
            tr(_FILTERS[kind]),
        )
        if name:
            path = Path(name)
            self.export(kind, path if path.suffix else path.with_suffix(_SUFFIXES[kind]))

    def export(self, kind: str, path: Path) -> None:
        """Write what is listed to a file, in place of what is there."""
        if self.page is None or self._found is None:
            return
        shown = replace(self._found, half_points=self.page.shown)
        self.announced.emit(tr("Saving {file}…", file=path.name))
        Task(lambda progress, stopped: _written(kind, path, shown)).launch(
            done=self._exported, failed=self._not_exported
        )

    @Slot(object)
    def _exported(self, path: Path) -> None:
        self._services.notifications.status("")
        self._services.notifications.offer(
            tr("Saved: {path}", path=path),
            tr("Open folder"),
            lambda: open_folder(path.parent, self.announced.emit),
        )

    @Slot(object)
    def _not_exported(self, error: Exception) -> None:
        self._services.notifications.status("")
        if self.page is not None:
            self.page.tell(error_sentence(error), fault=True)

    @Slot()
    def _retranslate(self) -> None:
        self._show_sources()
        self._tell()
        self._arrange()
        self._plan()


# --- which games -----------------------------------------------------------------------------


def _sources(listed: Listed) -> dict[str, _Source]:
    """Return what can be reviewed of what the page of the games shows."""
    folder, sources = listed.folder, {}
    if len(listed.selected) > 1:
        sources["selected"] = _Source(
            (), partial(_counted, len(listed.selected), True), listed.selected
        )
    if 0 < len(listed.found) < listed.total:
        sources["found"] = _Source((), partial(_counted, len(listed.found), False), listed.found)
    sources["folder"] = _Source((folder,), partial(_named, (folder,)))
    return {
        key: source if source.numbers is None else replace(source, places=(folder,))
        for key, source in sources.items()
    }


def _counted(games: int, selected: bool) -> str:
    if selected:
        return count(games, "{n} game selected", "{n} games selected")
    return count(games, "{n} game found", "{n} games found")


def _named(places: tuple[Path, ...]) -> str:
    from millmate import paths

    if len(places) > 1:
        return count(len(places), "{n} file", "{n} files")
    name = tr("My games") if places[0] == paths.games_dir() else places[0].name or str(places[0])
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _names(folder: Path) -> list[str]:
    """Return the names of the players in a folder, if its games have been listed."""
    try:
        with closing(GameIndex(folder)) as index:
            return index.names(_MOST_NAMES)
    except MillMateError:
        return []


def _chosen(folder: Path, numbers: array[int]) -> Chosen:
    """Return the offsets of games of the index by their files."""
    found: dict[Path, set[int]] = defaultdict(set)
    with closing(GameIndex(folder)) as index:
        for first in range(0, len(numbers), _AT_ONCE):
            for each in index.games(numbers[first : first + _AT_ONCE]).values():
                found[each.path].add(each.head.offset)
    return found


# --- in threads ------------------------------------------------------------------------------


def _reviewed(
    order: Order,
    numbers: array[int] | None,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> Review:
    from millmate.play.endgame_review.review_process import review_apart

    if numbers is not None:
        chosen = _chosen(order.places[0], numbers)
        order = replace(order, places=tuple(sorted(chosen)), chosen=chosen)
    return review_apart(order, progress, stopped)


def _planned(names: list[str], directory: Path) -> Plan[object]:
    from millmate.tablebase.metric import Metric
    from millmate.tablebase.names import parse
    from millmate.tablebase.plan import metrics_for
    from millmate.tablebase.targets import plan

    tables = [parse(name) for name in names]
    needed = {metric for table in tables for metric in metrics_for(table)}
    return plan(tables, directory, [metric for metric in Metric if metric in needed])


def _game_of(point: HalfPoint) -> Replayed:
    """Return the game of a half point, played through.

    Raises:
        InputError: It is not what it was when it was reviewed, or cannot be played to its end.
    """
    from millmate.play.endgame_review.endings import content_of

    game = replay(content_of(point.game))
    at = min(point.ply, len(game.positions) - 1)
    if game.positions[at].fen.split()[:2] != point.fen.split()[:2]:
        raise InputError(tr("{file} has changed since: review it again", file=point.game.path.name))
    return game


def _plies(point: HalfPoint) -> int:
    """Return after how many plies a half point is shown: after its move."""
    return point.ply + bool(point.move)


def _position(point: HalfPoint) -> ShownPosition:
    return position_after("chess", point.fen, (point.move,) if point.move else ())


def _written(kind: str, path: Path, shown: Review) -> Path:
    from millmate.play.endgame_review import report

    makers: dict[str, Callable[[], str]] = {
        "page": lambda: report.page(shown),
        "games": lambda: "\n".join(report.commented_games(shown.half_points)),
        "table": lambda: report.table(shown.half_points),
    }
    write_atomically(path, makers[kind]().encode())
    return path


# --- words -----------------------------------------------------------------------------------


def _summary(found: Review, player: str, stopped: bool) -> tuple[str, bool]:
    """Return what was found in a sentence or two, and whether it is a fault of what was asked."""
    from millmate.play.endgame_review import report

    if not found.games and not found.half_points:
        return (tr("Stopped before any game was read.") if stopped else _no_games(found)), True
    if player and not found.wanted and not stopped:
        return _nobody(found, player), True
    said = [report.summary(found)]
    if stopped:
        said.insert(0, tr("Stopped: the games after these were not read."))
    return " ".join(said), False


def _no_games(found: Review) -> str:
    if found.unread:
        return error_sentence(InputError(found.unread[0].reason))
    return tr("There are no games in these files.")


def _nobody(found: Review, player: str) -> str:
    none = tr(
        "None of these {games} is one of “{player}”.",
        games=plural(found.games, "game"),
        player=player[:60],
    )
    if not found.similar:
        return f"{none} {tr('See how the name is written on the page of the games.')}"
    names = ", ".join(f"“{name}”" for name in found.similar)
    return f"{none} {tr('Did you mean {names}?', names=names)}"


def _lack(found: Review) -> str:
    """Return how many positions have no table."""
    endings = count(len(found.missing), "{n} ending", "{n} endings", "genitive")
    return count(
        sum(found.missing.values()),
        "{n} position of {endings} has no table.",
        "{n} positions of {endings} have no table.",
        endings=endings,
    )
