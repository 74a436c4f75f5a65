"""Saves the game in the window to the user's games when it ends, closes, or changes."""

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate import paths
from millmate.errors import MillMateError
from millmate.gui.kit.errors import reason
from millmate.gui.kit.tasks import Task
from millmate.gui.shell.frame.navigation import Action
from millmate.gui.shell.play.session import GameStand
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.records import archive, recent_games
from millmate.records.archive import GameMovedError, GamePlace
from millmate.records.line import Line
from millmate.records.record import GameRecord

_DELAY_MS = 300  # collects the changes of this period
_RETRY_MS = 5000  # after a write error
_LARGEST_UPDATED = 2_000_000  # bytes; a larger file is not rewritten with each change

_State = tuple[int, str]  # the tree's version, and how the game ended
_UNSAVED: _State = (-1, "")


@dataclass(frozen=True, slots=True)
class Kept:
    """The places of a game, among the user's games and in the file that it was opened from."""

    place: GamePlace | None
    origin: GamePlace | None
    unsaved: bool


@dataclass(slots=True)
class _Entry:
    """A game that is or was in the window, and where it is saved.

    `place` is its place among the user's games, `origin` the place in another file it was opened
    from. `saved` is the state last saved. `original` is the text at `place` before the first
    change, or None if Autosave `added` the game.
    """

    saved: _State = _UNSAVED
    place: GamePlace | None = None
    origin: GamePlace | None = None
    original: bytes | None = None
    added: bool = False
    announced: bool = False
    plies: int = 0  # of the main line when last saved


@dataclass(slots=True)
class _Job:
    """A record to write, or None to undo that; `asked` requests a confirmation message.

    The target is the user's games, or with `back` the file the game was opened from. Once it is
    `done`, the game is at `place`, where `original` was the text before the first change.
    """

    entry: _Entry
    record: GameRecord | None
    asked: bool = False
    back: bool = False
    done: bool = False
    place: GamePlace | None = None
    original: bytes | None = None


