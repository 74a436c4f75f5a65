"""Shows the positions of moves, lines and points beside the board on the hover board."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Slot
from PySide6.QtWidgets import QWidget

from millmate.gui.boards.small_boards import Pointed, ShownPosition, replay
from millmate.gui.features.analyse.evaluation_graph import EvaluationGraph
from millmate.gui.features.analyse.panel import AnalysisPanel, LineRow
from millmate.gui.features.analyse.score.view import ScoreView
from millmate.gui.features.verdicts.table_panel import TablePanel
from millmate.gui.shell.services import Services
from millmate.records.tree import Node


class HoverController(QObject):
    """Watches the cards of moves, the lines of the analysis, the score and the graph."""

    def __init__(
        self,
        services: Services,
        table: TablePanel,
        analysis: AnalysisPanel,
        score: ScoreView,
        graph: EvaluationGraph,
    ) -> None:
        super().__init__(services.window)
        self._workspace, self._hovering = services.workspace, services.hovering
        self._table, self._analysis = table, analysis
        self._score, self._graph = score, graph
        table.pointed.connect(self._point_at_card)
        analysis.pointed.connect(self._point_at_line)
        services.workspace.position_changed.connect(services.hovering.dismiss)
        services.hovering.watch(score.viewport(), self._move_of_score)
        services.hovering.watch(graph, self._point_of_graph)
        for row in analysis.rows:
            services.hovering.watch(row, partial(self._move_of_line, row))

    @Slot(str)
    def _point_at_card(self, move: str) -> None:
        table = self._table
        found = self._after((move,), table, table) if move else None
        self._hovering.point(table, found, by_key=table.view.hasFocus())

    @Slot(object)
    def _point_at_line(self) -> None:
        """Show the position after the first move of the line that has the keyboard."""
        for row in self._analysis.rows:
            if row.hasFocus() and row.row is not None and self._analysis.pointed_row is row.row:
                found = self._after(row.row.moves[:1], self._analysis, row)
                self._hovering.point(row, found, by_key=True)

    def _move_of_line(self, row: LineRow, point: QPoint) -> Pointed | None:
        if row.row is None:
            return None
        return self._after(row.row.moves[: row.move_at(point) + 1], self._analysis, row)

    def _move_of_score(self, point: QPoint) -> Pointed | None:
        found = self._score.move_at(point)
        if found is None or self._on_board(found[0]):
            return None
        return self._at(found[0], self._score.viewport(), found[1])

    def _point_of_graph(self, point: QPoint) -> Pointed | None:
        line, ply = self._workspace.game.line, self._graph.place_at(QPointF(point))
        if ply is None or ply > len(line.way):
            return None
        node = line.way[ply - 1] if ply else line.tree.root
        return None if self._on_board(node) else self._at(node, self._graph, self._graph.rect())

    def _on_board(self, node: Node) -> bool:
        return node is self._workspace.game.line.node and not self._workspace.editing

    def _at(self, node: Node, panel: QWidget, area: QRect) -> Pointed:
        """Return the position of a move of the game."""
        ply, game = node.ply, self._workspace.game.rules.name
        text, mover = ("", True) if ply is None else (ply.text, ply.mover)
        return Pointed(node, panel, area, lambda: ShownPosition(game, node.fen, 0, text, mover))

    def _after(self, moves: tuple[str, ...], panel: QWidget, part: QWidget) -> Pointed:
        """Return the position after `moves`, named in a part of `panel`, from that on the board."""
        game, fen = self._workspace.rules.name, self._workspace.fen
        area = QRect(part.mapTo(panel, QPoint()), part.size())
        return Pointed((fen, moves), panel, area, lambda: replay(game, fen, moves))
