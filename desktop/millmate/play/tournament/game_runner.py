"""Playing one game of a tournament, here and now: players are built for it and closed after it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from millmate.games import catalogue
from millmate.games.board import Board, Rules
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.language import tr
from millmate.play.events import Event, MatchEnded, MovePlayed, TurnBegan
from millmate.play.match import Match, ignore
from millmate.play.tournament.game import GameJudgement, GameResult, GameSpec, Seat
from millmate.play.tournament.referee import Referee
from millmate.play.tournament.verdicts import Verdicts, judge
from millmate.players.player import Clocked, Player, PlayerError, Preparable, Stopped
from millmate.players.spec import PlayerSpec, build_player


class BuildError(Exception):
    """The player of the side `side` cannot be built."""

    def __init__(self, side: bool, trouble: str) -> None:
        super().__init__(trouble)
        self.side, self.trouble = side, trouble


def play_game(
    spec: GameSpec,
    watch: Callable[[Event], None] = ignore,
    on_side: Callable[[bool], None] = lambda side: None,
    on_match: Callable[[Match], None] = lambda match: None,
) -> GameResult | None:
    """Play a game and return its result; None if its match was stopped.

    A player that cannot be built or cannot go on loses. What tables know of the game is added.

    Args:
        spec: The game.
        watch: Called with the events of the match.
        on_side: Called with the side whose player acts next, so that somebody knows who did it
            if this process does not survive.
        on_match: Called with the match before it begins.
    """
    rules = catalogue.game(spec.game)
    verdicts = Verdicts(spec.game, Path(spec.tables))
    try:
        with _players(spec, on_side) as players:
            game = _Game(spec, rules, players, verdicts, watch, on_side)
            on_match(game.match)
            if spec.clock is not None:
                _prepare(spec, players, game.match, on_side)
            return game.play()
    except Stopped:
        return None
    except BuildError as error:
        return failure(spec, error.side, error.trouble)
    finally:
        verdicts.close()


def failure(spec: GameSpec, side: bool, trouble: str) -> GameResult:
    """Return the result of a game that was lost by the failure of `side` before it had begun."""
    outcome = Outcome(Termination.FAILURE, not side)
    started = datetime.now().isoformat(timespec="seconds")
    return result_of(spec, outcome, spec.moves, started, failed=side, trouble=trouble)


def result_of(
    spec: GameSpec,
    outcome: Outcome,
    moves: tuple[str, ...],
    started: str,
    seconds: float = 0.0,
    thought: tuple[float, float] = (0.0, 0.0),
    failed: bool | None = None,
    trouble: str = "",
    judged: GameJudgement | None = None,
) -> GameResult:
    """Return the result of the game `spec`; see `GameResult`."""
    return GameResult(
        number=spec.number,
        round=spec.round,
        pair=spec.pair,
        game=spec.game,
        opening=spec.opening,
        white=spec.white,
        black=spec.black,
        start_fen=spec.start_fen,
        moves=moves,
        result=outcome.result,
        termination=outcome.termination.value,
        started=started,
        seconds=round(seconds, 3),
        thought=(round(thought[0], 3), round(thought[1], 3)),
        failed=failed,
        trouble=trouble,
        judged=judged,
    )


@contextmanager
def _players(spec: GameSpec, on_side: Callable[[bool], None]) -> Iterator[dict[bool, Player]]:
    """Give the game's players, closed in the end whatever happens."""
    players: dict[bool, Player] = {}
    try:
        for side, seat in ((WHITE, spec.white), (BLACK, spec.black)):
            on_side(side)
            players[side] = _player(spec, side, seat)
        yield players
    finally:
        for side, player in players.items():
            on_side(side)
            with suppress(Exception):  # the game is over, and what it gave counts
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
    """Have both players ready before their clocks run."""
    for side, seat in ((WHITE, spec.white), (BLACK, spec.black)):
        player = players[side]
        if isinstance(player, Preparable):
            on_side(side)
            try:
                player.prepare(match.is_stopped)
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
        watch: Callable[[Event], None],
        on_side: Callable[[bool], None],
    ) -> None:
        self._spec, self._rules, self._verdicts = spec, rules, verdicts
        self._tell, self._on_side = watch, on_side
        morris = spec.morris if catalogue.kind_of(spec.game) == "morris" else None
        self._referee = Referee(rules, spec.adjudication, morris, verdicts, spec.clock)
        self._thought = {WHITE: 0.0, BLACK: 0.0}
        self._mover, self._since = WHITE, time.perf_counter()
        self._end: MatchEnded | None = None
        self._players = players
        self.match = Match(
            self._referee,
            self._opening(),
            players,
            self._watch,
            overdue=self._referee.overdue,
            lines=False,
        )

    def play(self) -> GameResult | None:
        """Play to the end; None if the match was stopped."""
        began = time.perf_counter()
        self.match.run()
        seconds = time.perf_counter() - began
        assert self._end is not None
        outcome, trouble = self._end.outcome, self._end.trouble or ""
        failed = None
        if outcome.termination is Termination.ABANDONED and not trouble:
            return None
        if trouble:  # whoever cannot go on has lost: a tournament's game has a result
            failed = self._mover
            outcome = Outcome(Termination.FAILURE, not failed)
        record = self._end.record
        return result_of(
            self._spec,
            outcome,
            record.moves,
            record.started,
            seconds,
            (self._thought[WHITE], self._thought[BLACK]),
            failed,
            trouble,
            judge(self._rules, record.start_fen, record.moves, self._verdicts),
        )

    def _opening(self) -> Board:
        board = self._rules.board(self._spec.start_fen)
        for text in self._spec.moves:
            board.push(self._rules.parse_move(board, text))
        return board

    def _show_clocks(self, side: bool) -> None:
        """Show the player that is to move what the clocks show."""
        clocks, player = self._referee.clocks, self._players[side]
        if clocks is not None and isinstance(player, Clocked):
            player.see_clocks(clocks.shown(side))

    def _watch(self, event: Event) -> None:
        self._referee.watch(event)
        now = time.perf_counter()
        if isinstance(event, TurnBegan):
            self._mover, self._since = event.turn, now
            self._on_side(event.turn)
            self._show_clocks(event.turn)
        elif isinstance(event, MovePlayed):
            self._thought[event.mover] += now - self._since
        elif isinstance(event, MatchEnded):
            self._end = event
        self._tell(event)
