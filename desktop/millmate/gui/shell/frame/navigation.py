"""The pages of the window, its messages, and what features ask of each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from millmate.gui.kit.dialogs import open_folder
from millmate.language import mark, tr


@dataclass(frozen=True, slots=True)
class Entry:
    """How a page appears: its word and icon on the rail, its command, its page of the manual.

    A page with a `parent` has no place on the rail; there, it belongs to that page. Texts are
    marked.
    """

    name: str
    word: str
    icon: str
    command: str
    menu: str
    keys: tuple[str, ...]
    manual: str
    at_board: bool = False
    parent: str = ""


class Page(Enum):
    """The pages of the window, in the order of the rail."""

    HOME = Entry(
        "home", mark("Home"), "home", "show_home", mark("&Home"), ("Ctrl+1",), "first_steps"
    )
    BOARD = Entry(
        "board",
        mark("Board"),
        "board",
        "show_board",
        mark("&Board"),
        ("Ctrl+2",),
        "reference/window",
        at_board=True,
    )
    TRAIN = Entry(
        "train",
        mark("Train"),
        "train",
        "show_training",
        mark("T&rain"),
        ("Ctrl+3", "F5"),
        "reference/window",
        at_board=True,
    )
    EXPLORE = Entry(
        "explore",
        mark("Explore"),
        "explore",
        "explore",
        mark("&Explore tables"),
        ("Ctrl+4",),
        "explanation/tables",
        at_board=True,
    )
    TABLES = Entry(
        "tables",
        mark("Tables"),
        "tables",
        "show_tables",
        mark("Tab&les"),
        ("Ctrl+5",),
        "explanation/tables",
    )
    GAMES = Entry(
        "games", mark("Games"), "games", "show_games", mark("&Games"), ("Ctrl+6",), "howto/review"
    )
    TOURNAMENTS = Entry(
        "tournaments",
        mark("Tournaments"),
        "tournaments",
        "show_tournaments",
        mark("T&ournaments"),
        ("Ctrl+7",),
        "howto/tournaments",
    )
    REVIEW = Entry(
        "review",
        "",
        "",
        "review_endings",
        mark("R&eview endings…"),
        ("Ctrl+Shift+G",),
        "howto/review",
        parent="games",
    )
    STUDY = Entry(
        "study",
        "",
        "",
        "check_study",
        mark("Chec&k a study…"),
        ("Ctrl+Shift+K",),
        "howto/studies",
        at_board=True,
        parent="board",
    )
    BUILD = Entry(
        "build", "", "", "build", "", (), "explanation/tables", at_board=True, parent="board"
    )
    RUSH = Entry(
        "rush",
        "",
        "",
        "rush",
        mark("R&ush…"),
        ("Ctrl+Shift+R",),
        "reference/window",
        parent="train",
    )

    entry: Entry

    def __new__(cls, entry: Entry) -> Page:
        page = object.__new__(cls)
        page._value_, page.entry = entry.name, entry
        return page

    @classmethod
    def named(cls, name: str) -> Page:
        """Return a page by its value; raise ValueError without one."""
        for page in cls:
            if page.value == name:
                return page
        raise ValueError(name)

    @property
    def on_rail(self) -> Page:
        """The page of the rail that this one is, or belongs to."""
        return Page.named(self.entry.parent) if self.entry.parent else self


class Panel(Enum):
    """The panels beside the board on its own page: to edit, to study or follow a game, to play."""

    SET_UP = 0
    MOVES = 1
    PLAY = 2


class Navigation(QObject):
    """Holds the page and the panel shown; the window's rail and tabs follow it."""

    page_changed = Signal(Page)
    panel_changed = Signal(Panel)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.page, self.panel = Page.BOARD, Panel.SET_UP

    def show(self, place: Page | Panel) -> None:
        """Show a page, or the board's page with a panel."""
        if isinstance(place, Panel):
            self.choose(place)
            place = Page.BOARD
        if place is not self.page:
            self.page = place
            self.page_changed.emit(place)

    def show_board(self) -> None:
        """Show the board's page, unless the present page shows the board as well."""
        if not self.page.entry.at_board:
            self.show(Page.BOARD)

    def choose(self, panel: Panel) -> None:
        """Select a panel beside the board without changing the page."""
        if panel is not self.panel:
            self.panel = panel
            self.panel_changed.emit(panel)


