"""A match in its own thread, the engines at the board, and the state of the game on it."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from millmate.games.board import Board, Rules
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import Outcome, Termination
from millmate.gui.kit.tasks import Task
from millmate.language import Language, current, tr
from millmate.play.clocks import GameClocks, TimeControl, left_at
from millmate.play.events import Event, MovePlayed, Remarked, Thinking, TurnBegan
from millmate.play.match import Match
from millmate.players.build import build_player
from millmate.players.player import Action, HumanPlayer, Player
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.spec import ENGINE, STRONG, PlayerSpec, describe, untimed
from millmate.records.line import Line
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree


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


@dataclass(slots=True)
class GameStand:
    """A game that was put aside; one that was `live` continues when it is resumed.

    `written` is the game as it is saved, or None.
    """

    line: Line
    specs: dict[bool, PlayerSpec]
    names: dict[bool, str]
    outcome: Outcome | None = None
    record: GameRecord | None = None
    source: GameRecord | None = None
    written: GameRecord | None = None
    began: str = ""
    started: bool = False
    autosaved: bool = True
    opened: bool = False
    live: bool = False
    control: TimeControl | None = None
    left: dict[bool, float] = field(default_factory=dict)  # on the clocks, if they ran


class GameState(QObject):
    """The moves, the players, the side to move, and the available actions."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self.line = Line(CHESS.start_fen)
        self.specs = {side: PlayerSpec.parse("human") for side in (True, False)}
        self.names = dict.fromkeys((True, False), "Human")
        self.outcome: Outcome | None = None
        self.record: GameRecord | None = None
        self.turn: bool | None = None  # the side the match waits for
        self.offer: bool | None = None  # the side whose draw offer is open
        self.started = False  # a game was started or opened
        self.autosaved = True  # the game is saved when it ends
        self.control: TimeControl | None = None  # of a game with clocks
        self.opened = False  # the game is a record and was not played here
        self._started = ""  # local time as ISO 8601
        self._source: GameRecord | None = None  # the opened record, also when play continues
        self._claim: tuple[tuple[GameTree, int] | None, bool] = (None, False)
        self._hurried = False  # the side to move has been asked to move now

    # --- state -------------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self._session is not None

    @property
    def rules(self) -> Rules:
        return self.line.rules

    def player_name(self, side: bool) -> str:
        """Return the name of a player; names in foreign records stay unchanged."""
        return shown_name(self.names[side], self.playing(side))

    def shown_board(self) -> Board:
        """Return the position shown, without its history."""
        return self.rules.board(self.line.fen)

    @property
    def person(self) -> bool | None:
        """The side the user plays: of two human players, the side to move."""
        people = [side for side, spec in self.specs.items() if is_human(spec)]
        if len(people) == 1:
            return people[0]
        return self.turn if people else None

    @property
    def among_people(self) -> bool:
        """Whether people play both sides."""
        return all(is_human(spec) for spec in self.specs.values())

    @property
    def awaits_person(self) -> bool:
        """Whether a human player is to move in the last position."""
        return self.live and self.turn is not None and is_human(self.specs[self.turn])

    @property
    def thinkers(self) -> dict[bool, bool]:
        """Which sides of the game in progress report their search."""
        return {side: self.live and is_thinker(spec) for side, spec in self.specs.items()}

    @property
    def thinking(self) -> bool:
        """Whether the side to move reports its search."""
        return self.turn is not None and self.thinkers[self.turn]

    @property
    def thought(self) -> Thinking | None:
        """The latest search report of the side to move, or None before the first."""
        thought = None if self._session is None else self._session.thought
        return thought if thought is not None and thought.mover is self.turn else None

    @property
    def remark(self) -> str:
        """Why the side to move has not started to think, as text, or ""."""
        return "" if self._session is None else self._session.remark

    @property
    def clocks(self) -> GameClocks | None:
        """The clocks of the game in progress, if it has any."""
        return None if self._session is None else self._session.clocks

    def time_left(self) -> dict[bool, float]:
        """Return the seconds on the clocks: now, or in a game that is over, at the move shown."""
        clocks = self.clocks
        if clocks is not None:
            return {side: clocks.left(side) for side in (True, False)}
        if self.live or not self.started:
            return {}
        left = left_at(self.line.node, self.control)
        fallen = self.outcome is not None and self.outcome.on_time
        if fallen and left and self.line.at_last:
            left[self.shown_board().turn] = 0.0
        return left

    def playing(self, side: bool) -> PlayerSpec:
        """Return the player of `side` as it plays: with clocks, without a limit per move."""
        spec = self.specs[side]
        return spec if self.control is None else untimed(spec)

    @property
    def can_pause(self) -> bool:
        """Whether the clock of a person who plays against an engine runs, or is paused."""
        return self.clocks is not None and self.awaits_person and not self.among_people

    @property
    def paused(self) -> bool:
        """Whether the person has stopped the clocks."""
        return self.clocks is not None and self.clocks.paused

    @property
    def studied(self) -> bool:
        """Whether the game is under review: moves then create variations."""
        return self.started and not self.live

    # --- available actions -------------------------------------------------------------------

    def destinations(self) -> list[str]:
        """Return the moves, in engine notation, that the user can make in the position shown."""
        if self.live and not (self.awaits_person and self.line.at_last):
            return []
        if not self.live and (not self.started or self._ended_here):
            return []
        return [self.rules.text(move) for move in self.shown_board().legal_moves]

    @property
    def can_take_back(self) -> bool:
        """Whether a move of the user, an agreed result, or an edit can be taken back."""
        return self.can_undo_edit or self.can_undo_end or self._plies_to_undo() > 0

    @property
    def can_undo_end(self) -> bool:
        """Whether the game ended by a user action other than a move and can continue."""
        if self.live or self.opened or self.outcome is None:
            return False
        winner = self.outcome.winner
        if self.outcome.termination is Termination.RESIGNATION and winner is not None:
            return is_human(self.specs[not winner])
        return self.outcome.termination is Termination.AGREEMENT

    @property
    def can_undo_edit(self) -> bool:
        """Whether an edit of the game under review can be undone."""
        return not self.live and self.line.tree.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether a move or an edit can be redone."""
        return self.started and (bool(self.line.undone) or self._can_redo_edit)

    @property
    def _can_redo_edit(self) -> bool:
        return not self.live and self.line.tree.can_redo

    @property
    def can_resign(self) -> bool:
        """Whether the user can resign or offer a draw."""
        return self.live and self.turn is not None and self.person is not None

    @property
    def can_hurry(self) -> bool:
        """Whether an engine is thinking and has not been asked to move now."""
        match = None if self._session is None else self._session.match
        if match is None or self.turn is None or self._hurried:
            return False
        return match.can_hurry(self.turn)

    @property
    def can_claim(self) -> bool:
        """Whether the user to move can claim a draw."""
        if not self.awaits_person:
            return False
        played = self.line.tree, self.line.tree.version
        if self._claim[0] != played:  # this looks for earlier positions that are the same
            self._claim = played, self.rules.claim(self.line.board()) is not None
        return self._claim[1]

    @property
    def can_resume(self) -> bool:
        if self.live or not self.started or not self.line.played:
            return False
        if self.outcome is None or self.outcome.result != "*":
            return False
        last = self.rules.board(self.line.last_fen)  # without its history: fast in a long game
        return self.rules.outcome(last) is None

    @property
    def hindrance(self) -> str:
        """Why the user cannot move now, as a sentence, or ""."""
        if not self.live:
            return self._no_study
        if not self.line.at_last:
            return tr("This is an earlier position: press End to return to the game.")
        return "" if self.awaits_person else tr("It is not your turn.")

    @property
    def _no_study(self) -> str:
        """Why no move can be tried in the game under review."""
        if not self.started:
            return tr("Press Play to start a game from this position.")
        return tr("The game has ended here.") if self._ended_here else ""

    @property
    def _ended_here(self) -> bool:
        return self.rules.outcome(self.shown_board()) is not None

    def _plies_to_undo(self) -> int:
        """Count the plies back to the user's last turn, 0 without one.

        An opened game is under review: none of its moves were played here.
        """
        if (
            self.opened
            or not self.started
            or (not self.live and self.record is None and self.outcome is None)
        ):
            return 0
        for count, ply in enumerate(reversed(self.line.played), start=1):
            if is_human(self.specs[ply.mover]):
                return count
        return 0


def shown_name(name: str, spec: PlayerSpec) -> str:
    """Return a player's name in the current language."""
    return _shown_name(name, spec, current())


@lru_cache(maxsize=100)
def _shown_name(name: str, spec: PlayerSpec, language: Language) -> str:
    return describe(spec, tr) if describe(spec) == name else tr(name)
