"""The bar chart of sets: White to move above the axis, Black to move below it."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen

from millmate.gui.style import theme
from millmate.gui.style.plot import Axis, Plot, draw_level, draw_tick, round_step, short
from millmate.language import mark, tr

Place = tuple[int, bool]  # plies, and whether White is to move

_WIDEST = 24.0  # width of a bar, in device-independent pixels


class SetsPlot(Plot):
    """Shows how many positions are decided in 0, 1, 2 ... plies.

    Bars are solid where White wins, pale where Black does. `chosen` carries the `Place` that was
    clicked or reached with the arrow keys.
    """

    chosen = Signal(int, bool)
    keys = frozenset(
        {
            Qt.Key.Key_Left,
            Qt.Key.Key_Right,
            Qt.Key.Key_Home,
            Qt.Key.Key_End,
            Qt.Key.Key_Up,
            Qt.Key.Key_Down,
        }
    )

    def __init__(self) -> None:
        super().__init__(mark("Positions by plies"), 18 * theme.GRID)
        self._counts: dict[bool, tuple[int, ...]] = {True: (), False: ()}
        self._axis = mark("plies")
        self._logarithmic = True
        self._chosen: Place | None = None

    # --- called by the window ----------------------------------------------------------------

    def show_counts(
        self, white: tuple[int, ...], black: tuple[int, ...], axis: str = "plies"
    ) -> None:
        """Show the counts of another table by plies, with White and with Black to move.

        `axis` is the label of the axis of plies.
        """
        self._counts, self._axis = {True: white, False: black}, axis
        self.pointed_at = self._chosen = None
        self.update()

    def set_logarithmic(self, logarithmic: bool) -> None:
        """Switch between a logarithmic and a linear scale."""
        self._logarithmic = logarithmic
        self.update()

    def choose(self, place: Place | None) -> None:
        self._chosen = place
        self.update()

    # --- geometry ----------------------------------------------------------------------------

    @property
    def plies(self) -> int:
        """The number of slots along the axis."""
        return max(len(counts) for counts in self._counts.values())

    def count(self, place: Place) -> int:
        plies, turn = place
        counts = self._counts[turn]
        return counts[plies] if plies < len(counts) else 0

    def middle(self, place: Place) -> QPointF:
        """Return the centre of a set's slot, in its side's half."""
        area, (plies, turn) = self._area(), place
        x = area.left() + (plies + 0.5) * self._slot()
        return QPointF(x, area.center().y() + (-0.25 if turn else 0.25) * area.height())

    def place_at(self, point: QPointF) -> Place | None:
        """Return the set whose slot holds `point`."""
        area = self._area()
        if not self.plies or not area.contains(point):
            return None
        plies = int((point.x() - area.left()) / self._slot())
        return (plies, point.y() < area.center().y()) if plies < self.plies else None

    def _ever_wins(self, winner: bool) -> bool:
        return any(
            count and _winner((plies, turn)) is winner
            for turn, counts in self._counts.items()
            for plies, count in enumerate(counts)
        )

    def _area(self) -> QRectF:
        left = self.metrics.horizontalAdvance("500M") + theme.GRID
        above, below = self.line + theme.GRID, 2 * self.line + theme.GRID
        return QRectF(self.rect()).adjusted(left, above, -theme.GRID / 2, -below)

    def _slot(self) -> float:
        return min(_WIDEST, self._area().width() / max(1, self.plies))

    def _heights(self) -> Axis:
        """Return the axis of counts, in pixels from the middle."""
        most = max((max(counts, default=0) for counts in self._counts.values()), default=0)
        return Axis(0, most, 0, self._area().height() / 2 - 1, self._logarithmic)

    def _bar(self, place: Place, heights: Axis) -> QRectF:
        area, slot = self._area(), self._slot()
        gap = 0.0 if slot < 3 else 1.0
        count = self.count(place)
        height = max(1.0, heights.place(count)) if count else 0.0
        left = area.left() + place[0] * slot
        top = area.center().y() - height if place[1] else area.center().y() + 1
        return QRectF(left, top, slot - gap, height)

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        """Draw everything, aligned to whole pixels."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        heights, area = self._heights(), self._area()
        for tick in heights.ticks(1.6 * self.line):
            height = heights.place(tick)
            if height >= 0.6 * self.line:  # or the labels above and below the axis would touch
                for sign in (-1, 1):
                    draw_level(painter, area, area.center().y() + sign * height, short(tick))
        self._draw_mark(painter, colours)
        for turn in (True, False):
            for plies in range(self.plies):
                bar = self._bar((plies, turn), heights)
                if bar.height() > 0:
                    chosen = (plies, turn) == self._chosen
                    painter.fillRect(bar, _shade(_winner((plies, turn)), chosen, colours))
        painter.setPen(QPen(QColor(colours.muted), 1))
        middle = area.center().y()
        painter.drawLine(QPointF(area.left(), middle), QPointF(area.right(), middle))
        densest = round_step(self.metrics.horizontalAdvance("0000") / self._slot())
        for plies in range(0, self.plies, densest):
            x = area.left() + (plies + 0.5) * self._slot()
            draw_tick(painter, x, area.bottom() + 2, str(plies))
        self._draw_words(painter, colours)

    def _draw_mark(self, painter: QPainter, colours: theme.Colours) -> None:
        """Shade the slot under the mouse and the chosen one."""
        area = self._area()
        for place in {self.pointed_at, self._chosen} - {None}:
            assert place is not None
            shade = QColor(colours.accent)
            shade.setAlpha(60 if place == self._chosen else 30)
            top = area.top() if place[1] else area.center().y()
            left = area.left() + place[0] * self._slot()
            painter.fillRect(QRectF(left, top, self._slot(), area.height() / 2), shade)

    def _draw_words(self, painter: QPainter, colours: theme.Colours) -> None:
        """Draw the labels of the axes and the legend."""
        area = self._area()
        top = QRectF(area.left(), 0, area.width(), self.line)
        bottom = QRectF(area.left(), self.height() - self.line, area.width(), self.line)
        painter.setPen(QColor(colours.text))
        painter.drawText(top, Qt.AlignmentFlag.AlignLeft, tr("White to move"))
        painter.drawText(bottom, Qt.AlignmentFlag.AlignLeft, tr("Black to move"))
        painter.setPen(QColor(colours.muted))
        painter.drawText(bottom, Qt.AlignmentFlag.AlignRight, tr(self._axis))
        right = top.right()
        for winner in [side for side in (False, True) if self._ever_wins(side)]:
            right = self._draw_key(painter, winner, right, colours)

    def _draw_key(
        self, painter: QPainter, winner: bool, right: float, colours: theme.Colours
    ) -> float:
        """Draw one line of the legend, right-aligned; return the right edge for the next one."""
        words = tr("White wins") if winner else tr("Black wins")
        width = self.metrics.horizontalAdvance(words)
        painter.setPen(QColor(colours.muted))
        painter.drawText(
            QRectF(right - width - 1, 0, width + 1, self.line), Qt.AlignmentFlag.AlignLeft, words
        )
        size = self.line * 0.6
        left = right - width - size - theme.GRID / 2
        painter.fillRect(QRectF(left, self.line * 0.22, size, size), _shade(winner, False, colours))
        return left - 2 * theme.GRID

    # --- mouse and keys ----------------------------------------------------------------------

    def choose_place(self, place: Place) -> None:
        self.chosen.emit(*place)

    def press(self, key: Qt.Key) -> None:
        """Move along the axis with Left, Right, Home and End, across it with Up and Down."""
        plies, turn = self._chosen or (0, True)
        match key:
            case Qt.Key.Key_Left:
                place = self._next(plies, turn, -1)
            case Qt.Key.Key_Right:
                place = self._next(plies, turn, 1)
            case Qt.Key.Key_Home:
                place = self._next(-1, turn, 1)
            case Qt.Key.Key_End:
                place = self._next(self.plies, turn, -1)
            case _:
                place = self._across(plies, key == Qt.Key.Key_Up)
        if place is not None:
            self.chosen.emit(*place)

    def _next(self, plies: int, turn: bool, step: int) -> Place | None:
        """Return the nearest non-empty set of a side in the direction of `step`."""
        plies += step
        while 0 <= plies < self.plies:
            if self.count((plies, turn)):
                return plies, turn
            plies += step
        return None

    def _across(self, plies: int, turn: bool) -> Place | None:
        """Return the nearest non-empty set with `turn` to move."""
        found = [n for n in range(self.plies) if self.count((n, turn))]
        return (min(found, key=lambda n: abs(n - plies)), turn) if found else None


def _winner(place: Place) -> bool:
    """Return who wins: the side to move mates in an odd number of plies."""
    plies, turn = place
    return turn if plies % 2 else not turn


def _shade(winner: bool, chosen: bool, colours: theme.Colours) -> QColor:
    if chosen:
        return QColor(colours.text)
    shade = QColor(colours.accent)
    shade.setAlpha(255 if winner else 110)
    return shade
