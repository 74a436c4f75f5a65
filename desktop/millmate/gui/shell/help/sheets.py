"""Sheets about the program: its keys, its licences, and errors to be reported."""

from collections import Counter
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QSize, Qt, Slot
from PySide6.QtWidgets import QApplication, QDialog, QGridLayout, QHBoxLayout, QListWidget, QWidget

from millmate import __version__, licences, log, paths
from millmate.gui.kit import theme
from millmate.gui.kit.dialogs import ErrorDialog, ErrorText, fixed_text
from millmate.gui.kit.errors import Trouble
from millmate.gui.kit.label import Label
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.tasks import IdleTask, Task
from millmate.gui.kit.theme import application_icon
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox, scrolling, splitter, vbox
from millmate.gui.shell.frame.commands import MENUS, KeyBindings, commands_of, plain_title
from millmate.gui.shell.services import Services
from millmate.language import count, mark, tr
from millmate.licences import Component

_MOST_DETAILS = 20  # errors shown in full
Keep = Callable[[], str]  # saves the window's contents; returns the error or ""


class ErrorReporter(QObject):
    """Shows unexpected errors; `keep` saves the window's contents."""

    def __init__(self, services: Services, keep: Keep, tournament_runs: Callable[[], bool]) -> None:
        super().__init__(services.window)
        self._services, self._keep, self._tournament_runs = services, keep, tournament_runs
        self.dialog: ErrorDialog | None = None
        self._troubles: dict[str, Trouble] = {}  # of this dialog, by their line
        self._told: set[str] = set()  # lines of earlier dialogs
        self._counts: Counter[str] = Counter()
        self._not_kept = ""

    def report_new(self, new: list[Trouble], counts: Counter[str]) -> None:
        """Open the dialog, add to the open one, or show a repeated error in one line."""
        self._counts = counts
        fresh = {trouble.line: trouble for trouble in new if trouble.line not in self._told}
        if self.dialog is not None:
            self._troubles |= fresh
            self.dialog.show_again()
        elif fresh:
            self._troubles = fresh
            self.open()
        else:
            self._remind(new[-1])

    @Slot()
    def open(self) -> None:
        """Save the window's contents and open the dialog."""
        self._not_kept = self._keep()
        self.dialog = ErrorDialog(
            self._words, QApplication.activeModalWidget() or self._services.window
        )
        self.dialog.finished.connect(self._closed)
        self.dialog.show_log.clicked.connect(self._services.commands["log"].trigger)
        self.dialog.show()

    @Slot()
    def _closed(self) -> None:
        self._told |= self._troubles.keys()
        self.dialog = None

    def _remind(self, trouble: Trouble) -> None:
        """Show in one line that a known error occurred again."""
        self._troubles.setdefault(trouble.line, trouble)
        self._services.notifications.warn(
            tr(
                "The error occurred again ({n} times so far): {line}",
                n=self._counts[trouble.line],
                line=trouble.line,
            ),
            tr("Details"),
            self.open,
        )

    def _words(self) -> ErrorText:
        first = next(iter(self._troubles.values()))
        return ErrorText(
            self._happened(first),
            self._kept(),
            _to_do(first.memory, bool(self._not_kept)),
            "\n".join(each.details for each in list(self._troubles.values())[:_MOST_DETAILS]),
        )

    def _happened(self, first: Trouble) -> str:
        said = [
            tr("This computer has run out of memory.")
            if first.memory
            else tr("An unexpected error occurred: {line}", line=first.line)
        ]
        times, others = self._counts[first.line], len(self._troubles) - 1
        if times > 1:
            said.append(tr("It has occurred {n} times.", n=times))
        if others:
            said.append(
                count(
                    others,
                    "{n} other error occurred: see the details.",
                    "{n} other errors occurred: see the details.",
                )
            )
        return "\n".join(said)

    def _kept(self) -> str:
        """Describe the contents saved when the dialog was opened."""
        said = [
            tr("The contents of the window could not be saved: {why}", why=self._not_kept)
            if self._not_kept
            else tr("The contents of the window have just been saved, including the game.")
        ]
        if self._services.build.running:
            said.append(tr("The build continues, and its progress is kept in any case."))
        if self._tournament_runs():
            said.append(
                tr("The tournament continues, and its finished games are kept in any case.")
            )
        return "\n".join(said)


