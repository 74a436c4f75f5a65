"""The commands of the window, their menus and their keys."""

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from millmate.gui.kit.theme import icon
from millmate.gui.kit.translator import LANGUAGES, bind_text, on_retranslate
from millmate.gui.shell.frame.navigation import Navigation, Page
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.language import mark, tr
from millmate.settings import Settings


class Scope(Enum):
    """Where the keys of a command work, and whether it changes the page."""

    BOARD_FOCUS = auto()  # while the board has the focus; letters of other scopes need it, too
    BOARD_PAGE = auto()  # on pages with the board; chosen from the menu elsewhere, it shows it
    TO_BOARD = auto()  # everywhere; shows the board
    EVERYWHERE = auto()  # everywhere; leaves the page as it is


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a menu; `keys` in Qt's notation, the first one shown."""

    id: str
    text: str  # marked for translation
    keys: tuple[str, ...] = ()
    icon: str = ""
    scope: Scope = Scope.BOARD_PAGE
    checkable: bool = False


@dataclass(slots=True)
class _Binding:
    """The handler of a command, and the functions that return its state."""

    handler: Callable[[], object]
    enabled: Callable[[], bool] | None
    checked: Callable[[], bool] | None
    text: Callable[[], str] | None


class Commands(Mapping[str, QAction]):
    """The actions of all commands by id; each is bound once to its handler."""

    def __init__(
        self, commands: Iterable[Command], navigation: Navigation, parent: QWidget | None = None
    ) -> None:
        self.known = {command.id: command for command in commands}
        self._navigation = navigation
        self._bound: dict[str, _Binding] = {}
        self._actions = {name: self._action(name, parent) for name in self.known}

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._actions)

    def __len__(self) -> int:
        return len(self._actions)

    def bind(
        self,
        name: str,
        handler: Callable[[], object],
        *,
        enabled: Callable[[], bool] | None = None,
        checked: Callable[[], bool] | None = None,
        text: Callable[[], str] | None = None,
    ) -> None:
        """Bind the command to `handler`; `refresh` calls the other functions to update it."""
        self._bound[name] = _Binding(handler, enabled, checked, text)
        self._actions[name].triggered.connect(lambda: self._run(name))
        self.refresh(name)

    @Slot()
    def refresh(self, *names: str) -> None:
        """Update the given commands, or all of them: enabled, checked and text."""
        for name in names or self._bound:
            bound, action = self._bound[name], self._actions[name]
            if bound.enabled is not None:
                action.setEnabled(bound.enabled())
            if bound.checked is not None:
                action.setChecked(bound.checked())
            if bound.text is not None:
                action.setText(bound.text())

    def set_keys(self, name: str, keys: Iterable[QKeySequence]) -> None:
        """Set the keys of a command; its tooltip shows the first one."""
        _set_shortcuts(self._actions[name], self.known[name].scope, list(keys))
        self._name(name)

    def redraw_icons(self) -> None:
        """Draw the icons again in the colours of the current palette."""
        for name, command in self.known.items():
            if command.icon:
                self._actions[name].setIcon(icon(command.icon))

    def _run(self, name: str) -> None:
        self._bound[name].handler()
        if self._bound[name].checked is not None:  # Qt has already toggled it
            self.refresh(name)
        if self.known[name].scope is not Scope.EVERYWHERE:
            self._navigation.show_board()

    def _action(self, name: str, parent: QWidget | None) -> QAction:
        command, action = self.known[name], QAction(parent)
        _set_shortcuts(action, command.scope, [QKeySequence(keys) for keys in command.keys])
        action.setCheckable(command.checkable)
        if command.icon:
            action.setIcon(icon(command.icon))
            action.setIconVisibleInMenu(False)
        known = weakref.ref(action)
        on_retranslate(action, lambda: _set_text(known(), command))
        return action

    def _name(self, name: str) -> None:
        _set_text(self._actions[name], self.known[name])
        bound = self._bound.get(name)
        if bound is not None and bound.text is not None:
            self._actions[name].setText(bound.text())


def _set_shortcuts(action: QAction, scope: Scope, keys: list[QKeySequence]) -> None:
    """Set the keys of `action`; letters, which might be typed text, need the board's focus."""
    context = Qt.ShortcutContext
    of_board = scope is Scope.BOARD_FOCUS or any(map(_is_letter, keys))
    action.setShortcutContext(context.WidgetShortcut if of_board else context.WindowShortcut)
    action.setShortcuts(keys)


def _is_letter(keys: QKeySequence) -> bool:
    key = keys.toString().removeprefix("Shift+")
    return len(key) == 1 and key.isalnum()


def _set_text(action: QAction | None, command: Command) -> None:
    """Set the text of `action`, and its tooltip with the key."""
    if action is not None:
        action.setText(tr(command.text))
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        text = plain_title(command.text)
        action.setToolTip(f"{text} ({keys})" if keys else text)


