"""The evaluation graph as a widget: a curve from White's wins above to Black's beneath."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from millmate.gui.graph.points import Point
from millmate.gui.style import theme
from millmate.gui.style.plot import Plot, draw_level
from millmate.language import mark
from millmate.play.trainer.exam import Mark

_SIGN = 4.5  # half the size of a mark, in device-independent pixels


class EvaluationGraph(Plot):
    """Shows points by plies, the one of the position shown marked; `chosen` carries plies.

    What a table says is a solid line, what an engine has found a dotted one. A cross marks a move
    that threw a result away, a hollow triangle one that lost time. Up and Down go from one such
    move to the next.
    """

    chosen = Signal(int)
    keys = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down})
    framed = False  # its border changes its colour

    def __init__(self) -> None:
        super().__init__(mark("Evaluation graph"), 0)
        self.points: tuple[Point, ...] = ()
        self.cursor_ply = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    # --- what is shown -----------------------------------------------------------------------

    def show_points(self, points: tuple[Point, ...]) -> None:
        """Show `points` in place of those before."""
        self.points = points
        self.describe()
        self.update()

    def show_cursor(self, ply: int) -> None:
        """Mark the position after so many plies."""
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
        area, share = self._area(), self.points[ply].share
        height = 0.5 if share is None else share
        return QPointF(self._x(ply), area.bottom() - height * area.height())

    def ply_at(self, x: float) -> int:
        """Return the ply that is nearest to the column `x`."""
        area, most = self._area(), max(len(self.points) - 1, 1)
        ply = round((x - area.left()) / area.width() * most)
        return max(0, min(ply, len(self.points) - 1))

    def _x(self, ply: int) -> float:
        area = self._area()
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
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        area = self._area()
        for share, text in ((1.0, "1-0"), (0.5, "½"), (0.0, "0-1")):
            draw_level(painter, area, area.bottom() - share * area.height(), text)
        self._draw_cursor(painter, colours)
        for run in self._runs():
            self._draw_run(painter, run, colours)
        for ply, point in enumerate(self.points):
            if point.mark in (Mark.THROWN, Mark.SLOWER):
                self._draw_mark(painter, self.place_of(ply), point.mark, colours)

    def _draw_cursor(self, painter: QPainter, scheme: theme.Colours) -> None:
        area = self._area()
        for ply, alpha in ((self.pointed_at, 60), (self.cursor_ply, 255)):
            if ply is not None and ply < len(self.points):
                colour = QColor(scheme.accent)
                colour.setAlpha(alpha)
                painter.setPen(QPen(colour, 2))
                x = self._x(ply)
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
        places = [self.place_of(ply) for ply in run]
        middle = self._area().center().y()
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
        """Draw a cross on a ground of its own, or a hollow triangle."""
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
        """Go to the next marked move with Down, to the one before with Up."""
        marked = [p for p, at in enumerate(self.points) if at.mark in (Mark.THROWN, Mark.SLOWER)]
        if key == Qt.Key.Key_Down:
            ply = next((p for p in marked if p > self.cursor_ply), None)
        else:
            ply = next((p for p in reversed(marked) if p < self.cursor_ply), None)
        if ply is not None:
            self.chosen.emit(ply)
