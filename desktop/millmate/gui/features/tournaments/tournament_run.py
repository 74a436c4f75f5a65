"""A running tournament, with its events as signals."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate.gui.features.tournaments.results.games_model import GameRow
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.tasks import Task
from millmate.play.tournament.events import (
    GameBegan,
    GameFinished,
    GameMoved,
    GameRepeated,
    Progress,
    TournamentEvent,
)
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.tournament import Tournament

if TYPE_CHECKING:
    from millmate.play.tournament.plan import TournamentPlan

_BUNCH_SECONDS = 0.06
_MOST_SECONDS = 0.02  # computing time of the window's thread per batch of events


class TournamentRun(QObject):
    """Plays one tournament at a time in a thread; emits its events in the window's thread.

    `happened` carries the events in order, in batches about ten times a second, because fast games
    produce more of them than a window can paint.

    `learnt` means that `results` contains earlier games found in the directory. `rested` means that
    the tournament was paused or resumed. The last signal is either `ended`, with whether all games
    are played (otherwise it was stopped), or `failed`, with a sentence.
    """

    happened = Signal(object)
    learnt = Signal()
    rested = Signal(bool)
    ended = Signal(bool)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.plan: TournamentPlan | None = None
        self.directory: Path | None = None
        self.results: dict[int, GameResult] = {}  # the finished games by number
        self.live: dict[int, GameRow] = {}  # the running games by number
        self.last: Progress | None = None
        self.error: Exception | None = None  # the error of the last run
        self.paused = self.stopping = False
        self._tournament: Tournament | None = None
        self._task: Task | None = None
        self._waiting: deque[TournamentEvent] = deque()
        self._nudged = False
        self._told = 0.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._emit_events)

    @property
    def running(self) -> bool:
        return self._task is not None

    def start(
        self,
        plan: TournamentPlan,
        directory: Path,
        *,
        known: Mapping[int, GameResult] | None = None,
        tables: Path | None = None,
        workers: int | None = None,
        scheduler: str | None = None,
    ) -> None:
        """Play the missing games of `plan` in `directory`; no other tournament may be running.

        `known` holds the games already found in the directory; see `Tournament` for the others.
        """
        assert not self.running
        self.plan, self.directory = plan, directory
        self.results, self.live, self.last = dict(known or {}), {}, None
        self.error = None
        self.paused = self.stopping = False
        self._waiting.clear()
        self._tournament = Tournament(
            plan,
            directory,
            tables=tables,
            workers=workers,
            scheduler=scheduler,
            on_event=self._observe,
        )
        self._task = Task(self._work)
        self._task.launch(
            progress=self._nudge, done=self._done, failed=self._failed, stopped=self._stopped
        )

    def pause(self) -> None:
        """Start no other game until `resume`; running games continue."""
        if self._tournament is not None and not (self.stopping or self.paused):
            self.paused = True
            self._tournament.pause()
            self.rested.emit(True)

    def resume(self) -> None:
        """Start games again."""
        if self._tournament is not None and self.paused:
            self.paused = False
            self._tournament.resume()
            self.rested.emit(False)

    def stop(self) -> None:
        """Stop soon; unfinished games are abandoned and played again later."""
        if self._tournament is not None and self._task is not None:
            self.stopping = True
            self._task.stop()
            self._tournament.stop()

    def set_workers(self, count: int) -> None:
        """Play this many games at once from now on."""
        if self._tournament is not None:
            self._tournament.set_workers(count)

    # In the thread of the tournament -------------------------------------------------------------

    def _work(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> object:
        assert self._tournament is not None
        self._news = progress
        return self._tournament.run()

    def _observe(self, event: TournamentEvent) -> None:
        """Queue an event for the window and wake it, unless that is already pending."""
        self._waiting.append(event)
        if not self._nudged:
            self._nudged = True
            self._news(None)

    # In the window's thread ----------------------------------------------------------------------

    @Slot(object)
    def _nudge(self, _: object) -> None:
        """Schedule the emission of new events, not too soon after the last batch."""
        rest = self._told + _BUNCH_SECONDS - time.monotonic()
        if rest <= 0:
            self._emit_events()
        elif not self._timer.isActive():
            self._timer.start(round(rest * 1000))

    @Slot()
    def _emit_events(self) -> None:
        """Emit the queued events; the rest of a long batch follows after a pause."""
        self._nudged = False  # before the events are removed, so that none can be missed
        self._told = time.monotonic()
        left = self._emit_until(time.thread_time() + _MOST_SECONDS)
        self._waiting.extendleft(reversed(left))
        if left:
            self._nudge(None)

    def _emit_until(self, until: float) -> list[TournamentEvent]:
        """Emit queued events until this thread has computed for so long; return the rest.

        Of several `Progress` events, emit only the last: the others are out of date.
        """
        events = [self._waiting.popleft() for _ in range(len(self._waiting))]
        last = max((n for n, e in enumerate(events) if isinstance(e, Progress)), default=0)
        for number, event in enumerate(events):
            if time.thread_time() > until:
                return events[number:]
            if number >= last or self.last is None or not isinstance(event, Progress):
                self._emit_event(event)
        return []

    def _emit_event(self, event: TournamentEvent) -> None:
        match event:
            case GameBegan(spec):
                self.live[spec.number] = GameRow(spec)
            case GameMoved(number=number) | GameRepeated(number=number) if number in self.live:
                last = event if isinstance(event, GameMoved) else None
                self.live[number] = replace(self.live[number], last=last)
            case GameFinished(result):
                self.live.pop(result.number, None)
                self.results[result.number] = result
            case Progress():
                self._note_progress(event)
        self.happened.emit(event)

    def _note_progress(self, progress: Progress) -> None:
        """Drop abandoned games; the first time, add the games found in the directory."""
        if self.last is None and self._tournament is not None:
            found = self._tournament.results | self.results
            if len(found) > len(self.results):
                self.results = found
                self.learnt.emit()
        for number in self.live.keys() - set(progress.running):
            del self.live[number]  # its result is no longer needed
        self.last = progress

    @Slot(object)
    def _done(self, complete: object) -> None:
        self._end()
        self.ended.emit(bool(complete))

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self._end()
        self.error = error
        self.failed.emit(error_sentence(error))

    @Slot()
    def _stopped(self) -> None:
        self._end()
        self.ended.emit(False)

    def _end(self) -> None:
        """Emit the remaining events."""
        self._timer.stop()
        self._emit_until(inf)
        self.live.clear()
        self._task = self._tournament = None
        self.paused = self.stopping = False
