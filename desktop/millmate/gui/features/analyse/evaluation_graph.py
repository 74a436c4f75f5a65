"""The evaluation graph: a point for every position of a game, and the widget with their curve."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from millmate.games.board import Rules
from millmate.games.value import Terms
from millmate.games.value import words as value_words
from millmate.gui.boards.small_boards import Pointed
from millmate.gui.features.analyse import score_layout as layout
from millmate.gui.features.analyse.engine_worker import EngineWorker, Findings
from millmate.gui.features.analyse.panel import mover_share
from millmate.gui.features.analyse.score_layout import numbered
from millmate.gui.features.analyse.score_view import pointed
from millmate.gui.kit import theme
from millmate.gui.kit.plot import Plot, draw_level
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.translator import translator
from millmate.gui.shell.feature import Feature
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.services import Services
from millmate.language import count, mark, tr
from millmate.play.game_review import ReviewedPosition, slower_words, thrown_words
from millmate.play.review_notes import white_share
from millmate.play.trainer.exam import Mark
from millmate.records.notes import Notes
from millmate.records.tree import Node

_MISTAKES = (2, 4)  # signs: ? and ??
_SIGN = 4.5  # half the size of a mark, in device-independent pixels

_NEAR = 20.0  # plies from the end at which half of a win's room is used


@dataclass(frozen=True, slots=True)
class Point:
    """A position: the part of a point that White may hope for, 0 to 1, and all of it in words.

    `share` is None where nothing is known; it is `exact` where a table says so. Of a win more than
    three quarters are sure, the nearer the mate the more: the losses on the way are visible.
    """

    share: float | None
    exact: bool
    mark: Mark | None
    words: str
    doubted: bool = False  # a sign calls the move a mistake, where no table covers it


def points(
    way: Sequence[Node],
    root: Node,
    first_ply: int,
    terms: Terms,
    stations: Mapping[str, ReviewedPosition],
    scores: Mapping[str, float],
) -> tuple[Point, ...]:
    """Return the points of a line of moves from `root`.

    `stations` are the table results by position, `scores` those of an engine: White's share.
    """
    found = [_point(root, tr("Start position"), terms, stations, scores)]
    for at, node in enumerate(way):
        found.append(_point(node, numbered(node, first_ply + at), terms, stations, scores))
    return tuple(found)


def _point(
    node: Node,
    name: str,
    terms: Terms,
    stations: Mapping[str, ReviewedPosition],
    scores: Mapping[str, float],
) -> Point:
    doubted = any(nag in _MISTAKES for nag in node.notes.nags)
    meaning = layout.words(nag for nag in node.notes.nags if nag in layout.OF_MOVES)
    if meaning:
        name = f"{name} ({meaning})"
    station = stations.get(node.fen)
    if station is not None and station.ruled is not None:
        said = value_words(station.ruled, terms, station.turn)
        effect = effect_words(station)
        words = f"{name}: {effect}\n{said}" if effect else f"{name}\n{said}"
        return Point(share_of(station), True, station.mark, words)
    score = scores.get(node.fen, white_share(node.notes))
    if score is None:
        return Point(None, False, None, tr("{move}\nNo table covers this position", move=name))
    percent = round(100 * score)
    said = tr("Engine estimate: White scores {percent} % of the point", percent=percent)
    return Point(score, False, None, f"{name}\n{said}", doubted)


def share_of(station: ReviewedPosition) -> float:
    """Return the part of a point that White has by the tables, a near win more than a far one."""
    found, value = station.ruled, station.value
    assert found is not None
    if value is None:  # a win, or a draw by the fifty-move rule
        return 0.5 + 0.25 * found.wdl * (1 if station.turn else -1)
    plies = found.plies if found.in_time else None
    sure = 1.0 if plies is None else 0.5 + 0.5 * _NEAR / (_NEAR + plies)
    return 0.5 + 0.5 * value * sure


def effect_words(station: ReviewedPosition) -> str:
    """Return the effect of the move, "" if it kept the result and lost no time."""
    if station.mark is Mark.THROWN:
        return thrown_words(station.before, station.after)
    if station.mark is not Mark.SLOWER:
        return ""
    if station.before > 0:
        return slower_words(station.lost)
    return count(
        station.lost,
        "loses {n} ply sooner than necessary",
        "loses {n} plies sooner than necessary",
    )


class EvaluationGraph(Plot):
    """Shows points by plies, the one of the position shown marked; `chosen` carries plies.

    What a table says is a solid line, what an engine has found a dotted one. A cross marks a move
    that threw a result away, a hollow triangle one that lost time, a question mark one that a sign
    calls a mistake where no table covers it. Left and Right go through the game, Up and Down from
    one such move to the next.
    """

    chosen = Signal(int)
    keys = frozenset({
        Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home,
        Qt.Key.Key_End,
    })  # fmt: skip
    framed = False  # its border changes its colour

    def __init__(self) -> None:
        super().__init__(mark("Evaluation graph"), 0)
        self.points: tuple[Point, ...] = ()
        self.cursor_ply = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    # --- display -----------------------------------------------------------------------------

    def show_points(self, points: tuple[Point, ...]) -> None:
        """Show `points` in place of those before."""
        self.points = points
        self.describe()
        self.update()

    def show_cursor(self, ply: int) -> None:
        """Mark the position after `ply` plies."""
        if ply != self.cursor_ply:
            self.cursor_ply = ply
            self.describe()
            self.update()

    def describe(self) -> None:
        """Describe the position that is shown, for screen readers."""
        if self.cursor_ply < len(self.points):
            self.setAccessibleDescription(self.points[self.cursor_ply].words.replace("\n", ". "))

    # --- where things are --------------------------------------------------------------------

    def place_of(self, ply: int) -> QPointF:
        """Return where a ply's point lies, in the middle where nothing is known of it."""
        return self._place(ply, self._area())

    def _place(self, ply: int, area: QRectF) -> QPointF:
        share = self.points[ply].share
        height = 0.5 if share is None else share
        return QPointF(self._x(ply, area), area.bottom() - height * area.height())

    def ply_at(self, x: float) -> int:
        """Return the ply that is nearest to the column `x`."""
        area, most = self._area(), max(len(self.points) - 1, 1)
        ply = round((x - area.left()) / area.width() * most)
        return max(0, min(ply, len(self.points) - 1))

    def _x(self, ply: int, area: QRectF) -> float:
        return area.left() + area.width() * ply / max(len(self.points) - 1, 1)

    def _area(self) -> QRectF:
        left = self.metrics.horizontalAdvance("0-1") + theme.GRID
        return QRectF(self.rect()).adjusted(left, theme.GRID, -theme.GRID, -theme.GRID)

    def sizeHint(self) -> QSize:
        """As broad as there is room, and flat."""
        return QSize(240, max(8 * theme.GRID, round(3.8 * self.metrics.height())))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        border = QColor(colours.accent if self.hasFocus() else colours.line)
        painter.setPen(QPen(border, 1))
        painter.setBrush(QColor(colours.base))
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(edge, theme.ROUND, theme.ROUND)
        area = self._area()
        self._draw_bands(painter, colours)
        for level, text in ((1.0, "1-0"), (0.5, "½"), (0.0, "0-1")):
            draw_level(painter, area, area.bottom() - level * area.height(), text)
        self._draw_cursor(painter, colours)
        for run in self._runs():
            self._draw_run(painter, run, colours)
        for ply, point in enumerate(self.points):
            if point.mark in (Mark.THROWN, Mark.SLOWER):
                self._draw_mark(painter, self.place_of(ply), point.mark, colours)
            elif point.doubted:
                self._draw_doubt(painter, self.place_of(ply), colours)

    def _draw_bands(self, painter: QPainter, scheme: theme.Colours) -> None:
        """Shade what lies between the bands of wins: a draw, or a game that is open."""
        area = self._area()
        quarter = area.height() / 4
        painter.fillRect(area.adjusted(0, quarter, 0, -quarter), QColor(scheme.window))

    def _draw_cursor(self, painter: QPainter, scheme: theme.Colours) -> None:
        area = self._area()
        for ply, alpha in ((self.pointed_at, 60), (self.cursor_ply, 255)):
            if ply is not None and ply < len(self.points):
                colour = QColor(scheme.accent)
                colour.setAlpha(alpha)
                painter.setPen(QPen(colour, 2))
                x = self._x(ply, area)
                painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.bottom() + 4))

    def _runs(self) -> Iterator[list[int]]:
        """Yield the plies of each stretch without a gap and from one source."""
        run: list[int] = []
        for ply, point in enumerate(self.points):
            goes_on = run and self.points[run[-1]].exact is point.exact
            if point.share is None or not goes_on:
                if run:
                    yield run
                run = []
            if point.share is not None:
                run.append(ply)
        if run:
            yield run

    def _draw_run(self, painter: QPainter, run: list[int], scheme: theme.Colours) -> None:
        area = self._area()
        places = [self._place(ply, area) for ply in run]
        middle = area.center().y()
        shade = QColor(scheme.accent)
        shade.setAlpha(36)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        ends = [QPointF(places[-1].x(), middle), QPointF(places[0].x(), middle)]
        painter.drawPolygon(QPolygonF([*places, *ends]))
        exact = self.points[run[0]].exact
        style = Qt.PenStyle.SolidLine if exact else Qt.PenStyle.DotLine
        painter.setPen(QPen(QColor(scheme.text), 1.6, style))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if len(places) > 1:
            painter.drawPolyline(QPolygonF(places))
        else:
            painter.drawEllipse(places[0], 1.5, 1.5)

    def _draw_mark(
        self, painter: QPainter, place: QPointF, mark: Mark, scheme: theme.Colours
    ) -> None:
        """Draw a cross on a plain ground, or a hollow triangle."""
        if mark is Mark.THROWN:
            painter.setPen(QPen(QColor(scheme.base), 1.5))
            painter.setBrush(QColor(scheme.bad))
            painter.drawEllipse(place, _SIGN + 2, _SIGN + 2)
            painter.setPen(QPen(QColor(scheme.base), 1.8))
            arm = QPointF(1, 1) * (_SIGN * 0.62)
            painter.drawLine(place - arm, place + arm)
            arm = QPointF(1, -1) * (_SIGN * 0.62)
            painter.drawLine(place - arm, place + arm)
            return
        painter.setPen(QPen(QColor(scheme.text), 1.2))
        painter.setBrush(QColor(scheme.base))
        half = _SIGN * 0.8
        corners = [QPointF(-half, -half * 0.8), QPointF(half, -half * 0.8), QPointF(0, half)]
        painter.drawPolygon(QPolygonF([place + corner for corner in corners]))

    def _draw_doubt(self, painter: QPainter, place: QPointF, scheme: theme.Colours) -> None:
        """Draw a question mark on a plain ground."""
        painter.setPen(QPen(QColor(scheme.base), 1.5))
        painter.setBrush(QColor(scheme.text))
        painter.drawEllipse(place, _SIGN + 2, _SIGN + 2)
        font = self.font()
        font.setPixelSize(round(2.4 * _SIGN))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(scheme.base))
        around = QRectF(place.x() - _SIGN, place.y() - _SIGN - 2, 2 * _SIGN, 2 * _SIGN + 4)
        painter.drawText(around, Qt.AlignmentFlag.AlignCenter, "?")
        painter.setFont(self.font())

    # --- mouse and keys ----------------------------------------------------------------------

    def place_at(self, point: QPointF) -> int | None:
        """Return the ply that is nearest to `point` along the axis."""
        return self.ply_at(point.x()) if self.points else None

    def words_of(self, place: int) -> str:
        return self.points[place].words

    def choose_place(self, place: int) -> None:
        self.chosen.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at a ply; with the button down, go there."""
        super().mouseMoveEvent(event)
        dragged = bool(event.buttons() & Qt.MouseButton.LeftButton)
        if dragged and self.pointed_at not in (None, self.cursor_ply):
            self.chosen.emit(self.pointed_at)

    def press(self, key: Qt.Key) -> None:
        """Go to the next marked move with Down, to the one before with Up, or step by step."""
        cursor, last = self.cursor_ply, len(self.points) - 1
        steps = {
            Qt.Key.Key_Left: cursor - 1,
            Qt.Key.Key_Right: cursor + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        ply = steps.get(key)
        if key == Qt.Key.Key_Down:
            ply = next((p for p in self._marked if p > cursor), None)
        elif key == Qt.Key.Key_Up:
            ply = next((p for p in reversed(self._marked) if p < cursor), None)
        if ply is not None and 0 <= ply <= last and ply != cursor:
            self.chosen.emit(ply)

    @property
    def _marked(self) -> list[int]:
        """The plies of moves that are marked."""
        return [
            ply
            for ply, at in enumerate(self.points)
            if at.mark in (Mark.THROWN, Mark.SLOWER) or at.doubted
        ]


_PATIENCE = 40  # milliseconds: a game that changes at every keystroke is looked up once
_MOST_SCORES = 20_000


class GraphController(Feature):
    """Shows how the line that is looked at went; nothing while a game is being played.

    `graph` is the widget, which hides where nothing is known of any position.
    """

    def __init__(self, services: Services, analyst: EngineWorker) -> None:
        super().__init__(services)
        self.graph = EvaluationGraph()
        self._game, self._tables = services.game, services.tables_dir
        services.hovering.watch(self.graph, self._pointed_at)
        self._asked: tuple[str, ...] = ()  # the positions that were asked for last
        self._notes: tuple[Notes, ...] = ()  # of the line's moves
        self._stations: dict[str, ReviewedPosition] = {}
        self._scores: dict[str, float] = {}
        self._task = Latest()
        self._soon = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._soon.timeout.connect(self._ask)
        self._redraw = QTimer(self, singleShot=True, interval=0)  # after what else has changed
        self._redraw.timeout.connect(self._show)
        analyst.told.connect(self._add_findings)
        services.probe.answered.connect(self._note_answer)
        self.graph.chosen.connect(self._game.go)
        self._game.connect_all(self.show_line, self._game.moved, self._game.turn_changed)
        translator.changed.connect(self._show)
        self.graph.hide()

    def _pointed_at(self, point: QPoint) -> Pointed | None:
        line, ply = self._game.line, self.graph.place_at(QPointF(point))
        if ply is None or ply > len(line.way):
            return None
        node = line.way[ply - 1] if ply else line.tree.root
        return pointed(node, self.services.workspace, self.graph, self.graph.rect())

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
    def _note_answer(self, answer: Answer) -> None:
        """Look the line up again if a table is there now that was not."""
        station = self._stations.get(answer.fen)
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
        self._task.drop()
        if self._asked:
            work = partial(_look_up, self._game.rules, self._asked, self._tables)
            self._task.start(work, done=self._found)

    @Slot(object)
    def _found(self, stations: tuple[ReviewedPosition, ...]) -> None:
        self._stations = {station.fen: station for station in stations}
        self._show()

    @Slot()
    def _show(self) -> None:
        line = self._game.line
        if not self._game.studied or not self._asked:
            return
        rules = self._game.rules
        first, root = rules.board(line.start_fen).ply(), line.tree.root
        found = points(line.way, root, first, rules.terms, self._stations, self._scores)
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
    """Return the results of the tables in `tables` for a line of positions (in a thread)."""
    from millmate.play.game_review import review
    from millmate.play.tournament.verdicts import Verdicts

    verdicts = Verdicts(rules.name, tables)
    try:
        return review(rules, fens, verdicts, stopped)
    finally:
        verdicts.close()