class Links(QObject):
    """Signals between features; each is served by one of them."""

    # Games
    open_game = Signal(object, int)  # a `PlacedGame`, and the plies to show it at
    open_recent_game = Signal(object)  # a `RecentGame`
    list_games = Signal(object)  # the path of a file or a folder: its games are listed
    file_saved = Signal(object)  # the path of a file that games were written to

    # Tables
    explore_table = Signal(str, str, str)  # its title, the side of a long win and its FEN, or ""
    choose_tables = Signal(object)  # names, on the Tables page, to be built
    tables_changed = Signal()  # tables were deleted, or their folder has changed
    tables_listed = Signal()  # the folder of tables was read again
    build_position = Signal()  # the plan of what the position on the board needs
    build_position_now = Signal()  # the same, without showing the plan
    solve_position = Signal()
    solve_offered = Signal(object)  # an `Offer`: what solving the position on the board takes
    watch_build = Signal()  # the running build
    building = Signal(str)  # its progress in words, "" once it has ended
    tables_work = Signal(str)  # a table being verified or searched, in words; "" for none
    stop_tables_work = Signal()

    # Training
    train = Signal(object, object)  # a tuple of `Failure`, the game they are of
    hold = Signal(str)  # a position to be held, a FEN
    train_due = Signal()
    train_like = Signal(object)  # a position: another one of its ending is drawn and won
    train_table = Signal(str)  # a drill with a position of this table
    reveal = Signal()  # values that are hidden while a person plays
    hint = Signal(str)  # in words
    helped = Signal()  # an engine helps the person who plays
    slipped = Signal()  # the person who plays threw a result away
    room_wanted = Signal(bool)  # by the choice of a drill, in place of the values of moves

    # Games against the table
    play_table = Signal(object)  # a position, with the pieces of the side to move

    # Moves
    point_at = Signal(str)  # a move, to be shown on the board, or ""

    # Tournaments
    open_tournament = Signal(object)  # its directory
    tournament_progressed = Signal(object)  # the `Progress` of the one that is being played
    tournament_ended = Signal(str)  # how, as a sentence

    # Others
    check_studies = Signal(object)  # paths of files


Action = Callable[[], object]


class Notifications(QObject):
    """Status lines, which expire, and one message, which stays until dismissed.

    `message` is the message shown, or "".
    """

    status_shown = Signal(str)  # "" clears the line
    offered = Signal(str, str, object)  # a text, the label of its button, and its action
    message_shown = Signal(str, str, object, str)  # likewise, and the name of an icon
    dismissed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.message = ""

    def status(self, text: str) -> None:
        """Show a status line for a while; "" clears it."""
        self.status_shown.emit(text)

    def offer(self, text: str, label: str, action: Action) -> None:
        """Show a status line for a while, with a button `label` that runs `action`."""
        self.offered.emit(text, label, action)

    @Slot(object)
    def saved(self, path: Path) -> None:
        """Show for a while that a file is saved, in place of other lines, and offer its folder."""
        self.status("")
        self.offer(
            tr("Saved: {path}", path=path),
            tr("Open folder"),
            lambda: open_folder(path.parent, self.warn),
        )

    def warn(self, text: str, label: str = "", action: Action | None = None) -> None:
        """Show a warning below the board; the button `label` runs `action`.

        Clears the status line, so that it does not report success beside the warning.
        """
        self.status("")
        self._show(text, label, action, "warning")

    def remark(self, text: str, label: str = "", action: Action | None = None) -> None:
        """Show a remark below the board; the button `label` runs `action`."""
        self._show(text, label, action, "info")

    def dismiss(self) -> None:
        if self.message:
            self.message = ""
            self.dismissed.emit()

    def _show(self, text: str, label: str, action: Action | None, icon: str) -> None:
        self.message = text
        self.message_shown.emit(text, label, action, icon)