class Autosave(QObject):
    """Saves every game the user touched, unasked, and offers to undo that.

    Games are written one at a time, in threads. A game that cannot be written is reported once
    and retried until it succeeds. `saved` follows every written game.
    """

    saved = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._game, self._notify = services.game, services.notifications
        self._save_elsewhere: Action = services.commands["save_as"].trigger
        self._line: Line | None = None  # of the game in the window
        self._entry = _Entry()
        # Several games may be open, one of them in the window.
        self._entries: WeakKeyDictionary[Line, _Entry] = WeakKeyDictionary()
        self._jobs: deque[_Job] = deque()  # the first one is being written while there is a task
        self._task: Task | None = None
        self._trouble = ""  # the last reported write error
        self._wait = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._wait.timeout.connect(self._save)
        self._retry = QTimer(self, singleShot=True, interval=_RETRY_MS)
        self._retry.timeout.connect(self._write_next)
        self._game.connect_all(self._follow, self._game.turn_changed)
        self._game.left.connect(self._save)
        services.commands.bind("save", self.save_in_place, enabled=self._has_moves)

    def _has_moves(self) -> bool:
        return bool(self._game.line.plies)

    # --- the game in the window --------------------------------------------------------------

    @property
    def place(self) -> GamePlace | None:
        """The place of the game among the user's games, or None."""
        return self._entry.place

    @property
    def origin(self) -> GamePlace | None:
        """The place of the game in another file it was opened from, or None."""
        return self._entry.origin

    @property
    def unsaved(self) -> bool:
        """Whether the game has changes not yet saved to the user's games."""
        return self._due or self._waits(self._entry)

    def kept_of(self, line: Line) -> Kept:
        """Return where a game is saved that was open before."""
        entry = self._entries.get(line, _Entry())
        return Kept(entry.place, entry.origin, self._waits(entry))

    def _waits(self, entry: _Entry) -> bool:
        return any(job.entry is entry for job in self._jobs)

    def opened_from(self, place: GamePlace) -> None:
        """Set the place of the game that was just opened."""
        self._follow()
        if _can_be_updated(place):
            self._entry.place = place
        else:
            self._entry.origin = place
        self._note_saved()
        record = self._game.to_record()
        Task(lambda progress, stopped: recent_games.note(record, place)).launch()

    def restore(self, place: GamePlace | None, origin: GamePlace | None) -> None:
        """Set the places of a game restored from the last session."""
        self._follow()
        self._entry.place, self._entry.origin = place, origin
        self._entry.announced = True
        self._note_saved()

    def save_unchanged(self) -> None:
        """Save the game as it is, even if unchanged."""
        self._follow()
        self._entry.saved = _UNSAVED
        self._save()

    def save_in_place(self) -> None:
        """Save the game where it came from, at the user's request, and report where that is.

        That is the file it was opened from, or else its place among the user's games.
        """
        self._follow()
        if self._entry.origin is None:
            self._put(asked=True)
            return
        self._save()  # independent of the result for the other file
        job = _Job(self._entry, self._game.to_record(), asked=True, back=True)
        self._jobs.insert(0 if self._task is None else 1, job)
        self._write_next()

    @Slot(object)
    def save_aside(self, game: GameStand) -> None:
        """Save a game in progress that was put aside and is not gone on with."""
        entry, record = self._entries.get(game.line), game.written
        if entry is not None and record is not None and record.moves and game.autosaved:
            entry.saved, entry.plies = (
                (game.line.tree.version, str(game.outcome)),
                len(record.moves),
            )
            self._queue(_Job(entry, record))

    def close(self) -> str:
        """Write all waiting games; return the error as text, or "" on success."""
        self._wait.stop()
        self._retry.stop()
        if self._task is not None:
            self._task.wait()
            self._task.drop()  # the job holds its result
            self._task = None
        try:
            while self._jobs:
                if not self._jobs[0].done:
                    _work(self._jobs[0])
                self._finish()
        except (OSError, MillMateError) as error:
            self._retry.start()
            return reason(error)
        return ""

    # --- detecting changes -------------------------------------------------------------------

    @Slot()
    def _follow(self) -> None:
        """Detect a new game or a change to save."""
        game = self._game
        if game.line is not self._line:
            self._wait.stop()
            self._line, known = game.line, self._entries.get(game.line)
            self._enter(known or _Entry())
            if known is None and game.opened:
                self._note_saved()
        elif self._taken_back:
            self._enter(_Entry())  # saved moves are never overwritten
        if game.live:
            if not game.autosaved:
                self._enter(_Entry(self._state))
        elif self._due and game.line.tree.can_undo:
            if not self._wait.isActive():
                self._wait.start()
        else:
            self._save()

    def _enter(self, entry: _Entry) -> None:
        self._entry = self._entries[self._game.line] = entry

    @property
    def _taken_back(self) -> bool:
        """Whether saved moves were taken back and play continued before them."""
        line = self._game.line
        edited = line.tree.can_undo or line.tree.can_redo
        return not edited and len(line.played) < self._entry.plies

    @property
    def _state(self) -> _State:
        game = self._game
        return game.line.tree.version, str(game.outcome) if game.autosaved else ""

    @property
    def _due(self) -> bool:
        game, entry = self._game, self._entry
        if game.live or not game.started or self._line is not game.line:
            return False
        known = entry.place is not None or self._waits(entry)
        return entry.saved != self._state and (known or not self._empty)

    @property
    def _empty(self) -> bool:
        root = self._game.line.tree.root
        return not (root.children or root.notes)

    def _note_saved(self) -> None:
        """Mark the current state as saved."""
        game, entry = self._game, self._entry
        entry.saved, entry.plies = self._state, len(game.line.played)

    # --- writing -----------------------------------------------------------------------------

    @Slot()
    def _save(self) -> None:
        """Queue the game for writing if it has unsaved changes."""
        self._wait.stop()
        if self._due:
            self._put()

    def _put(self, asked: bool = False) -> None:
        """Queue the game, replacing an earlier waiting job for it."""
        self._wait.stop()
        self._note_saved()
        self._queue(_Job(self._entry, self._game.to_record(), asked))

    def _queue(self, job: _Job) -> None:
        begun = self._jobs[0] if self._task is not None else None
        for each in list(self._jobs):
            if each.entry is job.entry and each is not begun and not each.back:
                job.asked |= each.asked
                self._jobs.remove(each)
        self._jobs.append(job)
        self._write_next()

    @Slot()
    def _write_next(self) -> None:
        if self._task is not None or not self._jobs:
            return
        job = self._jobs[0]
        task = Task(lambda progress, stopped: _work(job))
        self._task = task.launch(done=self._written, failed=self._not_written)

    @Slot(object)
    def _written(self, _: object) -> None:
        self._task = None
        self._finish()
        self._write_next()

    def _finish(self) -> None:
        """Process the result of the first job, and report it if requested."""
        job = self._jobs.popleft()
        if job.back:
            job.entry.origin = job.place
            self._report_place(job.place)
        else:
            self._finish_own(job)
        self.saved.emit()

    def _finish_own(self, job: _Job) -> None:
        entry, place = job.entry, job.place
        moved = place is not None and entry.place is not None and place.path != entry.place.path
        if entry.place is None or moved:
            entry.added = place is not None
        entry.place, entry.original = place, job.original
        if self._trouble and self._notify.message == self._trouble:
            self._notify.dismiss()
        self._trouble = ""
        if job.record is None or place is None:
            entry.announced = False
        elif job.asked:
            entry.announced = True
            self._report_place(place)
        elif moved or not entry.announced:
            self._announce(entry, place)

    def _report_place(self, place: GamePlace | None) -> None:
        if place is not None:
            self._notify.status(tr("Game saved: {path}", path=place.path))

    def _announce(self, entry: _Entry, place: GamePlace) -> None:
        entry.announced = True
        text = tr("Saved in My games: {name}", name=place.path.stem)
        self._notify.offer(text, tr("Undo saving"), lambda: self._undo(entry))

    def _undo(self, entry: _Entry) -> None:
        """Remove the game from the user's games, or restore its earlier text."""
        self._queue(_Job(entry, None))
        self._notify.status(tr("My games are as they were before."))

    @Slot(object)
    def _not_written(self, error: Exception) -> None:
        """Report the error once, and retry until the write succeeds."""
        self._task = None
        why = reason(error)
        if self._jobs[0].back:  # the user's own games hold the game in any case
            self._jobs.popleft()
            self._complain(tr("The game could not be saved: {why}.", why=why))
            self._write_next()
            return
        if not self._trouble:
            self._trouble = tr("The game could not be saved: {why}. Trying again.", why=why)
            self._complain(self._trouble)
        self._retry.start()

    def _complain(self, text: str) -> None:
        self._notify.warn(text, tr("Save elsewhere…"), self._save_elsewhere)


