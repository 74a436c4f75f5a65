"""Review the moves of a game: their effects on the result, signs, and both sides' accuracy."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path
from statistics import fmean

from millmate.games.board import Board, Rules
from millmate.games.chess.rules import NULL_MOVE
from millmate.language import tr
from millmate.play.evaluation import Evaluation, Evaluator, Stopped, accuracy_of_move
from millmate.play.game_review import slower_words, thrown_words
from millmate.play.trainer.drill import Failure, Goal
from millmate.play.trainer.exam import Grade, Mark
from millmate.records.tree import Ply
from millmate.search.limits import Interrupted
from millmate.uci.process import EngineError

_SLOW = 20  # plies by which a slower win makes a move dubious
_LONELY = 0.2  # by which the only move of a search must be better than all others
_LOST = 0.1  # share of the point below which no move helps
_CAPTURE = "x"  # in the notation of either game


class Sign(IntEnum):
    """The sign of a move, by its number (NAG) in the PGN standard."""

    NONE = 0
    MISTAKE = 2
    BLUNDER = 4
    INTERESTING = 5
    DUBIOUS = 6
    ONLY = 7

    @property
    def bad(self) -> bool:
        return self in (Sign.MISTAKE, Sign.BLUNDER, Sign.DUBIOUS)


# For a searched move, by the share of the point that it loses; the same as on Lichess.
_LOSSES = ((0.15, Sign.BLUNDER), (0.10, Sign.MISTAKE), (0.05, Sign.DUBIOUS))


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game, after `number` plies, in the position `fen`.

    `before` and `after` are its side's shares of the point, and `grade` is the grade by a table,
    if one covers the position. The `accuracy` is None if a table leaves the result open, or if a
    file contains only the sign. `best` is the better line of a bad move.
    """

    number: int
    ply: Ply
    fen: str
    before: float
    after: float
    accuracy: float | None
    sign: Sign = Sign.NONE
    grade: Grade | None = None
    best: tuple[Ply, ...] = ()

    @property
    def half_points(self) -> int:
        """The half points thrown away by the move, by a table."""
        return 0 if self.grade is None else self.grade.best.wdl - self.grade.played.wdl

    @property
    def trainable(self) -> bool:
        """Whether the move can become a drill: by a table, it threw the result away."""
        return self.half_points > 0

    @property
    def failure(self) -> Failure:
        """The move as a position to train; it must be `trainable`."""
        assert self.grade is not None
        goal = Goal.WIN if self.grade.best.wdl > 0 else Goal.HOLD
        return Failure(self.fen, self.ply.text, goal)

    @property
    def words(self) -> str:
        """The effect of a bad move, "" if only its sign is known."""
        if self.half_points:
            assert self.grade is not None
            return thrown_words(self.grade.best.wdl, self.grade.played.wdl)
        if self.grade is not None and self.grade.lost:
            return slower_words(self.grade.lost)
        if self.accuracy is None:
            return ""
        before, after = round(100 * self.before), round(100 * self.after)
        return tr("chances fell from {before} % to {after} %", before=before, after=after)


@dataclass(frozen=True, slots=True)
class GameReview:
    """The reviewed moves of a game with `plies`, as far as it was reviewed.

    `evaluations` are those of its positions from the first one on, None where unknown.
    """

    plies: tuple[Ply, ...]
    evaluations: tuple[Evaluation | None, ...] = ()
    moves: tuple[ReviewedMove, ...] = ()

    @property
    def complete(self) -> bool:
        return len(self.evaluations) > len(self.plies)

    @property
    def bad_moves(self) -> tuple[ReviewedMove, ...]:
        return tuple(move for move in self.moves if move.sign.bad)

    def accuracy(self, side: bool) -> float | None:
        """Return the mean accuracy of a side's moves, None if unknown."""
        known = [
            move.accuracy
            for move in self.moves
            if move.ply.mover is side and move.accuracy is not None
        ]
        return fmean(known) if known else None

    def half_points(self, side: bool) -> int:
        """Return the half points thrown away by a side, by tables."""
        return sum(move.half_points for move in self.moves if move.ply.mover is side)


def review_move(number: int, ply: Ply, before: Evaluation, after: Evaluation) -> ReviewedMove:
    """Return the review of the move between two positions; a null move has no effect."""
    if ply.text == NULL_MOVE:
        return ReviewedMove(number, ply, before.fen, before.share, 1 - after.share, None)
    if before.exam is None:
        return _searched(number, ply, before, after)
    grade = before.exam.grade(ply.text)
    share = 0.5 + 0.5 * grade.best.wdl
    found = ReviewedMove(number, ply, before.fen, share, share, None)
    if grade.best.open or grade.played.open:
        return found
    kept = 0.5 + 0.5 * grade.played.wdl
    sign = _sign_by_table(grade, after)
    accuracy = accuracy_of_move(share, kept)
    return replace(found, after=kept, accuracy=accuracy, sign=sign, grade=grade)


