"""Fills the evaluation graph: tables are asked in a thread, an engine's findings are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from millmate.games.board import Rules
from millmate.gui.features.analyse.evaluation_graph import EvaluationGraph, points
from millmate.gui.features.analyse.findings import Findings
from millmate.gui.features.analyse.rows import share
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import translator
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.services import Services
from millmate.records.notes import Notes

if TYPE_CHECKING:
    from millmate.play.game_review import ReviewedPosition

_PATIENCE = 40  # milliseconds: a game that changes at every keystroke is looked up once
_MOST_SCORES = 20_000


class GraphController(QObject):
    """Shows how the line that is looked at went; nothing while a game is being played.

    `graph` is the widget, which hides where nothing is known of any position.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self.graph = EvaluationGraph()
        self._game, self._tables = services.game, services.tables_dir
        self._asked: tuple[str, ...] = ()  # the positions that were asked for last
        self._notes: tuple[Notes, ...] = ()  # of the line's moves
        self._stations: dict[str, ReviewedPosition] = {}
        self._scores: dict[str, float] = {}
        self._task: Task | None = None
        self._soon = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._soon.timeout.connect(self._ask)
        self._redraw = QTimer(self, singleShot=True, interval=0)  # after what else has changed
        self._redraw.timeout.connect(self._show)
        self.graph.chosen.connect(self._game.go)
        self._game.connect_all(self.show_line)
        translator.changed.connect(self._show)
        self.graph.hide()

    @Slot()
    def show_line(self) -> None:
        line = self._game.line
        if not self._game.studied:
            self.graph.hide()
            self._asked = ()
            return
        fens = (line.start_fen, *(node.fen for node in line.way))
        notes = tuple(node.notes for node in line.way)
        changed = notes != self._notes or len(self.graph.points) != len(fens)
        self._notes = notes
        if fens != self._asked:
            self._asked = fens
            self._soon.start()
            self._show()
        elif changed:
            self._redraw.start()
        self.graph.show_cursor(line.cursor)

    @Slot(object)
    def note_answer(self, answer: Answer) -> None:
        """Look the line up again if a table is there now that was not."""
        station = self._stations.get(answer.fen)
        if answer.covered and station is not None and station.verdict is None:
            self._soon.start()

    @Slot(object)
    def add_findings(self, news: object) -> None:
        if isinstance(news, Findings) and news.lines:
            part = share(news.lines[0].info.score, news.mover)
            self.add_scores({news.position.fen: part})

    def add_scores(self, scores: Mapping[str, float]) -> None:
        """Show White's part of the point in positions that a search has evaluated."""
        if len(self._scores) > _MOST_SCORES:
            self._scores.clear()
        self._scores.update(scores)
        if not scores.keys().isdisjoint(self._asked):
            self._show()

    def close(self) -> None:
        """Stop looking up."""
        self._soon.stop()
        if self._task is not None:
            self._task.stop()

    @Slot()
    def _ask(self) -> None:
        if self._task is not None:
            self._task.stop()
        if self._asked:
            work = partial(_look_up, self._game.rules, self._asked, self._tables)
            self._task = Task(work)
            self._task.launch(done=self._found)

    @Slot(object)
    def _found(self, stations: tuple[ReviewedPosition, ...]) -> None:
        if self.sender() is not self._task:
            return
        self._task = None
        self._stations = {station.fen: station for station in stations}
        self._show()

    @Slot()
    def _show(self) -> None:
        line = self._game.line
        if not self._game.studied or not self._asked:
            return
        first = self._game.rules.board(line.start_fen).ply()
        found = points(line.way, line.tree.root, first, self._stations, self._scores)
        self.graph.show_points(found)
        self.graph.show_cursor(line.cursor)
        known = any(point.share is not None for point in found)
        self.graph.setVisible(known and len(found) > 1)


def _look_up(
    rules: Rules,
    fens: tuple[str, ...],
    tables: Path,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> tuple[ReviewedPosition, ...]:
    """Return what the tables in `tables` say of a line of positions (in a thread)."""
    from millmate.play.game_review import review
    from millmate.play.tournament.verdicts import Verdicts

    verdicts = Verdicts(rules.name, tables)
    try:
        return review(rules, fens, verdicts, stopped)
    finally:
        verdicts.close()