def _work(job: _Job) -> None:
    """Do `job`, in any thread.

    Raises:
        OSError: Writing fails.
        MillMateError: The game cannot be written.
    """
    entry, record = job.entry, job.record
    if job.back and record is not None and entry.origin is not None:
        job.place = archive.replace(record, entry.origin)
        recent_games.note(record, job.place, entry.origin, entry.place)
    elif record is None or (entry.added and not (record.moves or record.movetext)):
        _undo(job)  # all changes were taken back
    else:
        job.original = entry.original
        if entry.place is not None and job.original is None and not entry.added:
            with suppress(OSError, MillMateError):
                job.original = archive.text_at(entry.place)
        job.place = archive.update(record, entry.place)
        recent_games.note(record, job.place, entry.place, entry.origin)
    job.done = True


def _undo(job: _Job) -> None:
    """Undo the save, except for changes made by another program since."""
    entry, place = job.entry, job.entry.place
    job.place = None if entry.added else place
    with suppress(GameMovedError, FileNotFoundError):
        if place is not None and entry.added:
            archive.remove(place)
        elif place is not None and entry.original is not None:
            job.place = archive.restore(entry.original, place)


def _can_be_updated(place: GamePlace) -> bool:
    """Return whether the game is among the user's own, in a file small enough to rewrite."""
    try:
        return (
            place.path.resolve().is_relative_to(paths.games_dir().resolve())
            and place.path.stat().st_size <= _LARGEST_UPDATED
        )
    except OSError:
        return False
