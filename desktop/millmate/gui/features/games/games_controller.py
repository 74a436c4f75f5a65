"""The games of a folder in the window: read in threads, listed, opened, saved elsewhere."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QPoint, QTimer, Slot
from PySide6.QtWidgets import QApplication, QFileDialog

from millmate import paths
from millmate.errors import InputError, MillMateError
from millmate.files import write_atomically
from millmate.gui.boards.small_boards import Pointed, Replayed, ShownPosition, replayed
from millmate.gui.kit import widgets
from millmate.gui.kit.dialogs import ask_file, open_folder
from millmate.gui.kit.errors import reason, sentence
from millmate.gui.kit.tasks import Latest, Task
from millmate.gui.shell.feature import PageFeature
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.records.archive import GamePlace, PlacedGame
from millmate.records.database.index import (
    FolderChangedError,
    FolderError,
    Found,
    GameIndex,
    Listed,
)
from millmate.records.database.positions import Searched, Wanted, search_apart
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.features.games.games_page import GamesPage

_SETTLE_MS = 700  # after the last change in the folder it is read again
_MOST_RECENT = 8  # folders that are remembered
_MOST_WATCHED = 200  # folders in the folder


class GamesController(PageFeature["GamesPage"]):
    """Fills the page of the games.

    Everything that reads files is done in threads; of the searches only the newest counts.
    """

    shows = Page.GAMES

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._settings = services.settings
        self._requests, self._tabs = services.requests, services.tabs
        self._hovering, self._review = services.hovering, services.commands["review_endings"]
        current = self._settings.current
        self.folder = _folder(current)
        self._recent = [Path(each) for each in current.games_folders]
        self._index: GameIndex | None = None  # of the window's thread
        self._scan, self._search = Latest(), Latest()
        self._look = Latest()  # at the game that is pointed at, or opened
        self._glance = Latest()  # at the game under the mouse
        self._glanced: tuple[int, ShownPosition | None] = (-1, None)  # its number and position
        self._again = False  # something changed while the folder was read
        self._hunt = Latest()  # for a position
        self._target: Wanted | None = None  # the position that all listed games have
        self._matches: dict[int, int] | None = None  # the plies before it by their numbers
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self.read)
        self._watcher.directoryChanged.connect(self._changed)
        self._watcher.fileChanged.connect(self._changed)
        services.links.list_games.connect(self.list_place)
        services.commands.bind("games_here", self.seek)
        services.commands.bind(
            "games_ending",
            lambda: self.seek(ending=True),
            enabled=lambda: bool(services.views.ending(services.workspace.position)),
        )
        self._settings.provide(self._updated)
        self._settings.bind(lambda settings: self.choose(_folder(settings)), "games_folder")

    def listed(self) -> Listed:
        """Return the contents of the page."""
        if not self.made:
            return Listed(self.folder)
        chosen = array("q", (found.number for found in self.page.table.chosen()))
        return Listed(self.folder, self.page.total, self.page.model.numbers, chosen)

    def shown(self) -> None:
        """Read the folder when its page is shown, for it may have changed."""
        self.read()

    def _updated(self, settings: Settings) -> Settings:
        """Return `settings` with the folder, those before, and the page's layout."""
        own = self.folder == paths.games_dir()
        kept = settings.changed(
            games_folder="" if own else str(self.folder),
            games_folders=[str(path) for path in self._recent],
        )
        if not self.made:
            return kept
        return kept.changed(games_layout=widgets.parts_text(self.page.splitter))

    def close(self) -> None:
        super().close()
        self._stop_reading()

    def _stop_reading(self) -> None:
        for work in (self._scan, self._search, self._look, self._glance, self._hunt):
            work.drop()
        self._matches = None
        self._glanced = (-1, None)
        if self.made:
            self.page.model.show_games(None, array("q"))
        if self._index is not None:
            self._index.close()
            self._index = None

    # --- the folder --------------------------------------------------------------------------

    @Slot(object)
    def choose(self, folder: Path | None) -> None:
        """Show the games of `folder`; None lets one be chosen."""
        if folder is None:
            title = tr("Choose a folder with PGN files")
            name = QFileDialog.getExistingDirectory(self.place, title, str(self.folder))
            if not name:
                return
            folder = Path(name)
        self._stop_reading()
        if self.made:
            self.page.preview.clear()
        self.folder = folder
        if folder != paths.games_dir():
            self._recent = [folder, *(path for path in self._recent if path != folder)]
            del self._recent[_MOST_RECENT:]
        if self.made:
            self.page.show_folder(self.folder, self._recent, paths.games_dir())
        self.read()

    @Slot(object)
    def list_place(self, path: Path) -> None:
        """Show the games of a folder, or of a file in its folder."""
        self.show()
        of_folder = path.is_dir()
        self.choose(path if of_folder else path.parent)
        if not of_folder:
            self.page.search.setText(path.name)

    @Slot()
    def read(self) -> None:
        """Read and list the new games in the folder."""
        if not self.made:
            return
        if self._scan.running:
            self._again = True
            return
        work = partial(_update, self.folder)
        self._scan.start(
            work, progress=self.page.show_progress, done=self._read_done, failed=self._not_read
        )

    def _not_read(self, error: Exception) -> None:
        self.page.show_progress(None)
        self._failed(error)

    def _read_done(self, read: tuple[bool, list[str]]) -> None:
        changed, watched = read
        self.page.show_progress(None)
        self._watch(watched)
        try:
            self._index = self._index or GameIndex(self.folder)
        except MillMateError as error:
            self._failed(error)
            return
        if self._target is not None and (changed or self._matches is None):
            self._start_hunt(self._index, self._target)
        self.search()
        if self._again:
            self._again = False
            self.read()

    def _watch(self, there: list[str]) -> None:
        """Watch for new files and folders."""
        watched = set(self._watcher.directories())
        gone, new = watched - set(there), set(there) - watched
        if gone:
            self._watcher.removePaths(list(gone))
        if new:
            self._watcher.addPaths(list(new))

    @Slot(str)
    def _changed(self, path: str) -> None:
        if self.services.navigation.page is Page.GAMES:
            self._settle.start()

    # --- the list ----------------------------------------------------------------------------

    @Slot()
    def search(self) -> None:
        """List the games that match the search, in the chosen order."""
        if self._index is None:
            return
        page = self.page
        folder, text, order, falling = self.folder, page.search.text(), page.order, page.falling
        within = None if self._target is None else frozenset(self._matches or ())
        self._search.start(
            lambda progress, stopped: _find(folder, text, order, falling, within),
            done=self._list,
            failed=self._failed,
        )

    def _list(self, found: tuple[array[int], int]) -> None:
        numbers, total = found
        table = self.page.table
        pointed = table.chosen()[:1]
        self.page.model.show_games(self._index, numbers)
        self.page.show_amount(len(numbers), total)
        row = self.page.model.row_of(pointed[0].number) if pointed else -1
        if row >= 0:
            table.point_at(row)
        elif not len(numbers):
            self.page.preview.clear()

    # --- games with a position ---------------------------------------------------------------

    def seek(self, *, ending: bool = False) -> None:
        """List the games that reach the position on the board, or its ending."""
        position = self.services.workspace.position
        self._target, self._matches = Wanted.of(position, ending), None
        self._hunt.drop()
        name = self.services.views.ending(position) if ending else ""
        self.with_page(lambda page: page.show_sought(name))
        self.read()

    @Slot()
    def stop_seeking(self) -> None:
        """List all games again."""
        self._target = self._matches = None
        self._hunt.drop()
        self.page.show_search(None)
        self.page.show_sought(None)
        self.search()

    def _start_hunt(self, index: GameIndex, wanted: Wanted) -> None:
        self._matches = {}
        self._hunt.start(
            partial(search_apart, index, wanted),
            progress=self._show_matches,
            done=lambda _: self.page.show_search(None),
            failed=self._not_searched,
        )

    def _show_matches(self, searched: Searched) -> None:
        self.page.show_search(searched)
        if searched.matches and self._matches is not None:
            self._matches |= searched.matches
            self.search()

    def _not_searched(self, error: Exception) -> None:
        self.page.show_search(None)
        self._failed(error)

    def _plies(self, found: Found) -> int | None:
        """Return the plies before the position that is searched for, None without one."""
        return (self._matches or {}).get(found.number)

    # --- one game ----------------------------------------------------------------------------

    @Slot(object)
    def look(self, found: Found) -> None:
        plies = self._plies(found)

        def show(game: Replayed) -> None:
            self.page.preview.show_game(game, plies)

        self._play_through(found, show, self._cannot_show)

    @Slot(object)
    def _cannot_show(self, error: Exception) -> None:
        self.page.preview.clear(_words(error))

    @Slot(object)
    def open(self, found: Found) -> None:
        """Open a game, in a new tab if that is asked for."""
        self._tabs.new_if_asked()
        self._open(found)

    def _open(self, found: Found) -> None:
        request = self._requests.issue()

        def opened(game: Replayed) -> None:
            if self._requests.is_latest(request):
                plies = self.page.preview.plies
                within = 0 < plies < len(game.record.moves)
                place = GamePlace.of(found.path.absolute(), found.head.offset, game.content)
                placed = PlacedGame(game.record, place)
                self.services.links.open_game.emit(placed, plies if within else 0)

        self._play_through(found, opened, self._failed)

    @Slot()
    def open_aside(self) -> None:
        """Open the selected game in a new tab."""
        chosen = self.page.table.chosen()
        if chosen and self._tabs.new():
            self._open(chosen[0])

    def _play_through(
        self, found: Found, then: Callable[[Replayed], None], otherwise: Callable[[Exception], None]
    ) -> None:
        folder = self.folder
        self._look.start(
            lambda progress, stopped: _replayed(folder, found), done=then, failed=otherwise
        )

    # --- the game under the mouse ------------------------------------------------------------

    def _game_at(self, point: QPoint) -> Pointed | None:
        """Return the game under the mouse; the board beside the list shows the selected game."""
        page = self.page
        index = page.table.indexAt(point)
        found = page.model.found(index.row()) if index.isValid() else None
        if found is None or index.row() == page.table.currentIndex().row():
            return None
        rows, area = page.table.viewport(), page.table.visualRect(index)
        return Pointed(found.number, rows, area, lambda: self._position_of(found))

    def _position_of(self, found: Found) -> ShownPosition | None:
        """Return the position where the preview of a game starts, None while it is read."""
        number, position = self._glanced
        if number != found.number:
            folder, self._glanced = self.folder, (found.number, None)
            self._glance.start(
                lambda progress, stopped: _replayed(folder, found),
                done=partial(self._show_glance, self._plies(found)),
            )
            return None
        return position

    def _show_glance(self, plies: int | None, game: Replayed) -> None:
        shown = game.first_shown if plies is None else plies
        self._glanced = self._glanced[0], game.positions[shown]
        self._hovering.renew()

    # --- several games -----------------------------------------------------------------------

    @Slot()
    def copy(self) -> None:
        """Put the selected games on the clipboard."""
        self._gather(self._copied, lambda text: text)

    @Slot()
    def export(self) -> None:
        """Let a file be chosen and write the selected games to it."""
        title, filters = tr("Save the selected games"), tr("Games (*.pgn);;All files (*)")
        path = ask_file(self.place, title, "games.pgn", filters)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write the selected games to `path`, replacing the file."""

        def written(text: str) -> Path:
            write_atomically(path, text.encode())
            return path

        self._gather(self.services.links.file_saved.emit, written)

    def _gather(self, then: Callable[..., None], use: Callable[[str], object]) -> None:
        folder, chosen = self.folder, self.page.table.chosen()
        if chosen:
            task = Task(lambda progress, stopped: use(_texts(folder, chosen)))
            task.launch(done=then, failed=self._failed)

    @Slot(object)
    def _copied(self, text: str) -> None:
        QApplication.clipboard().setText(text)
        self.services.notifications.status(tr("The games are on the clipboard, as PGN."))

    @Slot()
    def show_place(self) -> None:
        """Open the folder of the selected game's file."""
        chosen = self.page.table.chosen()
        if chosen:
            open_folder(chosen[0].path.parent, self.services.notifications.status)

    # --- within ------------------------------------------------------------------------------

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self.services.notifications.status(_words(error))
        if isinstance(error, FolderChangedError):
            self.read()

    def make(self) -> GamesPage:
        from millmate.gui.features.games.games_page import GamesPage

        commands = self.services.commands
        page = GamesPage(self._review, (commands["games_here"], commands["games_ending"]))
        page.position.menu().aboutToShow.connect(partial(commands.refresh, "games_ending"))
        page.all_wanted.connect(self.stop_seeking)
        widgets.restore_parts(self._settings.current.games_layout, page.splitter)
        page.folder_wanted.connect(self.choose)
        page.searched.connect(self.search)
        page.table.wanted.connect(self.open)
        page.table.pointed.connect(self.look)
        self._hovering.watch(page.table.viewport(), self._game_at)
        page.open_aside.triggered.connect(self.open_aside)
        page.copy.triggered.connect(self.copy)
        page.export.triggered.connect(self.export)
        page.show_place.triggered.connect(self.show_place)
        page.show_folder(self.folder, self._recent, paths.games_dir())
        page.table.setFocus()
        return page


