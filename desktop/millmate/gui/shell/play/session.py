"""One match in its own thread, and the engines at the board, which outlive it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from millmate.games.board import Board, Rules
from millmate.gui.kit.tasks import Task
from millmate.play.clocks import GameClocks
from millmate.play.events import Event, MovePlayed, Remarked, Thinking, TurnBegan
from millmate.play.match import Match
from millmate.players.build import build_player
from millmate.players.player import Action, HumanPlayer, Player
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.spec import ENGINE, STRONG, PlayerSpec, describe


class Seats:
    """Builds the engines of `specs` when a match first needs them; one match at a time.

    They outlive a match, so a take-back restarts no engine.
    """

    def __init__(self, specs: Mapping[bool, PlayerSpec], game: str, tables: Path) -> None:
        self.specs, self.game = dict(specs), game
        self.tables = tables
        self._players: dict[bool, Player] = {}
        self._lock = threading.Lock()

    @contextmanager
    def open(self, handed_over: Callable[[], bool]) -> Iterator[Mapping[bool, Player]]:
        """Yield the players by side once the previous match has released them.

        Close them at the end unless `handed_over` returns true because another match follows.

        Raises:
            MillMateError: A player cannot be built.
        """
        with self._lock:
            try:
                for side, spec in self.specs.items():
                    if side not in self._players:
                        player = build_player(spec, game=self.game, tables=self.tables)
                        self._players[side] = player
                yield self._players
            finally:
                while self._players and not handed_over():
                    self._players.popitem()[1].close()


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
        clocks: GameClocks | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._rules, self.clocks = rules, clocks
        self._board, self._seats, self._pace = board, seats, pace
        self._humans = {side: HumanPlayer(describe(spec)) for side, spec in people.items()}
        self._handed_over = False
        self.match: Match | None = None
        # The latest search report of the side to move; it changes often, so poll it.
        self.thought: Thinking | None = None
        self.remark = ""  # why the side to move has not started to think
        self._moved = 0.0
        self._task = Task(self._play)
        self._task.progress.connect(self.happened)
        self._task.failed.connect(self.failed)
        self._task.finished.connect(self.deleteLater)  # no longer needed by then

    def start(self) -> None:
        self._moved = time.monotonic()
        self._task.launch()

    def submit(self, side: bool, action: Action) -> None:
        """Submit an action of the user playing `side`."""
        self._humans[side].submit(action)

    def leave(self, hand_over: bool = False) -> None:
        """Stop the match and emit no more events.

        With `hand_over`, the players in the seats stay open for another match.
        """
        self._handed_over = hand_over
        self.blockSignals(True)
        self._task.stop()
        if self.match is not None:
            self.match.stop()

    def _play(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        with self._seats.open(lambda: self._handed_over) as machines:
            if self.clocks is not None:  # no clock runs while an engine starts
                for player in machines.values():
                    player.on_remark = self._note_remark
                    player.prepare(stopped)
            self.match = Match(
                self._rules,
                self._board,
                {**machines, **self._humans},
                lambda e: self._observe(e, progress, stopped),
                clocks=self.clocks,
                tables=self._seats.tables,
            )
            if stopped():
                self.match.stop()
            self.match.run()

    def _note_remark(self, text: str) -> None:
        self.remark = text

    def _observe(
        self, event: Event, progress: Callable[[object], None], stopped: Callable[[], bool]
    ) -> None:
        """Pass on an event from the match thread, at a pace the user can follow.

        Search reports are too frequent to pass on: keep only the latest one of the best line.
        """
        if isinstance(event, Thinking):
            self.thought = event if event.info.line == 1 else self.thought
            return
        if isinstance(event, Remarked):
            self.remark = event.text
            return
        if isinstance(event, MovePlayed):
            if event.mover not in self._humans:
                _rest(self._moved + self._pace, stopped)
            self._moved = time.monotonic()
        if isinstance(event, MovePlayed | TurnBegan):
            self.thought, self.remark = None, ""
        progress(event)


def _rest(until: float, stopped: Callable[[], bool]) -> None:
    while not stopped() and (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 0.02))


def is_human(spec: PlayerSpec) -> bool:
    return spec.kind == "human"


def is_thinker(spec: PlayerSpec) -> bool:
    """Return whether the player of `spec` searches and reports its search."""
    return spec.kind in {*SEARCH_KINDS, ENGINE, STRONG}
