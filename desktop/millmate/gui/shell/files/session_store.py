"""Restores an earlier session: its games and positions, and work that was interrupted."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate import log, paths
from millmate.errors import MillMateError
from millmate.games import catalogue
from millmate.games.board import Rules
from millmate.gui.kit.errors import capital, error_sentence, reason
from millmate.gui.kit.tasks import Task
from millmate.gui.shell.board_tabs import Tab
from millmate.gui.shell.files.autosave import Autosave
from millmate.gui.shell.files.opening import GameOpener
from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.players.spec import PlayerSpec
from millmate.records import archive, recent_games
from millmate.records.archive import GamePlace
from millmate.records.pgn import from_pgn, to_pgn
from millmate.records.record import GameRecord
from millmate.records.session_file import SessionSlot, SessionSnapshot, TabSnapshot
from millmate.records.tree import steps_to


@dataclass(frozen=True, slots=True)
class Work:
    """The directory of the running tournament, and the tables being built; "" for none.

    `metrics` is what the distances of these tables count; `solving` is the request of a position
    that is being solved, as JSON.
    """

    tournament: str = ""
    building: str = ""
    metrics: str = ""
    solving: str = ""


@dataclass(frozen=True, slots=True)
class WorkOffer:
    """Interrupted work as a sentence, and a button that takes it up."""

    text: str
    label: str
    accept: Callable[[], None]


class InterruptedWork(QObject):
    """Tracks running work, and offers interrupted work, one strip and one button at a time.

    `offers` holds those that have not been accepted, also after their strip was dismissed.
    """

    changed = Signal()  # the running work changed
    offers_changed = Signal()

    def __init__(self, services: Services, playing: Callable[[], Path | None]) -> None:
        """`playing` returns the directory of the running tournament."""
        super().__init__(services.window)
        self._playing, self._links = playing, services.links
        self._build, self._notify = services.build, services.notifications
        self._closing: Work | None = None  # the running work when the window closed
        self.offers: list[WorkOffer] = []
        self._strips: deque[WorkOffer] = deque()
        self._last = Work()
        self._notify.dismissed.connect(self._show_next_soon)
        for advanced in (self._build.advanced, self._build.ended):
            advanced.connect(self.note)
        for advanced in (self._links.tournament_progressed, self._links.tournament_ended):
            advanced.connect(self.note)

    @property
    def work(self) -> Work:
        """The running work, or that at the time the window closed."""
        return self._closing or self._now

    @property
    def _now(self) -> Work:
        directory, build = self._playing(), self._build
        building = build.running and not build.stopping and not build.unasked
        return Work(
            str(directory or ""),
            " ".join(map(str, build.targets)) if building else "",
            " ".join(metric.value for metric in build.metrics) if building else "",
            build.request.to_json() if building and build.request is not None else "",
        )

    @Slot()
    def note(self, *_: object) -> None:
        """Emit `changed` if the running work differs; called several times a second."""
        if self.work != self._last:
            self._last = self.work
            self.changed.emit()

    def note_closing(self) -> None:
        """Remember the running work: closing the window stops it."""
        self._closing = self._now

    def offer(self, work: Work) -> None:
        """Offer to resume interrupted work, as far as it still exists."""
        directory = Path(work.tournament)
        if work.tournament and directory.is_dir():
            text = tr("The tournament {name} was interrupted.", name=directory.name)
            show = tr("Show the tournament")
            self._offer(text, show, lambda: self._links.open_tournament.emit(directory))
        if work.building:
            text = tr("Building {tables} was interrupted.", tables=work.building)
            self._offer(text, tr("Continue building"), lambda: self._resume(work))
        if work.solving:
            text = tr("Solving a position was interrupted.")
            self._offer(text, tr("Continue solving"), lambda: self._solve_on(work))
        if not self._notify.message:
            self._show_next()

    def _offer(self, text: str, label: str, take_up: Callable[[], object]) -> None:
        def accept() -> None:
            for held in (self.offers, self._strips):
                if offer in held:
                    held.remove(offer)
            self.offers_changed.emit()
            take_up()

        offer = WorkOffer(text, label, accept)
        self.offers.append(offer)
        self._strips.append(offer)
        self.offers_changed.emit()

    @Slot()
    def _show_next_soon(self) -> None:
        if self._strips:
            QTimer.singleShot(0, self, self._show_next)

    @Slot()
    def _show_next(self) -> None:
        if self._strips and not self._notify.message:
            offer = self._strips.popleft()
            self._notify.remark(offer.text, offer.label, offer.accept)

    def _solve_on(self, work: Work) -> None:
        from millmate.tablebase.solve_request import SolveRequest

        try:
            request = SolveRequest.from_json(work.solving)
        except MillMateError as error:
            self._notify.warn(error_sentence(error))
            return
        if not self._build.running:
            self._build.solve(request)

    def _resume(self, work: Work) -> None:
        from millmate.tablebase.metric import Metric
        from millmate.tablebase.names import parse

        try:
            targets = [parse(name) for name in work.building.split()]
        except MillMateError as error:
            self._notify.warn(error_sentence(error))
            return
        if not self._build.running:
            metrics = [metric for metric in Metric if metric.value in work.metrics.split()]
            self._build.start(targets, metrics)


_PATIENCE_MS = 2000  # for the write in progress
_AGAIN_MS = 5000  # after a write error
_EVERY_MS = 1000  # minimum interval between two writes

_AnyTab = TypeVar("_AnyTab", bound=TabSnapshot)


class SessionStore(QObject):
    """Saves the window's session a second after a change, in a thread; see `session_file`."""

    def __init__(
        self,
        services: Services,
        autosave: Autosave,
        opener: GameOpener,
        interrupted: InterruptedWork,
    ) -> None:
        super().__init__(services.window)
        self._services, self._autosave, self._opener = services, autosave, opener
        self._interrupted, self._notify = interrupted, services.notifications
        self._place: SessionSlot | None = None
        self._writing: Task | None = None
        self._trouble = False  # whether the last write failed
        self._wait = QTimer(self, singleShot=True, interval=_EVERY_MS)
        self._wait.timeout.connect(self._write)
        services.tabs.restore = self._bring_back_tab

    def start(self, bring_back: bool = True) -> bool:
        """Restore the last session unless `bring_back` is false; then start saving.

        A game that was in progress during a crash is added to the user's games in any case.

        Returns:
            Whether there was a session to restore.
        """
        try:
            self._place = SessionSlot()
            last = self._place.read()
        except OSError as error:
            self._notify.status(_not_kept(error))
            return False
        if last is not None:
            self._restore(last, bring_back)
        self._follow()
        self._note()
        return last is not None and bring_back

    def end(self) -> None:
        """Save the session as ended by an ordinary quit."""
        self._wait.stop()
        if self._writing is not None:
            self._writing.wait()
        if self._place is not None:
            with suppress(OSError):
                self._place.write(replace(_complete(*self._snapshot()), closed=True, live=False))
            self._place.release()
            self._place = None

    def save_now(self) -> str:
        """Save the session at once; return the error as text, or "" on success."""
        if self._place is None:
            return tr("this window does not save sessions.")
        if self._writing is not None and not self._writing.wait(_PATIENCE_MS):
            return tr("the disk does not answer.")
        try:
            self._place.write(_complete(*self._snapshot()))
        except Exception as error:  # any error: a crash report may be in progress already
            log.report("keeping", error)
            return capital(str(error) or type(error).__name__)
        return ""

    # --- saving ------------------------------------------------------------------------------

    def _follow(self) -> None:
        services = self._services
        services.game.connect_all(self._note)
        services.tabs.changed.connect(self._note)
        self._autosave.saved.connect(self._note)
        self._interrupted.changed.connect(self._note)
        services.navigation.page_changed.connect(self._note)
        services.navigation.panel_changed.connect(self._note)
        for view in services.views:
            view.editor.changed.connect(self._note)
            view.board.flipped_changed.connect(self._note)

    @Slot()
    def _note(self, *_: object) -> None:
        """Schedule a write after a change."""
        if not self._wait.isActive():
            self._wait.start()

    @Slot()
    def _write(self) -> None:
        if self._place is None:
            return
        if self._writing is not None:  # slow disk: later changes follow
            self._note()
            return
        place, snapshot = self._place, self._snapshot()
        task = Task(lambda progress, stopped: place.write(_complete(*snapshot)))
        self._writing = task.launch(done=self._written, failed=self._not_written)

    @Slot(object)
    def _written(self, _: object) -> None:
        self._writing, self._trouble = None, False

    @Slot(object)
    def _not_written(self, error: Exception) -> None:
        """Report the error once, and retry until the write succeeds."""
        self._writing = None
        if not self._trouble:
            self._notify.warn(_not_kept(error))
        self._trouble = True
        QTimer.singleShot(_AGAIN_MS, self, self._note)

    def _snapshot(self) -> tuple[SessionSnapshot, list[GameRecord | None]]:
        """Return the session, and its games, whose conversion to PGN takes time."""
        services, game, work = self._services, self._services.game, self._interrupted.work
        autosave, workspace, tabs = self._autosave, services.workspace, services.tabs
        others = [tab for tab in tabs.tabs if tab is not tabs.shown]
        session = SessionSnapshot(
            page_name=services.navigation.page.value,
            panel=services.navigation.panel.value,
            kind=workspace.kind,
            editing=workspace.editing,
            positions={view.kind: str(view.editor.model.fen) for view in services.views},
            rules={view.kind: view.editor.model.rules.name for view in services.views},
            place=tuple(steps_to(game.line.node)),
            specs=(str(game.specs[True]), str(game.specs[False])),
            live=game.live,
            kept=game.autosaved,
            opened=game.opened,
            saved=_text(autosave.place),
            origin=_text(autosave.origin),
            unsaved=autosave.unsaved,
            tournament=work.tournament,
            building=work.building,
            metrics=work.metrics,
            solving=work.solving,
            flipped=services.views.board.flipped,
            others=tuple(map(self._snapshot_of, others)),
            tab=tabs.tabs.index(tabs.shown),
        )
        written = [tab.stand.game.written if tab.stand is not None else None for tab in others]
        return session, [game.to_record() if game.started else None, *written]

    def _snapshot_of(self, tab: Tab) -> TabSnapshot:
        """Return the state of a tab that is not shown, except its game as PGN."""
        stand = tab.stand
        if stand is None:
            return tab.kept or TabSnapshot()
        game, kept = stand.game, self._autosave.kept_of(stand.game.line)
        return TabSnapshot(
            panel=tab.panel.value,
            kind=stand.kind,
            editing=stand.editing,
            positions=self._services.workspace.fens(stand),
            rules=self._services.workspace.rules_names(stand),
            place=tuple(steps_to(game.line.node)),
            specs=(str(game.specs[True]), str(game.specs[False])),
            live=game.live,
            kept=game.autosaved,
            opened=game.opened,
            saved=_text(kept.place),
            origin=_text(kept.origin),
            unsaved=kept.unsaved,
            flipped=tab.seen[stand.kind].flipped,
            title=tab.title,
            words=tab.words,
        )

    # --- restoring ---------------------------------------------------------------------------

    def _restore(self, last: SessionSnapshot, bring_back: bool) -> None:
        """Show the last session, report a crash, and save its unsaved game."""
        crashed = not last.closed
        record, place = _saved_game(last, crashed)
        others = [_saved_aside(tab, crashed) for tab in last.others]
        self._bring_back_positions(last)
        if not bring_back:
            return
        with suppress(MillMateError):
            self._bring_back(last, record, place)
        with suppress(ValueError):  # the session can be from another version
            self._services.navigation.show(Page.named(last.page_name))
        self._services.tabs.put_back(others, last.tab)
        if crashed:
            self._report_crash(last)
        work = Work(last.tournament, last.building, last.metrics, last.solving)
        self._interrupted.offer(work)

    def _bring_back_positions(self, last: TabSnapshot) -> None:
        for view in self._services.views:
            model = view.editor.model
            with suppress(MillMateError):
                rules = _rules_of(last, view.kind) or model.rules
                model.load(catalogue.parse(last.positions.get(view.kind, model.fen), rules))

    def _bring_back_tab(self, last: TabSnapshot) -> None:
        """Fill the tab shown, which is new, with what it held in the last session."""
        page = self._services.navigation.page
        self._bring_back_positions(last)
        with suppress(MillMateError):
            self._bring_back(last, _game_of(last), _own(last.saved))
        self._services.navigation.show(page)

    def _bring_back(
        self, last: TabSnapshot, record: GameRecord | None, place: GamePlace | None
    ) -> None:
        services, workspace = self._services, self._services.workspace
        services.views.board.set_flipped(last.flipped)
        if record is not None:
            self._show_game(last, record)
            self._autosave.restore(place, _of_games(last.origin))
        if record is None or last.editing:
            workspace.set_up(last.positions.get(last.kind, workspace.fen))
        services.views.board.set_flipped(last.flipped)
        with suppress(ValueError):  # the session can be from another version
            services.navigation.choose(Panel(last.panel))

    def _show_game(self, last: TabSnapshot, record: GameRecord) -> None:
        game = self._services.game
        self._opener.show(record)
        if not last.opened:
            white, black = map(PlayerSpec.parse, last.specs)
            game.reopen({True: white, False: black}, last.kept)
        game.show(game.line.tree.find(last.place))

    def _report_crash(self, last: SessionSnapshot) -> None:
        said = tr("The program ended unexpectedly; your last session was restored.")
        if last.live and self._services.game.can_resume:
            self._notify.remark(said, tr("Continue playing"), self._services.game.resume)
        else:
            self._notify.remark(said)


