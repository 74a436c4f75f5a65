"""Analyses a whole game: evaluates its positions one after the other, and reviews its moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from millmate.games.board import Board, Rules
from millmate.play.evaluation import Evaluation, Evaluator, Stopped
from millmate.play.move_review import ReviewedMove, review_move
from millmate.records.tree import Ply
from millmate.search.budget import Interrupted
from millmate.uci.process import EngineError

_EVERY = 0.1  # seconds between two reports


@dataclass(frozen=True, slots=True)
class AnalysisOrder:
    """A game to be analysed by the tables in `directory`, or else with `seconds` of search a move.

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
    """What is new in an analysis: positions, in their order, and moves that were reviewed.

    Of a position may be known nothing. `remark` is what the engine says while it starts.
    """

    evaluations: tuple[Evaluation | None, ...] = ()
    moves: tuple[ReviewedMove, ...] = ()
    remark: str = ""


def analyse(order: AnalysisOrder, report: Callable[[AnalysisNews], None], stopped: Stopped) -> str:
    """Analyse a game until it is done, or `stopped` turns true.

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
    """An analysis under way; it reports several positions at once where tables are quick."""

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
        """Report what has been found since the last report."""
        self._reported = time.monotonic()
        self._report(AnalysisNews(tuple(self._evaluations), tuple(self._moves)))
        self._evaluations.clear()
        self._moves.clear()
