"""Opens games: reads texts as games or positions, lets one of several be chosen, shows it."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QSize,
    QSortFilterProxyModel,
    QStringListModel,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QDialog, QLineEdit, QListView, QVBoxLayout, QWidget

from millmate import limits
from millmate.errors import InputError
from millmate.games.chess.piece_list import looks_like_list, no_moves
from millmate.games.lenient_parser import ParsedPosition, holds_position, parse_leniently, shorten
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.lists import Foot
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.translator import bind_text
from millmate.gui.shell.files.autosave import Autosave
from millmate.gui.shell.frame.navigation import Panel
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.language import number as number_words
from millmate.records import archive
from millmate.records.archive import PlacedGame
from millmate.records.pgn import Games, RecordError, from_pgn, refuse_too_large
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree
from millmate.text_decode import text_of, without_invisible

POSITIONS = (".fen", ".epd")
GAMES = (".pgn",)
TEXTS = (".txt",)
_TAG = re.compile(r"^[ \t]*\[[ \t]*(?!FEN\b)\w+[ \t]+\"", re.MULTILINE)


class DocumentError(InputError):
    """A text is neither a position nor a game."""


class ManyGamesError(DocumentError):
    """A file holds too many games to open at once; the list of its folder can show them."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            tr(
                "too many games to open at once: they can be listed instead ({name})",
                name=path.name,
            )
        )
        self.path = path


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions of a text, one a line; `damaged` lists the faults of the other lines."""

    found: tuple[ParsedPosition, ...]
    damaged: tuple[str, ...] = ()


Document = Positions | Games[PlacedGame]


def read(text: str) -> Document:
    """Return the positions in `text`, playable or not and of any game, or the games in it.

    Raises:
        InputError: It holds neither; the message describes the fault of the closest format.
    """
    refuse_too_large(text)
    text = without_invisible(text)
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise DocumentError(tr("There is no text to paste: copy a position or a game first"))
    listed = _list_in_lines(lines)
    if listed is not None:
        return Positions((listed,))
    if holds_position(lines[0]) and all(map(_may_stand_in_a_list, lines[1:])):
        return positions(text)
    try:
        games = from_pgn(text)
    except RecordError as error:
        return _position_within(text, lines, error)
    if not any(game.moves or game.tags for game in games) and any(map(holds_position, lines)):
        said = games.complaint or tr("no game in this text: it holds neither tags nor moves")
        return _position_within(text, lines, RecordError(said))
    return games.mapped(lambda game, _: PlacedGame(game))


def read_file(path: Path) -> Document:
    """Return the contents of the file at `path`, by its suffix or else as `read` does.

    Raises:
        OSError: The file cannot be read.
        InputError: The file holds neither positions nor games, or has an unknown format.
    """
    kind = path.suffix.lower()
    if path.is_dir():
        raise DocumentError(tr("{path} is a folder: open one of its files", path=path))
    if kind in GAMES:
        if path.stat().st_size > limits.LARGEST_TEXT:
            raise ManyGamesError(path)
        return archive.load_placed(path)
    if kind not in (*POSITIONS, *TEXTS):
        raise DocumentError(
            tr("neither a game (.pgn) nor a position (.fen, .epd, .txt): {name}", name=path.name)
        )
    if path.stat().st_size > 4 * limits.LARGEST_TEXT:
        raise DocumentError(tr("{path} is too large to open; split the file", path=path))
    text = text_of(limits.read(path, 4 * limits.LARGEST_TEXT), path.name)
    try:
        return positions(text) if kind in POSITIONS else read(text)
    except InputError as error:
        raise DocumentError(f"{error} ({path.name})") from None


def read_files(paths: Sequence[Path]) -> Document:
    """Return the combined contents of the files at `paths`: all games, or all positions.

    Raises:
        OSError: A file cannot be read.
        InputError: A file holds neither, or some hold games and others positions.
    """
    documents = [read_file(path) for path in paths]
    games = [document for document in documents if not isinstance(document, Positions)]
    lists = [document for document in documents if isinstance(document, Positions)]
    if games and lists:
        raise DocumentError(
            tr("some of these files hold games and others positions: open one kind")
        )
    if games:
        found: Games[PlacedGame] = Games()
        for several in games:
            before = found.total
            for number, game in zip(several.numbers, several, strict=True):
                found.add(game, before + number)
            found.faults += [replace(each, number=before + each.number) for each in several.faults]
        return found
    return Positions(
        tuple(mended for each in lists for mended in each.found),
        tuple(fault for each in lists for fault in each.damaged),
    )


def positions(text: str) -> Positions:
    """Return the positions in `text`, one a line; skip empty lines and # comments.

    Raises:
        InputError: No line holds a valid position; the message is that of the first line.
    """
    found: list[ParsedPosition] = []
    damaged: list[str] = []
    first: InputError | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(found) + len(damaged) == limits.MOST_POSITIONS:
            most = number_words(limits.MOST_POSITIONS)
            raise DocumentError(tr("more than {n} lines to read as positions: split them", n=most))
        try:
            found.append(parse_leniently(line))
        except InputError as error:
            first = first or error
            damaged.append(tr("Line {n}: {fault}", n=number, fault=error))
    if not found:
        raise first or DocumentError(tr("there is no position in this text"))
    return Positions(tuple(found), tuple(damaged))


def _list_in_lines(lines: Sequence[str]) -> ParsedPosition | None:
    """Return the position whose list of pieces is in several lines, or None."""
    text = "\n".join(lines)
    if len(lines) == 1 or not looks_like_list(text) or not no_moves(text):
        return None
    with suppress(InputError):
        return parse_leniently(text)
    return None


def _may_stand_in_a_list(line: str) -> bool:
    return holds_position(line) or line.lstrip().startswith("#")


def _position_within(text: str, lines: list[str], error: RecordError) -> Positions:
    """Return the single position among other words, unless `text` looks like games.

    Raises:
        InputError: There is no such position.
    """
    meant = _TAG.search(text) is not None
    within = [line for line in lines if holds_position(line)]
    if len(within) == 1 and not meant:
        mended = parse_leniently(within[0])
        return Positions((mended.remarked(tr("Other lines of the text were ignored.")),))
    if meant or "1." in text or "[" in lines[0]:
        raise error
    raise DocumentError(
        tr("neither a position (FEN) nor a game (PGN): {text}", text=repr(shorten(lines[0])))
    ) from error


_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class ChoiceList(QDialog):
    """Lines with a filter; `chosen` carries the number of the selected line, from 0.

    The list is not modal: the window behind it stays usable and follows the selection.
    """

    chosen = Signal(int)

    def __init__(self, title: str, lines: Sequence[str], remark: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        keep_on_screen(self, QSize(460, 480))
        self.filter = bind_text(QLineEdit(), hint=mark("Filter"), name=mark("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._narrow)
        self.shown = QSortFilterProxyModel(self)
        self.shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.shown.setSourceModel(QStringListModel(list(lines), self))
        self.list = QListView()
        self.list.setModel(self.shown)
        self.list.setUniformItemSizes(True)
        Foot(self.list)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName(title)
        self.list.selectionModel().currentChanged.connect(self._pointed)
        self.list.activated.connect(self.accept)
        self._lay_out(remark)
        self.list.setFocus()

    def start(self) -> None:
        """Select the first line."""
        self.list.setCurrentIndex(self.shown.index(0, 0))

    def _lay_out(self, remark: str) -> None:
        buttons = theme.close_button()
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(2 * theme.GRID,) * 4)
        column.setSpacing(theme.GRID)
        column.addWidget(self.filter)
        column.addWidget(self.list, 1)
        if remark:
            label = Label(remark)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            theme.mark_fault(label, True)
            column.addWidget(label)
        column.addWidget(buttons)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move in the list, also from the filter field."""
        if event.key() in _KEYS:
            self.list.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    @Slot(str)
    def _narrow(self, text: str) -> None:
        self.shown.setFilterFixedString(text)
        if not self.list.currentIndex().isValid():
            self.start()

    @Slot(QModelIndex)
    def _pointed(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.shown.mapToSource(index).row())