def _rules_of(last: TabSnapshot, kind: str) -> Rules | None:
    """Return the rules of the position set up on the board of a game, None if they are missing."""
    with suppress(MillMateError):  # the session can be from another version
        name = last.rules.get(kind, "")
        return catalogue.game(name) if catalogue.kind_of(name) == kind else None
    return None


def _complete(session: SessionSnapshot, records: list[GameRecord | None]) -> SessionSnapshot:
    """Return `session` with its games, that of the tab shown and those of the others."""
    shown, *rest = records
    others = tuple(map(_with_game, session.others, rest))
    return replace(_with_game(session, shown), others=others)


def _with_game(tab: _AnyTab, record: GameRecord | None) -> _AnyTab:
    return tab if record is None else replace(tab, pgn=to_pgn(record))


def _saved_game(last: TabSnapshot, crashed: bool) -> tuple[GameRecord | None, GamePlace | None]:
    """Return the game of a tab and its place among the user's games; save it if it is not there."""
    record, place = _game_of(last), _own(last.saved)
    if record is not None and place is None:
        place = recent_games.find(record)  # saved just before the window was killed
    if record is not None and _worth_saving(last, record, crashed):
        with suppress(OSError, MillMateError):
            place = archive.update(record, place)
    return record, place


def _saved_aside(last: TabSnapshot, crashed: bool) -> TabSnapshot:
    """Return a tab that is not shown with its game saved."""
    if last.unsaved or (crashed and last.live):
        _, place = _saved_game(last, crashed)
        return replace(last, saved=_text(place), unsaved=False)
    return last


