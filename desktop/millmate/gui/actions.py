"""The menus: every command with its words, its shortcut and its picture, in one table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow

from millmate.gui.icons import icon


@dataclass(frozen=True, slots=True)
class Entry:
    """A command of a menu; `keys` as Qt writes them, the first one shown."""

    name: str
    text: str
    keys: tuple[str, ...] = ()
    picture: str = ""
    checkable: bool = False


_LINE = None
MENUS: dict[str, tuple[Entry | None, ...]] = {
    "&Game": (
        Entry("new_game", "&New game", ("Ctrl+N",), "new"),
        Entry("open", "&Open a game…", ("Ctrl+O",), "open"),
        Entry("save", "&Save the game as…", ("Ctrl+S",), "save"),
        _LINE,
        Entry("move_now", "&Move now", ("Ctrl+M",), "hurry"),
        _LINE,
        Entry("offer_draw", "Offer a &draw", ("Ctrl+D",), "draw"),
        Entry("claim_draw", "&Claim a draw", ("Ctrl+Shift+D",), "draw"),
        Entry("resign", "&Resign", ("Ctrl+R",), "resign"),
        _LINE,
        Entry("quit", "&Quit", ("Ctrl+Q",)),
    ),
    "&Edit": (
        Entry("take_back", "&Take back", ("Ctrl+Z",), "undo"),
        Entry("redo", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
        _LINE,
        Entry("copy_pgn", "&Copy the game", ("Ctrl+C",)),
        Entry("copy_fen", "Copy the &position", ("Ctrl+Shift+C",)),
        Entry("paste", "P&aste position or game", ("Ctrl+V",)),
    ),
    "&View": (
        Entry("show_board", "&Board", ("Ctrl+1",)),
        Entry("show_tournaments", "T&ournaments", ("Ctrl+2",)),
        _LINE,
        Entry("first", "&First position", ("Home",), "first"),
        Entry("previous", "&Previous move", ("Left",), "previous"),
        Entry("next", "&Next move", ("Right",), "next"),
        Entry("last", "&Last position", ("End",), "last"),
        _LINE,
        Entry("flip", "F&lip the board", ("F",), "flip"),
        Entry("turn", "&Turn the board by a quarter", ("T",)),
        Entry("mirror", "&Mirror the board", ("M",)),
        Entry("analyse", "Anal&yse", ("A",), "analyse", checkable=True),
        Entry("arrows", "Point at the best moves", checkable=True),
        Entry("worth", "Show what moves are &worth", ("W",), checkable=True),
        Entry("animated", "&Animate moves", checkable=True),
        _LINE,
        Entry("light", "Light", checkable=True),
        Entry("dark", "Dark", checkable=True),
        Entry("system", "Follow the desktop", checkable=True),
        _LINE,
        Entry("full_screen", "F&ull screen", ("F11",), checkable=True),
    ),
    "&Position": (
        Entry("edit", "&Set up a position", ("Ctrl+E",), "edit", checkable=True),
        Entry("play_here", "&Play from this position", ("Ctrl+P",), "play"),
    ),
    "&Tables": (
        Entry("build", "&Build what this position needs…", ("Ctrl+B",), "build"),
        Entry("builder", "&Choose tables to build…", ("Ctrl+Shift+B",)),
        _LINE,
        Entry("explore", "&Explore tables…", ("Ctrl+T",)),
        Entry("others", "Tables of &other programs…"),
    ),
    "Pla&yers": (Entry("engines", "&Engines…", ("Ctrl+Shift+E",)),),
    "T&ournament": (
        Entry("new_tournament", "&New tournament", ("Ctrl+Shift+N",), "new"),
        Entry("open_tournament", "&Open a tournament file…", ("Ctrl+Shift+O",), "open"),
    ),
    "&Help": (
        Entry("shortcuts", "&Keyboard shortcuts", ("F1", "?")),
        Entry("about", "&About Mill && Mate"),
    ),
}


def build_menus(
    window: QMainWindow, deeds: Mapping[str, Callable[[], object]]
) -> dict[str, QAction]:
    """Give `window` its menu bar and return the actions by name; each does its deed."""
    actions: dict[str, QAction] = {}
    for title, entries in MENUS.items():
        menu = window.menuBar().addMenu(title)
        for entry in entries:
            if entry is None:
                menu.addSeparator()
                continue
            action = _action(window, entry)
            action.triggered.connect(deeds[entry.name])
            menu.addAction(action)
            actions[entry.name] = action
    return actions


def dress(actions: Mapping[str, QAction]) -> None:
    """Draw the pictures anew, in the colours of the palette in use."""
    for entries in MENUS.values():
        for entry in entries:
            if entry is not None and entry.picture:
                actions[entry.name].setIcon(icon(entry.picture))


def _action(window: QMainWindow, entry: Entry) -> QAction:
    action = QAction(entry.text, window)
    action.setShortcuts([QKeySequence(keys) for keys in entry.keys])
    action.setCheckable(entry.checkable)
    if entry.picture:
        action.setIcon(icon(entry.picture))
        action.setIconVisibleInMenu(False)
    plain = entry.text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")
    action.setToolTip(f"{plain} ({entry.keys[0]})" if entry.keys else plain)
    return action