def sign_of_loss(lost: float) -> Sign:
    """Return the sign of a move that loses this share of the point by a search."""
    return next((sign for least, sign in _LOSSES if lost >= least), Sign.NONE)


def _searched(number: int, ply: Ply, before: Evaluation, after: Evaluation) -> ReviewedMove:
    """Return the review of a move from a position that no table covers."""
    best, kept = before.share, 1 - after.share
    if ply.text == before.best:
        kept = max(kept, best)  # later findings are not the move's fault
    sign = sign_of_loss(best - kept)
    if sign is Sign.NONE and after.outcome is None and _is_lonely(ply, before):
        sign = Sign.ONLY
    accuracy = accuracy_of_move(best, kept)
    return ReviewedMove(number, ply, before.fen, best, kept, accuracy, sign)


def _is_lonely(ply: Ply, before: Evaluation) -> bool:
    """Return whether a move is much better than all others; recaptures do not count."""
    if len(before.lines) < 2 or ply.text != before.best or _CAPTURE in ply.notation:
        return False
    first, second = before.lines[:2]
    return first.share > _LOST and first.share - second.share >= _LONELY


def _sign_by_table(grade: Grade, after: Evaluation) -> Sign:
    if grade.mark is Mark.THROWN:
        return Sign.BLUNDER
    if grade.lost >= _SLOW:
        return Sign.DUBIOUS
    if grade.only:
        return Sign.NONE if after.outcome is not None else Sign.ONLY
    reply = after.exam
    if grade.best.wdl == 0 and reply is not None and reply.only and not reply.wdl:
        trap = _CAPTURE not in reply.options[0].notation
        return Sign.INTERESTING if trap else Sign.NONE
    return Sign.NONE


_EVERY = 0.1  # seconds between two reports


@dataclass(frozen=True, slots=True)
class AnalysisOrder:
    """A game to analyse by the tables in `directory`, or else with `seconds` of search per move.

    `known` are evaluations from an analysis that was stopped, by position.
    """

    rules: Rules
    start_fen: str
    plies: tuple[Ply, ...]
    directory: Path
    seconds: float
    known: Mapping[str, Evaluation]


@dataclass(frozen=True, slots=True)
class AnalysisNews:
    """New results of an analysis: evaluations, in the order of positions, and reviewed moves.

    An evaluation may be None. `remark` is the engine's remark while it starts.
    """

    evaluations: tuple[Evaluation | None, ...] = ()
    moves: tuple[ReviewedMove, ...] = ()
    remark: str = ""


def analyse(order: AnalysisOrder, report: Callable[[AnalysisNews], None], stopped: Stopped) -> str:
    """Analyse a game until it is done, or `stopped` returns True.

    Returns:
        Why the engine failed before the end, or "".
    """
    run, trouble = _Run(order, report, stopped), ""

    def remark(text: str) -> None:
        report(AnalysisNews(remark=text))

    try:
        with Evaluator(order.rules, order.directory, order.seconds, remark) as evaluator:
            run.go_through(evaluator)
    except Interrupted:
        pass
    except EngineError as error:
        trouble = str(error)
    run.report_news()
    return trouble


class _Run:
    """A running analysis; it reports several positions at once if tables are quick."""

    def __init__(
        self, order: AnalysisOrder, report: Callable[[AnalysisNews], None], stopped: Stopped
    ) -> None:
        self._order, self._report, self._stopped = order, report, stopped
        self._last: Evaluation | None = None
        self._evaluations: list[Evaluation | None] = []
        self._moves: list[ReviewedMove] = []
        self._reported = 0.0

    def go_through(self, evaluator: Evaluator) -> None:
        order = self._order
        board = order.rules.board(order.start_fen)
        self._add(self._evaluate(board, evaluator))
        for number, ply in enumerate(order.plies):
            if self._stopped():
                return
            board.push(order.rules.parse_move(board, ply.text))
            before, found = self._last, self._evaluate(board, evaluator)
            if before is not None and found is not None:
                self._moves.append(self._review(number, before, found, evaluator))
            self._add(found)

    def _evaluate(self, board: Board, evaluator: Evaluator) -> Evaluation | None:
        return self._order.known.get(board.fen()) or evaluator.evaluate(board, self._stopped)

    def _review(
        self, number: int, before: Evaluation, after: Evaluation, evaluator: Evaluator
    ) -> ReviewedMove:
        move = review_move(number, self._order.plies[number], before, after)
        if not move.sign.bad:
            return move
        return replace(move, best=evaluator.best_line(before, self._stopped))

    def _add(self, found: Evaluation | None) -> None:
        self._last = found
        self._evaluations.append(found)
        searched = found is not None and found.lines and found.fen not in self._order.known
        if searched or time.monotonic() - self._reported >= _EVERY:
            self.report_news()

    def report_news(self) -> None:
        """Report all results since the last report."""
        self._reported = time.monotonic()
        self._report(AnalysisNews(tuple(self._evaluations), tuple(self._moves)))
        self._evaluations.clear()
        self._moves.clear()
