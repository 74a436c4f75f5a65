"""The rules of a game with the adjudication of a tournament."""

from __future__ import annotations

from typing import cast

from millmate.games.board import Board, Rules
from millmate.games.morris.board import MorrisBoard
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.events import Event, MovePlayed, Thinking, TurnBegan
from millmate.play.tournament.plan import Adjudication, MorrisLimits
from millmate.play.tournament.verdicts import Verdicts
from millmate.search.limits import Score

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
