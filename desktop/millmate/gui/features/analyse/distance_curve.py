"""Draws how far a game was from its end: the ideal line, the real one, and the waste."""

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from millmate.formatting import titled
from millmate.gui.kit import theme
from millmate.gui.kit.plot import Axis, draw_level
from millmate.language import count, tr
from millmate.play.distance import Distance, in_moves, stretches

_DOT = 4.0  # radius, in device-independent pixels
_MOST_WORDS = 8  # slips with words, the worst ones
_DRAWS = 0.2  # of the height: above the longest distance, for words and the line of draws


class DistanceCurve:
    """The distances of a line of positions, drawn in `area`; `x` returns where a ply is.

    A draw has no distance: it is a level line above all others.
    """

    def __init__(self, line: Sequence[Distance], area: QRectF, x: Callable[[int], float]) -> None:
        self.line, self.area, self.x = line, area, x
        self._draws = any(each.value == 0 for each in line)
        most = in_moves(max((each.plies or 0 for each in line), default=0))
        top = area.top() + _DRAWS * area.height()
        self._axis = Axis(0, max(most, 1), area.bottom(), top)  # in moves

    def place(self, ply: int) -> QPointF:
        """Return where a position is, in the middle if nothing is known of it."""
        return QPointF(self.x(ply), self._y(self.line[ply], self.line[ply].plies))

    def _ideal(self, ply: int) -> QPointF:
        return QPointF(self.x(ply), self._y(self.line[ply], self.line[ply].ideal))

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        room = 1.6 * painter.fontMetrics().height()
        for tick in self._axis.ticks(room):
            draw_level(painter, self.area, self._axis.place(tick), str(tick))
        if self._draws:
            draw_level(painter, self.area, self.area.top(), "=")
        for run in stretches(self.line):
            self._draw_stretch(painter, run, colours)

    def draw_slips(
        self, painter: QPainter, names: Sequence[str], colours: theme.Colours
    ) -> Iterator[int]:
        """Draw a dot for each slower move, with words where there is room; yield thrown ones."""
        painter.setFont(theme.small_font())
        taken: list[QRectF] = []
        plies = [ply for run in stretches(self.line) for ply in run]
        lines = [point for ply in plies for point in (self.place(ply), self._ideal(ply))]
        slips = [ply for ply, each in enumerate(self.line) if each.lost or each.thrown]
        slips.sort(key=lambda ply: (not self.line[ply].thrown, -self.line[ply].lost))
        for rank, ply in enumerate(slips):
            place, each = self.place(ply), self.line[ply]
            if each.thrown:
                yield ply
            else:
                painter.setPen(QPen(QColor(colours.bad), 2))
                painter.setBrush(QColor(colours.base))
                painter.drawEllipse(place, _DOT, _DOT)
            if rank < _MOST_WORDS:
                self._name(painter, ply, _words(names[ply], each), taken, lines, colours)

    def _name(
        self,
        painter: QPainter,
        ply: int,
        words: str,
        taken: list[QRectF],
        lines: Sequence[QPointF],
        colours: theme.Colours,
    ) -> None:
        """Write `words` above or below a dot and the lines, unless they would cover others."""
        metrics, dot = painter.fontMetrics(), self.place(ply)
        width, height = metrics.horizontalAdvance(words) + 2, metrics.height()
        middle = dot.x() - width / 2
        for start, below in ((dot.x(), False), (middle, False), (middle, True)):
            left = max(self.area.left(), min(start, self.area.right() - width))
            across = [dot.y(), *(at.y() for at in lines if left <= at.x() <= left + width)]
            top = max(across) + _DOT if below else min(across) - _DOT - height
            room = QRectF(left, top, width, height)
            if self._room.contains(room) and not any(map(room.intersects, taken)):
                taken.append(room)
                painter.setPen(QColor(colours.bad))
                painter.drawText(room, Qt.AlignmentFlag.AlignLeft, words)
                return

    def _draw_stretch(self, painter: QPainter, run: list[int], colours: theme.Colours) -> None:
        """Draw the positions of a stretch with one result."""
        real = [self.place(ply) for ply in run]
        ends = [self._ideal(ply) for ply in run]
        won = self.line[run[0]].value != 0
        if won:
            shade = QColor(colours.bad)
            shade.setAlpha(40)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(shade)
            painter.drawPolygon(QPolygonF([*real, *reversed(ends)]))
            painter.setPen(QPen(QColor(colours.muted), 1.2, Qt.PenStyle.DashLine))
            painter.drawPolyline(QPolygonF(ends[: self._length(run)]))
        painter.setPen(QPen(QColor(colours.good if won else colours.muted), 2))
        if len(real) > 1:
            painter.drawPolyline(QPolygonF(real))
        else:
            painter.drawPoint(real[0])

    def _length(self, run: list[int]) -> int:
        """Return how many positions of a stretch the ideal line has, up to its end."""
        over = (at for at, ply in enumerate(run, 1) if self.line[ply].ideal == 0)
        return next(over, len(run))

    @property
    def _room(self) -> QRectF:
        """Where words may be, a little more than the area."""
        return self.area.adjusted(0, -theme.GRID, theme.GRID, 0)

    def _y(self, position: Distance, plies: int | None) -> float:
        if position.value == 0:
            return self.area.top()
        return self.area.center().y() if plies is None else self._axis.place(plies / 2)


def _words(name: str, slip: Distance) -> str:
    """Return the cost of a move in a few words: `7. Kb6 +3 moves`."""
    if not slip.thrown:
        cost = count(in_moves(slip.lost), "+{n} move", "+{n} moves")
        return f"{name} {cost}"
    return titled(name, tr("draw", "value") if slip.value == 0 else tr("loss", "value"))
