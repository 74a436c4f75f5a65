"""Opens, saves and copies games and positions; accepts files and texts dropped or pasted."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, QRect, Qt, Slot
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QFileOpenEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget

from millmate import paths
from millmate.files import write_atomically
from millmate.games.chess.positions import board_from_fen
from millmate.games.chess.rules import CHESS
from millmate.games.lenient_parser import ParsedPosition
from millmate.games.morris.notations import Notation
from millmate.gui.kit import theme
from millmate.gui.kit.dialogs import ask
from millmate.gui.kit.errors import error_sentence, reason
from millmate.gui.kit.label import Label
from millmate.gui.kit.tasks import Latest, Task
from millmate.gui.shell.files import opening
from millmate.gui.shell.files.opening import ChoiceList, Document, GameOpener, Positions
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import count, number, tr
from millmate.records import archive
from millmate.records.archive import PlacedGame
from millmate.records.pgn import Games, RecordError, to_pgn, to_sanmill_list
from millmate.records.recent_games import RecentGame, recent_games
from millmate.records.record import GameRecord
from millmate.settings import Settings

_ADD, _REPLACE = "add", "replace"
_NAME = "game.pgn"
_MOST_DAMAGED = 5  # damaged lines listed in a message


class GameFiles(QObject):
    """Reads in a thread, so that a large file never blocks the window."""

    def __init__(self, services: Services, opener: GameOpener) -> None:
        super().__init__(services.window)
        self._workspace, self._game, self._opener = services.workspace, services.game, opener
        self._requests, self._notify = services.requests, services.notifications
        self._tabs, self._settings = services.tabs, services.settings
        self._window, commands = services.window, services.commands
        self._reading = Latest()
        self._request = 0  # the request number of that task
        self._pasted = False  # the text being read comes from no file
        self._choice: ChoiceList | None = None
        self._place = Path.home()  # the last directory games were saved to
        self._name = ""  # of the text being read, for a title
        self._opened = ""  # the message for an opened position
        self._links = services.links
        self._links.open_recent_game.connect(self.open_recent)
        self._links.file_saved.connect(self.saved)
        commands.bind("open", self.ask_open)
        commands.bind("save_as", self.ask_save_as, enabled=self._has_moves)
        commands.bind("append", self.ask_append, enabled=self._has_moves)
        commands.bind("copy_pgn", self.copy_pgn, enabled=lambda: self._game.started)
        commands.bind("copy_fen", self.copy_fen)
        commands.bind("copy_link", self.copy_link, enabled=self._is_chess)
        commands.bind("copy_server_link", self.copy_server_link, enabled=self._is_standard)
        commands.bind("copy_sanmill", self.copy_sanmill, enabled=self._has_sanmill)
        commands.bind("copy_sanmill_moves", self.copy_sanmill_moves, enabled=self._has_turns)

    def _has_sanmill(self) -> bool:
        """Return whether Sanmill plays on the board shown."""
        return Notation.SANMILL.on(self._workspace.rules.places) is Notation.SANMILL

    def _is_chess(self) -> bool:
        return self._workspace.rules.name == CHESS.name

    def _is_standard(self) -> bool:
        return self._is_chess() and not board_from_fen(self._workspace.fen).chess960

    def _has_turns(self) -> bool:
        known = Notation.SANMILL.on(self._game.rules.places) is Notation.SANMILL
        return known and self._has_moves()

    def _has_moves(self) -> bool:
        return bool(self._game.line.plies)

    @Slot()
    def ask_open(self) -> None:
        folder = paths.games_dir()
        name, _ = QFileDialog.getOpenFileName(
            self._window,
            tr("Open a game or position"),
            str(folder if folder.is_dir() else Path.home()),
            tr("Games and positions (*.pgn *.fen *.epd *.txt);;All files (*)"),
        )
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Show the position or game in the file at `path`, or a list of several to choose from."""
        path = path.absolute()
        self._place = path.parent
        message = tr("Position opened: {file}", file=path.name)
        self._read(lambda: opening.read_file(path), path.name, message)

    def open_all(self, paths: Sequence[Path]) -> None:
        """Show the contents of several files as if they were one; refuse folders."""
        if len(paths) == 1:
            self.open(paths[0])
        else:
            title = tr("Several files")
            message = tr("Position opened: {file}", file=title)
            self._read(lambda: opening.read_files(paths), title, message)

    def open_text(self, text: str, message: str = "") -> None:
        """Show the position, with `message` if it has no remark, or the games in `text`."""
        message = message or tr("Position set up.")
        self._read(lambda: opening.read(text), tr("Text"), message, pasted=True)

    def offer_recent(self, menu: QMenu) -> None:
        """List the recent games in `menu` when it opens: other windows add to them too."""
        menu.aboutToShow.connect(lambda: self._fill(menu))

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        for game in recent_games():
            text = f"{game.title} · {game.place.path.name}"
            action = menu.addAction(text.replace("&", "&&"))
            action.setToolTip(str(game.place.path))
            action.triggered.connect(lambda _=False, game=game: self.open_recent(game))
        if menu.isEmpty():
            menu.addAction(tr("No game yet")).setEnabled(False)

    def open_recent(self, recent: RecentGame) -> None:
        """Show a recent game; if its file has changed, show everything in the file."""
        self._tabs.new_if_asked()

        def found() -> Document:
            games: Games[PlacedGame] = Games()
            try:
                games.add(archive.load_at(recent.place), 1)
            except RecordError:  # moved, or no longer a game
                return opening.read_file(recent.place.path)
            return games

        self._place = recent.place.path.parent
        self._read(found, recent.place.path.name, "")

    @Slot()
    def ask_save_as(self) -> None:
        """Ask for a file and save the game to it; ask whether to add to its games."""
        path = self._ask_file(tr("Save the game"))
        if path is None:
            return
        choice = _REPLACE
        if path.exists() and path.stat().st_size:
            choice = ask(
                self._window,
                tr("{name} is there already. Add this game to it, or replace it?", name=path.name),
                {_ADD: tr("Add the game"), _REPLACE: tr("Replace the file")},
            )
        if choice:
            (self.append if choice == _ADD else self.save)(path)

    @Slot()
    def ask_append(self) -> None:
        path = self._ask_file(tr("Add the game to a file"))
        if path is not None:
            self.append(path)

    def save(self, path: Path) -> None:
        """Save the game as PGN to `path`, replacing its contents."""
        pgn = to_pgn(self._game.to_record()).encode()
        self._write(lambda: write_atomically(path, pgn), path)

    def append(self, path: Path) -> None:
        record = self._game.to_record()
        self._write(lambda: archive.append(record, path), path)

    def _ask_file(self, title: str) -> Path | None:
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            title,
            str(self._place / _NAME),
            tr("Games (*.pgn);;All files (*)"),
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if not name:
            return None
        path = Path(name)
        self._place = path.parent
        return path if path.suffix else path.with_suffix(".pgn")

    def _write(self, work: Callable[[], None], path: Path) -> None:
        def write(progress: object, stopped: object) -> Path:
            work()
            return path

        Task(write).launch(done=self.saved, failed=self._not_saved)

    @Slot(object)
    def _not_saved(self, error: Exception) -> None:
        self._notify.warn(tr("The game could not be saved: {why}.", why=reason(error)))

    @Slot(object)
    def saved(self, path: Path) -> None:
        """Report where the game was saved."""
        self._notify.status(tr("Game saved: {path}", path=path))

    @Slot()
    def copy_pgn(self) -> None:
        QApplication.clipboard().setText(to_pgn(self._game.to_record()))
        self._notify.status(tr("The game is on the clipboard, as PGN."))

    @Slot()
    def copy_fen(self) -> None:
        QApplication.clipboard().setText(str(self._workspace.position))
        self._notify.status(tr("The position is on the clipboard."))

    @Slot()
    def copy_link(self) -> None:
        """Copy the address of the position on the analysis board of Lichess."""
        fen = self._workspace.fen
        variant = "chess960" if board_from_fen(fen).chess960 else "standard"
        written = fen.replace(" ", "_")
        QApplication.clipboard().setText(f"https://lichess.org/analysis/{variant}/{written}")
        self._notify.status(tr("A link to the position on Lichess is on the clipboard."))

    @Slot()
    def copy_server_link(self) -> None:
        """Copy the address of the position on the page of `millmate serve`."""
        server = self._settings.kept.server or Settings().server  # the field may have been emptied
        written = str(self._workspace.position).replace(" ", "_")
        QApplication.clipboard().setText(f"{server.rstrip('/')}/?fen={written}")
        self._notify.status(
            tr("A link to the position on {server} is on the clipboard.", server=server)
        )

    @Slot()
    def copy_sanmill(self) -> None:
        text = Notation.SANMILL.position(self._workspace.position.read())
        QApplication.clipboard().setText(text)
        self._notify.status(tr("The position is on the clipboard, in Sanmill's format."))

    @Slot()
    def copy_sanmill_moves(self) -> None:
        QApplication.clipboard().setText(to_sanmill_list(self._game.to_record()))
        self._notify.status(tr("The moves are on the clipboard, in Sanmill's notation."))

    # --- reading

    def _read(
        self, work: Callable[[], Document], name: str, message: str, *, pasted: bool = False
    ) -> None:
        """Read in a thread; `message` is shown for a position without a remark."""
        self._name, self._opened, self._pasted = name, message, pasted
        self._request = self._requests.issue()
        self._reading.start(lambda progress, stopped: work(), done=self._show, failed=self._refuse)

    def _awaited(self) -> bool:
        """Return whether the user has asked for nothing else since."""
        if self._requests.is_latest(self._request):
            return True
        message = tr(
            "{name} was not opened: something else was started in the meantime.", name=self._name
        )
        self._notify.status(message)
        return False

    @Slot(object)
    def _show(self, found: Document) -> None:
        if not self._awaited():
            return
        if isinstance(found, Positions):
            self._show_positions(found)
        elif found.total == 1:
            self._opener.open(found[0], pasted=self._pasted)
        else:
            self._notify.status(tr("The first of {n} games is shown.", n=number(len(found))))
            lines = list(found.mapped(lambda game, n: _game_line(n, game.record)))
            self._let_choose(lines, lambda n: self._opener.open(found[n]), found.complaint)

    def _show_positions(self, read: Positions) -> None:
        message = self._opened
        if len(read.found) == 1 and not read.damaged:
            self._show_position(read.found[0], message)
            return
        lines = [f"{n}. {each.name or each.fen}" for n, each in enumerate(read.found, 1)]
        faults = list(read.damaged[:_MOST_DAMAGED])
        if len(read.damaged) > len(faults):
            rest = len(read.damaged) - len(faults)
            faults.append(count(rest, "… and {n} more line", "… and {n} more lines"))
        self._let_choose(
            lines, lambda n: self._show_position(read.found[n], message), "\n".join(faults)
        )

    def _show_position(self, mended: ParsedPosition, message: str) -> None:
        """Set up a position; report the corrections made, its own remark, or `message`."""
        if not self._tabs.set_up(mended.meant):
            return
        best = tr("Best move given: {moves}.", moves=mended.best) if mended.best else ""
        self._notify.status("")
        if mended.remarks:
            self._notify.remark(" ".join(filter(None, (*mended.remarks, best))))
        else:
            words = (mended.name, best) if mended.name or best else (message,)
            self._notify.status(" · ".join(filter(None, words)))

    def _let_choose(self, lines: list[str], show: Callable[[int], object], fault: str = "") -> None:
        """Open a list of `lines` and show the selected one, at first the first line."""
        if self._choice is not None:
            self._choice.close()
        choice = ChoiceList(self._name, lines, fault, self._window)
        choice.chosen.connect(show)
        choice.finished.connect(self._forget)
        self._choice = choice
        choice.show()
        choice.start()

    @Slot()
    def _forget(self) -> None:
        if self.sender() is self._choice:
            self._choice = None

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        if not self._awaited():
            return
        text = error_sentence(error)
        if isinstance(error, opening.ManyGamesError):
            path = error.path
            self._notify.warn(text, tr("List them"), lambda: self._links.list_games.emit(path))
        else:
            self._notify.warn(text)


