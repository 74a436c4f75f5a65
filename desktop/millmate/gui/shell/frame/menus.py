"""The menus: one table of all commands with their texts, keys and icons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow, QMenu

from millmate.gui.kit.translator import LANGUAGES, bind_text
from millmate.gui.shell.frame.commands import Command, Commands, Scope
from millmate.gui.shell.frame.navigation import Page
from millmate.language import mark

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
        Command("rush", mark("R&ush…"), ("Ctrl+Shift+R",), "train", scope=_EVERYWHERE),
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
        Command("square_map_turn", mark("S&quare map for the other side"), ("Shift+M",)),
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
        Command("best", mark("Play the &best move"), ("Space",), scope=_FOCUS),
        _LINE,
        Command("copy_diagram", mark("&Copy the diagram"), ("Ctrl+Alt+C",), "copy"),
        Command("save_diagram", mark("Save the &diagram as…"), ("Ctrl+Alt+S",)),
    ),
    mark("&Tables"): (
        Command("build", mark("&Build the missing tables…"), ("Ctrl+B",), "build"),
        Command("solve", mark("&Solve this position…"), ("Ctrl+Alt+B",)),
        Command("builder", mark("&Choose tables to build…"), ("Ctrl+Shift+B",), scope=_EVERYWHERE),
        Command("compact", mark("Co&mpact tables now"), scope=_EVERYWHERE),
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
        Command("show_setup", mark("&Set up"), ("F2",), scope=_EVERYWHERE),
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


def build_menus(window: QMainWindow, commands: Commands) -> None:
    """Give `window` its menu bar."""
    for title, items in MENUS.items():
        menu = bind_text(window.menuBar().addMenu(""), heading=title)
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
