"""Plays one game of a tournament in this process, adjudicated, with players built for it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from millmate.games import catalogue
from millmate.games.board import Board, Rules
from millmate.games.morris.board import MorrisBoard
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.language import tr
from millmate.play.clocks import GameClocks
from millmate.play.events import Event, MatchEnded, MovePlayed, Thinking, TurnBegan
from millmate.play.game_review import ReviewedPosition, Verdicts, review
from millmate.play.match import Match
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import (
    GameJudgement,
    GameResult,
    GameSetup,
    GameSpec,
    Seat,
    SideJudgement,
    Slip,
)
from millmate.play.tournament.plan import Adjudication, MorrisLimits
from millmate.play.trainer.exam import Mark
from millmate.players.build import build_player
from millmate.players.player import Player, PlayerError, Stopped
from millmate.players.spec import PlayerSpec
from millmate.search.limits import Score
from millmate.tablebase.progress import never


class BuildError(Exception):
    """The player of the side `side` cannot be built."""

    def __init__(self, side: bool, trouble: str) -> None:
        super().__init__(trouble)
        self.side, self.trouble = side, trouble


def play_game(
    spec: GameSpec,
    send: Callable[[list[GameMoved]], None],
    interval: float,
    on_side: Callable[[bool], None] = lambda side: None,
    on_match: Callable[[Match], None] = lambda match: None,
) -> GameResult | None:
    """Play a game and return its result, None if its match was stopped.

    A player that cannot be built or cannot continue loses. The result includes the verdicts of
    tables.

    Args:
        spec: The game.
        send: Called with the moves, at most every `interval` seconds.
        interval: See `send`.
        on_side: Called with the side whose player acts next, so that the culprit is known if this
            process dies.
        on_match: Called with the match before it starts.
    """
    rules = catalogue.game(spec.game)
    verdicts = Verdicts(spec.game, Path(spec.tables))
    broadcaster = _MoveBroadcaster(spec, send, interval)
    try:
        with _players(spec, on_side) as players:
            game = _Game(spec, rules, players, verdicts, broadcaster, on_side)
            on_match(game.match)
            if spec.clock is not None:
                _prepare(spec, players, game.match, on_side)
            return game.play()
    except Stopped:
        return None
    except BuildError as error:
        return failure(spec, error.side, error.trouble)
    finally:
        broadcaster.flush()
        verdicts.close()


class _MoveBroadcaster:
    """Sends the moves of a game while it is played, several at once when they come fast."""

    def __init__(
        self, spec: GameSpec, send: Callable[[list[GameMoved]], None], interval: float
    ) -> None:
        self._number, self._ply = spec.number, len(spec.moves)
        self._send, self._interval = send, interval
        self._pending: list[GameMoved] = []
        self._sent = 0.0

    def watch(self, event: Event) -> None:
        if isinstance(event, MovePlayed):
            self._ply += 1
            move = event.mover, event.text, event.notation, event.fen
            self._pending.append(GameMoved(self._number, self._ply, *move))
        if time.monotonic() - self._sent >= self._interval:
            self.flush()

    def flush(self) -> None:
        """Send the moves that were held back."""
        if self._pending:
            self._send(self._pending)
            self._pending, self._sent = [], time.monotonic()


def failure(spec: GameSpec, side: bool, trouble: str) -> GameResult:
    """Return the result of a game that `side` lost by failing before the game started."""
    outcome = Outcome(Termination.FAILURE, not side)
    started = datetime.now().isoformat(timespec="seconds")
    return result_of(spec, outcome, spec.moves, started, failed=side, trouble=trouble)


def result_of(
    spec: GameSpec, outcome: Outcome, moves: tuple[str, ...], started: str, **more: Any
) -> GameResult:
    """Return the result of the game `spec`; `more` are further fields of `GameResult`."""
    setup = {field.name: getattr(spec, field.name) for field in fields(GameSetup)}
    ended: dict[str, Any] = {"result": outcome.result, "termination": outcome.termination.value}
    ended |= {"moves": moves, "started": started, "seconds": 0.0, "thought": (0.0, 0.0)}
    return GameResult(**{**setup, **ended, **more})


@contextmanager
def _players(spec: GameSpec, on_side: Callable[[bool], None]) -> Iterator[dict[bool, Player]]:
    """Yield the game's players, and always close them."""
    players: dict[bool, Player] = {}
    try:
        for side, seat in ((WHITE, spec.white), (BLACK, spec.black)):
            on_side(side)
            players[side] = _player(spec, side, seat)
        yield players
    finally:
        for side, player in players.items():
            on_side(side)
            with suppress(Exception):  # the game is over and its result stands
                player.close()


