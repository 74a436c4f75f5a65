"""A game between two players, from a position to its outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum, auto
from queue import SimpleQueue
from threading import Event as Flag

from millmate import log
from millmate.games.board import Board, Move, Rules
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.language import tr
from millmate.play.events import (
    ClaimRefused,
    DrawDeclined,
    DrawOffered,
    Event,
    MatchEnded,
    MovePlayed,
    Remarked,
    Thinking,
    TurnBegan,
)
from millmate.players.player import (
    ClaimDraw,
    Hurriable,
    Play,
    Player,
    PlayerError,
    PlayerFailedError,
    Remarker,
    Resign,
    Stopped,
    Thinker,
)
from millmate.records.record import GameRecord
from millmate.search.limits import SearchInfo


def ignore(event: Event) -> None:
    """Watch a match without looking."""


class Match:
    """Plays one game; `run` blocks, everything else may be called from any thread.

    The players are asked in turn and belong to the caller, who closes them. What people ask for
    at any time (`resign`, `offer_draw`, `claim_draw`, `stop`) is attended to in the match's own
    thread, at the latest when the player who is choosing next looks at its `stopped`.

    How games end, beyond what the rules say by themselves:

    - Threefold repetition and fifty moves are claims. A person claims when he likes; another
      player on the move claims where it would take a draw; without people, claims are made at
      once.
    - A draw offer stands until the other side has answered: a person by offering back (agreed)
      or by moving (declined), another player before it moves.
    - A player who cannot go on (`PlayerError`: no table) leaves the game abandoned, one who makes
      an illegal move or breaks down (`PlayerFailedError`: an engine that hangs) loses it;
      `MatchEnded.trouble` then says what happened.
    """

    def __init__(
        self,
        rules: Rules,
        board: Board,
        players: Mapping[bool, Player],
        on_event: Callable[[Event], None] = ignore,
        *,
        started: str | None = None,
        overdue: Callable[[], Outcome | None] = lambda: None,
        lines: bool = True,
        tags: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare a game.

        Args:
            rules: The game.
            board: The position to go on from, with the history that led to it, if any.
            players: The players by colour (True moves first).
            on_event: Called with each event, in order, in the thread of `run`.
            started: When the game began, local time as ISO 8601; None for now.
            overdue: Asked often while a player chooses; an outcome ends the game there and then.
            lines: Whether what players think is told with the line as people write it: that takes
                a part of their time.
            tags: Further PGN tags of the record.
        """
        self._rules = rules
        self._board = board.copy()
        self._players = dict(players)
        self._tell = on_event
        self._overdue, self._lines, self._tags = overdue, lines, dict(tags or {})
        self._fen = board.fen()  # of the position on the board
        self._started = started or datetime.now().isoformat(timespec="seconds")
        self._requests: SimpleQueue[tuple[_Wish, bool]] = SimpleQueue()
        self._stop = Flag()
        self._offer: bool | None = None  # the side whose draw offer stands
        self._outcome: Outcome | None = None
        self._trouble: str | None = None
        self._people = any(player.is_human for player in players.values())

    @property
    def names(self) -> dict[bool, str]:
        """What the players are called now; an engine may get its name when it introduces itself."""
        return {side: player.name for side, player in self._players.items()}

    def run(self) -> GameRecord:
        """Play until the game has ended and return its record; to be called once."""
        try:
            while self._outcome is None:
                self._advance()
        except KeyboardInterrupt:  # at the command line: what was played is kept
            self._outcome = self._outcome or Outcome(Termination.ABANDONED)
        record = self._record(self._outcome)
        self._tell(MatchEnded(self._outcome, record, self._trouble))
        return record

    def stop(self) -> None:
        """Abandon the game."""
        self._stop.set()

    def is_stopped(self) -> bool:
        """Tell whether the game was abandoned from outside; callable from any thread."""
        return self._stop.is_set()

    def resign(self, side: bool) -> None:
        """Give the game up for `side`, whoever is to move."""
        self._requests.put((_Wish.RESIGN, side))

    def offer_draw(self, side: bool) -> None:
        """Offer a draw for `side`, or take the one that the other side has offered."""
        self._requests.put((_Wish.OFFER, side))

    def claim_draw(self, side: bool) -> None:
        """Claim for `side` that the position on the board is a draw by repetition or fifty moves.

        Taken from either side while the position stands: the mover could have claimed with
        its move. `ClaimRefused` tells that there is nothing to claim.
        """
        self._requests.put((_Wish.CLAIM, side))

    def can_hurry(self, side: bool) -> bool:
        """Tell whether the player of `side` can be told not to think on."""
        return isinstance(self._players[side], Hurriable)

    def move_now(self, side: bool) -> None:
        """Have the player of `side` play what it has, if it is thinking and can be hurried."""
        player = self._players[side]
        if isinstance(player, Hurriable):
            player.move_now()

    def _advance(self) -> None:
        """Attend to what was asked for, see whether the game has ended, else take a turn."""
        self._attend()
        if self._outcome is None:
            self._outcome = self._end_on_board()
        if self._outcome is None:
            self._take_turn()

    def _end_on_board(self) -> Outcome | None:
        """Return how the position ends the game, claims included if no person plays."""
        outcome = self._rules.outcome(self._board)
        if outcome is None and not self._people:
            outcome = self._rules.claim(self._board)
        return outcome

    def _take_turn(self) -> None:
        """Let the side to move act, and turn whatever goes wrong with it into an outcome."""
        mover = self._board.turn
        self._tell(TurnBegan(mover, self._fen))
        player = self._players[mover]
        if isinstance(player, Thinker):
            player.on_info = self._tell_thoughts
        if isinstance(player, Remarker):
            player.on_remark = self._tell_remark
        try:
            action = player.choose(self._board.copy(), self._interrupted)
            self._attend()
            if self._outcome is None:
                self._outcome = self._draw_taken_by(player)
        except Stopped:
            self._outcome = self._outcome or Outcome(Termination.ABANDONED)
        except PlayerFailedError as error:
            log.report(f"{player.name}, to move in {self._fen}", error)
            self._end_in_trouble(Outcome(Termination.FAILURE, not mover), f"{player.name}: {error}")
        except PlayerError as error:
            self._end_in_trouble(Outcome(Termination.ABANDONED), f"{player.name}: {error}")
        except Exception as error:
            log.report(f"{player.name}, to move in {self._fen}", error)
            self._fail(
                mover, tr("broke down ({name}: {error})", name=type(error).__name__, error=error)
            )
        if self._outcome is None:
            self._act(mover, action)

    def _tell_thoughts(self, info: SearchInfo) -> None:
        """Pass on what the side to move thinks."""
        line = notated(self._rules, self._board, info.moves) if self._lines else ()
        self._tell(Thinking(self._board.turn, self._fen, info, line))

    def _tell_remark(self, text: str) -> None:
        """Pass on what the side to move waits for."""
        self._tell(Remarked(self._board.turn, text))

    def _act(self, mover: bool, action: object) -> None:
        """Carry out what the side to move has chosen."""
        match action:
            case Resign():
                self._outcome = Outcome(Termination.RESIGNATION, not mover)
            case ClaimDraw():
                self._claim(mover)
                if self._outcome is None and not self._players[mover].is_human:
                    self._fail(mover, tr("claimed a draw that is not there"))
            case Play(move, offer_draw) if self._is_legal(move):
                self._play(mover, move, offer_draw)
            case Play(move):
                self._fail(
                    mover,
                    tr(
                        "played {move}, which is not legal in {fen}",
                        move=move,
                        fen=self._board.fen(),
                    ),
                )
            case _:
                self._fail(mover, tr("gave {action!r}, which is no move", action=action))

    def _play(self, mover: bool, move: object, offer_draw: bool) -> None:
        """Play a legal move; an offer of the opponent's is declined by it."""
        if self._offer == (not mover):
            self._offer = None
            self._tell(DrawDeclined(not mover))
        notation = self._rules.notation(self._board, move)
        self._board.push(move)
        self._fen = self._board.fen()
        self._tell(MovePlayed(mover, self._rules.text(move), notation, self._fen))
        if offer_draw:
            self._offer_from(mover)

    def _is_legal(self, move: object) -> bool:
        """Tell whether `move` is legal, whatever sort of thing a player returned."""
        try:
            return self._board.is_legal(move)
        except Exception:
            return False

    def _draw_taken_by(self, player: Player) -> Outcome | None:
        """Ask a player who is no person and has thought whether it takes a draw there is."""
        claim = self._rules.claim(self._board)
        offered = self._offer == (not self._board.turn)
        if player.is_human or not (claim or offered) or not player.accepts_draw(self._board.copy()):
            return None
        return claim or Outcome(Termination.AGREEMENT)

    def _interrupted(self) -> bool:
        """Attend to requests while a player is choosing; tell it whether the game is over."""
        self._attend()
        return self._outcome is not None

    def _attend(self) -> None:
        """Do what other threads have asked for since the last time."""
        if self._stop.is_set() and self._outcome is None:
            self._outcome = Outcome(Termination.ABANDONED)
        if self._outcome is None:
            self._outcome = self._overdue()
        while self._outcome is None and not self._requests.empty():
            wish, side = self._requests.get()
            if wish is _Wish.RESIGN:
                self._outcome = Outcome(Termination.RESIGNATION, not side)
            elif wish is _Wish.OFFER:
                self._offer_from(side)
            else:
                self._claim(side)

    def _offer_from(self, side: bool) -> None:
        """Let the offer of `side` stand, or end the game if the other side offered too."""
        if self._offer == (not side):
            self._outcome = Outcome(Termination.AGREEMENT)
        elif self._offer is None:
            self._offer = side
            self._tell(DrawOffered(side))

    def _claim(self, side: bool) -> None:
        """End the game if the position on the board is a draw that can be claimed."""
        self._outcome = self._rules.claim(self._board)
        if self._outcome is None:
            self._tell(ClaimRefused(side))

    def _fail(self, side: bool, what: str) -> None:
        """Let `side` lose because its player did `what`."""
        name = self._players[side].name
        self._end_in_trouble(Outcome(Termination.FAILURE, not side), f"{name} {what}")

    def _end_in_trouble(self, outcome: Outcome, trouble: str) -> None:
        self._outcome = outcome
        self._trouble = " ".join(trouble.split())

    def _record(self, outcome: Outcome) -> GameRecord:
        """Return the whole game, from the position that the first move was played in."""
        root = self._board.copy()
        moves = tuple(self._rules.text(move) for move in root.move_stack)
        while root.move_stack:
            root.pop()
        return GameRecord(
            game=self._rules.name,
            start_fen=root.fen(),
            white=self._players[WHITE].name,
            black=self._players[BLACK].name,
            moves=moves,
            outcome=outcome,
            started=self._started,
            tags=self._tags,
        )


def notated(rules: Rules, board: Board, moves: tuple[Move, ...]) -> tuple[str, ...]:
    """Return a line from `board` as people write its moves, as far as they are legal."""
    after, texts = board.copy(), []
    for move in moves:
        if not after.is_legal(move):
            break
        texts.append(rules.notation(after, move))
        after.push(move)
    return tuple(texts)


class _Wish(Enum):
    """What a person can ask for at any time."""

    RESIGN = auto()
    OFFER = auto()
    CLAIM = auto()
