"""The controller of the game in the window."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot

from millmate.formatting import side_name, titled
from millmate.games.board import Rules
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import Outcome, Termination
from millmate.gui.kit.errors import error_sentence
from millmate.gui.shell.play.session import GameStand, GameState, Seats, Session, is_human
from millmate.language import count, mark, tr
from millmate.play.clocks import (
    COMMAND,
    TAG,
    GameClocks,
    TimeControl,
    TimeControlError,
    left_at,
    written,
)
from millmate.play.events import (
    ClaimRefused,
    DrawDeclined,
    DrawOffered,
    MatchEnded,
    MovePlayed,
    TurnBegan,
)
from millmate.play.match import Match
from millmate.players.consent import ConsentError, lacking
from millmate.players.player import Play
from millmate.players.spec import PlayerSpec, describe, setting_tags
from millmate.records.line import Line
from millmate.records.notes import NONE, Notes
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree, Node, Ply

_NOT_ALLOWED = mark("The game was not started: its engines are not allowed.")


class GameController(GameState):
    """Owns one game, live or over, and the match that plays it.

    Every change emits one of the first six signals. `said` carries a status line,
    `failed` a player's error as a message. `left` is emitted while the game can still be read,
    before another game replaces it; `acted` is emitted when the user plays a move or changes
    the game.
    """

    replaced = Signal()  # another game, or this one continues from another position
    moved = Signal()  # the match made a move
    turn_changed = Signal()  # the side to move or the players' options changed
    ended = Signal()  # the match is over
    tree_changed = Signal()  # the user changed the game under review
    shown_changed = Signal()  # the window shows another position of the game
    announced = Signal(str)
    failed = Signal(str)
    left = Signal()
    acted = Signal()

    def __init__(self, tables: Path, pace: float = 0.35, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tables, self._pace = tables, pace
        self._seats: Seats | None = None
        # whether engines the user has not allowed yet may start; the window asks the user
        self.may_start: Callable[[Iterable[PlayerSpec]], bool] = lambda specs: not lacking(specs)

    def connect_all(self, slot: Callable[[], object], *but: SignalInstance) -> None:
        """Call `slot` after every change, or after all changes but those of some signals."""
        signals = (self.replaced, self.moved, self.turn_changed, self.ended, self.tree_changed)
        for signal in (*signals, self.shown_changed):
            if signal not in but:
                signal.connect(slot)

    # --- starting and ending

    def start(
        self,
        fen: str,
        specs: dict[bool, PlayerSpec],
        rules: Rules = CHESS,
        autosaved: bool = True,
        control: TimeControl | None = None,
    ) -> None:
        """Start a new game from `fen`; abandon the game in progress.

        If `autosaved` is false, the new game is not saved when it ends; with `control` it has
        clocks.

        Raises:
            InputError: `fen` cannot be played.
            ConsentError: A player is an engine the user has not allowed.
        """
        rules.board(fen)
        if not self.may_start(specs.values()):
            raise ConsentError(tr(_NOT_ALLOWED))
        self.leave()
        self.line, self.autosaved = Line(fen, rules=rules), autosaved
        self._source, self._started, self.control = None, _now(), control
        self._seat(specs)
        self._begin()

    def take_up(
        self, plies: int, specs: dict[bool, PlayerSpec], left: Mapping[bool, float] | None = None
    ) -> None:
        """Continue with these players from the position after `plies` plies of the main line.

        Clocks show the seconds in `left`, or what the last moves before left.
        """
        self.leave(keep=False)
        self.line.take_back(len(self.line.played) - plies)
        self._seat(specs)
        self._begin(left)

    def open(self, record: GameRecord, tree: GameTree | None = None) -> None:
        """Show a recorded game from its first position; `tree` is its tree if already built."""
        line = Line(record.start_fen, tree=GameTree.of(record) if tree is None else tree)
        self.leave()
        self.line, self.outcome, self.record = line, record.outcome, record
        self._source, self.control = record, _control(record)
        self.names = {True: record.white, False: record.black}
        self.specs = {side: PlayerSpec.parse("human") for side in (True, False)}
        self.started = self.opened = self.autosaved = True
        self.replaced.emit()
        remarks = list(record.remarks)
        if unread := line.tree.unread:
            remarks.append(
                count(
                    unread,
                    "A variation that cannot be played is kept as a comment.",
                    "{n} variations that cannot be played are kept as comments.",
                )
            )
        if remarks:
            self.announced.emit(" ".join(remarks))

    def reopen(self, specs: dict[bool, PlayerSpec], autosaved: bool) -> None:
        """Treat the opened game as one that these players played here."""
        self.specs, self.autosaved = dict(specs), autosaved
        self.record, self.opened = None, False
        self.replaced.emit()

    def study(self, fen: str, rules: Rules = CHESS) -> None:
        """Show `fen` for analysis without players; the user can try moves for both sides.

        Raises:
            InputError: `fen` cannot be played.
        """
        rules.board(fen)
        outcome = Outcome(Termination.ABANDONED)
        self.open(GameRecord(rules.name, fen, "?", "?", (), outcome, _now()))

    def leave(self, keep: bool = True, hand_over: bool = False) -> None:
        """Stop the match in progress; with `keep`, record the unfinished game as abandoned.

        With `hand_over`, the next match reuses the players.
        """
        if self._session is not None:
            self._session.leave(hand_over)
            if keep and self.line.played:
                self.outcome = Outcome(Termination.ABANDONED)
        self._session, self.turn, self.offer = None, None, None
        if keep:
            self.left.emit()

    def put_aside(self) -> GameStand:
        """Return the game for `take_out`, and stop the match in progress."""
        self.left.emit()
        stand = GameStand(
            self.line, self.specs, self.names, self.outcome, self.record, self._source,
            self.to_record() if self.started else None, self._started, self.started,
            self.autosaved, self.opened, self.live, self.control,
            self.time_left() if self.live else {},
        )  # fmt: skip
        self.leave(keep=False)
        return stand

    def take_out(self, stand: GameStand) -> None:
        """Swap the game for one that was put aside, and continue its match."""
        self.line, self.specs, self.names = stand.line, stand.specs, stand.names
        self.outcome, self.record, self._source = stand.outcome, stand.record, stand.source
        self.started, self._started = stand.started, stand.began
        self.autosaved, self.opened = stand.autosaved, stand.opened
        self.control = stand.control
        if stand.live:
            self._begin(stand.left)
        else:
            self.replaced.emit()

    def to_record(self) -> GameRecord:
        moves = tuple(ply.text for ply in self.line.played)
        movetext = self.line.tree.movetext()
        outcome = self.outcome or Outcome(Termination.ABANDONED)
        known = self.record or self._source
        if known is not None:
            return replace(known, moves=moves, movetext=movetext, outcome=outcome)
        start, names = self.line.start_fen, self.names
        return GameRecord(
            self.rules.name,
            start,
            names[True],
            names[False],
            moves,
            outcome,
            self._started,
            tags=self._tags(),
            movetext=movetext,
        )

    # --- actions of the user

    def play(self, text: str) -> None:
        """Play the move `text`, in engine notation, for the user to move.

        In a game under review, the move starts a variation or follows an existing line.
        """
        hindrance = self.hindrance
        if hindrance:
            self.announced.emit(hindrance)
            return
        self.acted.emit()
        if not self.live:
            self.edit(lambda tree: tree.add(self.line.node, text))
            return
        assert self._session is not None
        assert self.turn is not None
        move = self.rules.parse_move(self.shown_board(), text)
        self._session.submit(self.turn, Play(move))

    def edit(self, change: Callable[[GameTree], Node | None]) -> None:
        """Change the game tree, then show the node that `change` returns, if any."""
        self.acted.emit()
        node = change(self.line.tree)
        if node is not None:
            self.line.show(node)
        self.tree_changed.emit()

    def show(self, node: Node) -> None:
        self.line.show(node)
        self.shown_changed.emit()

    def take_back(self) -> None:
        """Take back the last edit, an agreed result, or the user's last move and the replies."""
        if self.can_undo_edit:
            self.edit(GameTree.undo)
            return
        if self.can_undo_end:
            self.line.show(self.line.last)
            self._begin()
            return
        count = self._plies_to_undo()
        if count:
            self.leave(keep=False, hand_over=True)
            self.line.take_back(count)
            self._begin()

    def redo(self) -> None:
        """Redo the last undone step: the moves up to the user's next turn, or an edit."""
        if self._can_redo_edit:
            self.edit(GameTree.redo)
            return
        if not self.can_redo:
            return
        undone = self.line.undone
        count = 1
        while count < len(undone) and not is_human(self.specs[undone[-1 - count].mover]):
            count += 1
        self.leave(keep=False, hand_over=True)
        self.line.put_back(count)
        self._begin()

    @Slot()
    def resume(self) -> None:
        if self.can_resume:
            self.line.show(self.line.last)
            self._begin()

    def resign(self) -> None:
        self._call_match(Match.resign)

    def offer_draw(self) -> None:
        """Offer a draw for the user, or accept the opponent's offer."""
        self._call_match(Match.offer_draw)

    def claim_draw(self) -> None:
        self._call_match(Match.claim_draw)

    def move_now(self) -> None:
        """Make the thinking side play its best move so far."""
        if not self.can_hurry:
            return
        if self.thought is None:
            self.announced.emit(
                tr(
                    "{side} has not found a move yet and may play anything.",
                    side=side_name(bool(self.turn)),
                )
            )
        self._hurried = True
        assert self._session is not None
        assert self._session.match is not None
        assert self.turn is not None
        self._session.match.move_now(self.turn)
        self.turn_changed.emit()

    def pause(self) -> None:
        """Stop the person's clock against an engine, or let it run again; a move does so too."""
        clocks = self.clocks
        if clocks is not None and self.can_pause:
            (clocks.go_on if clocks.paused else clocks.pause)()
            self.turn_changed.emit()

    def go(self, cursor: int) -> None:
        """Show the position after `cursor` plies."""
        self.line.go(cursor)
        self.shown_changed.emit()

    # --- internal

    def _seat(self, specs: dict[bool, PlayerSpec]) -> None:
        self.specs = dict(specs)
        self.names = {side: describe(self.playing(side)) for side in specs}

    def _begin(self, left: Mapping[bool, float] | None = None) -> None:
        """Begin a match; with clocks, each side has `left`, or what its last move left it."""
        if not self.may_start(self.specs.values()):
            self.outcome = Outcome(Termination.ABANDONED)
            self.failed.emit(tr(_NOT_ALLOWED))
            self.ended.emit()
            return
        self.outcome, self.record, self.offer, self.turn = None, None, None, None
        self.started, self.opened = True, False
        self.line.tree.forget()  # earlier edits are final: the game continues from here
        session = Session(
            self.rules,
            self.line.board(),
            {side: spec for side, spec in self.specs.items() if is_human(spec)},
            self._seats_of_game(),
            self._pace,
            None if self.control is None else self._clocks(self.control, left),
            self,
        )
        session.happened.connect(self._happened)
        session.failed.connect(self._failed)
        self._session = session
        session.start()
        self.replaced.emit()

    def _seats_of_game(self) -> Seats:
        """Return the engine seats, reused until the players or the game change."""
        machines = {
            side: self.playing(side) for side, spec in self.specs.items() if not is_human(spec)
        }
        seats, game = self._seats, self.rules.name
        if seats is None or (seats.specs, seats.game) != (machines, game):
            seats = self._seats = Seats(machines, game, self._tables)
        return seats

    def _clocks(self, control: TimeControl, left: Mapping[bool, float] | None) -> GameClocks:
        return GameClocks(control, left=left or left_at(self.line.last, control))

    def _tags(self) -> dict[str, str]:
        clock = {} if self.control is None else {TAG: str(self.control)}
        return setting_tags(self.specs, clocked=self.control is not None) | clock

    def _call_match(self, verb: Callable[[Match, bool], object]) -> None:
        side = self.person
        if self._session is not None and self._session.match is not None and side is not None:
            verb(self._session.match, side)

    @Slot(object)
    def _happened(self, event: object) -> None:
        signal = self.turn_changed
        match event:
            case TurnBegan(turn=turn):
                self.turn, self._hurried = turn, False
            case MovePlayed(mover, text, notation, fen, clock, reason):
                self.turn = None
                self._update_names()
                if self.offer is not None and self.offer != mover:
                    self.offer = None
                notes = NONE if clock is None else Notes(commands=((COMMAND, written(clock)),))
                self.line.append(Ply(mover, text, notation, fen), notes)
                if reason and is_human(self.specs[not mover]):
                    self.announced.emit(titled(notation, f"{reason}."))
                signal = self.moved
            case DrawOffered(by):
                self.offer = by
            case DrawDeclined(by):
                self.offer = None
                self.announced.emit(tr("{side} declines the draw.", side=side_name(not by)))
            case ClaimRefused():
                self.announced.emit(self._no_claim())
            case MatchEnded(outcome, record, trouble):
                self._ended(outcome, record, trouble)
                signal = self.ended
        signal.emit()

    def _no_claim(self) -> str:
        """Return why no draw can be claimed now."""
        limit = self.rules.limit
        if limit is None:
            return tr("No draw can be claimed: it takes the same position three times.")
        return tr(
            "No draw can be claimed: it takes the same position three times, or {n} quiet moves.",
            n=limit,
        )

    def _update_names(self) -> None:
        """Update the players' names, such as those engines report, for the game record."""
        if self._session is not None and self._session.match is not None:
            self.names = self._session.match.names

    def _ended(self, outcome: Outcome, record: GameRecord, trouble: str | None) -> None:
        self.outcome = outcome
        self.record = replace(record, started=self._started, tags=self._tags())
        if self._source is not None:  # a game from elsewhere keeps its names and date
            self.record = replace(self._source, moves=record.moves, outcome=outcome)
        self._session, self.turn, self.offer = None, None, None
        if trouble:
            self.failed.emit(trouble)

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self.outcome = Outcome(Termination.ABANDONED)
        self._session, self.turn, self.offer = None, None, None
        self.failed.emit(error_sentence(error))
        self.ended.emit()


def _control(record: GameRecord) -> TimeControl | None:
    """Return the time control of a recorded game if it has one that clocks here can keep."""
    try:
        return TimeControl.parse(record.tags.get(TAG, ""))
    except TimeControlError:
        return None


def _now() -> str:
    """Return the local time as ISO 8601 to the second."""
    return datetime.now().isoformat(timespec="seconds")