def _player(spec: GameSpec, side: bool, seat: Seat) -> Player:
    try:
        player = build_player(
            PlayerSpec.parse(seat.player),
            game=spec.game,
            tables=Path(spec.tables),
            seed=2 * spec.seed + (not side),
            consented=spec.consented,
        )
    except Exception as error:
        told = " ".join(str(error).split()) or type(error).__name__
        raise BuildError(
            side, tr("{name} cannot play: {told}", name=seat.name, told=told)
        ) from error
    player.name = seat.name
    return player


def _prepare(
    spec: GameSpec, players: dict[bool, Player], match: Match, on_side: Callable[[bool], None]
) -> None:
    """Wait until both players are ready, before their clocks run."""
    for side, seat in ((WHITE, spec.white), (BLACK, spec.black)):
        on_side(side)
        try:
            players[side].prepare(match.is_stopped)
        except PlayerError as error:
            raise BuildError(side, f"{seat.name}: {error}") from error


class _Game:
    """A game from its opening to its result."""

    def __init__(
        self,
        spec: GameSpec,
        rules: Rules,
        players: dict[bool, Player],
        verdicts: Verdicts,
        broadcaster: _MoveBroadcaster,
        on_side: Callable[[bool], None],
    ) -> None:
        self._spec, self._rules, self._verdicts = spec, rules, verdicts
        self._broadcaster, self._on_side = broadcaster, on_side
        self._referee = Referee(rules, spec.adjudication, spec.morris, verdicts)
        self._thought = {WHITE: 0.0, BLACK: 0.0}
        self._mover, self._since = WHITE, time.perf_counter()
        self._end: MatchEnded | None = None
        self.match = Match(
            rules,
            self._opening(),
            players,
            self._watch,
            clocks=None if spec.clock is None else GameClocks(spec.clock),
            lines=False,
            tables=Path(spec.tables),
            judge=self._referee,
        )

    def play(self) -> GameResult | None:
        """Play to the end and return the result, None if the match was stopped."""
        began = time.perf_counter()
        self.match.run()
        seconds = time.perf_counter() - began
        assert self._end is not None
        outcome, trouble = self._end.outcome, self._end.trouble or ""
        failed = None
        if outcome.termination is Termination.ABANDONED and not trouble:
            return None
        if trouble:  # in a tournament a player that cannot continue loses
            failed = self._mover
            outcome = Outcome(Termination.FAILURE, not failed)
        record = self._end.record
        return result_of(
            self._spec,
            outcome,
            record.moves,
            record.started,
            seconds=round(seconds, 3),
            thought=(round(self._thought[WHITE], 3), round(self._thought[BLACK], 3)),
            failed=failed,
            trouble=trouble,
            judged=judge(self._rules, record.start_fen, record.moves, self._verdicts),
        )

    def _opening(self) -> Board:
        board = self._rules.board(self._spec.start_fen)
        for text in self._spec.moves:
            board.push(self._rules.parse_move(board, text))
        return board

    def _watch(self, event: Event) -> None:
        self._referee.watch(event)
        now = time.perf_counter()
        if isinstance(event, TurnBegan):
            self._mover, self._since = event.turn, now
            self._on_side(event.turn)
        elif isinstance(event, MovePlayed):
            self._thought[event.mover] += now - self._since
        elif isinstance(event, MatchEnded):
            self._end = event
        self._broadcaster.watch(event)


def judge(
    rules: Rules, start_fen: str, moves: tuple[str, ...], verdicts: Verdicts
) -> GameJudgement | None:
    """Return how a game was played by the tables, None if they cover none of its positions.

    The value of a position is that of its best move, so no other move is looked up. A position
    that the fifty-move rule leaves open counts as unknown.
    """
    if not verdicts.any:
        return None
    board = rules.board(start_fen)
    fens = [board.fen()]
    for text in moves:
        board.push(rules.parse_move(board, text))
        fens.append(board.fen())
    positions = review(rules, fens, verdicts, never)
    for entry, position in enumerate(positions[:-1]):
        if position.value is not None:
            sides = (_judged(side, positions, moves) for side in (WHITE, BLACK))
            return GameJudgement(entry, position.value, *sides)
    return None


def _judged(
    side: bool, positions: tuple[ReviewedPosition, ...], moves: tuple[str, ...]
) -> SideJudgement:
    """Return how `side` played: each move is judged by the position it led to."""
    own = [
        (ply, position)
        for ply, position in enumerate(positions[1:])
        if position.mark is not None and position.turn is not side
    ]
    timed = [each.lost for _, each in own if each.timed and each.mark is not Mark.THROWN]
    slips = tuple(
        Slip(ply, moves[ply], each.before, each.after)
        for ply, each in own
        if each.mark is Mark.THROWN
    )
    return SideJudgement(len(own), len(timed), sum(timed), slips)


# --- The rules of a game with the adjudication of a tournament ------------------------------------

