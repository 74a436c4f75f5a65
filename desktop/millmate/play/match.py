"""A game between two players, from a position to its outcome, clocks and flags included."""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from threading import Event as Flag

import chess

from millmate import log
from millmate.errors import MillMateError
from millmate.games.board import Board, Judge, Move, Rules
from millmate.games.chess.dead_positions import can_be_mated
from millmate.games.chess.material import Material
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.language import tr
from millmate.play.clocks import GameClocks
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
    Play,
    Player,
    PlayerError,
    PlayerFailedError,
    Resign,
    Stopped,
)
from millmate.records.record import GameRecord
from millmate.search.limits import SearchInfo
from millmate.tablebase.verdict import MissingTableError


class Match:
    """Plays one game; `run` blocks, everything else may be called from any thread.

    The players choose in turn; they belong to the caller, who closes them. Requests that people
    make at any time (`resign`, `offer_draw`, `claim_draw`, `stop`) are handled in the match's own
    thread, at the latest when the choosing player next calls its `stopped`.

    Games end by the rules, and also as follows:

    - Threefold repetition and fifty moves are claims. A person claims at will; another player to
      move, or with its move, claims if it would accept a draw; without people, draws are claimed
      at once.
    - A draw offer stays open until the opponent answers: a person by offering back (agreed) or by
      moving (declined), another player before it moves.
    - A side whose flag falls loses, unless no legal moves could have mated it
      (`out_of_time`). The caller waits until players are ready (`Player.prepare`) before
      the clocks run.
    - If a player cannot continue (`PlayerError`: no table), the game is abandoned; one that plays
      an illegal move or breaks down (`PlayerFailedError`: an engine that hangs) loses it.
      `MatchEnded.trouble` then describes the failure.
    """

    def __init__(
        self,
        rules: Rules,
        board: Board,
        players: Mapping[bool, Player],
        on_event: Callable[[Event], None] = lambda event: None,
        *,
        started: str | None = None,
        clocks: GameClocks | None = None,
        lines: bool = True,
        tags: Mapping[str, str] | None = None,
        tables: Path | None = None,
        judge: Judge | None = None,
    ) -> None:
        """Prepare a game.

        Args:
            rules: The game.
            board: The position to start from, with its history, if any.
            players: The players by colour (True moves first).
            on_event: Called with each event, in order, in the thread of `run`.
            started: When the game started, local time as ISO 8601; None for now.
            clocks: The clocks of the game, if it has any; a move made after the flag has fallen
                does not count.
            lines: Whether `Thinking` has the line in notation, which takes some time.
            tags: Further PGN tags of the record.
            tables: The directory of tables, to decide who can still be mated when a flag falls.
            judge: Ends the game, by default `rules`.
        """
        self._rules, self._judge = rules, judge or rules
        self._board = board.copy()
        self._players = dict(players)
        self._emit = on_event
        self.clocks, self._lines, self._tags = clocks, lines, dict(tags or {})
        self._tables = tables
        self._fen = board.fen()  # of the position on the board
        self._started = started or datetime.now().isoformat(timespec="seconds")
        self._requests: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._stop = Flag()
        self._offer: bool | None = None  # the side with an open draw offer
        self._outcome: Outcome | None = None
        self._trouble: str | None = None
        self._people = any(player.is_human for player in players.values())

    @property
    def names(self) -> dict[bool, str]:
        """The players' current names; an engine may report its name later."""
        return {side: player.name for side, player in self._players.items()}

    def run(self) -> GameRecord:
        """Play until the game has ended and return its record. Call this once."""
        try:
            while self._outcome is None:
                self._advance()
        except KeyboardInterrupt:  # on the command line: keep the moves played
            self._outcome = self._outcome or Outcome(Termination.ABANDONED)
        record = self._record(self._outcome)
        self._emit(MatchEnded(self._outcome, record, self._trouble))
        return record

    def stop(self) -> None:
        """Abandon the game."""
        self._stop.set()

    def is_stopped(self) -> bool:
        """Return whether the game was abandoned from outside."""
        return self._stop.is_set()

    def resign(self, side: bool) -> None:
        """Resign for `side`, whichever side is to move."""
        resigned = Outcome(Termination.RESIGNATION, not side)
        self._requests.put(lambda: self._end(resigned))

    def offer_draw(self, side: bool) -> None:
        """Offer a draw for `side`, or accept the opponent's offer."""
        self._requests.put(lambda: self._offer_from(side))

    def claim_draw(self, side: bool) -> None:
        """Claim a draw for `side` by repetition or fifty moves in the position on the board.

        Either side may claim, as the last mover could have claimed with its move. `ClaimRefused`
        follows if the claim is not justified.
        """
        self._requests.put(lambda: self._claim(side))

    def can_hurry(self, side: bool) -> bool:
        """Return whether the player of `side` can be made to move now."""
        return self._players[side].can_hurry

    def move_now(self, side: bool) -> None:
        """Make the player of `side` move now, if it is thinking and can be hurried."""
        self._players[side].move_now()

    def _advance(self) -> None:
        """Handle requests, check whether the game has ended, otherwise take a turn."""
        self._handle_requests()
        if self._outcome is None:
            self._outcome = self._end_on_board()
        if self._outcome is None:
            self._take_turn()

    def _end_on_board(self) -> Outcome | None:
        """Return how the position ends the game, including claims if no person plays."""
        outcome = self._judge.outcome(self._board)
        if outcome is None and not self._people:
            outcome = self._judge.claim(self._board)
        return outcome

    def _take_turn(self) -> None:
        """Let the side to move act; every failure becomes an outcome."""
        mover = self._board.turn
        self._emit(TurnBegan(mover, self._fen))
        player = self._players[mover]
        player.on_info, player.on_remark = self._emit_thinking, self._emit_remark
        if self.clocks is not None:
            self.clocks.start(mover)
            player.see_clocks(self.clocks.shown(mover))
        try:
            action = player.choose(self._board.copy(), self._interrupted)
            self._handle_requests()
            if self._outcome is None:
                self._outcome = self._draw_taken_by(player)
            if self._outcome is None:
                claimed = self._draw_claimed_with(player, action)
        except Stopped:
            self._outcome = self._outcome or Outcome(Termination.ABANDONED)
        except PlayerFailedError as error:
            log.report(f"{player.name}, to move in {self._fen}", error)
            self._end(Outcome(Termination.FAILURE, not mover), f"{player.name}: {error}")
        except PlayerError as error:
            self._end(Outcome(Termination.ABANDONED), f"{player.name}: {error}")
        except Exception as error:
            log.report(f"{player.name}, to move in {self._fen}", error)
            self._fail(
                mover, tr("broke down ({name}: {error})", name=type(error).__name__, error=error)
            )
        if self._outcome is None:
            self._act(mover, action)
            self._outcome = self._outcome or claimed

    def _emit_thinking(self, info: SearchInfo) -> None:
        """Emit the thinking of the side to move."""
        line = line_notation(self._rules, self._board, info.moves) if self._lines else ()
        self._emit(Thinking(self._board.turn, self._fen, info, line))

    def _emit_remark(self, text: str) -> None:
        """Emit the reason why the side to move waits."""
        self._emit(Remarked(self._board.turn, text))

    def _act(self, mover: bool, action: object) -> None:
        """Carry out the action of the side to move."""
        match action:
            case Resign():
                self._outcome = Outcome(Termination.RESIGNATION, not mover)
            case ClaimDraw():
                self._claim(mover)
                if self._outcome is None and not self._players[mover].is_human:
                    self._fail(mover, tr("made a wrong claim of a draw"))
            case Play(move) if self._is_legal(move):
                self._play(mover, action)
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
                self._fail(mover, tr("gave {action!r}, which is not a move", action=action))

    def _play(self, mover: bool, action: Play) -> None:
        """Play a legal move, which declines an offer of the opponent."""
        if self._offer == (not mover):
            self._offer = None
            self._emit(DrawDeclined(not mover))
        clock = None if self.clocks is None else self.clocks.press(mover)
        move, text = action.move, self._rules.text(action.move)
        notation = self._rules.notation(self._board, move)
        self._board.push(move)
        self._fen = self._board.fen()
        self._emit(MovePlayed(mover, text, notation, self._fen, clock, action.reason))
        if action.offer_draw:
            self._offer_from(mover)

    def _is_legal(self, move: object) -> bool:
        """Return whether `move` is legal, for any type of value returned by a player."""
        try:
            return self._board.is_legal(move)
        except Exception:
            return False

    def _draw_taken_by(self, player: Player) -> Outcome | None:
        """Ask a player that is not a person whether it takes a claimable or offered draw."""
        claim = self._judge.claim(self._board)
        offered = self._offer == (not self._board.turn)
        if player.is_human or not (claim or offered) or not player.accepts_draw(self._board.copy()):
            return None
        return claim or Outcome(Termination.AGREEMENT)

    def _draw_claimed_with(self, player: Player, action: object) -> Outcome | None:
        """Return the draw that a player reaches with its move and claims at once.

        Otherwise a person could still capture or move a pawn when the fifty moves are over. Without
        people, draws are claimed anyway.
        """
        if not self._people or player.is_human or self._judge.claim(self._board):
            return None
        if not isinstance(action, Play) or not self._is_legal(action.move):
            return None
        after = self._board.copy()
        after.push(action.move)
        claim = None if self._judge.outcome(after) else self._judge.claim(after)
        return claim if claim and player.accepts_draw(self._board.copy()) else None

    def _interrupted(self) -> bool:
        """Handle requests while a player chooses; return whether the game is over."""
        self._handle_requests()
        return self._outcome is not None

    def _handle_requests(self) -> None:
        if self._stop.is_set() and self._outcome is None:
            self._outcome = Outcome(Termination.ABANDONED)
        if self._outcome is None:
            self._outcome = self._out_of_time()
        while self._outcome is None and not self._requests.empty():
            request = self._requests.get()
            request()

    def _out_of_time(self) -> Outcome | None:
        """Return how the game ends because a flag has fallen, or None."""
        fallen = None if self.clocks is None else self.clocks.fallen
        if fallen is None:
            return None
        return out_of_time(self._rules, self._board, fallen, self._tables)

    def _offer_from(self, side: bool) -> None:
        """Record the offer of `side`, or end the game if the opponent has offered too."""
        if self._offer == (not side):
            self._outcome = Outcome(Termination.AGREEMENT)
        elif self._offer is None:
            self._offer = side
            self._emit(DrawOffered(side))

    def _claim(self, side: bool) -> None:
        """End the game if the position on the board is a claimable draw."""
        self._outcome = self._judge.claim(self._board)
        if self._outcome is None:
            self._emit(ClaimRefused(side))

    def _fail(self, side: bool, what: str) -> None:
        """End the game as lost for `side`, whose player did `what`."""
        name = self._players[side].name
        self._end(Outcome(Termination.FAILURE, not side), f"{name} {what}")

    def _end(self, outcome: Outcome, trouble: str = "") -> None:
        self._outcome = outcome
        self._trouble = " ".join(trouble.split()) or None

    def _record(self, outcome: Outcome) -> GameRecord:
        """Return the whole game from its first position."""
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


