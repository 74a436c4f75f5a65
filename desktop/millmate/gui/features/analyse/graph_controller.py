"""Feeds the graphs of the game on the board: results of tables, engines and notes for its line."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QTimer, Signal, Slot
from PySide6.QtWidgets import QToolButton, QWidget

from millmate.games.board import Rules
from millmate.gui.boards.small_boards import Pointed
from millmate.gui.features.analyse.engine_worker import EngineWorker, Findings
from millmate.gui.features.analyse.evaluation_graph import EvaluationGraph, Point, points
from millmate.gui.features.analyse.panel import mover_share
from millmate.gui.features.analyse.score_view import pointed
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox, vbox
from millmate.gui.shell.feature import Feature
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.play.distance import stretches, waste_words
from millmate.play.game_review import ReviewedPosition
from millmate.records.line import Line
from millmate.records.notes import Notes
from millmate.records.tree import Node

_PATIENCE = 40  # milliseconds: a game that changes at every keystroke is looked up once
_MOST_SCORES = 20_000
_TITLES = {"chess": mark("Distance to mate"), "morris": mark("Distance to the win")}


class GraphPanel(QWidget):
    """A graph; distances have a title, which switches to the evaluation, and the waste."""

    def __init__(self) -> None:
        super().__init__()
        self.graph, self.title, self.waste = EvaluationGraph(), QToolButton(), theme.mute(Label())
        self.title.setAutoRaise(True)
        bind_text(self.title, tip=mark("Switch between the distance and the evaluation"))
        self._head = QWidget()
        hbox(self.title, None, self.waste, within=self._head)
        vbox(self._head, self.graph, within=self, spacing=theme.GRID // 2)
        self.hide()

    def show_points(self, found: tuple[Point, ...], far: bool | None, title: str) -> None:
        """Show points, as distances if `far`; None if no distances are known."""
        self._head.setVisible(far is not None)
        self.title.setText(title)
        self.graph.setAccessibleName(title)
        self.waste.setText(waste_words([point.distance for point in found]) if far else "")
        self.graph.show_points(found, far)


class GraphController(Feature):
    """Shows how the line that is looked at went; nothing while verdicts are hidden.

    `panel` is the widget beside the game, which hides where nothing is known of any position.
    `judged` is emitted once tables have judged its moves.
    """

    judged = Signal()

    def __init__(self, services: Services, analyst: EngineWorker) -> None:
        super().__init__(services)
        self._game, self._tables = services.game, services.tables_dir
        self._panels: list[GraphPanel] = []
        self.panel = self.add_panel()
        self.graph = self.panel.graph
        self._wish: bool | None = None  # whether distances are shown, as the user chose
        self._asked: tuple[str, ...] = ()  # the positions that were asked for last
        self._way: list[Node] = []  # the line's moves
        self._notes: tuple[Notes, ...] = ()  # of these
        self._found: tuple[ReviewedPosition, ...] = ()  # of the last line that was looked up
        self.stations: dict[str, ReviewedPosition] = {}
        self._scores: dict[str, float] = {}
        self._task = Latest()
        self._soon = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._soon.timeout.connect(self._ask)
        self._redraw = QTimer(self, singleShot=True, interval=0)  # after what else has changed
        self._redraw.timeout.connect(self._show)
        analyst.told.connect(self._add_findings)
        services.probe.answered.connect(self._note_answer)
        services.probe.found.connect(self.show_line)  # perhaps because verdicts are shown again
        self._game.connect_all(self.show_line, self._game.moved, self._game.turn_changed)
        translator.changed.connect(self._show)

    def add_panel(self) -> GraphPanel:
        """Return another widget that shows the same."""
        panel = GraphPanel()
        panel.graph.chosen.connect(self._game.go)
        panel.title.clicked.connect(self._switch)
        self.services.hovering.watch(panel.graph, partial(self._pointed_at, panel.graph))
        self._panels.append(panel)
        return panel

    def _pointed_at(self, graph: EvaluationGraph, point: QPoint) -> Pointed | None:
        line, ply = self._game.line, graph.place_at(QPointF(point))
        if ply is None or ply > len(line.way):
            return None
        node = line.way[ply - 1] if ply else line.tree.root
        return pointed(node, self.services.workspace, graph, graph.rect())

    @property
    def _allowed(self) -> bool:
        return self._game.started and not self.services.probe.hiding()

    @Slot()
    @Slot(object)
    def show_line(self, _: object = None) -> None:
        line = self._game.line
        if not self._allowed:
            for panel in self._panels:
                panel.hide()
            self._asked = ()
            return
        if not self._asked or line.way is not self._way:  # another list after every change
            self._show_way(line)
        for panel in self._panels:
            panel.graph.show_cursor(line.cursor)

    def _show_way(self, line: Line) -> None:
        self._way = way = line.way
        fens = (line.start_fen, *(node.fen for node in way))
        notes = tuple(node.notes for node in way)
        changed = notes != self._notes or len(self.graph.points) != len(fens)
        self._notes = notes
        if fens != self._asked:
            self._asked = fens
            self._soon.start()
            self._show()
        elif changed:
            self._redraw.start()

    @Slot(object)
    def _note_answer(self, answer: Answer) -> None:
        """Look the line up again if a table is there now that was not."""
        station = self.stations.get(answer.fen)
        if answer.covered and station is not None and station.ruled is None:
            self._soon.start()

    @Slot(object)
    def _add_findings(self, news: object) -> None:
        if isinstance(news, Findings) and news.lines:
            part = mover_share(news.lines[0].info.score, news.mover)
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
        self._task.drop()

    @Slot()
    def _ask(self) -> None:
        """Look up the positions that the last line did not have, or no table covered."""
        self._task.drop()
        kept = 0
        for station, fen in zip(self._found, self._asked, strict=False):
            if station.fen != fen or station.ruled is None:
                break
            kept += 1
        self._found = self._found[:kept]
        if fens := self._asked[max(kept - 1, 0) :]:
            work = partial(_look_up, self._game.rules, fens, self._tables)
            self._task.start(work, done=self._add_found)

    @Slot(object)
    def _add_found(self, stations: tuple[ReviewedPosition, ...]) -> None:
        """Add new positions; the first one is known unless it starts the line."""
        self._found += stations[1:] if self._found else stations
        self.stations = {station.fen: station for station in self._found}
        self._show()
        self.judged.emit()

    @Slot()
    def _switch(self) -> None:
        self._wish = not self.graph.far
        self._show()

    @Slot()
    def _show(self) -> None:
        line = self._game.line
        if not self._asked or not self._allowed:
            return
        rules = self._game.rules
        first, root = rules.board(line.start_fen).ply(), line.tree.root
        found = points(line.way, root, first, rules.terms, self.stations, self._scores)
        far = self._far(found)
        title = tr(_TITLES[rules.kind] if far else mark("Evaluation"))
        known = any(point.share is not None for point in found)
        for panel in self._panels:
            panel.show_points(found, far, title)
            panel.graph.show_cursor(line.cursor)
            panel.setVisible(known and len(found) > 1)

    def _far(self, found: tuple[Point, ...]) -> bool | None:
        """Return whether to show distances, None if no won positions follow each other.

        Unless the user chose, they are shown where no engine has evaluated a position.
        """
        line = [point.distance for point in found]
        if not any(len(run) > 1 and line[run[0]].value for run in stretches(line)):
            return None
        if self._wish is not None:
            return self._wish
        return all(point.exact or point.share is None for point in found)


def _look_up(
    rules: Rules,
    fens: tuple[str, ...],
    tables: Path,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> tuple[ReviewedPosition, ...]:
    """Return the results of the tables in `tables` for a line of positions (in a thread)."""
    from millmate.play.game_review import Verdicts, review

    verdicts = Verdicts(rules.name, tables)
    try:
        return review(rules, fens, verdicts, stopped)
    finally:
        verdicts.close()