def _folder(settings: Settings) -> Path:
    return Path(settings.games_folder or paths.games_dir())


def _update(
    folder: Path, progress: Callable[[object], None], stopped: Callable[[], bool]
) -> tuple[bool, list[str]]:
    """Read the new games in `folder`; return whether there were any, and the folders to watch."""
    if not folder.is_dir():
        if folder != paths.games_dir():
            raise FolderError(tr("the folder {path} does not exist", path=folder))
        folder.mkdir(parents=True, exist_ok=True)
    with closing(GameIndex(folder)) as index:
        changed = index.update(progress, stopped)
    below = (path for path in folder.rglob("*") if path.is_dir())
    watched = (str(path) for path, _ in zip(below, range(_MOST_WATCHED), strict=False))
    return changed, [str(folder), *watched]


def _find(
    folder: Path, text: str, order: str, falling: bool, within: frozenset[int] | None
) -> tuple[array[int], int]:
    """Return the games found, those `within` a set only, and the number of all."""
    with closing(GameIndex(folder)) as index:
        found = index.find(text, order, falling)
        if within is not None:
            found = array("q", filter(within.__contains__, found))
        return found, len(index)


def _replayed(folder: Path, found: Found) -> Replayed:
    """Return a game played through; its faults stay in the list."""
    with closing(GameIndex(folder)) as index:
        try:
            game = replayed(index.content(found))
            if game.fault:
                index.mark_fault(found.number, game.fault)
            return game
        except InputError as error:
            index.mark_fault(found.number, str(error))
            raise


def _texts(folder: Path, chosen: list[Found]) -> str:
    with closing(GameIndex(folder)) as index:
        return "\n\n".join(index.text(found).strip() for found in chosen) + "\n"


def _words(error: Exception) -> str:
    return sentence(tr(reason(error)))