def line_notation(rules: Rules, board: Board, moves: tuple[Move, ...]) -> tuple[str, ...]:
    """Return the notation of a line from `board`, up to its first illegal move."""
    after, texts = board.copy(), []
    for move in moves:
        if not after.is_legal(move):
            break
        texts.append(rules.notation(after, move))
        after.push(move)
    return tuple(texts)


# --- Whether a side loses when its flag falls: not if no legal moves could have mated it ----------

_SMALL = 4  # men: their sets are computed within seconds

_log = logging.getLogger(__name__)


def out_of_time(rules: Rules, board: Board, side: bool, tables: Path | None) -> Outcome:
    """Return how a game ends when the flag of `side` falls.

    It loses, unless no series of legal moves mates it (FIDE's laws of chess, 6.9). The rules can
    decide that by the men alone, a short search if pawns or checks leave few moves; the sets of
    dead positions in the directory `tables` are exact, and so is a table by which it loses.
    Missing sets of up to four men are built: packages include them, and elsewhere the end of one
    game waits, up to seven seconds with pawns on both sides. If other sets are missing, the side
    loses.
    """
    outcome = rules.out_of_time(board, side)
    if outcome.termination is not Termination.TIME or not isinstance(board, chess.Board):
        return outcome
    loses = can_be_mated(board, side)
    if loses is None:
        loses = tables is None or _can_be_mated_by_sets(board, side, tables)
    return outcome if loses else Outcome(Termination.TIME_WITHOUT_MATE)


def _can_be_mated_by_sets(board: chess.Board, side: bool, tables: Path) -> bool:
    from millmate.tablebase.helpmates.files import MOST_MEN, Helpmates
    from millmate.tablebase.helpmates.process import find

    men = chess.popcount(board.occupied)
    if men > MOST_MEN:
        return True
    try:
        if _is_lost(board, side, tables):
            return True
        if men <= _SMALL:
            find(tables, Material.of(board).canonical())
        return Helpmates(tables).can_be_mated(board, side)
    except MissingTableError:
        return True
    except (MillMateError, OSError) as error:
        _log.warning("whether the side out of time could be mated is not known: %s", error)
        return True


def _is_lost(board: chess.Board, side: bool, tables: Path) -> bool:
    """Return whether an available table shows that `side` is mated by force: no set is needed."""
    from millmate.tablebase.probe import Tablebase

    with suppress(MillMateError, OSError), Tablebase(tables) as known:
        wdl: int = known.probe(board).wdl
        return wdl == (-1 if board.turn is side else 1)
    return False
