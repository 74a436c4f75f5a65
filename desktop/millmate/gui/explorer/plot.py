"""The plot: a bar for every set, White to move above the axis and Black to move beneath it."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.gui.languages.translator import bind_text
from millmate.gui.style import theme
from millmate.gui.style.scales import Scale, round_step, short
from millmate.language import mark, tr

Place = tuple[int, bool]  # plies, and whether White is to move

_WIDEST = 24.0  # a bar, in device-independent pixels


class SetsPlot(QWidget):
    """How many positions are decided in 0, 1, 2 ... plies.

    Bars are solid where White wins, pale where Black does. `pointed` carries the `Place` under the
    mouse, or None; `chosen` the one that was clicked or reached by the arrow keys.
    """

    pointed = Signal(object)
    chosen = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: dict[bool, tuple[int, ...]] = {True: (), False: ()}
        self._axis = mark("plies")
        self._logarithmic = True
        self._pointed: Place | None = None
        self._chosen: Place | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(18 * theme.GRID)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        bind_text(self, name=mark("Positions by plies"))

    # --- what the window calls ---------------------------------------------------------------

    def show_counts(
        self, white: tuple[int, ...], black: tuple[int, ...], axis: str = "plies"
    ) -> None:
        """Show the counts of another table, by plies, with White and with Black to move.

        `axis` says what the plies are counted to.
        """
        self._counts, self._axis = {True: white, False: black}, axis
        self._pointed = self._chosen = None
        self.update()

    def set_logarithmic(self, logarithmic: bool) -> None:
        """Draw counts by their logarithm, or as they are."""
        self._logarithmic = logarithmic
        self.update()

    def choose(self, place: Place | None) -> None:
        """Mark `place`."""
        self._chosen = place
        self.update()

    # --- where things are --------------------------------------------------------------------

    @property
    def plies(self) -> int:
        """The number of slots along the axis."""
        return max(len(counts) for counts in self._counts.values())

    def count(self, place: Place) -> int:
        """Return the positions of a set."""
        plies, turn = place
        counts = self._counts[turn]
        return counts[plies] if plies < len(counts) else 0

    def middle(self, place: Place) -> QPointF:
        """Return the middle of a set's slot, in its side's half."""
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

    def _line(self) -> float:
        """Return the height of a line of text."""
        return QFontMetricsF(self.font()).height()

    def _area(self) -> QRectF:
        left = QFontMetricsF(self.font()).horizontalAdvance("500M") + theme.GRID
        above, beneath = self._line() + theme.GRID, 2 * self._line() + theme.GRID
        return QRectF(self.rect()).adjusted(left, above, -theme.GRID / 2, -beneath)

    def _slot(self) -> float:
        return min(_WIDEST, self._area().width() / max(1, self.plies))

    def _bar(self, place: Place, scale: Scale) -> QRectF:
        area, slot = self._area(), self._slot()
        gap = 0.0 if slot < 3 else 1.0
        count = self.count(place)
        height = max(1.0, scale.height(count) * (area.height() / 2 - 1)) if count else 0.0
        left = area.left() + place[0] * slot
        top = area.center().y() - height if place[1] else area.center().y() + 1
        return QRectF(left, top, slot - gap, height)

    def _scale(self) -> Scale:
        most = max((max(counts, default=0) for counts in self._counts.values()), default=0)
        return Scale(most, self._logarithmic)

    # --- drawing -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw all of it."""
        painter = QPainter(self)
        painter.setFont(self.font())
        scale, colours = self._scale(), theme.colours()
        self._draw_grid(painter, scale, colours)
        self._draw_mark(painter, colours)
        for turn in (True, False):
            for plies in range(self.plies):
                self._draw_bar(painter, (plies, turn), scale, colours)
        painter.setPen(QPen(QColor(colours.muted), 1))
        axis = self._area()
        painter.drawLine(
            QPointF(axis.left(), axis.center().y()), QPointF(axis.right(), axis.center().y())
        )
        self._draw_plies(painter, colours)
        self._draw_words(painter, colours)
        painter.end()

    def _draw_grid(self, painter: QPainter, scale: Scale, colours: theme.Colours) -> None:
        area = self._area()
        half = area.height() / 2
        for tick in scale.ticks(max(1, int(half / (1.6 * self._line())))):
            if scale.height(tick) * half < 0.6 * self._line():
                continue  # the labels above and beneath the axis would touch
            for sign in (-1, 1):
                y = area.center().y() + sign * scale.height(tick) * (half - 1)
                painter.setPen(QPen(QColor(colours.line), 1))
                painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
                painter.setPen(QColor(colours.muted))
                label = QRectF(0, y - self._line() / 2, area.left() - theme.GRID / 2, self._line())
                painter.drawText(label, Qt.AlignmentFlag.AlignRight, short(tick))

    def _draw_mark(self, painter: QPainter, colours: theme.Colours) -> None:
        """Shade the slot under the mouse, and the chosen one."""
        area = self._area()
        for place in {self._pointed, self._chosen} - {None}:
            assert place is not None
            shade = QColor(colours.accent)
            shade.setAlpha(60 if place == self._chosen else 30)
            top = area.top() if place[1] else area.center().y()
            left = area.left() + place[0] * self._slot()
            painter.fillRect(QRectF(left, top, self._slot(), area.height() / 2), shade)

    def _draw_bar(
        self, painter: QPainter, place: Place, scale: Scale, colours: theme.Colours
    ) -> None:
        bar = self._bar(place, scale)
        if bar.height() > 0:
            painter.fillRect(bar, _shade(_winner(place), place == self._chosen, colours))

    def _draw_plies(self, painter: QPainter, colours: theme.Colours) -> None:
        """Number the slots, as densely as the numbers can be read."""
        area, slot = self._area(), self._slot()
        width = QFontMetricsF(self.font()).horizontalAdvance("0000")
        painter.setPen(QColor(colours.muted))
        for plies in range(0, self.plies, round_step(width / slot)):
            x = area.left() + (plies + 0.5) * slot
            label = QRectF(x - width, area.bottom() + 2, 2 * width, self._line())
            painter.drawText(label, Qt.AlignmentFlag.AlignHCenter, str(plies))

    def _draw_words(self, painter: QPainter, colours: theme.Colours) -> None:
        """Say what stands above, beneath and along the axis, and what the shades mean."""
        area = self._area()
        top = QRectF(area.left(), 0, area.width(), self._line())
        bottom = QRectF(area.left(), self.height() - self._line(), area.width(), self._line())
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
        """Draw one line of the legend, ending at `right`; return where the next one ends."""
        words = tr("White wins") if winner else tr("Black wins")
        width = QFontMetricsF(self.font()).horizontalAdvance(words)
        painter.setPen(QColor(colours.muted))
        painter.drawText(
            QRectF(right - width - 1, 0, width + 1, self._line()), Qt.AlignmentFlag.AlignLeft, words
        )
        size = self._line() * 0.6
        left = right - width - size - theme.GRID / 2
        painter.fillRect(
            QRectF(left, self._line() * 0.22, size, size), _shade(winner, False, colours)
        )
        return left - 2 * theme.GRID

    # --- mouse and keys ----------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell what is under the mouse."""
        self._point(self.place_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the mouse any more."""
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what is clicked."""
        place = self.place_at(event.position())
        if place is not None and event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit(*place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go along the axis with Left, Right, Home and End, across it with Up and Down."""
        plies, turn = self._chosen or (0, True)
        match event.key():
            case Qt.Key.Key_Left:
                place = self._next(plies, turn, -1)
            case Qt.Key.Key_Right:
                place = self._next(plies, turn, 1)
            case Qt.Key.Key_Home:
                place = self._next(-1, turn, 1)
            case Qt.Key.Key_End:
                place = self._next(self.plies, turn, -1)
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                place = self._across(plies, event.key() == Qt.Key.Key_Up)
            case _:
                super().keyPressEvent(event)
                return
        if place is not None:
            self.chosen.emit(*place)

    def _next(self, plies: int, turn: bool, step: int) -> Place | None:
        """Return the nearest set of a side that is not empty, in the direction of `step`."""
        plies += step
        while 0 <= plies < self.plies:
            if self.count((plies, turn)):
                return plies, turn
            plies += step
        return None

    def _across(self, plies: int, turn: bool) -> Place | None:
        """Return the nearest set with `turn` to move that is not empty."""
        found = [n for n in range(self.plies) if self.count((n, turn))]
        return (min(found, key=lambda n: abs(n - plies)), turn) if found else None

    def _point(self, place: Place | None) -> None:
        if place != self._pointed:
            self._pointed = place
            self.pointed.emit(place)
            self.update()


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