_MATE = 100_000  # centipawns, above every score that is not a mate
# Terminations replaced by a tournament's own limits of morris.
_REPETITIONS = (Termination.THREEFOLD_REPETITION, Termination.FIVEFOLD_REPETITION)
_QUIET = (
    Termination.FIFTY_QUIET_MOVES,
    Termination.SEVENTYFIVE_QUIET_MOVES,
    Termination.MANY_QUIET_MOVES,
)


class Referee:
    """The rules of one game, which also end it by a tournament's limits; see `watch`.

    A win on the board counts before any draw, and the rules count before any adjudication.
    """

    def __init__(
        self,
        rules: Rules,
        adjudication: Adjudication,
        morris: MorrisLimits | None,
        verdicts: Verdicts | None = None,
    ) -> None:
        """Judge by `rules`, in morris within the limits `morris`."""
        self._rules, self._how = rules, adjudication
        self._morris = morris
        self._verdicts = verdicts if adjudication.tables else None
        self._scores = _Scores(adjudication)

    def watch(self, event: Event) -> None:
        """Handle an event of the match: note its scores."""
        self._scores(event)

    def outcome(self, board: Board) -> Outcome | None:
        """Return how the game has ended, or None while it continues."""
        return (
            self._lasting(self._rules.outcome(board))
            or (self._drawn_in_morris(cast(MorrisBoard, board)) if self._morris else None)
            or self._by_tables(board)
            or self._by_length(board)
            or self._scores.outcome()
        )

    def claim(self, board: Board) -> Outcome | None:
        """Return the draw that may be claimed, unless the limits replace its rule."""
        return self._lasting(self._rules.claim(board))

    def _lasting(self, outcome: Outcome | None) -> Outcome | None:
        """Return `outcome` unless the limits replace its rule."""
        if outcome is None or self._morris is None:
            return outcome
        repetition = self._morris.max_state_replayed and outcome.termination in _REPETITIONS
        quiet = self._morris.max_moves_without_mill and outcome.termination in _QUIET
        return None if repetition or quiet else outcome

    def _drawn_in_morris(self, board: MorrisBoard) -> Outcome | None:
        assert self._morris is not None
        most = self._morris
        if most.max_state_replayed and board.is_repetition(most.max_state_replayed):
            return Outcome(Termination.REPEATED)
        if most.max_moves_without_mill and since_mill(board) >= most.max_moves_without_mill:
            return Outcome(Termination.NO_MILLS)
        if most.max_turns and len(board.move_stack) >= most.max_turns:
            return Outcome(Termination.MANY_TURNS)
        return None

    def _by_tables(self, board: Board) -> Outcome | None:
        value = None if self._verdicts is None else self._verdicts.value(board)
        if value is None:
            return None
        return Outcome(Termination.TABLES, {1: WHITE, -1: BLACK}.get(value))

    def _by_length(self, board: Board) -> Outcome | None:
        most = self._how.max_moves
        if most and len(board.move_stack) >= 2 * most:
            return Outcome(Termination.MANY_TURNS)
        return None


def since_mill(board: MorrisBoard) -> int:
    """Return how many turns the side that has just moved has taken since it last closed a mill.

    Turns count from the first position on `board`; placements count too.
    """
    own = board.move_stack[::-2]
    return next((n for n, move in enumerate(own) if move.removed), len(own))


class _Scores:
    """The scores of both players, move after move, from White's view."""

    def __init__(self, how: Adjudication) -> None:
        self._how = how
        self._now: int | None = None
        self._seen: dict[bool, list[int | None]] = {WHITE: [], BLACK: []}
        self._moves = 0

    def __call__(self, event: Event) -> None:
        if isinstance(event, TurnBegan):
            self._now = None
        elif isinstance(event, Thinking) and event.info.line == 1:
            self._now = _points(event.info.score) * (1 if event.mover else -1)
        elif isinstance(event, MovePlayed):
            self._seen[event.mover].append(self._now)
            self._moves += 1

    def outcome(self) -> Outcome | None:
        """Return the outcome that the scores agree on, None as long as they do not."""
        how = self._how
        if how.resign_score:
            scores = self._last(how.resign_moves)
            if scores and min(scores) >= how.resign_score:
                return Outcome(Termination.SCORES, WHITE)
            if scores and max(scores) <= -how.resign_score:
                return Outcome(Termination.SCORES, BLACK)
        if how.draw_score is not None and self._moves >= 2 * how.draw_after:
            scores = self._last(how.draw_moves)
            if scores and max(abs(score) for score in scores) <= how.draw_score:
                return Outcome(Termination.SCORES)
        return None

    def _last(self, moves: int) -> list[int]:
        """Return the scores of each side's last `moves` moves; [] if one is missing."""
        last = [*self._seen[WHITE][-moves:], *self._seen[BLACK][-moves:]]
        known = [score for score in last if score is not None]
        return known if len(known) == 2 * moves else []


def _points(score: Score) -> int:
    if score.mate is not None:
        return _MATE if score.mate > 0 else -_MATE
    return score.centipawns or 0
