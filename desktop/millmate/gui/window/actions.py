"""The menus: every command with its words, its shortcut and its picture, in one table."""

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from millmate.gui.languages.translator import bind_text, on_retranslate
from millmate.gui.style.icons import icon
from millmate.language import mark, tr


@dataclass(frozen=True, slots=True)
class Entry:
    """A command of a menu; `keys` as Qt writes them, the first one shown."""

    name: str
    text: str
    keys: tuple[str, ...] = ()
    picture: str = ""
    checkable: bool = False
    on_board: bool = False  # whether the keys count only while the board has the keyboard


@dataclass(frozen=True, slots=True)
class Submenu:
    """A menu in a menu; one with a `name` and no entries is filled by somebody else."""

    text: str
    entries: tuple[Entry, ...] = ()
    name: str = ""


_LINE = None
MENUS: dict[str, tuple[Entry | Submenu | None, ...]] = {
    mark("&Game"): (
        Entry("new_game", mark("&New game"), ("Ctrl+N",), "new"),
        Entry("open", mark("&Open a game…"), ("Ctrl+O",), "open"),
        Submenu(mark("Recen&t games"), name="recent_games"),
        Entry("save", mark("&Save the game"), ("Ctrl+S",), "save"),
        Entry("save_as", mark("Sa&ve the game as…")),
        Entry("append", mark("&Add the game to a file…"), ("Ctrl+Shift+S",)),
        _LINE,
        Entry("type_move", mark("T&ype a move"), ("/",)),
        Entry("move_now", mark("&Move now"), ("Ctrl+M",), "hurry"),
        _LINE,
        Entry("offer_draw", mark("Offer a &draw"), ("Ctrl+D",), "draw"),
        Entry("claim_draw", mark("&Claim a draw"), ("Ctrl+Shift+D",), "draw"),
        Entry("resign", mark("&Resign"), ("Ctrl+R",), "resign"),
        _LINE,
        Entry("quit", mark("&Quit"), ("Ctrl+Q",)),
    ),
    mark("&Edit"): (
        Entry("take_back", mark("&Take back"), ("Ctrl+Z",), "undo"),
        Entry("redo", mark("&Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
        _LINE,
        Entry("copy_pgn", mark("&Copy the game"), ("Ctrl+C",)),
        Entry("copy_fen", mark("Copy the &position"), ("Ctrl+Shift+C",)),
        Entry("paste", mark("P&aste position or game"), ("Ctrl+V",)),
        _LINE,
        Entry("settings", mark("&Settings…"), ("Ctrl+,",)),
        _LINE,
        Entry("comment", mark("Co&mment on the move"), ("C",)),
        Submenu(
            mark("&Variation"),
            (
                Entry("make_main", mark("Make this the &main line"), ("Ctrl+Shift+Up",)),
                Entry("promote", mark("Put this variation &up"), ("Ctrl+Up",)),
                Entry("demote", mark("Put this variation &down"), ("Ctrl+Down",)),
                Entry("delete_line", mark("D&elete from here"), ("Ctrl+Del",)),
            ),
        ),
        Entry("clear_drawings", mark("Clear arro&ws and circles"), ("Ctrl+L",)),
        Entry("strip", mark("&Delete all comments and variations")),
    ),
    mark("&View"): (
        Entry("first", mark("&First position"), ("Home",), "first"),
        Entry("previous", mark("&Previous move"), ("Left",), "previous"),
        Entry("next", mark("&Next move"), ("Right",), "next"),
        Entry("last", mark("&Last position"), ("End",), "last"),
        Entry("variation_up", mark("Variation abo&ve"), ("Up",), on_board=True),
        Entry("variation_down", mark("Variation ben&eath"), ("Down",), on_board=True),
        _LINE,
        Entry("flip", mark("Fl&ip the board"), ("F",), "flip"),
        Entry("turn", mark("&Turn the board by a quarter"), ("T",)),
        Entry("mirror", mark("&Mirror the board"), ("M",)),
        Entry("analyse", mark("Anal&yse"), ("A",), "analyse", checkable=True),
        Entry("arrows", mark("Point at the &best moves"), checkable=True),
        Entry("worth", mark("Show what moves are &worth"), ("W",), checkable=True),
        Entry("animated", mark("&Animate moves"), checkable=True),
        _LINE,
        Entry("light", mark("Li&ght"), checkable=True),
        Entry("dark", mark("&Dark"), checkable=True),
        Entry("system", mark("F&ollow the desktop"), checkable=True),
        Submenu(
            mark("Lang&uage"),
            (
                Entry("speak_system", mark("Follow the desktop"), checkable=True),
                Entry("speak_en", "English", checkable=True),
                Entry("speak_de", "Deutsch", checkable=True),
            ),
        ),
    ),
    mark("&Position"): (
        Entry("edit", mark("&Set up a position"), ("Ctrl+E",), "edit", checkable=True),
        Entry("play_here", mark("&Play from this position"), ("Ctrl+P",), "play"),
        Entry("study", mark("&Try moves from this position"), ("Ctrl+Shift+P",)),
        _LINE,
        Entry("best", mark("Play the &best move"), ("Space",), on_board=True),
        _LINE,
        Entry("copy_diagram", mark("&Copy the diagram"), ("Ctrl+Alt+C",), "copy"),
        Entry("save_diagram", mark("Save the &diagram as…"), ("Ctrl+Alt+S",)),
    ),
    mark("&Tables"): (
        Entry("build", mark("&Build what this position needs…"), ("Ctrl+B",), "build"),
        Entry("builder", mark("&Choose tables to build…"), ("Ctrl+Shift+B",)),
        _LINE,
        Entry("explore", mark("&Explore tables…"), ("Ctrl+T",)),
        Entry("others", mark("Tables of &other programs…")),
    ),
    mark("Pla&yers"): (Entry("engines", mark("&Engines…"), ("Ctrl+Shift+E",)),),
    mark("T&ournament"): (
        Entry("new_tournament", mark("&New tournament"), ("Ctrl+Shift+N",), "new"),
        Entry("open_tournament", mark("&Open a tournament file…"), ("Ctrl+Shift+O",), "open"),
    ),
    mark("&Window"): (
        Entry("show_board", mark("&Board"), ("Ctrl+1",)),
        Entry("show_tournaments", mark("T&ournaments"), ("Ctrl+2",)),
        Entry("show_games", mark("&Games"), ("Ctrl+3",)),
        _LINE,
        Entry("show_setup", mark("&Set up"), ("F2",)),
        Entry("show_moves", mark("&Moves"), ("F3",)),
        Entry("show_table", mark("&Table"), ("F4",)),
        Entry("show_training", mark("T&rain"), ("F5",)),
        _LINE,
        Entry("minimise", mark("Mi&nimise")),
        Entry("full_screen", mark("&Full screen"), ("F11",), checkable=True),
    ),
    mark("&Help"): (
        Entry("tour", mark("&Tour of one minute")),
        Entry("examples", mark("&Endings to try")),
        Entry("shortcuts", mark("&Keyboard shortcuts"), ("F1", "?")),
        _LINE,
        Entry("report", mark("Report on this &installation")),
        Entry("log", mark("Show &log")),
        _LINE,
        Entry("about", mark("&About Mill && Mate")),
    ),
}


def build_menus(
    window: QMainWindow, deeds: Mapping[str, Callable[[], object]]
) -> dict[str, QAction]:
    """Give `window` its menu bar and return the actions by name; each does its deed."""
    actions: dict[str, QAction] = {}
    for title, entries in MENUS.items():
        _fill(
            window, bind_text(window.menuBar().addMenu(""), heading=title), entries, actions, deeds
        )
    return actions


def dress(actions: Mapping[str, QAction]) -> None:
    """Draw the pictures anew, in the colours of the palette in use."""
    for entry in entries():
        if entry.picture and entry.name in actions:
            actions[entry.name].setIcon(icon(entry.picture))


def entries() -> Iterator[Entry]:
    """Yield all commands."""
    for below in MENUS.values():
        yield from entries_of(below)


def entries_of(menu: Iterable[Entry | Submenu | None]) -> Iterator[Entry]:
    """Yield the commands of a menu, and of the menus in it."""
    for entry in menu:
        if isinstance(entry, Submenu):
            yield from entry.entries
        elif entry is not None:
            yield entry


def _fill(
    window: QMainWindow,
    menu: QMenu,
    entries: Iterable[Entry | Submenu | None],
    actions: dict[str, QAction],
    deeds: Mapping[str, Callable[[], object]],
) -> None:
    """Add `entries` to `menu`, and their actions to `actions`."""
    for entry in entries:
        if entry is None:
            menu.addSeparator()
        elif isinstance(entry, Submenu):
            below = bind_text(menu.addMenu(""), heading=entry.text)
            below.setObjectName(entry.name)
            _fill(window, below, entry.entries, actions, deeds)
        else:
            action = actions[entry.name] = _action(window, entry)
            action.triggered.connect(deeds[entry.name])
            menu.addAction(action)


def _action(window: QMainWindow, entry: Entry) -> QAction:
    action = QAction(window)
    action.setShortcuts([QKeySequence(keys) for keys in entry.keys])
    if entry.on_board:
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.setCheckable(entry.checkable)
    if entry.picture:
        action.setIcon(icon(entry.picture))
        action.setIconVisibleInMenu(False)
    known = weakref.ref(action)
    on_retranslate(action, lambda: name_action(known(), entry))
    return action


def name_action(action: QAction | None, entry: Entry) -> None:
    """Give `action` the words of `entry`, and its key in its tip."""
    if action is not None:
        action.setText(tr(entry.text))
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        words = plain(entry.text)
        action.setToolTip(f"{words} ({keys})" if keys else words)


def plain(title: str) -> str:
    """Return a marked title in the language spoken now, without the signs of menus."""
    return tr(title).replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")
