"""The results of a tournament: one store of its games, which all views show, and what fills it."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

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
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.plan import TournamentPlan

if TYPE_CHECKING:  # it imports numpy
    from millmate.play.tournament.tournament import Tournament

_BUNCH_SECONDS = 0.06
_MOST_SECONDS = 0.02  # computing time of the window's thread per batch of events


@dataclass(frozen=True, slots=True)
class GameRow:
    """A running or finished game; `last` is the last move reported while it was running."""

    game: GameSpec | GameResult
    last: GameMoved | None = None

    @property
    def number(self) -> int:
        return self.game.number

    @property
    def names(self) -> tuple[str, str]:
        return self.game.white.name, self.game.black.name

    @property
    def sides(self) -> tuple[int, int]:
        return self.game.white.participant, self.game.black.participant

    @property
    def plies(self) -> int:
        return len(self.game.moves) if self.last is None else self.last.ply

    @property
    def result(self) -> GameResult | None:
        """The result, or None while the game is running."""
        return self.game if isinstance(self.game, GameResult) else None

    @property
    def thrown_away(self) -> int | None:
        """The number of results thrown away, or None if no table covers the game."""
        if self.result is None or self.result.judged is None:
            return None
        judged = self.result.judged
        return len(judged.white.slips) + len(judged.black.slips)


class Results(QObject):
    """The games of one tournament by number: `finished` ones in their order, and `live` ones.

    `changed` carries the number of a game that started, continued, finished or was abandoned;
    `filled` means that earlier games were added.
    """

    changed = Signal(int)
    filled = Signal()

    def __init__(
        self,
        plan: TournamentPlan,
        directory: Path,
        finished: Mapping[int, GameResult] | None = None,
    ) -> None:
        super().__init__()
        self.plan, self.directory = plan, directory
        self.finished: dict[int, GameResult] = dict(finished or {})
        self.live: dict[int, GameRow] = {}
        self.progress: Progress | None = None  # of the last run

    def row(self, number: int) -> GameRow | None:
        """Return a game, or None if it was abandoned or never started."""
        result = self.finished.get(number)
        return self.live.get(number) if result is None else GameRow(result)

    def note(self, event: TournamentEvent) -> None:
        match event:
            case GameBegan(spec):
                self._set_live(GameRow(spec))
            case GameMoved(number=number) | GameRepeated(number=number) if number in self.live:
                last = event if isinstance(event, GameMoved) else None
                self._set_live(replace(self.live[number], last=last))
            case GameFinished(result):
                self.live.pop(result.number, None)
                self.finished[result.number] = result
                self.changed.emit(result.number)
            case Progress(running=running):
                self.progress = event
                self.abandon(self.live.keys() - set(running))

    def abandon(self, numbers: Iterable[int]) -> None:
        """Remove live games whose results are not needed any more."""
        for number in list(numbers):
            del self.live[number]
            self.changed.emit(number)

    def add_earlier(self, found: Mapping[int, GameResult]) -> None:
        """Add the games found in the directory."""
        if found.keys() - self.finished.keys():
            self.finished = dict(found) | self.finished
            self.filled.emit()

    def _set_live(self, row: GameRow) -> None:
        self.live[row.number] = row
        self.changed.emit(row.number)


class TournamentRun(QObject):
    """Plays one tournament at a time in a thread; its events arrive in the window's thread.

    They are noted in `results`, then emitted by `happened`, in order and in batches about ten times
    a second, because fast games produce more of them than a window can paint.

    `rested` means that the tournament was paused or resumed. The last signal is either `ended`,
    with whether all games are played (otherwise it was stopped), or `failed`, with a sentence.
    """

    happened = Signal(object)
    rested = Signal(bool)
    ended = Signal(bool)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.results: Results | None = None  # those of the last run
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
        results: Results,
        *,
        tables: Path | None = None,
        workers: int | None = None,
        scheduler: str | None = None,
    ) -> None:
        """Play the missing games of `results`; no other tournament may be running.

        See `Tournament` for the other arguments.
        """
        from millmate.play.tournament.tournament import Tournament

        assert not self.running
        self.results, results.progress = results, None
        self.error = None
        self.paused = self.stopping = False
        self._waiting.clear()
        self._tournament = Tournament(
            results.plan,
            results.directory,
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
            if number >= last or self._first or not isinstance(event, Progress):
                self._emit_event(event)
        return []

    @property
    def _first(self) -> bool:
        """Whether nothing is known yet of the progress."""
        return self.results is not None and self.results.progress is None

    def _emit_event(self, event: TournamentEvent) -> None:
        assert self.results is not None
        if isinstance(event, Progress) and self._first and self._tournament is not None:
            self.results.add_earlier(self._tournament.results)
        self.results.note(event)
        self.happened.emit(event)

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
        if self.results is not None:
            self.results.abandon(self.results.live)
        self._task = self._tournament = None
        self.paused = self.stopping = False
