"""One match in its own thread."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from millmate.games.board import Board, Rules
from millmate.gui.play.seats import Seats
from millmate.gui.tasks import Task
from millmate.play.events import Event, MovePlayed, Remarked, Thinking, TurnBegan
from millmate.play.match import Match
from millmate.players.human import HumanPlayer
from millmate.players.player import Action
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.setting_tags import setting_tags
from millmate.players.spec import ENGINE, STRONG, PlayerSpec, describe


class Session(QObject):
    """Plays one match from `board` in a thread and emits its events as `happened`.

    `people` play the sides without a player in `seats`.
    `pace` is the minimum time between two engine moves, in seconds, so that the user can follow.
    Nothing is saved here: a full disk must not look like a failed match.
    """

    happened = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        rules: Rules,
        board: Board,
        people: dict[bool, PlayerSpec],
        seats: Seats,
        pace: float,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._rules = rules
        self._board, self._seats, self._pace = board, seats, pace
        self._humans = {side: HumanPlayer(describe(spec)) for side, spec in people.items()}
        self._handed_over = False
        self._match: Match | None = None
        self._thought: Thinking | None = None
        self._remark = ""
        self._moved = 0.0
        self._task = Task(self._play)
        self._task.progress.connect(self._emit_event)
        self._task.failed.connect(self._fail)
        self._task.finished.connect(self.deleteLater)  # no longer needed by then

    def start(self) -> None:
        self._moved = time.monotonic()
        self._task.launch()

    def submit(self, side: bool, action: Action) -> None:
        """Submit an action of the user playing `side`."""
        self._humans[side].submit(action)

    @property
    def match(self) -> Match | None:
        return self._match

    @property
    def thought(self) -> Thinking | None:
        """The latest search report of the side to move; it changes often, so poll it."""
        return self._thought

    @property
    def remark(self) -> str:
        """Why the side to move has not started to think, as text, or ""."""
        return self._remark

    def leave(self, hand_over: bool = False) -> None:
        """Stop the match and emit no more events.

        With `hand_over`, the players in the seats stay open for another match.
        """
        self._handed_over = hand_over
        self._task.progress.disconnect(self._emit_event)
        self._task.failed.disconnect(self._fail)
        self.blockSignals(True)
        self._task.stop()
        if self._match is not None:
            self._match.stop()

    @Slot(object)
    def _emit_event(self, event: object) -> None:
        self.happened.emit(event)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self.failed.emit(error)

    def _play(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        with self._seats.taken(lambda: self._handed_over) as machines:
            self._match = Match(
                self._rules,
                self._board,
                {**machines, **self._humans},
                lambda e: self._observe(e, progress, stopped),
                tags=setting_tags(self._seats.specs),
            )
            if stopped():
                self._match.stop()
            self._match.run()

    def _observe(
        self, event: Event, progress: Callable[[object], None], stopped: Callable[[], bool]
    ) -> None:
        """Pass on an event from the match thread, at a pace the user can follow.

        Search reports are too frequent to pass on: keep only the latest one of the best line.
        """
        if isinstance(event, Thinking):
            self._thought = event if event.info.line == 1 else self._thought
            return
        if isinstance(event, Remarked):
            self._remark = event.text
            return
        if isinstance(event, MovePlayed):
            if event.mover not in self._humans:
                _rest(self._moved + self._pace, stopped)
            self._moved = time.monotonic()
        if isinstance(event, MovePlayed | TurnBegan):
            self._thought, self._remark = None, ""
        progress(event)


def _rest(until: float, stopped: Callable[[], bool]) -> None:
    while not stopped() and (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 0.02))


def is_human(spec: PlayerSpec) -> bool:
    return spec.kind == "human"


def is_thinker(spec: PlayerSpec) -> bool:
    """Return whether the player of `spec` searches and reports its search."""
    return spec.kind in {*SEARCH_KINDS, ENGINE, STRONG}