def plain_title(title: str) -> str:
    """Return a marked title in the current language, without menu mnemonics."""
    return tr(title).replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


# Keys with a meaning everywhere or on the board.
_RESERVED = ("Esc", "Return", "Enter", "Tab", "Shift+Tab", "Up", "Down", "Del", "Backspace")


class KeyBindings(QObject):
    """Assigns keys to the commands; `changed` follows a change by the user.

    While another page than the board's is shown, commands that act on the hidden board have no
    keys, so that tables and fields can use them.
    """

    changed = Signal()

    def __init__(
        self,
        commands: Commands,
        settings: SettingsStore,
        navigation: Navigation,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._commands, self._navigation = commands, navigation
        self.chosen: dict[str, str] = {}  # by command, "" for no key
        settings.bind(self._choose, "keys")
        navigation.page_changed.connect(self._apply)
        self._choose(settings.current)

    def with_key(self, name: str, keys: str) -> dict[str, str]:
        """Return the user's keys as they would be if the command `name` had `keys`."""
        others = {other: key for other, key in self.chosen.items() if other != name}
        return others if keys == self.usual(name) else others | {name: keys}

    def usual(self, name: str) -> str:
        """Return the first default key of a command, or ""."""
        return next(iter(self._commands.known[name].keys), "")

    def given(self, name: str) -> str:
        """Return all keys of a command as text, on any page."""
        written = QKeySequence.SequenceFormat.NativeText
        return tr(" or ").join(keys.toString(written) for keys in self._given(name))

    def current(self, name: str) -> str:
        """Return the first key of a command in Qt's notation, or ""; see `given`."""
        return next((keys.toString() for keys in self._given(name)), "")

    def all_current(self) -> dict[str, str]:
        return {name: self.current(name) for name in self._commands}

    def all_usual(self) -> dict[str, str]:
        return {name: self.usual(name) for name in self._commands}

    def conflict(self, name: str, keys: str) -> str:
        """Return why the command `name` cannot have `keys`, as a sentence, or "" if it can."""
        wanted = QKeySequence(keys)
        shown = wanted.toString(QKeySequence.SequenceFormat.NativeText)
        if wanted.isEmpty():
            return ""
        own = any(wanted == QKeySequence(usual) for usual in self._commands.known[name].keys)
        if not own and any(wanted == QKeySequence(key) for key in _RESERVED):
            return tr("{keys} is already used on the board and in panels.", keys=shown)
        for other in self._commands:
            if other != name and wanted in self._given(other):
                title = self._commands[other].text().replace("&", "").rstrip("…")
                return tr("{keys} is the key of “{command}”.", keys=shown, command=title)
        return ""

    def _given(self, name: str) -> list[QKeySequence]:
        """Return the keys of a command, on any page."""
        keys = (self.chosen[name],) if name in self.chosen else self._commands.known[name].keys
        return [QKeySequence(each) for each in keys if each]

    def _choose(self, settings: Settings) -> None:
        self.chosen = {name: key for name, key in settings.keys.items() if name in self._commands}
        self._apply()
        self.changed.emit()

    @Slot()
    def _apply(self) -> None:
        at_board = self._navigation.page.entry.at_board
        everywhere = (Scope.EVERYWHERE, Scope.TO_BOARD)
        for name, command in self._commands.known.items():
            counts = at_board or command.scope in everywhere
            self._commands.set_keys(name, self._given(name) if counts else ())


_FOCUS, _TO_BOARD, _EVERYWHERE = Scope.BOARD_FOCUS, Scope.TO_BOARD, Scope.EVERYWHERE


@dataclass(frozen=True, slots=True)
class Submenu:
    """A menu within a menu; one with a `name` and no commands is filled elsewhere."""

    text: str
    commands: tuple[Command, ...] = ()
    name: str = ""


_Item = Command | Submenu | None  # None is a separator

_LINE = None
_FIRST_PAGES = (Page.HOME, Page.BOARD, Page.TRAIN)  # the course follows


def _page(page: Page) -> Command:
    """Return the command that shows a page."""
    entry = page.entry
    return Command(entry.command, entry.menu, entry.keys, scope=_EVERYWHERE)


MENUS: dict[str, tuple[_Item, ...]] = {
    mark("&Game"): (
        Command("new_game", mark("&New game"), ("Ctrl+N",), "new", scope=_TO_BOARD),
        Command("open", mark("&Open a game…"), ("Ctrl+O",), "open", scope=_TO_BOARD),
        Submenu(mark("Recen&t games"), name="recent_games"),
        Command("save", mark("&Save the game"), ("Ctrl+S",), "save"),
        Command("save_as", mark("Sa&ve the game as…")),
        Command("append", mark("&Add the game to a file…"), ("Ctrl+Shift+S",)),
        _LINE,
        Command("analyse_game", mark("Analyse the &game"), ("Ctrl+Shift+A",), "analyse"),
        _page(Page.REVIEW),
        _page(Page.STUDY),
        _LINE,
        Command("type_move", mark("T&ype a move"), ("/",)),
        Command("move_now", mark("&Move now"), ("Ctrl+M",), "hurry"),
        Command("hint", mark("&Hint"), ("H",), "train"),
        _page(Page.RUSH),
        Command("pause", mark("&Pause the clocks"), ("Ctrl+H",), "pause"),
        _LINE,
        Command("offer_draw", mark("Offer a &draw"), ("Ctrl+D",), "draw"),
        Command("claim_draw", mark("&Claim a draw"), ("Ctrl+Shift+D",), "draw"),
        Command("resign", mark("&Resign"), ("Ctrl+R",), "resign"),
        _LINE,
        Command("quit", mark("&Quit"), ("Ctrl+Q",), scope=_EVERYWHERE),
    ),
    mark("&Edit"): (
        Command("take_back", mark("&Take back"), ("Ctrl+Z",), "undo"),
        Command("redo", mark("&Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
        _LINE,
        Command("copy_pgn", mark("&Copy the game"), ("Ctrl+C",)),
        Command("copy_fen", mark("Copy the &position"), ("Ctrl+Shift+C",)),
        Submenu(
            mark("Copy a lin&k"),
            (
                Command("copy_link", mark("To the position on &Lichess")),
                Command("copy_server_link", mark("To the position on your &server")),
            ),
        ),
        Command("copy_sanmill", mark("Copy the positio&n for Sanmill")),
        Command("copy_sanmill_moves", mark("Copy the mov&es for Sanmill")),
        Command("paste", mark("P&aste position or game"), ("Ctrl+V",), scope=_TO_BOARD),
        _LINE,
        Command("search", mark("Searc&h or command…"), ("Ctrl+K",), "search", _EVERYWHERE),
        Command("settings", mark("&Settings…"), ("Ctrl+,",), scope=_EVERYWHERE),
        _LINE,
        Command("comment", mark("Co&mment on the move"), ("C",)),
        Submenu(
            mark("&Variation"),
            (
                Command("make_main", mark("Make this the &main line"), ("Ctrl+Shift+Up",)),
                Command("promote", mark("Put this variation &up"), ("Ctrl+Up",)),
                Command("demote", mark("Put this variation &down"), ("Ctrl+Down",)),
                Command("delete_line", mark("D&elete from here"), ("Ctrl+Del",)),
            ),
        ),
        Command("clear_drawings", mark("Clear arro&ws and circles"), ("Ctrl+L",)),
        Command("strip", mark("&Delete all comments and variations")),
    ),
    mark("&View"): (
        Command("first", mark("&First position"), ("Home",), "first"),
        Command("previous", mark("&Previous move"), ("Left",), "previous"),
        Command("next", mark("&Next move"), ("Right",), "next"),
        Command("last", mark("&Last position"), ("End",), "last"),
        Command("variation_up", mark("Variation abo&ve"), ("Up",), scope=_FOCUS),
        Command("variation_down", mark("Variation ben&eath"), ("Down",), scope=_FOCUS),
        _LINE,
        Command("flip", mark("Fl&ip the board"), ("F",), "flip"),
        Command("turn", mark("&Turn the board by a quarter"), ("T",)),
        Command("mirror", mark("&Mirror the board"), ("Shift+T",)),
        Command("analyse", mark("Anal&yse"), ("A",), "analyse", checkable=True),
        Command("arrows", mark("Point at the &best moves"), checkable=True),
        Command("worth", mark("Sho&w the values of moves"), ("W",), checkable=True),
        Command("verdicts", mark("Show ve&rdicts while playing"), ("V",), checkable=True),
        Command("square_map", mark("&Square map"), ("M",), "map", checkable=True),
        Command("square_map_turn", mark("S&quare map: side to move"), ("Shift+M",)),
        Command("animated", mark("&Animate moves"), checkable=True, scope=_EVERYWHERE),
        _LINE,
        Command("light", mark("Li&ght"), checkable=True, scope=_EVERYWHERE),
        Command("dark", mark("&Dark"), checkable=True, scope=_EVERYWHERE),
        Command("system", mark("F&ollow the desktop"), checkable=True, scope=_EVERYWHERE),
        Submenu(
            mark("Lang&uage"),
            (
                Command("speak_system", mark("Follow the desktop"), checkable=True),
                *(Command(f"speak_{code}", own, checkable=True) for code, own in LANGUAGES.items()),
            ),
        ),
    ),
    mark("&Position"): (
        Command("edit", mark("&Set up a position"), ("Ctrl+E",), "edit", checkable=True),
        Command("play_here", mark("&Play from this position"), ("Ctrl+P",), "play"),
        Command("study", mark("&Try moves from this position"), ("Ctrl+Shift+P",)),
        Command(
            "train_here", mark("T&rain from this position"), ("Ctrl+Alt+T",), "train", _TO_BOARD
        ),
        _LINE,
        Command("games_here", mark("&Games with this position"), scope=_EVERYWHERE),
        Command("games_ending", mark("Games with this &ending"), scope=_EVERYWHERE),
        _LINE,
        Command("best", mark("Play the &best move"), ("Space",), scope=_FOCUS),
        _LINE,
        Command("copy_diagram", mark("&Copy the diagram"), ("Ctrl+Alt+C",), "copy"),
        Command("save_diagram", mark("Save the &diagram as…"), ("Ctrl+Alt+S",)),
    ),
    mark("&Tables"): (
        Command("build", mark("&Build the missing tables…"), ("Ctrl+B",), "build"),
        Command("solve", mark("&Solve this position…"), ("Ctrl+Alt+B",)),
        Command("builder", mark("&Choose tables to build…"), ("Ctrl+Shift+B",), scope=_EVERYWHERE),
        _LINE,
        Command("others", mark("Tables of &other programs…"), scope=_EVERYWHERE),
    ),
    mark("Pla&yers"): (
        Command("engines", mark("&Engines…"), ("Ctrl+Shift+E",), scope=_EVERYWHERE),
    ),
    mark("T&ournament"): (
        Command("new_tournament", mark("&New tournament"), ("Ctrl+Shift+N",), "new", _EVERYWHERE),
        Command(
            "open_tournament",
            mark("&Open a tournament file…"),
            ("Ctrl+Shift+O",),
            "open",
            scope=_EVERYWHERE,
        ),
    ),
    mark("&Window"): (
        *map(_page, _FIRST_PAGES),
        Command("show_course", mark("En&dgame course"), scope=_EVERYWHERE),
        *(_page(page) for page in Page if page.on_rail is page and page not in _FIRST_PAGES),
        _LINE,
        Command("new_tab", mark("Ne&w tab"), ("Ctrl+T",), "new", _TO_BOARD),
        Command("close_tab", mark("&Close the tab"), ("Ctrl+W",)),
        Command("reopen_tab", mark("Bring bac&k the closed tab"), ("Ctrl+Shift+T",), "", _TO_BOARD),
        Command("next_tab", mark("Ne&xt tab"), ("Ctrl+Tab", "Ctrl+PgDown")),
        Command("previous_tab", mark("&Previous tab"), ("Ctrl+Shift+Tab", "Ctrl+PgUp")),
        _LINE,
        Command("show_setup", mark("Opponent&s"), ("F2",), scope=_EVERYWHERE),
        Command("show_moves", mark("&Moves"), ("F3",), scope=_EVERYWHERE),
        Command("show_table", mark("&Table"), ("F4",), scope=_EVERYWHERE),
        _LINE,
        Command("minimise", mark("Mi&nimise"), scope=_EVERYWHERE),
        Command("full_screen", mark("&Full screen"), ("F11",), checkable=True, scope=_EVERYWHERE),
    ),
    mark("&Help"): (
        Command("manual", mark("&Manual"), scope=_EVERYWHERE),
        Command("tour", mark("&Tour of one minute"), scope=_EVERYWHERE),
        Command("examples", mark("&Endings to try"), scope=_EVERYWHERE),
        Command("shortcuts", mark("&Keyboard shortcuts"), ("F1", "?"), scope=_EVERYWHERE),
        _LINE,
        Command("report", mark("Report on this &installation"), scope=_EVERYWHERE),
        Command("log", mark("Show &log"), scope=_EVERYWHERE),
        _LINE,
        Command("about", mark("&About Mill && Mate"), scope=_EVERYWHERE),
    ),
}


def all_commands() -> Iterator[Command]:
    for menu in MENUS.values():
        yield from commands_of(menu)


def commands_of(menu: Iterable[_Item]) -> Iterator[Command]:
    for item in menu:
        if isinstance(item, Submenu):
            yield from item.commands
        elif item is not None:
            yield item


def build_menus(bar: QMenuBar, commands: Commands) -> None:
    """Fill the menu bar."""
    for title, items in MENUS.items():
        menu = bind_text(bar.addMenu(""), heading=title)
        menu.aboutToShow.connect(commands.refresh)
        _fill(menu, items, commands)


def _fill(menu: QMenu, items: Iterable[_Item], commands: Commands) -> None:
    for item in items:
        if item is None:
            menu.addSeparator()
        elif isinstance(item, Submenu):
            below = bind_text(menu.addMenu(""), heading=item.text)
            below.setObjectName(item.name)
            _fill(below, item.commands, commands)
        else:
            menu.addAction(commands[item.id])
