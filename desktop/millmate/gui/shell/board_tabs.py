"""Several positions and games at once: one is on the board, the others are put aside."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import starmap

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication

from millmate.games.catalogue import Position
from millmate.games.outcome import Outcome, Termination
from millmate.gui.kit.signals import Following
from millmate.gui.kit.translator import translator
from millmate.gui.shell.frame.commands import Commands
from millmate.gui.shell.frame.navigation import Navigation, Notifications, Panel
from millmate.gui.shell.game_view import GameViews
from millmate.gui.shell.play.session import shown_name
from millmate.gui.shell.workspace import Stand, Workspace
from millmate.language import tr
from millmate.pictures.diagrams import Orientation
from millmate.players.spec import PlayerSpec
from millmate.records.line import Line
from millmate.records.session_file import MOST_TABS, TabSnapshot
from millmate.settings import Settings

_MOST_CLOSED = 20

Naming = Callable[[], tuple[str, str]]  # the name of a tab in short and in full, in any language


@dataclass(eq=False, slots=True)
class Tab:
    """A tab, and what it held when another one was shown.

    `title` is short, `words` say all; `naming` finds both. `kept` is what an earlier session left
    in it, until it is shown for the first time.
    """

    title: str = ""
    words: str = ""
    given: str = ""  # the position from another page on the board
    naming: Naming | None = None
    stand: Stand | None = None
    kept: TabSnapshot | None = None
    panel: Panel = Panel.SET_UP
    seen: dict[str, Orientation] = field(default_factory=dict)  # the boards, by games

    @property
    def paused(self) -> bool:
        """Whether it has a paused game in progress."""
        return self.stand is not None and self.stand.game.live


class BoardTabs(QObject):
    """The open tabs in their order, of which one is on the board.

    `changed` is emitted after every change of the tabs and of what they are called; `ended`
    carries a game in progress that was put aside and is not gone on with.
    """

    changed = Signal()
    ended = Signal(object)

    def __init__(
        self,
        workspace: Workspace,
        views: GameViews,
        navigation: Navigation,
        notifications: Notifications,
        commands: Commands,
    ) -> None:
        super().__init__(workspace)
        self._workspace, self._views = workspace, views
        self._navigation, self._notify = navigation, notifications
        self._commands = commands
        self.restore: Callable[[TabSnapshot], object] = lambda kept: None  # shows saved contents
        self.shown = Tab()
        self.tabs = [self.shown]
        self._closed: list[tuple[int, Tab]] = []  # with their places, the latest last
        for name, by in (("next_tab", 1), ("previous_tab", -1)):
            commands.bind(name, lambda by=by: self.step(by), enabled=self._several)  # type: ignore[misc]
        commands.bind("new_tab", self.new)
        commands.bind("close_tab", lambda: self.close(self.shown), enabled=self._several)
        commands.bind("reopen_tab", self.reopen, enabled=self._reopens)
        changes = workspace.position_changed, workspace.mode_changed, workspace.game.ended
        self._renaming = Following(self._rename, *changes)
        translator.changed.connect(self._retranslate)

    def _several(self) -> bool:
        return len(self.tabs) > 1

    def _reopens(self) -> bool:
        return bool(self._closed) and len(self.tabs) <= MOST_TABS

    def holds(self, line: Line) -> bool:
        """Return whether a game is open in a tab that is not shown."""
        stands = (tab.stand for tab in self.tabs)
        return any(stand is not None and stand.game.line is line for stand in stands)

    @Slot()
    def new(self) -> bool:
        """Show a new tab beside the present one; return whether there is room for it."""
        if len(self.tabs) > MOST_TABS:
            self._notify.status(tr("{n} tabs are open: close one first.", n=len(self.tabs)))
            return False
        tab = Tab(seen={view.kind: Orientation() for view in self._views})
        tab.stand = self._fresh()
        self._insert(self.tabs.index(self.shown) + 1, tab)
        return True

    def _fresh(self) -> Stand:
        position = self._views.current.fresh(self._workspace.position)
        return self._workspace.fresh(position)

    def close(self, tab: Tab) -> None:
        """Close `tab`; a game in progress in it ends there, and can be gone on with later."""
        if not self._several():
            return
        at = self.tabs.index(tab)
        if tab is self.shown:
            self._workspace.game.leave()
            self._show(self.tabs[at + 1 if at + 1 < len(self.tabs) else at - 1])
        self._end(tab)
        self.tabs.remove(tab)
        self._closed.append((at, tab))
        del self._closed[:-_MOST_CLOSED]
        self._changed()

    @Slot()
    def reopen(self) -> None:
        """Show the tab again that was closed last."""
        if self._reopens():
            at, tab = self._closed.pop()
            self._insert(min(at, len(self.tabs)), tab)

    def leave(self) -> None:
        """End the games in progress that were put aside, because the window closes."""
        for tab in self.tabs:
            self._end(tab)

    def _insert(self, at: int, tab: Tab) -> None:
        self.tabs.insert(at, tab)
        self._show(tab)

    def _end(self, tab: Tab) -> None:
        """End the game in progress in a tab that is not shown."""
        if tab.stand is not None and tab.paused:
            game = tab.stand.game
            game.live = False
            if game.line.played:
                game.outcome = Outcome(Termination.ABANDONED)
            self.ended.emit(game)

    def make_room(self, *, game: bool = False) -> bool:
        """Show a new tab if the content of this one would be lost; return whether there is room.

        An untouched start, a position from another page, and a drill that has ended (its result is
        in the journal) can be replaced. A `game` also replaces a game that has ended, which is in
        its file, and a position without changes.
        """
        workspace, before = self._workspace, self._workspace.game
        if not workspace.editing:
            return (not before.live and (game or not before.autosaved)) or self.new()
        fresh = game or workspace.fen in (workspace.rules.start_fen, Settings().start_fen)
        free = (fresh and not workspace.model.can_undo) or workspace.fen == self.shown.given
        return free or self.new()

    def set_up(self, position: Position | str) -> bool:
        """Set up a position from another page where nothing is lost; return False if it cannot."""
        if not self.make_room():
            return False
        self._workspace.set_up(position)
        self.shown.given = self._workspace.fen
        return True

    def new_if_asked(self) -> None:
        """Show a new tab if Ctrl or the middle button says that something is to open in one."""
        held, pressed = QGuiApplication.keyboardModifiers(), QGuiApplication.mouseButtons()
        if held & Qt.KeyboardModifier.ControlModifier or pressed & Qt.MouseButton.MiddleButton:
            self.new()

    def show(self, tab: Tab) -> None:
        """Show `tab`, and put aside the one shown before."""
        if tab is not self.shown:
            self._show(tab)
            self._views.board.announce(tab.words or tab.title)

    def step(self, by: int) -> None:
        """Show the tab that stands `by` places after the one shown; the first follows the last."""
        self.show(self.tabs[(self.tabs.index(self.shown) + by) % len(self.tabs)])

    def arrange(self, tabs: list[Tab]) -> None:
        """Put the tabs into another order."""
        self.tabs = tabs
        self._changed()

    def put_back(self, others: list[TabSnapshot], at: int) -> None:
        """Put the tabs of an earlier session around the one shown, which is at the place `at`."""
        kept = [Tab(each.title, each.words, kept=each) for each in others]
        self.tabs = [*kept[:at], self.shown, *kept[at:]]
        self._changed()

    def _show(self, tab: Tab) -> None:
        before, self.shown = self.shown, tab
        self._call(before, self._naming())
        before.seen = {view.kind: view.board.orientation for view in self._views}
        before.panel = self._navigation.panel
        before.stand = self._workspace.put_aside()
        self._notify.dismiss()
        for view in self._views:
            self._turn(view.kind, tab.seen.get(view.kind, view.board.orientation))
        stand, kept, tab.stand, tab.kept = tab.stand, tab.kept, None, None
        self._workspace.take_up(stand or self._fresh())
        self._navigation.choose(tab.panel)
        if kept is not None:
            self.restore(kept)
        self._changed()

    def _turn(self, kind: str, seen: Orientation) -> None:
        board = self._views[kind].board
        if seen != board.orientation:
            board.set_flipped(seen.flipped)
            board.set_orientation(seen)

    @Slot()
    def _rename(self) -> None:
        """Name the tab after the present board."""
        before = self.shown.title, self.shown.words
        self._call(self.shown, self._naming())
        if before != (self.shown.title, self.shown.words):
            self.changed.emit()

    def _changed(self) -> None:
        self._renaming.turn(self._several())  # a single tab shows no name
        self._call(self.shown, self._naming())
        self._commands.refresh("close_tab", "reopen_tab", "next_tab", "previous_tab")
        self.changed.emit()

    @Slot()
    def _retranslate(self) -> None:
        """Name the tabs in another language; what an earlier session left keeps its name."""
        for tab in self.tabs:
            if tab.naming is not None:
                self._call(tab, tab.naming)
        self.changed.emit()

    @staticmethod
    def _call(tab: Tab, naming: Naming) -> None:
        tab.naming = naming
        tab.title, tab.words = naming()

    def _naming(self) -> Naming:
        """Return the name of the tab shown."""
        workspace, game = self._workspace, self._workspace.game
        if workspace.editing or not game.started or set(game.names.values()) == {"?"}:
            untouched = workspace.editing and not workspace.model.can_undo
            fresh = untouched and workspace.fen in (workspace.rules.start_fen, Settings().start_fen)
            return partial(_name_of_position, self._views.ending(workspace.position), fresh)
        sides = [(game.names[side], game.playing(side)) for side in (True, False)]
        code = self._views.ending(Position(game.rules, game.line.start_fen))
        if not game.autosaved:
            return partial(_name_of_drill, code)
        return partial(_name_of_game, sides, code, game.among_people)


def _name_of_position(code: str, fresh: bool) -> tuple[str, str]:
    ending = _title(code)
    if fresh:
        return tr("New tab"), ending or tr("Start position")
    return _short(code) or tr("A position"), ending or tr("A position")


def _name_of_game(
    sides: list[tuple[str, PlayerSpec]], code: str, among_people: bool
) -> tuple[str, str]:
    """Name a game by its players, and one against the program by its first ending."""
    players = " – ".join(starmap(shown_name, sides))
    short = "" if among_people else _short(code)
    return short or players, " · ".join(filter(None, (players, _title(code))))


def _name_of_drill(code: str) -> tuple[str, str]:
    if not code:
        return tr("Drill"), tr("Drill")
    return tr("Drill: {ending}", ending=_short(code)), tr("Drill: {ending}", ending=_title(code))


def _short(code: str) -> str:
    from millmate.tablebase.table_titles import is_short

    return code if is_short(code) else _title(code)


def _title(code: str) -> str:
    from millmate.tablebase.table_titles import table_title

    return table_title(code) if code else ""