def not_started(error: Exception) -> ErrorText:
    """Return the message for a window that could not be opened."""
    return ErrorText(
        tr("The window could not be opened: {line}", line=log.without_home(log.summary(error))),
        tr("Your games, tables and settings are unchanged."),
        tr(
            "Start the program again. If that does not help, run “millmate doctor” in a "
            "terminal to see what is missing. The log is in {folder}.",
            folder=log.without_home(str(paths.log_dir())),
        ),
        log.details(error),
    )


def _to_do(memory: bool, not_kept: bool) -> str:
    said = []
    if not_kept:
        said.append(tr("Save the game to a file (Ctrl+S) before you continue."))
    if memory:
        said.append(
            tr(
                "Close other programs, or give builds and engines less memory (Edit > "
                "Settings). Then continue."
            )
        )
    else:
        said.append(
            tr(
                "You can continue. If something looks wrong, close the window and open it "
                "again: everything saved is restored."
            )
        )
    said.append(tr("Please report this. The report contains no personal data except file names."))
    return "\n".join(said)


_SIZE = QSize(860, 580)
_ICON = 72


class AboutDialog(QDialog):
    """Shows name, version and licence of the program and of its components.

    The texts are loaded in a thread and shown as plain text.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Mill & Mate"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.components: list[Component] = []
        self.list = bind_text(QListWidget(), name=mark("Parts of the program"))
        self.list.setUniformItemSizes(True)
        self.list.setSpacing(theme.GRID // 2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self._show_text)
        self.text = fixed_text(mark("Licence"))
        self._lay_out()
        translator.changed.connect(self.close)
        Task(lambda progress, stopped: licences.components()).launch(done=self._list)

    def _lay_out(self) -> None:
        parts = splitter(
            Qt.Orientation.Horizontal, self.list, self.text, shares=(1, 3), sizes=(270, 560)
        )
        buttons = theme.close_button()
        buttons.rejected.connect(self.close)
        grid = 2 * theme.GRID
        vbox(_head(), (parts, 1), buttons, within=self, spacing=grid, margins=grid)
        keep_on_screen(self, _SIZE * theme.text_scale())

    @Slot(object)
    def _list(self, found: list[Component]) -> None:
        """List the components, and show the licence of the first, the program itself."""
        self.components = found
        for each in found:
            self.list.addItem(f"{each.name} {each.version}".strip() + f"\n{each.licence}")
        self.list.setCurrentRow(0)
        self.list.setFocus()

    @Slot(int)
    def _show_text(self, row: int) -> None:
        component = self.components[row]
        self.text.setPlainText(f"{component.name}: {component.licence}\n\n{component.text}")


def _head() -> QHBoxLayout:
    """Return the icon with a description of the program."""
    picture = Label()
    picture.setPixmap(application_icon().pixmap(_ICON, _ICON))
    name = Label(f"Mill & Mate {__version__}")
    theme.headline(name)
    words = theme.muted(
        tr(
            "Study endings with exact tables built on your own computer.\nFree software "
            "under the GNU General Public License, version 3 or later. It uses these free "
            "components:"
        )
    )
    beside = vbox(name, words, None, spacing=theme.GRID // 2)
    head = hbox(picture, (beside, 1), spacing=2 * theme.GRID)
    head.setAlignment(picture, Qt.AlignmentFlag.AlignTop)
    return head


# Keys that belong to no menu command.
_BOARD_KEYS = {
    mark("Enter"): mark("Start the square cursor on the board; click the square under it"),
    mark("Arrows"): mark("Move the square cursor; without it, step through the game"),
    mark("Space"): mark("Click the square under the cursor; without it, play the best move"),
    mark("Esc"): mark("Cancel, close a message"),
    mark("K Q R B N P"): mark("While setting up: place this piece (Shift: a white one)"),
    mark("Delete"): mark("While setting up: remove the piece"),
    mark("Right button"): mark("Draw arrows and circles (Shift, Alt: other colours)"),
    mark("Right click"): mark(
        "While setting up: place the chosen piece in the other colour; if none is chosen, remove"
    ),
    mark("D"): mark("At the square cursor: start an arrow, and end it; twice for a circle"),
}
_MOVES_KEYS = {
    mark("! ? ="): mark("Annotate the move with this sign; typed twice, !! and ??"),
    mark("Delete"): mark("Delete from here"),
    mark("Menu"): mark("Open the menu of the move"),
    mark("Insert"): mark("In the analysis: insert the line as a variation"),
}
_LIST_KEYS = {
    mark("Ctrl+F"): mark("Go to the search"),
    mark("Enter"): mark("Open the game"),
    mark("Ctrl+C"): mark("Copy the selected games as PGN"),
}
_COLUMNS = 3
_SHARE = 0.85  # maximum share of the screen's height
_MARGINS = 12 * theme.GRID  # around the sheet: the dialog's own, a scroll bar, the window's frame

_Section = tuple[str, list[tuple[str, str]]]  # a title, and keys with what they do
_Made = tuple[QWidget, int]  # a section with the number of its rows


class ShortcutSheet(QDialog):
    """The sheet, which scrolls on low screens; it is made step by step, and then shows itself."""

    def __init__(self, keys: KeyBindings, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._growing = IdleTask(self)
        self._growing.start(self._grow(keys))

    def _grow(self, keys: KeyBindings) -> Iterator[None]:
        room = self.screen().availableGeometry()
        sections: list[_Made] = []
        for title, rows in _sections(keys):
            sections.append((_section(title, rows), len(rows)))
            yield
        sheet, columns = QWidget(), _columns(sections, room.width() - _MARGINS)
        boxes = [vbox(None, spacing=2 * theme.GRID) for _ in columns]
        hbox(*boxes, within=sheet, spacing=4 * theme.GRID, margins=(0, 0, theme.GRID, 0))
        scroll = scrolling(sheet)
        scroll.setAccessibleName(tr("Keyboard shortcuts"))
        scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # its contents take no focus
        buttons = theme.close_button()
        buttons.rejected.connect(self.close)
        vbox((scroll, 1), buttons, within=self, spacing=2 * theme.GRID, margins=3 * theme.GRID)
        for box, column in zip(boxes, columns, strict=True):
            for place, section in enumerate(column):
                box.insertWidget(place, section)  # and is styled
                yield
        scroll.setMinimumWidth(sheet.minimumSizeHint().width() + 3 * theme.GRID)
        wanted = sheet.sizeHint().height() + buttons.sizeHint().height() + 10 * theme.GRID
        high = min(round(room.height() * _SHARE), wanted)
        keep_on_screen(self, QSize(self.sizeHint().width(), high))
        yield
        self.show()


def _columns(sections: list[_Made], most: int) -> list[list[QWidget]]:
    """Return the sections in up to `_COLUMNS` columns no wider than `most`."""
    for number in range(_COLUMNS, 0, -1):
        columns = [[part for part, _ in column] for column in _shared(sections, number)]
        widths = (max(part.sizeHint().width() for part in column) for column in columns)
        if sum(widths) + 4 * theme.GRID * len(columns) <= most:
            break
    return columns


def _sections(keys: KeyBindings) -> Iterator[_Section]:
    """Yield the menus that have keys, then the keys of boards, moves and lists."""
    for title, menu in MENUS.items():
        rows = [(keys.given(e.id), plain_title(e.text)) for e in commands_of(menu)]
        rows = [(given, words) for given, words in rows if given]
        if rows:
            yield plain_title(title), rows
    others = {
        mark("Board"): _BOARD_KEYS,
        mark("Moves"): _MOVES_KEYS,
        mark("List of games"): _LIST_KEYS,
    }
    for title, pairs in others.items():
        yield tr(title), [(tr(key), tr(words)) for key, words in pairs.items()]


def _shared(sections: list[_Made], columns: int) -> list[list[_Made]]:
    """Distribute the sections over columns of similar height, in order."""
    heights = [rows + 2 for _, rows in sections]
    result: list[list[_Made]] = [[]]
    left, filled = sum(heights), 0
    for section, height in zip(sections, heights, strict=True):
        fair = (left + filled) / (columns - len(result) + 1)
        if result[-1] and filled + height / 2 > fair and len(result) < columns:
            result.append([])
            filled = 0
        result[-1].append(section)
        filled += height
        left -= height
    return result


def _section(title: str, rows: list[tuple[str, str]]) -> QWidget:
    section = QWidget()
    grid = QGridLayout(section)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(2 * theme.GRID)
    grid.setVerticalSpacing(theme.GRID // 2)
    heading = Label(title)
    theme.headline(heading)
    grid.addWidget(heading, 0, 0, 1, 2)
    for number, (keys, words) in enumerate(rows, start=1):
        label = theme.muted(keys)
        label.setWordWrap(False)
        said = Label(words)
        said.setWordWrap(True)
        said.setMinimumWidth(190)
        grid.addWidget(label, number, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(said, number, 1)
    grid.setColumnStretch(1, 1)
    return section