def _game_of(last: TabSnapshot) -> GameRecord | None:
    """Return the game of a session, or None if it has none or it is unreadable."""
    try:
        return from_pgn(last.pgn)[0] if last.pgn else None
    except MillMateError:
        return None


def _worth_saving(last: TabSnapshot, record: GameRecord, crashed: bool) -> bool:
    """Return whether a session's game should be saved and is not among the user's games."""
    abandoned = crashed and last.live and last.kept
    return bool(abandoned or last.unsaved) and bool(record.moves or record.movetext)


def _own(text: str) -> GamePlace | None:
    """Return the place in `text` if it is among the user's games, else None.

    Games are saved there unasked, and a session file from elsewhere may name any file.
    """
    place = GamePlace.from_json(text)
    if place is None or place.path.parent != paths.games_dir() or place.path.is_symlink():
        return None
    return place


def _of_games(text: str) -> GamePlace | None:
    """Return the place in `text` if its file is a game file, else None."""
    place = GamePlace.from_json(text)
    return place if place is not None and place.path.suffix.lower() == ".pgn" else None


def _text(place: GamePlace | None) -> str:
    return "" if place is None else place.to_json()


def _not_kept(error: Exception) -> str:
    why = reason(error)
    return tr("Your work will be lost if the program crashes: {why}", why=why)