def _game_line(number: int, record: GameRecord) -> str:
    date = record.started.partition("T")[0] or record.tags.get("Date", "")
    names = f"{number}. {record.white} – {record.black}"
    return " · ".join(filter(None, (names, record.outcome.result, date, record.tags.get("Event"))))


_SHARE = 0.5  # of the window's width, for the hint


class DropTarget(QObject):
    """Opens anything dropped or pasted; during the drag, a hint describes the effect."""

    def __init__(self, services: Services, files: GameFiles) -> None:
        super().__init__(services.window)
        self._window, self._files, self._notify = services.window, files, services.notifications
        self._navigation, self._links = services.navigation, services.links
        self._hint: _Hint | None = None
        self._window.setAcceptDrops(True)
        if sys.platform == "darwin":  # sends opened files to the application
            QCoreApplication.instance().installEventFilter(self)
        services.commands.bind("paste", self.paste)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the files that macOS asks for."""
        if event.type() != QEvent.Type.FileOpen:
            return False
        self._files.open(Path(cast(QFileOpenEvent, event).file()))
        return True

    def welcome(self, event: QDragMoveEvent) -> None:
        """Accept what can be opened, and say what dropping it does."""
        data = event.mimeData()
        if not (data.hasUrls() or data.hasText()):
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if self._hint is None:
            self._hint = _Hint(self._words(data), self._window)

    def _words(self, data: QMimeData) -> str:
        paths = _files(data)
        if len(paths) == 1 and paths[0].is_dir():
            return tr("Drop to list the games in {name}", name=paths[0].name)
        if paths and self._navigation.page is Page.STUDY:
            return tr("Drop to check the studies")
        if len(paths) == 1:
            return tr("Drop to open {name}", name=paths[0].name)
        return tr("Drop to open these files") if paths else tr("Drop to read this text")

    def end(self) -> None:
        """Hide the hint: the drag is over, or has left the window."""
        if self._hint is not None:
            self._hint.deleteLater()
            self._hint = None

    @Slot()
    def paste(self) -> None:
        """Open the files or the text on the clipboard."""
        data = QApplication.clipboard().mimeData()
        if data is None or not self._opened(data, tr("Position pasted.")):
            self._notify.warn(
                tr("There is no text to paste: copy a position, a game or a file first.")
            )

    def drop(self, event: QDropEvent) -> None:
        self.end()
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if not self._opened(event.mimeData(), tr("Position set up.")):
            self._notify.warn(tr("Only files of this computer and texts can be dropped here."))

    def _opened(self, data: QMimeData, message: str) -> bool:
        """Open files, or a text and show `message`; return False if there is neither."""
        paths = _files(data)
        if len(paths) == 1 and paths[0].is_dir():
            self._links.list_games.emit(paths[0])
        elif paths and self._navigation.page is Page.STUDY:
            self._links.check_studies.emit(tuple(paths))
        elif paths:
            self._files.open_all(paths)
        elif data.text().strip():
            self._files.open_text(data.text(), message)
        else:
            return False
        return True


class _Hint(Label):
    """A label in the middle of the window during a drag."""

    def __init__(self, text: str, window: QWidget) -> None:
        super().__init__(text, window)
        scheme = theme.colours()
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setStyleSheet(
            f"background: {scheme.raised}; color: {scheme.text}; padding: 16px;"
            f"border: 2px dashed {scheme.accent}; border-radius: {theme.ROUND_CARD}px;"
        )
        theme.headline(self)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        width = round(window.width() * _SHARE)
        place = QRect(0, 0, width, max(96, self.heightForWidth(width)))
        place.moveCenter(window.rect().center())
        self.setGeometry(place)
        self.show()


def _files(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