_SHORT = 120  # moves in all lines that can be replayed in about 10 ms


class GameOpener(QObject):
    """Builds the tree of a record and shows it, unless the user has asked for something else."""

    def __init__(self, services: Services, autosave: Autosave) -> None:
        super().__init__(services.window)
        self._services, self._autosave, self._requests = services, autosave, services.requests
        self._game: PlacedGame | None = None
        self._plies = 0
        self._pasted = False
        self._request = 0
        self._task = Latest()
        services.links.open_game.connect(self.open)

    def open(self, game: PlacedGame, plies: int = 0, *, pasted: bool = False) -> None:
        """Show `game` after `plies` plies, at once if it is short.

        A `pasted` game comes from no file: save it to the user's games.
        """
        record = game.record
        moves = len(record.moves) if record.movetext is None else record.movetext.length
        if moves <= _SHORT:
            self._show(game, GameTree.of(record), plies, pasted)
            return
        self._game, self._plies, self._pasted = game, plies, pasted
        self._request = self._requests.issue()
        self._task.start(lambda progress, stopped: GameTree.of(record), done=self._made)

    def show(self, record: GameRecord, tree: GameTree | None = None, plies: int = 0) -> None:
        """Show `record` after `plies` plies now, with its tree if already built."""
        self._requests.issue()
        self._services.game.open(record, tree)
        if plies:
            self._services.game.go(plies)
        self._services.notifications.dismiss()
        self._services.workspace.leave_set_up()
        self._services.navigation.show(Panel.MOVES)

    def _show(self, game: PlacedGame, tree: GameTree, plies: int, pasted: bool) -> None:
        if not self._services.tabs.make_room(game=True):
            return
        self.show(game.record, tree, plies)
        if game.place is not None:
            self._autosave.opened_from(game.place)
        elif pasted:
            self._autosave.save_unchanged()

    @Slot(object)
    def _made(self, tree: GameTree) -> None:
        if self._requests.is_latest(self._request) and self._game is not None:
            self._show(self._game, tree, self._plies, self._pasted)
